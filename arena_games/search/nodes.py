"""The nodes of a Monte-Carlo tree, as columns of numbers.

Typed Python, see `arena_games.board`.
"""

from __future__ import annotations

from array import array

import cython

_BEGINNING: cython.int = 4096


class Nodes:
    """At most `most` nodes; node 0 is the root.

    By node: the `move` that leads to it; its children, `width` of them in a row from `first`
    on (-1: not expanded); its `visits`; their `total` reward for the seat that made the
    move; the move's `prior`, what it promised before it was tried; `hope`, what the
    state looked like, when it was first visited, to the seat whose turn it is there.
    """

    def __init__(self, most: int) -> None:
        self.most = max(1, most)
        self.count = 0
        self._room = 1
        self.move = array("i", [0])
        self.first = array("i", [0])
        self.width = array("i", [0])
        self.visits = array("i", [0])
        self.total = array("d", [0.0])
        self.prior = array("d", [0.0])
        self.hope = array("d", [0.0])
        self.add(-1, 0.0)

    def make_room(self, more: cython.int) -> cython.bint:
        """Sees to it that `more` nodes can be added; False if they would be too many."""
        needed: cython.int = self.count + more
        if needed > self.most:
            return False
        if needed > self._room:
            self._room = min(self.most, max(_BEGINNING, 2 * self._room, needed))
            self.move = _wider(self.move, "i", self.count, self._room)
            self.first = _wider(self.first, "i", self.count, self._room)
            self.width = _wider(self.width, "i", self.count, self._room)
            self.visits = _wider(self.visits, "i", self.count, self._room)
            self.total = _wider(self.total, "d", self.count, self._room)
            self.prior = _wider(self.prior, "d", self.count, self._room)
            self.hope = _wider(self.hope, "d", self.count, self._room)
        return True

    def add(self, move: cython.int, prior: cython.double) -> cython.int:
        """A new node at the end, for which there must be room."""
        node: cython.int = self.count
        self.move[node] = move
        self.first[node] = -1
        self.width[node] = 0
        self.visits[node] = 0
        self.total[node] = 0.0
        self.prior[node] = prior
        self.hope[node] = 0.5
        self.count = node + 1
        return node

    def child(self, node: cython.int, move: cython.int) -> cython.int:
        """The child of a node by a move; -1 if there is none."""
        child: cython.int
        if self.first[node] >= 0:
            for child in range(self.first[node], self.first[node] + self.width[node]):
                if self.move[child] == move:
                    return child
        return -1

    def best(self, node: cython.int) -> cython.int:
        """The child that most visits went to, the better of equals; -1: it has none."""
        best: cython.int = self.first[node]
        child: cython.int
        for child in range(best + 1, best + self.width[node]):
            if self.visits[child] != self.visits[best]:
                if self.visits[child] > self.visits[best]:
                    best = child
            elif self.total[child] > self.total[best]:
                best = child
        return best

    def move_of(self, node: cython.int) -> cython.int:
        """The move that leads to a node."""
        return self.move[node]

    def visits_of(self, node: cython.int) -> cython.int:
        """How often a node was visited; -1, the node that there is not: never."""
        return self.visits[node] if node >= 0 else 0

    def children(self, node: cython.int) -> range:
        """A node's children, none if it was not expanded."""
        first: cython.int = self.first[node]
        return range(first, first + self.width[node])

    def mean(self, node: cython.int) -> cython.double:
        """A visited node's reward by visit, for the seat that moved there."""
        return self.total[node] / self.visits[node]

    def height(self) -> int:
        """Plies from the root along the line of the most visits."""
        plies, node = 0, self.best(0)
        while node >= 0 and self.visits[node] > 0:
            plies, node = plies + 1, self.best(node)
        return plies

    def below(self, node: cython.int) -> Nodes:
        """A tree of its own from a node on, with all that was found out there."""
        tree: Nodes = Nodes(self.most)
        tree.count = 0
        tree._add_copy(self, node)
        copied: cython.int = 0
        child: cython.int
        while copied < tree.count:
            old: cython.int = tree.first[copied]  # where it was copied from, until now
            tree.first[copied] = -1
            if self.first[old] >= 0:
                tree.make_room(self.width[old])
                tree.first[copied] = tree.count
                tree.width[copied] = self.width[old]
                for child in range(self.first[old], self.first[old] + self.width[old]):
                    tree._add_copy(self, child)
            copied += 1
        return tree

    def _add_copy(self, other: Nodes, node: cython.int) -> cython.int:
        """A copy of another tree's node, without children; its `first` is that node."""
        copy: cython.int = self.add(other.move[node], other.prior[node])
        self.visits[copy] = other.visits[node]
        self.total[copy] = other.total[node]
        self.hope[copy] = other.hope[node]
        self.first[copy] = node
        return copy


def _wider(column: object, code: str, count: int, room: int) -> array:  # type: ignore[type-arg]
    """A column's first entries in an array with more room."""
    wider = array(code, bytes(array(code).itemsize * room))
    # Between views whole memory is copied, not number by number: a search cannot be stopped
    # meanwhile.
    memoryview(wider)[:count] = memoryview(column)[:count]  # type: ignore[arg-type]
    return wider
