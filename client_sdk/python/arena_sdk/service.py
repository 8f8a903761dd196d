"""AgentService over a bot: every call of Play is one match, in a thread of its own."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from typing import Any, NoReturn, TypeAlias

import grpc

from arena.v1 import agent_pb2, agent_pb2_grpc
from arena_sdk import wire
from arena_sdk.bot import Bot, has_turns, is_live
from arena_sdk.errors import WrongGame
from arena_sdk.match import Course, Match

Requests: TypeAlias = Iterator[agent_pb2.PlayRequest]
Responses: TypeAlias = Iterator[agent_pb2.PlayResponse]
Context: TypeAlias = grpc.ServicerContext
Place: TypeAlias = tuple[str, int]  # match and seat: a bot may play itself


class _Line:
    """Whether the arbiter is still there. It is asked while a bot thinks."""

    def __init__(self, context: Context) -> None:
        self._gone = not context.add_callback(self._hang_up)

    def _hang_up(self) -> None:
        self._gone = True

    def gone(self) -> bool:
        return self._gone


class Seating:
    """The matches at play. One that nobody waits for any more takes up no room, even if
    its bot still thinks."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._lock = threading.Lock()
        self._lines: list[tuple[Place, _Line]] = []

    def take(self, place: Place, line: _Line) -> bool:
        """Whether there is room. One that comes again, resumed, replaces its old line."""
        with self._lock:
            self._lines = [
                (other, old) for other, old in self._lines if other != place and not old.gone()
            ]
            if len(self._lines) >= self._room:
                return False
            self._lines.append((place, line))
            return True

    def leave(self, line: _Line) -> None:
        """Gives up the room that `line` has, if any."""
        with self._lock:
            self._lines = [(other, old) for other, old in self._lines if old is not line]


class AgentService(agent_pb2_grpc.AgentServiceServicer):
    """Lets a bot play, and keeps its faults from the server and from other matches.

    A bot that raises ends its stream with an error and its traceback goes to stderr: whatever
    it raises, asyncio's CancelledError too, for gRPC would leave the stream open. A
    stream that the arbiter ends drops its match without a word.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._seating = Seating(bot.traits.max_concurrent_matches)

    def Play(self, request_iterator: Requests, context: Context) -> Responses:  # noqa: N802
        """One match."""
        line = _Line(context)
        try:
            yield from self._match(request_iterator, context, line)
        except grpc.RpcError:
            return  # the arbiter is gone
        finally:
            self._seating.leave(line)

    def _match(self, requests: Requests, context: Context, line: _Line) -> Responses:
        first = next(requests, None)
        if first is None:
            return
        if first.WhichOneof("message") != "start":
            context.abort(grpc.StatusCode.FAILED_PRECONDITION, "the first message must be Start")
        match = wire.match(first.start)
        if not self._seating.take((match.id, match.seat), line):
            context.abort(
                grpc.StatusCode.RESOURCE_EXHAUSTED,
                f"max_concurrent_matches is {self._bot.traits.max_concurrent_matches}",
            )
        if first.start.achess_mode != agent_pb2.ACHESS_MODE_UNSPECIFIED:
            yield from self._live(first.start, requests, context, line)
            return
        conversation = _Conversation(self._bot, match, context, line.gone)
        yield conversation.open()
        for request in requests:
            response = conversation.hear(request)
            if response is not None:
                yield response
            elif conversation.over:
                return

    def _live(
        self, start: agent_pb2.Start, requests: Requests, context: Context, line: _Line
    ) -> Responses:
        """A match without turns."""
        # Imported when first asked for: bots for games with turns do not load these rules.
        from arena_sdk.realtime.conversation import LiveConversation

        author = _Author(wire.match(start), context)
        try:
            player = _seated(self._bot, author.match, live=True)
            conversation = LiveConversation(player, start, author.match, line.gone, author.tell)
        except BaseException as error:  # noqa: BLE001 - a bot may raise anything
            author.fail(error, "when it started")
        yield wire.ready(self._bot.traits)
        yield from conversation.play(requests)
        if conversation.failure:
            author.end(conversation.failure)


def _seated(bot: Bot, match: Match, *, live: bool) -> Any:
    """A player for the match, ready to play it. Raises WrongGame, and what the bot does."""
    player = bot.create()
    if not (is_live(player) if live else has_turns(player)):
        kind = "without turns" if live else "with turns"
        raise WrongGame(f"bot {bot.traits.name} plays no games {kind} such as {match.game}")
    start = getattr(player, "start", None)
    if start is not None:
        start(match)
    return player


class _Author:
    """Whoever wrote the bot, and is told what goes wrong in a match: on stderr, and by the
    stream's end."""

    def __init__(self, match: Match, context: Context) -> None:
        self.match = match
        self._context = context

    def tell(self, what: str, error: BaseException | None) -> None:
        """One line, and the traceback of what was raised."""
        trace = "".join(traceback.format_exception(error)) if error else ""
        print(  # noqa: T201 - stderr is where a bot's author looks
            f"match {self.match.id}: {what}\n{trace}", end="", file=sys.stderr, flush=True
        )

    def fail(self, error: BaseException, when: str) -> NoReturn:
        """The bot raised: its stream ends with an error."""
        self.tell(f"the bot raised {when}", error)
        self.end(f"the bot raised {type(error).__name__} {when}: {error}")

    def end(self, detail: str) -> NoReturn:
        """Ends the stream with an error."""
        self._context.abort(grpc.StatusCode.UNKNOWN, detail[:200])
        raise AssertionError("abort raises")


class _Conversation:
    """A match's messages, one after the other: what each one asks of the bot."""

    def __init__(self, bot: Bot, match: Match, context: Context, gone: Callable[[], bool]) -> None:
        self.over = False
        self._bot = bot
        self._match = match
        self._course = Course(match)
        self._author = _Author(match, context)
        self._gone = gone

    def open(self) -> agent_pb2.PlayResponse:
        """Makes the bot's player and lets it get ready, off the clock."""
        traits = self._bot.traits
        if not (traits.wants_legal_moves or traits.wants_position):
            self._course.prepare()
        try:
            self._player = _seated(self._bot, self._match, live=False)
        except BaseException as error:  # noqa: BLE001 - a bot may raise anything
            self._author.fail(error, "when it started")
        return wire.ready(traits)

    def hear(self, request: agent_pb2.PlayRequest) -> agent_pb2.PlayResponse | None:
        """The response to a message, None if it needs none.

        What this version does not know is ignored: the protocol only ever adds.
        """
        kind = request.WhichOneof("message")
        if kind == "turn":
            return self._answer(request.turn)
        if kind == "ping":
            return wire.pong(request.ping)
        if kind == "finish":
            self._finish(request.finish)
        return None

    def _answer(self, message: agent_pb2.Turn) -> agent_pb2.PlayResponse:
        turn = wire.turn(message, self._match, self._course, self._gone)
        try:
            return wire.answer(self._player.play(turn), turn.ply)
        except BaseException as error:  # noqa: BLE001 - a bot may raise anything
            self._author.fail(error, f"at ply {turn.ply}")

    def _finish(self, message: agent_pb2.Finish) -> None:
        self.over = True
        finish = getattr(self._player, "finish", None)
        try:
            if finish is not None:
                finish(wire.result(message, self._match, self._course))
        except BaseException as error:  # noqa: BLE001 - the match is over: no cost
            self._author.tell("the bot raised when it finished", error)
