import pytest
from redis import Redis

from league import leases
from league.errors import StaleAttempt
from tests.league.scripted import League

pytestmark = pytest.mark.redis
P = "cup-00001"


def test_one_owner_at_a_time(redis: Redis, registered: League) -> None:
    assert leases.take(redis, P, "a", 10, now=100) == 1
    assert leases.take(redis, P, "b", 10, now=109.9) is None
    assert leases.holder(redis, P).owner == "a"
    assert leases.take(redis, P, "b", 10, now=110) == 2
    assert leases.holder(redis, P).held(119.9)
    assert not leases.holder(redis, P).held(120)


def test_the_owner_may_take_again(redis: Redis, registered: League) -> None:
    assert [leases.take(redis, P, "a", 10, now=now) for now in (100, 105, 114)] == [1, 1, 1]
    assert leases.holder(redis, P).expires == 124


def test_beats_keep_a_lease_and_tell_the_arbiter(redis: Redis, registered: League) -> None:
    leases.take(redis, P, "a", 10, now=100)
    assert leases.beat(redis, P, "a", 10, "unix:/arbiter", now=109)
    assert leases.beat(redis, P, "a", 10, now=118)
    assert leases.holder(redis, P) == leases.Lease(P, 1, "a", 128, "unix:/arbiter", False)
    assert leases.take(redis, P, "b", 10, now=127) is None


def test_a_late_beat_revives_a_lease_only_if_nobody_took_it(
    redis: Redis, registered: League
) -> None:
    leases.take(redis, P, "a", 10, now=100)
    assert leases.beat(redis, P, "a", 10, now=200)
    leases.take(redis, P, "b", 10, now=300)
    assert not leases.beat(redis, P, "a", 10, now=301)
    assert leases.holder(redis, P).owner == "b"


def test_a_void_attempt_is_followed_by_another(redis: Redis, registered: League) -> None:
    leases.take(redis, P, "a", 10, now=100)
    assert leases.next_attempt(redis, P, "a", 1) == 2
    assert leases.next_attempt(redis, P, "a", 2) == 3
    with pytest.raises(StaleAttempt, match="attempt 1 of pairing cup-00001"):
        leases.next_attempt(redis, P, "a", 1)
    assert leases.beat(redis, P, "a", 10, now=101)


def test_a_next_attempt_whose_answer_was_lost_is_asked_for_again(
    redis: Redis, registered: League
) -> None:
    leases.take(redis, P, "a", 10, now=100)
    assert [leases.next_attempt(redis, P, "a", 1) for _ in range(2)] == [2, 2]
    assert leases.holder(redis, P).attempt == 2


def test_a_new_attempt_is_no_one_elses(redis: Redis, registered: League) -> None:
    leases.take(redis, P, "a", 10, now=100)
    leases.take(redis, P, "b", 10, now=110)
    with pytest.raises(StaleAttempt):
        leases.next_attempt(redis, P, "a", 1)
    assert leases.holder(redis, P).attempt == 2


def test_a_released_lease_is_free_and_stays_so(redis: Redis, registered: League) -> None:
    leases.take(redis, P, "a", 10, now=100)
    leases.release(redis, P, 1)
    assert not leases.beat(redis, P, "a", 10, now=101)
    with pytest.raises(StaleAttempt):
        leases.next_attempt(redis, P, "a", 1)
    assert leases.take(redis, P, "b", 10, now=101) == 2
    leases.release(redis, P, 1)
    assert leases.holder(redis, P).held(102)


def test_finished_and_unknown_pairings_cannot_be_taken(redis: Redis, registered: League) -> None:
    leases.take(redis, P, "a", 10, now=100)
    assert registered.record_all(P, 1) == [True, True]
    assert leases.take(redis, P, "b", 10, now=999) is None
    assert leases.take(redis, "nothing", "b", 10, now=999) is None
    assert [each.finished for each in leases.holders(redis, [P, "cup-00002"])] == [True, False]
    assert leases.holders(redis, []) == []


def test_without_a_time_the_servers_counts(redis: Redis, registered: League) -> None:
    now = leases.server_time(redis)
    leases.take(redis, P, "a", 50)
    assert now + 49 < leases.holder(redis, P).expires < now + 60
    assert leases.take(redis, P, "b", 50) is None
    leases.beat(redis, P, "a", 500)
    assert leases.holder(redis, P).expires > now + 490
