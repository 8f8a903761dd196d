from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.pairing import Entrant, Pairing, Seating
from league.record import Charge, MatchRecord
from league.verify import verify
from tests.league.scripted import play


def pairing(game: str, time: str, seed: int = 1, opening: tuple[str, ...] = ()) -> Pairing:
    seats = 3 if game == "threechess" else 2
    entrants = tuple(Entrant(f"agent{i}", "random") for i in range(seats))
    options = {"max_plies": "40"} if game == "threechess" else {}
    seatings = (Seating("p.1", tuple(range(seats))),)
    return Pairing("p", "t", game, options, seed, "", opening, time, 5, entrants, seatings)


@given(
    game=st.sampled_from(["joust", "threechess"]),
    time=st.sampled_from(["60", "10+0.1", "10d0.01", "5/1+0.1", "move=100ms"]),
    seed=st.integers(0, 1000),
    resign_after=st.none() | st.integers(0, 6),
)
@settings(deadline=None, max_examples=40)
def test_sound_records_pass(game: str, time: str, seed: int, resign_after: int | None) -> None:
    block = pairing(game, time, seed)
    assert verify(play(block, block.seatings[0], resign_after=resign_after)) == []


def test_a_position_and_an_opening_are_replayed_too() -> None:
    block = pairing("joust", "60", opening=())
    block = replace(block, position="3n4/8/8/8/8/8/8/3N4 w", opening=("d1c3", "d8c6"))
    assert verify(play(block, block.seatings[0])) == []


@pytest.fixture(scope="module")
def sound() -> MatchRecord:
    block = pairing("joust", "60")
    return play(block, block.seatings[0])


def change(record: MatchRecord, index: int, **fields: object) -> MatchRecord:
    ledger = list(record.ledger)
    ledger[index] = replace(ledger[index], **fields)  # type: ignore[arg-type]
    return replace(record, ledger=tuple(ledger))


def test_every_change_of_the_evidence_is_found(sound: MatchRecord) -> None:
    charge = sound.ledger[3]
    for changed, part in [
        (change(sound, 3, wall_us=charge.wall_us + 1), "by the evidence"),
        (change(sound, 3, charged_us=charge.charged_us - 1), "by the evidence"),
        (change(sound, 3, left_us=charge.left_us + 1), "left after the charge"),
        (change(sound, 3, clocks_us=(1, 2)), "the clocks are"),
        (change(sound, 3, seat=1 - charge.seat), "is charged to seat"),
        (change(sound, 3, ply=9), "is charged as ply"),
        (change(sound, 3, seat=2), "to seat 2 in a game for 2"),
        (replace(sound, termination="TIRED"), "there is none of that name"),
        (replace(sound, game="go"), "unknown game 'go'"),
        (replace(sound, time="0.001"), "played on with"),
    ]:
        assert any(part in problem for problem in verify(changed)), part


def test_every_change_of_the_result_is_found(sound: MatchRecord) -> None:
    turned = tuple(replace(seat, score=1 - seat.score) for seat in sound.seats)
    richer = (replace(sound.seats[0], clock_left_ms=1e6), sound.seats[1])
    for changed, part in [
        (replace(sound, scores=(0.5, 0.5)), "in one place and"),
        (replace(sound, scores=sound.scores[::-1], seats=turned), "the scores are"),
        (replace(sound, termination="RESIGNATION", at_fault=0), "ended by NO_MOVES"),
        (replace(sound, seats=richer), "ends with"),
        (replace(sound, moves=sound.moves[:-1]), "moves but"),
        (replace(sound, moves=("a1a1", *sound.moves[1:])), "ply 0: "),
        (replace(sound, rules_version=99), "rules version 99"),
        (replace(sound, options={"wings": "2"}), "no option 'wings'"),
    ]:
        assert any(part in problem for problem in verify(changed)), part


def unfinished(sound: MatchRecord, **fields: object) -> MatchRecord:
    """The record cut off after two moves, with another ending."""
    seats = tuple(
        replace(seat, clock_left_ms=left / 1000, score=float(seat.seat == 1))
        for seat, left in zip(sound.seats, sound.ledger[1].clocks_us, strict=True)
    )
    cut = replace(sound, moves=sound.moves[:2], ledger=sound.ledger[:2], seats=seats)
    return replace(cut, scores=(0.0, 1.0), at_fault=0, **fields)  # type: ignore[arg-type]


def test_a_match_that_goes_on_has_not_ended(sound: MatchRecord) -> None:
    assert any("does not follow" in each for each in verify(unfinished(sound)))
    assert verify(unfinished(sound, termination="CRASH")) == []
    mate = unfinished(sound, termination="CHECKMATE")
    assert any("does not follow" in each for each in verify(mate))


def test_time_forfeits_need_a_clock_below_nothing(sound: MatchRecord) -> None:
    left = sound.ledger[1].clocks_us[0]
    cut = unfinished(sound, termination="TIME_FORFEIT")

    def over_by(us: int, seat: int = 0) -> MatchRecord:
        spent = left + us
        charge = Charge(2, seat, spent, 0, 0, -1, -1, -1, 0, spent, left - spent)
        seats = (replace(cut.seats[0], clock_left_ms=(left - spent) / 1000), cut.seats[1])
        return replace(cut, last_charge=charge, seats=seats)

    assert verify(over_by(1)) == []
    assert any("lost on time with 0 us left" in each for each in verify(over_by(0)))
    assert any("seat 1 was charged last" in each for each in verify(over_by(1, seat=1)))


def test_a_cpu_control_has_its_cap_of_wall_time_judged_again() -> None:
    block = pairing("joust", "cpu=60,wall=1")
    sound = play(block, block.seatings[0], cpu_us=5)
    assert verify(sound) == []
    slow = change(sound, 0, wall_us=sound.ledger[0].wall_us + 1_000_000)
    assert any("played on with" in each and "wall time used" in each for each in verify(slow))


def test_a_forfeit_by_the_cap_of_wall_time_needs_the_cap_passed() -> None:
    block = pairing("joust", "cpu=60,wall=1")
    cut = unfinished(play(block, block.seatings[0], cpu_us=5), termination="TIME_FORFEIT")
    left = cut.ledger[1].clocks_us[0]
    used = cut.ledger[0].wall_us - cut.ledger[0].own_lag_us - cut.ledger[0].transport_us

    def capped(wall: int) -> MatchRecord:
        charge = Charge(2, 0, wall, 0, 0, 7, -1, -1, 0, 7, left - 7)
        seats = (replace(cut.seats[0], clock_left_ms=(left - 7) / 1000), cut.seats[1])
        return replace(cut, last_charge=charge, seats=seats)

    assert verify(capped(1_000_001 - used)) == []
    assert any("lost on time with" in each for each in verify(capped(1_000_000 - used)))
