"""What a turn tells, and that it works nothing out before it is asked."""

import pytest

from arena_games import GameError, get_game
from arena_sdk import Clock, Match, Turn, UnknownRules
from arena_sdk.match import Course

CLOCKS = (Clock(60.0), Clock(50.0))


def a_match(game: str = "joust", start: str = "", moves: tuple[str, ...] = ()) -> Match:
    return Match("m", game, {}, 5, 1, ("a", "b"), "60", start, moves, CLOCKS)


def test_the_position_follows_the_moves() -> None:
    position = get_game("joust").start({"width": 6})
    match = a_match(start=position.text())
    course = Course(match)
    turns = []
    for ply in range(6):
        course.moves.append(position.legal_moves()[0])
        position = position.play(course.moves[-1])
        turns.append((Turn(match, course, ply + 1), position.text()))
        if ply % 2:
            assert turns[-1][0].position.text() == position.text()
    for turn, text in reversed(turns):
        assert turn.position.text() == turn.position_text == text, "an old turn stays true"
        assert len(turn.moves) == turn.ply


def test_each_move_is_played_once() -> None:
    course = Course(a_match())
    course.moves.append("d1c3")
    assert course.position(1) is course.position(1)


def test_without_a_text_a_match_starts_by_its_options() -> None:
    match = Match("m", "joust", {"width": "6"}, 5, 1, ("a", "b"), "60", "", (), CLOCKS)
    expected = get_game("joust").start({"width": 6})
    assert Course(match).position(0).text() == expected.text()


def test_what_the_arena_sent_comes_first() -> None:
    match = a_match()
    turn = Turn(match, Course(match), 0, legal_moves=("x",), position_text="here")
    assert turn.legal_moves == ("x",)
    assert turn.position_text == "here"
    asked_for_nothing = Turn(match, Course(match), 0)
    assert asked_for_nothing.legal_moves == get_game("joust").start().legal_moves()


def test_unknown_rules_matter_only_when_they_are_needed() -> None:
    match = a_match("go")
    turn = Turn(match, Course(match), 0, legal_moves=("pass",))
    assert turn.legal_moves == ("pass",)
    for need in (lambda: turn.position, lambda: turn.position_text):
        with pytest.raises(UnknownRules, match="the rules of 'go' are not installed here"):
            need()


def test_own_seat_clock_and_draw_offer() -> None:
    match = a_match()
    turn = Turn(match, Course(match), 3, clocks=CLOCKS, draw_offered_by=0)
    assert (turn.seat, turn.clock) == (1, Clock(50.0))
    assert turn.draw_offered
    assert not Turn(match, Course(match), 3).draw_offered


def test_draws_depend_on_match_and_ply_only() -> None:
    match = a_match()
    turns = [Turn(match, Course(match), ply) for ply in (0, 1, 2)]
    assert len({turn.seed for turn in turns}) == 3
    draws = [turn.lot().draw() for turn in turns]
    assert draws == [Turn(match, Course(match), ply).lot().draw() for ply in (0, 1, 2)]


def test_elapsed_never_runs_back() -> None:
    turn = Turn(a_match(), Course(a_match()), 0)
    first = turn.elapsed
    assert 0 <= first <= turn.elapsed


@pytest.mark.parametrize(
    "match",
    [a_match("go"), a_match(start="no position"), a_match(moves=("d1d2",))],
    ids=["unknown rules", "bad start", "bad move"],
)
def test_preparing_fails_only_when_a_turn_needs_it(match: Match) -> None:
    course = Course(match)
    course.prepare()
    turn = Turn(match, course, 0, legal_moves=("x",))
    assert turn.legal_moves == ("x",)
    with pytest.raises((UnknownRules, GameError)):
        _ = turn.position
