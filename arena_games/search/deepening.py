"""Iterative deepening at the root, which the timed searches for two seats share."""

from dataclasses import replace
from typing import Protocol

from arena_games.board import Board
from arena_games.rng import Lot
from arena_games.search.effort import Effort
from arena_games.search.evaluation import Evaluation
from arena_games.search.found import INFINITE, WIN, Found, Stop, Stopped
from arena_games.search.ordering import ordered
from arena_games.search.transposition import Transpositions

# From this depth on a search first looks close to the value of the one before, `_CLOSE`
# on either side, and only if that was wrong at all values.
_ASPIRING = 5
_CLOSE = 35


class Windowed(Protocol):
    """A search below one move of the root."""

    def after(self, move: int, depth: int, alpha: int, beta: int) -> int:
        """The value of `move` for the root's mover, looking `depth` plies ahead (that move
        included): exact between `alpha` and `beta`, outside a bound.

        Raises Stopped, with the board in no defined state.
        """

    def line(self, move: int, limit: int) -> tuple[int, ...]:
        """What is expected to be played, `move` first, at most `limit` moves."""


def deepen(
    tree: Windowed,
    board: Board,
    evaluation: Evaluation,
    depth: int,
    seed: int,
    effort: Effort,
    enough: Stop,
) -> Found:
    """The best move of `board` by searches of 1, 2, ... `depth` plies.

    It ends earlier when `effort` is stopped, when `enough` says so between two depths,
    when there is but one move, or when the match is decided within the depth searched. A
    stopped search gives the best move of the depth that it was at, if it got through the
    move that was best before. Ties go to the move that looks better after one ply, then
    to one drawn by `seed`. Raises ValueError for a match that is over.
    """
    if depth < 1:
        raise ValueError(f"search depth {depth}: it takes at least 1")
    moves = board.legal()
    if not moves:
        raise ValueError("there is nothing to search: the match is over")
    Lot(seed).shuffle(moves)
    moves = ordered(moves, board, evaluation, board.to_move, 0)
    found = Found(moves[0], None, 1, 0, (moves[0],))
    for plies in range(1, depth + 1):
        try:
            found = _at_depth(tree, moves, plies, found, effort)
        except _Interrupted as interrupted:
            return interrupted.found
        moves.remove(found.move)
        moves.insert(0, found.move)
        assert found.value is not None
        if len(moves) == 1 or WIN - abs(found.value) <= plies or enough():
            break
    return found


def expected(board: Board, move: int, table: Transpositions, limit: int) -> tuple[int, ...]:
    """What is played after `move` by what the table knows: at most `limit` moves in all."""
    board, moves = board.copy(), [move]
    while True:
        board.make(move)
        entry = -1 if board.over or len(moves) == limit else table.find(board.key())
        if entry < 0 or table.move(entry) not in board.legal():
            return tuple(moves)
        move = table.move(entry)
        moves.append(move)


class _Interrupted(Exception):
    """A depth that was not finished, with what is known by then."""

    def __init__(self, found: Found) -> None:
        self.found = found


def _at_depth(tree: Windowed, moves: list[int], plies: int, before: Found, effort: Effort) -> Found:
    low, high = -INFINITE, INFINITE
    if plies >= _ASPIRING and before.value is not None and abs(before.value) < WIN // 2:
        low, high = int(before.value) - _CLOSE, int(before.value) + _CLOSE
    while True:
        found, exact = _in_window(tree, moves, plies, before, effort, low, high)
        if exact:
            return found
        if found.value is not None and found.value >= high:
            before = replace(found, depth=before.depth)
            moves.remove(found.move)
            moves.insert(0, found.move)
        low, high = -INFINITE, INFINITE


def _in_window(
    tree: Windowed,
    moves: list[int],
    plies: int,
    before: Found,
    effort: Effort,
    low: int,
    high: int,
) -> tuple[Found, bool]:
    """The best move, and whether its value lies between `low` and `high`."""
    best, value = moves[0], low
    searched = False
    try:
        for move in moves:
            if move == moves[0]:
                worth = tree.after(move, plies, low, high)
            else:
                worth = tree.after(move, plies, value, value + 1)
                if value < worth < high:
                    worth = tree.after(move, plies, value, high)
            searched = True
            if worth > value:
                best, value = move, worth
                if value >= high:
                    break
    except Stopped:
        found = before
        if searched and value > low:
            found = Found(best, value, before.depth, 0, (best,))
        raise _Interrupted(replace(found, nodes=effort.nodes)) from None
    line = tree.line(best, plies)
    return Found(best, value, plies, effort.nodes, line), low < value < high
