"""What a simulation tells beside its events; looking ahead; lots; how it is found."""

from hashlib import sha256

import pytest

import arena_games
from arena_games.achess import (
    Achess,
    AchessConfig,
    Order,
    Simulation,
    arrivals,
    arrivals_if,
    commitment,
    game,
    lot,
    reachable,
    visitors,
)
from arena_games.achess.tables import NEVER, QUEEN, SQUARE_OF
from arena_games.errors import GameError, InvalidOption, InvalidPosition
from arena_games.outcome import Outcome, Termination
from arena_games.rng import splitmix64

CONFIG = AchessConfig(tick_ms=100, ms_per_space=100, max_ms=60_000, quiet_ms=10_000)
E2, E4, F3 = (SQUARE_OF[name] for name in ("e2", "e4", "f3"))


def test_it_is_played_in_real_time_and_not_among_the_games_with_turns() -> None:
    assert arena_games.real_time_game_names() == ["achess"]
    assert arena_games.get_real_time_game("achess") is game
    assert isinstance(game, Achess)
    assert "achess" not in arena_games.game_names()
    with pytest.raises(arena_games.RealTimeGame, match="achess is played in real time"):
        arena_games.get_game("achess")
    with pytest.raises(arena_games.UnknownGame, match="there are achess"):
        arena_games.get_real_time_game("chess")


def test_a_match_from_options() -> None:
    match = game.start(
        {"tick_ms": "100", "ms_per_space": "100", "position": "4k3/8/8/8/8/8/8/4K3 -"}, 9
    )
    assert (match.config.tick_ms, match.seed, match.count) == (100, 9, 2)
    assert game.start().text() == Simulation(AchessConfig(), 0).text()
    with pytest.raises(InvalidOption):
        game.start({"width": 6})
    with pytest.raises(InvalidPosition):
        game.start({"position": "8"})


def test_a_piece_as_it_is() -> None:
    match = Simulation(CONFIG, 0)
    match.submit(Order(0, "w", 12, "e4"))
    match.advance(150)
    pawn = match.piece(12)
    assert (pawn.square, pawn.path, pawn.next) == ("e3", ("e4",), 200)
    assert pawn == (12, "w", "P", "e3", ("e4",), 200, 0)
    assert (match.due(12), match.goal(12), match.step(12)) == (200, E4, 8)
    assert (match.due(13), match.at(E2), match.next_instant) == (NEVER, -1, 200)
    assert (match.status, match.result, match.why, match.outcome()) == ("playing", None, "", None)
    with pytest.raises(IndexError):
        match.piece(32)
    with pytest.raises(IndexError):
        match.square(-1)


def test_a_dead_piece_is_none() -> None:
    match = Simulation(CONFIG, 0, "4k3/8/8/8/8/8/r7/R3K3 -")
    match.order(0, SQUARE_OF["a2"])
    match.run(500)
    assert (match.alive(2), match.kind(2), len(match.pieces())) == (False, -1, 3)
    with pytest.raises(GameError, match="piece 2 is dead"):
        match.piece(2)


def test_how_it_ended() -> None:
    match = Simulation(CONFIG, 0, "4k3/8/8/8/8/8/4r3/4K3 -")
    match.order(1, SQUARE_OF["e1"])
    match.run(500)
    assert match.outcome() == Outcome((0.0, 1.0), Termination.KING_CAPTURED)
    assert (match.result, match.why, match.over) == ("black", "king", True)
    assert match.forfeit(1, Termination.CRASH) == Outcome((1.0, 0.0), Termination.CRASH)
    assert match.forfeit(0, Termination.CRASH) == Outcome((0.0, 1.0), Termination.CRASH)
    quiet = Simulation(CONFIG, 0)
    quiet.run(60_000)
    assert quiet.outcome() == Outcome((0.5, 0.5), Termination.QUIET)


