"""Which pairings a director sends now: a decision without I/O."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.leases import Lease


@dataclass(frozen=True, slots=True)
class Sending:
    """What a director remembers of a pairing that it sent."""

    at: float  # seconds
    attempt: int  # the pairing's, when it was sent
    times: int


def due(
    leases: Iterable[Lease], sent: Mapping[str, Sending], now: float, patience: float
) -> list[Lease]:
    """Of unfinished pairings, those to be sent now: not sent yet, or taken since and
    given up, or taken by nobody for too long.

    A message is only a hint, and a pairing that waits in a long queue is sent in vain:
    so the patience of `patience` seconds doubles every time.
    """
    return [lease for lease in leases if _is_due(lease, sent.get(lease.pairing_id), now, patience)]


def after_sending(
    leases: Iterable[Lease], sent: Mapping[str, Sending], now: float
) -> dict[str, Sending]:
    """What to remember of pairings just sent. The patience starts afresh with an attempt."""
    memory = {}
    for lease in leases:
        before = sent.get(lease.pairing_id)
        again = before is not None and before.attempt == lease.attempt
        times = before.times + 1 if before and again else 1
        memory[lease.pairing_id] = Sending(now, lease.attempt, times)
    return memory


def _is_due(lease: Lease, sending: Sending | None, now: float, patience: float) -> bool:
    if lease.finished or lease.held(now):
        return False
    if sending is None or lease.attempt > sending.attempt:
        return True
    return now - sending.at >= patience * (1 << (sending.times - 1))
