"""Making, unmaking, copying and hashing along random games."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_games.threechess import ThreeChessBoard, ThreeChessPosition, game
from arena_games.threechess.notation import read_move
from arena_games.threechess.pieces import VALUES, colour_of, kind_of
from tests.arena_games.threechess.vectors import fingerprint, lines_of, played

DRAWS = st.lists(st.integers(0, 2**16), max_size=80)
OPTIONS = st.sampled_from(
    [{"strict": True}, {"max_plies": 0}, {"max_plies": 40}, {"repetition": 2}, {"repetition": 3}]
)
BEGINNINGS = st.sampled_from([record["moves"] for record in lines_of("perft_positions")])


def drawn(board: ThreeChessBoard, draw: int) -> int:
    moves = board.legal()
    return moves[draw % len(moves)]


@settings(max_examples=60, deadline=None)
@given(beginning=BEGINNINGS, draws=DRAWS)
def test_unmake_restores_everything(beginning: list[list[str]], draws: list[int]) -> None:
    board = played(beginning, {"max_plies": 0, "repetition": 3}).board()
    before = [fingerprint(board)]
    for draw in draws:
        if board.over:
            break
        board.make(drawn(board, draw))
        before.append(fingerprint(board))
    for expected in reversed(before[:-1]):
        board.unmake()
        assert fingerprint(board) == expected


def walk(position: ThreeChessPosition, draws: list[int]) -> ThreeChessPosition:
    for draw in draws:
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[draw % len(moves)])
    return position


@settings(max_examples=60, deadline=None)
@given(options=OPTIONS, draws=DRAWS)
def test_positions_and_boards_agree(options: dict[str, object], draws: list[int]) -> None:
    position = game.start(options)
    board = position.board()
    for draw in draws:
        assert position.legal_moves() == [position.decode(move) for move in board.legal()]
        assert board.over == (position.outcome() is not None) == (not board.legal())
        if board.over:
            break
        move = drawn(board, draw)
        position = position.play(position.decode(move))
        board.make(move)
        assert fingerprint(position.board()) == fingerprint(board)


@settings(max_examples=60, deadline=None)
@given(options=OPTIONS, draws=DRAWS, later=DRAWS)
def test_text_continues_identically(
    options: dict[str, object], draws: list[int], later: list[int]
) -> None:
    position = walk(game.start(options), draws)
    loaded = game.load(position.text())
    assert loaded == position
    assert hash(loaded) == hash(position)
    # A key computed afresh from the squares, against the one kept along the way.
    assert loaded.board().key() == position.board().key()
    onward, again = walk(position, later), walk(loaded, later)
    assert onward.text() == again.text()
    assert onward.outcome() == again.outcome()


@settings(max_examples=40, deadline=None)
@given(beginning=BEGINNINGS, draws=DRAWS)
def test_scores_are_what_the_pieces_are_worth(beginning: list[list[str]], draws: list[int]) -> None:
    board = walk(played(beginning, {"max_plies": 0}), draws).board()
    for seat in range(3):
        own = [
            VALUES[kind_of(piece)]
            for piece in map(board.piece_at, range(96))
            if piece and colour_of(piece) == seat
        ]
        spoils = [VALUES[kind_of(piece)] for piece in board.captured(seat)]
        assert board.spoils(seat) == sum(spoils)
        assert board.value(seat) == sum(own) + sum(spoils)


@settings(max_examples=20, deadline=None)
@given(beginning=BEGINNINGS, draws=st.lists(st.integers(0, 2**16), max_size=20))
def test_allowed_exactly_if_legal(beginning: list[list[str]], draws: list[int]) -> None:
    board = walk(played(beginning, {"max_plies": 0}), draws).board()
    assert [move for move in range(1 << 14) if board.allows(move)] == board.legal()


def test_a_copy_goes_its_own_way() -> None:
    board = game.start({"repetition": 3}).board()
    before = fingerprint(board)
    other = board.copy()
    assert fingerprint(other) == before
    other.make(other.legal()[0])
    assert fingerprint(board) == before
    assert fingerprint(other) != before


def test_there_is_nothing_to_take_back_on_a_copy() -> None:
    board = game.start().board()
    board.make(board.legal()[0])
    with pytest.raises(IndexError, match="no move to take back"):
        board.copy().unmake()


def test_keys_tell_turn_squares_and_spoils_apart() -> None:
    start = game.start()
    keys = {start.play(move).board().key() for move in start.legal_moves()}
    assert len(keys) == 20
    fields = start.text().split(" ")
    turned = " ".join([fields[0], "G", *fields[2:]])
    assert game.load(turned).board().key() != start.board().key()
    bare = "8,8,8,BK7/8,8,8,GK7/8,8,8,RK7 B 9 {}/-/-"
    spoils = ("-", "GP", "GN", "GNGP", "GR")
    assert len({game.load(bare.format(taken)).board().key() for taken in spoils}) == len(spoils)


def test_a_match_of_a_thousand_plies_is_unmade() -> None:
    board = game.start({"max_plies": 0}).board()
    before = fingerprint(board)
    shuttle = [read_move(move) for move in ("BB1BA3", "GB1GA3", "RB1RA3")]
    back = [(move & 127) << 7 | move >> 7 for move in shuttle]
    for move in (shuttle + back) * 170:
        assert board.allows(move)
        board.make(move)
    assert (board.ply, board.over, board.reversible) == (1020, False, 1020)
    for _ in range(1020):
        board.unmake()
    assert fingerprint(board) == before
