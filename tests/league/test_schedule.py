from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_games import get_game
from league.errors import InvalidTournament
from league.openings import Openings, random_opening, start_position
from league.pairing import Entrant, Pairing, pairing_of
from league.schedule import round_robin, seatings
from league.tournament import Tournament


def tournament(
    game: str, agents: int, *, rounds: int = 1, kind: str = "all", openings: Openings | None = None
) -> Tournament:
    return Tournament(
        name="cup",
        game=game,
        time="60",
        entrants=tuple(Entrant(f"agent{i}", "random") for i in range(agents)),
        rounds=rounds,
        seatings=kind,
        openings=openings or Openings(),
    )


@given(
    seats=st.sampled_from([2, 3]),
    more=st.integers(0, 4),
    rounds=st.integers(1, 3),
    kind=st.sampled_from(["all", "rotations"]),
)
@settings(deadline=None, max_examples=40)
def test_every_subset_meets_once_a_round_and_sits_everywhere_equally_often(
    seats: int, more: int, rounds: int, kind: str
) -> None:
    game = {2: "joust", 3: "threechess"}[seats]
    cup = tournament(game, seats + more, rounds=rounds, kind=kind)
    pairings = list(round_robin(cup))
    met = Counter(frozenset(e.name for e in pairing.entrants) for pairing in pairings)
    names = [entrant.name for entrant in cup.entrants]
    assert met == {frozenset(subset): rounds for subset in combinations(names, seats)}
    for pairing in pairings:
        sat = Counter(
            (seat, entrant)
            for seating in pairing.seatings
            for seat, entrant in enumerate(seating.seats)
        )
        assert len(sat) == seats * seats
        assert len(set(sat.values())) == 1


def test_ids_are_unique_and_deterministic() -> None:
    cup = tournament("threechess", 5, rounds=2, openings=Openings(random_plies=3))
    pairings = list(round_robin(cup))
    assert pairings == list(round_robin(cup))
    ids = [seating.match_id for pairing in pairings for seating in pairing.seatings]
    assert len(set(ids)) == len(ids) == 20 * 6
    assert pairings[0].pairing_id == "cup-00001"
    assert ids[0] == "cup-00001.1"
    assert all(pairing_of(s.match_id) == p.pairing_id for p in pairings for s in p.seatings)


def test_seatings_are_all_orders_or_rotations_that_turn_round() -> None:
    assert seatings(2, "rotations", 1) == [(0, 1), (1, 0)]
    assert len(set(seatings(3, "all", 0))) == 6
    assert seatings(3, "rotations", 0) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert set(seatings(3, "rotations", 0) + seatings(3, "rotations", 1)) == set(
        seatings(3, "all", 0)
    )


def test_pairings_have_seeds_and_openings_of_their_own() -> None:
    pairings = list(round_robin(tournament("joust", 4, openings=Openings(random_plies=4))))
    assert len({pairing.seed for pairing in pairings}) == len(pairings)
    assert all(0 <= pairing.seed < 2**48 for pairing in pairings)
    assert len({pairing.opening for pairing in pairings}) > 1


@given(seed=st.integers(0, 2**48 - 1), plies=st.integers(0, 8))
@settings(deadline=None, max_examples=50)
def test_random_openings_are_legal_and_leave_something_to_play(seed: int, plies: int) -> None:
    position = get_game("joust").start({"width": "4", "height": "4", "start": "centre"}, seed)
    opening = random_opening(position, plies, seed)
    assert len(opening) == plies
    for move in opening:
        position = position.play(move)
    assert position.outcome() is None


def test_an_opening_longer_than_any_match_is_refused() -> None:
    start = get_game("joust").start({"width": "3", "height": "3"})
    with pytest.raises(InvalidTournament, match="use fewer"):
        random_opening(start, 30, 1)


def test_there_is_no_opening_of_a_match_that_is_over() -> None:
    start = get_game("chess").start({"position": "7k/8/8/8/8/8/8/K7 w - - 0 1"})
    with pytest.raises(InvalidTournament, match="end of the match"):
        random_opening(start, 1, 1)


def test_listed_positions_come_round_for_everyone() -> None:
    listed = ("8/8/3n4/8/8/8/8/3N4 w", "3n4/8/8/8/8/8/8/2N5 w", "3n4/8/8/8/8/8/8/1N6 w")
    cup = tournament("joust", 3, rounds=3, openings=Openings(file="p.txt", positions=listed))
    met: dict[frozenset[str], list[str]] = {}
    for pairing in round_robin(cup):
        met.setdefault(frozenset(e.name for e in pairing.entrants), []).append(pairing.position)
    assert [pairing.position for pairing in round_robin(cup)][:3] == list(listed)
    assert all(sorted(positions) == sorted(listed) for positions in met.values())


def test_a_pairing_survives_its_text() -> None:
    cup = tournament("threechess", 3, openings=Openings(random_plies=2))
    for pairing in round_robin(cup):
        assert Pairing.from_json(pairing.to_json()) == pairing
        start_position(get_game(pairing.game), pairing.options, pairing.seed, pairing.position)
