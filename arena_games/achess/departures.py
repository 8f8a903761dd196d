"""Which orders are accepted, and how a piece sets out (sections 3 and 7 of the rules).

Typed Python, see `arena_games.board`; C types are in `departures.pxd`.
"""

from __future__ import annotations

import cython

from arena_games.achess import tables
from arena_games.achess.events import Start
from arena_games.achess.pieces import Pieces

if not cython.compiled:
    from arena_games.achess.tables import BLACK_PAWN, KING, KNIGHT, PAWN

NEVER = tables.NEVER
STEPS = tables.STEPS
_NAMES = tables.SQUARES


class Departures(Pieces):
    """Pieces that can be ordered somewhere."""

    def _refusal(
        self, seat: cython.int, piece: cython.int, to: cython.int, now: cython.longlong
    ) -> str:
        """Why a well-formed order is rejected at `now`: the first test of section 3 that
        fails; empty if none does."""
        if self.kinds[piece] < 0:
            return "dead"
        if self.owners[piece] != seat:
            return "not_owner"
        if self.dues[piece] != NEVER:
            return "moving"
        if now < self.readies[piece]:
            return "cooldown"
        if self._step_to(piece, to):
            return ""
        side: cython.int = self._castling_side(piece, to)
        if side < 0:
            return "geometry"
        return "" if self._castling_rook(piece, side, now) >= 0 else "castle"

    def _depart(
        self, piece: cython.int, to: cython.int, promotion: cython.int, now: cython.longlong
    ) -> cython.int:
        """The piece sets out to where nothing refuses it."""
        kind: cython.int = self.kinds[piece]
        step: cython.int = self._step_to(piece, to)
        if step == 0:
            return self._castle(piece, self._castling_side(piece, to), now)
        self.promos[piece] = promotion
        first: cython.longlong = self.leap if kind == KNIGHT else self.paces[kind]
        return self._set_out(piece, to, step, now + first, now)

    def _set_out(
        self,
        piece: cython.int,
        goal: cython.int,
        step: cython.int,
        first: cython.longlong,
        now: cython.longlong,
    ) -> cython.int:
        self.set_out(piece, goal, step, first)
        if self.log is not None:
            square: cython.int = self.squares[piece]
            path: list[str] = []
            while square != goal:
                square += step
                path.append(_NAMES[square])
            self.log.append(Start(now, piece, tuple(path), first))
        return 0

    def _step_to(self, piece: cython.int, to: cython.int) -> cython.int:
        """The step of the way to a square, 0 if there is none by plain geometry."""
        row: cython.int = self.kinds[piece]
        if row == PAWN and self.owners[piece]:
            row = BLACK_PAWN
        return STEPS[4096 * row + 64 * self.squares[piece] + to]

    def _castling_side(self, piece: cython.int, to: cython.int) -> cython.int:
        """0 short, 1 long, for a king's order that castles with the right to it; else -1."""
        if self.kinds[piece] != KING:
            return -1
        rights: cython.int = self.rights >> 2 * self.owners[piece]
        if rights & 1 and to == self.squares[piece] + 2:
            return 0
        if rights & 2 and to == self.squares[piece] - 2:
            return 1
        return -1

    def _castling_rook(
        self, king: cython.int, side: cython.int, now: cython.longlong
    ) -> cython.int:
        """The rook to castle with, -1 if it moves or rests, or something is in between.

        There is the right to castle, so both stand at home.
        """
        home: cython.int = self.squares[king]
        corner: cython.int = home - 4 if side else home + 3
        rook: cython.int = self.standing[corner]
        if self.dues[rook] != NEVER or self.readies[rook] > now:
            return -1
        between: cython.int
        for between in range(min(home, corner) + 1, max(home, corner)):
            if self.standing[between] >= 0:
                return -1
        return rook

    def _castle(self, king: cython.int, side: cython.int, now: cython.longlong) -> cython.int:
        """The king walks, and the rook jumps beside it when the king arrives."""
        rook: cython.int = self._castling_rook(king, side, now)
        home: cython.int = self.squares[king]
        pace: cython.longlong = self.paces[KING]
        if side:
            self._set_out(king, home - 2, -1, now + pace, now)
            return self._set_out(rook, home - 1, 3, now + 2 * pace, now)
        self._set_out(king, home + 2, 1, now + pace, now)
        return self._set_out(rook, home + 1, -2, now + 2 * pace, now)

    def _targets(self, piece: cython.int, now: cython.longlong) -> list[int]:
        """Where the piece may be ordered to at `now`, ascending."""
        found: list[int] = []
        if self.kinds[piece] < 0 or self.dues[piece] != NEVER or self.readies[piece] > now:
            return found
        to: cython.int
        side: cython.int
        for to in range(64):
            if self._step_to(piece, to):
                found.append(to)
            elif self.kinds[piece] == KING:
                side = self._castling_side(piece, to)
                if side >= 0 and self._castling_rook(piece, side, now) >= 0:
                    found.append(to)
        return found
