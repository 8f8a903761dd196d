"""Texts of positions and states: what is read, and what is refused."""

import re
from pathlib import Path

import pytest

from arena_games.achess import START, AchessConfig, Order, Simulation, tables
from arena_games.errors import InvalidPosition

PXD = Path(__file__).parents[3] / "arena_games" / "achess" / "pieces.pxd"
CONFIG = AchessConfig(tick_ms=100, ms_per_space=100, max_ms=60_000, quiet_ms=10_000)


def test_compiled_constants_are_those_of_the_tables() -> None:
    found = dict(re.findall(r"^    ([A-Z_0-9]+) = (\d+)$", PXD.read_text(), re.MULTILINE))
    assert len(found) >= 7
    assert {name: int(value) for name, value in found.items()} == {
        name: getattr(tables, name) for name in found
    }


def test_ids_ascend_by_square() -> None:
    pieces = Simulation(CONFIG, 0).pieces()
    assert [piece.owner for piece in pieces] == ["w"] * 16 + ["b"] * 16
    assert "".join(piece.type for piece in pieces) == "RNBQKBNR" + "P" * 16 + "RNBQKBNR"
    assert (pieces[12].square, pieces[31].square) == ("e2", "h8")


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("", "1 ranks, not 8"),
        (START.replace("8/8", "8"), "6 ranks"),
        ("4k3/8/8/8/8/8/8/4K4 -", "'4K4' is not 8 squares"),
        ("4k3/8/8/8/8/8/8/4KX2 -", "'4KX2' is not"),
        ("4k3/44/8/8/8/8/8/4K3 -", "'44' is not"),
        ("4k3/8/8/8/8/8/8/8 -", "White has 0 kings"),
        ("4k3/8/8/8/8/8/8/3KK3 -", "White has 2 kings"),
        ("8/8/8/8/8/8/8/4K3 -", "Black has 0 kings"),
        ("4k3/8/8/8/8/8/8/4K3", "castling ''"),
        ("4k3/8/8/8/8/8/8/4K3 ", "castling ''"),
        ("4k3/8/8/8/8/8/8/4K2R KK", "castling 'KK'"),
        ("4k3/8/8/8/8/8/8/4K2R A", "castling 'A'"),
        ("4k3/8/8/8/8/8/8/4K2R Q", "castling 'Q' needs its king and rook at home"),
        ("4k3/8/8/8/8/8/8/4K2r K", "castling 'K' needs"),
        ("4k3/8/8/8/8/8/8/3K3R K", "castling 'K' needs"),
        (f"{START} 0 1", "castling 'KQkq 0 1'"),
    ],
)
def test_positions_refused(position: str, message: str) -> None:
    with pytest.raises(InvalidPosition, match=re.escape(message)) as caught:
        Simulation(CONFIG, 0, position)
    assert "\n" not in str(caught.value)


def test_letters_in_any_order() -> None:
    position = START.replace("KQkq", "qkQK")
    assert Simulation(CONFIG, 0, position).text() == Simulation(CONFIG, 0).text()


HEAD = "t=500;status=playing;rights=-;progress=100\n"
KINGS = "1:wK@e1\n2:bK@e8"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + KINGS,
        HEAD + "0:wR@a1~600\n" + KINGS,
        HEAD + "0:wR@a1>a2,a3@600\n" + KINGS,
        HEAD + "0:wR@h1>f1@600\n" + KINGS,
        HEAD + "0:wN@b1>c3@700\n" + KINGS,
        HEAD + "0:wP@e2>e3,e4@600\n" + KINGS,
        HEAD + "0:bP@a2>b1@600\n" + KINGS,
        HEAD + "0:wR@a1\n1:wK@e1>d1,c1@600\n2:bK@e8>f8,g8@600",
        "t=500;status=playing;rights=KQkq;progress=0\n"
        "0:wR@a1\n4:wK@e1\n7:wR@h1\n24:bR@a8\n28:bK@e8\n31:bR@h8",
        "t=500;status=black;rights=-;progress=500\n2:bK@e8\n3:bR@e1",
        "t=500;status=draw;rights=-;progress=500\n3:bR@e1",
        "t=60000;status=draw;rights=-;progress=55000\n" + KINGS,
        "t=10100;status=draw;rights=-;progress=100\n" + KINGS,
        "t=500;status=white;rights=-;progress=500\n" + KINGS,
        "t=500;status=draw;rights=-;progress=500\n" + KINGS,
    ],
)
def test_states_read(text: str) -> None:
    loaded = Simulation.load(CONFIG, 0, text)
    assert loaded.text() == text
    assert loaded.time == int(text[2 : text.index(";")])
    assert loaded.over == bool(loaded.why) == (loaded.outcome() is not None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "t=500",
        HEAD,
        HEAD + KINGS + "\n",
        HEAD + "1:wK@e1\n1:bK@e8",
        HEAD + "2:wK@e1\n1:bK@e8",
        HEAD + "1:wK@e1\n64:bK@e8",
        HEAD + "1:wK@e1\n2:bK@e1",
        HEAD + "1:wK@e1\n2:wK@e8",
        HEAD + "0:wX@a1\n" + KINGS,
        HEAD + "0:wR@a1>b3@600\n" + KINGS,
        HEAD + "0:wR@a1>a3@600\n" + KINGS,
        HEAD + "0:wR@a1>a2,a4@600\n" + KINGS,
        HEAD + "0:wB@a1>b2,c3,d5@600\n" + KINGS,
        HEAD + "0:wP@e3>e4,e5@600\n" + KINGS,
        HEAD + "0:bP@e3>e4@600\n" + KINGS,
        HEAD + "0:bR@h1>f1@600\n" + KINGS,
        HEAD + "0:wR@a1>a2,a3@500\n" + KINGS,
        HEAD + "0:wR@a1>a2,a3@650\n" + KINGS,
        HEAD + "0:wR@a1~500\n" + KINGS,
        HEAD + "0:wR@a1~650\n" + KINGS,
        "t=500;status=playing;rights=;progress=100\n" + KINGS,
        "t=500;status=playing;rights=K;progress=100\n" + KINGS,
        "t=500;status=playing;rights=-;progress=600\n" + KINGS,
        "t=500;status=playing;rights=-;progress=150\n" + KINGS,
        "t=60000;status=playing;rights=-;progress=55000\n" + KINGS,
        "t=10100;status=playing;rights=-;progress=100\n" + KINGS,
        "t=10100;status=white;rights=-;progress=100\n" + KINGS,
        "t=500;status=white;rights=-;progress=500\n2:bK@e8",
    ],
)
def test_states_refused(text: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        Simulation.load(CONFIG, 0, text)
    assert "\n" not in str(caught.value)


def test_rights_where_there_is_no_castling() -> None:
    text = Simulation(AchessConfig(), 0).text()
    with pytest.raises(InvalidPosition, match="castling rights"):
        Simulation.load(AchessConfig(castling=False), 0, text)


def test_how_many_pieces_there_were_tells_the_dead_from_the_malformed() -> None:
    for pieces, why in ((4, "dead"), (3, "malformed")):
        loaded = Simulation.load(CONFIG, 0, HEAD + KINGS, pieces)
        loaded.submit(Order(501, "w", 3, "e4"))
        (event,) = loaded.advance(600)
        assert event.to_json()["why"] == why
