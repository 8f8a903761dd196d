"""The board of Joust against the slow reference, and against itself."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given

from arena_games.joust import JoustBoard, JoustPosition, game
from arena_games.joust.prolog import WIN
from arena_games.perft import perft
from tests.arena_games.joust.reference import mirror
from tests.arena_games.joust.walks import starts, walks


@given(walks())
def test_legal_moves_are_those_of_the_reference(walk: list[JoustPosition]) -> None:
    for position in walk:
        assert position.legal_moves() == mirror(position).moves()
        assert position.board().over == (not mirror(position).moves())


@given(starts(largest=6))
def test_perft_is_that_of_the_reference(start: JoustPosition) -> None:
    reference = mirror(start)
    assert [perft(start, depth) for depth in range(5)] == [
        reference.perft(depth) for depth in range(5)
    ]


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, [1, 4, 16, 88, 484, 2298, 10796]),
        ({"width": 16, "height": 16}, [1, 4, 16, 96, 576, 3456, 20736]),
        ({"start": "centre", "capture": True}, [1, 8, 64, 356, 2044, 8094, 32656]),
    ],
)
def test_perft_figures(options: dict[str, object], counts: list[int]) -> None:
    start = game.start(options)
    assert [perft(start, depth) for depth in range(len(counts))] == counts
    assert mirror(start).perft(5) == counts[5]


@given(walks())
def test_key_depends_on_the_state_alone(walk: list[JoustPosition]) -> None:
    board = walk[0].board()
    for before, after in itertools.pairwise(walk):
        (move,) = (move for move in board.legal() if before.play(before.decode(move)) == after)
        board.make(move)
        assert board.key() == fresh(after).key() == board.copy().key()
    assert len({position.board().key() for position in walk}) == len(walk)


def fresh(position: JoustPosition) -> JoustBoard:
    """A board that has seen no move."""
    at = position.placement
    return JoustBoard(at.width, at.height, at.white, at.black, at.burned, at.capture)


def test_key_depends_on_everything() -> None:
    start = game.start({"width": 4, "height": 5, "white": "a1", "black": "c3"}).placement
    burned = [bytearray(20) for _ in range(4)]
    burned[1][1] = burned[2][1] = burned[2][3] = burned[3][1] = burned[3][4] = 1
    states = [
        start,
        replace(start, width=5, height=4),
        replace(start, white=start.black, black=start.white),
        replace(start, white=1),
        replace(start, black=1),
        replace(start, capture=True),
        *(replace(start, burned=bytes(cells)) for cells in burned[1:]),
    ]
    assert len({fresh(JoustPosition(state)).key() for state in states}) == len(states)


@given(walks())
def test_unmake_takes_back_every_move(walk: list[JoustPosition]) -> None:
    board = walk[0].board()
    seen = []
    while not board.over:
        seen.append(facts(board))
        board.make(board.legal()[-1])
    for before in reversed(seen):
        board.unmake()
        assert facts(board) == before


def facts(board: JoustBoard) -> tuple[object, ...]:
    values = [board.value(0), board.value(1), board.prolog_value()]
    squares = [board.white, board.black, bytes(board.burned)]
    return (
        board.key(),
        board.legal(),
        board.to_move,
        board.over,
        board.captured(),
        values,
        squares,
    )


@given(walks())
def test_copies_are_independent(walk: list[JoustPosition]) -> None:
    board = walk[-1].board()
    before = facts(board)
    twin = board.copy()
    assert facts(twin) == before
    while not twin.over:
        twin.make(twin.legal()[0])
    assert facts(board) == before


@given(walks())
def test_value_counts_free_squares_but_never_the_rivals(walk: list[JoustPosition]) -> None:
    for position in walk:
        board, state = position.board(), replace(mirror(position), capture=False)
        other = replace(state, mover=state.rival, rival=state.mover)
        assert board.value(board.to_move) == len(state.targets())
        if not board.captured():
            assert board.value(1 - board.to_move) == len(other.targets())


@given(walks())
def test_who_is_to_move_at_the_end_has_lost(walk: list[JoustPosition]) -> None:
    board = walk[-1].board()
    while not board.over:
        board.make(board.legal()[0])
    assert board.result(board.to_move) == 0.0
    assert board.result(1 - board.to_move) == 1.0
    assert board.prolog_value() == (WIN if board.to_move == 0 else -WIN)


def prolog_value(text: str) -> int:
    value: int = game.load(text).board().prolog_value()
    return value


def test_leaf_values_of_the_prolog_program() -> None:
    assert prolog_value("n7/8/8/8/8/8/8/3N4 w") == 2 - 4
    assert prolog_value("n7/2*5/8/8/8/8/8/3N3* w") == 1 - 4
    # Black reaches nothing: whoever is to move, Black has lost.
    assert prolog_value("n7/2*5/1*6/8/8/8/8/3N4 w") == -WIN
    assert prolog_value("n6*/2*5/1*6/8/8/8/8/3N4 b") == -WIN
    # White reaches nothing.
    assert prolog_value("n7/8/8/8/8/1*6/2*5/N7 w") == WIN
    assert prolog_value("n7/8/8/8/8/1*6/2*5/N6* b") == WIN
    # Neither does: the side to move has lost.
    assert prolog_value("n7/2*5/1*6/8/8/1*6/2*5/N7 w") == WIN
    # The rival's square is not counted; with `capture` it wins.
    assert prolog_value("n7/8/1N6/8/8/8/8/8 w") == 1 - 5
    assert prolog_value("n7/8/1N6/8/8/8/8/8 w capture") == -WIN
    assert prolog_value("n7/8/1N6/8/8/8/8/7* b capture") == WIN
