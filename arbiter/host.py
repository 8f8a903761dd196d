"""What the host did to everybody: time stolen, waiting for a CPU, a canary that woke late.

Sampled by the pulse, so a turn costs nothing; an interval is read off the samples around
it, so it may show up to a sample's period more than happened within.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from arbiter.ledger import NOT_MEASURED

_EVERY_US = 100_000
_KEPT = 600
_TICK_US = 10_000  # of the counters in /proc/stat: 100 a second on every Linux we know
# Fields of a line "cpu" in proc(5)'s /proc/stat; what follows steal is part of others.
_IDLE, _IOWAIT, _STEAL = 4, 5, 8


class Noise(NamedTuple):
    """What the host did in an interval; microseconds, NOT_MEASURED where it cannot be known."""

    steal: int = NOT_MEASURED  # taken by the hypervisor, over all CPUs
    pressure: int = NOT_MEASURED  # in which something on this host waited for a CPU
    canary: int = NOT_MEASURED  # by which the canary woke late

    @property
    def most(self) -> int:
        """The worst of them."""
        return max(0, *self)


class HostMeter:
    """The host's counters over the last minute."""

    def __init__(self, canary: Callable[[], int] | None = None, proc: Path = Path("/proc")) -> None:
        self._canary = canary
        self._stat = proc / "stat"
        self._pressure = proc / "pressure" / "cpu"
        self._times: deque[int] = deque(maxlen=_KEPT)
        self._counts: deque[Noise] = deque(maxlen=_KEPT)
        self._silence = Noise()

    def tick(self, now: int) -> None:
        """Takes a sample if the last one is old enough."""
        if not self._times or now - self._times[-1] >= _EVERY_US:
            self._sample(now)

    def between(self, begin: int, end: int, *, fresh: bool = False) -> Noise:
        """The noise from the last sample before `begin` to the last one before `end`; with
        `fresh` a sample is taken for the end, which must be now."""
        if fresh or not self._times:
            self._sample(end)
        if begin >= self._times[-1]:  # most turns: nothing was sampled since
            return self._silence
        before = self._at(begin)
        after = self._at(end)
        return Noise(
            *(
                NOT_MEASURED if late == NOT_MEASURED else late - early
                for early, late in zip(before, after, strict=True)
            )
        )

    def busy(self, cores: Collection[int]) -> int:
        """CPU time that was spent on these cores, by anybody or by the hypervisor on others;
        NOT_MEASURED where none is known. In steps of the kernel's ticks, some milliseconds."""
        names = {f"cpu{core}" for core in cores}
        try:
            lines = [line.split() for line in self._stat.read_text().splitlines()]
            told = [list(map(int, line[1 : _STEAL + 1])) for line in lines if line[0] in names]
        except (OSError, IndexError, ValueError):
            return NOT_MEASURED
        spent = sum(sum(each) - each[_IDLE - 1] - each[_IOWAIT - 1] for each in told)
        return spent * _TICK_US if told else NOT_MEASURED

    def _at(self, moment: int) -> Noise:
        index = bisect_right(self._times, moment) - 1
        return self._counts[max(0, index)]

    def _sample(self, now: int) -> None:
        self._times.append(now)
        canary = NOT_MEASURED if self._canary is None else self._canary()
        counts = Noise(self._read_steal(), self._read_pressure(), canary)
        self._counts.append(counts)
        self._silence = Noise(*(min(count, 0) for count in counts))

    def _read_steal(self) -> int:
        try:
            fields = self._stat.read_text().split("\n", 1)[0].split()
            return int(fields[_STEAL]) * _TICK_US
        except (OSError, IndexError, ValueError):
            return NOT_MEASURED

    def _read_pressure(self) -> int:
        try:
            first = self._pressure.read_text().split("\n", 1)[0]
            return int(first.rpartition("total=")[2])
        except (OSError, ValueError):
            return NOT_MEASURED
