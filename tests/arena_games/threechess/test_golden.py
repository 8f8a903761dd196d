"""The reference's own games: every fifth position of a hundred of them, and 60 that
ended on time."""

from typing import Any

import pytest

from arena_games.errors import IllegalMove
from arena_games.outcome import Outcome, Termination
from arena_games.threechess import game
from tests.arena_games.threechess.vectors import COLOURS, lines_of, played, snapshot


def scores(winner: str, loser: str) -> tuple[float, ...]:
    points = {winner: 1.0, loser: -1.0}
    return tuple(points.get(colour, 0.0) for colour in COLOURS)


@pytest.mark.parametrize("record", lines_of("public"), ids=lambda line: str(line["game"]))
def test_game(record: dict[str, Any]) -> None:
    expected = {shown["ply"]: shown for shown in record["snapshots"]}
    position = game.start({"max_plies": 0})
    for ply, (source, target) in enumerate(record["moves"]):
        if ply in expected:
            assert snapshot(position) == expected[ply]
        position = position.play(source + target)
    assert position.ply == record["plies"]
    assert snapshot(position) == expected[record["plies"]]
    outcome = position.outcome()
    if not record["over"]:
        assert outcome is None
        return
    assert outcome == Outcome(scores(record["winner"], record["loser"]), Termination.KING_CAPTURED)
    assert position.legal_moves() == []
    with pytest.raises(IllegalMove):
        position.play("BA2BA3")


def test_games_cover_both_endings() -> None:
    assert {record["over"] for record in lines_of("public")} == {True, False}
    assert len(lines_of("public")) == 100


@pytest.mark.parametrize("record", lines_of("timeouts"), ids=lambda line: str(line["case"]))
def test_time_forfeit(record: dict[str, Any]) -> None:
    position = played(record["moves"][:-1], {"strict": True})
    final = record["final"]
    shown = snapshot(position)
    assert {name: shown[name] for name in final if name not in ("over", "legal")} == {
        name: value for name, value in final.items() if name not in ("over", "legal")
    }
    assert [position.score(seat) for seat in range(3)] == record["scores"]
    assert COLOURS[position.to_move] == record["turn"] == record["loser"]
    outcome = position.forfeit(position.to_move, Termination.TIME_FORFEIT)
    assert outcome == Outcome(scores(record["winner"], record["loser"]), Termination.TIME_FORFEIT)


def test_timeouts_cover_tied_scores() -> None:
    def tied(record: dict[str, Any]) -> bool:
        others = {
            score
            for colour, score in zip(COLOURS, record["scores"], strict=True)
            if colour != record["loser"]
        }
        return len(others) == 1

    assert {tied(record) for record in lines_of("timeouts")} == {True, False}
