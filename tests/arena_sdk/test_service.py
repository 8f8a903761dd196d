"""The SDK's side of the protocol, message by message."""

import asyncio
import threading
from pathlib import Path

import grpc
import pytest

from arena.v1 import agent_pb2
from arena_games import Termination, get_game
from arena_sdk import Match, Reply, Result, Turn
from tests.arena_sdk.referee import PATIENCE, calling, clocks, play, serving

START = get_game("joust").start()


def first_move(turn: Turn) -> str:
    return turn.legal_moves[0]


def turn(ply: int = 0, **fields: object) -> agent_pb2.Turn:
    return agent_pb2.Turn(ply=ply, clocks=clocks(2), **fields)  # type: ignore[arg-type]


class Diary:
    """A bot that notes what it is told."""

    name = "diary"
    version = "3"
    may_ponder = True
    told: list[object]

    def start(self, match: Match) -> None:
        type(self).told = [match]

    def play(self, turn: Turn) -> str:
        self.told.append((turn.ply, turn.position.text(), turn.moves, turn.new_moves, turn.clock))
        return turn.legal_moves[0]

    def finish(self, result: Result) -> None:
        self.told.append(result)


def test_ready_says_the_traits(tmp_path: Path) -> None:
    with (
        serving(Diary, tmp_path, author="ann", max_concurrent_matches=5) as address,
        calling(address) as line,
    ):
        ready = line.open(position=START.text())
    assert (ready.name, ready.version, ready.author) == ("diary", "3", "ann")
    assert ready.features == agent_pb2.Features(may_ponder=True, max_concurrent_matches=5)


def test_what_a_bot_is_told_of_a_match(tmp_path: Path) -> None:
    with serving(Diary, tmp_path) as address, calling(address) as line:
        line.open(
            seat=0,
            position=START.text(),
            seat_names=["diary", "other"],
            time_control="60+1",
            options={"width": "8"},
            pondering=agent_pb2.PONDERING_ON,
        )
        own = line.ask(turn=turn(0)).move.move
        after = START.play(own)
        theirs = after.legal_moves()[-1]
        last = line.ask(turn=turn(2, moves=[own, theirs])).move.move
        line.send(
            finish=agent_pb2.Finish(
                scores=[1, 0],
                termination=agent_pb2.TERMINATION_TIME_FORFEIT,
                at_fault=1,
                detail="late",
                moves=[last],
                ledger=[agent_pb2.LedgerEntry(ply=2, charged_us=5)],
            )
        )
        line.close()
    match, one, two, result = Diary.told
    assert isinstance(match, Match)
    assert (match.id, match.game, match.seat, match.seed) == ("m", "joust", 0, 7)
    assert match.options == {"width": "8"}
    assert match.may_ponder
    assert one[:4] == (0, START.text(), [], ())  # type: ignore[index]
    assert two[:4] == (2, after.play(theirs).text(), [own, theirs], (own, theirs))  # type: ignore[index]
    assert two[4].left == 60.0  # type: ignore[index]
    assert isinstance(result, Result)
    assert result.score == 1
    assert result.termination is Termination.TIME_FORFEIT
    assert (result.at_fault, result.detail) == (1, "late")
    assert result.moves == (own, theirs, last)
    assert [charge.charged for charge in result.ledger] == [5]


def test_a_resumed_match_goes_on_from_its_moves(tmp_path: Path) -> None:
    played = ["d1c3", "d8f7"]
    position = START.play(played[0]).play(played[1])
    with serving(Diary, tmp_path) as address, calling(address) as line:
        line.open(position=START.text(), moves=played)
        line.ask(turn=turn(2))
    assert Diary.told[1][:4] == (2, position.text(), played, ())  # type: ignore[index]


def test_ping_is_answered_at_any_time(tmp_path: Path) -> None:
    with serving(first_move, tmp_path) as address, calling(address) as line:
        line.open(position=START.text())
        for nonce in (1, 2**63):
            assert line.ask(ping=agent_pb2.Ping(nonce=nonce)).pong.nonce == nonce
        line.ask(turn=turn())
        assert line.ask(ping=agent_pb2.Ping(nonce=3)).pong.nonce == 3


