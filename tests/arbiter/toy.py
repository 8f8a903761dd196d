"""A game small enough to see through: seats say "a" or "b" in turn until the plies are up.

Whoever said "b" most has won; a match of only "a" is a draw.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from arena_games import Board, IllegalMove, InvalidMove, Outcome, Termination
from arena_games.options import Option, integer, read_options


@dataclass(frozen=True)
class ToyPosition:
    seats: int
    plies: int
    said: str = ""
    late_and_illegal_is_illegal: bool = False

    @property
    def to_move(self) -> int:
        return len(self.said) % self.seats

    @property
    def ply(self) -> int:
        return len(self.said)

    def legal_moves(self) -> list[str]:
        return [] if self.outcome() else ["a", "b"]

    def play(self, move: str) -> "ToyPosition":
        if move not in ("a", "b", "c"):
            raise InvalidMove(move, "say a or b")
        if move == "c" or self.outcome():
            raise IllegalMove(move)
        return replace(self, said=self.said + move)

    def outcome(self) -> Outcome | None:
        if len(self.said) < self.plies:
            return None
        counts = [self.said[seat :: self.seats].count("b") for seat in range(self.seats)]
        return Outcome(tuple(map(float, counts)), Termination.MAX_PLIES)

    def forfeit(self, seat: int, termination: Termination) -> Outcome:
        scores = tuple(-1.0 if other == seat else 1.0 for other in range(self.seats))
        return Outcome(scores, termination)

    def claim(self, move: str | None = None) -> Outcome | None:
        said = self.said if move is None else self.play(move).said
        return self.agreed_draw() if said.endswith("aaa") else None

    def agreed_draw(self) -> Outcome | None:
        return Outcome((0.0,) * self.seats, Termination.DRAW_AGREED)

    def text(self) -> str:
        return f"{self.seats} {self.plies} {self.said}"

    def board(self) -> Board:
        raise AssertionError("nobody searches this game")

    def encode(self, move: str) -> int:
        raise AssertionError("nobody searches this game")

    def decode(self, move: int) -> str:
        raise AssertionError("nobody searches this game")


class ToyGame:
    name: ClassVar[str] = "toy"
    summary: ClassVar[str] = "say a or b"
    rules_version: ClassVar[int] = 1
    options: ClassVar[list[Option]] = [integer("plies", 6, 1, 100_000, "length")]

    def __init__(self, seats: int = 2) -> None:
        self.seats = seats
        self.seat_names = [f"seat {seat}" for seat in range(seats)]

    def start(self, options: Mapping[str, object] | None = None, seed: int = 0) -> ToyPosition:
        values = read_options(self.name, self.options, options or {})
        return ToyPosition(self.seats, int(values["plies"] or 0))

    def load(self, text: str) -> ToyPosition:
        seats, plies, said = (text + " ").split(" ")[:3]
        return ToyPosition(int(seats), int(plies), said)