def test_time_does_not_go_back() -> None:
    match = Simulation(CONFIG, 0)
    match.advance(150)
    assert match.advance(150) == []
    for go in (match.advance, match.run):
        with pytest.raises(GameError, match="the match has been run to 150 already"):
            go(149)
    assert match.time == 150


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_have_64_bits(seed: int) -> None:
    with pytest.raises(GameError, match="seed"):
        Simulation(CONFIG, seed)


def test_looking_ahead_in_numbers() -> None:
    match = Simulation(CONFIG, 0)
    match.advance(130)
    match.submit(Order(230, "b", 20, "e5"))
    ahead = match.copy(seed=5)
    ahead.order(12, E4)  # at 200, before the order that waits
    ahead.order(6, F3, QUEEN)
    assert [(e.t, e.e) for e in ahead.advance(300)] == [
        (200, "start"),
        (200, "start"),
        (300, "enter"),
        (300, "start"),
    ]
    assert (ahead.seed, match.seed) == (5, 0)
    for wrong in ((32, 0), (-1, 0), (0, 64), (0, -1)):
        with pytest.raises(IndexError):
            ahead.order(*wrong)
    with pytest.raises(IndexError):
        ahead.order(12, E4, 5)


def test_what_can_be_ordered_now() -> None:
    match = Simulation(CONFIG, 0, "r3k3/8/8/8/8/8/4P3/4K2R Kq")
    king, rook, pawn, black_rook, black_king = range(5)
    assert reachable(match, pawn) == {
        "d3": ("d3",),
        "e3": ("e3",),
        "e4": ("e3", "e4"),
        "f3": ("f3",),
    }
    assert reachable(match, king)["g1"] == ("f1", "g1")
    assert reachable(match, black_king)["c8"] == ("d8", "c8")
    assert "c1" not in reachable(match, king)
    assert reachable(match, rook)["h4"] == ("h2", "h3", "h4")
    assert len(reachable(match, black_rook)) == 14
    match.order(rook, SQUARE_OF["h4"])
    match.run(0)
    assert reachable(match, rook) == {}
    assert "g1" not in reachable(match, king)
    with pytest.raises(IndexError):
        reachable(match, 5)


def test_when_pieces_arrive() -> None:
    config = AchessConfig(tick_ms=100, ms_per_space=100, knight_spaces=3)
    match = Simulation(config, 0)
    match.submit(Order(0, "w", 12, "e4"))
    match.submit(Order(0, "w", 6, "f3"))
    match.submit(Order(0, "b", 24, "a5"))
    match.run(0)
    assert arrivals(match, 12) == [(100, "e3"), (200, "e4")]
    assert arrivals(match, 6) == [(300, "f3")]
    assert arrivals(match, 24) == [(100, "a7"), (200, "a6"), (300, "a5")]
    assert arrivals(match, 0) == []
    assert arrivals_if(match, 3, "h5", 400) == [(500, "e2"), (600, "f3"), (700, "g4"), (800, "h5")]
    assert arrivals_if(match, 1, "c3", 400) == [(700, "c3")]
    assert arrivals_if(match, 1, "c4", 400) == arrivals_if(match, 12, "e5", 400) == []
    assert visitors(match, "f3") == [(300, 6)]
    assert visitors(match, "f4") == []


def test_lots_are_those_of_the_rules_page() -> None:
    """The example of section 12: n = 25607."""
    assert lot.pick(1, 100, 1, lot.CONTEST, 2) == splitmix64(1, 25607) >> 63


def test_a_commitment_can_be_checked_at_the_end() -> None:
    salt = bytes(range(16))
    assert commitment(1, salt) == sha256(bytes(7) + b"\1" + salt).hexdigest()
    assert commitment(1, salt) != commitment(2, salt)
    with pytest.raises(ValueError, match="salt of 3 bytes"):
        commitment(1, b"abc")
    with pytest.raises(ValueError, match="seed"):
        commitment(2**64, salt)
