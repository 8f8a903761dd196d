"""The link from a worker to the arbiter that plays its matches."""

from time import monotonic

import grpc

from arena.v1 import arbiter_pb2, arbiter_pb2_grpc
from worker.errors import ArbiterUnreachable
from worker.interrupt import Interrupt

# A journal of a long match, sent back to resume it, passes the default of 4 MiB.
_MESSAGE_BYTES = 16 * 1024 * 1024
_PAUSE = 0.2
# These mean that nobody answered; any other status is an answer.
_NO_ANSWER = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)


class Arbiter:
    """The link to one arbiter at "unix:/path" or "host:port", for any number of threads."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.channel = grpc.insecure_channel(
            address,
            options=[
                ("grpc.max_receive_message_length", _MESSAGE_BYTES),
                # An arbiter that is started again is found within a second.
                ("grpc.initial_reconnect_backoff_ms", 100),
                ("grpc.min_reconnect_backoff_ms", 100),
                ("grpc.max_reconnect_backoff_ms", 1000),
            ],
        )
        self.stub = arbiter_pb2_grpc.ArbiterServiceStub(self.channel)  # type: ignore[no-untyped-call]

    def wait_ready(self, seconds: float, interrupt: Interrupt) -> None:
        """Returns when the arbiter answers. Raises ArbiterUnreachable, Interrupted."""
        deadline = monotonic() + seconds
        while not self._answers(max(0.0, deadline - monotonic()), interrupt):
            if monotonic() >= deadline:
                raise ArbiterUnreachable(self.address, seconds)
            interrupt.wait(_PAUSE)

    def _answers(self, seconds: float, interrupt: Interrupt) -> bool:
        interrupt.check()
        question = arbiter_pb2.GetStatusRequest()
        call = self.stub.GetStatus.future(question, timeout=seconds, wait_for_ready=True)
        with interrupt.calls(call.cancel):
            try:
                call.result()
            except grpc.FutureCancelledError:
                interrupt.check()
                return False
            except grpc.RpcError as error:
                return error.code() not in _NO_ANSWER
        return True

    def close(self) -> None:
        """Hangs up."""
        self.channel.close()
