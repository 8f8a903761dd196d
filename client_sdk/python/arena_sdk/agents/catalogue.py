"""The reference agents by name, with what each takes, and how their names are read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena_games import is_real_time
from arena_games.joust.prolog import LEVELS
from arena_games.search import (
    Evaluation,
    JoustProlog,
    Shares,
    alphabeta,
    best_reply,
    coalition,
    greedy,
    growing,
    maxn,
    mp_mix,
    paranoid,
)
from arena_sdk.agents.deepeners import Deepener, JoustSolver
from arena_sdk.agents.evaluations import own_worth, rivalry
from arena_sdk.agents.players import Random, Searcher
from arena_sdk.agents.rivals import Opponent, TreeSearcher
from arena_sdk.bot import Bot, Player, Traits
from arena_sdk.errors import InvalidParameter, UnknownAgent

Value = str | int | float | None

VERSION = "1"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a reference agent.

    `read` turns a text into the value or raises ValueError; `takes` says in words what it
    accepts. A default of None means "not set".
    """

    name: str
    default: Value
    takes: str
    summary: str
    read: Callable[[str], Value]


@dataclass(frozen=True, slots=True)
class Entry:
    """A reference agent: what it is, the games it plays (none named: any with turns), its
    parameters.

    `create` makes a player for one match from the value of every parameter: a Player, or a
    LivePlayer for a game without turns.
    """

    name: str
    summary: str
    create: Callable[..., Any]
    games: Sequence[str] = ()
    parameters: Sequence[Parameter] = ()
    wants_legal_moves: bool = False
    max_concurrent_matches: int = 4

    def plays(self, game: str) -> bool:
        """Whether it plays that game."""
        return game in self.games if self.games else not is_real_time(game)


@dataclass(frozen=True, slots=True)
class Choice:
    """A reference agent with a value for each of its parameters; `text` names it so."""

    text: str
    entry: Entry
    values: Mapping[str, Value]

    def bot(self) -> Bot:
        """The bot to serve."""
        traits = Traits(
            name=self.text,
            version=VERSION,
            wants_legal_moves=self.entry.wants_legal_moves,
            max_concurrent_matches=self.entry.max_concurrent_matches,
        )
        return Bot(traits, lambda: self.entry.create(**self.values))


def parse(text: str) -> Choice:
    """Reads NAME or NAME:key=value,key=value, such as "paranoid:depth=3". A name may be of
    two parts: "achess:tactician", "achess:tactician:every=100".

    Raises UnknownAgent, which lists the names, and InvalidParameter, which lists the
    parameters or says what the one takes.
    """
    name, _, settings = text.strip().partition(":")
    if name not in CATALOGUE:
        style, _, settings = settings.partition(":")
        name = f"{name}:{style}" if style else name
    entry = CATALOGUE.get(name)
    if entry is None:
        raise UnknownAgent(name, CATALOGUE)
    by_name = {parameter.name: parameter for parameter in entry.parameters}
    values = {parameter.name: parameter.default for parameter in entry.parameters}
    for setting in filter(None, settings.split(",")):
        key, separator, value = (part.strip() for part in setting.partition("="))
        if key not in by_name or not separator:
            takes = ", ".join(f"{known}=" for known in by_name) or "no parameters"
            raise InvalidParameter(f"agent {name}: {setting.strip()[:60]!r}; it takes {takes}")
        values[key] = _read(name, by_name[key], value)
    return Choice(text.strip(), entry, values)


def _read(agent: str, parameter: Parameter, text: str) -> Value:
    try:
        return parameter.read(text)
    except ValueError:
        raise InvalidParameter(
            f"agent {agent}, {parameter.name}={text[:60]!r}: it takes {parameter.takes}"
        ) from None


def _whole(name: str, default: int | None, low: int, high: int, summary: str) -> Parameter:
    def read(text: str) -> int:
        value = int(text)
        if not low <= value <= high:
            raise ValueError
        return value

    return Parameter(name, default, f"a whole number from {low} to {high}", summary, read)


def _number(name: str, default: float | None, low: float, high: float, summary: str) -> Parameter:
    def read(text: str) -> float:
        value = float(text)
        if not low <= value <= high:
            raise ValueError
        return value

    return Parameter(name, default, f"a number from {low:g} to {high:g}", summary, read)


_SOLVE = "solve"
_LEVELS = "one of " + ", ".join([*LEVELS, _SOLVE])


def _level(text: str) -> str:
    if text not in LEVELS and text != _SOLVE:
        raise ValueError
    return text


def _greedy() -> Player:
    return Searcher(
        lambda turn, evaluation, _: greedy(turn.position.board(), evaluation, seed=turn.seed),
        own_worth,
    )


def _paranoid(depth: int) -> Player:
    return Searcher(
        lambda turn, evaluation, stop: paranoid(
            turn.position.board(), depth, evaluation, seed=turn.seed, stop=stop
        ),
        rivalry,
    )


def _maxn(depth: int) -> Player:
    return Searcher(
        lambda turn, evaluation, stop: growing(
            lambda plies: maxn(turn.position.board(), plies, evaluation, seed=turn.seed, stop=stop),
            depth,
            stop=stop,
        ),
        lambda _: Shares(),
    )


