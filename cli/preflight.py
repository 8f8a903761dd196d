"""Is every agent there, and does it get ready? Asked before anything is recorded."""

import contextlib
from collections.abc import Iterable, Iterator, Sequence

import grpc

from arena.v1 import agent_pb2, agent_pb2_grpc
from arena_games import get_real_time_game, get_rules, is_real_time
from arena_sdk.agents import parse as parse_reference
from cli.errors import UserError
from cli.naming import is_submitted
from cli.output import spinner
from league.agents import AgentSpec
from worker.host_settings import load_sandbox_settings
from worker.interrupt import Interrupt
from worker.introduction import real_time_start
from worker.sandbox import Sandbox, start_sandbox


def check_names(texts: Iterable[str], game: str) -> None:
    """Checks what can be known of agents without running them; of submitted ones nothing.

    Raises InvalidAgent, UnknownAgent, InvalidParameter, or UserError for a reference
    agent that does not play the game.
    """
    for text in texts:
        agent = AgentSpec.parse(text)
        if agent.kind == "reference" and not is_submitted(text):
            entry = parse_reference(agent.target).entry
            if not entry.plays(game):
                games = ", ".join(entry.games) or "games with turns"
                raise UserError(
                    f"agent {entry.name} does not play {game}, but {games}; "
                    "`arena agents` lists who plays what"
                )


def check_ready(texts: Sequence[str], game: str, seconds: float) -> None:
    """Runs each agent once until it says Ready. Raises SandboxError or UserError."""
    with spinner() as say:
        for text in dict.fromkeys(texts):
            say(f"checking that {text} gets ready")
            with _running(AgentSpec.parse(text), seconds) as sandbox:
                _introduce(sandbox.address, text, game, seconds)


@contextlib.contextmanager
def _running(agent: AgentSpec, seconds: float) -> Iterator[Sandbox]:
    sandbox = start_sandbox(agent, settings=load_sandbox_settings(), log_path=None)
    try:
        sandbox.wait_ready(seconds, Interrupt())
        yield sandbox
    finally:
        sandbox.stop()


def _introduce(address: str, text: str, game: str, seconds: float) -> None:
    start = _start(game)
    with grpc.insecure_channel(address) as channel:
        stub = agent_pb2_grpc.AgentServiceStub(channel)  # type: ignore[no-untyped-call]
        call = stub.Play(
            iter([agent_pb2.PlayRequest(start=start)]), timeout=seconds, wait_for_ready=True
        )
        try:
            first = next(call)
        except StopIteration:
            raise UserError(f"agent {text} closed its stream without saying Ready") from None
        except grpc.RpcError as error:
            raise UserError(
                f"agent {text} did not say Ready within {seconds:g} s "
                f"({error.code().name.lower()}: {error.details()})"
            ) from None
        finally:
            call.cancel()
    if not first.HasField("ready"):
        raise UserError(f"agent {text}: its first message was not Ready")


def _start(game: str) -> agent_pb2.Start:
    """The Start of a match that will not be played."""
    match_id, rules = "introduction", get_rules(game)
    if is_real_time(game):
        return real_time_start(match_id, game, get_real_time_game(game).start())
    return agent_pb2.Start(
        match_id=match_id,
        game=game,
        seat_names=list(rules.seat_names),
        time_control="60",
        position=rules.start().text(),
        clocks=[agent_pb2.Clock(left_us=60_000_000)] * rules.seats,
        pondering=agent_pb2.PONDERING_UNENFORCED,
    )
