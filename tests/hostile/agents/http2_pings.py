"""Sends HTTP/2 pings without end instead of its move, each of which wants an answer."""

import tampered  # type: ignore[import-not-found]

# RFC 9113, section 6.7: a length of 8, type 6, no flags, stream 0, and 8 bytes.
_PINGS = (b"\x00\x00\x08\x06\x00\x00\x00\x00\x00" + bytes(8)) * 1000


def tamper(arbiter: tampered.socket.socket, data: bytes) -> None:
    while True:
        arbiter.sendall(_PINGS)


tampered.serve(tamper)
