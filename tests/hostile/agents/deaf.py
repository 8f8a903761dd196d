"""Gets ready, and never reads another message."""

import threading
from collections.abc import Iterator
from typing import Any

import raw  # type: ignore[import-not-found]


def script(requests: Any, context: Any) -> Iterator[bytes]:
    yield raw.READY
    threading.Event().wait()


raw.serve(script)
