"""How long a reference agent may think. None of them is ever late by its own fault."""

from arena_games.search import Stop
from arena_sdk.turn import Turn

_SHARE = 1 / 20  # of what is left, for one move
_MOST = 0.8  # of what a move could take at all; the rest is for the way there and back


def allowance(turn: Turn) -> float:
    """Seconds that the clock allows for this move.

    A twentieth of what is left (of a period: the moves to go, if they are fewer), plus the
    increment and the delay. Never over four fifths of what there is, which is also the
    allowance under a per-move control.
    """
    clock = turn.clock
    most = max(0.0, _MOST * (clock.left + clock.delay))
    if turn.match.time_control.startswith("move="):
        return most
    share = max(_SHARE, 1 / clock.moves_to_go) if clock.moves_to_go else _SHARE
    return max(0.0, min(most, clock.left * share + clock.increment + clock.delay))


def until(turn: Turn, seconds: float) -> Stop:
    """A stop after `seconds` of this turn, or when nobody waits for its answer any more."""

    def stop() -> bool:
        return turn.elapsed >= seconds or turn.abandoned

    return stop
