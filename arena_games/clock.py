"""Time controls and clocks: pure arithmetic in whole microseconds. Nothing here reads a time.

One text form for every control (numbers are seconds, or carry `ms`, `s`, `m` or `h`):

    600           a budget for the match
    10+0.1        a budget, and an increment after each move
    10d0.5        a budget; of each move the first 0.5 s are free
    40/60+0.5     60 s for every 40 moves, and an increment (or a delay)
    move=100ms    so much for each move; nothing is carried over
    cpu=60        a budget of CPU time, counted in the agent's sandbox; `cpu=60+0.1` and
                  `cpu=60d0.5` work too, and `cpu=60,wall=240` sets the cap on wall time
                  (without it four times the CPU time given so far)

The verdict is the reference's of section 8 of the threechess rules: a clock has run out
when less than nothing is left; exactly 0 plays on.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from arena_games.errors import GameError

SECOND = 1_000_000
_UNITS = {"ms": SECOND // 1000, "s": SECOND, "": SECOND, "m": 60 * SECOND, "h": 3600 * SECOND}
_NUMBER = r"(\d+(?:\.\d+)?|\.\d+)(ms|s|m|h)?"
_BUDGET = re.compile(rf"(?:(\d+)/)?{_NUMBER}(?:([+d]){_NUMBER})?", re.ASCII)
_PER_MOVE = re.compile(rf"move={_NUMBER}", re.ASCII)
_CPU = re.compile(rf"cpu={_NUMBER}(?:([+d]){_NUMBER})?(?:,wall={_NUMBER})?", re.ASCII)
_LONGEST = 7 * 24 * 3600 * SECOND
_LONGEST_PERIOD = 10_000  # moves
# No control needs so many characters, and numbers of hundreds of digits cannot be read.
_LONGEST_TEXT = 100
_CPU_WALL_FACTOR = 4

TAKES = (
    "a time control is SECONDS, SECONDS+INCREMENT, SECONDSdDELAY, MOVES/SECONDS[+INCREMENT], "
    "move=TIME or cpu=SECONDS, such as 600, 10+0.1, 10d0.5, 40/60+0.5, move=100ms, cpu=60"
)


class InvalidTimeControl(GameError):
    """A text that is no time control."""

    def __init__(self, text: str, reason: str = TAKES) -> None:
        self.text = text
        super().__init__(f"time control {text[:40]!r}: {reason}")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a seat gets. All times in microseconds.

    `text` is the canonical form, which `parse` reads back to an equal value.
    """

    text: str
    budget_us: int
    increment_us: int = 0
    delay_us: int = 0
    period_moves: int = 0  # 0: one budget for the whole match
    per_move: bool = False
    cpu: bool = False
    wall_cap_us: int = 0  # with cpu: of wall time, for the whole match ...
    wall_factor: int = 0  # ... and this many times what increments and delays add

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Reads the text form. Raises InvalidTimeControl."""
        compact = re.sub(r"\s", "", text)
        if len(compact) > _LONGEST_TEXT:
            raise InvalidTimeControl(text)
        if match := _PER_MOVE.fullmatch(compact):
            control = cls(compact, _time(*match.groups()), per_move=True)
        elif match := _CPU.fullmatch(compact):
            budget, unit, sign, extra, extra_unit, wall, wall_unit = match.groups()
            budget_us = _time(budget, unit)
            control = cls(
                compact,
                budget_us,
                *_bonus(sign, extra, extra_unit),
                cpu=True,
                wall_cap_us=_time(wall, wall_unit) if wall else _CPU_WALL_FACTOR * budget_us,
                wall_factor=0 if wall else _CPU_WALL_FACTOR,
            )
        elif match := _BUDGET.fullmatch(compact):
            moves, budget, unit, sign, extra, extra_unit = match.groups()
            if moves is not None and not 0 < int(moves) <= _LONGEST_PERIOD:
                raise InvalidTimeControl(text, f"a period has 1 to {_LONGEST_PERIOD} moves")
            control = cls(
                compact,
                _time(budget, unit),
                *_bonus(sign, extra, extra_unit),
                period_moves=int(moves or 0),
            )
        else:
            raise InvalidTimeControl(text)
        control._check()
        return control

    def _check(self) -> None:
        if self.budget_us <= 0 or (self.cpu and self.wall_cap_us <= 0):
            raise InvalidTimeControl(self.text, "the time must be more than nothing")
        longest = max(self.budget_us, self.increment_us, self.delay_us, self.wall_cap_us)
        if longest > _LONGEST:
            raise InvalidTimeControl(self.text, "no time may be over a week")

    def charge(
        self, wall_us: int, own_lag_us: int, transport_us: int, grace_us: int, cpu_us: int
    ) -> int:
        """What a turn costs by its evidence, before the delay: the one formula of the ledger.

        Of the wall time, what the arbiter may have left unread, what the wire took and the
        grace given are not the agent's. A CPU control charges `cpu_us` less the grace.
        """
        spent = cpu_us if self.cpu else wall_us - own_lag_us - transport_us
        return max(0, spent - grace_us - self.delay_us)


class Clock(NamedTuple):
    """One seat's clock: what is left, in microseconds, and the moves made on it."""

    control: TimeControl
    left_us: int
    moves: int = 0
    wall_us: int = 0  # wall time charged so far; only a CPU control caps it

    @classmethod
    def start(cls, control: TimeControl) -> "Clock":
        """The clock before the first move."""
        return cls(control, control.budget_us)

    @property
    def allowance_us(self) -> int:
        """Wall time after which a move that starts now is surely late, before allowances."""
        if self.control.cpu:
            return self.wall_cap_us - self.wall_us
        return self.left_us + self.control.delay_us

    @property
    def flagged(self) -> bool:
        """Whether time has run out; exactly nothing left has not."""
        return self.left_us < 0 or (self.control.cpu and self.wall_us > self.wall_cap_us)

    @property
    def wall_cap_us(self) -> int:
        """How much wall time a CPU control allows until the end of this turn."""
        control = self.control
        added = self.moves * control.increment_us + (self.moves + 1) * control.delay_us
        return control.wall_cap_us + control.wall_factor * added

    @property
    def moves_to_go(self) -> int:
        """Moves until the next period adds its budget; 0 where there are no periods."""
        period = self.control.period_moves
        return period - self.moves % period if period else 0

    def charged(self, charge_us: int, wall_us: int = 0) -> "Clock":
        """The clock after a turn's charge, before any increment or period is added.

        `wall_us` is the wall time of the turn; a CPU control holds it against its cap.
        """
        return Clock(self.control, self.left_us - charge_us, self.moves, self.wall_us + wall_us)

    def pressed(self) -> "Clock":
        """The clock after its move was accepted: increment, period or fresh allowance added."""
        control, moves = self.control, self.moves + 1
        if control.per_move:
            return Clock(control, control.budget_us, moves, self.wall_us)
        left = self.left_us + control.increment_us
        if control.period_moves and moves % control.period_moves == 0:
            left += control.budget_us
        return Clock(control, left, moves, self.wall_us)


def _time(number: str | None, unit: str | None) -> int:
    return round(float(number) * _UNITS[unit or ""]) if number else 0


def _bonus(sign: str | None, number: str | None, unit: str | None) -> tuple[int, int]:
    """(increment, delay): at most one of them is given."""
    bonus = _time(number, unit)
    return (0, bonus) if sign == "d" else (bonus, 0)
