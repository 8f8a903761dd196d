"""Joust written a second time, slowly and from the rules page alone, to check ours by."""

from dataclasses import dataclass, replace

from arena_games.joust import JoustPosition

Square = tuple[int, int]  # column, rank, from 0


def square(name: str) -> Square:
    return "abcdefghijklmnop".index(name[0]), int(name[1:]) - 1


def name(at: Square) -> str:
    return "abcdefghijklmnop"[at[0]] + str(at[1] + 1)


@dataclass(frozen=True)
class State:
    width: int
    height: int
    mover: Square
    rival: Square
    burned: frozenset[Square] = frozenset()
    capture: bool = False

    def targets(self) -> list[Square]:
        """Where the mover may go, by rank and column; nowhere once it has been captured."""
        if self.mover == self.rival:
            return []
        return [
            (column, rank)
            for rank in range(self.height)
            for column in range(self.width)
            if {abs(column - self.mover[0]), abs(rank - self.mover[1])} == {1, 2}
            and (column, rank) not in self.burned
            and (self.capture or (column, rank) != self.rival)
        ]

    def after(self, target: Square) -> "State":
        burned = self.burned | {self.mover}
        return replace(self, mover=self.rival, rival=target, burned=burned)

    def moves(self) -> list[str]:
        """Move texts, sorted as an arena sorts them."""
        return sorted(name(self.mover) + name(target) for target in self.targets())

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(self.after(target).perft(depth - 1) for target in self.targets())


def mirror(position: JoustPosition) -> State:
    """The reference's state for a position of ours."""
    at = position.placement

    def place(index: int) -> Square:
        return index % at.width, index // at.width

    knights = [place(at.white), place(at.black)]
    burned = frozenset(place(i) for i, burned in enumerate(at.burned) if burned)
    turn = len(burned) % 2
    return State(at.width, at.height, knights[turn], knights[1 - turn], burned, at.capture)
