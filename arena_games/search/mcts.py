"""Monte-Carlo tree search for any number of seats: UCT (Kocsis and Szepesvari, 2006) with a
reward for each seat, an evaluation at the leaves, and progressive bias (Chaslot et al., 2008).

Typed Python, see `arena_games.board`.
"""

from array import array
from collections.abc import Iterable

import cython

from arena_games.board import DECISIVE, Board
from arena_games.rng import Lot
from arena_games.search.effort import Effort
from arena_games.search.evaluation import Evaluation
from arena_games.search.found import Found, Stop, never
from arena_games.search.nodes import Nodes

if not cython.compiled:
    from math import log, sqrt

_LOW32: cython.longlong = 0xFFFFFFFF
_DECISIVE: cython.int = DECISIVE
_PLIES: cython.int = 512  # that a line of the tree is at most long

ROOM = 1 << 20  # nodes, about 40 MB


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


class MonteCarlo:
    """A search that keeps its tree from one turn to the next.

    Rewards lie between 0, beaten by all, and 1, having beaten all; half way where the match
    is even. `constant` weighs exploration, `bias` what a move promises before it is tried;
    `rollout_plies` are played below the tree before the evaluation speaks; `scale` is the
    value that counts as half way from even to won. The tree has at most `room` nodes:
    when they are used up it grows no more, and its leaves are evaluated again and again.
    """

    def __init__(
        self,
        evaluation: Evaluation,
        *,
        constant: float = 0.1,
        bias: float = 0.3,
        rollout_plies: int = 0,
        scale: float = 20.0,
        room: int = ROOM,
    ) -> None:
        self._evaluation = evaluation
        self._constant = constant
        self._bias = bias
        self._rollout_plies = max(0, rollout_plies)
        self._scale = scale
        self.nodes = Nodes(room)
        self._path = array("i", bytes(4 * _PLIES))
        self._movers = array("i", bytes(4 * _PLIES))
        self._rewards = array("d", bytes(8 * 16))

    def advance(self, moves: Iterable[int]) -> None:
        """Goes down the tree by moves that were played. What does not lie below is let go
        of; a move that was never looked at leaves an empty tree."""
        node = 0
        for move in moves:
            node = self.nodes.child(node, move)
            if node < 0:
                self.nodes = Nodes(self.nodes.most)
                return
        if node:
            self.nodes = self.nodes.below(node)

    def search(
        self,
        board: Board,
        *,
        iterations: int | None = None,
        stop: Stop = never,
        seed: int = 0,
    ) -> Found:
        """The move that most iterations went through, out of `iterations` more, or until
        `stop`, which is asked before each. At least one is made.

        The tree must be that of `board`, or empty; `board` is left as it was. Raises
        ValueError for a match that is over, and for a tree without room for all moves.
        """
        if board.over:
            raise ValueError("there is nothing to search: the match is over")
        if len(self.nodes.children(0)) == 0 and not self.nodes.make_room(len(board.legal())):
            raise ValueError(f"a tree of {self.nodes.most} nodes has no room for all moves")
        self._board = board.copy()
        self._effort = Effort(never)
        self._draws = _Draws(1 + Lot(seed).below(0x7FFFFFFF))
        self.iterate()
        made = 1
        while (iterations is None or made < iterations) and not stop():
            self.iterate()
            made += 1
        best = self.nodes.best(0)
        return Found(
            self.nodes.move_of(best), self.nodes.mean(best), self.nodes.height(), self._effort.nodes
        )

    def iterate(self) -> None:
        """One iteration: select, expand, evaluate, pass the rewards up."""
        plies: cython.int = self._descend()
        played: cython.int = self._roll_out()
        seat: cython.int
        for seat in range(self._board.seats):
            self._rewards[seat] = self._reward(seat, plies + played)
        mover: cython.int = self._board.to_move
        leaf: cython.int = self._path[plies]
        if self.nodes.visits[leaf] == 0 and played == 0:
            self.nodes.hope[leaf] = self._rewards[mover]
        _: cython.int
        for _ in range(plies + played):
            self._board.unmake()
        self._learn(plies)

    def _descend(self) -> cython.int:
        """Makes the moves down to a node that was not visited yet, or an end; their number."""
        nodes: Nodes = self.nodes
        node: cython.int = 0
        plies: cython.int = 0
        self._path[0] = 0
        while not self._board.over and plies < _PLIES - 1:
            if nodes.first[node] < 0 and not self._expand(node):
                break
            self._movers[plies] = self._board.to_move
            node = self._select(node)
            self._effort.spend()
            self._board.make(nodes.move[node])
            plies += 1
            self._path[plies] = node
            if nodes.visits[node] == 0:
                break
        return plies

    def _expand(self, node: cython.int) -> cython.bint:
        """Gives a node its children, in drawn order; False if there is no room for them.

        Where a move wins the match, no other is looked at.
        """
        nodes: Nodes = self.nodes
        moves: list[int] = self._board.legal()
        if not nodes.make_room(len(moves)):
            return False
        first: cython.int = nodes.count
        move: cython.int
        i: cython.Py_ssize_t
        for i in range(len(moves) - 1, 0, -1):
            j: cython.Py_ssize_t = self._draws.below(i + 1)
            moves[i], moves[j] = moves[j], moves[i]
        for move in moves:
            prize: cython.double = self._board.prize(move)
            if prize >= _DECISIVE:
                nodes.count = first
                nodes.add(move, 1.0)
                break
            nodes.add(move, prize / (prize + 5.0))
        nodes.first[node] = first
        nodes.width[node] = nodes.count - first
        return True

    def _select(self, node: cython.int) -> cython.int:
        """The child of largest mean + sqrt(constant * ln(visits) / n) + bias * prior / n,
        n its visits and one; what was never tried counts a little less than the state did."""
        nodes: Nodes = self.nodes
        weight: cython.double = self._constant * log(nodes.visits[node] + 1)
        untried: cython.double = nodes.hope[node] - 0.05
        best: cython.int = nodes.first[node]
        most: cython.double = -1.0
        child: cython.int
        for child in range(nodes.first[node], nodes.first[node] + nodes.width[node]):
            visits: cython.int = nodes.visits[child]
            n: cython.double = visits + 1
            bound: cython.double = sqrt(weight / n) + self._bias * nodes.prior[child] / n
            bound += nodes.total[child] / visits if visits > 0 else untried
            if bound > most:
                best = child
                most = bound
        return best

    def _roll_out(self) -> cython.int:
        """Makes moves by lot, captures rather than others; returns how many."""
        plies: cython.int = 0
        while plies < self._rollout_plies and not self._board.over:
            self._effort.spend()
            self._board.make(self._draw(self._board.legal()))
            plies += 1
        return plies

    def _draw(self, moves: list) -> cython.int:  # type: ignore[type-arg]
        """One of the moves: the one of largest prize of three that are drawn."""
        best: cython.int = moves[self._draws.below(len(moves))]
        most: cython.int = self._board.prize(best)
        _: cython.int
        for _ in range(2):
            move: cython.int = moves[self._draws.below(len(moves))]
            prize: cython.int = self._board.prize(move)
            if prize > most:
                best = move
                most = prize
        return best

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

    def _learn(self, plies: cython.int) -> None:
        """Adds the rewards to the nodes of the path."""
        nodes: Nodes = self.nodes
        i: cython.int
        nodes.visits[0] += 1
        for i in range(plies):
            node: cython.int = self._path[i + 1]
            nodes.visits[node] += 1
            nodes.total[node] += self._rewards[self._movers[i]]


def mcts(
    board: Board,
    evaluation: Evaluation,
    *,
    iterations: int | None = None,
    stop: Stop = never,
    constant: float = 0.1,
    rollout_plies: int = 0,
    scale: float = 20.0,
    seed: int = 0,
    bias: float = 0.3,
) -> Found:
    """`MonteCarlo.search` with a tree of its own."""
    search = MonteCarlo(
        evaluation, constant=constant, rollout_plies=rollout_plies, scale=scale, bias=bias
    )
    return search.search(board, iterations=iterations, stop=stop, seed=seed)
