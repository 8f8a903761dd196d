"""Sends noise instead of the frame with its move."""

import random

import tampered  # type: ignore[import-not-found]

_NOISE = random.Random(1).randbytes(65536)


def tamper(arbiter: tampered.socket.socket, data: bytes) -> None:
    while True:
        arbiter.sendall(_NOISE)


tampered.serve(tamper)
