"""What bears on what, against the moves that there are; what moves take; what a key covers."""

from hypothesis import given, settings

from arena_games.board import DECISIVE
from arena_games.search import Against, Evaluation
from arena_games.search.threechess_points import ThreeChessPoints
from arena_games.threechess import game
from arena_games.threechess.attacks import Attacks
from arena_games.threechess.pieces import KING, VALUES, kind_of
from tests.arena_games.threechess.test_board import BEGINNINGS, DRAWS, drawn
from tests.arena_games.threechess.vectors import played


@settings(max_examples=40, deadline=None)
@given(beginning=BEGINNINGS, draws=DRAWS)
def test_attacks_are_the_captures(beginning: list[list[str]], draws: list[int]) -> None:
    board, attacks = played(beginning, {"max_plies": 0}).board(), Attacks()
    for draw in draws[:12]:
        if board.over:
            return
        attacks.look(board)
        cheapest: dict[int, int] = {}
        for move in board.legal():
            taken, taker = board.piece_at(move & 127), board.piece_at(move >> 7)
            if taken:
                worth = VALUES[kind_of(taker)]
                cheapest[move & 127] = min(worth, cheapest.get(move & 127, worth))
            prize = DECISIVE if kind_of(taken) == KING else VALUES[kind_of(taken)]
            assert board.prize(move) == prize
        rivals = [s for s in range(96) if (p := board.piece_at(s)) and p >> 3 != board.to_move]
        for square in rivals:
            assert attacks.cheapest(board.to_move, square) == cheapest.get(square, 0)
        for seat in range(3):
            assert board.piece_at(attacks.king(seat)) == seat * 8 + KING
            squares = {attacks.square(seat, i) for i in range(attacks.count(seat))}
            assert {board.piece_at(square) >> 3 for square in squares} == {seat}
        board.make(drawn(board, draw))


@settings(max_examples=40, deadline=None)
@given(beginning=BEGINNINGS)
def test_prospects_never_outweigh_a_point(beginning: list[list[str]]) -> None:
    board = played(beginning, {"max_plies": 0}).board()
    for score in (Evaluation(), Against()):
        for seat in range(3):
            prospects = ThreeChessPoints(score).of(board, seat, 0) - 1000 * score.of(board, seat, 0)
            assert -500 < prospects < 500


def test_what_a_key_covers() -> None:
    assert game.start({"max_plies": 0}).board().settled(10_000)
    capped = game.start({"max_plies": 9}).board()
    assert capped.settled(8)
    assert not capped.settled(9)
    assert not game.start({"repetition": 3}).board().settled(1)
