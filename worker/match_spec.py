"""What the arbiter is told of a match of a pairing."""

import hashlib
from collections.abc import Sequence

from arena.v1 import agent_pb2, arbiter_pb2
from arena_games import is_real_time
from league.lots import lot_seed, salt
from league.pairing import Pairing, Seating
from league.real_time import merged_log
from league.timing import LOCK_STEP
from worker.sandbox import Sandbox


def match_spec(
    pairing: Pairing,
    seating: Seating,
    attempt: int,
    journal: Sequence[arbiter_pb2.JournalEntry],
    sandboxes: Sequence[Sandbox],
) -> arbiter_pb2.MatchSpec:
    """The spec of one attempt; `sandboxes` are by seat, `journal` is what was played so far
    (of a game in real time it becomes one log)."""
    number = pairing.seatings.index(seating)
    seats = [
        arbiter_pb2.SeatSpec(
            name=pairing.entrants[entrant].name,
            address=sandbox.address,
            sandboxed=sandbox.sandboxed,
            seed=agent_seed(pairing.seed, number, seat),
            freeze=_freeze_handle(sandbox),
        )
        for seat, (entrant, sandbox) in enumerate(zip(seating.seats, sandboxes, strict=True))
    ]
    spec = arbiter_pb2.MatchSpec(
        match_id=seating.match_id,
        attempt=attempt,
        game=pairing.game,
        options=pairing.options,
        seed=pairing.seed,
        time_control=pairing.time,
        position=pairing.position,
        opening=pairing.opening,
        seats=seats,
        pondering=f"PONDERING_{pairing.pondering.upper()}",
        start_limit_us=round(pairing.start_limit * 1_000_000),
    )
    if is_real_time(pairing.game):
        _add_real_time(spec, pairing, seating, journal)
    else:
        spec.journal.extend(journal)
    return spec


def _add_real_time(
    spec: arbiter_pb2.MatchSpec,
    pairing: Pairing,
    seating: Seating,
    journal: Sequence[arbiter_pb2.JournalEntry],
) -> None:
    lock_step = pairing.time == LOCK_STEP
    spec.achess_mode = (
        agent_pb2.ACHESS_MODE_LOCK_STEP if lock_step else agent_pb2.ACHESS_MODE_REAL_TIME
    )
    spec.lot_seed = lot_seed(pairing, seating)
    spec.salt = salt(pairing, seating).hex()
    if journal:
        spec.achess_log.CopyFrom(merged_log(journal))


def _freeze_handle(sandbox: Sandbox) -> arbiter_pb2.FreezeHandle | None:
    handle = sandbox.freeze
    if handle is None:
        return None
    if handle.cgroup:
        return arbiter_pb2.FreezeHandle(cgroup=handle.cgroup)
    return arbiter_pb2.FreezeHandle(process_group=handle.process_group)


def agent_seed(seed: int, number: int, seat: int) -> int:
    """The seed for an agent's own tie-breaks in a pairing's match of that number: the same
    whenever that match is played, and unlike that of any other seat or match."""
    digest = hashlib.blake2b(f"{seed}/{number}/{seat}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")
