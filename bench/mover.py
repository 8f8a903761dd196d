"""AChess agents for bench/realtime.py, in a process of their own: `python -m bench.mover ADDRESS`.

A `wanderer` orders one of its pieces somewhere every now and then, and checks that each order
took effect on the tick that its stamp says. A `duellist` waits for the snapshot of a certain
time, thinks for a moment of chance, and orders its rook at the rival's king: whoever's order
counts first has won. `--delay MS` makes the way to the agent, and the way back, so much longer.
`--report FILE` takes the counts when the process is stopped.
"""

import argparse
import asyncio
import json
import random
import signal
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc.aio

from arena.v1 import agent_pb2, agent_pb2_grpc

SIGNAL_MS = 1000
_PIECES = 16
_DUEL = {0: (0, "a8"), 1: (3, "h1")}  # each seat's rook, and where the rival's king stands
_LONGEST_THOUGHT_S = 0.1

Outgoing = asyncio.Queue[agent_pb2.PlayResponse | None]


@dataclass
class Counts:
    """What was seen, of all matches."""

    orders: int = 0
    answered: int = 0
    wrong_tick: int = 0


@dataclass
class Seat:
    """One match of an agent: what it heard, and how it answers."""

    out: Outgoing
    counts: Counts
    every: float
    tick_ms: int = 50
    number: int = 0
    seat: int = 0
    times: dict[int, int] = field(default_factory=dict)  # of events, by sequence
    wandering: asyncio.Task[None] | None = None

    async def wander(self) -> None:
        """Orders pieces about for ever."""
        while True:
            await asyncio.sleep(self.every * 2 * random.random())
            square = random.choice("abcdefgh") + random.choice("12345678")
            self.order(self.seat * _PIECES + random.randrange(_PIECES), square)

    async def duel(self) -> None:
        """Draws, after a moment."""
        await asyncio.sleep(random.uniform(0, _LONGEST_THOUGHT_S))
        self.order(*_DUEL[self.seat])

    def order(self, piece: int, to: str) -> None:
        self.number += 1
        self.counts.orders += 1
        order = agent_pb2.Order(order_id=self.number, piece=piece, to=to)
        self.out.put_nowait(agent_pb2.PlayResponse(order=order))

    def check(self, reply: agent_pb2.OrderReply) -> None:
        """An order that was stamped takes effect on the first tick from then on."""
        if reply.sequence:
            self.counts.answered += 1
            tick = -(-reply.stamp_ms // self.tick_ms) * self.tick_ms
            self.counts.wrong_tick += self.times[reply.sequence] != tick


class Mover(agent_pb2_grpc.AgentServiceServicer):
    """Serves any number of matches."""

    def __init__(self, habit: str, every: float, delay: float, counts: Counts) -> None:
        self._habit = habit
        self._every = every
        self._delay = delay
        self._counts = counts

    async def Play(  # noqa: N802
        self, requests: AsyncIterator[agent_pb2.PlayRequest], context: Any
    ) -> AsyncIterator[agent_pb2.PlayResponse]:
        out: Outgoing = asyncio.Queue()
        seat = Seat(out, self._counts, self._every)
        reading = asyncio.create_task(self._read(requests, seat))
        try:
            while (response := await out.get()) is not None:
                yield response
        finally:
            reading.cancel()
            if seat.wandering is not None:
                seat.wandering.cancel()

    async def _read(self, requests: AsyncIterator[agent_pb2.PlayRequest], seat: Seat) -> None:
        out, far = seat.out, seat.out
        if self._delay:
            far = asyncio.Queue()
            seat.out = far  # what is answered goes the long way
            returning = asyncio.create_task(_carry(far, out, self._delay))
        async for request in requests:
            if self._delay:
                asyncio.get_running_loop().call_later(self._delay, self._hear, request, seat)
            else:
                self._hear(request, seat)
        if self._delay:
            await asyncio.sleep(2 * self._delay)
            returning.cancel()
        out.put_nowait(None)

    def _hear(self, request: agent_pb2.PlayRequest, seat: Seat) -> None:
        match request.WhichOneof("message"):
            case "start":
                seat.seat = request.start.seat
                seat.tick_ms = int(request.start.config["tick_ms"])
                seat.out.put_nowait(agent_pb2.PlayResponse(ready=agent_pb2.Ready(name="mover")))
            case "ping":
                pong = agent_pb2.Pong(nonce=request.ping.nonce)
                seat.out.put_nowait(agent_pb2.PlayResponse(pong=pong))
            case "snapshot":
                self._begin(seat, request.snapshot.time_ms)
            case "events":
                for place in range(len(request.events.events)):
                    seat.times[request.events.sequence + place] = request.events.time_ms
            case "order_reply":
                seat.check(request.order_reply)

    def _begin(self, seat: Seat, time_ms: int) -> None:
        if self._habit == "wanderer" and seat.wandering is None:
            seat.wandering = asyncio.create_task(seat.wander())
        elif self._habit == "duellist" and time_ms == SIGNAL_MS:
            seat.wandering = asyncio.create_task(seat.duel())


async def _carry(far: Outgoing, out: Outgoing, delay: float) -> None:
    """Takes each message to `out`, `delay` seconds later."""
    deliver: Callable[[agent_pb2.PlayResponse | None], None] = out.put_nowait
    while True:
        asyncio.get_running_loop().call_later(delay, deliver, await far.get())


async def serve(address: str, mover: Mover) -> None:
    """Serves until the process is asked to stop."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    server = grpc.aio.server()
    agent_pb2_grpc.add_AgentServiceServicer_to_server(mover, server)  # type: ignore[no-untyped-call]
    server.add_insecure_port(address)
    await server.start()
    await stop.wait()
    await server.stop(None)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--habit", choices=("wanderer", "duellist"), default="wanderer")
    parser.add_argument("--every", type=float, default=0.5, help="seconds between orders")
    parser.add_argument("--delay", type=float, default=0.0, metavar="MS", help="each way")
    parser.add_argument("--report", type=Path)
    arguments = parser.parse_args()
    counts = Counts()
    mover = Mover(arguments.habit, arguments.every, arguments.delay / 1000, counts)
    asyncio.run(serve(arguments.address, mover))
    if arguments.report:
        arguments.report.write_text(json.dumps(vars(counts)))
