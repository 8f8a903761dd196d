"""Single rules: pawns, castling, the ends, and what forfeits score."""

import pytest

from arena_games.errors import IllegalMove, InvalidMove
from arena_games.outcome import Outcome, Termination
from arena_games.threechess import ThreeChessPosition, game
from arena_games.threechess.board import GOES_ON, NO_MOVES
from arena_games.threechess.notation import read_move
from arena_games.threechess.rules import Rules
from tests.arena_games.threechess.vectors import fingerprint, position_text, snapshot

KINGS = "BK:BE1 GK:GE1 RK:RE1"
# Blue's king, knight and pawns stand in each other's way in green's corner.
BOXED_IN = "BK:GA1 BN:GB1 BP:GA2 BP:GB2 BP:GA3 BP:GC3 BP:GD2 GP:GC2 GR:GD1 GK:GH1 RK:RE1"


def position(pieces: str, turn: str = "B", rules: Rules | None = None) -> ThreeChessPosition:
    return game.load(position_text(pieces, turn, rules=rules or Rules()))


def moves_of(square: str, at: ThreeChessPosition) -> list[str]:
    return [move[3:] for move in at.legal_moves() if move.startswith(square)]


# ---- castling ----


def test_castling_to_both_sides_moves_the_rook() -> None:
    at = position(f"{KINGS} BR:BA1 BR:BH1")
    short = snapshot(at.play("BE1BG1"))["board"]
    long = snapshot(at.play("BE1BC1"))["board"]
    assert {"BF1": "BR", "BG1": "BK", "BA1": "BR"}.items() <= short.items()
    assert {"BD1": "BR", "BC1": "BK", "BH1": "BR"}.items() <= long.items()


@pytest.mark.parametrize("rook", ["GR", "RR", "BQ"])
def test_castling_takes_an_own_rook(rook: str) -> None:
    at = position(f"{KINGS} {rook}:BA1 {rook}:BH1")
    assert not {"BG1", "BC1"} & set(moves_of("BE1", at))


@pytest.mark.parametrize(
    ("between", "left"),
    [("BF1", {"BC1"}), ("BG1", {"BC1"}), ("BB1", {"BG1"}), ("BC1", {"BG1"}), ("BD1", {"BG1"})],
)
def test_castling_needs_all_squares_between_empty(between: str, left: set[str]) -> None:
    at = position(f"{KINGS} BR:BA1 BR:BH1 GN:{between}")
    castled = {move for move in ("BE1BG1", "BE1BC1") if move in at.legal_moves()}
    captures = {"BE1" + between}
    assert castled - captures == {"BE1" + square for square in left}


def test_castling_through_and_into_attack_is_legal() -> None:
    at = position(f"{KINGS} BR:BH1 RR:BF3 RQ:BG3 GR:BE3")
    assert "BG1" in moves_of("BE1", at)


@pytest.mark.parametrize("section", ["G", "R"])
def test_no_castling_in_a_foreign_section(section: str) -> None:
    corner = f"BK:{section}E1 BR:{section}A1 BR:{section}H1"
    others = "GK:GE3 RK:RE3" if section == "G" else "GK:GE1 RK:RE3"
    targets = set(moves_of(f"{section}E1", position(f"{corner} {others}")))
    assert targets == {section + name for name in ("D1", "D2", "E2", "F1", "F2")}


# ---- pawns ----


def test_double_step_is_blocked_by_either_square() -> None:
    assert moves_of("BA2", position(f"{KINGS} BP:BA2")) == ["BA3", "BA4"]
    assert moves_of("BA2", position(f"{KINGS} BP:BA2 GN:BA4")) == ["BA3"]
    assert moves_of("BA2", position(f"{KINGS} BP:BA2 GN:BA3")) == []
    assert moves_of("GA2", position(f"{KINGS} BP:GA2")) == ["GA1"]


@pytest.mark.parametrize(
    ("square", "targets"),
    [("BA4", ["GH4"]), ("BE4", ["RD4"]), ("GH4", ["GH3"]), ("RB2", ["RB1"])],
)
def test_a_pawn_goes_up_at_home_and_down_abroad(square: str, targets: list[str]) -> None:
    assert moves_of(square, position(f"{KINGS} BP:{square}")) == targets


def test_a_pawn_becomes_a_queen_on_a_foreign_back_rank() -> None:
    before = position(f"{KINGS} BP:GB2")
    after = before.play("GB2GB1")
    assert snapshot(after)["board"]["GB1"] == "BQ"
    assert after.score(0) == before.score(0) + 8


