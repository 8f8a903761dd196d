"""What a series of captures on one square comes to (static exchange evaluation).

Typed Python, see `arena_games.board`.
"""

import cython

from arena_games.chess import tables
from arena_games.chess.board import ChessBoard

if not cython.compiled:
    from arena_games.chess.tables import KING, PAWN, lowest

_WORTH = tables.WORTH
_BIT = tables.BIT


def holds(board: ChessBoard, move: cython.int) -> cython.bint:
    """Whether a legal `move` loses no material on its square, if both sides go on to take
    there with their least man as long as it pays them.

    Pins are not regarded. Castling, en passant and promotions count as holding.
    """
    if move >> 12:
        return True
    source: cython.int = move & 63
    target: cython.int = move >> 6 & 63
    kind: cython.int = board.squares[source] >> 1
    # What the side that has just moved may still lose, less what it has won.
    swing: cython.int = _WORTH[kind] - _WORTH[board.squares[target] >> 1]
    if swing <= 0:
        return True
    side: cython.int = board.squares[source] & 1
    occupied: cython.ulonglong = (board.bits[0] | board.bits[1]) ^ _BIT[source]
    occupied |= _BIT[target]
    holding: cython.int = 1
    while True:
        side ^= 1
        takers: cython.ulonglong = board._attackers(target, side, occupied) & occupied
        if takers == 0:
            return holding == 1
        holding ^= 1
        kind = PAWN
        while takers & board.bits[kind] == 0:
            kind += 1
        if kind == KING:
            # A king may not take what is protected.
            if board._attackers(target, side ^ 1, occupied) & occupied:
                holding ^= 1
            return holding == 1
        swing = _WORTH[kind] - swing
        if swing < holding:
            return holding == 1
        occupied ^= _BIT[lowest(takers & board.bits[kind])]
