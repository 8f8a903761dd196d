"""What the sandboxes of a pairing are started with: their cores and their logs."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from league.agents import AgentSpec
from league.pairing import Entrant, Pairing
from league.timing import LOCK_STEP
from worker.cores import own_cores, shared_core, usable_cores
from worker.interrupt import Interrupt
from worker.lineup import Place, Start, places
from worker.match_logs import log_file
from worker.sandbox import Sandbox, start_sandbox
from worker.settings import PlaySettings, SandboxSettings


def lent_cores(
    pairing: Pairing, settings: SandboxSettings, interrupt: Interrupt
) -> AbstractContextManager[tuple[int, ...]]:
    """Cores for a pairing: one a sandbox where all think at once and the clock runs, else one
    for all of its seats.

    Entered, it waits for them. Raises SandboxError where there are too few; Interrupted.
    """
    among = usable_cores(settings.cores)
    if pairing.pondering == "on" and pairing.time != LOCK_STEP:
        return own_cores(len(_all_places(pairing)), among, interrupt)
    return shared_core(among, interrupt)


def starter(pairing: Pairing, settings: PlaySettings, cores: Sequence[int] = ()) -> Start:
    """Starts entrants as their agent texts say, with a log of each in the settings' folder.

    `cores` are those lent to the pairing, one a sandbox, or one for all; none: each has all
    of the settings' cores.
    """
    order = _all_places(pairing)

    def start(entrant: Entrant, copy: int) -> Sandbox:
        index = pairing.entrants.index(entrant)
        log_path = None
        if settings.logs is not None:
            log_path = settings.logs / pairing.pairing_id / log_file(pairing, index, copy)
        sandbox = settings.sandbox
        if cores:
            core = cores[order.index((index, copy)) % len(cores)]
            sandbox = replace(sandbox, cores=(core,))
        return start_sandbox(AgentSpec.parse(entrant.started_as), sandbox, log_path)

    return start


def _all_places(pairing: Pairing) -> list[Place]:
    """Every sandbox that the pairing's matches need."""
    return sorted({place for seating in pairing.seatings for place in places(seating.seats)})
