"""Takes its match, reads all of it, and never says a word."""

from collections.abc import Iterator
from typing import Any

import raw  # type: ignore[import-not-found]


def script(requests: Any, context: Any) -> Iterator[bytes]:
    for _ in requests:
        pass
    yield from ()


raw.serve(script)
