"""`arena watch`: a match under way, from its arbiter's watch stream."""

from contextlib import closing

import grpc
from google.protobuf.json_format import MessageToDict

from arena.v1 import arbiter_pb2, arbiter_pb2_grpc
from arena_games import is_real_time
from arena_sdk.realtime import wire
from cli.drawing import draw
from cli.errors import UserError
from cli.happenings import Teller
from cli.output import emit, out
from league.home import open_redis
from league.leases import holder
from league.pairing import pairing_of
from league.recording import termination_of
from league.settings import load_settings
from league.store import connect


def watch_match(match_id: str, arbiter: str | None, json: bool) -> None:
    """Prints each move of a match as it is made, or in real time each event as it happens,
    until the match is over."""
    address = arbiter or _find_arbiter(match_id)
    with grpc.insecure_channel(address) as channel:
        commentary = Commentary()
        stub = arbiter_pb2_grpc.ArbiterServiceStub(channel)  # type: ignore[no-untyped-call]
        request = arbiter_pb2.WatchMatchRequest(match_id=match_id)
        try:
            for response in stub.WatchMatch(request):
                if json:
                    emit(MessageToDict(response, preserving_proto_field_name=True))
                else:
                    commentary.say(response)
        except grpc.RpcError as error:
            raise UserError(f"arbiter at {address}: {error.details()}") from None


def _find_arbiter(match_id: str) -> str:
    """Where the match's worker says that it is played. Raises UserError."""
    with open_redis(load_settings()) as url, closing(connect(url)) as redis:
        lease = holder(redis, pairing_of(match_id))
        if not lease.arbiter or lease.finished:
            raise UserError(
                f"match {match_id!r} is not being played; `arena replay` shows finished ones"
            )
        return lease.arbiter


class Commentary:
    """Says what the stream tells, a line each."""

    def __init__(self) -> None:
        self._teller = Teller("")

    def say(self, response: arbiter_pb2.WatchMatchResponse) -> None:
        match response.WhichOneof("message"):
            case "header":
                self._open(response.header)
            case "entry":
                entry = response.entry
                left = "  ".join(f"{clock.left_us / 1e6:.1f}" for clock in entry.clocks)
                spent = entry.ledger.charged_us / 1000
                out.print(f"{entry.ply:>4}  {entry.move:8} {spent:8.1f} ms   clocks {left}")
            case "events":
                happened = wire.happened(response.events).events
                for line in self._teller.lines(filter(None, happened)):
                    out.print(line, markup=False, soft_wrap=True)
            case "snapshot":
                out.print(f"at {response.snapshot.time_ms} ms:", markup=False)
                out.print(draw("achess", response.snapshot.state), markup=False)
            case "finished":
                self._close(response.finished)
            case "void":
                why = response.void.reason
                out.print(f"the attempt is void: {why}; another will follow", markup=False)

    def _open(self, header: arbiter_pb2.WatchHeader) -> None:
        names = " - ".join(header.seat_names)
        out.print(f"{header.game}, {header.time_control}: {names}", markup=False)
        if is_real_time(header.game):
            self._teller = Teller(header.position)
            out.print(draw(header.game, header.position), markup=False)

    def _close(self, finished: arbiter_pb2.Finished) -> None:
        why = termination_of(finished.termination).value
        scores = ", ".join(f"{score:g}" for score in finished.scores)
        if finished.HasField("achess"):
            out.print(draw("achess", finished.achess.state), markup=False)
        out.print(f"over: {why}, scores {scores} {finished.detail}", markup=False)
