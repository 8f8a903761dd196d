"""How long a reference agent may think. None of them is ever late by its own fault.

    control          a move is meant to take                      (S: what is left, less 0.1 s)
    600              a 25th of S
    10+0.1           a 25th of S, and three quarters of the increment
    10d0.5           a 25th of S, and the delay less what the way costs
    40/60            S over the moves to go, or a 25th if they are more
    move=100ms       all that a move can take
    cpu=60           as a budget, in CPU time

and never more than four fifths of what a move can take at all, less 10 ms: under `move=50ms`
the answer leaves after 30 ms. What an increment adds is not all spent, so that something is
always saved for the turn in which the machine is busy elsewhere.
"""

import time

from arena_games.search import Stop
from arena_sdk.turn import Turn

_MOVES = 25  # over which what is left is spread
_SAVED = 0.1  # seconds that are kept for long endings and busy machines
_OF_INCREMENT = 0.75
_MOST = 0.8  # of what a move can take at all ...
_WAY = 0.01  # ... less this, for the way there and back
_LEAST = 0.3  # ... but not under this share of it
# A search that grows deeper is not begun anew with more than this share of the time gone:
# the next depth would hardly end in time.
_ENOUGH = 0.6
# Under a CPU control the wall has a cap of its own, four times as far by default.
_WALL_OVER_CPU = 3


def allowance(turn: Turn) -> float:
    """Seconds that the clock allows for this move; CPU seconds where those are charged."""
    clock = turn.clock
    there_is = max(0.0, clock.left + clock.delay)
    most = max(_LEAST * there_is, _MOST * there_is - _WAY)
    if per_move(turn):
        return most
    moves = min(clock.moves_to_go or _MOVES, _MOVES)
    spread = max(0.0, clock.left - _SAVED) / moves
    bonus = _OF_INCREMENT * clock.increment + max(0.0, clock.delay - 2 * _WAY)
    return min(most, spread + bonus)


def per_move(turn: Turn) -> bool:
    """Whether what a move does not use is lost."""
    return turn.match.time_control.startswith("move=")


def until(turn: Turn, seconds: float) -> Stop:
    """A stop after `seconds` of this turn, or when nobody waits for its answer any more.

    Where CPU time is charged they are seconds of this process's CPU time from now on, and
    the time that has passed is bounded too.
    """
    if not turn.clock.charges_cpu:
        return lambda: turn.elapsed >= seconds or turn.abandoned
    begin = time.process_time()

    def spent() -> bool:
        used = time.process_time() - begin
        return used >= seconds or turn.elapsed >= _WALL_OVER_CPU * seconds or turn.abandoned

    return spent


def enough(turn: Turn, seconds: float) -> Stop:
    """Whether a search meant to take `seconds` should not begin another, deeper one.

    Never under a per-move control, where time saved is lost.
    """
    return (lambda: False) if per_move(turn) else until(turn, _ENOUGH * seconds)