def test_messages_of_later_versions_and_of_other_games_are_ignored(tmp_path: Path) -> None:
    with serving(first_move, tmp_path) as address, calling(address) as line:
        line.open(position=START.text())
        line.send()
        line.send(events=agent_pb2.Events(sequence=1))
        line.send(tick_over=agent_pb2.TickOver(time_ms=5))
        assert line.ask(turn=turn()).WhichOneof("message") == "move"


def test_a_stream_must_begin_with_start(tmp_path: Path) -> None:
    with serving(first_move, tmp_path) as address, calling(address) as line:
        line.send(turn=turn())
        assert line.status() == (
            grpc.StatusCode.FAILED_PRECONDITION,
            "the first message must be Start",
        )


def test_a_stream_without_a_message_ends_in_order(tmp_path: Path) -> None:
    with serving(first_move, tmp_path) as address, calling(address) as line:
        line.close()


REPLIES = [
    (Reply("d1c3", offer_draw=True), {"move": "d1c3", "offer_draw": True}),
    (Reply(accept_draw=True), {"accept_draw": True}),
    (Reply("d1c3", claim=True), {"move": "d1c3", "claim": agent_pb2.CLAIM_DRAW}),
    (
        Reply("d1c3", score=0.0, depth=3, nodes=9, principal_variation=("d1c3",), comment="hm"),
        {
            "move": "d1c3",
            "thought": agent_pb2.Thought(
                score=0.0, depth=3, nodes=9, principal_variation=["d1c3"], comment="hm"
            ),
        },
    ),
]


@pytest.mark.parametrize(("reply", "message"), REPLIES)
def test_a_reply_says_more_than_a_move(
    tmp_path: Path, reply: Reply, message: dict[str, object]
) -> None:
    with serving(lambda _: reply, tmp_path) as address, calling(address) as line:
        line.open()
        answer = line.ask(turn=turn(4)).move
    assert answer == agent_pb2.Move(ply=4, **message)  # type: ignore[arg-type]


def test_a_long_comment_does_not_break_the_size_limit(tmp_path: Path) -> None:
    reply = Reply("d1c3", comment="x" * 100_000, principal_variation=["d1c3"] * 100_000)
    with serving(lambda _: reply, tmp_path) as address, calling(address) as line:
        line.open()
        assert line.ask(turn=turn()).move.move == "d1c3"


def test_resigning(tmp_path: Path) -> None:
    bot = lambda _: Reply(resign=True, comment="lost")  # noqa: E731
    with serving(bot, tmp_path) as address, calling(address) as line:
        line.open()
        assert line.ask(turn=turn()).resign.comment == "lost"


