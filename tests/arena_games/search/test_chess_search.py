"""The chess search: mates, draws, and that its short cuts are all that it leaves out."""

import json
from pathlib import Path
from typing import Any

import pytest

from arena_games import Board, Position, get_game
from arena_games.chess import ChessBoard
from arena_games.chess.tables import KING
from arena_games.search import WIN, Evaluation, Transpositions
from arena_games.search.chess_evaluation import ChessTapered
from arena_games.search.chess_search import chess_search
from arena_games.search.chess_worth import ChessWorth
from tests.arena_games.search.walks import walk

DATA = Path(__file__).parents[2] / "data" / "chess_mates.jsonl"
MATES = [json.loads(line) for line in DATA.read_text().splitlines()]


def load(fen: str) -> Position:
    return get_game("chess").load(fen)


@pytest.mark.parametrize("mate", MATES, ids=lambda mate: f"{mate['mate']}-{mate['moves'][0]}")
def test_mates_are_found(mate: dict[str, Any]) -> None:
    position = load(mate["fen"])
    found = chess_search(position.board(), depth=10)
    assert position.decode(found.move) in mate["moves"]
    assert found.value == WIN - (2 * mate["mate"] - 1)
    assert found.nodes > 0


def quiet(board: ChessBoard, evaluation: Evaluation, ply: int) -> int:
    """Quiescence as plainly as it can be written."""
    if board.repetitions() > 1 or not (board.can_mate(0) or board.can_mate(1)):
        return 0
    check, values = board.in_check(), []
    moves = board.legal()
    if check and not moves:
        return ply - WIN
    if not check:
        values.append(evaluation.of(board, board.to_move, ply))
    for move in moves:
        flag, to = move >> 15, board.piece_at(move >> 6 & 63)
        if check or flag == 1 or move >> 12 & 7 or (to and flag != 2):
            values.append(-quiet(after(board, move), evaluation, ply + 1))
    return int(max(values))


def minimax(board: ChessBoard, depth: int, evaluation: Evaluation, ply: int = 0) -> int:
    if depth == 0:
        return quiet(board, evaluation, ply)
    if not (board.can_mate(0) or board.can_mate(1)):
        return 0
    moves = board.legal()
    if not moves:
        return ply - WIN if board.in_check() else 0
    return max(-minimax(after(board, move), depth - 1, evaluation, ply + 1) for move in moves)


class Onwards(ChessTapered):
    """It does not look whether the match is over: quiescence does not know of stalemate."""

    def of(self, board: Board, seat: int, ply: int) -> int:
        twin = board.copy()
        twin.over = False
        return int(super().of(twin, seat, ply))


def after(board: ChessBoard, move: int) -> ChessBoard:
    other = board.copy()
    other.make(move)
    return other


ENDINGS = [
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/P1k5/8/8/8/3p4/5K2/8 w - - 0 1",
    "r3k3/8/8/3n4/8/2B5/P7/R3K3 w Qq - 0 1",
    "4k3/2q5/8/8/3N4/8/5PPP/6K1 b - - 0 1",
]


@pytest.mark.parametrize("fen", ENDINGS)
def test_unselective_it_is_minimax_over_quiescence(fen: str) -> None:
    board = load(fen).board()
    assert isinstance(board, ChessBoard)
    evaluation = ChessTapered()
    for depth in (1, 2):
        found = chess_search(
            board, evaluation, depth=depth, selective=False, table=Transpositions(8)
        )
        assert found.value == minimax(board, depth, Onwards())


@pytest.mark.parametrize("seed", range(6))
def test_the_board_is_left_as_it_was_and_the_same_seed_finds_the_same(seed: int) -> None:
    board = walk("chess", seed, 20).board()
    key = board.key()
    first, again = (chess_search(board, depth=3, seed=seed) for _ in range(2))
    assert first == again
    assert board.key() == key
    assert first.line[0] == first.move
    for move in first.line:
        assert move in board.legal()
        board.make(move)


def test_any_evaluation_will_do() -> None:
    class Homesick(Evaluation):
        def of(self, board: Board, seat: int, ply: int) -> int:
            assert isinstance(board, ChessBoard)
            ranks = [board.pieces(KING, colour).bit_length() // 8 for colour in (0, 1)]
            value = 7 - ranks[0] - ranks[1]
            return int(value if seat == 0 else -value)

    position = load("4k3/8/8/8/4K3/8/8/R7 w - - 0 1")
    found = chess_search(position.board(), Homesick(), depth=1)
    assert position.decode(found.move)[3] == "3"


def test_a_piece_that_hangs_is_taken_and_a_guarded_one_left() -> None:
    hanging = load("4k3/8/8/3r4/8/4N3/8/4K3 w - - 0 1")
    assert hanging.decode(chess_search(hanging.board(), depth=2).move) == "e3d5"
    guarded = load("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1")
    assert guarded.decode(chess_search(guarded.board(), depth=1).move) != "d2d6"


def test_who_is_behind_gives_perpetual_check() -> None:
    position = load("6k1/6p1/8/7Q/8/8/rr4PP/7K w - - 0 1")
    found = chess_search(position.board(), depth=6)
    assert (position.decode(found.move), found.value) == ("h5e8", 0)


def test_the_fifty_moves_are_seen_coming() -> None:
    position = load("8/8/8/4k3/8/8/8/RK6 w - - 99 90")
    assert chess_search(position.board(), depth=3).value == 0
    mating = load("7k/8/6K1/8/8/8/8/5Q2 w - - 99 90")
    assert chess_search(mating.board(), depth=3).value == WIN - 1


def test_who_is_lost_offers_the_rook_for_stalemate() -> None:
    position = load("8/8/8/8/8/1q1k4/7R/K7 w - - 0 1")
    assert chess_search(position.board(), depth=8).value == 0


def test_stopped_it_still_has_a_move() -> None:
    board = get_game("chess").start().board()
    found = chess_search(board, stop=lambda: True)
    assert found.move in board.legal()
    answers = iter([False] * 12)
    found = chess_search(board, ChessWorth(), stop=lambda: next(answers, True))
    assert found.move in board.legal()
    assert found.value is not None


def test_over_is_over() -> None:
    with pytest.raises(ValueError, match="the match is over"):
        chess_search(load("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").board())
    with pytest.raises(ValueError, match="for chess"):
        chess_search(get_game("joust").start().board())
