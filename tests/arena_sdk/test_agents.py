"""The reference agents: their names, whole matches, and whether they are any good."""

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from arena.v1 import agent_pb2
from arena_games import Outcome, all_game_names, game_names, get_game, is_real_time
from arena_games.rng import Lot
from arena_sdk import Clock, InvalidParameter, Match, SdkError, Turn, UnknownAgent
from arena_sdk.agents import CATALOGUE, parse
from arena_sdk.match import Course
from tests.arena_sdk.referee import calling, play, serving

# Small matches, and agents small enough for interpreted rules.
SMALL: dict[str, dict[str, object]] = {
    "chess": {"position": "8/8/8/8/8/k7/7R/K7 w - - 80 60"},
    "joust": {"width": 5, "height": 5},
    "threechess": {"max_plies": 9},
}
AGENTS = [
    "random",
    "greedy",
    "paranoid:depth=2",
    "maxn:depth=2",
    "mp_mix:depth=2",
    "coalition:depth=2",
    "best_reply:depth=2",
    "mcts:iterations=8",
    "mcts:seconds=0.01,rollout=4",
    "minimax:depth=2",
    "alphabeta:depth=2",
    "alphabeta:seconds=0.01",
    "joust:level=medium",
    "joust:level=solve",
]


def seated(
    agents: list[str], directory: Path, game: str, options: dict[str, object], seed: int = 1
) -> tuple[Outcome, list[object]]:
    """A match between reference agents, each behind a server of its own."""
    with ExitStack() as stack:
        addresses = [stack.enter_context(serving(parse(name).bot(), directory)) for name in agents]
        _, outcome, answers = play(addresses, game, options, seed=seed)
    return outcome, list(answers)


def test_every_agent_is_tried_here() -> None:
    # Those for games without turns are tried in `realtime`.
    with_turns = {
        name for name, entry in CATALOGUE.items() if not any(map(is_real_time, entry.games))
    }
    assert {parse(agent).entry.name for agent in AGENTS} == with_turns
    assert set(SMALL) == set(game_names())


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("game", sorted(SMALL))
def test_a_whole_legal_match(tmp_path: Path, agent: str, game: str) -> None:
    if not parse(agent).entry.plays(game):
        with serving(parse(agent).bot(), tmp_path) as address, calling(address) as line:
            line.send(start=agent_pb2.Start(game=game))
            assert f"not {game}" in line.status()[1]
        return
    seats = get_game(game).seats
    outcome, answers = seated([agent] * seats, tmp_path, game, SMALL[game])
    assert len(outcome.scores) == seats
    assert len(answers) > 1


@pytest.mark.parametrize("agent", [name for name in AGENTS if "seconds" not in name])
def test_the_same_seed_gives_the_same_match(tmp_path: Path, agent: str) -> None:
    game = next(game for game in ("threechess", "chess", "joust") if parse(agent).entry.plays(game))
    agents = [agent] * get_game(game).seats
    first, again = (seated(agents, tmp_path, game, SMALL[game])[1] for _ in range(2))
    assert first == again


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("random", {}),
        ("paranoid", {"depth": 3}),
        (" paranoid:depth=5 ", {"depth": 5}),
        ("joust", {"level": "hard"}),
        ("achess:tactician", {"every": 50}),
        ("achess:random:every=200", {"every": 200}),
        (
            "mcts:seconds=0.5, rollout=3",
            {"seconds": 0.5, "iterations": None, "constant": 0.1, "bias": 0.3, "rollout": 3},
        ),
    ],
)
def test_parse(text: str, values: dict[str, object]) -> None:
    choice = parse(text)
    assert choice.values == values
    assert choice.bot().traits.name == text.strip()


