"""Which processor cores a match plays on.

A core has one match at a time where there are enough of them: of this worker, and of all
others on this host. Locks on the kernel's own directory of each core see to that, which the
kernel drops with the process. A match without pondering has one core for all of its seats,
since one of them runs at a time; more matches than cores share them. With pondering each
sandbox has a core that nobody shares.
"""

import fcntl
import os
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from worker.errors import SandboxError
from worker.interrupt import Interrupt

_CORES = Path("/sys/devices/system/cpu")
_LOOK_AGAIN_S = 0.05

_lent: Counter[int] = Counter()
_counting = threading.Lock()


def usable_cores(among: Sequence[int] = ()) -> tuple[int, ...]:
    """The cores given; none: all that this process may use."""
    return tuple(among) or tuple(sorted(os.sched_getaffinity(0)))


def missing_cores(among: Sequence[int]) -> list[int]:
    """Those of the cores that this host has not."""
    return [core for core in among if not _place(core).is_dir()]


@contextmanager
def shared_core(among: Sequence[int], interrupt: Interrupt) -> Iterator[tuple[int, ...]]:
    """Lends one core: one that nobody uses, else the one that fewest matches of ours use.

    Waits for one while all are lent for their borrowers' own use. Raises SandboxError for a
    core that is not there, Interrupted.
    """
    with ExitStack() as undo:
        while (core := _borrow(among, undo)) is None:
            interrupt.wait(_LOOK_AGAIN_S)
        yield (core,)


@contextmanager
def own_cores(count: int, among: Sequence[int], interrupt: Interrupt) -> Iterator[tuple[int, ...]]:
    """Lends cores that nobody else has, waiting until there are so many.

    Who waits comes before all that ask later. Raises SandboxError where there are fewer
    cores than that, or one is not there; Interrupted.
    """
    if count > len(among):
        raise SandboxError(
            f"each of {count} agents that think at once needs a core of its own, and this host "
            f'has {len(among)} for them (ARENA_CORES): set pondering = "off" (achess: '
            f'time = "lockstep"), or play on a host with {count} cores',
            permanent=True,
        )
    with ExitStack() as undo:
        taken: list[int] = []
        with ExitStack() as turnstile:
            while _lock(_CORES, fcntl.LOCK_EX, turnstile) is None:
                interrupt.wait(_LOOK_AGAIN_S)
            while not _gather(count, among, taken, undo):
                interrupt.wait(_LOOK_AGAIN_S)
        yield tuple(sorted(taken))


def _borrow(among: Sequence[int], undo: ExitStack) -> int | None:
    """A core to share, if one can be had just now."""
    with ExitStack() as turnstile, _counting:
        if _lock(_CORES, fcntl.LOCK_SH, turnstile) is None:
            return None  # somebody gathers cores of his own, and comes first
        by_use = sorted(among, key=lambda core: _lent[core])
        for how in (fcntl.LOCK_EX, fcntl.LOCK_SH):
            for core in by_use:
                if (handle := _lock(_place(core), how, undo)) is not None:
                    _share(handle)
                    _lent[core] += 1
                    undo.callback(_give_back, core)
                    return core
    return None


def _gather(count: int, among: Sequence[int], taken: list[int], undo: ExitStack) -> bool:
    """Takes of those cores that nobody uses; whether there are enough now."""
    for core in among:
        if len(taken) == count:
            break
        if core not in taken and _lock(_place(core), fcntl.LOCK_EX, undo) is not None:
            taken.append(core)
    return len(taken) == count


def _place(core: int) -> Path:
    return _CORES / f"cpu{core}"


def _lock(place: Path, how: int, undo: ExitStack) -> int | None:
    """A handle with that lock on a directory, until `undo`; None if somebody is in the way."""
    try:
        handle = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except FileNotFoundError:
        raise SandboxError(
            f"cores cannot be lent: {place} is not there (see ARENA_CORES, or mount /sys)",
            permanent=True,
        ) from None
    try:
        fcntl.flock(handle, how | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    undo.callback(os.close, handle)
    return handle


def _share(handle: int) -> None:
    """Lets others in. Whoever comes in between only looks whether the core is free."""
    fcntl.flock(handle, fcntl.LOCK_SH)


def _give_back(core: int) -> None:
    with _counting:
        _lent[core] -= 1
