"""The arbiter's side of AChess, as small as it can be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, fields
from typing import Any

from arena.v1 import agent_pb2
from arena_games.achess import START, AchessConfig, Event, Order, Reject, Simulation, Start
from tests.arena_sdk.referee import Line, calling

REAL_TIME = agent_pb2.ACHESS_MODE_REAL_TIME
LOCK_STEP = agent_pb2.ACHESS_MODE_LOCK_STEP
_NAMES = {"first": "first_ms", "origin": "from"}


def start(simulation: Simulation, seat: int = 0, **fields: Any) -> dict[str, Any]:
    """What a Start says of a match as it stands."""
    return {
        "game": "achess",
        "seat": seat,
        "config": simulation.config.to_texts(),
        "position": simulation.text(),
        "achess_mode": REAL_TIME,
        "time_control": "realtime",
    } | fields


def events(sequence: int, happened: Sequence[Event]) -> agent_pb2.Events:
    """The Events of one instant."""
    time = happened[0].t
    return agent_pb2.Events(sequence=sequence, time_ms=time, events=map(_event, happened))


def _event(event: Event) -> agent_pb2.AchessEvent:
    told = {each.name: getattr(event, each.name) for each in fields(event)[1:]}
    return agent_pb2.AchessEvent(
        kind=f"KIND_{event.e.upper()}",
        **{_NAMES.get(name, name): value for name, value in told.items()},
    )


def snapshot(simulation: Simulation, sequence: int) -> agent_pb2.Snapshot:
    return agent_pb2.Snapshot(
        sequence=sequence,
        time_ms=simulation.time,
        state=simulation.text(),
        hash=simulation.hash(),
    )


def instants(happened: Sequence[Event]) -> Iterable[list[Event]]:
    """The events, an instant at a time."""
    for time in sorted({event.t for event in happened}):
        yield [event for event in happened if event.t == time]


def fresh() -> Simulation:
    """A match at its start."""
    return Simulation(AchessConfig(max_ms=60_000), 7)


def begin(line: Line, simulation: Simulation, **fields: Any) -> agent_pb2.Ready:
    """Opens a stream in real time, and has the match begin."""
    ready = line.open(**start(simulation, **fields))
    line.send(snapshot=snapshot(simulation, fields.get("sequence", 0)))
    return ready


def tell(line: Line, happened: Sequence[Event], sequence: int = 1) -> int:
    """Sends events; the number of the last."""
    for instant in instants(happened):
        line.send(events=events(sequence, instant))
        sequence += len(instant)
    return sequence - 1


def ask_ticks(line: Line, times: Sequence[int]) -> list[tuple[list[str], int, int]]:
    """Orders, declared thinking and rest of each tick."""
    asked = []
    for time in times:
        line.send(tick_over=agent_pb2.TickOver(time_ms=time))
        orders = []
        while (answer := line.read()).WhichOneof("message") == "order":
            orders.append(f"{answer.order.piece}{answer.order.to}")
        done = answer.tick_done
        assert done.time_ms == time
        asked.append((orders, done.thinking_ms, done.rest_until_ms))
    return asked


@dataclass
class LockStepMatch:
    """Plays a match in lock-step with the agents at two addresses."""

    config: AchessConfig = field(default_factory=AchessConfig)
    seed: int = 1
    position: str = START
    snapshot_ms: int = 0
    log: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    ticks: int = 0

    def play(self, addresses: Sequence[str]) -> Simulation:
        """The match at its end."""
        self.simulation = Simulation(self.config, self.seed, self.position)
        self._sequence = 0
        self._rests = [0, 0]
        options = {"position": self.position, "snapshot_ms": str(self.snapshot_ms)}
        with ExitStack() as stack:
            self._lines = [stack.enter_context(calling(address)) for address in addresses]
            for seat, line in enumerate(self._lines):
                ready = line.open(
                    **start(
                        self.simulation,
                        seat,
                        seed=self.seed + seat,
                        options=options,
                        achess_mode=LOCK_STEP,
                    )
                )
                assert ready.name
            happened = True
            while not self.simulation.over:
                happened = self._tick(happened)
            outcome = self.simulation.outcome()
            assert outcome is not None
            for line in self._lines:
                line.send(finish=agent_pb2.Finish(scores=outcome.scores, at_fault=-1))
                line.close()
        return self.simulation

    def _tick(self, happened: bool) -> bool:
        time = self.simulation.time
        given: list[tuple[int, agent_pb2.Order]] = []
        for seat, line in enumerate(self._lines):
            if happened or self._rests[seat] <= time:
                self.ticks += 1
                given += [(seat, order) for order in self._ask(seat, line, time)]
        for seat, order in given:
            ordered = Order(time + 1, "wb"[seat], order.piece, order.to, order.promotion or "Q")
            self.simulation.submit(ordered)
            self.log.append(str(ordered))
        return self._decide(time, given)

    def _ask(self, seat: int, line: Line, time: int) -> Iterable[agent_pb2.Order]:
        line.send(tick_over=agent_pb2.TickOver(time_ms=time))
        while True:
            answer = line.read()
            if answer.WhichOneof("message") == "tick_done":
                assert answer.tick_done.time_ms == time
                self._rests[seat] = answer.tick_done.rest_until_ms
                return
            yield answer.order

    def _decide(self, time: int, given: Sequence[tuple[int, agent_pb2.Order]]) -> bool:
        tick, wanted = self.config.tick_ms, min(self._rests)
        if (instant := self.simulation.next_instant) is not None:
            wanted = min(wanted, instant)
        if self.snapshot_ms:
            wanted = min(wanted, time - time % self.snapshot_ms + self.snapshot_ms)
        happened = self.simulation.advance(max(-(-wanted // tick) * tick, time + tick))
        for instant_events in instants(happened):
            for line in self._lines:
                line.send(events=events(self._sequence + 1, instant_events))
            self._sequence += len(instant_events)
        self._reply(happened, given)
        if self.snapshot_ms and time // self.snapshot_ms < self.simulation.time // self.snapshot_ms:
            for line in self._lines:
                line.send(snapshot=snapshot(self.simulation, self._sequence))
        self.texts.append(self.simulation.text())
        return bool(happened)

    def _reply(
        self, happened: Sequence[Event], given: Sequence[tuple[int, agent_pb2.Order]]
    ) -> None:
        told = [event for event in happened if isinstance(event, Start | Reject)]
        for seat, order in given:
            answer = next((event for event in told if event.piece == order.piece), None)
            if answer is None:
                continue  # the match ended before it took effect
            told.remove(answer)
            why = answer.why if isinstance(answer, Reject) else ""
            verdict = agent_pb2.OrderReply.VERDICT_STARTED
            if why:
                verdict = agent_pb2.OrderReply.VERDICT_REJECTED
            self._lines[seat].send(
                order_reply=agent_pb2.OrderReply(
                    order_id=order.order_id, verdict=verdict, why=why, stamp_ms=answer.t
                )
            )
