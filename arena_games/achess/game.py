"""AChess as a registered game: its static facts, and how a match begins."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from arena_games.achess.config import OPTIONS, AchessConfig
from arena_games.achess.gateway import GATEWAY_OPTIONS, GatewayConfig
from arena_games.achess.position import START
from arena_games.achess.simulation import Simulation
from arena_games.options import Option, read_options, text

_POSITION: Final = text(
    "position", "FEN placement and castling letters, or none", "another start position"
)


class Achess:
    """Chess without turns, in real time."""

    name: ClassVar[str] = "achess"
    seats: ClassVar[int] = 2
    seat_names: ClassVar[Sequence[str]] = ("white", "black")
    summary: ClassVar[str] = "Chess without turns: pieces travel in real time"
    rules_version: ClassVar[int] = 1
    options: ClassVar[Sequence[Option]] = (*OPTIONS, *GATEWAY_OPTIONS, _POSITION)

    def start(self, options: Mapping[str, object] | None = None, seed: int = 0) -> Simulation:
        """A match at its start; `seed` decides the lots, and is secret during play.

        Raises InvalidOption, or InvalidPosition for the option `position`.
        """
        position = (options or {}).get(_POSITION.name)
        config = AchessConfig.from_mapping(_only(OPTIONS, self._checked(options)))
        return Simulation(config, seed, str(position or START))

    def gateway(self, options: Mapping[str, object] | None = None) -> GatewayConfig:
        """How the arbiter is to run a match. Raises InvalidOption."""
        return GatewayConfig.from_mapping(_only(GATEWAY_OPTIONS, self._checked(options)))

    def _checked(self, options: Mapping[str, object] | None) -> Mapping[str, object]:
        given = options or {}
        read_options(self.name, self.options, given)
        return given


def _only(declared: Sequence[Option], given: Mapping[str, object]) -> dict[str, object]:
    return {option.name: given[option.name] for option in declared if option.name in given}


game = Achess()
