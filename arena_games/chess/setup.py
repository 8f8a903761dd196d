"""What a chess position is before any history: the men, whose move, rights and counters."""

from dataclasses import dataclass

from arena_games.chess.tables import KING, PAWN, ROOK, square_name
from arena_games.errors import InvalidPosition

COLOURS = ("white", "black")
# A corner's index is 2 * colour + side; side 0 is castling towards the h-file, 1 the a-file.
NO_CORNERS = (-1, -1, -1, -1)


@dataclass(frozen=True, slots=True)
class Setup:
    """One arrangement on the board, as a FEN tells it.

    `squares` holds a piece code (see `tables`) for each of the 64 squares. `corners` holds
    the squares of the rooks that may castle, by `2 * colour + side`, -1 for no right.
    `en_passant` is the square that a pawn has just passed over, or -1. `halfmove` counts
    plies since the last capture or pawn move, `fullmove` is 1 in a game's first two plies.
    """

    squares: tuple[int, ...]
    to_move: int = 0
    corners: tuple[int, int, int, int] = NO_CORNERS
    en_passant: int = -1
    halfmove: int = 0
    fullmove: int = 1

    def check(self) -> None:
        """Raises InvalidPosition, with the reason, for what no game can reach.

        That the side that has moved is not in check is for a board to tell: see
        `fen.read_board`.
        """
        for colour in range(2):
            self._check_men(colour)
            self._check_corners(colour)
        for square in (*range(8), *range(56, 64)):
            if self.squares[square] >> 1 == PAWN:
                raise InvalidPosition(f"a pawn stands on {square_name(square)}")
        if self.en_passant >= 0:
            self._check_en_passant()

    def king(self, colour: int) -> int:
        """The square of a side's king."""
        return self.squares.index(2 * KING + colour)

    def _check_men(self, colour: int) -> None:
        men = [piece >> 1 for piece in self.squares if piece and piece & 1 == colour]
        for count, most, what in (
            (men.count(PAWN), 8, "pawns"),
            (len(men), 16, "men"),
        ):
            if count > most:
                raise InvalidPosition(f"{COLOURS[colour]} has {count} {what}, more than {most}")
        if men.count(KING) != 1:
            raise InvalidPosition(f"{COLOURS[colour]} has {men.count(KING)} kings, not one")

    def _check_corners(self, colour: int) -> None:
        king = self.king(colour)
        for side in range(2):
            rook = self.corners[2 * colour + side]
            if rook < 0:
                continue
            placed = (
                self.squares[rook] == 2 * ROOK + colour and king >> 3 == rook >> 3 == 7 * colour
            )
            if not placed or (rook < king) != (side == 1):
                raise InvalidPosition(
                    f"{COLOURS[colour]} may not castle with {square_name(rook)}: "
                    "king or rook is not there"
                )

    def _check_en_passant(self) -> None:
        passed = self.en_passant
        mover = self.to_move ^ 1
        ahead = passed ^ 8
        behind = 2 * passed - ahead
        reached = (
            passed >> 3 == (2 if mover == 0 else 5)
            and self.squares[ahead] == 2 * PAWN + mover
            and not self.squares[passed]
            and not self.squares[behind]
        )
        if not reached:
            raise InvalidPosition(
                f"en passant on {square_name(passed)}: no pawn has just passed over it"
            )