def test_a_promoting_pawn_captures_a_king() -> None:
    before = position("BK:BE1 GK:GA1 RK:RE1 BP:GB2")
    after = before.play("GB2GA1")
    assert after.outcome() == Outcome((1.0, -1.0, 0.0), Termination.KING_CAPTURED)
    assert snapshot(after)["board"]["GA1"] == "BQ"
    assert snapshot(after)["captured"]["BLUE"] == ["GK"]
    assert after.score(0) == 40 + 9 + 40
    assert after.to_move == 1
    board = before.board()
    unchanged = fingerprint(board)
    board.make(before.encode("GB2GA1"))
    board.unmake()
    assert fingerprint(board) == unchanged


def test_a_captured_promoted_pawn_counts_as_a_queen() -> None:
    after = position("BK:BE1 GK:GA3 RK:RE1 BP:GB2 GR:GH1").play("GB2GB1").play("GH1GB1")
    assert snapshot(after)["captured"]["GREEN"] == ["BQ"]
    assert after.board().spoils(1) == 9


# ---- sliders ----


def test_both_arms_of_a_forked_diagonal_end_at_a_blocked_stem() -> None:
    free = position("BB:BA1 BK:BE1 GK:GE1 RK:RE1")
    assert {"GD4", "GA1", "RD4", "RA1"} <= set(moves_of("BA1", free))
    assert moves_of("BA1", position("BB:BA1 GP:BC3 BK:BE1 GK:GE1 RK:RE1")) == ["BB2", "BC3"]
    one_arm = set(moves_of("BA1", position("BB:BA1 BP:GD4 BK:BE1 GK:GE1 RK:RE1")))
    assert one_arm == {"BB2", "BC3", "BD4", "RD4", "RC3", "RB2", "RA1"}


def test_corner_squares_of_a_diagonal_do_not_block() -> None:
    at = position("BB:BA1 BP:BA2 BN:BB1 BK:BE1 GK:GE1 RK:RE1")
    assert "BB2" in moves_of("BA1", at)


# ---- the end ----


def test_king_capture() -> None:
    after = position(f"{KINGS} GQ:RE4", turn="G").play("GE1GE2").play("RE1RD1")
    after = after.play("BE1BD1").play("RE4RD4").play("RD1RD2").play("BD1BE1").play("RD4RD2")
    assert after.outcome() == Outcome((0.0, 1.0, -1.0), Termination.KING_CAPTURED)
    assert after.to_move == 2
    assert after.board().over
    for move in ("RE1RE2", "BE1BE2"):
        with pytest.raises(IllegalMove):
            after.play(move)


def test_a_king_may_stay_under_attack() -> None:
    at = position("BK:BE1 BP:BA2 GR:BE4 GK:GE1 RK:RE1")
    assert "BA2BA3" in at.legal_moves()


def test_no_moves_is_a_draw() -> None:
    at = position(BOXED_IN)
    assert at.legal_moves() == []
    assert at.outcome() == Outcome((0.0, 0.0, 0.0), Termination.NO_MOVES)
    with pytest.raises(IllegalMove):
        at.play("GA1GA2")


def test_no_moves_scores_as_an_illegal_answer_if_strict() -> None:
    at = position(BOXED_IN, rules=Rules(strict=True, max_plies=0))
    assert at.outcome() == Outcome((-2.0, 1.0, 1.0), Termination.NO_MOVES)


def test_no_moves_is_seen_after_the_move_before() -> None:
    board = position(BOXED_IN, turn="R").board()
    assert (board.over, board.ending) == (False, GOES_ON)
    board.make(board.legal()[0])
    assert (board.over, board.ending, board.legal()) == (True, NO_MOVES, [])
    board.unmake()
    assert (board.over, board.ending) == (False, GOES_ON)


def test_the_limit_of_plies_is_a_draw() -> None:
    at = game.start({"max_plies": "2"}).play("BE2BE4")
    assert at.outcome() is None
    at = at.play("GE2GE4")
    assert at.outcome() == Outcome((0.0, 0.0, 0.0), Termination.MAX_PLIES)
    assert at.legal_moves() == []


@pytest.mark.parametrize(
    ("options", "capped"), [({}, True), ({"max_plies": 0}, False), ({"strict": True}, False)]
)
def test_which_matches_end_at_600_plies(options: dict[str, object], capped: bool) -> None:
    fields = game.start(options).text().split(" ")
    fields[2] = "599"
    at = game.load(" ".join(fields)).play("BE2BE4")
    assert (at.outcome() is not None) == capped


