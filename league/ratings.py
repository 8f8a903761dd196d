"""Ratings: OpenSkill's Plackett-Luce model, folded over results one match at a time.

Agents are immutable versions, so nothing is added to sigma with time (tau = 0). Ratings
are shown on a scale like Elo's. The model gives 10:1 odds between two players of known
strength when their mu differ by ln(10) sqrt(2) beta; Elo calls that 400 points, and a
newcomer's mu is shown as 1500.
"""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from openskill.models import PlackettLuce

from arena_games import Outcome, Termination
from league.record import MatchRecord

_MODEL = PlackettLuce(tau=0.0)
_START = _MODEL.rating()
_ELO_START = 1500.0
_ELO_PER_MU = 400 / (math.log(10) * math.sqrt(2) * _MODEL.beta)
_Z95 = 1.959964

Verdict = Literal["wins", "draws", "losses", "passed"]


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of an agent's strength: a normal distribution in the model's unit."""

    mu: float = _START.mu
    sigma: float = _START.sigma

    @property
    def elo(self) -> float:
        """The mean on the scale that is shown."""
        return _ELO_START + _ELO_PER_MU * (self.mu - _START.mu)

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval, on the scale that is shown."""
        return self.elo - _Z95 * _ELO_PER_MU * self.sigma

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval, on the scale that is shown."""
        return self.elo + _Z95 * _ELO_PER_MU * self.sigma


@dataclass(frozen=True, slots=True)
class Tally:
    """An agent's rating and how its matches went, up to some result of its pool."""

    rating: Rating = field(default_factory=Rating)
    matches: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    passed: int = 0  # neither first nor last, with three seats or more

    def to_json(self) -> str:
        """A text that `from_json` reads back to an equal tally, to the last bit."""
        counts = [self.matches, self.wins, self.draws, self.losses, self.passed]
        return json.dumps([self.rating.mu, self.rating.sigma, *counts], separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str | bytes) -> "Tally":
        """The tally of a `to_json` text."""
        mu, sigma, *counts = json.loads(text)
        return cls(Rating(mu, sigma), *counts)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """All that ratings need of a match: who sat where, and the places, by seat from 1."""

    agents: tuple[str, ...]
    ranks: tuple[int, ...]

    @classmethod
    def of(cls, record: MatchRecord) -> "MatchResult":
        """The result of a recorded match, agents by the names of its seats."""
        outcome = Outcome(record.scores, Termination[record.termination])
        return cls(tuple(seat.name for seat in record.seats), outcome.ranks())

    def to_json(self) -> str:
        """A text that `from_json` reads back to an equal result."""
        return json.dumps([self.agents, self.ranks], separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> "MatchResult":
        """The result of a `to_json` text."""
        agents, ranks = json.loads(text)
        return cls(tuple(agents), tuple(ranks))

    def verdict(self, seat: int) -> Verdict:
        """First is a win, last a loss, between them passed; all equal is a draw."""
        best, worst = min(self.ranks), max(self.ranks)
        if best == worst:
            return "draws"
        if self.ranks[seat] == best:
            return "wins"
        return "losses" if self.ranks[seat] == worst else "passed"


def fold(tallies: Mapping[str, Tally], results: Iterable[MatchResult]) -> dict[str, Tally]:
    """The tallies after `results`, in their order; agents not in `tallies` are new.

    A match in which one agent sits twice compares it with itself: it changes nothing.
    """
    after = dict(tallies)
    for result in results:
        if len(set(result.agents)) == len(result.agents):
            after.update(_after_match(after, result))
    return after


def _after_match(before: Mapping[str, Tally], result: MatchResult) -> dict[str, Tally]:
    tallies = [before.get(agent, Tally()) for agent in result.agents]
    teams = [[_MODEL.create_rating([t.rating.mu, t.rating.sigma])] for t in tallies]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in result.ranks])
    return {
        agent: _counted(tally, Rating(team[0].mu, team[0].sigma), result.verdict(seat))
        for seat, (agent, tally, team) in enumerate(zip(result.agents, tallies, rated, strict=True))
    }


def _counted(tally: Tally, rating: Rating, verdict: Verdict) -> Tally:
    count = getattr(tally, verdict) + 1
    return replace(tally, rating=rating, matches=tally.matches + 1, **{verdict: count})
