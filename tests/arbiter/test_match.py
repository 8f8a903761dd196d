"""The referee, driven without time or I/O."""

from collections.abc import Generator

import pytest

from arbiter.ledger import Interval
from arbiter.match import Answer, Ask, Departure, Match, Reply
from arbiter.verdict import NOBODY, Verdict
from arena_games import InvalidMove, Termination
from arena_games.clock import SECOND, TimeControl
from tests.arbiter.toy import ToyPosition


class Drive:
    """A match driven by hand, with a clock of its own."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.now = 1_000
        self.play: Generator[Ask, Answer | Departure, Verdict] = match.play()
        self.ask = next(self.play)
        self.verdict: Verdict | None = None

    def send(self, event: Answer | Departure) -> None:
        try:
            self.ask = self.play.send(event)
        except StopIteration as stop:
            self.verdict = stop.value

    def answer(
        self,
        move: str = "a",
        after: int = 10,
        *,
        lag: int = 0,
        claim: bool = False,
        offer_draw: bool = False,
        accept_draw: bool = False,
    ) -> None:
        begin, self.now = self.now, self.now + after
        reply = Reply(move, claim=claim, offer_draw=offer_draw, accept_draw=accept_draw)
        self.send(Answer(Interval(begin, self.now - lag, self.now), reply))

    def silence(self) -> None:
        begin, self.now = self.now, self.now + self.ask.limit_us + 1
        self.send(Answer(Interval(begin, self.now, self.now), None))

    @property
    def ended(self) -> tuple[Termination, int]:
        assert self.verdict is not None
        return self.verdict.outcome.termination, self.verdict.at_fault


def drive(
    time: str = "1", seats: int = 2, plies: int = 6, grace: int = 0, strict: bool = False
) -> Drive:
    position = ToyPosition(seats, plies, late_and_illegal_is_illegal=strict)
    return Drive(Match.begin(position, TimeControl.parse(time), seats, grace_us=grace))


def test_a_match_ends_by_its_rules() -> None:
    game = drive(seats=3)
    for move in "abaaba":
        game.answer(move)
    assert game.ended == (Termination.MAX_PLIES, NOBODY)
    assert game.verdict is not None
    assert game.verdict.outcome.scores == (0.0, 2.0, 0.0)
    assert [entry.seat for entry in game.match.entries] == [0, 1, 2, 0, 1, 2]
    assert game.match.last_charge is None


def test_seats_hear_the_moves_since_their_last_turn() -> None:
    game = drive(seats=3)
    heard = []
    for move in "abaa":
        heard.append(game.ask.moves)
        game.answer(move)
    assert heard == [(), ("a",), ("a", "b"), ("a", "b", "a")]
    assert game.ask.moves == ("b", "a", "a")


def test_only_the_mover_pays() -> None:
    game = drive()
    game.answer(after=300_000)
    assert game.match.entries[0].charge.charged == 300_000
    assert [clock.left_us for clock in game.match.entries[0].clocks] == [700_000, SECOND]


def test_own_lag_and_the_wire_are_not_charged() -> None:
    game = drive()
    game.match.seats[0].transport = 200
    game.answer(after=1_000, lag=300)
    charge = game.match.entries[0].charge
    assert (charge.wall, charge.own_lag, charge.transport, charge.charged) == (
        1_000,
        300,
        200,
        500,
    )


def test_no_more_of_the_wires_allowance_is_used_than_there_is_to_charge() -> None:
    game = drive()
    game.match.seats[0].transport = 5_000
    game.answer(after=1_000, lag=300)
    charge = game.match.entries[0].charge
    assert (charge.transport, charge.charged) == (700, 0)


def test_an_answer_cannot_arrive_before_its_turn_began() -> None:
    assert Interval(begin=100, earliest=40, read=150).own_lag == 50


def test_a_late_answer_loses_and_is_not_played() -> None:
    game = drive()
    game.answer(after=SECOND + 1)
    assert game.ended == (Termination.TIME_FORFEIT, 0)
    assert game.match.moves == []
    assert game.match.last_charge is not None
    assert game.match.last_charge.left == -1


def test_an_answer_on_the_last_microsecond_is_played() -> None:
    game = drive()
    game.answer(after=SECOND)
    assert game.verdict is None
    assert game.match.seats[0].clock.left_us == 0


def test_silence_loses_on_time() -> None:
    game = drive()
    game.answer()
    game.silence()
    assert game.ended == (Termination.TIME_FORFEIT, 1)
    assert game.match.last_charge is not None
    assert game.match.last_charge.left == -1


@pytest.mark.parametrize("time", ["1", "1+5", "1d0.5", "2/1", "move=50ms"])
@pytest.mark.parametrize("grace", [0, 700])
def test_the_limit_is_exact(time: str, grace: int) -> None:
    """An answer at the limit can still be in time; after it none can."""
    on_time, late = drive(time, grace=grace), drive(time, grace=grace)
    for game in (on_time, late):
        game.match.seats[0].transport = 123
    on_time.ask = late.ask
    limit = late.ask.limit_us + 123  # the allowance was set after the first ask
    on_time.answer(after=limit)
    late.answer(after=limit + 1)
    assert on_time.verdict is None
    assert late.ended == (Termination.TIME_FORFEIT, 0)


def test_time_is_judged_before_legality() -> None:
    game = drive()
    game.answer("c", after=SECOND + 1)
    assert game.ended == (Termination.TIME_FORFEIT, 0)


def test_late_and_illegal_is_illegal_where_the_game_says_so() -> None:
    game = drive(strict=True)
    game.answer("c", after=SECOND + 1)
    assert game.ended == (Termination.ILLEGAL_MOVE, 0)
    game = drive(strict=True)
    game.answer("b", after=SECOND + 1)
    assert game.ended == (Termination.TIME_FORFEIT, 0)


def test_illegal_and_unreadable_moves_lose() -> None:
    for move, why in [("c", Termination.ILLEGAL_MOVE), ("zz", Termination.UNREADABLE)]:
        game = drive()
        game.answer()
        game.answer(move)
        assert game.ended == (why, 1)


def test_whoever_leaves_loses_on_turn_or_not() -> None:
    for seat in (0, 1):
        game = drive()
        game.send(Departure(seat, Termination.CRASH, "exit code 1"))
        assert game.ended == (Termination.CRASH, seat)


def test_an_offered_draw_is_agreed_on() -> None:
    game = drive()
    game.answer(offer_draw=True)
    assert game.ask.draw_offered_by == 0
    game.answer("", accept_draw=True)
    assert game.ended == (Termination.DRAW_AGREED, NOBODY)


def test_an_offer_is_declined_by_moving_and_then_gone() -> None:
    game = drive()
    game.answer(offer_draw=True)
    game.answer()
    assert game.ask.draw_offered_by == NOBODY
    game.answer()
    game.answer("a", accept_draw=True)
    assert game.verdict is None


def test_nobody_accepts_an_offer_of_their_own() -> None:
    game = drive()
    game.answer("b", accept_draw=True)
    assert game.verdict is None
    assert game.match.moves == ["b"]


def test_a_right_claim_ends_and_a_false_one_is_counted() -> None:
    game = drive()
    game.answer("a", claim=True)
    assert game.match.seats[0].false_claims == 1
    game.answer("a")
    game.answer("a", claim=True)
    assert game.ended == (Termination.DRAW_AGREED, NOBODY)


def test_a_claim_with_an_illegal_move_is_an_illegal_move() -> None:
    game = drive()
    game.answer("c", claim=True)
    assert game.ended == (Termination.ILLEGAL_MOVE, 0)


def test_grace_is_a_bank_and_not_a_fresh_timer() -> None:
    game = drive("move=1s", grace=1_000, plies=20)
    game.answer(after=SECOND + 600)
    assert game.match.entries[0].charge.grace == 600
    assert game.match.seats[0].grace_left == 400
    game.answer()
    game.answer(after=SECOND + 600)
    assert game.ended == (Termination.TIME_FORFEIT, 0)
    assert game.match.last_charge is not None
    assert game.match.last_charge.grace == 0


def test_resuming_gives_the_same_match() -> None:
    whole = drive("10+0.1", seats=3, plies=30, grace=50)
    for number in range(20):
        whole.answer("ab"[number % 2], after=1_000 * number, offer_draw=number == 19)
    half = Match.begin(ToyPosition(3, 30), TimeControl.parse("10+0.1"), 3, grace_us=50)
    half.resume(whole.match.entries)
    assert half.moves == whole.match.moves
    whole.match.tell_all()
    assert half.seats == whole.match.seats
    resumed = Drive(half)
    assert resumed.ask.draw_offered_by == 1
    assert resumed.ask.moves == ()
    assert (resumed.ask.seat, resumed.ask.ply) == (2, 20)


def test_a_resumed_clock_keeps_its_periods() -> None:
    whole = drive("3/10", plies=30)
    for _ in range(4):
        whole.answer(after=SECOND)
    half = Match.begin(ToyPosition(2, 30), TimeControl.parse("3/10"), 2)
    half.resume(whole.match.entries)
    game = Drive(half)
    game.answer(after=SECOND)
    assert half.seats[0].clock.left_us == 17 * SECOND


def test_an_opening_is_on_nobodys_clock() -> None:
    match = Match.begin(ToyPosition(2, 6), TimeControl.parse("1"), 2, opening=["a", "b", "a"])
    ask = next(match.play())
    assert (ask.seat, ask.ply, ask.moves) == (1, 3, ())
    with pytest.raises(InvalidMove):
        Match.begin(ToyPosition(2, 6), TimeControl.parse("1"), 2, opening=["zz"])
