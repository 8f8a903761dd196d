import pytest
from redis import Redis

from league import leader, leases
from league.director import Director
from tests.league.scripted import League

pytestmark = pytest.mark.redis
ALL = ["cup-00001", "cup-00002", "cup-00003"]


def play_pairing(league: League, pairing_id: str, now: float) -> None:
    attempt = leases.take(league.redis, pairing_id, f"worker {now}", 10, now=now)
    assert attempt is not None
    league.record_all(pairing_id, attempt)


def test_a_tournament_is_played_to_its_end(redis: Redis, registered: League) -> None:
    queue: list[str] = []
    director = Director(redis, queue.append, "cup", window=2)
    played, now = [], 100.0
    while not director.done:
        director.tick(now)
        assert len(queue) <= 2
        if queue:
            played.append(queue.pop(0))
            play_pairing(registered, played[-1], now)
        now += 1
    assert played == ALL


def test_a_pairing_is_sent_once_while_it_is_at_work(redis: Redis, registered: League) -> None:
    queue: list[str] = []
    director = Director(redis, queue.append, "cup", patience=60)
    assert director.tick(100) == 3
    leases.take(redis, ALL[0], "worker", 15, now=101)
    assert director.tick(110) == 0
    assert director.tick(117) == 1
    assert queue == [*ALL, ALL[0]]
    assert director.tick(159) == 0
    assert director.tick(160) == 2
    assert queue[4:] == ALL[1:]


def test_one_director_leads_and_another_takes_over(redis: Redis, registered: League) -> None:
    first, second = list[str](), list[str]()
    one, two = Director(redis, first.append, "cup"), Director(redis, second.append, "cup")
    one.tick(100)
    two.tick(101)
    assert first == ALL
    assert second == []
    two.tick(111)  # the first has been silent for longer than its lead lasts
    assert (one.token or 0) < (two.token or 0)
    assert second == ALL
    one.tick(112)
    assert first == ALL
    two.close()
    before = two.token or 0
    one.tick(113)
    assert (one.token or 0) > before


def test_a_new_director_finds_the_dead_ones_work(redis: Redis, registered: League) -> None:
    Director(redis, list[str]().append, "cup").tick(100)
    leases.take(redis, ALL[0], "worker", 60, now=100)
    queue: list[str] = []
    director = Director(redis, queue.append, "cup")
    director.tick(120)
    assert queue == ALL[1:]
    director.tick(161)
    assert queue == [*ALL[1:], ALL[0]]


def test_a_finished_tournament_is_done_at_once(redis: Redis, registered: League) -> None:
    for pairing_id in ALL:
        play_pairing(registered, pairing_id, 100)
    director = Director(redis, list[str]().append, "cup")
    assert not director.done
    assert director.tick() == 0
    assert director.done


def test_only_the_leader_can_step_down(redis: Redis) -> None:
    assert leader.lead(redis, "role", "a", 10, now=100) == 1
    leader.step_down(redis, "role", "b")
    assert leader.lead(redis, "role", "b", 10, now=101) is None
    assert leader.lead(redis, "role", "a", 10, now=105) == 1
    leader.step_down(redis, "role", "a")
    assert leader.lead(redis, "role", "b", 10) == 2
