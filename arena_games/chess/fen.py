"""FEN, the usual one-line form of a chess position: six fields, all of them required.

Castling rights are read as `KQkq`, as X-FEN (the same letters in chess960: the outermost
rook) and as Shredder-FEN (the rooks' files, `HAha`). They are written as `KQkq`, in
chess960 as Shredder-FEN. The en passant square is written only where a legal capture
exists (as `chess` on PyPI does); read, it must be one that a pawn has just passed over.
"""

import re
from dataclasses import replace

from arena_games.chess.board import ChessBoard
from arena_games.chess.setup import COLOURS, NO_CORNERS, Setup
from arena_games.chess.tables import ROOK, square_name
from arena_games.errors import InvalidPosition

# By piece code: 4 "P", 5 "p", ..., 14 "K", 15 "k".
_LETTERS = "    PpNnBbRrQqKk"
_COUNTER = re.compile(r"\d{1,5}", re.ASCII)


def read_board(fen: str, chess960: bool = False, auto_claim: bool = True) -> ChessBoard:
    """The board of a FEN. Raises InvalidPosition: unreadable, or no game can reach it."""
    setup = read_fen(fen, chess960)
    board = ChessBoard(setup, chess960, auto_claim)
    if board.attackers(setup.king(setup.to_move ^ 1), setup.to_move):
        raise InvalidPosition(
            f"FEN: {COLOURS[setup.to_move]} is to move and {COLOURS[setup.to_move ^ 1]} in check"
        )
    if board.attackers(setup.king(setup.to_move), setup.to_move ^ 1).bit_count() > 2:
        raise InvalidPosition(f"FEN: more than two men check {COLOURS[setup.to_move]}")
    return board


def read_fen(fen: str, chess960: bool = False) -> Setup:
    """What a FEN says, checked but for checks. Raises InvalidPosition."""
    fields = fen.split()
    if len(fields) != 6:
        raise InvalidPosition(
            f"FEN {fen[:90]!r} has {len(fields)} fields, not 6: "
            "men, side to move, castling, en passant, halfmove clock, move number"
        )
    squares = _read_men(fields[0])
    if fields[1] not in ("w", "b"):
        raise InvalidPosition(f"FEN: side to move {fields[1][:20]!r} is neither 'w' nor 'b'")
    setup = Setup(
        squares,
        "wb".index(fields[1]),
        NO_CORNERS,
        _read_en_passant(fields[3]),
        _read_counter(fields[4], "halfmove clock", 0, 9999),
        _read_counter(fields[5], "move number", 1, 99999),
    )
    setup.check()
    corners = _read_corners(fields[2], setup, chess960)
    setup = replace(setup, corners=corners)
    setup.check()
    return setup


def write_fen(board: ChessBoard) -> str:
    """The FEN of a board."""
    ranks = (
        "".join(_LETTERS[board.piece_at(8 * rank + file)] for file in range(8))
        for rank in range(7, -1, -1)
    )
    men = re.sub(" +", lambda gap: str(len(gap[0])), "/".join(ranks))
    en_passant = square_name(board.en_passant) if board.en_passant else "-"
    return (
        f"{men} {'wb'[board.to_move]} {_write_corners(board)} {en_passant}"
        f" {board.halfmove} {board.plies // 2 + 1}"
    )


def _read_men(field: str) -> tuple[int, ...]:
    ranks = field.split("/")
    if len(ranks) != 8:
        raise InvalidPosition(f"FEN: men {field[:80]!r} fill {len(ranks)} ranks, not 8")
    squares: list[int] = []
    for number, rank in zip(range(8, 0, -1), ranks, strict=True):
        row: list[int] = []
        for letter in rank:
            if letter in "12345678":
                row += [0] * int(letter)
            elif letter in _LETTERS[4:]:
                row.append(_LETTERS.index(letter))
            else:
                raise InvalidPosition(f"FEN: {letter!r} in rank {number} is no piece letter")
        if re.search("[1-8]{2}", rank):
            raise InvalidPosition(f"FEN: rank {number} {rank[:20]!r} has two numbers side by side")
        if len(row) != 8:
            raise InvalidPosition(f"FEN: rank {number} {rank[:20]!r} has {len(row)} squares, not 8")
        squares[:0] = row
    return tuple(squares)


def _read_en_passant(field: str) -> int:
    if field == "-":
        return -1
    if not re.fullmatch("[a-h][36]", field):
        raise InvalidPosition(f"FEN: en passant {field[:20]!r} is neither '-' nor like 'e3', 'e6'")
    return "abcdefgh".index(field[0]) + 8 * (int(field[1]) - 1)


def _read_counter(field: str, what: str, least: int, most: int) -> int:
    if not _COUNTER.fullmatch(field) or not least <= int(field) <= most:
        raise InvalidPosition(f"FEN: {what} {field[:20]!r} is no whole number {least}..{most}")
    return int(field)


def _read_corners(field: str, setup: Setup, chess960: bool) -> tuple[int, int, int, int]:
    corners = list(NO_CORNERS)
    for letter in "" if field == "-" else field:
        rook = _find_corner(letter, setup)
        colour = int(letter.islower())
        king = setup.king(colour)
        if rook is None:
            raise InvalidPosition(f"FEN: castling {letter!r}: there is no such rook")
        if not chess960 and not (king & 7 == 4 and rook & 7 in (0, 7)):
            raise InvalidPosition(
                f"FEN: castling {letter!r} with {square_name(king)} and {square_name(rook)} "
                "is chess960: set that option"
            )
        index = 2 * colour + (rook < king)
        if corners[index] >= 0:
            raise InvalidPosition(f"FEN: castling {field[:20]!r} names one right twice")
        corners[index] = rook
    return corners[0], corners[1], corners[2], corners[3]


def _find_corner(letter: str, setup: Setup) -> int | None:
    """The rook that a castling letter means, None if there is none."""
    colour = int(letter.islower())
    home = 56 * colour
    king = setup.king(colour)
    kind = letter.lower()
    if kind not in "kqabcdefgh":
        raise InvalidPosition(f"FEN: castling {letter!r} is none of KQkq, A-H, a-h")
    if not home <= king < home + 8:
        return None
    if kind == "k":
        ways = range(home + 7, king, -1)
    elif kind == "q":
        ways = range(home, king)
    else:
        ways = range(home + "abcdefgh".index(kind), home + "abcdefgh".index(kind) + 1)
    return next((square for square in ways if setup.squares[square] == 2 * ROOK + colour), None)


def _write_corners(board: ChessBoard) -> str:
    letters = ""
    for index, letter in enumerate("KQkq"):
        if not board.castling >> index & 1:
            continue
        if board.chess960:
            letter = "ABCDEFGHabcdefgh"[(board.corner(index) & 7) + 8 * (index >> 1)]
        letters += letter
    return letters or "-"
