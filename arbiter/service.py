"""The gRPC face of the arbiter: `arena.v1.ArbiterService` over a Hall."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

import grpc
import grpc.aio

from arbiter import wire
from arbiter.errors import STATUS, ArbiterError, InvalidSpec, Void
from arbiter.hall import AnyTable, Hall
from arbiter.match import Departure
from arbiter.realtime import messages
from arbiter.verdict import Blame, Verdict
from arena.v1 import arbiter_pb2, arbiter_pb2_grpc

JOURNAL_EVERY_S = 0.1
_WATCH_EVERY_S = 0.05
CALLER_GONE_S = 10.0

Requests = AsyncIterator[arbiter_pb2.RunMatchRequest]
Context: TypeAlias = Any  # grpc.aio.ServicerContext, which carries no types


class ArbiterService(arbiter_pb2_grpc.ArbiterServiceServicer):
    """Serves workers and watchers."""

    def __init__(self, hall: Hall, name: str, version: str, address: str) -> None:
        self._hall = hall
        self._name = name
        self._version = version
        self._address = address

    async def RunMatch(  # noqa: N802
        self, requests: Requests, context: Context
    ) -> AsyncIterator[arbiter_pb2.RunMatchResponse]:
        """Plays one match, streaming its journal."""
        table = await self._set_up(requests)
        listener = asyncio.create_task(_listen(table, requests))
        game = asyncio.create_task(self._hall.play(table))
        try:
            async for response in self._follow(table, game):
                yield response
        finally:
            listener.cancel()
            table.abandon(Void(Blame.NETWORK, "the caller hung up"))
            await asyncio.gather(listener, game, return_exceptions=True)

    async def _set_up(self, requests: Requests) -> AnyTable:
        first = await anext(aiter(requests), None)
        if first is None or first.WhichOneof("message") != "spec":
            raise InvalidSpec("the first request must be the match's spec")
        if first.spec.achess_mode:
            return self._hall.set_up_in_real_time(messages.spec_from_wire(first.spec))
        return self._hall.set_up(wire.spec_from_wire(first.spec))

    async def _follow(
        self, table: AnyTable, game: asyncio.Task[Verdict]
    ) -> AsyncIterator[arbiter_pb2.RunMatchResponse]:
        """Started, the journal in batches, and the end."""
        begun = asyncio.create_task(table.begun.wait())
        try:
            await asyncio.wait({begun, game}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            begun.cancel()
        if table.begun.is_set():
            yield arbiter_pb2.RunMatchResponse(started=table.started(self._address))
        sent = 0
        while True:
            await asyncio.wait({game}, timeout=JOURNAL_EVERY_S)
            over = game.done()
            news, sent = table.journal(sent)
            if news is not None:
                yield news
            if over:
                yield _end(table, game)
                return

    async def WatchMatch(  # noqa: N802
        self, request: arbiter_pb2.WatchMatchRequest, context: Context
    ) -> AsyncIterator[arbiter_pb2.WatchMatchResponse]:
        """Follows a match from any ply."""
        table = self._hall.find(request.match_id)
        for news in table.watch(request.from_ply):
            if news is not None:
                yield news
            else:
                await asyncio.sleep(_WATCH_EVERY_S)
        end = table.result
        if isinstance(end, Void):
            yield arbiter_pb2.WatchMatchResponse(void=wire.void(table.spec.attempt, end))
        else:
            yield arbiter_pb2.WatchMatchResponse(finished=table.finished(end))

    async def GetStatus(  # noqa: N802
        self, request: arbiter_pb2.GetStatusRequest, context: Context
    ) -> arbiter_pb2.GetStatusResponse:
        """What is played here, and how late the arbiter's own loop runs."""
        hall = self._hall
        # Who waits for an arbiter asks this first: told that all is well, it would have a
        # match refused again and again, until that is called unplayable.
        hall.check_open()
        playing = sum(table.turns for table in hall.tables.values())
        return arbiter_pb2.GetStatusResponse(
            name=self._name,
            version=self._version,
            capacity=hall.capacity,
            matches=[
                arbiter_pb2.RunningMatch(
                    match_id=table.spec.match_id,
                    attempt=table.spec.attempt,
                    game=table.spec.game,
                    seat_names=[seat.name for seat in table.spec.seats],
                    ply=table.ply,
                )
                for table in hall.tables.values()
            ],
            lag_p50_us=hall.pulse.lag.quantile(0.5),
            lag_p99_us=hall.pulse.lag.quantile(0.99),
            turns=hall.tally.turns + playing,
            finished=hall.tally.finished,
            void=hall.tally.void,
        )


