"""What every registered game keeps to: the contracts of `arena_games.game` and `Board`."""

import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.v1 import agent_pb2
from arena_games import (
    Board,
    Game,
    IllegalMove,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    Position,
    Termination,
    game_names,
    get_game,
)
from arena_games.options import read_options, write_options
from arena_games.perft import count, divide, perft
from arena_games.rng import Lot
from tests.arena_games.playthrough import GOLDEN, Playthrough, option_sets, playthroughs

PLAYED = playthroughs(plies=60)
FORFEITS = [
    Termination[name.removeprefix("TERMINATION_")]
    for name, value in agent_pb2.Termination.items()
    if name == "TERMINATION_RESIGNATION" or value >= agent_pb2.TERMINATION_TIME_FORFEIT
]


each_playthrough = pytest.mark.parametrize("played", PLAYED, ids=str)
each_game = pytest.mark.parametrize("game", game_names(), indirect=True)


@pytest.fixture(scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    return get_game(request.param)


def facts(position: Position) -> tuple[object, ...]:
    """All that can be asked of a position."""
    return (
        position.to_move,
        position.ply,
        position.legal_moves(),
        position.outcome(),
        position.claim(),
        position.agreed_draw(),
        position.forfeit(0, Termination.TIME_FORFEIT),
        position.text(),
    )


def state(board: Board) -> tuple[object, ...]:
    """All that can be asked of a board that has not ended."""
    values = [board.value(seat) for seat in range(board.seats)]
    return board.key(), board.to_move, board.over, sorted(board.legal()), values


def is_one_line(text: str) -> bool:
    return len(text.splitlines()) == 1


@each_game
def test_static_facts(game: Game) -> None:
    assert get_game(game.name) is game
    assert len(set(game.seat_names)) == game.seats >= 2
    assert is_one_line(game.summary)
    assert game.rules_version >= 1
    assert len({option.name for option in game.options}) == len(game.options)


# Positions.


@each_playthrough
def test_a_match_goes_on_while_there_are_moves(played: Playthrough) -> None:
    for ply, position in enumerate(played.positions):
        legal = position.legal_moves()
        assert legal == sorted(set(legal))
        assert bool(legal) == (position.outcome() is None)
        assert position.ply == ply
        assert 0 <= position.to_move < played.game.seats


@each_playthrough
def test_play_leaves_the_old_position_alone(played: Playthrough) -> None:
    for position in played.sample:
        before = facts(position)
        for move in position.legal_moves()[:3]:
            assert position.play(move).text() != position.text()
        assert facts(position) == before


@each_playthrough
def test_a_move_is_accepted_exactly_if_it_is_legal(played: Playthrough) -> None:
    lot = Lot(played.seed)
    elsewhere = [move for position in played.sample for move in position.legal_moves()]
    for position in played.sample:
        legal = position.legal_moves()
        near = legal or elsewhere
        tried = [changed(lot.choice(near), "".join(near), lot) for _ in range(30)]
        for move in [*tried, *legal[:5], *(lot.choice(elsewhere) for _ in range(10))]:
            assert is_accepted(position, move) == (move in legal)


def changed(text: str, alphabet: str, lot: Lot) -> str:
    """The text with one or two characters left out, put in or replaced."""
    for _ in range(1 + lot.below(2)):
        at = lot.below(len(text) + 1)
        new = lot.choice(["", lot.choice(alphabet), lot.choice(alphabet), " "])
        text = text[:at] + new + text[at + lot.below(2) :]
    return text


def is_accepted(position: Position, move: str) -> bool:
    """Whether `play` takes it; `encode` and `claim` must see it alike."""
    verdicts = {verdict(lambda: position.play(move)), verdict(lambda: position.encode(move))}
    verdicts.add(verdict(lambda: position.claim(move)))
    assert len(verdicts) == 1
    return verdicts == {None}


def verdict(asked: Callable[[], object]) -> str | None:
    """None, or what kind of move it is not and why; every other error is a defect."""
    refusal = None
    try:
        asked()
    except InvalidMove as error:
        refusal = f"{type(error).__name__}: {error}"
    assert refusal is None or is_one_line(refusal)
    return refusal


@each_game
@pytest.mark.parametrize("move", ["", " ", "\n", "\0", "0000", "?!", "e2e4" * 50, "ｄ１ｃ３"])
def test_no_move_text(game: Game, move: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        game.start().play(move)
    assert not isinstance(caught.value, IllegalMove)


@each_playthrough
def test_after_the_end_every_move_is_illegal(played: Playthrough) -> None:
    last = played.positions[-1]
    if last.outcome() is not None:
        for move in played.moves:
            with pytest.raises(IllegalMove):
                last.play(move)


@each_game
def test_some_playthroughs_reach_the_end(game: Game) -> None:
    ends = [played.positions[-1].outcome() for played in PLAYED if played.name == game.name]
    assert any(ends)


@each_playthrough
def test_a_loaded_position_goes_on_alike(played: Playthrough) -> None:
    for begin in range(0, len(played.positions), 15):
        position = played.game.load(played.positions[begin].text())
        assert facts(position) == facts(played.positions[begin])
        for move, expected in zip(played.moves[begin:], played.positions[begin + 1 :], strict=True):
            position = position.play(move)
            assert facts(position) == facts(expected)


@each_playthrough
def test_a_text_is_one_line(played: Playthrough) -> None:
    for position in played.positions:
        assert is_one_line(position.text())
        assert position.text() == position.text().strip()


# Ends.


@each_playthrough
def test_an_outcome_scores_every_seat(played: Playthrough) -> None:
    outcome = played.positions[-1].outcome()
    assert outcome is None or len(outcome.scores) == played.game.seats
    assert outcome is None or outcome.termination not in FORFEITS


@each_playthrough
def test_who_breaks_off_a_match_is_never_its_only_winner(played: Playthrough) -> None:
    for position in (position for position in played.sample if position.outcome() is None):
        for seat, termination in itertools.product(range(played.game.seats), FORFEITS):
            outcome = position.forfeit(seat, termination)
            assert outcome.termination is termination
            assert len(outcome.scores) == played.game.seats
            assert outcome.ranks()[seat] > 1 or outcome.ranks().count(1) > 1


@each_playthrough
def test_an_agreed_draw_is_shared_by_all(played: Playthrough) -> None:
    outcome = played.positions[0].agreed_draw()
    assert outcome is None or set(outcome.ranks()) == {1}
    assert outcome is None or outcome.termination is Termination.DRAW_AGREED


# Boards.


@each_playthrough
def test_a_board_has_the_moves_of_its_position(played: Playthrough) -> None:
    for position in played.positions:
        moves = position.board().legal()
        assert sorted(map(position.decode, moves)) == position.legal_moves()
        assert [position.encode(position.decode(move)) for move in moves] == moves
        assert all(0 <= move < 2**31 for move in moves)


@each_playthrough
def test_a_board_plays_along_and_back(played: Playthrough) -> None:
    board = played.positions[0].board()
    states = [state(board)]
    for position, move in zip(played.positions, played.moves, strict=False):
        board.make(position.encode(move))
        states.append(state(board))
    assert states == [state(position.board()) for position in played.positions]
    for before in reversed(states[:-1]):
        board.unmake()
        assert state(board) == before


@each_playthrough
def test_every_move_can_be_taken_back(played: Playthrough) -> None:
    for position in played.sample:
        board = position.board()
        before = state(board)
        for move in board.legal():
            board.make(move)
            assert board.over == (not board.legal())
            board.unmake()
            assert state(board) == before


@each_playthrough
def test_a_board_says_whose_turn_it_is_and_how_it_ended(played: Playthrough) -> None:
    for position in played.positions:
        board, outcome = position.board(), position.outcome()
        assert (board.seats, board.to_move) == (played.game.seats, position.to_move)
        assert board.over == (outcome is not None)
        if outcome is not None:
            assert tuple(map(board.result, range(board.seats))) == outcome.scores


@each_playthrough
def test_equal_texts_have_equal_keys(played: Playthrough) -> None:
    keys = [position.board().key() for position in played.positions]
    assert keys == [played.game.load(p.text()).board().key() for p in played.positions]
    assert all(0 <= key < 2**64 for key in keys)
    assert all(before != after for before, after in itertools.pairwise(keys))


@each_playthrough
def test_a_copy_is_independent(played: Playthrough) -> None:
    for position in played.sample:
        board = position.board()
        twin = board.copy()
        assert state(twin) == state(board) == state(position.board())
        for move in board.legal()[:1]:
            twin.make(move)
            assert state(board) == state(position.board())
            board.make(move)
            assert state(twin) == state(board)


@each_playthrough
def test_perft_by_the_board_and_by_make_and_unmake(played: Playthrough) -> None:
    for position in (played.positions[0], played.positions[-1]):
        leaves = [count(position.board(), depth) for depth in range(3)]
        assert [perft(position, depth) for depth in range(3)] == leaves
        assert leaves[:2] == [1, len(position.legal_moves())]
        divided = divide(position, 2)
        assert (list(divided), sum(divided.values())) == (position.legal_moves(), leaves[2])


# Options and texts.


@each_game
def test_options_it_does_not_take(game: Game) -> None:
    with pytest.raises(InvalidOption, match="has no option 'colour of the sky'"):
        game.start({"colour of the sky": "blue"})
    for option in game.options:
        with pytest.raises(InvalidOption) as caught:
            game.start({option.name: "\0?\n"})
        assert is_one_line(str(caught.value))


@pytest.mark.parametrize("played", PLAYED, ids=str)
def test_options_are_written_and_read_back(played: Playthrough) -> None:
    game = played.game
    values = read_options(game.name, game.options, played.options)
    written = write_options(game.options, values)
    assert set(written) == {o.name for o in game.options if values[o.name] != o.default}
    assert read_options(game.name, game.options, written) == values
    assert facts(game.start(written, played.seed)) == facts(played.positions[0])


@each_game
def test_defaults_can_be_given(game: Game) -> None:
    given = {option.name: option.default for option in game.options}
    assert facts(game.start(given)) == facts(game.start()) == facts(game.start({}))


@each_game
@given(text=st.text(max_size=60))
def test_no_position_text(game: Game, text: str) -> None:
    loads_or_is_refused(game, text)


@each_game
@settings(deadline=None)
@given(seed=st.integers(0, 2**64 - 1))
def test_changed_position_texts(game: Game, seed: int) -> None:
    lot = Lot(seed)
    played = lot.choice([played for played in PLAYED if played.name == game.name])
    text = lot.choice(played.sample).text()
    loads_or_is_refused(game, changed(text, text, lot))


def loads_or_is_refused(game: Game, text: str) -> None:
    """InvalidPosition in one line, or a position as good as any other."""
    refusal = None
    try:
        position = game.load(text)
        assert facts(game.load(position.text())) == facts(position)
        assert bool(position.legal_moves()) == (position.outcome() is None)
    except InvalidPosition as error:
        refusal = str(error)
    assert refusal is None or is_one_line(refusal)


# Golden play-throughs.


def test_every_game_has_golden_playthroughs() -> None:
    kept = {path.stem: json.loads(path.read_text()) for path in GOLDEN.glob("*.json")}
    assert set(kept) == set(game_names()), (
        "write them with: python -m tests.arena_games.playthrough GAME"
    )
    for name, entries in kept.items():
        assert [entry["options"] for entry in entries] == option_sets(name)


@pytest.mark.parametrize(
    "kept",
    [kept for path in sorted(GOLDEN.glob("*.json")) for kept in json.loads(path.read_text())],
    ids=lambda kept: f"{kept['game']}-{kept['options']}",
)
def test_golden_playthrough(kept: dict[str, Any]) -> None:
    position = get_game(kept["game"]).start(kept["options"], kept["seed"])
    texts, legal = {}, {}
    for move in [*kept["moves"].split(), None]:
        if str(position.ply) in kept["texts"]:
            texts[str(position.ply)] = position.text()
            legal[str(position.ply)] = " ".join(position.legal_moves())
        if move is not None:
            assert position.outcome() is None
            position = position.play(move)
    assert (texts, legal) == (kept["texts"], kept["legal"])
    outcome = position.outcome()
    assert (outcome and list(outcome.scores)) == kept["scores"]
    assert (outcome and outcome.termination.name) == kept["termination"]
