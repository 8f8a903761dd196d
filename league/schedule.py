"""Which pairings a tournament consists of."""

from collections.abc import Iterator
from itertools import combinations, count, permutations

from arena_games import get_game, get_rules, is_real_time
from league.openings import pairing_seed, random_opening, start_position
from league.pairing import Entrant, Pairing, Seating
from league.tournament import Tournament

Seats = tuple[int, ...]


def round_robin(tournament: Tournament) -> Iterator[Pairing]:
    """Every subset of entrants that fills the seats, once a round, in a fixed order.

    The same tournament gives the same pairings, ids and openings included.
    """
    seats = get_rules(tournament.game).seats
    index = count(1)
    for round_ in range(tournament.rounds):
        for subset, entrants in enumerate(combinations(tournament.entrants, seats)):
            yield _pairing(tournament, next(index), round_, subset, entrants)


def seatings(seats: int, kind: str, round_: int) -> list[Seats]:
    """Who sits where in the matches of a block, everyone equally often at every seat.

    All orders for two seats and for "all"; for "rotations" the cyclic ones, turning the
    other way round in every second round, so that over rounds nobody always follows the
    same opponent.
    """
    order = tuple(range(seats))
    if kind == "all" or seats == 2:
        return list(permutations(order))
    if round_ % 2:
        order = order[::-1]
    return [order[i:] + order[:i] for i in range(seats)]


def _pairing(
    tournament: Tournament,
    index: int,
    round_: int,
    subset: int,
    entrants: tuple[Entrant, ...],
) -> Pairing:
    pairing_id = f"{tournament.name}-{index:05d}"
    seed = pairing_seed(tournament.name, tournament.seed, index)
    position = tournament.openings.position(subset, round_)
    orders = seatings(get_rules(tournament.game).seats, tournament.seatings, round_)
    return Pairing(
        pairing_id=pairing_id,
        tournament=tournament.name,
        game=tournament.game,
        options=dict(tournament.options),
        seed=seed,
        position=position,
        opening=_opening(tournament, seed, position),
        time=tournament.time,
        start_limit=tournament.start_limit,
        entrants=entrants,
        pondering=tournament.pondering,
        seatings=tuple(Seating(f"{pairing_id}.{i}", seats) for i, seats in enumerate(orders, 1)),
    )


def _opening(tournament: Tournament, seed: int, position: str) -> tuple[str, ...]:
    if is_real_time(tournament.game):
        return ()  # there are no plies
    start = start_position(get_game(tournament.game), tournament.options, seed, position)
    return random_opening(start, tournament.openings.random_plies, seed)
