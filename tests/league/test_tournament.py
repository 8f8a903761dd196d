from pathlib import Path

import pytest

from league.errors import InvalidTournament
from league.openings import Openings
from league.pairing import Entrant
from league.tournament import Tournament, load_tournament

FULL = """# a comment
name = "cup.2026"
game = "threechess"
format = "round-robin"
time = "10+0.1"
start_limit = 12
seatings = "rotations"
rounds = 3
seed = 7
pondering = "off"
agents = [
    "greedy",
    "paranoid:depth=3",
    { name = "mine", agent = "cmd:./my_bot {address}" },
]

[options]
max_plies = 250

[openings]
random_plies = 4
"""
MINIMAL = 'name = "cup"\ngame = "joust"\ntime = "5"\nagents = ["a", "b"]\n'


def test_a_full_file_is_read() -> None:
    cup = Tournament.from_toml(FULL, "cup.toml")
    assert cup == Tournament(
        name="cup.2026",
        game="threechess",
        time="10+0.1",
        entrants=(
            Entrant("greedy", "greedy"),
            Entrant("paranoid:depth=3", "paranoid:depth=3"),
            Entrant("mine", "cmd:./my_bot {address}"),
        ),
        rounds=3,
        seatings="rotations",
        start_limit=12.0,
        seed=7,
        options={"max_plies": "250"},
        openings=Openings(random_plies=4),
    )
    assert Tournament.from_json(cup.to_json()) == cup


def test_a_minimal_file_has_the_documented_defaults() -> None:
    cup = Tournament.from_toml(MINIMAL)
    assert (cup.format, cup.rounds, cup.seatings, cup.start_limit, cup.seed, cup.pondering) == (
        "round-robin", 1, "all", 30.0, 0, "off",
    )  # fmt: skip
    assert cup.options == {}
    assert cup.openings == Openings()


def test_options_that_are_the_defaults_make_no_difference() -> None:
    same = Tournament.from_toml(MINIMAL + "[options]\nwidth = 8\n")
    assert same.to_json() == Tournament.from_toml(MINIMAL).to_json()


@pytest.mark.parametrize(
    ("old", "new", "line", "part"),
    [
        ('name = "cup.2026"', 'name = "cup', 2, "TOML"),
        ('name = "cup.2026"', 'name = "a cup"', 2, "name 'a cup'"),
        ('name = "cup.2026"', "", 1, "'name' is missing"),
        ('game = "threechess"', 'game = "go"', 3, "unknown game 'go'; there are"),
        ('"round-robin"', '"swiss"', 4, 'it takes "round-robin"'),
        ('time = "10+0.1"', 'time = "soon"', 5, "time control 'soon'"),
        ('time = "10+0.1"', "time = 600", 5, "time takes a text in quotes, not 600"),
        ("start_limit = 12", "start_limit = 0", 6, "start_limit"),
        ('"rotations"', '"some"', 7, '"all" or "rotations"'),
        ("rounds = 3", "rounds = 0", 8, "from 1 to"),
        ("rounds = 3", "rounds = true", 8, "a whole number, not True"),
        ("rounds = 3", "round = 3", 8, "unknown key 'round'; there are name, game"),
        ("seed = 7", "seed = -1", 9, "seed -1"),
        ('pondering = "off"', 'pondering = "some"', 10, 'it takes "off" or "on"'),
        ('    "greedy",', "    7,", 11, "not 7"),
        ('    "greedy",', '    {agent = "greedy"},', 11, "an agent is"),
        ('    "greedy",', '    "./greedy",', 12, "agent './greedy'"),
        ('    "greedy",', '    "paranoid:depth=3",', 11, "two agents are named"),
        ('    "greedy",\n', "", 11, "2 agents for a game with 3 seats"),
        ('"mine", agent', '"", agent', 11, "agent name ''"),
        ("max_plies = 250", "max_plys = 250", 18, "no option 'max_plys'"),
        ("max_plies = 250", 'max_plies = "many"', 18, "max_plies"),
        ("random_plies = 4", "plies = 4", 21, "unknown key 'openings.plies'"),
        ("random_plies = 4", "random_plies = 9999", 21, "from 0 to 200"),
        ("random_plies = 4", 'random_plies = 4\nfile = "p.txt"', 20, "not both"),
        ("[options]\nmax_plies = 250", "options = 3", 17, "options takes a table"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, line: int, part: str) -> None:
    assert old in FULL
    with pytest.raises(InvalidTournament) as caught:
        Tournament.from_toml(FULL.replace(old, new, 1), "cup.toml")
    message = str(caught.value)
    assert message.startswith(f"cup.toml:{line}: "), message
    assert part in message
    assert "\n" not in message


def test_positions_are_read_from_a_file_beside_it(tmp_path: Path) -> None:
    positions = ["8/8/3n4/8/8/8/8/3N4 w", "3n4/8/8/8/8/8/8/2N5 w"]
    (tmp_path / "starts.txt").write_text(f"# two\n{positions[0]}\n\n  {positions[1]}\n")
    file = tmp_path / "cup.toml"
    file.write_text(MINIMAL + '[openings]\nfile = "starts.txt"\n')
    assert load_tournament(file).openings.positions == tuple(positions)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("nonsense\n", "starts.txt:1: "),
        ("# nothing\n", "no position in this file"),
        (None, "cannot read"),
    ],
)
def test_bad_position_files_are_named(tmp_path: Path, text: str | None, part: str) -> None:
    if text is not None:
        (tmp_path / "starts.txt").write_text(text)
    file = tmp_path / "cup.toml"
    file.write_text(MINIMAL + '[openings]\nfile = "starts.txt"\n')
    with pytest.raises(InvalidTournament, match=part):
        load_tournament(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidTournament, match=r"cannot read .*absent\.toml: No such file"):
        load_tournament(tmp_path / "absent.toml")


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidTournament, match="not UTF-8"):
        load_tournament(tmp_path / "cup.toml")
