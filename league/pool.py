"""Pools: what ratings are comparable within.

A pool is a game, its rules version, its options and a time class. The field of a
tournament from a file is closed: its agents are known by their names in that file only,
so its pool carries the tournament's name, and two files' "mine" never mix.
"""

import hashlib
from collections.abc import Mapping

from arena_games import get_rules
from arena_games.clock import SECOND, TimeControl
from league.pairing import Pairing
from league.timing import WITHOUT_CLOCKS

# A time class goes by the time a seat may use for 40 moves (chess servers' convention).
_MOVES = 40
_CLASSES = ((180, "bullet"), (600, "blitz"), (3600, "rapid"))
_SLOWEST = "classical"
_LONGEST_OPTIONS = 60


def time_class(text: str) -> str:
    """ "bullet", "blitz", "rapid" or "classical": under 3, 10, 60 minutes for 40 moves, or more.

    CPU controls are classes of their own ("cpu-bullet"), and so is each way to drive a match
    without clocks ("realtime", "lockstep"). Raises InvalidTimeControl.
    """
    if text in WITHOUT_CLOCKS:
        return text
    control = TimeControl.parse(text)
    seconds = _seconds_for_forty(control)
    name = next((name for limit, name in _CLASSES if seconds < limit), _SLOWEST)
    return f"cpu-{name}" if control.cpu else name


def pool_name(tournament: str, game: str, options: Mapping[str, str], time: str) -> str:
    """The pool of a match: "tournament:cup/joust:r1:height=6,width=6:blitz"."""
    parts = [game, f"r{get_rules(game).rules_version}", time_class(time)]
    if options:
        parts.insert(2, _options_text(options))
    return f"tournament:{tournament}/" + ":".join(parts)


def pool_of(pairing: Pairing) -> str:
    """The pool that the matches of a pairing are rated in."""
    return pool_name(pairing.tournament, pairing.game, pairing.options, pairing.time)


def _seconds_for_forty(control: TimeControl) -> float:
    bonus = _MOVES * (control.increment_us + control.delay_us)
    if control.per_move:
        budget = _MOVES * control.budget_us
    elif control.period_moves:
        budget = control.budget_us * -(-_MOVES // control.period_moves)
    else:
        budget = control.budget_us
    return (budget + bonus) / SECOND


def _options_text(options: Mapping[str, str]) -> str:
    text = ",".join(f"{name}={options[name]}" for name in sorted(options))
    if len(text) <= _LONGEST_OPTIONS and text.isprintable():
        return text
    return "options-" + hashlib.sha256(text.encode()).hexdigest()[:12]