async def _listen(table: AnyTable, requests: Requests) -> None:
    """Hears the caller out; one that falls silent or hangs up has its match dropped."""
    stream = aiter(requests)
    while not table.ended:
        # Not `wait_for`, which until Python 3.12 forgets to be cancelled if a request comes
        # at that moment: whoever then waits for this to end waits as long as the caller.
        try:
            async with asyncio.timeout(CALLER_GONE_S):
                request = await anext(stream, None)
        except TimeoutError:
            reason = f"nothing was heard of the caller for {CALLER_GONE_S:g} s"
            table.abandon(Void(Blame.NETWORK, reason))
            return
        if request is None:
            table.abandon(Void(Blame.NETWORK, "the caller hung up"))
            return
        if request.WhichOneof("message") == "seat_lost":
            _take_leave(table, request.seat_lost)


def _take_leave(table: AnyTable, lost: arbiter_pb2.SeatLost) -> None:
    """A seat's sandbox has ended. What cannot be made sense of ends the attempt: unheard, the
    match would go on with nobody there."""
    try:
        if lost.seat >= len(table.spec.seats):
            raise LookupError(f"no seat {lost.seat}")
        why = wire.termination_from_wire(lost.termination)
        table.depart(Departure(lost.seat, why, lost.detail[:200]))
    except Exception:  # noqa: BLE001 - unheard from here on, the caller could be gone for ever
        table.fail()


def _end(table: AnyTable, game: asyncio.Task[Verdict]) -> arbiter_pb2.RunMatchResponse:
    try:
        return arbiter_pb2.RunMatchResponse(finished=table.finished(game.result()))
    except Void as void:
        return arbiter_pb2.RunMatchResponse(void=wire.void(table.spec.attempt, void))


class RefusalInterceptor(grpc.aio.ServerInterceptor):  # type: ignore[misc]
    """Turns what the arbiter refuses into its gRPC status, for calls and streams alike."""

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[grpc.RpcMethodHandler]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> grpc.RpcMethodHandler:
        handler = await continuation(handler_call_details)
        if handler is None:
            return None
        if handler.stream_stream:
            return _rewrap(handler, "stream_stream", _guard_stream(handler.stream_stream))
        if handler.unary_stream:
            return _rewrap(handler, "unary_stream", _guard_stream(handler.unary_stream))
        if handler.unary_unary:
            return _rewrap(handler, "unary_unary", _guard_call(handler.unary_unary))
        return handler


def _rewrap(handler: grpc.RpcMethodHandler, kind: str, behaviour: Any) -> grpc.RpcMethodHandler:
    factory = getattr(grpc, f"{kind}_rpc_method_handler")
    return factory(behaviour, handler.request_deserializer, handler.response_serializer)


def _guard_stream(behaviour: Any) -> Any:
    async def guarded(request: Any, context: Context) -> AsyncIterator[Any]:
        try:
            async for response in behaviour(request, context):
                yield response
        except ArbiterError as error:
            await context.abort(STATUS[type(error)], str(error))

    return guarded


def _guard_call(behaviour: Any) -> Any:
    async def guarded(request: Any, context: Context) -> Any:
        try:
            return await behaviour(request, context)
        except ArbiterError as error:
            return await context.abort(STATUS[type(error)], str(error))

    return guarded
