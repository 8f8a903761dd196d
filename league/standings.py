"""Standings, crosstable and thinking time: what is shown of a tournament."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.ratings import MatchResult, Tally
from league.record import MatchRecord


@dataclass(frozen=True, slots=True)
class Row:
    """One agent's line. Ratings are on the scale of `league.ratings`; `low` and `high`
    are the ends of the 95 % interval."""

    rank: int
    agent: str
    rating: float
    low: float
    high: float
    matches: int
    wins: int
    draws: int
    losses: int
    passed: int


@dataclass(frozen=True, slots=True)
class Cell:
    """How one agent did against another: 1 for each match in which it came in before the
    other, a half for the same place."""

    points: float
    matches: int


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long an agent's clock ran, in all its matches."""

    matches: int
    turns: int
    charged_ms: float

    @property
    def per_match_s(self) -> float:
        """Seconds a match."""
        return self.charged_ms / 1000 / self.matches if self.matches else 0.0

    @property
    def per_turn_ms(self) -> float:
        """Milliseconds a turn."""
        return self.charged_ms / self.turns if self.turns else 0.0


def standings(tallies: Mapping[str, Tally], agents: Iterable[str] = ()) -> list[Row]:
    """The rows, best rating first; `agents` that have not played yet come last."""
    everyone = dict.fromkeys(agents, Tally()) | dict(tallies)
    ordered = sorted(
        everyone.items(), key=lambda item: (item[1].matches == 0, -item[1].rating.mu, item[0])
    )
    return [_row(rank, agent, tally) for rank, (agent, tally) in enumerate(ordered, 1)]


def crosstable(results: Iterable[MatchResult]) -> dict[tuple[str, str], Cell]:
    """(agent, opponent) -> how the first did against the second."""
    table: dict[tuple[str, str], Cell] = {}
    for result in results:
        for pair, points in _duels(result):
            cell = table.get(pair, Cell(0.0, 0))
            table[pair] = Cell(cell.points + points, cell.matches + 1)
    return table


def thinking(records: Iterable[MatchRecord]) -> dict[str, Thinking]:
    """Agent -> how long it thought. The records may be without their plies."""
    spent: dict[str, Thinking] = {}
    for record in records:
        for seat in record.seats:
            before = spent.get(seat.name, Thinking(0, 0, 0.0))
            spent[seat.name] = Thinking(
                before.matches + 1, before.turns + seat.turns, before.charged_ms + seat.charged_ms
            )
    return spent


def _row(rank: int, agent: str, tally: Tally) -> Row:
    rating = tally.rating
    return Row(
        rank=rank,
        agent=agent,
        rating=round(rating.elo, 1),
        low=round(rating.low, 1),
        high=round(rating.high, 1),
        matches=tally.matches,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        passed=tally.passed,
    )


def _duels(result: MatchResult) -> Iterable[tuple[tuple[str, str], float]]:
    seated: Sequence[tuple[str, int]] = list(zip(result.agents, result.ranks, strict=True))
    for agent, rank in seated:
        for other, other_rank in seated:
            if agent != other:
                yield (agent, other), (rank < other_rank) + 0.5 * (rank == other_rank)
