"""From what a position text says to a board that plays on: every condition on which the
board relies is checked here."""

from collections import Counter
from itertools import chain

from arena_games.errors import InvalidPosition
from arena_games.threechess.board import ThreeChessBoard
from arena_games.threechess.geometry import SECTION_LETTERS, SQUARE_NAMES, row_of, square_at
from arena_games.threechess.notation import Placement, move_text
from arena_games.threechess.pieces import KING, PAWN, colour_of, kind_of, piece

_PIECES_OF_A_COLOUR = 16


def place(placement: Placement) -> ThreeChessBoard:
    """A board at that position. Raises InvalidPosition for what cannot be in a match."""
    _check_pieces(placement)
    _check_kings(placement)
    if placement.trail and not placement.rules.repetition:
        raise InvalidPosition("threechess position: a trail counts only with repetition=n")
    if len(placement.trail) > placement.ply:
        raise InvalidPosition(
            f"threechess position: a trail of {len(placement.trail)} moves at ply {placement.ply}"
        )
    board = placement.rules.empty_board()
    board.setup(
        _rewound(placement),
        placement.captured,
        (placement.to_move - len(placement.trail)) % 3,
        placement.ply - len(placement.trail),
    )
    for move in placement.trail:
        if not board.allows(move):
            raise _broken_trail(move)
        board.make(move)
    return board.copy()


def _check_pieces(placement: Placement) -> None:
    for square, occupant in enumerate(placement.squares):
        if kind_of(occupant) == PAWN and row_of(square) == 0:
            raise InvalidPosition(
                f"threechess position: a pawn on {SQUARE_NAMES[square]}, but none can be on a row 1"
            )
    on_board = filter(None, placement.squares)
    for colour, count in Counter(map(colour_of, chain(on_board, *placement.captured))).items():
        if count > _PIECES_OF_A_COLOUR:
            raise InvalidPosition(
                f"threechess position: {count} pieces of {SECTION_LETTERS[colour]}, captured ones "
                f"included; there are {_PIECES_OF_A_COLOUR}"
            )
    for seat, spoils in enumerate(placement.captured):
        if seat in map(colour_of, spoils):
            letter = SECTION_LETTERS[seat]
            raise InvalidPosition(f"threechess position: {letter} has captured a piece of its own")


def _check_kings(placement: Placement) -> None:
    kings = [colour_of(king) for king in placement.squares if kind_of(king) == KING]
    if len(set(kings)) < len(kings):
        raise InvalidPosition("threechess position: a colour has two kings; it takes one")
    gone = [piece(colour, KING) for colour in range(3) if colour not in kings]
    spoils = [taken for taken in chain(*placement.captured) if kind_of(taken) == KING]
    last = placement.captured[(placement.to_move - 1) % 3][-1:]
    if spoils != gone or len(gone) > 1 or (gone and tuple(gone) != last):
        raise InvalidPosition(
            "threechess position: each colour takes a king on the board, but for one that the "
            "last move has captured, which then ends the captured list of the seat before the turn"
        )


def _rewound(placement: Placement) -> list[int]:
    """The pieces as they stood before the trail: quiet moves of other pieces than pawns."""
    squares = list(placement.squares)
    seat = placement.to_move
    for move in reversed(placement.trail):
        seat = (seat - 1) % 3
        source, target = move >> 7, move & 127
        mover = squares[target]
        if kind_of(mover) in (0, PAWN) or colour_of(mover) != seat or squares[source]:
            raise _broken_trail(move)
        squares[source], squares[target] = mover, 0
        if kind_of(mover) == KING and source == square_at(seat, 4, 0):
            _rewind_rook(squares, seat, target)
    return squares


def _rewind_rook(squares: list[int], seat: int, king: int) -> None:
    """Puts the rook back if a king that came from E1 to `king` has castled."""
    for king_column, rook_column, corner in ((6, 5, 7), (2, 3, 0)):
        if king == square_at(seat, king_column, 0):
            squares[square_at(seat, corner, 0)] = squares[square_at(seat, rook_column, 0)]
            squares[square_at(seat, rook_column, 0)] = 0


def _broken_trail(move: int) -> InvalidPosition:
    return InvalidPosition(
        f"threechess position, trail: {move_text(move)} cannot have been played; it takes the "
        "moves since the last capture or pawn move"
    )
