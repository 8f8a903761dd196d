"""Moves in standard algebraic notation, as records show them: `Nbd7`, `exd6`, `e8=Q+`, `O-O`."""

from typing import Final

from arena_games.chess.position import ChessPosition
from arena_games.chess.tables import CASTLING, CHECKMATE, PAWN, square_name

_LETTERS: Final = "   NBRQK"  # by kind


def write_san(position: ChessPosition, move: str) -> str:
    """The SAN of a legal move in UCI form (FIDE appendix C). Raises as `position.play`."""
    board = position.board()
    encoded = position.encode(move)
    rivals = board.legal()
    board.make(encoded)
    suffix = "#" if board.ending == CHECKMATE else "+" if board.in_check() else ""
    board.unmake()
    source, target = encoded & 63, encoded >> 6 & 63
    if encoded >> 15 == CASTLING:
        return ("O-O" if target > source else "O-O-O") + suffix
    kind = board.piece_at(source) >> 1
    takes = "x" if board.piece_at(target) or (kind == PAWN and (source ^ target) & 7) else ""
    if kind == PAWN:
        origin = square_name(source)[0] if takes else ""
        promotion = "=" + _LETTERS[encoded >> 12 & 7] if encoded >> 12 & 7 else ""
        return origin + takes + square_name(target) + promotion + suffix
    same = [
        rival & 63
        for rival in rivals
        if rival >> 6 == encoded >> 6
        and rival != encoded
        and board.piece_at(rival & 63) == board.piece_at(source)
    ]
    return _LETTERS[kind] + _tell_apart(source, same) + takes + square_name(target) + suffix


def _tell_apart(source: int, rivals: list[int]) -> str:
    """File, else rank, else square of origin: the least that names no other piece."""
    if not rivals:
        return ""
    name = square_name(source)
    if all(rival & 7 != source & 7 for rival in rivals):
        return name[0]
    if all(rival >> 3 != source >> 3 for rival in rivals):
        return name[1]
    return name
