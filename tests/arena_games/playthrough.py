"""Random play of every registered game, by seed: what the conformance suite looks at, and
how the golden play-throughs under tests/data/golden were made:

    python -m tests.arena_games.playthrough GAME...
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from arena_games import Game, Position, game_names, get_game
from arena_games.rng import Lot

GOLDEN = Path(__file__).parents[1] / "data" / "golden"

# Option sets to play each game with, besides its defaults; some end within a few plies.
OPTIONS: Mapping[str, list[dict[str, object]]] = {
    "chess": [
        {"chess960": True},
        {"auto_claim": False},
        {"auto_claim": False, "position": "7k/8/8/8/8/8/8/KQ6 w - - 140 90"},
        {"position": "6k1/P7/8/8/8/3p4/8/K6R w - - 90 90"},
    ],
    "joust": [
        {"width": 4, "height": 5, "capture": True},
        {"width": 16, "height": 12, "start": "home_random"},
        {"white": "b1", "black": "c4", "width": 5, "height": 4},
    ],
    "threechess": [{"strict": True}, {"max_plies": 25}, {"repetition": 2}],
}


@dataclass(frozen=True)
class Playthrough:
    """One play of a game, each move drawn from the legal ones, to the end or to `plies`.

    When `shuffling`, players move back where they came from whenever they can, so that
    positions recur.
    """

    name: str
    options: Mapping[str, object]
    seed: int
    plies: int
    shuffling: bool = False

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.name}-{options or 'defaults'}-{self.seed}"

    @property
    def game(self) -> Game:
        return get_game(self.name)

    @property
    def positions(self) -> list[Position]:
        return self._walk[0]

    @property
    def moves(self) -> list[str]:
        return self._walk[1]

    @cached_property
    def _walk(self) -> tuple[list[Position], list[str]]:
        lot = Lot(self.seed)
        positions, moves = [self.game.start(self.options, self.seed)], list[str]()
        while len(moves) < self.plies and (legal := positions[-1].legal_moves()):
            move = self._way_back(moves)
            moves.append(move if move in legal else lot.choice(legal))
            positions.append(positions[-1].play(moves[-1]))
        return positions, moves

    def _way_back(self, moves: list[str]) -> str | None:
        """The mover's last move the other way round, if `shuffling`."""
        if not self.shuffling or len(moves) < self.game.seats:
            return None
        last = moves[-self.game.seats]
        return last[len(last) // 2 :] + last[: len(last) // 2]

    @property
    def sample(self) -> list[Position]:
        """Every seventh position and the last."""
        return [*self.positions[:-1:7], self.positions[-1]]

    def golden(self) -> dict[str, Any]:
        """The whole play-through, as it is kept in a file."""
        outcome = self.positions[-1].outcome()
        return {
            "game": self.name,
            "options": dict(self.options),
            "seed": self.seed,
            "moves": " ".join(self.moves),
            "texts": {str(p.ply): p.text() for p in self.sample},
            "legal": {str(p.ply): " ".join(p.legal_moves()) for p in self.sample},
            "scores": outcome and list(outcome.scores),
            "termination": outcome and outcome.termination.name,
        }


def option_sets(name: str) -> list[dict[str, object]]:
    """The defaults, and what else there is for that game."""
    return [{}, *OPTIONS.get(name, [])]


def playthroughs(plies: int) -> list[Playthrough]:
    """Two of every registered game with each of its option sets, and a shuffling one."""
    return [
        Playthrough(name, options, seed, plies, shuffling=seed == 3)
        for name in game_names()
        for options in option_sets(name)
        for seed in (1, 2, 3)
    ]


def main(names: list[str]) -> None:
    """Writes the golden file of each of these games anew."""
    for name in names:
        played = [
            Playthrough(name, options, seed=7, plies=400).golden() for options in option_sets(name)
        ]
        (GOLDEN / f"{name}.json").write_text(json.dumps(played, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
