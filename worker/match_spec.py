"""What the arbiter is told of a match of a pairing."""

import hashlib
from collections.abc import Sequence

from arena.v1 import arbiter_pb2
from league.pairing import Pairing, Seating
from worker.sandbox import Sandbox


def match_spec(
    pairing: Pairing,
    seating: Seating,
    attempt: int,
    journal: Sequence[arbiter_pb2.JournalEntry],
    sandboxes: Sequence[Sandbox],
) -> arbiter_pb2.MatchSpec:
    """The spec of one attempt; `sandboxes` are by seat, `journal` is what was played so far."""
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
    return arbiter_pb2.MatchSpec(
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
        journal=journal,
    )


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
