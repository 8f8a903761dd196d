"""A match without turns on its stream: one thread reads, one sends, one plays.

The reading thread answers pings by itself, so that they tell of the wire and not of how
long the bot thinks.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import grpc

from arena.v1 import agent_pb2
from arena_games import GameError
from arena_games.achess import START, commitment
from arena_sdk import wire as turns
from arena_sdk.errors import UnknownRules
from arena_sdk.match import Course, Match, Result
from arena_sdk.realtime import wire
from arena_sdk.realtime.session import Session, Told
from arena_sdk.realtime.view import View

_READ: dict[str, Callable[..., Told]] = {
    "events": wire.happened,
    "snapshot": wire.snapshot,
    "order_reply": wire.order_reply,
    "tick_over": wire.tick_over,
}


class LiveConversation:
    """A match's messages, in and out. `tell` has the bot's author told of what it raised,
    or of anything else amiss.

    Raises UnknownRules for a match that our version of the rules cannot follow.
    """

    def __init__(
        self,
        player: object,
        start: agent_pb2.Start,
        match: Match,
        gone: Callable[[], bool],
        tell: Callable[[str, BaseException | None], None],
    ) -> None:
        self._match = match
        self._commitment = start.seed_commitment
        self._tell = tell
        self._line = wire.Outgoing()
        self._finished = False
        self.failure = ""
        try:
            if start.game != "achess":
                raise UnknownRules(start.game)
            position = match.options.get("position", START)
            view = View(wire.config(start), wire.first_snapshot(start), position)
            view.mirror()
            gateway = wire.gateway(start)
        except GameError as error:
            raise UnknownRules(start.game) from error
        self._session = Session(
            player,
            match,
            view,
            gateway,
            self._line,
            self._fail,
            lock_step=wire.is_lock_step(start),
            gone=gone,
        )

    def play(self, requests: Iterator[agent_pb2.PlayRequest]) -> Iterator[agent_pb2.PlayResponse]:
        """What there is to send, until the match is over for the bot; `failure` says why if
        it raised."""
        reader = threading.Thread(
            target=self._read, args=(requests,), daemon=True, name="arena-sdk-reader"
        )
        reader.start()
        self._session.start()
        yield from iter(self._line.queue.get, None)

    def _read(self, requests: Iterator[agent_pb2.PlayRequest]) -> None:
        try:
            for request in requests:
                self._hear(request)
        except grpc.RpcError:
            self._finished = False  # the arbiter is gone, and nobody waits for the bot's end
        if not self._finished:
            self._session.hang_up()
            self._line.close()

    def _hear(self, request: agent_pb2.PlayRequest) -> None:
        """What this version does not know is ignored: the protocol only ever adds."""
        kind = request.WhichOneof("message")
        if kind == "ping":
            self._line.pong(request.ping.nonce)
        elif kind == "finish" and not self._finished:
            self._finished = True
            self._session.hear(self._result(request.finish))
        elif kind in _READ:
            self._session.hear(_READ[kind](getattr(request, kind)))

    def _result(self, message: agent_pb2.Finish) -> Result:
        result = turns.result(message, self._match, Course(self._match))
        if not message.salt:
            return result
        fair = self._fits(message.lot_seed, message.salt)
        if not fair:
            self._tell("the seed of the lots is not the one that was promised", None)
        return replace(result, lot_seed=message.lot_seed, salt=message.salt, lots_as_promised=fair)

    def _fits(self, seed: int, salt: str) -> bool:
        try:
            return commitment(seed, bytes.fromhex(salt)) == self._commitment
        except ValueError:
            return False

    def _fail(self, error: BaseException, when: str) -> None:
        self._tell(f"the bot raised {when}", error)
        if not self._finished:  # afterwards it costs nothing
            self.failure = f"the bot raised {type(error).__name__} {when}: {error}"
