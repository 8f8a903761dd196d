"""A stream to an agent that may say anything, also bytes that are no message."""

import queue
import threading
from time import monotonic
from typing import TypeAlias

import grpc
from google.protobuf.message import DecodeError

from arena.v1 import agent_pb2
from worker.conformance.report import Broken, Fault

_PLAY = "/arena.v1.AgentService/Play"
_MOST_FROM_AGENT = 64 * 1024
_OPTIONS = [
    ("grpc.max_receive_message_length", _MOST_FROM_AGENT),
    ("grpc.enable_http_proxy", 0),
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 20),
    ("grpc.min_reconnect_backoff_ms", 20),
    ("grpc.max_reconnect_backoff_ms", 500),
]

Received: TypeAlias = bytes | grpc.RpcError | None


class Line:
    """One call of Play. `close` it in the end; all that fails is a Fault of the agent."""

    def __init__(self, address: str) -> None:
        self._requests: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._received: queue.SimpleQueue[Received] = queue.SimpleQueue()
        self._channel = grpc.insecure_channel(address, _OPTIONS)
        play = self._channel.stream_stream(_PLAY)
        self._call = play(iter(self._requests.get, None), wait_for_ready=True)
        self._reader = threading.Thread(target=self._read_all, name="check-line", daemon=True)
        self._reader.start()

    def send(self, message: agent_pb2.PlayRequest | bytes) -> None:
        """Sends a message, or bytes as they are."""
        self._requests.put(message if isinstance(message, bytes) else message.SerializeToString())

    def read(self, seconds: float) -> agent_pb2.PlayResponse:
        """The agent's next message. Raises Fault if there is none within that time."""
        try:
            received = self._received.get(timeout=max(0.0, seconds))
        except queue.Empty:
            raise Fault(f"it said nothing for {seconds:g} s") from None
        if received is None:
            raise Broken("it ended its stream; only the arena ends a stream, after Finish")
        if isinstance(received, grpc.RpcError):
            raise Broken(f"its stream broke ({_told(received)})")
        return _message(received)

    def read_kind(self, kind: str, seconds: float) -> agent_pb2.PlayResponse:
        """Its next message of a kind ("pong"); others are passed over. Raises Fault."""
        deadline = monotonic() + seconds
        while True:
            message = self.read(deadline - monotonic())
            if message.WhichOneof("message") == kind:
                return message

    def introduce(self, start: agent_pb2.Start, seconds: float) -> agent_pb2.Ready:
        """Sends Start and waits so long for Ready. Raises Fault."""
        self.send(agent_pb2.PlayRequest(start=start))
        first = self.read(seconds)
        if not first.HasField("ready"):
            kind = first.WhichOneof("message")
            raise Fault(f"its first message was {kind!r}: the answer to Start is Ready")
        return first.ready

    def cancel(self) -> None:
        """Breaks the stream off, as a match is that ends by another's fault."""
        self._call.cancel()

    def end(self, seconds: float) -> None:
        """Says that no more will come, and gives the agent so long to end its side."""
        self._requests.put(None)
        self._reader.join(seconds)

    def close(self) -> None:
        """Says that no more will come, and hangs up."""
        self._requests.put(None)
        self._call.cancel()
        self._channel.close()
        self._reader.join()

    def _read_all(self) -> None:
        try:
            for received in self._call:
                self._received.put(received)
            self._received.put(None)
        except grpc.RpcError as error:
            self._received.put(error)


def _message(received: bytes) -> agent_pb2.PlayResponse:
    try:
        message = agent_pb2.PlayResponse.FromString(received)
    except DecodeError:
        raise Fault("it sent bytes that are no PlayResponse") from None
    if message.WhichOneof("message") is None:
        raise Fault("it sent a PlayResponse with nothing in it")
    return message


def _told(error: grpc.RpcError) -> str:
    code, details = error.code(), " ".join((error.details() or "").split())
    return f"{code.name.lower()}: {details[:160]}"
