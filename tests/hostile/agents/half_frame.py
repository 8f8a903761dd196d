"""Sends half of the frame with its move, and then nothing."""

import threading

import tampered  # type: ignore[import-not-found]


def tamper(arbiter: tampered.socket.socket, data: bytes) -> None:
    arbiter.sendall(data[: len(data) // 2])
    threading.Event().wait()


tampered.serve(tamper)
