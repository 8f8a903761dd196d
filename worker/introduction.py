"""How a match without turns is opened with an agent by others than the arbiter: to see
whether it gets ready, and whether it keeps to the protocol."""

from collections.abc import Sequence

from arena.v1 import agent_pb2
from arena_games import get_real_time_game
from arena_games.achess import SALT_BYTES, Simulation, commitment
from league.timing import LOCK_STEP

# Nothing is played for, so the lots are no secret.
SALT = bytes(SALT_BYTES)


def real_time_start(
    match_id: str, game: str, match: Simulation, seat: int = 0, sequence: int = 0
) -> agent_pb2.Start:
    """The Start of a match in lock-step as it stands, `sequence` events after its start."""
    names: Sequence[str] = get_real_time_game(game).seat_names
    return agent_pb2.Start(
        match_id=match_id,
        game=game,
        seed=1,
        seat=seat,
        seat_names=names,
        time_control=LOCK_STEP,
        position=match.text(),
        pondering=agent_pb2.PONDERING_ON,
        config=match.config.to_texts(),
        seed_commitment=commitment(match.seed, SALT),
        achess_mode=agent_pb2.ACHESS_MODE_LOCK_STEP,
        sequence=sequence,
    )
