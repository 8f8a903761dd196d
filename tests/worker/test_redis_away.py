"""What is borne while Redis is away: with a clock and a store that the test moves."""

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError

from tests.worker.fakes import entry
from worker.interrupt import Interrupt, Interrupted
from worker.journal_buffer import Entries, JournalBuffer
from worker.patience import RedisAway, patiently


class Store:
    """Keeps entries by ply, as the league's journal does, when it is there."""

    def __init__(self) -> None:
        self.away = False
        self.answers_lost = False
        self.now = 100.0
        self.kept: dict[int, str] = {}
        self.writes = 0

    def write(self, entries: Entries) -> None:
        self.writes += 1
        if self.away:
            raise RedisConnectionError("connection refused")
        for each in entries:
            self.kept[each.ply] = each.move
        if self.answers_lost:
            raise RedisConnectionError("connection reset")

    def buffer(self, patience: float = 30.0) -> JournalBuffer:
        return JournalBuffer(self.write, patience, lambda: self.now)


def test_a_batch_is_written_at_once() -> None:
    store = Store()
    store.buffer().append([entry(0), entry(1)])
    assert list(store.kept) == [0, 1]


def test_what_came_while_it_was_away_is_written_in_order_when_it_is_back() -> None:
    store = Store()
    buffer = store.buffer()
    store.away = True
    for ply in range(10):
        buffer.append([entry(ply)])
        store.now += 0.1
    assert store.writes == 1, "a store that is away is not asked with every batch"
    store.away = False
    store.now += 1.0
    buffer.append([entry(10)])
    assert list(store.kept) == list(range(11))


def test_a_lost_answer_neither_loses_nor_doubles() -> None:
    store = Store()
    buffer = store.buffer()
    store.answers_lost = True
    buffer.append([entry(0)])
    store.answers_lost = False
    store.now += 2
    buffer.append([entry(1)])
    assert store.kept == {0: "m0", 1: "m1"}


def test_patience_ends() -> None:
    store = Store()
    buffer = store.buffer(patience=30.0)
    store.away = True
    buffer.append([entry(0)])
    store.now += 29
    buffer.append([entry(1)])
    store.now += 2
    with pytest.raises(RedisAway, match="for 30 s: connection refused"):
        buffer.append([entry(2)])


def test_patience_starts_anew_after_it_was_back() -> None:
    store = Store()
    buffer = store.buffer(patience=30.0)
    for _ in range(3):
        store.away = True
        buffer.append([entry(0)])
        store.now += 20
        store.away = False
        buffer.append([entry(1)])
        store.now += 20
    assert list(store.kept) == [0, 1]


def test_a_flush_raises_and_keeps_what_it_could_not_write() -> None:
    store = Store()
    buffer = store.buffer()
    store.away = True
    buffer.append([entry(0)])
    with pytest.raises(RedisConnectionError):
        buffer.flush()
    store.away = False
    buffer.flush()
    assert list(store.kept) == [0]


def test_a_call_is_made_until_redis_answers() -> None:
    failures = iter([RedisConnectionError("loading"), RedisConnectionError("refused")])

    def call() -> int:
        for failure in failures:
            raise failure
        return 42

    assert patiently(call, 30, Interrupt()) == 42


def test_a_call_is_not_made_for_ever() -> None:
    def call() -> None:
        raise RedisConnectionError("refused")

    with pytest.raises(RedisAway, match="refused"):
        patiently(call, 0, Interrupt())


def test_an_error_that_does_not_pass_is_raised() -> None:
    def call() -> None:
        raise ResponseError("OOM")

    with pytest.raises(ResponseError):
        patiently(call, 30, Interrupt())


def test_an_interrupt_ends_the_patience() -> None:
    interrupt = Interrupt()

    def call() -> None:
        interrupt.set("stop")
        raise RedisConnectionError("refused")

    with pytest.raises(Interrupted):
        patiently(call, 30, interrupt)
