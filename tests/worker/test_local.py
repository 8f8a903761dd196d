"""Pairings played here and now, against a scripted arbiter."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import grpc
import pytest

from league.pairing import Entrant
from tests.worker import fakes
from tests.worker.conftest import FOREVER, LISTEN, MakeBot
from tests.worker.fakes import FakeArbiter, FakeSandbox, Script
from worker.errors import PairingUnplayable
from worker.local import play_local
from worker.sandbox import Sandbox
from worker.settings import PlaySettings


def start(entrant: Entrant, copy: int) -> Sandbox:
    return FakeSandbox()


class Arbiters:
    """Makes arbiters, and stops them."""

    def __init__(self) -> None:
        self.made: list[FakeArbiter] = []

    def __call__(self, *scripts: Script) -> str:
        self.made.append(FakeArbiter(*scripts))
        return self.made[-1].address


@pytest.fixture
def arbiter() -> Iterator[Arbiters]:
    arbiters = Arbiters()
    yield arbiters
    for each in arbiters.made:
        each.stop()


def test_all_matches_come_as_records(arbiter: Arbiters, settings: PlaySettings) -> None:
    pairings = [fakes.pairing(number=number) for number in (1, 2, 3)]
    address = arbiter(fakes.finish(0, 1))
    records = list(play_local(pairings, address, 2, settings, start))
    assert sorted(record.match for record in records) == [
        f"cup-0000{number}.{match}" for number in (1, 2, 3) for match in (0, 1)
    ]
    assert all(record.moves == ("m0", "m1") for record in records)


def test_a_record_comes_before_the_next_match_is_over(
    arbiter: Arbiters, settings: PlaySettings
) -> None:
    records = play_local(
        [fakes.pairing()], arbiter(fakes.finish(), fakes.hang()), 1, settings, start
    )
    assert next(records).match == "cup-00001.0"
    records.close()


def test_a_match_is_resumed_after_a_void_attempt(arbiter: Arbiters, settings: PlaySettings) -> None:
    address = arbiter(fakes.spoil(0, 1), fakes.finish(2))
    records = list(play_local([fakes.pairing([(0, 1)])], address, 1, settings, start))
    assert [record.moves for record in records] == [("m0", "m1", "m2")]
    assert [len(spec.journal) for spec in arbiter.made[0].specs] == [0, 2]


def test_a_failure_breaks_off_everything_and_is_told(
    arbiter: Arbiters, settings: PlaySettings
) -> None:
    def script(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        if spec.match_id == "cup-00001.0":
            yield from fakes.hang()(spec, requests, context)
        context.abort(grpc.StatusCode.INVALID_ARGUMENT, "no such option")

    pairings = [fakes.pairing(number=number) for number in (1, 2)]
    records = play_local(pairings, arbiter(script), 2, settings, start)
    with pytest.raises(PairingUnplayable, match="the arbiter refused it: no such option"):
        list(records)


def test_real_bots_are_started_and_gone_in_the_end(
    arbiter: Arbiters, settings: PlaySettings, bot: MakeBot
) -> None:
    agents = [bot(LISTEN + "print('hello', flush=True)" + FOREVER) for _ in range(2)]
    pairing = replace(
        fakes.pairing(), entrants=(Entrant("a/b", agents[0]), Entrant("c", agents[1]))
    )
    records = list(play_local([pairing], arbiter(fakes.finish()), 1, settings))
    assert [record.seats[0].name for record in records] == ["a/b", "c"]
    assert settings.logs is not None
    logs = settings.logs / "cup-00001"
    assert sorted(path.name for path in logs.glob("*.log")) == ["0-a_b.log", "1-c.log"]
    assert (logs / "1-c.log").read_text() == "hello\n"
    specs = arbiter.made[0].specs
    assert [seat.address for seat in specs[1].seats] == [
        seat.address for seat in reversed(specs[0].seats)
    ]


def test_a_bot_that_is_not_there_is_named(arbiter: Arbiters, settings: PlaySettings) -> None:
    pairing = fakes.pairing(agents=("cmd:./no_such_bot", "random"))
    with pytest.raises(PairingUnplayable, match=r"no command '\./no_such_bot' in /"):
        list(play_local([pairing], arbiter(fakes.finish()), 1, settings))
