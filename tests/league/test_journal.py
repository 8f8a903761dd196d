import pytest
from redis import Redis

from league import attempts, journal, leases
from league.errors import StaleAttempt
from league.record import VoidAttempt
from tests.league.scripted import League, entry

pytestmark = pytest.mark.redis
P, M = "cup-00001", "cup-00001.1"


@pytest.fixture
def taken(redis: Redis, registered: League) -> Redis:
    leases.take(redis, P, "a", 10, now=100)
    return redis


def test_entries_come_back_in_order_of_plies(taken: Redis) -> None:
    entries = [entry(ply) for ply in range(2, 14)]
    journal.append(taken, M, P, 1, entries[:5])
    journal.append(taken, M, P, 1, entries[5:])
    journal.append(taken, M, P, 1, [])
    assert journal.read(taken, M) == entries
    assert journal.read(taken, "cup-00001.2") == []


def test_the_same_entries_again_change_nothing(taken: Redis) -> None:
    entries = [entry(ply) for ply in range(3)]
    journal.append(taken, M, P, 1, entries)
    journal.append(taken, M, P, 1, entries[1:])
    assert journal.read(taken, M) == entries


def test_a_stale_attempt_adds_nothing(taken: Redis) -> None:
    journal.append(taken, M, P, 1, [entry(0)])
    leases.next_attempt(taken, P, "a", 1)
    with pytest.raises(StaleAttempt):
        journal.append(taken, M, P, 1, [entry(1)])
    journal.append(taken, M, P, 2, [entry(1)])
    assert journal.read(taken, M) == [entry(0), entry(1)]


def test_a_finished_match_has_no_journal_and_gets_none(taken: Redis, registered: League) -> None:
    pairing = registered.pairings[P]
    journal.append(taken, M, P, 1, [entry(0)])
    registered.record(pairing, pairing.seatings[0], 1)
    assert journal.read(taken, M) == []
    with pytest.raises(StaleAttempt):
        journal.append(taken, M, P, 1, [entry(1)])


def test_void_attempts_are_kept_once_and_in_order(taken: Redis) -> None:
    attempts.log_void(taken, M, 10, "network", "broken")
    attempts.log_void(taken, M, 2, "host", "a stall of 12 ms")
    attempts.log_void(taken, M, 2, "arbiter", "said again")
    assert attempts.voids(taken, M) == [
        VoidAttempt(2, "host", "a stall of 12 ms"),
        VoidAttempt(10, "network", "broken"),
    ]
    assert attempts.voids(taken, "cup-00001.2") == []
