"""Submitted agents in a real Redis."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import FrozenInstanceError, replace

import pytest
from redis import Redis

from league import keys, submissions
from league.errors import InvalidSubmission, UnknownSubmission
from league.store import connect
from league.submissions import Submission

REPORTS = {"joust": {"passed": True}}


def submission(name: str = "mine", runs: str = "cmd:/bots/mine") -> Submission:
    return Submission(name, ("joust",), runs, "cmd:./mine", "2026-01-01T00:00:00+00:00")


@pytest.mark.redis
class TestStored:
    def test_versions_count_from_one_and_keep_what_was_submitted(self, redis: Redis) -> None:
        first, second = submission(runs="cmd:/one"), submission(runs="cmd:/two")
        assert submissions.submit(redis, first, REPORTS).text == "mine@1"
        assert submissions.submit(redis, second, {"joust": {"passed": True, "n": 2}}).number == 2
        assert submissions.get(redis, "mine", 1).submission == first
        assert submissions.get(redis, "mine").submission == second
        assert submissions.get(redis, "mine").text == "mine@2"
        reports = [submissions.reports(redis, each) for each in submissions.versions(redis, "mine")]
        assert reports == [REPORTS, {"joust": {"passed": True, "n": 2}}]

    def test_each_name_counts_for_itself(self, redis: Redis) -> None:
        for name in ("mine", "other", "mine"):
            submissions.submit(redis, submission(name), REPORTS)
        told = [each.text for each in submissions.everyone(redis)]
        assert told == ["mine@1", "mine@2", "other@1"]

    def test_one_that_is_sent_again_is_the_same_version(self, redis: Redis) -> None:
        again = submission()
        assert submissions.submit(redis, again, REPORTS).number == 1
        submissions.submit(redis, submission(), REPORTS)
        changed = replace(again, runs="cmd:/something/else")
        assert submissions.submit(redis, changed, {}).number == 1
        assert submissions.get(redis, "mine", 1).submission == again
        assert submissions.reports(redis, submissions.get(redis, "mine", 1)) == REPORTS

    def test_those_at_once_get_different_versions(self, redis: Redis, redis_url: str) -> None:
        def submit(number: int) -> tuple[int, str]:
            with closing(connect(redis_url)) as client:
                made = submissions.submit(client, submission(runs=f"cmd:/{number}"), REPORTS)
                return made.number, made.submission.runs

        with ThreadPoolExecutor(8) as pool:
            told = dict(pool.map(submit, range(24)))
        assert sorted(told) == list(range(1, 25))
        kept = submissions.versions(redis, "mine")
        assert {each.number: each.submission.runs for each in kept} == told

    def test_one_that_is_not_there_is_named_with_those_that_are(self, redis: Redis) -> None:
        submissions.submit(redis, submission(), REPORTS)
        with pytest.raises(UnknownSubmission, match=r"'mine@7'.*there are: mine@1$"):
            submissions.get(redis, "mine", 7)
        with pytest.raises(UnknownSubmission, match=r"'other'.*there are: mine$"):
            submissions.get(redis, "other")
        assert submissions.versions(redis, "other") == []

    def test_a_bad_name_stores_nothing(self, redis: Redis) -> None:
        with pytest.raises(InvalidSubmission):
            submissions.submit(redis, submission("a@b"), REPORTS)
        assert not redis.exists(keys.AGENTS)


@pytest.mark.parametrize("name", ["", "1st", "a b", "a:b", "a@1", "x" * 41, "täst", "cmd:", "a\n"])
def test_names_that_could_mean_something_else_are_refused(name: str) -> None:
    with pytest.raises(InvalidSubmission, match="a letter, then up to 39"):
        submissions.check_name(name)
    assert submissions.read_name(name) in (None, ("a", 1))


def test_reserved_names_are_refused() -> None:
    assert submissions.check_name("mine", ["greedy"]) == "mine"
    with pytest.raises(InvalidSubmission, match="'greedy' is that of a reference agent"):
        submissions.check_name("greedy", ["greedy"])


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("mine", ("mine", None)),
        ("my-bot_2@12", ("my-bot_2", 12)),
        ("mine@0", None),
        ("mine@", None),
        ("mine@x", None),
        ("mine:depth=3", None),
        ("cmd:./mine", None),
    ],
)
def test_how_a_version_is_named(text: str, read: tuple[str, int | None] | None) -> None:
    assert submissions.read_name(text) == read


def test_what_was_submitted_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        submission().runs = "cmd:/other"  # type: ignore[misc]
