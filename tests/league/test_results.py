import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest
from redis import Redis

from league import leases, rater, results, tournaments
from league.errors import InvalidTournament, StaleAttempt, UnknownMatch, UnknownTournament
from league.pairing import Pairing
from league.pool import pool_of
from league.ratings import MatchResult, fold
from league.schedule import round_robin
from league.store import connect
from league.tournament import Tournament
from league.verify import verify
from tests.league.scripted import League, play

pytestmark = pytest.mark.redis
P, M = "cup-00001", "cup-00001.1"


def play_all(league: League) -> None:
    for pairing_id in league.pairings:
        attempt = leases.take(league.redis, pairing_id, "a", 10, now=100)
        assert attempt is not None
        league.record_all(pairing_id, attempt)


def pool(league: League) -> str:
    return pool_of(league.pairings[P])


def test_a_result_is_recorded_once(redis: Redis, registered: League) -> None:
    pairing = registered.pairings[P]
    leases.take(redis, P, "a", 10, now=100)
    assert registered.record(pairing, pairing.seatings[0], 1)
    assert not registered.record(pairing, pairing.seatings[0], 1)
    assert not registered.record(pairing, pairing.seatings[0], 99)
    assert redis.xlen(f"arena:pool:{pool(registered)}:results") == 1
    assert tournaments.progress(redis, "cup").finished == 1
    assert results.over(redis, P) == {M: ""}
    assert results.is_over(redis, M)
    assert not results.is_over(redis, "cup-00001.2")


def test_a_stale_attempt_records_nothing(redis: Redis, registered: League) -> None:
    pairing = registered.pairings[P]
    leases.take(redis, P, "a", 10, now=100)
    leases.take(redis, P, "b", 10, now=200)
    with pytest.raises(StaleAttempt):
        registered.record(pairing, pairing.seatings[0], 1)
    assert rater.pools(redis) == []
    assert tournaments.progress(redis, "cup").finished == 0
    with pytest.raises(UnknownMatch):
        results.read(redis, M)
    assert registered.record(pairing, pairing.seatings[0], 2)


