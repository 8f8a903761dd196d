"""`arena watch`: a match under way, from its arbiter's watch stream."""

from contextlib import closing

import grpc
from google.protobuf.json_format import MessageToDict

from arena.v1 import arbiter_pb2, arbiter_pb2_grpc
from cli.errors import UserError
from cli.output import emit, out
from cli.settings import read_settings
from league.home import open_redis
from league.leases import holder
from league.pairing import pairing_of
from league.record import termination_of
from league.store import connect


def watch_match(match_id: str, arbiter: str | None, json: bool) -> None:
    """Prints each move of a match as it is made, until the match is over."""
    address = arbiter or _find_arbiter(match_id)
    with grpc.insecure_channel(address) as channel:
        stub = arbiter_pb2_grpc.ArbiterServiceStub(channel)  # type: ignore[no-untyped-call]
        request = arbiter_pb2.WatchMatchRequest(match_id=match_id)
        try:
            for response in stub.WatchMatch(request):
                if json:
                    emit(MessageToDict(response, preserving_proto_field_name=True))
                else:
                    _say(response)
        except grpc.RpcError as error:
            raise UserError(f"arbiter at {address}: {error.details()}") from None


def _find_arbiter(match_id: str) -> str:
    """Where the match's worker says that it is played. Raises UserError."""
    with open_redis(read_settings()) as url, closing(connect(url)) as redis:
        lease = holder(redis, pairing_of(match_id))
        if not lease.arbiter or lease.finished:
            raise UserError(
                f"match {match_id!r} is not being played; `arena replay` shows finished ones"
            )
        return lease.arbiter


def _say(response: arbiter_pb2.WatchMatchResponse) -> None:
    match response.WhichOneof("message"):
        case "header":
            header = response.header
            out.print(f"{header.game}, {header.time_control}: {' - '.join(header.seat_names)}")
        case "entry":
            entry = response.entry
            left = "  ".join(f"{clock.left_us / 1e6:.1f}" for clock in entry.clocks)
            spent = entry.ledger.charged_us / 1000
            out.print(f"{entry.ply:>4}  {entry.move:8} {spent:8.1f} ms   clocks {left}")
        case "finished":
            finished = response.finished
            why = termination_of(finished.termination).value
            scores = ", ".join(f"{score:g}" for score in finished.scores)
            out.print(f"over: {why}, scores {scores} {finished.detail}", markup=False)
        case "void":
            out.print(f"the attempt is void: {response.void.reason}; another will follow")
