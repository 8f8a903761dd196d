import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.ratings import MatchResult, Rating, Tally, fold
from league.standings import Cell, Thinking, crosstable, standings, thinking
from tests.league.scripted import play
from tests.league.test_verify import pairing

NAMES = ["ann", "bob", "cy", "di", "eve"]
RESULTS = st.lists(
    st.tuples(st.permutations(NAMES), st.lists(st.integers(1, 3), min_size=2, max_size=3)).map(
        lambda pair: MatchResult(tuple(pair[0][: len(pair[1])]), tuple(pair[1]))
    ),
    max_size=25,
)


@given(RESULTS, st.data())
def test_folding_in_parts_is_folding_at_once(
    results: list[MatchResult], data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(results)))
    assert fold(fold({}, results[:cut]), results[cut:]) == fold({}, results)


@given(RESULTS)
def test_every_match_counts_once_for_everyone_in_it(results: list[MatchResult]) -> None:
    for name, tally in fold({}, results).items():
        assert tally.matches == sum(name in result.agents for result in results)
        assert tally.matches == tally.wins + tally.draws + tally.losses + tally.passed
        assert Tally.from_json(tally.to_json()) == tally


@given(RESULTS)
def test_results_survive_their_text(results: list[MatchResult]) -> None:
    assert [MatchResult.from_json(each.to_json()) for each in results] == results


def test_the_winner_rises_and_certainty_grows() -> None:
    after = fold({}, [MatchResult(("a", "b", "c"), (1, 2, 3))])
    assert after["a"].rating.mu > after["b"].rating.mu > after["c"].rating.mu
    assert all(tally.rating.sigma < Rating().sigma for tally in after.values())


def test_a_match_with_oneself_changes_nothing() -> None:
    assert fold({}, [MatchResult(("a", "a"), (1, 2))]) == {}


def test_the_scale_is_elos() -> None:
    assert Rating().elo == 1500
    assert Rating().low < Rating().elo < Rating().high
    # Where both are known exactly, the model's odds at 400 points are 10 to 1.
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    per_mu = Rating(26.0, 1e-9).elo - 1500
    strong = model.create_rating([25 + 400 / per_mu, 1e-9])
    weak = model.create_rating([25.0, 1e-9])
    gap = (strong.mu - weak.mu) / (2**0.5 * model.beta)
    assert 2.718281828459045**gap == pytest.approx(10)


@pytest.mark.parametrize(
    ("ranks", "verdicts"),
    [
        ((1, 2), ["wins", "losses"]),
        ((1, 1), ["draws", "draws"]),
        ((1, 3, 2), ["wins", "losses", "passed"]),
        ((1, 1, 1), ["draws", "draws", "draws"]),
        ((1, 1, 3), ["wins", "wins", "losses"]),
        ((1, 2, 2), ["wins", "losses", "losses"]),
    ],
)
def test_verdicts(ranks: tuple[int, ...], verdicts: list[str]) -> None:
    result = MatchResult(tuple(NAMES[: len(ranks)]), ranks)
    assert [result.verdict(seat) for seat in range(len(ranks))] == verdicts


def test_standings_put_the_best_first_and_the_unplayed_last() -> None:
    tallies = fold({}, [MatchResult(("ann", "bob", "cy"), (1, 3, 2))] * 3)
    rows = standings(tallies, ["di", "bob", "cy", "ann"])
    assert [row.agent for row in rows] == ["ann", "cy", "bob", "di"]
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert (rows[0].wins, rows[1].passed, rows[2].losses, rows[3].matches) == (3, 3, 3, 0)
    assert all(row.low < row.rating < row.high for row in rows)


def test_the_crosstable_counts_who_came_in_first() -> None:
    table = crosstable([MatchResult(("a", "b", "c"), (1, 2, 2)), MatchResult(("b", "a"), (1, 2))])
    assert table["a", "b"] == Cell(1.0, 2)
    assert table["b", "a"] == Cell(1.0, 2)
    assert table["b", "c"] == table["c", "b"] == Cell(0.5, 1)


def test_thinking_time_is_summed_over_records() -> None:
    block = pairing("joust", "60")
    record = play(block, block.seatings[0])
    spent = thinking([record, record])
    seat = record.seats[0]
    assert (spent["agent0"].matches, spent["agent0"].turns) == (2, 2 * seat.turns)
    assert spent["agent0"].per_match_s == pytest.approx(seat.charged_ms / 1000)
    assert spent["agent0"].per_turn_ms == pytest.approx(seat.charged_ms / seat.turns)
    assert Thinking(0, 0, 0.0).per_match_s == Thinking(0, 0, 0.0).per_turn_ms == 0