def test_a_captured_king_goes_before_the_limit_of_plies() -> None:
    at = position("BK:BE1 GK:GA1 RK:RE1 BP:GB2", rules=Rules(max_plies=31)).play("GB2GA1")
    outcome = at.outcome()
    assert outcome is not None
    assert outcome.termination is Termination.KING_CAPTURED


SHUFFLE = ("BB1BA3", "GB1GA3", "RB1RA3", "BA3BB1", "GA3GB1", "RA3RB1")


@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize("through_text", [False, True])
def test_repetition_ends_at_the_nth_occurrence(n: int, through_text: bool) -> None:
    at = game.start({"repetition": n})
    for move in SHUFFLE * (n - 1):
        assert at.outcome() is None
        at = at.play(move)
        if through_text:
            at = game.load(at.text())
    assert at.outcome() == Outcome((0.0, 0.0, 0.0), Termination.REPETITION)


def test_repetition_is_off_by_default() -> None:
    at = game.start()
    for move in SHUFFLE * 4:
        at = at.play(move)
    assert at.outcome() is None


def test_repetition_on_a_board_that_goes_back_and_forth() -> None:
    board = game.start({"repetition": 2}).board()
    before = fingerprint(board)
    moves = [read_move(move) for move in SHUFFLE]
    for _ in range(3):
        for move in moves:
            assert not board.over
            board.make(move)
        assert board.over
        for _ in moves:
            board.unmake()
            assert not board.over
    assert fingerprint(board) == before


# ---- forfeits ----


@pytest.mark.parametrize("termination", [Termination.TIME_FORFEIT, Termination.RESIGNATION])
@pytest.mark.parametrize(
    ("seat", "scores"),
    [(0, (-1.0, 0.0, 1.0)), (1, (0.0, -1.0, 1.0)), (2, (0.5, 0.5, -1.0))],
)
def test_the_better_of_the_others_wins_on_time(
    termination: Termination, seat: int, scores: tuple[float, ...]
) -> None:
    at = position(f"{KINGS} RQ:RD1")
    assert at.forfeit(seat, termination) == Outcome(scores, termination)


@pytest.mark.parametrize(
    ("seat", "scores"), [(0, (-1.0, 1.0, 0.0)), (1, (1.0, -1.0, 0.0)), (2, (1.0, 0.0, -1.0))]
)
def test_equals_go_by_order_if_strict(seat: int, scores: tuple[float, ...]) -> None:
    at = game.start({"strict": True})
    assert at.forfeit(seat, Termination.TIME_FORFEIT).scores == scores


@pytest.mark.parametrize(
    "termination",
    [Termination.ILLEGAL_MOVE, Termination.UNREADABLE, Termination.CRASH, Termination.FLOOD],
)
@pytest.mark.parametrize("strict", [False, True])
def test_everything_else_costs_two_points(termination: Termination, strict: bool) -> None:
    outcome = game.start({"strict": strict}).forfeit(1, termination)
    assert outcome == Outcome((1.0, -2.0, 1.0), termination)


@pytest.mark.parametrize("seat", [-1, 3])
def test_only_seats_forfeit(seat: int) -> None:
    with pytest.raises(ValueError, match="seats 0, 1 and 2"):
        game.start().forfeit(seat, Termination.CRASH)


# ---- move texts ----


@pytest.mark.parametrize(
    "move", ["", "BE2", "BE2BE", "be2be4", "BE2BE5", "BI2BE4", "BE2 BE4", "BE2BE4q", "\0", "e2e4"]
)
def test_unreadable_moves(move: str) -> None:
    with pytest.raises(InvalidMove, match="two squares") as caught:
        game.start().play(move)
    assert not isinstance(caught.value, IllegalMove)


@pytest.mark.parametrize("move", ["BE2BE2", "BE3BE4", "GE2GE4", "BE1BE2", "BE2GE2", "RH4BA1"])
def test_illegal_moves(move: str) -> None:
    at = game.start()
    for refuse in (at.play, at.encode, at.claim):
        with pytest.raises(IllegalMove):
            refuse(move)


def test_there_is_nothing_to_claim_or_agree() -> None:
    at = game.start()
    assert at.claim() is None
    assert at.claim("BE2BE4") is None
    assert at.agreed_draw() is None
