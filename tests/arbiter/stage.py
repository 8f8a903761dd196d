"""A real arbiter and scripted agents over Unix sockets, on one stamped event loop."""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import grpc.aio

from arbiter.looptime import LoopClock, stamped_loop
from arbiter.server import ArbiterConfig, RunningArbiter, start_arbiter
from arena.v1 import agent_pb2, arbiter_pb2, arbiter_pb2_grpc
from tests.arbiter.faulty import Agent, Script, serve

T = TypeVar("T")


@dataclass
class Played:
    """What RunMatch said."""

    started: arbiter_pb2.Started | None = None
    journal: list[arbiter_pb2.JournalEntry] = field(default_factory=list)
    logs: list[arbiter_pb2.AchessLog] = field(default_factory=list)
    finished: arbiter_pb2.Finished | None = None
    void: arbiter_pb2.Void | None = None

    def take(self, response: arbiter_pb2.RunMatchResponse) -> None:
        match response.WhichOneof("message"):
            case "started":
                self.started = response.started
            case "journal":
                self.journal.extend(response.journal.entries)
            case "achess_log":
                self.logs.append(response.achess_log)
            case "finished":
                self.finished = response.finished
            case "void":
                self.void = response.void

    @property
    def ended(self) -> tuple[str, int]:
        """The termination's name and the seat at fault."""
        assert self.finished is not None, self.void
        name = wire_name(self.finished.termination)
        return name, self.finished.at_fault


def wire_name(termination: int) -> str:
    """The name of a termination on the wire, without its prefix."""
    return str(agent_pb2.Termination.Name(termination)).removeprefix("TERMINATION_")


@dataclass
class Stage:
    """The arbiter, its stub, and a folder for sockets."""

    arbiter: RunningArbiter
    stub: Any
    folder: Path
    servers: list[grpc.aio.Server] = field(default_factory=list)

    async def agent(self, script: Script) -> tuple[Agent, str]:
        """A serving agent, and its address."""
        agent = Agent(script)
        address = f"unix:{self.folder}/agent{len(self.servers)}"
        self.servers.append(await serve(agent, address))
        return agent, address

    async def play(
        self,
        scripts: Sequence[Script],
        *,
        sandboxed: bool = True,
        also: Sequence[arbiter_pb2.RunMatchRequest] = (),
        **spec: Any,
    ) -> tuple[Played, list[Agent]]:
        """Plays one match of the toy game between scripts."""
        agents, seats = [], []
        for number, script in enumerate(scripts):
            agent, address = await self.agent(script)
            agents.append(agent)
            seats.append(
                arbiter_pb2.SeatSpec(name=f"s{number}", address=address, sandboxed=sandboxed)
            )
        return await self.run(match_spec(seats, **spec), also), agents

    async def run(
        self,
        spec: arbiter_pb2.MatchSpec,
        also: Sequence[arbiter_pb2.RunMatchRequest] = (),
        until: Callable[[Played], bool] = lambda played: False,
        hold: Callable[[], bool] = lambda: False,
    ) -> Played:
        """Calls RunMatch and hears it out, or hangs up when `until` holds. What is said
        `also` waits while `hold` holds."""
        played = Played()
        hang_up = asyncio.Event()

        async def requests() -> AsyncIterator[arbiter_pb2.RunMatchRequest]:
            yield arbiter_pb2.RunMatchRequest(spec=spec)
            while hold():
                await asyncio.sleep(0)
            for request in also:
                yield request
            await hang_up.wait()

        call = self.stub.RunMatch(requests())
        try:
            async for response in call:
                played.take(response)
                if until(played):
                    break
        finally:
            hang_up.set()
            call.cancel()
        return played


def match_spec(seats: Sequence[arbiter_pb2.SeatSpec], **changes: Any) -> arbiter_pb2.MatchSpec:
    """A match of the toy game; `changes` replaces fields."""
    fields: dict[str, Any] = {
        "match_id": "m",
        "attempt": 1,
        "game": "toy",
        "time_control": "60",
        "start_limit_us": 5_000_000,
        "seats": seats,
        **changes,
    }
    return arbiter_pb2.MatchSpec(**fields)


def run_on_stage(scenario: Callable[[Stage], Awaitable[T]], capacity: int = 256) -> T:
    """Runs a scenario against a fresh arbiter, and takes everything down again."""
    loop, clock = stamped_loop()
    asyncio.set_event_loop(loop)
    with contextlib.closing(loop):
        return loop.run_until_complete(_perform(scenario, clock, capacity))


async def _perform(scenario: Callable[[Stage], Awaitable[T]], clock: LoopClock, capacity: int) -> T:
    with tempfile.TemporaryDirectory() as folder:
        arbiter = await start_arbiter(ArbiterConfig(f"unix:{folder}/arbiter", capacity), clock)
        channel = grpc.aio.insecure_channel(arbiter.address)
        stub = arbiter_pb2_grpc.ArbiterServiceStub(channel)  # type: ignore[no-untyped-call]
        stage = Stage(arbiter, stub, Path(folder))
        try:
            return await scenario(stage)
        finally:
            await channel.close()
            await arbiter.stop()
            for server in stage.servers:
                await server.stop(None)
