"""Texts of positions (FEN placement and castling letters) and of whole states (section 9)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena_games.achess.config import AchessConfig
from arena_games.achess.tables import (
    BLACK_PAWN,
    KINDS,
    KING,
    NEVER,
    PAWN,
    PLAYERS,
    RIGHTS,
    ROOK,
    SQUARE_OF,
    SQUARES,
    STEPS,
)
from arena_games.errors import InvalidPosition

START: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR KQkq"
STATUSES: Final = ("playing", "white", "black", "draw")

# Where king and rook of each right stand at home, and the rook's castling jump.
_HOMES: Final = (("e1", "h1", "f1"), ("e1", "a1", "d1"), ("e8", "h8", "f8"), ("e8", "a8", "d8"))
_HEAD: Final = re.compile(
    r"t=(?P<t>\d{1,12});status=(?P<status>playing|white|black|draw);"
    r"rights=(?P<rights>-|(?=.)K?Q?k?q?);progress=(?P<progress>\d{1,12})",
    re.ASCII,
)
_MAN: Final = re.compile(
    r"(?P<id>0|[1-9]\d?):(?P<owner>[wb])(?P<kind>[PNBRQK])@(?P<square>[a-h][1-8])"
    r"(?:>(?P<path>[a-h][1-8](?:,[a-h][1-8]){0,6})@(?P<next>\d{1,18})|~(?P<ready>\d{1,12}))?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Man:
    """One piece of a state; `step` and `goal` as in `tables`, NEVER for no entry due."""

    number: int
    owner: int
    kind: int
    square: int
    step: int = 0
    goal: int = 0
    due: int = NEVER
    ready: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """What a text says. `t` is -1 where nothing has been decided yet, not even time 0."""

    men: tuple[Man, ...]
    rights: int
    t: int = -1
    status: str = "playing"
    progress: int = 0


def read_position(text: str) -> State:
    """The start of a match: FEN placement, a blank, castling letters or `-`.

    Raises InvalidPosition.
    """
    placement, _, letters = text.partition(" ")
    found: dict[int, str] = {}
    ranks = placement.split("/")
    if len(ranks) != 8:
        raise InvalidPosition(f"position {text[:90]!r}: {len(ranks)} ranks, not 8")
    for rank, row in zip(range(7, -1, -1), ranks, strict=True):
        for file, letter in enumerate(_squares_of(row, text)):
            if letter != " ":
                found[8 * rank + file] = letter
    men = tuple(
        Man(number, int(letter.islower()), KINDS.index(letter.upper()), square)
        for number, (square, letter) in enumerate(sorted(found.items()))
    )
    for owner, name in enumerate(("White", "Black")):
        kings = sum(man.kind == KING and man.owner == owner for man in men)
        if kings != 1:
            raise InvalidPosition(f"position {text[:90]!r}: {name} has {kings} kings, not 1")
    return State(men, _read_rights(letters, men, text))


def _squares_of(row: str, text: str) -> str:
    wide = re.sub("[1-8]", lambda digit: " " * int(digit[0]), row)
    if not re.fullmatch("[PNBRQKpnbrqk ]{8}", wide) or re.search("[1-8]{2}", row):
        raise InvalidPosition(
            f"position {text[:90]!r}: rank {row[:20]!r} is not 8 squares of PNBRQKpnbrqk and 1-8"
        )
    return wide


def _read_rights(letters: str, men: Sequence[Man], text: str) -> int:
    if letters != "-" and (
        not letters or set(letters) - set(RIGHTS) or len(set(letters)) < len(letters)
    ):
        raise InvalidPosition(
            f"position {text[:90]!r}: castling {letters[:20]!r} is neither '-' nor some of KQkq"
        )
    at = {man.square: man for man in men}
    rights = 0
    for letter in letters.replace("-", ""):
        right = RIGHTS.index(letter)
        king, rook = (at.get(SQUARE_OF[name]) for name in _HOMES[right][:2])
        owner = right >> 1
        if not (king and (king.owner, king.kind) == (owner, KING)) or not (
            rook and (rook.owner, rook.kind) == (owner, ROOK)
        ):
            raise InvalidPosition(
                f"position {text[:90]!r}: castling {letter!r} needs its king and rook at home"
            )
        rights |= 1 << right
    return rights


def read_state(text: str, config: AchessConfig) -> State:
    """A state text of section 9. Raises InvalidPosition: unreadable, or not of a match
    with that config."""
    head, *lines = text.split("\n")
    found = _HEAD.fullmatch(head)
    if found is None:
        raise InvalidPosition(
            f"state {head[:90]!r}: it begins like 't=0;status=playing;rights=...'"
        )
    t, progress = int(found["t"]), int(found["progress"])
    men = tuple(_read_man(line, t, config) for line in lines)
    numbers = [man.number for man in men]
    if numbers != sorted(set(numbers)) or (numbers and numbers[-1] > 63):
        raise InvalidPosition(f"state of t={t}: its pieces do not have ascending ids below 64")
    if len({man.square for man in men}) < len(men):
        raise InvalidPosition(f"state of t={t}: two pieces on one square")
    if progress > t or progress % config.tick_ms:
        raise InvalidPosition(f"state of t={t}: progress={progress} is no instant up to then")
    rights = _read_rights(found["rights"], men, head)
    if rights and not config.castling:
        raise InvalidPosition(f"state of t={t}: castling rights where the config has no castling")
    state = State(men, rights, t, found["status"], progress)
    _check_status(state, config)
    return state


def _check_status(state: State, config: AchessConfig) -> None:
    kings = [sum(m.kind == KING and m.owner == owner for m in state.men) for owner in (0, 1)]
    late = state.t >= config.max_ms or state.t - state.progress >= config.quiet_ms
    if max(kings) > 1 or (state.status == "playing" and min(kings) < 1):
        raise InvalidPosition(f"state of t={state.t}: {kings[0]} white and {kings[1]} black kings")
    if state.status == "playing" and late:
        raise InvalidPosition(
            f"state of t={state.t}: still playing beyond max_ms={config.max_ms} "
            f"or quiet_ms={config.quiet_ms}"
        )
    if state.status != "playing" and ending_of(state, config) is None:
        raise InvalidPosition(f"state of t={state.t}: no rule gives status={state.status}")


def ending_of(state: State, config: AchessConfig) -> str | None:
    """Why a match that is over ended as its status says; None if it cannot have."""
    white, black = (any(m.kind == KING and m.owner == owner for m in state.men) for owner in (0, 1))
    won_by_king = {(True, False): "white", (False, True): "black", (False, False): "draw"}
    if (white, black) != (True, True):
        fits = won_by_king[white, black] == state.status
        return ("king" if white or black else "both_kings") if fits else None
    if state.t >= config.max_ms:
        return "time_cap" if state.status == "draw" else None
    if state.t - state.progress >= config.quiet_ms:
        return "quiet" if state.status == "draw" else None
    return "both_resign" if state.status == "draw" else "resign"


def _read_man(line: str, t: int, config: AchessConfig) -> Man:
    found = _MAN.fullmatch(line)
    if found is None:
        raise InvalidPosition(
            f"state line {line[:60]!r}: no piece; one is like '0:wR@a1>a2,a3@100'"
        )
    number, square = int(found["id"]), SQUARE_OF[found["square"]]
    owner, kind = PLAYERS.index(found["owner"]), KINDS.index(found["kind"])
    time = int(found["next"] or found["ready"] or 0)
    if (found["next"] or found["ready"]) and (time <= t or time % config.tick_ms):
        raise InvalidPosition(f"state line {line[:60]!r}: {time} is no instant after t={t}")
    if found["path"] is None:
        return Man(number, owner, kind, square, goal=square, ready=time)
    path = [SQUARE_OF[name] for name in found["path"].split(",")]
    step = _step_of(owner, kind, square, path)
    if step == 0 or [*range(square + step, path[-1], step), path[-1]] != path:
        raise InvalidPosition(f"state line {line[:60]!r}: no path of that piece")
    return Man(number, owner, kind, square, step, path[-1], due=time)


def _step_of(owner: int, kind: int, square: int, path: list[int]) -> int:
    """The step of a path by geometry or by castling; 0 if it is neither."""
    origin, goal = SQUARES[square], SQUARES[path[-1]]
    for king, rook, beside in _HOMES[2 * owner : 2 * owner + 2]:
        if kind == ROOK and (origin, goal) == (rook, beside) and len(path) == 1:
            return path[0] - square
        if kind == KING and origin == king and goal == _castled(beside):
            return path[0] - square
    row = BLACK_PAWN if kind == PAWN and owner else kind
    return STEPS[4096 * row + 64 * square + path[-1]]


def _castled(beside: str) -> str:
    """Where the king goes whose rook goes to `beside`."""
    return {"f": "g", "d": "c"}[beside[0]] + beside[1]