def test_of_many_reports_at_once_one_counts(redis_url: str, registered: League) -> None:
    pairing = registered.pairings[P]
    leases.take(registered.redis, P, "a", 10, now=100)
    record = play(pairing, pairing.seatings[0])
    answers: list[bool] = []
    begin = threading.Barrier(8)

    def report() -> None:
        with closing(connect(redis_url)) as own:
            begin.wait()
            answers.append(results.record(own, pool(registered), record, P, 1))

    threads = [threading.Thread(target=report) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [False] * 7 + [True]
    assert registered.redis.xlen(f"arena:pool:{pool(registered)}:results") == 1


def test_records_come_back_whole_and_sound(redis: Redis, registered: League) -> None:
    play_all(registered)
    pairing = registered.pairings[P]
    assert results.read(redis, M) == play(pairing, pairing.seatings[0])
    heads = list(results.heads(redis, "cup"))
    assert [head.match for head in heads] == [
        s.match_id for p in registered.pairings.values() for s in p.seatings
    ]
    assert all(head.moves == () for head in heads)
    assert all(verify(results.read(redis, head.match)) == [] for head in heads)


def test_the_last_match_finishes_the_pairing(redis: Redis, registered: League) -> None:
    assert tournaments.unfinished(redis, "cup") == ["cup-00001", "cup-00002", "cup-00003"]
    assert tournaments.unfinished(redis, "cup", 2) == ["cup-00001", "cup-00002"]
    assert tournaments.pairing(redis, "cup-00002") == registered.pairings["cup-00002"]
    leases.take(redis, "cup-00002", "a", 10, now=100)
    registered.record_all("cup-00002", 1)
    assert tournaments.unfinished(redis, "cup") == ["cup-00001", "cup-00003"]
    assert tournaments.pairing(redis, "cup-00002") is None
    assert tournaments.progress(redis, "cup") == tournaments.Progress(6, 2, 0, 3, 1)


def test_a_match_that_cannot_be_played_is_nobodys_loss(redis: Redis, registered: League) -> None:
    pairing = registered.pairings[P]
    leases.take(redis, P, "a", 10, now=100)
    with pytest.raises(StaleAttempt):
        results.unplayable(redis, P, M, "5 void attempts", 2)
    assert results.unplayable(redis, P, M, "5 void attempts", 1)
    assert not results.unplayable(redis, P, M, "again", 1)
    assert not registered.record(pairing, pairing.seatings[0], 1)
    assert registered.record(pairing, pairing.seatings[1], 1)
    assert results.over(redis, P) == {M: "5 void attempts", "cup-00001.2": ""}
    assert results.given_up(redis, "cup") == {M: "5 void attempts"}
    assert tournaments.progress(redis, "cup") == tournaments.Progress(6, 1, 1, 3, 1)
    assert P not in tournaments.unfinished(redis, "cup")


def test_registering_again_goes_on(redis: Redis, registered: League, cup: Tournament) -> None:
    leases.take(redis, P, "a", 10, now=100)
    registered.record_all(P, 1)
    assert not tournaments.register(redis, cup, round_robin(cup))
    assert tournaments.unfinished(redis, "cup") == ["cup-00002", "cup-00003"]
    assert tournaments.definition(redis, "cup") == cup
    assert tournaments.names(redis) == ["cup"]


def test_a_registration_that_broke_off_is_completed(redis: Redis, cup: Tournament) -> None:
    pairings = list(round_robin(cup))

    def broken() -> Iterator[Pairing]:
        yield from pairings[:2]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tournaments.register(redis, cup, broken())
    assert not tournaments.register(redis, cup, pairings)
    assert tournaments.unfinished(redis, "cup") == [each.pairing_id for each in pairings]
    assert tournaments.progress(redis, "cup").pairings == 3


def test_another_tournament_of_the_same_name_is_refused(
    redis: Redis, registered: League, cup: Tournament
) -> None:
    with pytest.raises(InvalidTournament, match="'cup' is registered with another"):
        tournaments.register(redis, replace(cup, time="20"), [])
    assert tournaments.definition(redis, "cup") == cup


def test_unknown_names_list_those_there_are(redis: Redis, registered: League) -> None:
    for ask in (tournaments.progress, tournaments.definition):
        with pytest.raises(UnknownTournament, match="unknown tournament 'cap'; there are: cup"):
            ask(redis, "cap")


def test_ratings_equal_their_rebuild_whatever_the_batches(redis: Redis, registered: League) -> None:
    play_all(registered)
    name = pool(registered)
    assert rater.fold_new(redis, name, batch=2) == 6
    assert rater.fold_new(redis, name) == 0
    expected = fold({}, map(MatchResult.of, results.heads(redis, "cup")))
    assert rater.ratings(redis, name) == expected == rater.rebuild(redis, name, batch=5)
    assert list(redis.scan_iter("*rebuild*")) == []
    assert {tally.matches for tally in expected.values()} == {4}


def test_two_raters_at_once_fold_every_result_once(redis_url: str, registered: League) -> None:
    play_all(registered)
    name = pool(registered)
    folded: list[int] = []
    begin = threading.Barrier(4)

    def rate() -> None:
        with closing(connect(redis_url)) as own:
            begin.wait()
            folded.append(rater.fold_new(own, name, batch=1))

    threads = [threading.Thread(target=rate) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(folded) == 6
    assert rater.ratings(registered.redis, name) == rater.rebuild(registered.redis, name)


def test_a_tournament_has_a_name_only_once_all_of_it_is_there(
    redis: Redis, cup: Tournament
) -> None:
    def pairings() -> Iterator[Pairing]:
        for each in round_robin(cup):
            assert tournaments.names(redis) == []
            yield each

    assert tournaments.register(redis, cup, pairings())
    assert tournaments.names(redis) == ["cup"]
    assert tournaments.progress(redis, "cup").matches == 6
