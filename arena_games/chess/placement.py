"""The men on the board as bitboards, what they attack, and what they are worth.

Typed Python, see `arena_games.board`; C types are in `placement.pxd`, geometry and piece
codes in `tables`. Sliders' attacks come from precomputed rays: from a ray, what lies
behind its nearest blocker is taken off.
"""

from array import array
from collections.abc import Sequence

import cython

from arena_games.board import Board
from arena_games.chess import tables

if not cython.compiled:
    from arena_games.chess.tables import (
        BISHOP,
        KING,
        KNIGHT,
        PAWN,
        QUEEN,
        ROOK,
        highest,
        lowest,
        popcount,
    )

TOP = tables.TOP
DARK = tables.DARK
WORTH = tables.WORTH
BIT = tables.BIT
RAYS = tables.RAYS
STRAIGHT_LINES = tables.STRAIGHT_LINES
DIAGONAL_LINES = tables.DIAGONAL_LINES
KNIGHT_LEAPS = tables.KNIGHT_LEAPS
KING_STEPS = tables.KING_STEPS
PAWN_CAPTURES = tables.PAWN_CAPTURES
ZOBRIST = tables.ZOBRIST


def straight(square: cython.int, occupied: cython.ulonglong) -> cython.ulonglong:
    """What a rook attacks. The corner that ends every ray stands in for a missing blocker."""
    north: cython.ulonglong = RAYS[square]
    east: cython.ulonglong = RAYS[64 + square]
    south: cython.ulonglong = RAYS[256 + square]
    west: cython.ulonglong = RAYS[320 + square]
    north ^= RAYS[lowest(north & occupied | TOP)]
    east ^= RAYS[64 + lowest(east & occupied | TOP)]
    south ^= RAYS[256 + highest(south & occupied | 1)]
    west ^= RAYS[320 + highest(west & occupied | 1)]
    return north | east | south | west


def diagonal(square: cython.int, occupied: cython.ulonglong) -> cython.ulonglong:
    """What a bishop attacks, see `straight`."""
    northeast: cython.ulonglong = RAYS[128 + square]
    northwest: cython.ulonglong = RAYS[192 + square]
    southwest: cython.ulonglong = RAYS[384 + square]
    southeast: cython.ulonglong = RAYS[448 + square]
    northeast ^= RAYS[128 + lowest(northeast & occupied | TOP)]
    northwest ^= RAYS[192 + lowest(northwest & occupied | TOP)]
    southwest ^= RAYS[384 + highest(southwest & occupied | 1)]
    southeast ^= RAYS[448 + highest(southeast & occupied | 1)]
    return northeast | northwest | southwest | southeast


class Placement(Board):
    """The part of a chess board that is the same whose turn it may be.

    Typed code reads `bits` (a bitboard by colour, 0 and 1, and by kind, 2 to 7),
    `squares` (a piece code by square) and `hash` (over all of the state).
    """

    def __init__(self, squares: Sequence[int]) -> None:
        self.bits = array("Q", bytes(8 * 8))
        self.squares = array("b", bytes(64))
        self.hash = 0
        for square, piece in enumerate(squares):
            if piece:
                self._drop(square, piece)

    def piece_at(self, square: cython.int) -> cython.int:
        """`2 * kind + colour` for the piece on a square 0..63, 0 for none."""
        return self.squares[square]

    def pieces(self, kind: cython.int, colour: cython.int) -> cython.ulonglong:
        """The bitboard of a side's pieces of one kind (`tables.PAWN` to `tables.KING`)."""
        return self.bits[kind] & self.bits[colour]

    def attacks(self, square: cython.int) -> cython.ulonglong:
        """The squares that the piece on `square` attacks or protects, pins not regarded."""
        occupied: cython.ulonglong = self.bits[0] | self.bits[1]
        piece: cython.int = self.squares[square]
        kind: cython.int = piece >> 1
        if kind == PAWN:
            return PAWN_CAPTURES[64 * (piece & 1) + square]
        if kind == KNIGHT:
            return KNIGHT_LEAPS[square]
        if kind == KING:
            return KING_STEPS[square]
        found: cython.ulonglong = 0
        if kind in (ROOK, QUEEN):
            found = straight(square, occupied)
        if kind in (BISHOP, QUEEN):
            found |= diagonal(square, occupied)
        return found

    def attackers(self, square: cython.int, colour: cython.int) -> cython.ulonglong:
        """The bitboard of the pieces of `colour` that attack or protect `square`."""
        return self._attackers(square, colour, self.bits[0] | self.bits[1])

    def can_mate(self, colour: cython.int) -> bool:
        """Whether some sequence of legal moves may let `colour` mate, judged by the men alone.

        A lone minor piece needs an own man of the opponent's to take a flight square: any
        but a queen serves a knight; a bishop needs a pawn, a knight or a bishop of the
        other colour of squares.
        """
        own: cython.ulonglong = self.bits[colour]
        other: cython.ulonglong = self.bits[colour ^ 1]
        if own & (self.bits[PAWN] | self.bits[ROOK] | self.bits[QUEEN]):
            return True
        if own & self.bits[KNIGHT]:
            helpers: cython.ulonglong = self.bits[PAWN] | self.bits[KNIGHT]
            helpers |= self.bits[BISHOP] | self.bits[ROOK]
            return popcount(own) > 2 or (other & helpers) != 0
        if own & self.bits[BISHOP]:
            dark: cython.ulonglong = self.bits[BISHOP] & DARK
            mixed: cython.bint = dark != 0 and dark != self.bits[BISHOP]
            return mixed or (self.bits[PAWN] | self.bits[KNIGHT]) != 0
        return False

    def value(self, seat: cython.int) -> cython.int:
        """The seat's own material in centipawns: 100, 320, 330, 500, 900; kings count 0."""
        own: cython.ulonglong = self.bits[seat]
        total: cython.int = 0
        kind: cython.int
        for kind in range(PAWN, KING):
            total += WORTH[kind] * popcount(self.bits[kind] & own)
        return total

    def _attackers(
        self, square: cython.int, colour: cython.int, occupied: cython.ulonglong
    ) -> cython.ulonglong:
        """The pieces of `colour` that attack `square` if these squares were occupied."""
        queens: cython.ulonglong = self.bits[QUEEN]
        found: cython.ulonglong = PAWN_CAPTURES[64 * (colour ^ 1) + square] & self.bits[PAWN]
        found |= KNIGHT_LEAPS[square] & self.bits[KNIGHT]
        found |= KING_STEPS[square] & self.bits[KING]
        sliders: cython.ulonglong = (self.bits[ROOK] | queens) & self.bits[colour]
        if STRAIGHT_LINES[square] & sliders:
            found |= straight(square, occupied) & sliders
        sliders = (self.bits[BISHOP] | queens) & self.bits[colour]
        if DIAGONAL_LINES[square] & sliders:
            found |= diagonal(square, occupied) & sliders
        return found & self.bits[colour]

    def _toggle(self, square: cython.int, piece: cython.int) -> None:
        """Puts a piece on its bitboards and into the hash, or takes it off."""
        bit: cython.ulonglong = BIT[square]
        self.bits[piece & 1] ^= bit
        self.bits[piece >> 1] ^= bit
        self.hash ^= ZOBRIST[64 * piece + square]

    def _drop(self, square: cython.int, piece: cython.int) -> None:
        self._toggle(square, piece)
        self.squares[square] = piece

    def _lift(self, square: cython.int, piece: cython.int) -> None:
        self._toggle(square, piece)
        self.squares[square] = 0