def _mp_mix(depth: int, defence: int, offence: int) -> Player:
    return Searcher(
        lambda turn, evaluation, stop: growing(
            lambda plies: mp_mix(
                turn.position.board(),
                plies,
                evaluation,
                defence=defence,
                offence=offence,
                seed=turn.seed,
                stop=stop,
            ),
            depth,
            stop=stop,
        ),
        lambda _: Shares(),
    )


def _mcts(
    seconds: float | None, iterations: int | None, constant: float, bias: float, rollout: int
) -> Player:
    if seconds is None:
        seconds = 1.0 if iterations is None else float("inf")
    return TreeSearcher(seconds, iterations, constant, bias, rollout)


def _coalition(seconds: float | None, depth: int | None) -> Player:
    return Opponent(coalition, seconds, depth)


def _best_reply(seconds: float | None, depth: int | None) -> Player:
    return Opponent(best_reply, seconds, depth)


def _alphabeta(depth: int, evaluation: Callable[[str], Evaluation], game: str) -> Player:
    return Searcher(
        lambda turn, evaluation, stop: alphabeta(
            turn.position.board(), depth, evaluation, seed=turn.seed, stop=stop
        ),
        evaluation,
        games=(game,),
    )


def _chess_worth(_: str) -> Evaluation:
    # Imported when first asked for: no other agent loads the rules of chess.
    from arena_games.search.chess_worth import ChessWorth

    return ChessWorth()


def _minimax(depth: int) -> Player:
    return _alphabeta(depth, _chess_worth, "chess")


def _joust(level: str) -> Player:
    if level == _SOLVE:
        return JoustSolver()
    return _alphabeta(LEVELS[level], lambda _: JoustProlog(), "joust")


_DEPTH = _whole("depth", 3, 1, 20, "plies that it looks ahead")
_AT_MOST = (
    _number("seconds", None, 0.001, 3600, "time for a move at most"),
    _whole("depth", None, 1, 60, "plies that it looks ahead at most"),
)


def _achess(style: str, summary: str, every: int) -> Entry:
    def create(every: int) -> Any:
        # Imported when first asked for: no other agent loads the rules of AChess.
        from arena_sdk.agents.achess import player

        return player(style, every)

    pace = _whole("every", every, 1, 60_000, "ms of the match between decisions")
    return Entry(f"achess:{style}", summary, create, games=("achess",), parameters=(pace,))


CATALOGUE: Mapping[str, Entry] = {
    entry.name: entry
    for entry in (
        Entry(
            "random",
            "uniform over the legal moves",
            Random,
            wants_legal_moves=True,
            max_concurrent_matches=64,
        ),
        Entry(
            "greedy",
            "the move that raises its own score most",
            _greedy,
            max_concurrent_matches=64,
        ),
        Entry(
            "paranoid",
            "alpha-beta on its own worth against all others', who play against it",
            _paranoid,
            parameters=(_DEPTH,),
        ),
        Entry(
            "coalition",
            "paranoid as deep as the clock allows, on a full evaluation: the best for three seats",
            _coalition,
            parameters=_AT_MOST,
        ),
        Entry(
            "best_reply",
            "as coalition, but of all others only the one who hurts it most replies",
            _best_reply,
            parameters=_AT_MOST,
        ),
        Entry(
            "maxn",
            "max^n: every seat plays for its own share of the worth",
            _maxn,
            parameters=(_whole("depth", 3, 1, 12, "plies that it looks ahead at most"),),
        ),
        Entry(
            "mp_mix",
            "MP-Mix: paranoid when it leads, against the leader when one leads, else max^n",
            _mp_mix,
            parameters=(
                _whole("depth", 3, 1, 12, "plies that it looks ahead at most"),
                _whole("defence", 150, 0, 10_000, "its lead from which it is paranoid"),
                _whole("offence", 250, 0, 10_000, "another's lead from which it hurts him"),
            ),
        ),
        Entry(
            "mcts",
            "Monte-Carlo tree search (UCT) that keeps its tree from turn to turn",
            _mcts,
            parameters=(
                _number(
                    "seconds", None, 0.001, 3600, "time for a move; 1, or none with iterations"
                ),
                _whole("iterations", None, 1, 100_000_000, "iterations for a move"),
                _number("constant", 0.1, 0, 1000, "weight of exploration, under UCB1's root"),
                _number("bias", 0.3, 0, 1000, "weight of what a move promises untried"),
                _whole("rollout", 0, 0, 1000, "plies played by lot below the tree"),
            ),
        ),
        Entry(
            "minimax",
            "alpha-beta on material, protection and attack, check and mate",
            _minimax,
            games=("chess",),
            parameters=(_DEPTH,),
        ),
        Entry(
            "alphabeta",
            "alpha-beta as deep as the clock allows; chess with quiescence and a full evaluation",
            Deepener,
            games=("chess", "joust"),
            parameters=(
                _number("seconds", None, 0.001, 3600, "time for a move at most"),
                _whole("depth", None, 1, 60, "plies that it looks ahead at most"),
            ),
        ),
        Entry(
            "joust",
            "the Prolog program's player at one of its six levels, or one that plays to the end",
            _joust,
            games=("joust",),
            parameters=(Parameter("level", "hard", _LEVELS, "how well", _level),),
        ),
        _achess("random", "any piece, anywhere, now and then", 500),
        _achess("rusher", "captures and advances as fast as orders may come", 100),
        _achess("guard", "keeps home, captures who comes near, leaves who is in danger", 100),
        _achess("tactician", "tries every order in the simulation, and takes the best", 50),
    )
}
