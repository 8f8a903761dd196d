"""How the time of a match is given: a time control for games with turns; for those in real
time, which have no clocks, who drives the time."""

from arena_games import get_rules, is_real_time
from arena_games.clock import InvalidTimeControl, TimeControl

REAL_TIME = "realtime"  # the wall clock
LOCK_STEP = "lockstep"  # the agents: each tick waits until they are done with it
WITHOUT_CLOCKS = (REAL_TIME, LOCK_STEP)

_PONDERING = ("off", "on")


def default_time(game: str) -> str:
    """What holds for a game where nothing is said. Raises UnknownGame."""
    return REAL_TIME if is_real_time(get_rules(game).name) else "10+0.1"


def read_time(game: str, text: str) -> str:
    """The canonical text of a game's time. Raises InvalidTimeControl, UnknownGame."""
    word = text.strip()
    if is_real_time(game):
        if word not in WITHOUT_CLOCKS:
            raise InvalidTimeControl(
                word, f"{game} has no clocks; it takes {REAL_TIME} or {LOCK_STEP}"
            )
        return word
    if word in WITHOUT_CLOCKS:
        raise InvalidTimeControl(
            word, f"{get_rules(game).name} has turns, and clocks such as 600, 10+0.1 or move=100ms"
        )
    return TimeControl.parse(text).text


def pondering_choices(game: str) -> tuple[str, ...]:
    """Whether agents may think while not to move: what a game takes, its default first.
    Where nobody is to move there is nothing to forbid."""
    return ("on",) if is_real_time(game) else _PONDERING
