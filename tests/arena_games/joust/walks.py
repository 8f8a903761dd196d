"""Positions to test Joust on: walks of any length from any start on any board."""

from hypothesis import strategies as st

from arena_games.joust import JoustPosition, game
from arena_games.joust.squares import square_name


@st.composite
def starts(draw: st.DrawFn, largest: int = 16) -> JoustPosition:
    """A start position of any size up to `largest`, with knights anywhere."""
    width, height = draw(st.integers(3, largest)), draw(st.integers(3, largest))
    squares = st.integers(0, width * height - 1)
    white, black = draw(st.lists(squares, min_size=2, max_size=2, unique=True))
    return game.start(
        {
            "width": width,
            "height": height,
            "white": square_name(white, width),
            "black": square_name(black, width),
            "capture": draw(st.booleans()),
        }
    )


@st.composite
def walks(draw: st.DrawFn, largest: int = 16) -> list[JoustPosition]:
    """A start and the positions of a random walk from it, perhaps to the end."""
    positions = [draw(starts(largest))]
    for choice in draw(st.lists(st.integers(0, 7), max_size=40)):
        moves = positions[-1].legal_moves()
        if not moves:
            break
        positions.append(positions[-1].play(moves[choice % len(moves)]))
    return positions
