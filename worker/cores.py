"""Which processor core a sandbox gets: the one that fewest of ours run on."""

import os
import threading
from collections import Counter
from collections.abc import Sequence

_lent: Counter[int] = Counter()
_lock = threading.Lock()


def take_core(among: Sequence[int] = ()) -> int:
    """Lends a core of those given (none: of all that this process may use)."""
    with _lock:
        core = min(among or sorted(os.sched_getaffinity(0)), key=lambda core: _lent[core])
        _lent[core] += 1
    return core


def give_back(core: int) -> None:
    """Takes back a core that was lent."""
    with _lock:
        _lent[core] -= 1
