"""Positions for searches, some random moves from a start."""

from arena_games import Position, get_game
from arena_games.rng import Lot


def walk(game: str, seed: int, plies: int, **options: object) -> Position:
    """A position at most `plies` plies from the start, in which the match goes on."""
    lot = Lot(seed)
    position = get_game(game).start(options, seed)
    for _ in range(plies):
        following = position.play(lot.choice(position.legal_moves()))
        if following.outcome() is not None:
            break
        position = following
    return position
