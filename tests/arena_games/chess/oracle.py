"""PyPI's `chess` as a second opinion, and random walks on which to ask for it."""

from collections.abc import Iterator

import chess

from arena_games.chess import ChessPosition, game
from arena_games.outcome import Outcome, Termination
from arena_games.rng import Lot

DRAW = (0.5, 0.5)
# Beginnings with something to hit on: en passant, promotion, castling of every kind, few
# men (so that positions repeat), counters close to their ends.
STANDARD = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "k7/8/8/8/8/8/8/K5BR w - - 90 90",
    "8/8/8/3k4/8/4b3/8/K1B5 w - - 145 150",
    "k7/8/K7/8/8/8/8/7n w - - 0 1",
]
CHESS960 = [
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1rk2r2/8/8/8/8/8/8/1RK2R2 w FBfb - 0 1",
    "rkr5/8/8/8/8/8/8/5RKR b HFca - 0 1",
    "rr1k1r1r/8/8/8/8/8/8/RR1K1R1R w FBfb - 0 1",
]


def begin(fen: str, chess960: bool = False, auto_claim: bool = True) -> ChessPosition:
    """Our position of a FEN."""
    return game.start({"position": fen, "chess960": chess960, "auto_claim": auto_claim})


def mirror(position: ChessPosition) -> chess.Board:
    """The oracle's board of the same arrangement, without a past."""
    return chess.Board(position.fen(), chess960=position.board().chess960)


def fen(theirs: chess.Board) -> str:
    """The oracle's FEN in our form: Shredder-FEN in chess960."""
    return theirs.fen(shredder=theirs.chess960)


def moves(theirs: chess.Board) -> list[str]:
    """The oracle's legal moves, sorted, the rules of draws not regarded."""
    return sorted(theirs.uci(move) for move in theirs.legal_moves)


def outcome(theirs: chess.Board, auto_claim: bool) -> Outcome | None:
    """How the match ended by the oracle."""
    ended = theirs.outcome()
    if ended is not None:
        scores = {True: (1.0, 0.0), False: (0.0, 1.0), None: DRAW}[ended.winner]
        return Outcome(scores, _TERMINATIONS[ended.termination])
    return claimable(theirs) if auto_claim else None


def claimable(theirs: chess.Board) -> Outcome | None:
    """The draw that could be claimed for the oracle's position as it stands."""
    if theirs.is_fifty_moves():
        return Outcome(DRAW, Termination.FIFTY_MOVES)
    if theirs.is_repetition(3):
        return Outcome(DRAW, Termination.THREEFOLD_REPETITION)
    return None


_TERMINATIONS = {
    chess.Termination.CHECKMATE: Termination.CHECKMATE,
    chess.Termination.STALEMATE: Termination.STALEMATE,
    chess.Termination.INSUFFICIENT_MATERIAL: Termination.DEAD_POSITION,
    chess.Termination.SEVENTYFIVE_MOVES: Termination.SEVENTYFIVE_MOVES,
    chess.Termination.FIVEFOLD_REPETITION: Termination.FIVEFOLD_REPETITION,
}


def walk(
    start: ChessPosition, seed: int, plies: int
) -> Iterator[tuple[ChessPosition, chess.Board]]:
    """Both sides of one random game, the start included. Every second move or so goes back
    where the piece came from, so that positions repeat."""
    lot = Lot(seed)
    position, theirs = start, mirror(start)
    played: list[str] = []
    yield position, theirs
    for _ in range(plies):
        legal = position.legal_moves()
        if not legal:
            return
        back = played[-2][2:4] + played[-2][:2] if len(played) > 1 else ""
        move = back if back in legal and lot.below(2) else lot.choice(legal)
        played.append(move)
        position = position.play(move)
        theirs.push(chess.Move.from_uci(move) if theirs.chess960 else theirs.parse_uci(move))
        yield position, theirs
