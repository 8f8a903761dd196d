"""What the commands make of a game without turns, without playing a match."""

from pathlib import Path

import pytest
from rich.console import Console

from arena.v1 import arbiter_pb2
from arena_games.achess import AchessConfig, Order, Simulation
from cli import reliving, watching
from cli.checking import settings_by_game
from cli.happenings import Teller, draw_state
from league.pairing import Pairing
from league.record import MatchRecord
from tests.cli.conftest import Arena
from tests.league import scripted_orders as scripted

KINGS = "4k3/8/8/8/8/8/8/4K2R K"


@pytest.fixture(scope="module")
def record() -> MatchRecord:
    block = scripted.pairing(2)
    return scripted.play(block, block.seatings[0])


@pytest.fixture
def recorded(home: Path, record: MatchRecord) -> MatchRecord:
    """The record, in the archive."""
    home.mkdir()
    (home / "matches.jsonl").write_text(record.to_json() + "\n")
    return record


def test_it_is_listed_with_its_options(arena: Arena) -> None:
    games = {game["game"]: game for game in arena("games", "--json").json}
    assert games["achess"]["seats"] == 2
    options = {option["name"] for option in games["achess"]["options"]}
    assert {"tick_ms", "ms_per_space", "cooldown_ms", "position"} <= options
    assert "ms_per_space" in arena("games").out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("perft", "achess", "2"), "achess is played in real time, without turns"),
        (("play", "achess", "random"), "achess has 2 seats (white, black)"),
        (("play", "achess", "random", "random"), "does not play achess, but games with turns"),
        (("play", "achess", "random", "random", "--time", "10+0.1"), "takes realtime or lockstep"),
        (("play", "chess", "random", "random", "--time", "lockstep"), "chess has turns"),
        (("play", "achess", "random", "random", "--random-plies", "2"), "achess has no plies"),
        (("play", "achess", "random", "random", "-o", "tick_ms=0"), "tick_ms='0'"),
        (("play", "achess", "random", "random", "-o", "cooldown_ms=7"), "multiple of tick_ms"),
        (("play", "achess", "random", "random", "-o", "position=8 -"), "position '8 -'"),
        (("check", "cmd:false", "--game", "achess", "--time", "60"), "realtime or lockstep"),
        (("replay", "p.1", "--ply", "3"), "achess has no plies"),
        (("replay", "p.1", "--ledger"), "no clocks"),
        (("replay", "p.1", "--at", "99999999"), "match p.1 goes from 0 to"),
    ],
)
@pytest.mark.usefixtures("recorded")
def test_what_makes_no_sense_is_one_line(
    arena: Arena, arguments: tuple[str, ...], says: str
) -> None:
    said = arena(*arguments)
    lines = [line for line in said.err.splitlines() if line.startswith("arena: ")]
    assert (said.code, len(lines)) == (2, 1), said
    assert says in lines[0]


def test_how_long_a_check_plays_depends_on_the_game() -> None:
    found = settings_by_game(["achess", "joust", "achess"], None, 5.0)
    assert {game: each.time for game, each in found.items()} == {
        "achess": "lockstep",
        "joust": "10+0.1",
    }


def test_records_are_listed_judged_and_told(arena: Arena, recorded: MatchRecord) -> None:
    part = recorded.real_time
    assert part is not None
    assert arena("verify", "--json").json == [{"match": "p.1", "problems": []}]
    assert "quiet" in arena("matches").out
    shown = arena("replay", "p.1").out
    assert f"white  a: 0.5, {part.seats[0].orders} orders" in shown
    assert "reject   w's order to piece" in shown
    assert f"at {part.time_ms} ms:" in shown
    assert draw_state(part.state) in shown


def test_machines_get_a_line_an_event(arena: Arena, recorded: MatchRecord) -> None:
    part = recorded.real_time
    assert part is not None
    head, *events, last = arena("replay", "p.1", "--json").lines
    assert (head["match"], head["hash"]) == ("p.1", part.hash)
    assert [event["t"] for event in events] == sorted(event["t"] for event in events)
    assert events[-1] == {"t": part.time_ms, "e": "over", "result": "draw", "why": "quiet"}
    assert (last["state"], last["hash"]) == (part.state, part.hash)
    at = arena("replay", "p.1", "--at", str(part.time_ms), "--json").json
    assert (at["state"], at["hash"]) == (part.state, part.hash)