def raising(error: BaseException) -> object:
    def bot(_: Turn) -> str:
        raise error

    return bot


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (raising(KeyError("e9")), "KeyError at ply 4: 'e9'"),
        (raising(SystemExit(3)), "SystemExit at ply 4: 3"),
        (raising(asyncio.CancelledError("oh")), "CancelledError at ply 4: oh"),
        (raising(KeyboardInterrupt("oh")), "KeyboardInterrupt at ply 4: oh"),
        (lambda _: None, "InvalidReply at ply 4: the bot returned None at ply 4"),
        (lambda _: 12, "InvalidReply at ply 4: the bot returned 12 at ply 4"),
    ],
)
def test_a_bot_that_raises_ends_its_stream_only(
    tmp_path: Path, bot: object, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(bot, tmp_path) as address:
        with calling(address) as line:
            line.open(match_id="broken")
            line.send(turn=turn(4))
            code, detail = line.status()
        assert code is grpc.StatusCode.UNKNOWN
        assert f"the bot raised {said}" in detail
        with calling(address) as line:
            assert line.open().name
    printed = capfd.readouterr().err
    assert "match broken: the bot raised at ply 4" in printed
    assert "Traceback" in printed


class Unready:
    def start(self, match: Match) -> None:
        raise RuntimeError("no weights")

    def play(self, turn: Turn) -> str:
        raise AssertionError


def test_a_bot_that_raises_at_the_start(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with serving(Unready, tmp_path) as address, calling(address) as line:
        line.send(start=agent_pb2.Start())
        assert line.status()[1] == "the bot raised RuntimeError when it started: no weights"
    assert "no weights" in capfd.readouterr().err


class BadLoser:
    def play(self, turn: Turn) -> str:
        raise AssertionError

    def finish(self, result: Result) -> None:
        raise RuntimeError("unfair")


def test_raising_after_the_end_costs_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(BadLoser, tmp_path) as address, calling(address) as line:
        line.open()
        line.send(finish=agent_pb2.Finish(scores=[0, 1]))
        line.close()
    assert "unfair" in capfd.readouterr().err


class Stubborn:
    """Thinks until it is allowed to go on."""

    thinking = threading.Event()
    enough = threading.Event()
    abandoned: list[bool]

    def play(self, turn: Turn) -> str:
        self.thinking.set()
        assert self.enough.wait(PATIENCE)
        type(self).abandoned.append(turn.abandoned)
        return "d1c3"


def test_a_broken_off_match_leaves_its_room_though_the_bot_thinks_on(tmp_path: Path) -> None:
    Stubborn.abandoned = []
    with serving(Stubborn, tmp_path) as address:
        with calling(address) as line:
            line.open(match_id="first")
            line.send(turn=turn())
            assert Stubborn.thinking.wait(PATIENCE)
            with calling(address) as second:
                second.send(start=agent_pb2.Start(match_id="second"))
                assert second.status() == (
                    grpc.StatusCode.RESOURCE_EXHAUSTED,
                    "max_concurrent_matches is 1",
                )
            line.call.cancel()
        admitted(address, "second")
        Stubborn.enough.set()
        with calling(address) as line:
            line.open(match_id="third")
            assert line.ask(turn=turn()).move.move == "d1c3"
    assert Stubborn.abandoned[-1] is False
    assert Stubborn.abandoned[:-1] in ([], [True])


def admitted(address: str, match_id: str) -> None:
    """Opens a match, and again until there is room for it."""
    while True:
        with calling(address) as line:
            line.send(start=agent_pb2.Start(match_id=match_id))
            try:
                line.read()
            except grpc.RpcError:
                continue
            line.send(finish=agent_pb2.Finish())
            line.close()
            return


def test_a_match_that_comes_again_replaces_its_old_line(tmp_path: Path) -> None:
    with (
        serving(first_move, tmp_path) as address,
        calling(address) as old,
        calling(address) as new,
    ):
        old.open(match_id="same")
        assert new.open(match_id="same").name


def test_many_matches_at_once_have_a_player_each(tmp_path: Path) -> None:
    class Counter:
        def __init__(self) -> None:
            self.turns = 0

        def play(self, turn: Turn) -> Reply:
            self.turns += 1
            return Reply("d1c3", depth=self.turns)

    with (
        serving(Counter, tmp_path, max_concurrent_matches=2) as address,
        calling(address) as one,
        calling(address) as two,
    ):
        one.open(match_id="1")
        two.open(match_id="2")
        depths = [line.ask(turn=turn()).move.thought.depth for line in (one, two, one)]
    assert depths == [1, 1, 2]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("joust", {}),
        ("threechess", {"max_plies": 40}),
        ("chess", {"position": "8/8/8/8/8/k7/8/K6R w - - 0 1"}),
    ],
)
def test_a_whole_match_of_every_game(tmp_path: Path, game: str, options: dict[str, object]) -> None:
    def bot(turn: Turn) -> str:
        return turn.lot().choice(turn.position.legal_moves())

    with serving(bot, tmp_path, max_concurrent_matches=3) as address:
        seats = get_game(game).seats
        position, outcome, answers = play([address] * seats, game, options)
        again, _, _ = play([address] * seats, game, options)
    assert position.outcome() == outcome
    assert len(answers) > 2
    assert again.text() == position.text(), "the same seeds give the same match"


def test_a_bot_without_rules_plays_what_it_is_offered(tmp_path: Path) -> None:
    def bot(turn: Turn) -> str:
        return f"{turn.position_text} {turn.legal_moves[-1]}"

    with serving(bot, tmp_path, wants_legal_moves=True) as address, calling(address) as line:
        assert line.open(game="nim", position="7").features.wants_legal_moves
        answer = line.ask(turn=turn(position="5", legal_moves=["1", "2"]))
    assert answer.move.move == "5 2"


def test_rules_that_are_not_here_are_a_clear_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(first_move, tmp_path) as address, calling(address) as line:
        line.open(game="nim", position="7")
        line.send(turn=turn())
        assert "the rules of 'nim' are not installed here" in line.status()[1]
    assert "UnknownRules" in capfd.readouterr().err
