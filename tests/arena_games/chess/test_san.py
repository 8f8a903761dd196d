"""SAN beside the oracle's."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_games.chess import write_san
from arena_games.errors import IllegalMove
from tests.arena_games.chess import oracle

FENS = [
    *((fen, False) for fen in oracle.STANDARD),
    *((fen, True) for fen in oracle.CHESS960),
    ("k7/8/8/2Q1Q3/8/2Q1Q3/8/7K w - - 0 1", False),
    ("K6k/8/8/1n3n2/8/1n3n2/8/8 b - - 0 1", False),
    ("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", False),
]


@pytest.mark.parametrize("begin", FENS)
@settings(deadline=None, max_examples=3)
@given(seed=st.integers(0, 2**64 - 1))
def test_san(begin: tuple[str, bool], seed: int) -> None:
    for position, theirs in oracle.walk(oracle.begin(*begin), seed, 12):
        for move in position.legal_moves():
            assert write_san(position, move) == theirs.san(theirs.parse_uci(move))


def test_an_illegal_move_has_no_san() -> None:
    with pytest.raises(IllegalMove):
        write_san(oracle.begin(oracle.STANDARD[0]), "e2e5")
