"""A made-up game for searches: every state is a number, and everything follows from it."""

from arena_games import Board
from arena_games.rng import splitmix64


class RandomTree(Board):
    """A tree of random width and values for `seats` players, at most `plies` deep.

    Unlike a real game it has equal values often, ends early here and there, and a board
    of it is never larger than its path.
    """

    def __init__(self, seats: int, plies: int, seed: int) -> None:
        super().__init__()
        self._size = (seats, plies, seed)
        self._path: list[int] = []
        self._look()

    def _look(self) -> None:
        seats, plies, seed = self._size
        state = seed
        for move in self._path:
            state = splitmix64(state, move + 1)
        self._state = state
        self.seats = seats
        self.to_move = len(self._path) % seats
        self.over = len(self._path) >= plies or (len(self._path) > 0 and state % 11 == 0)

    def legal(self) -> list[int]:
        return [] if self.over else list(range(1 + splitmix64(self._state, 99) % 5))

    def make(self, move: int) -> None:
        self._path.append(move)
        self._look()

    def unmake(self) -> None:
        self._path.pop()
        self._look()

    def copy(self) -> "RandomTree":
        other = RandomTree(*self._size)
        other._path = list(self._path)
        other._look()
        return other

    def result(self, seat: int) -> float:
        return float(splitmix64(self._state, 50 + seat) % 3)

    def value(self, seat: int) -> int:
        return splitmix64(self._state, 10 + seat) % 7

    def key(self) -> int:
        return self._state
