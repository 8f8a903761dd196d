"""How a match's orders come in and what players are told (sections 10 and 11 of the rules):
the arbiter's settings, which the simulation knows nothing of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arena_games.options import choice, integer, read_options, switch

REVEAL_ALL: Final = "all"
REVEAL_ENTRIES: Final = "entries"

GATEWAY_OPTIONS: Final = (
    integer("burst", 16, 1, 10_000, "orders that a player may send at once"),
    integer("rate", 20, 1, 10_000, "orders a second in the long run"),
    integer("eq_cap_ms", 150, 0, 10_000, "the most that delays are made equal by; 0: not at all"),
    integer("grace_ms", 10_000, 0, 600_000, "how long in all a player may be away"),
    integer("snapshot_ms", 1000, 0, 600_000, "how often the whole state is sent; 0: never"),
    choice(
        "reveal",
        REVEAL_ALL,
        (REVEAL_ALL, REVEAL_ENTRIES),
        "whether rivals' moves are seen whole, or only as squares are entered",
    ),
    switch("charge_thinking", False, "lock-step: the time that a player takes is added to stamps"),
)


@dataclass(frozen=True, slots=True)
class GatewayConfig:
    """The arbiter's settings of one match; see GATEWAY_OPTIONS. Times in ms."""

    burst: int = 16
    rate: int = 20
    eq_cap_ms: int = 150
    grace_ms: int = 10_000
    snapshot_ms: int = 1000
    reveal: str = REVEAL_ALL
    charge_thinking: bool = False

    @classmethod
    def from_mapping(cls, given: Mapping[str, object]) -> GatewayConfig:
        """Reads values or their texts; what is missing is as by default. Raises
        InvalidOption for an unknown key or a bad value."""
        return cls(**read_options("achess", GATEWAY_OPTIONS, given))  # type: ignore[arg-type]