def test_a_terminal_gets_the_match_at_speed(
    record: MatchRecord, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pauses: list[float] = []
    screen = Console(force_terminal=True, width=100, height=40)
    monkeypatch.setattr(reliving, "out", screen)
    reliving.relive(record, None, 4.0, False, pauses.append)
    shown = capsys.readouterr().out
    assert record.real_time is not None
    assert sum(pauses) == pytest.approx(record.real_time.time_ms / 4000)
    assert len(pauses) > 50
    assert " + " in shown
    assert "8 r" in shown


def test_a_match_that_never_began_is_shown_too(arena: Arena, home: Path) -> None:
    block = scripted.pairing()
    home.mkdir()
    record = scripted.not_ready(block, block.seatings[0])
    (home / "matches.jsonl").write_text(record.to_json() + "\n")
    assert "not ready" in arena("replay", "p.1").out
    assert len(arena("replay", "p.1", "--json").lines) == 2


def test_pieces_in_flight_are_shown_with_their_way() -> None:
    match = Simulation(AchessConfig(), 1, KINGS)
    match.submit(Order(1, "w", 1, "h4"))
    match.advance(50)
    board = draw_state(match.text())
    assert board.splitlines()[0] == " 8 . . . . k . . .   wR1 h1 > h4, h2 at 550"
    assert [line[-1] for line in board.splitlines()[4:8]] == ["+", "+", "+", "R"]


def test_events_are_told_by_the_names_of_pieces() -> None:
    match = Simulation(AchessConfig(), 1, "4k3/P7/8/8/8/8/8/4K3 -")
    teller = Teller(match.text())
    for order in (Order(1, "w", 1, "a8"), Order(2, "w", 2, "e1"), Order(700, "b", 2, "d8")):
        match.submit(order)
    told = teller.lines(match.advance(1200))
    match.submit(Order(1201, "w", 1, "d8"))
    told += teller.lines(match.advance(3000))
    assert [line.split(maxsplit=2)[1:] for line in told] == [
        ["start", "wP1 to a8, first at 550"],
        ["reject", "w's order to piece 2: not_owner"],
        ["enter", "wP1 a7 a8"],
        ["promote", "wP1 is wQ1"],
        ["rest", "wQ1 on a8: dest"],
        ["start", "bK2 to d8, first at 1200"],
        ["enter", "bK2 e8 d8"],
        ["rest", "bK2 on d8: dest"],
        ["start", "wQ1 to d8, first at 1750"],
        ["enter", "wQ1 a8 b8"],
        ["enter", "wQ1 b8 c8"],
        ["kill", "bK2 on d8 by wQ1"],
        ["enter", "wQ1 c8 d8"],
        ["rest", "wQ1 on d8: kill"],
        ["over", "white: king"],
    ]


def test_a_watcher_reads_what_happens(capfd: pytest.CaptureFixture[str]) -> None:
    block: Pairing = scripted.pairing()
    match, orders = scripted.simulate(block, block.seatings[0])
    begin = Simulation(match.config, 0)
    commentary = watching.Commentary()
    header = arbiter_pb2.WatchHeader(
        game="achess", time_control="realtime", seat_names=["a", "b"], position=begin.text()
    )
    events = arbiter_pb2.WatchMatchResponse().events
    events.time_ms = 50
    events.events.add(kind="KIND_START", piece=12, path=["e3", "e4"], first_ms=550)
    events.events.add(kind=99, why="of a later version")
    for response in (
        arbiter_pb2.WatchMatchResponse(header=header),
        arbiter_pb2.WatchMatchResponse(events=events),
        arbiter_pb2.WatchMatchResponse(
            finished=scripted.finish(block, block.seatings[0], match, orders)
        ),
    ):
        commentary.say(response)
    shown = capfd.readouterr().out
    assert "achess, realtime: a - b" in shown
    assert "50  start    wP12 to e4, first at 550" in shown
    assert "over: quiet, scores 0.5, 0.5" in shown


@pytest.mark.cluster
def test_matches_are_played_and_show_their_seed(arena: Arena, home: Path) -> None:
    arguments = (
        *("play", "achess", "achess:random", "achess:rusher", "--time", "lockstep"),
        *("--option", "max_ms=20000", "--matches", "2", "--seed", "3", "--json"),
    )
    first, again = arena(*arguments), arena(*arguments)
    assert first.code == 0, first
    assert len(first.lines) == 2
    for line, other in zip(first.lines, again.lines, strict=True):
        assert line["moves"] == other["moves"]
        assert line["hash"] == other["hash"]
        assert sum(seat["plies"] for seat in line["seats"]) == len(line["moves"]) > 0
    assert [each["problems"] for each in arena("verify", "--json").json] == [[]] * 4


@pytest.mark.cluster
def test_a_tournament_from_file_to_standings(arena: Arena, home: Path, tmp_path: Path) -> None:
    cup = tmp_path / "cup.toml"
    cup.write_text(
        'name = "cup"\ngame = "achess"\ntime = "lockstep"\n'
        'agents = ["achess:random", "achess:rusher"]\n[options]\nmax_ms = 20000\n'
    )
    said = arena("run", str(cup), "--json")
    assert said.code == 0, said
    assert {row["agent"]: row["matches"] for row in said.json} == {
        "achess:random": 2,
        "achess:rusher": 2,
    }
    assert [each["problems"] for each in arena("verify", "cup", "--json").json] == [[]] * 2
    assert "Thinking time" not in arena("standings", "cup").out
