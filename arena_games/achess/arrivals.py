"""The entries of one instant: who gets in, who stops, who dies (section 5 of the rules).

Typed Python, see `arena_games.board`; C types are in `arrivals.pxd`.
"""

from __future__ import annotations

import cython

from arena_games.achess import lot, tables
from arena_games.achess.departures import Departures
from arena_games.achess.events import Contest, Enter, Kill, Promote, Rest, Stop

if not cython.compiled:
    from arena_games.achess.tables import PAWN

_NAMES = tables.SQUARES
_KINDS = tables.KINDS

# Why an entering piece is stopped in step 3.
_WHYS = ("", "blocked", "pawn_blocked", "pawn_empty")

# What `entering` holds: no entry due, one due, one due and a rival killed on the way.
_DUE = cython.declare(cython.int, 1)
_KILLED = cython.declare(cython.int, 2)


class Arrivals(Departures):
    """Pieces that enter squares, many at once."""

    def _enter_all(self, now: cython.longlong) -> cython.int:
        """All entries due at `now`. The steps are those of section 5."""
        n: cython.int = self._gather(now)
        i: cython.int
        piece: cython.int
        if n > 1:
            self._settle_friendly(now, n)
        self._stop_refused(now, n)
        if n > 1:
            self._settle_contests(now, n)
        for i in range(n):
            piece = self.arrivals[i] & 63
            if self.entering[piece]:
                self.standing[self.squares[piece]] = -1
        for i in range(n):
            piece = self.arrivals[i] & 63
            if self.entering[piece]:
                self._enter(piece, self.arrivals[i] >> 7, now)
        return n

    def _gather(self, now: cython.longlong) -> cython.int:
        """Step 1: lists what enters as `target << 7 | owner << 6 | piece`, ascending."""
        piece: cython.int
        key: cython.int
        i: cython.int
        n: cython.int = 0
        for piece in range(self.count):
            if self.dues[piece] == now:
                self.entering[piece] = _DUE
                key = (self.squares[piece] + self.steps[piece]) << 7
                key |= self.owners[piece] << 6 | piece
                i = n
                while i > 0 and self.arrivals[i - 1] > key:
                    self.arrivals[i] = self.arrivals[i - 1]
                    i -= 1
                self.arrivals[i] = key
                n += 1
        return n

    def _settle_friendly(self, now: cython.longlong, n: cython.int) -> cython.int:
        """Step 2: of one side's entries into one square, a lot keeps one."""
        begin: cython.int = 0
        end: cython.int
        i: cython.int
        piece: cython.int
        while begin < n:
            end = begin + 1
            while end < n and self.arrivals[end] >> 6 == self.arrivals[begin] >> 6:
                end += 1
            if end - begin > 1:
                group: cython.int = self.arrivals[begin] >> 6
                kept: cython.int = begin + lot.pick(
                    self.seed, now, group >> 1, group & 1, end - begin
                )
                for i in range(begin, end):
                    piece = self.arrivals[i] & 63
                    if i != kept:
                        self.entering[piece] = 0
                        self._rest(piece, now)
                        if self.log is not None:
                            self.log.append(
                                Stop(now, piece, _NAMES[self.squares[piece]], "friendly")
                            )
            begin = end
        return 0

    def _stop_refused(self, now: cython.longlong, n: cython.int) -> cython.int:
        """Step 3: stops what is blocked, and pawns without a victim, until nothing changes."""
        stops: cython.bint = self._stop_blocked(n)
        while self._stop_empty(n):
            stops = True
            self._stop_blocked(n)
        if not stops:
            return 0
        piece: cython.int
        for piece in range(self.count):
            if self.stopped[piece]:
                self._rest(piece, now)
                if self.log is not None:
                    why: str = _WHYS[self.stopped[piece]]
                    self.log.append(Stop(now, piece, _NAMES[self.squares[piece]], why))
                self.stopped[piece] = 0
        return 0

    def _stop_blocked(self, n: cython.int) -> cython.bint:
        """Step 3a. A piece that is stopped blocks those behind it in turn."""
        stops: cython.bint = False
        changed: cython.bint = True
        i: cython.int
        while changed:
            changed = False
            for i in range(n):
                piece: cython.int = self.arrivals[i] & 63
                if self.entering[piece] == 0:
                    continue
                there: cython.int = self.standing[self.arrivals[i] >> 7]
                if there < 0 or self.entering[there]:
                    continue
                if self.owners[there] == self.owners[piece]:
                    self.stopped[piece] = 1
                elif self.kinds[piece] == PAWN and self.steps[piece] & 7 == 0:
                    self.stopped[piece] = 2
                else:
                    continue
                self.entering[piece] = 0
                changed = stops = True
        return stops

    def _stop_empty(self, n: cython.int) -> cython.bint:
        """Step 3b: all pawns that step diagonally at nothing, together."""
        stops: cython.bint = False
        i: cython.int
        piece: cython.int
        for i in range(n):
            piece = self.arrivals[i] & 63
            if (
                self.entering[piece]
                and self.kinds[piece] == PAWN
                and self.steps[piece] & 7
                and not self._has_victim(i, n)
            ):
                self.stopped[piece] = 3
                stops = True
        if stops:
            for i in range(n):
                piece = self.arrivals[i] & 63
                if self.stopped[piece]:
                    self.entering[piece] = 0
        return stops

    def _has_victim(self, index: cython.int, n: cython.int) -> cython.bint:
        """Whether an enemy stays in the target of this entry, or enters it too."""
        target: cython.int = self.arrivals[index] >> 7
        there: cython.int = self.standing[target]
        if there >= 0 and self.entering[there] == 0:
            return True  # an own piece there would have stopped the pawn already
        i: cython.int
        for i in range(n):
            if (
                i != index
                and self.arrivals[i] >> 7 == target
                and self.entering[self.arrivals[i] & 63]
            ):
                return True
        return False

    def _settle_contests(self, now: cython.longlong, n: cython.int) -> cython.int:
        """Step 4: of two rivals for one square, a lot kills one."""
        white: cython.int = -1
        i: cython.int
        for i in range(n):
            key: cython.int = self.arrivals[i]
            if self.entering[key & 63] == 0:
                continue
            if key >> 6 & 1 == 0:
                white = key
            elif white >= 0 and white >> 7 == key >> 7:
                winner: cython.int = white & 63
                loser: cython.int = key & 63
                if lot.pick(self.seed, now, key >> 7, lot.CONTEST, 2):
                    winner, loser = loser, winner
                if self.log is not None:
                    self.log.append(Contest(now, _NAMES[key >> 7], winner, loser))
                self.entering[loser] = 0
                self.entering[winner] = _KILLED
                self._kill(loser, winner, now)
        return 0

    def _enter(self, piece: cython.int, target: cython.int, now: cython.longlong) -> cython.int:
        """Steps 6 and 7 for one piece; all that enter have left their squares."""
        origin: cython.int = self.squares[piece]
        victim: cython.int = self.standing[target]
        killed: cython.bint = self.entering[piece] == _KILLED
        self.entering[piece] = 0
        if victim >= 0:
            self._kill(victim, piece, now)
            killed = True
        self.shift(piece, target, now)
        if self.log is not None:
            self.log.append(Enter(now, piece, _NAMES[origin], _NAMES[target]))
        if self.kinds[piece] == PAWN and target >> 3 == (0 if self.owners[piece] else 7):
            self.kinds[piece] = self.promos[piece]
            if self.log is not None:
                self.log.append(Promote(now, piece, _KINDS[self.kinds[piece]]))
        if killed or target == self.goals[piece]:
            self._rest(piece, now)
            if self.log is not None:
                self.log.append(Rest(now, piece, _NAMES[target], "kill" if killed else "dest"))
        return 0

    def _kill(self, victim: cython.int, killer: cython.int, now: cython.longlong) -> cython.int:
        if self.log is not None:
            self.log.append(Kill(now, victim, _NAMES[self.squares[victim]], killer))
        self.remove(victim, now)
        return 0
