"""Monte-Carlo tree search for any number of seats: UCT (Kocsis and Szepesvari, 2006) with
short random rollouts that end in an evaluation.

Typed Python, see `arena_games.board`.
"""

import cython

from arena_games.board import Board
from arena_games.rng import Lot
from arena_games.search.effort import Effort
from arena_games.search.evaluation import Evaluation
from arena_games.search.found import Found, Stop, never

if not cython.compiled:
    from math import log, sqrt

_LOW32: cython.longlong = 0xFFFFFFFF


class _Draws:
    """Xorshift32 (Marsaglia, 2003): quick draws for rollouts, the same compiled or not."""

    def __init__(self, seed: cython.longlong) -> None:
        self._state = seed

    def below(self, n: cython.longlong) -> cython.longlong:
        x: cython.longlong = self._state
        x ^= (x << 13) & _LOW32
        x ^= x >> 17
        x ^= (x << 5) & _LOW32
        self._state = x
        return (x * n) >> 32


class _Node:
    """A state by the move that led to it, with what it was worth to the seat that made it."""

    def __init__(self, move: cython.int, mover: cython.int) -> None:
        self.move = move
        self.mover = mover
        self.visits = 0
        self.total = 0.0
        self.children: list[_Node] = []
        self.untried: list[int] | None = None

    def select(self, constant: cython.double) -> "_Node":
        """The child of largest UCB1: mean + sqrt(constant * ln(visits) / its visits)."""
        weight: cython.double = constant * log(self.visits)
        best: _Node = self.children[0]
        most: cython.double = -1.0
        child: _Node
        for child in self.children:
            n: cython.double = child.visits
            bound: cython.double = child.total / n + sqrt(weight / n)
            if bound > most:
                best = child
                most = bound
        return best


class _Uct:
    def __init__(
        self,
        board: Board,
        evaluation: Evaluation,
        effort: Effort,
        constant: float,
        rollout_plies: int,
        scale: float,
        seed: int,
    ) -> None:
        self._board = board
        self._evaluation = evaluation
        self._effort = effort
        self._constant = constant
        self._rollout_plies = rollout_plies
        self._scale = scale
        self._draws = _Draws(1 + Lot(seed).below(0x7FFFFFFF))
        self.root = _Node(-1, -1)

    def iterate(self) -> None:
        """One iteration: select, expand, roll out, pass the rewards up."""
        path: list[_Node] = [self.root]
        plies: cython.int = self._descend(path)
        plies += self._roll_out()
        rewards: list[float] = [self._reward(seat, plies) for seat in range(self._board.seats)]
        _: cython.int
        for _ in range(plies):
            self._board.unmake()
        node: _Node
        for node in path:
            node.visits += 1
            if node.mover >= 0:
                node.total += rewards[node.mover]

    def _descend(self, path: list[_Node]) -> cython.int:
        """Makes the moves down to a new node (or an end), noting the nodes on the way."""
        node: _Node = self.root
        plies: cython.int = 0
        while not self._board.over:
            if node.untried is None:
                node.untried = self._board.legal()
            new: cython.bint = len(node.untried) > 0
            node = self._expand(node) if new else node.select(self._constant)
            self._effort.spend()
            self._board.make(node.move)
            plies += 1
            path.append(node)
            if new:
                break
        return plies

    def _expand(self, node: _Node) -> _Node:
        """A child for one of the node's untried moves, drawn."""
        untried: list[int] | None = node.untried
        assert untried is not None
        last: cython.Py_ssize_t = len(untried) - 1
        i: cython.Py_ssize_t = self._draws.below(last + 1)
        move: cython.int = untried[i]
        untried[i] = untried[last]
        untried.pop()
        child: _Node = _Node(move, self._board.to_move)
        node.children.append(child)
        return child

    def _roll_out(self) -> cython.int:
        """Makes random moves; returns how many."""
        plies: cython.int = 0
        while plies < self._rollout_plies and not self._board.over:
            moves: list[int] = self._board.legal()
            self._effort.spend()
            i: cython.Py_ssize_t = self._draws.below(len(moves))
            self._board.make(moves[i])
            plies += 1
        return plies

    def _reward(self, seat: cython.int, ply: cython.int) -> cython.double:
        """From 0 to 1: the share of rivals beaten, or what the evaluation makes of it."""
        board: Board = self._board
        if not board.over:
            value: cython.double = self._evaluation.of(board, seat, ply)
            return 0.5 + 0.5 * value / (abs(value) + self._scale)
        own: cython.double = board.result(seat)
        beaten: cython.double = 0.0
        other: cython.int
        for other in range(board.seats):
            theirs: cython.double = board.result(other)
            if other != seat:
                beaten += 1.0 if own > theirs else 0.5 if own == theirs else 0.0
        return beaten / (board.seats - 1)


def mcts(
    board: Board,
    evaluation: Evaluation,
    *,
    iterations: int | None = None,
    stop: Stop = never,
    constant: float = 2.0,
    rollout_plies: int = 10,
    scale: float = 20.0,
    seed: int = 0,
) -> Found:
    """The move that the most of `iterations` went through; without a number of them, until
    `stop`, which is asked before each. At least one iteration is made.

    `constant` weighs exploration, `rollout_plies` bounds the random play below the tree,
    after which the evaluation decides; `scale` is the value that counts as half way from
    even to won. `board` is left as it was. Raises ValueError for a match that is over.
    """
    if board.over:
        raise ValueError("there is nothing to search: the match is over")
    effort = Effort(never)
    tree = _Uct(board.copy(), evaluation, effort, constant, max(0, rollout_plies), scale, seed)
    tree.iterate()
    while (iterations is None or tree.root.visits < iterations) and not stop():
        tree.iterate()
    best = max(tree.root.children, key=lambda child: (child.visits, child.total))
    return Found(best.move, best.total / best.visits, _height(tree.root), effort.nodes)


def _height(node: _Node) -> int:
    """Plies from the root along the most visited line."""
    plies = 0
    while node.children:
        node = max(node.children, key=lambda child: child.visits)
        plies += 1
    return plies
