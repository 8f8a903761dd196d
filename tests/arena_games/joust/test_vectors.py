"""The public vectors: whole games, the Prolog program's values, solved small boards."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from arena_games.joust import JoustBoard, JoustPosition, game
from arena_games.joust.prolog import WIN
from arena_games.outcome import Outcome, Termination

DATA = Path(__file__).parents[2] / "data" / "joust_vectors.jsonl"
VECTORS = [json.loads(line) for line in DATA.read_text().splitlines()]

Vector = dict[str, Any]


def vectors(kind: str) -> list[Vector]:
    return [vector for vector in VECTORS if vector["kind"] == kind]


def start(vector: Vector) -> JoustPosition:
    return game.start({"width": vector["w"], "height": vector["h"], **knights(vector)})


def knights(vector: Vector) -> dict[str, str]:
    return {"white": vector["white"], "black": vector["black"]}


def targets(position: JoustPosition) -> list[str]:
    """Legal targets in the order of the vectors: by square index."""
    return [target(position.decode(move)) for move in position.board().legal()]


def target(move: str) -> str:
    """The square that a move goes to: `a10c9` goes to c9."""
    column = max(move.rindex(letter) for letter in move if letter.isalpha())
    return move[column:]


def play(position: JoustPosition, to: str) -> JoustPosition:
    (move,) = [move for move in position.legal_moves() if target(move) == to]
    return position.play(move)


def test_all_kinds_of_vectors_are_there() -> None:
    assert {kind: len(vectors(kind)) for kind in ("game", "search", "values")} == {
        "game": 13,
        "search": 4,
        "values": 4,
    }


@pytest.mark.parametrize("vector", vectors("game"))
def test_game(vector: Vector) -> None:
    position = start(vector)
    for played, legal in zip([*vector["moves"], None], vector["legal"], strict=True):
        assert targets(position) == legal
        assert position.outcome() is None or played is None
        if played is not None:
            position = play(position, played)
    scores = (1.0, 0.0) if vector["winner"] == "white" else (0.0, 1.0)
    assert position.outcome() == Outcome(scores, Termination.NO_MOVES)


@pytest.mark.parametrize(
    "vector", [vector for vector in vectors("game") if vector["start"] != "home_random"]
)
def test_start_by_its_name(vector: Vector) -> None:
    options = {"width": vector["w"], "height": vector["h"], "start": vector["start"]}
    assert game.start(options) == start(vector)


def minimax(board: JoustBoard, depth: int) -> int:
    """Plain minimax over the Prolog program's leaf value; Black maximises."""
    if depth == 0 or board.over:
        leaf: int = board.prolog_value()
        return leaf
    values = []
    for move in board.legal():
        board.make(move)
        values.append(minimax(board, depth - 1))
        board.unmake()
    return max(values) if board.to_move == 1 else min(values)


@pytest.mark.parametrize("vector", vectors("search"))
def test_search(vector: Vector) -> None:
    position = start(vector)
    for to in vector["moves"]:
        position = play(position, to)
    board = position.board()
    assert "wb"[board.to_move] == vector["to_move"]
    assert board.prolog_value() == vector["static"]
    found = {depth: minimax(board, int(depth)) for depth in vector["minimax"]}
    assert found == vector["minimax"]
    assert WIN == 1000


def mover_wins(board: JoustBoard, known: dict[int, bool]) -> bool:
    """Exhaustive, each state once."""
    key = board.key()
    if key not in known:
        known[key] = any(loses_after(board, move, known) for move in board.legal())
    return known[key]


def loses_after(board: JoustBoard, move: int, known: dict[int, bool]) -> bool:
    board.make(move)
    wins = mover_wins(board, known)
    board.unmake()
    return not wins


@pytest.mark.parametrize("vector", vectors("values"), ids=lambda v: f"{v['w']}x{v['h']}")
def test_solved_for_every_pair_of_start_squares(vector: Vector) -> None:
    width, height = vector["w"], vector["h"]
    known: dict[int, bool] = {}

    def value(white: int, black: int) -> str:
        if white == black:
            return "."
        board = JoustBoard(width, height, white, black, bytes(width * height), False)
        return "W" if mover_wins(board, known) else "B"

    squares = range(width * height)
    table = ["".join(value(white, black) for black in squares) for white in squares]
    assert table == vector["table"]


@pytest.mark.parametrize(
    ("width", "height", "winner"),
    [(3, 3, "B"), (3, 4, "B"), (4, 3, "W"), (4, 4, "B"), (4, 5, "W"), (5, 4, "B")],
)
def test_solved_from_the_prolog_start(width: int, height: int, winner: str) -> None:
    board = game.start({"width": width, "height": height}).board()
    assert ("W" if mover_wins(board, {}) else "B") == winner


@pytest.mark.parametrize(("width", "height"), [(4, 5), (5, 4)])
def test_colour_rule(width: int, height: int) -> None:
    """White wins 160 of the 180 starts on squares of one colour, none of the others."""
    known: dict[int, bool] = {}
    won = {True: [0, 0], False: [0, 0]}
    squares = range(width * height)
    for white, black in itertools.permutations(squares, 2):
        board = JoustBoard(width, height, white, black, bytes(width * height), False)
        same = sum(divmod(white, width)) % 2 == sum(divmod(black, width)) % 2
        won[same][0] += mover_wins(board, known)
        won[same][1] += 1
    assert won == {True: [160, 180], False: [0, 200]}
