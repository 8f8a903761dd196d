"""Orders: what a player asks of a piece, and their texts.

1234 w 12 e4          stamped 1234 ms, white's piece 12 shall go to e4
1234 w 12 e8=N        and become a knight there
1300 b resign
1300 b {"piece":null,"to":"z9","promo":"Q"}      malformed, kept as it was received
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from arena_games.achess.tables import PLAYERS, PROMOTIONS, SQUARE_OF
from arena_games.errors import InvalidMove

_TEXT: Final = re.compile(
    r"(?P<t>\d{1,12}) (?P<player>[wb]) "
    r"(?:(?P<resign>resign)"
    r"|(?P<piece>0|-?[1-9]\d{0,8}) (?P<to>[a-h][1-8])(?:=(?P<promo>[QRBN]))?"
    r"|(?P<json>\{.*\}))",
    re.ASCII,
)
_LATEST: Final = 10**12 - 1  # as many digits as the text has room for
_MOST: Final = 10**9  # of piece ids in a text; larger ones go as JSON


@dataclass(frozen=True, slots=True)
class Order:
    """An order as it was received.

    `t` is its arrival stamp in ms of simulation time, `player` is "w" or "b". `piece`, `to`
    and `promo` may be anything: what is malformed is rejected by the simulation, in an
    event that gives `piece` back.
    """

    t: int
    player: str
    piece: object = None
    to: object = None
    promo: object = "Q"
    resign: bool = False

    def __str__(self) -> str:
        """The text that `parse` reads. Raises InvalidMove for what no JSON can hold."""
        head = f"{self.t} {self.player} "
        if self.resign:
            return head + "resign"
        if self.is_well_formed() and -_MOST < self.piece < _MOST:  # type: ignore[operator]
            return f"{head}{self.piece} {self.to}" + ("" if self.promo == "Q" else f"={self.promo}")
        received = {"piece": self.piece, "to": self.to, "promo": self.promo}
        try:
            return head + json.dumps(received, separators=(",", ":"), allow_nan=False)
        except (TypeError, ValueError):
            raise InvalidMove(head, "an order of values that JSON does not have") from None

    def is_well_formed(self) -> bool:
        """Whether the types are right, the square exists and the promotion too; whether
        there is such a piece depends on the match."""
        return (
            type(self.piece) is int
            and isinstance(self.to, str)
            and self.to in SQUARE_OF
            and isinstance(self.promo, str)
            and len(self.promo) == 1
            and self.promo in PROMOTIONS
        )

    def check(self) -> None:
        """Raises InvalidMove for a stamp or a player that there cannot be: mistakes of the
        caller, not of a player."""
        if self.player not in tuple(PLAYERS):
            raise InvalidMove(str(self.player), "unknown player; there are 'w' and 'b'")
        if type(self.t) is not int or not 0 <= self.t <= _LATEST:
            raise InvalidMove(str(self.t), f"a stamp is a whole number of ms, 0 to {_LATEST}")

    @classmethod
    def parse(cls, text: str) -> Order:
        """The order of a text. Raises InvalidMove."""
        found = _TEXT.fullmatch(text)
        if found is None:
            raise InvalidMove(
                text, "no order; one is like '1234 w 12 e4', '1234 w 12 e8=N', '1234 b resign'"
            )
        t, player = int(found["t"]), found["player"]
        if found["resign"]:
            return cls(t, player, resign=True)
        if found["json"]:
            return cls(t, player, **_received(text, found["json"]))
        return cls(t, player, int(found["piece"]), found["to"], found["promo"] or "Q")

    @classmethod
    def from_json(cls, given: Mapping[str, object]) -> Order:
        """The order of a JSON object as in section 3 of the rules. Raises InvalidMove where
        stamp or player are wrong."""
        resign = given.get("resign") is True
        fields = () if resign else [key for key in ("piece", "to", "promo") if key in given]
        order = cls(
            given.get("t"),  # type: ignore[arg-type]  # checked below
            given.get("player"),  # type: ignore[arg-type]
            **{key: given[key] for key in fields},
            resign=resign,
        )
        order.check()
        return order

    def to_json(self) -> dict[str, object]:
        """The JSON object that `from_json` reads."""
        head: dict[str, object] = {"t": self.t, "player": self.player}
        if self.resign:
            return {**head, "resign": True}
        return {**head, "piece": self.piece, "to": self.to, "promo": self.promo}


def _received(text: str, received: str) -> dict[str, Any]:
    try:
        fields = json.loads(received)
    except ValueError:
        raise InvalidMove(text, "an order whose JSON cannot be read") from None
    if set(fields) != {"piece", "to", "promo"}:
        raise InvalidMove(text, "the JSON of an order has piece, to and promo")
    found: dict[str, Any] = fields
    return found
