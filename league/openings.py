"""Openings: how a block of matches begins, so that bots that always play alike do not
replay one match for ever. The same for every seating of a pairing."""

import hashlib
import random
from collections.abc import Mapping
from dataclasses import dataclass

from arena_games import Game, Position
from arena_games.achess import Achess, Simulation
from league.errors import InvalidTournament

_TRIES = 200
_SEED_BYTES = 6  # 48 bits: exact in every language's numbers, JavaScript's too


@dataclass(frozen=True, slots=True)
class Openings:
    """Where the openings come from: so many random plies, or a list of positions, or
    neither (the game's own start)."""

    random_plies: int = 0
    file: str = ""  # as it is named in the tournament file
    positions: tuple[str, ...] = ()  # what the file holds

    def position(self, subset: int, round_: int) -> str:
        """The start position of a subset's pairing in a round; "" where there is no list.

        Subsets go through the list side by side, and each goes on by one every round, so
        that none meets a position again before it has had them all.
        """
        if not self.positions:
            return ""
        return self.positions[(subset + round_) % len(self.positions)]


def pairing_seed(tournament: str, seed: int, index: int) -> int:
    """The seed of a tournament's pairing at place `index`: below 2**48, and the same on
    every machine."""
    digest = hashlib.sha256(f"{tournament}\n{seed}\n{index}".encode()).digest()
    return int.from_bytes(digest[:_SEED_BYTES], "big")


def start_position(game: Game, options: Mapping[str, str], seed: int, position: str) -> Position:
    """The position before the opening moves. Raises InvalidOption, InvalidPosition."""
    return game.load(position) if position else game.start(options, seed)


def start_simulation(
    game: Achess, options: Mapping[str, str], lot_seed: int, position: str
) -> Simulation:
    """A match in real time at its start; `position` replaces that of the options.

    Raises InvalidOption, InvalidPosition.
    """
    return game.start({**options, "position": position} if position else options, lot_seed)


def random_opening(start: Position, plies: int, seed: int) -> tuple[str, ...]:
    """`plies` moves from `start`, uniform over the legal moves at each, that do not end
    the match; the same for the same seed.

    Raises InvalidTournament where no such line turns up.
    """
    chance = random.Random(seed)
    for _ in range(_TRIES):
        moves = _random_line(start, plies, chance)
        if moves is not None:
            return moves
    raise InvalidTournament(
        f"no {plies} random plies without an end of the match were found: use fewer"
    )


def _random_line(position: Position, plies: int, chance: random.Random) -> tuple[str, ...] | None:
    moves: list[str] = []
    for _ in range(plies):
        legal = position.legal_moves()
        if not legal:  # over from the start
            return None
        # Only `random()` is promised to give the same numbers in every Python.
        moves.append(legal[int(chance.random() * len(legal))])
        position = position.play(moves[-1])
        if position.outcome() is not None:
            return None
    return tuple(moves)
