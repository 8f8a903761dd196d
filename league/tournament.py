"""A tournament, and the TOML file that says it.

name = "cup"                     # letters, digits and . _ -
game = "threechess"
time = "600"                     # a time control; of achess realtime or lockstep
agents = ["greedy", "paranoid:depth=3", {name = "mine", agent = "cmd:./my_bot"}]
# with their defaults:
format = "round-robin"
rounds = 1
seatings = "all"                 # or "rotations"; two seats: always both
start_limit = 30                 # seconds that an agent has to get ready
seed = 0
pondering = "off"                # or "on": agents may think while not to move; achess: "on"
[options]                        # of the game
max_plies = 300
[openings]                       # one of:
random_plies = 4                 # not of achess, which has no plies
file = "positions.txt"           # one position a line; relative to this file
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from arena_games import GameError, State, get_game, get_real_time_game, get_rules, is_real_time
from arena_games.options import read_options, write_options
from league.agents import AgentSpec
from league.errors import InvalidAgent, InvalidTournament
from league.openings import Openings, start_simulation
from league.pairing import Entrant
from league.timing import REAL_TIME, pondering_choices, read_time
from league.toml_file import TomlFile

KEYS = (
    "name",
    "game",
    "time",
    "agents",
    "format",
    "rounds",
    "seatings",
    "start_limit",
    "seed",
    "pondering",
    "options",
    "openings",
)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_LONGEST_NAME = 60
_MOST_ROUNDS = 100_000
_MOST_RANDOM_PLIES = 200
_LONGEST_START_S = 3600


@dataclass(frozen=True, slots=True)
class Tournament:
    """A checked tournament. `options` are those that differ from the game's defaults."""

    name: str
    game: str
    time: str
    entrants: tuple[Entrant, ...]
    format: str = "round-robin"
    rounds: int = 1
    seatings: str = "all"
    start_limit: float = 30.0
    seed: int = 0
    pondering: str = "off"
    options: Mapping[str, str] = field(default_factory=dict)
    openings: Openings = field(default_factory=Openings)

    def to_json(self) -> str:
        """One line that `from_json` reads back to an equal tournament."""
        return json.dumps(asdict(self), sort_keys=True, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> "Tournament":
        """The tournament of a `to_json` text."""
        data = json.loads(text)
        data["entrants"] = tuple(Entrant(**entrant) for entrant in data["entrants"])
        openings = data["openings"]
        data["openings"] = Openings(**openings | {"positions": tuple(openings["positions"])})
        return cls(**data)

    @classmethod
    def from_toml(cls, text: str, source: str = "tournament.toml") -> "Tournament":
        """Reads and checks a file's text. A file of openings is named in it, not read.

        Raises InvalidTournament with `source`, the line and what would be right.
        """
        file = TomlFile(text, source)
        file.only(KEYS)
        game = _game(file)
        return cls(
            name=_name(file),
            game=game,
            time=_time(file, game),
            entrants=_entrants(file, get_rules(game).seats),
            format=_choice(file, "format", ("round-robin",)),
            rounds=_whole(file, "rounds", 1, 1, _MOST_ROUNDS),
            seatings=_choice(file, "seatings", ("all", "rotations")),
            start_limit=_start_limit(file),
            seed=_whole(file, "seed", 0, 0, 2**63 - 1),
            pondering=_choice(file, "pondering", pondering_choices(game)),
            options=_options(file, game),
            openings=_openings(file, game),
        )


def load_tournament(path: Path) -> Tournament:
    """The tournament of a file, its file of openings read too. Raises InvalidTournament."""
    tournament = Tournament.from_toml(_read(path, str(path)), str(path))
    if not tournament.openings.file:
        return tournament
    listed = path.parent / tournament.openings.file
    positions = read_positions(_read(listed, str(path)), tournament, str(listed))
    return replace(tournament, openings=replace(tournament.openings, positions=positions))


def read_positions(text: str, tournament: Tournament, source: str) -> tuple[str, ...]:
    """The positions of a list, one a line; empty lines and those from # on are skipped.

    Raises InvalidTournament for one that the game cannot read or that is over.
    """
    positions = []
    for number, line in enumerate(text.splitlines(), 1):
        position = line.strip()
        if not position or position.startswith("#"):
            continue
        try:
            over = _begin(tournament, position).outcome() is not None
        except GameError as error:
            raise InvalidTournament(str(error), source, number) from None
        if over:
            raise InvalidTournament("the match is over in this position", source, number)
        positions.append(position)
    if not positions:
        raise InvalidTournament("no position in this file", source)
    return tuple(positions)


def _begin(tournament: Tournament, position: str) -> State:
    if is_real_time(tournament.game):
        game = get_real_time_game(tournament.game)
        return start_simulation(game, tournament.options, 0, position)
    return get_game(tournament.game).load(position)


def _read(path: Path, source: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidTournament(f"cannot read {path}: {error.strerror}", source) from None
    except UnicodeDecodeError:
        raise InvalidTournament(f"{path} is not UTF-8 text", source) from None


def _name(file: TomlFile) -> str:
    name: str = file.take("name", str)
    if not _NAME.fullmatch(name):
        file.fail(f"name {name[:80]!r}: up to 64 letters, digits and . _ -", "name")
    return name


def _game(file: TomlFile) -> str:
    name: str = file.take("game", str)
    try:
        return get_rules(name).name
    except GameError as error:
        file.fail(str(error), "game")


def _time(file: TomlFile, game: str) -> str:
    try:
        return read_time(game, file.take("time", str, REAL_TIME if is_real_time(game) else None))
    except GameError as error:
        file.fail(str(error), "time")


def _start_limit(file: TomlFile) -> float:
    seconds = float(file.take("start_limit", float, 30.0))
    if not 0 < seconds <= _LONGEST_START_S:
        file.fail(f"start_limit takes seconds up to {_LONGEST_START_S}", "start_limit")
    return seconds


def _choice(file: TomlFile, key: str, values: Sequence[str]) -> str:
    value: str = file.take(key, str, values[0])
    if value not in values:
        listed = " or ".join(f'"{each}"' for each in values)
        file.fail(f"{key} {value[:40]!r}: it takes {listed}", key)
    return value


def _whole(file: TomlFile, key: str, default: int, low: int, high: int) -> int:
    value: int = file.take(key, int, default)
    if not low <= value <= high:
        file.fail(f"{key} {value}: it takes a whole number from {low} to {high}", key)
    return value


def _options(file: TomlFile, game: str) -> dict[str, str]:
    given: dict[str, Any] = file.take("options", dict, {})
    rules = get_rules(game)
    for name in given:  # one by one, so that a complaint finds its line
        _checked_options(file, game, {name: given[name]}, f"options.{name}")
    options = write_options(rules.options, read_options(game, rules.options, given))
    try:
        rules.start(options)
    except GameError as error:
        file.fail(str(error), "options")
    return options


def _checked_options(file: TomlFile, game: str, given: Mapping[str, Any], key: str) -> None:
    try:
        read_options(game, get_rules(game).options, given)
    except GameError as error:
        file.fail(str(error), key)


def _openings(file: TomlFile, game: str) -> Openings:
    file.only(("random_plies", "file"), "openings")
    openings = Openings(
        random_plies=_whole(file, "openings.random_plies", 0, 0, _MOST_RANDOM_PLIES),
        file=file.take("openings.file", str, ""),
    )
    if openings.random_plies and openings.file:
        file.fail("openings take random_plies or file, not both", "openings")
    if openings.random_plies and is_real_time(game):
        file.fail(
            f"{game} has no plies: openings take a file of positions", "openings.random_plies"
        )
    return openings


def _entrants(file: TomlFile, seats: int) -> tuple[Entrant, ...]:
    entrants: list[Entrant] = []
    for given in file.take("agents", list):
        entrant = _entrant(file, given)
        if any(entrant.name == other.name for other in entrants):
            file.fail(
                f"two agents are named {entrant.name!r}: give one another name with "
                f'{{name = "...", agent = "..."}}',
                "agents",
            )
        entrants.append(entrant)
    if len(entrants) < seats:
        file.fail(f"{len(entrants)} agents for a game with {seats} seats", "agents")
    return tuple(entrants)


def _entrant(file: TomlFile, given: object) -> Entrant:
    name, agent = _name_and_agent(file, given)
    if not name.isprintable() or not 0 < len(name) <= _LONGEST_NAME:
        reason = f"agent name {name[:80]!r}: up to {_LONGEST_NAME} printable characters"
        file.fail(f'{reason}; give one with {{name = "...", agent = "..."}}', "agents", name)
    try:
        return Entrant(name, AgentSpec.parse(agent).text)
    except InvalidAgent as error:
        file.fail(str(error), "agents", agent)


def _name_and_agent(file: TomlFile, given: object) -> tuple[str, str]:
    match given:
        case str(agent):
            return agent.strip(), agent
        case {"name": str(name), "agent": str(agent), **others} if not others:
            return name.strip(), agent
    takes = 'an agent is a text or {name = "...", agent = "..."}'
    return file.fail(f"{takes}, not {given!r}", "agents")
