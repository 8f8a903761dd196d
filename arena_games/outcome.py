"""How a match ended."""

from dataclasses import dataclass
from enum import Enum


class Termination(Enum):
    """Why a match ended. One enum for endings by the rules and by the arbiter.

    The names are those of `arena.v1.Termination`; a test holds the two together.
    """

    # By the rules.
    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    DEAD_POSITION = "dead position"
    FIVEFOLD_REPETITION = "fivefold repetition"
    SEVENTYFIVE_MOVES = "75 moves"
    THREEFOLD_REPETITION = "threefold repetition"
    FIFTY_MOVES = "50 moves"
    REPETITION = "repetition"
    KING_CAPTURED = "king captured"
    BOTH_KINGS_CAPTURED = "both kings captured"
    NO_MOVES = "no moves"
    MAX_PLIES = "ply limit"
    TIME_CAP = "time cap"
    QUIET = "quiet"
    KNIGHT_CAPTURED = "knight captured"
    DRAW_AGREED = "draw agreed"
    RESIGNATION = "resignation"
    BOTH_RESIGNED = "both resigned"
    # By the arbiter: one seat broke off the match.
    TIME_FORFEIT = "time forfeit"
    ILLEGAL_MOVE = "illegal move"
    UNREADABLE = "unreadable answer"
    CRASH = "crash"
    DISCONNECT = "disconnect"
    NOT_READY = "not ready"
    FLOOD = "flood"
    OVERSIZE = "oversized message"
    OUT_OF_MEMORY = "out of memory"
    TOO_MANY_PROCESSES = "too many processes"
    RULE_VIOLATION = "sandbox limit"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a match: a score for each seat, in the game's own points, and why.

    Chess and joust score 1, 0.5, 0; threechess 1, 0, -1 (and -2 for an illegal
    answer). Higher is better everywhere; only the order matters to ratings.
    """

    scores: tuple[float, ...]
    termination: Termination

    def ranks(self) -> tuple[int, ...]:
        """The place of each seat, from 1; equal scores share a place."""
        return tuple(1 + sum(other > score for other in self.scores) for score in self.scores)
