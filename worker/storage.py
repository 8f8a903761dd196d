"""What playing a pairing needs of wherever matches are kept."""

from collections.abc import Sequence
from typing import Protocol

from arena.v1 import arbiter_pb2
from league.record import MatchRecord, VoidAttempt


class Storage(Protocol):
    """Keeps the matches of one pairing, for the holder of its lease.

    The methods that write raise StaleAttempt (league.errors) once somebody else holds
    it: the work is then to be dropped. None of them is undone by a restart.
    """

    @property
    def attempt(self) -> int:
        """The fencing number under which attempts are made now."""

    def settled(self, match_id: str) -> bool:
        """Whether the match has a result, or has been called unplayable."""

    def journal(self, match_id: str) -> list[arbiter_pb2.JournalEntry]:
        """What was played of it so far."""

    def append(self, match_id: str, entries: Sequence[arbiter_pb2.JournalEntry]) -> None:
        """Adds to the journal. Entries may reach the store later, but before `record`."""

    def voids(self, match_id: str) -> list[VoidAttempt]:
        """Its void attempts so far."""

    def void(self, match_id: str, blame: str, reason: str) -> None:
        """Notes that the current attempt is void, and goes on to the next number."""

    def record(self, record: MatchRecord) -> None:
        """Hands in a result. Once: a second one changes nothing."""

    def unplayable(self, match_id: str, reason: str) -> None:
        """Gives the match up: it is reported, and is nobody's loss."""