@pytest.mark.parametrize(
    ("text", "error", "line"),
    [
        ("", UnknownAgent, "unknown agent ''; there are achess:guard, "),
        ("gredy", UnknownAgent, "unknown agent 'gredy'; there are achess:guard"),
        ("achess", UnknownAgent, "unknown agent 'achess'; there are achess:guard"),
        ("achess:hero", UnknownAgent, "unknown agent 'achess:hero'; there are achess:guard"),
        ("achess:guard:depth=3", InvalidParameter, "'depth=3'; it takes every="),
        ("paranoid:deep=3", InvalidParameter, "agent paranoid: 'deep=3'; it takes depth="),
        ("paranoid:3", InvalidParameter, "agent paranoid: '3'; it takes depth="),
        ("random:depth=3", InvalidParameter, "'depth=3'; it takes no parameters"),
        ("paranoid:depth=x", InvalidParameter, "a whole number from 1 to 20"),
        ("paranoid:depth=0", InvalidParameter, "depth='0': it takes a whole number from 1"),
        ("mcts:seconds=nan", InvalidParameter, "a number from 0.001 to 3600"),
        ("joust:level=god", InvalidParameter, "level='god': it takes one of novice, easy"),
    ],
)
def test_names_that_are_none(text: str, error: type[SdkError], line: str) -> None:
    with pytest.raises(error) as caught:
        parse(text)
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_catalogue_describes_itself() -> None:
    for name, entry in CATALOGUE.items():
        assert entry.name == name
        assert entry.summary
        assert set(entry.games) <= set(all_game_names())
        for parameter in entry.parameters:
            assert parameter.summary
            if parameter.default is not None:
                assert parameter.read(str(parameter.default)) == parameter.default


@dataclass
class Tally:
    won: int = 0
    lost: int = 0


def contest(agents: list[str], game: str, matches: int, **options: object) -> Tally:
    """How the first agent does, on every seat from the same start, without servers."""
    tally, rules = Tally(), get_game(game)
    for number in range(matches):
        seat = number % rules.seats
        names = [agents[(other - seat) % rules.seats] for other in range(rules.seats)]
        scores = _unserved(names, game, options, number // rules.seats).scores
        best = max(scores)
        tally.won += scores[seat] == best and scores.count(best) == 1
        tally.lost += scores[seat] == min(scores)
    return tally


def _unserved(names: list[str], game: str, options: dict[str, object], seed: int) -> Outcome:
    position = get_game(game).start(options, seed)
    lot, clocks = Lot(seed), tuple(Clock(600.0) for _ in names)
    players, courses, matches = [], [], []
    for seat, name in enumerate(names):
        match = Match(
            str(seed), game, {}, lot.draw(), seat, names, "600", position.text(), (), clocks
        )
        player = parse(name).bot().create()
        getattr(player, "start", lambda _: None)(match)
        players.append(player)
        courses.append(Course(match))
        matches.append(match)
    while (outcome := position.outcome()) is None:
        seat = position.to_move
        reply = players[seat].play(Turn(matches[seat], courses[seat], position.ply, (), clocks))
        move = reply if isinstance(reply, str) else reply.move
        position = position.play(move)
        for course in courses:
            course.moves.append(move)
    return outcome


def test_greedy_beats_random_at_threechess() -> None:
    tally = contest(["greedy", "random", "random"], "threechess", 3)
    assert (tally.won, tally.lost) == (3, 0)


def test_a_better_level_wins_at_joust() -> None:
    tally = contest(["joust:level=hard", "joust:level=novice"], "joust", 20, start="home_random")
    assert tally.won >= 14


def test_joust_played_to_its_end_wins_what_is_won() -> None:
    options: dict[str, object] = {"width": 5, "height": 5}
    assert _unserved(["joust:level=solve", "joust:level=ultra"], "joust", options, 1).scores[0] == 1
    won: dict[str, object] = {"width": 4, "height": 4}
    assert _unserved(["joust:level=ultra", "joust:level=solve"], "joust", won, 1).scores[1] == 1


def test_alphabeta_wins_a_won_endgame_against_random() -> None:
    options: dict[str, object] = {"position": "4k3/8/8/8/8/8/3Q4/R3K3 w - - 0 1"}
    players = ["alphabeta:depth=3", "random"]
    assert _unserved(players, "chess", options, 2).scores == (1.0, 0.0)


def test_minimax_beats_random_at_chess_from_an_endgame() -> None:
    fen = "4k3/8/8/8/8/8/3Q1Q2/K7 w - - 0 1"
    outcome = _unserved(["minimax:depth=3", "random"], "chess", {"position": fen}, 2)
    assert outcome.scores == (1.0, 0.0)
