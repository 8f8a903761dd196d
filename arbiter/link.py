"""The arbiter's end of one stream to one agent: bytes out, bytes in, and their stamps."""

import asyncio
import errno
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import grpc
import grpc.aio

from arbiter.looptime import LoopClock
from arena_games import Termination

PLAY = "/arena.v1.AgentService/Play"
MAX_FROM_AGENT = 64 * 1024
MAX_TO_AGENT = 1024 * 1024
_LOOK_AGAIN_S = 0.02

# No keepalive: a sandbox may be frozen. Quick reconnects: an agent that starts is called
# until it listens. No proxies, no sharing of connections between matches.
_CHANNEL_OPTIONS = [
    ("grpc.max_receive_message_length", MAX_FROM_AGENT),
    ("grpc.max_send_message_length", MAX_TO_AGENT),
    ("grpc.max_metadata_size", 8 * 1024),
    ("grpc.enable_http_proxy", 0),
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 20),
    ("grpc.min_reconnect_backoff_ms", 20),
    ("grpc.max_reconnect_backoff_ms", 500),
    ("grpc.service_config_disable_resolution", 1),
]


class Arrival(NamedTuple):
    """A message, and between which moments it arrived (microseconds of the loop's clock)."""

    data: bytes
    earliest: int
    read: int


@dataclass
class Lost(Exception):
    """The stream to an agent ended, and how that counts against it."""

    termination: Termination
    detail: str


class SocketFile:
    """A socket's file, held by its handle: whatever its name leads to later, a call goes to
    this socket."""

    def __init__(self, path: Path) -> None:
        """Raises FileNotFoundError, or Lost for something that is no socket."""
        try:
            self._handle = os.open(path, os.O_PATH | os.O_NOFOLLOW)
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ENOTDIR):
                raise FileNotFoundError(error.errno, error.strerror) from None
            raise Lost(Termination.RULE_VIOLATION, f"its socket: {error.strerror}") from None
        if not stat.S_ISSOCK(os.fstat(self._handle).st_mode):
            self.close()
            raise Lost(Termination.RULE_VIOLATION, "there is no socket where its socket belongs")

    @property
    def target(self) -> str:
        """What gRPC calls."""
        return f"unix:/proc/self/fd/{self._handle}"

    def close(self) -> None:
        os.close(self._handle)


async def open_socket(path: Path) -> SocketFile:
    """The socket at `path`, waited for; the caller limits the time. Raises Lost."""
    while True:
        try:
            return SocketFile(path)
        except FileNotFoundError:
            await asyncio.sleep(_LOOK_AGAIN_S)


class Link:
    """A stream to the agent at `address`.

    `sandboxed` says what a broken stream means: a crash, or a disconnect.
    """

    def __init__(
        self, address: str, clock: LoopClock, *, sandboxed: bool, root_certificates: str = ""
    ) -> None:
        self.address = address
        self.sandboxed = sandboxed
        self._clock = clock
        self._root_certificates = root_certificates.encode()
        self._channel: grpc.aio.Channel | None = None
        self._socket: SocketFile | None = None
        self._call: grpc.aio.StreamStreamCall[bytes, bytes] | None = None
        self._pending: asyncio.Task[Arrival] | None = None

    async def open(self, start: bytes) -> bytes:
        """Opens the stream with a Start; returns the agent's first message.

        Waits for an agent that does not listen yet; the caller limits the time.
        Raises Lost.
        """
        await self.close()
        self._channel = await self._dial()
        # Messages stay bytes here: one that cannot be read is then an answer like another.
        self._call = self._channel.stream_stream(PLAY)(wait_for_ready=True)
        await self.send(start)
        return (await self.read()).data

    async def _dial(self) -> grpc.aio.Channel:
        target = self.address
        if target.startswith("unix:"):
            self._socket = await open_socket(Path(target.removeprefix("unix:")))
            target = self._socket.target
        if self._root_certificates:
            credentials = grpc.ssl_channel_credentials(self._root_certificates)
            return grpc.aio.secure_channel(target, credentials, _CHANNEL_OPTIONS)
        return grpc.aio.insecure_channel(target, _CHANNEL_OPTIONS)

    async def send(self, message: bytes) -> None:
        """Writes one message. Raises Lost."""
        assert self._call is not None, "a link is opened first"
        try:
            await self._call.write(message)
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            raise await self._loss() from None

    async def read(self) -> Arrival:
        """The next message. Raises Lost. Not to be cancelled but by `close`: that would
        end the stream, as grpc.aio has it."""
        if self._pending is not None:
            pending, self._pending = self._pending, None
            return await pending
        return await self._read()

    async def read_within(self, seconds: float) -> Arrival | None:
        """The next message, or None if none comes in time; it is then read later."""
        self._pending = self._pending or asyncio.create_task(self._read())
        done, _ = await asyncio.wait({self._pending}, timeout=seconds)
        return await self.read() if done else None

    async def _read(self) -> Arrival:
        assert self._call is not None, "a link is opened first"
        try:
            data = await self._call.read()
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            raise await self._loss() from None
        if data is grpc.aio.EOF:
            raise await self._loss()
        return Arrival(data, self._clock.arrived_after(), self._clock.now())

    async def say_goodbye(self, message: bytes) -> None:
        """Writes the last message and closes the arbiter's side. Raises Lost."""
        await self.send(message)
        assert self._call is not None
        await self._call.done_writing()

    async def _loss(self) -> Lost:
        assert self._call is not None
        call = self._call  # closed meanwhile, it is no longer ours to ask
        code, details = await call.code(), await call.details() or ""
        if code is grpc.StatusCode.RESOURCE_EXHAUSTED and "larger than max" in details:
            return Lost(Termination.OVERSIZE, f"a message over {MAX_FROM_AGENT} bytes")
        termination = Termination.CRASH if self.sandboxed else Termination.DISCONNECT
        if code is grpc.StatusCode.OK:
            return Lost(termination, "it closed its stream")
        return Lost(termination, f"its stream broke: {code.name.lower()} {details}"[:200].strip())

    async def close(self) -> None:
        """Ends the stream and the connection, at once."""
        if self._pending is not None:
            self._pending.cancel()
        if self._call is not None:
            self._call.cancel()
        if self._channel is not None:
            await self._channel.close()
        if self._socket is not None:
            self._socket.close()
        self._pending = self._call = self._channel = self._socket = None
