"""Plays a pairing: its matches in order, each from wherever it stands, until all are settled."""

from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from time import monotonic

import structlog

from arena.v1 import agent_pb2, arbiter_pb2
from league.pairing import Pairing, Seating
from league.recording import build_record
from worker.absent import AbsentAgent
from worker.arbiter_link import Arbiter
from worker.attempt import Ended, Refused, Result, Voided, play_attempt
from worker.errors import SandboxError
from worker.interrupt import Interrupt
from worker.lineup import Lineup, Start
from worker.match_logs import note_attempt
from worker.match_spec import match_spec
from worker.sandbox import Sandbox
from worker.settings import PlaySettings
from worker.starter import lent_cores, starter
from worker.storage import Storage

# What a refusal is put down to may be seen a moment after it.
_NOTICE_S = 1.0
_LOOK_AGAIN_S = 0.02


def play_block(
    pairing: Pairing,
    storage: Storage,
    arbiter: Arbiter,
    settings: PlaySettings,
    interrupt: Interrupt,
    start: Start | None = None,
) -> None:
    """Settles every match of the pairing that is not settled yet.

    Sandboxes live for the pairing and are gone when this returns or raises. `start`
    starts the sandbox of an entrant (None: as its agent text says). Raises StaleAttempt
    or Superseded when somebody else has the pairing, Interrupted when broken off,
    ArbiterUnreachable; the journals then stay, and the next to play goes on from them.
    """
    plays = [
        _Play(pairing, seating, storage, arbiter, settings, interrupt)
        for seating in pairing.seatings
        if not storage.settled(seating.match_id)
    ]
    if not plays:
        return
    with ExitStack() as undo:
        try:
            cores = undo.enter_context(lent_cores(pairing, settings.sandbox, interrupt))
        except SandboxError as error:
            for play in plays:
                play.give_up(Voided("host", str(error)))
            return
        start = start or starter(pairing, settings, cores)
        lineup = Lineup(pairing.entrants, start, pairing.start_limit, settings.starts, interrupt)
        undo.enter_context(lineup)
        for play in plays:
            play.settle(lineup)


class _Play:
    """One match being settled."""

    def __init__(
        self,
        pairing: Pairing,
        seating: Seating,
        storage: Storage,
        arbiter: Arbiter,
        settings: PlaySettings,
        interrupt: Interrupt,
    ) -> None:
        self._pairing = pairing
        self._seating = seating
        self._match = seating.match_id
        self._storage = storage
        self._arbiter = arbiter
        self._settings = settings
        self._interrupt = interrupt
        self._journal: list[arbiter_pb2.JournalEntry] = []
        self._log = structlog.get_logger(__name__).bind(match=self._match)

    def settle(self, lineup: Lineup) -> None:
        """Makes attempts until there is a result, or too many were void."""
        started_at = datetime.now(UTC)
        began = monotonic()
        self._journal = self._storage.journal(self._match)
        while True:
            voids = self._storage.voids(self._match)
            if len(voids) >= self._settings.attempts:
                return self._call_off(f"{len(voids)} void attempts, the last: {voids[-1].reason}")
            try:
                sandboxes = lineup.seat(self._seating.seats)
            except SandboxError as error:
                return self.give_up(Voided("sandbox", str(error)))
            match self._attempt(sandboxes):
                case Ended(finished):
                    if _is_spent(finished):
                        lineup.retire(self._seating.seats, finished.at_fault)
                    return self._record(finished, started_at, monotonic() - began)
                case Voided() as void:
                    self._void(void)
                case Refused(reason):
                    return self.give_up(Voided("arbiter", f"the arbiter refused it: {reason}"))

    def give_up(self, why: Voided) -> None:
        """Tries no more: what stands in the way will not go."""
        self._void(why)
        self._call_off(why.reason)

    def _attempt(self, sandboxes: Sequence[Sandbox]) -> Result:
        self._arbiter.wait_ready(self._settings.arbiter_patience, self._interrupt)
        attempt = self._storage.attempt
        self._log.info("attempt starts", attempt=attempt, resumed_plies=len(self._journal))
        if self._settings.logs is not None:
            note_attempt(self._settings.logs, self._pairing, self._seating, attempt)
        result = self._try(attempt, sandboxes)
        if isinstance(result, Refused) and (left := self._without_ended(sandboxes)) != sandboxes:
            # Its control group went with it, before the arbiter could take hold of that:
            # whoever ends at the right moment must not get away without a loss.
            result = self._try(attempt, left)
        return result

    def _without_ended(self, sandboxes: Sequence[Sandbox]) -> Sequence[Sandbox]:
        """Who has ended is absent from the match. An end may be seen a moment late."""
        endings = [sandbox.exited() for sandbox in sandboxes]
        deadline = monotonic() + _NOTICE_S
        while not any(endings) and monotonic() < deadline:
            self._interrupt.wait(_LOOK_AGAIN_S)
            endings = [sandbox.exited() for sandbox in sandboxes]
        return [
            sandbox if ending is None else AbsentAgent(ending)
            for sandbox, ending in zip(sandboxes, endings, strict=True)
        ]

    def _try(self, attempt: int, sandboxes: Sequence[Sandbox]) -> Result:
        spec = match_spec(self._pairing, self._seating, attempt, self._journal, sandboxes)
        return play_attempt(
            self._arbiter,
            spec,
            sandboxes,
            self._take,
            self._interrupt,
            self._settings,
            journaled=len(self._journal),
        )

    def _take(self, entries: Sequence[arbiter_pb2.JournalEntry]) -> None:
        self._journal.extend(entries)
        self._storage.append(self._match, entries)

    def _record(self, finished: arbiter_pb2.Finished, started_at: datetime, wall_s: float) -> None:
        record = build_record(
            self._pairing,
            self._seating,
            self._journal,
            finished,
            started_at=started_at.isoformat(timespec="milliseconds"),
            wall_s=wall_s,
            voids=self._storage.voids(self._match),
        )
        self._storage.record(record)
        self._log.info(
            "match over", attempt=finished.attempt, why=record.termination, scores=record.scores
        )

    def _void(self, void: Voided) -> None:
        attempt = self._storage.attempt
        self._log.warning("attempt void", attempt=attempt, blame=void.blame, reason=void.reason)
        self._storage.void(self._match, void.blame, void.reason)

    def _call_off(self, reason: str) -> None:
        self._log.error("match is unplayable", reason=reason)
        self._storage.unplayable(self._match, reason)


def _is_spent(finished: arbiter_pb2.Finished) -> bool:
    """Whether an agent broke off the match: it is dying, or still at its last turn, or
    sends what nobody asked for. The next match must not suffer from that."""
    resigned = finished.termination == agent_pb2.TERMINATION_RESIGNATION
    return finished.at_fault >= 0 and not resigned
