"""AChess through a real arbiter, with scripted agents over gRPC."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import grpc.aio
import pytest

from arbiter.realtime import table
from arena.v1 import agent_pb2, arbiter_pb2
from arena_games.achess import AchessConfig, Order, Simulation, commitment
from tests.arbiter.faulty import Requests, Responses, Script
from tests.arbiter.stage import Played, Stage, run_on_stage

LOCK_STEP = agent_pb2.ACHESS_MODE_LOCK_STEP
REAL_TIME = agent_pb2.ACHESS_MODE_REAL_TIME
SALT = "00112233445566778899aabbccddeeff"
SEED = 99
QUICK = {"ms_per_space": "100", "quiet_ms": "3000"}
# A pawn storm that ends with a dead king: white's queen walks to e8 through e7.
ATTACK = {0: [(12, "e4")], 300: [(3, "h5")], 800: [(3, "f7")], 1200: [(3, "e8")]}


@pytest.fixture(autouse=True)
def nobody_has_a_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "LAST_WORD_S", 0.02)


@dataclass
class Player:
    """Orders by a plan: at which tick (lock-step) or at the start which pieces go where."""

    plan: Mapping[int, Sequence[tuple[int, str]]] = field(default_factory=dict)
    thinking_ms: int = 0
    heard: list[agent_pb2.PlayRequest] = field(default_factory=list)
    hangs_up_after: int = 0  # events heard; 0: never

    def of(self, kind: str) -> list[Any]:
        """The messages of a kind that it heard."""
        return [getattr(each, kind) for each in self.heard if each.WhichOneof("message") == kind]

    async def script(self, requests: Requests, context: Any) -> Responses:
        async for request in requests:
            self.heard.append(request)
            match request.WhichOneof("message"):
                case "start":
                    yield agent_pb2.PlayResponse(ready=agent_pb2.Ready(name="planner"))
                case "snapshot" if len(self.of("snapshot")) == 1 and self._in_real_time:
                    for order in self._orders(0):
                        yield order
                case "ping":
                    pong = agent_pb2.Pong(nonce=request.ping.nonce)
                    yield agent_pb2.PlayResponse(pong=pong)
                case "tick_over":
                    for order in self._orders(request.tick_over.time_ms):
                        yield order
                    yield self._done(request.tick_over.time_ms)
                case "finish":
                    return
                case "events" if (
                    self.hangs_up_after and len(self.of("events")) >= self.hangs_up_after
                ):
                    self.hangs_up_after = 0
                    await context.abort(grpc.StatusCode.UNAVAILABLE, "the line is dead")

    @property
    def _in_real_time(self) -> bool:
        return bool(self.of("start")[0].achess_mode == REAL_TIME)

    def _orders(self, time: int) -> list[agent_pb2.PlayResponse]:
        return [
            agent_pb2.PlayResponse(
                order=agent_pb2.Order(order_id=1000 * time + piece, piece=piece, to=to)
            )
            for piece, to in self.plan.get(time, ())
        ]

    def _done(self, time: int) -> agent_pb2.PlayResponse:
        later = [tick for tick in self.plan if tick > time]
        done = agent_pb2.TickDone(
            time_ms=time, thinking_ms=self.thinking_ms, rest_until_ms=min(later, default=10**9)
        )
        return agent_pb2.PlayResponse(tick_done=done)


def spec(seats: Sequence[arbiter_pb2.SeatSpec], **changes: Any) -> arbiter_pb2.MatchSpec:
    fields: dict[str, Any] = {
        "match_id": "m",
        "attempt": 1,
        "game": "achess",
        "options": QUICK,
        "achess_mode": LOCK_STEP,
        "lot_seed": SEED,
        "salt": SALT,
        "start_limit_us": 5_000_000,
        "seats": seats,
        **changes,
    }
    return arbiter_pb2.MatchSpec(**fields)


def play(
    scripts: Sequence[Script],
    *,
    sandboxed: bool = True,
    also: Sequence[arbiter_pb2.RunMatchRequest] = (),
    **changes: Any,
) -> tuple[Played, list[arbiter_pb2.AchessLog]]:
    """One match between scripts, and its log."""

    async def scenario(stage: Stage) -> tuple[Played, list[arbiter_pb2.AchessLog]]:
        seats = [
            arbiter_pb2.SeatSpec(
                name=f"s{number}", address=(await stage.agent(script))[1], sandboxed=sandboxed
            )
            for number, script in enumerate(scripts)
        ]
        played = await stage.run(spec(seats, **changes), also)
        return played, played.logs

    return run_on_stage(scenario)


def replayed(logs: Sequence[arbiter_pb2.AchessLog], options: Mapping[str, str]) -> Simulation:
    """What the rules make of a log."""
    simulation = Simulation(AchessConfig.from_mapping(dict(options)), SEED)
    for each in (order for log in logs for order in log.orders):
        given = each.order
        player = "wb"[each.seat]
        if given.resign:
            simulation.submit(Order(each.stamp_ms, player, resign=True))
        else:
            simulation.submit(Order(each.stamp_ms, player, given.piece, given.to, given.promotion))
    simulation.advance(10**7)
    return simulation


def test_lock_step_plays_a_match_to_its_end() -> None:
    white, black = Player(ATTACK), Player({100: [(20, "e5")]})
    played, logs = play([white.script, black.script])
    assert played.ended == ("KING_CAPTURED", -1)
    assert played.finished is not None
    assert list(played.finished.scores) == [1.0, 0.0]
    report = played.finished.achess
    assert replayed(logs, QUICK).hash() == report.hash
    assert (report.lot_seed, report.salt) == (SEED, SALT)
    assert report.seats[0].orders == 4
    (start,), (finish,) = white.of("start"), white.of("finish")
    assert start.seed_commitment == commitment(finish.lot_seed, bytes.fromhex(finish.salt))
    stamps = [order.stamp_ms for log in logs for order in log.orders]
    assert stamps == [1, 101, 301, 801, 1201]


def test_sequence_numbers_have_no_gaps_and_replies_name_their_event() -> None:
    white, black = Player(ATTACK), Player()
    play([white.script, black.script])
    for player in (white, black):
        following = 1
        for batch in player.of("events"):
            assert batch.sequence == following
            following += len(batch.events)
    numbered = {
        batch.sequence + place: event
        for batch in white.of("events")
        for place, event in enumerate(batch.events)
    }
    answers = white.of("order_reply")
    assert [numbered[each.sequence].kind for each in answers] == [
        agent_pb2.AchessEvent.KIND_START
    ] * 4
    assert [each.order_id for each in answers] == [12, 300_003, 800_003, 1_200_003]
    assert black.of("order_reply") == []


def test_thinking_is_added_to_stamps() -> None:
    white, black = Player({0: [(12, "e4")]}, thinking_ms=730), Player({500: [(20, "e5")]})
    played, logs = play([white.script, black.script])
    assert played.ended == ("QUIET", -1)
    stamps = [(o.stamp_ms, o.seat) for log in logs for o in log.orders]
    assert stamps == [(501, 1), (731, 0)]


def test_snapshots_tell_the_whole_state() -> None:
    white = Player({0: [(12, "e4")]})
    play([white.script, Player().script], options={**QUICK, "snapshot_ms": "500"})
    snapshots = white.of("snapshot")
    assert [each.time_ms for each in snapshots][:4] == [0, 500, 1000, 1500]
    config = AchessConfig.from_mapping(dict(QUICK))
    assert Simulation.load(config, 0, snapshots[2].state).hash() == snapshots[2].hash


def test_real_time_gives_the_same_as_its_log() -> None:
    options = {**QUICK, "quiet_ms": "300"}
    white, black = Player({0: [(12, "e4"), (11, "d4")]}), Player({0: [(20, "e5"), (99, "a1")]})
    played, logs = play([white.script, black.script], achess_mode=REAL_TIME, options=options)
    assert played.ended == ("QUIET", -1)
    assert played.finished is not None
    assert replayed(logs, options).hash() == played.finished.achess.hash
    assert [each.why for each in black.of("order_reply")] == ["", "malformed"]
    for player in (white, black):
        times = [batch.time_ms for batch in player.of("events")]
        assert times == sorted(set(times)), "an instant a message, in order"


def test_every_order_takes_effect_on_the_tick_that_its_stamp_says() -> None:
    options = {**QUICK, "quiet_ms": "300"}
    white = Player({0: [(12, "e4"), (11, "d4"), (6, "f3")]})
    play([white.script, Player().script], achess_mode=REAL_TIME, options=options)
    started = {
        event.piece: batch.time_ms
        for batch in white.of("events")
        for event in batch.events
        if event.kind == agent_pb2.AchessEvent.KIND_START
    }
    for reply in white.of("order_reply"):
        assert started[reply.order_id] == -(-reply.stamp_ms // 50) * 50


async def crashes(requests: Requests, context: Any) -> Responses:
    """Its stream breaks at the first event or tick."""
    async for request in requests:
        if request.HasField("start"):
            yield agent_pb2.PlayResponse(ready=agent_pb2.Ready())
        elif request.HasField("tick_over") or request.HasField("events"):
            await context.abort(grpc.StatusCode.INTERNAL, "boom")


@pytest.mark.parametrize("mode", [LOCK_STEP, REAL_TIME])
def test_a_crash_is_a_resignation_in_the_log(mode: int) -> None:
    mover = Player({0: [(12, "e4")]})
    played, logs = play([mover.script, crashes], achess_mode=mode)
    assert played.ended == ("CRASH", 1)
    assert played.finished is not None
    assert list(played.finished.scores) == [1.0, 0.0]
    simulation = replayed(logs, QUICK)
    assert simulation.why == "resign"
    assert simulation.hash() == played.finished.achess.hash


def test_two_who_crash_at_once_draw() -> None:
    played, _ = play([crashes, crashes])
    assert played.ended == ("BOTH_RESIGNED", -1)


async def never_done(requests: Requests, context: Any) -> Responses:
    """Orders nothing, and never says so."""
    async for request in requests:
        if request.HasField("start"):
            yield agent_pb2.PlayResponse(ready=agent_pb2.Ready())


def test_who_never_answers_in_lock_step_loses_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbiter.realtime.lockstep._FREE_US", 400_000)
    options = {**QUICK, "grace_ms": "50"}
    played, _ = play([Player().script, never_done], options=options)
    assert played.ended == ("TIME_FORFEIT", 1)


def test_a_seat_that_never_sends_plays_on_until_it_is_quiet() -> None:
    options = {**QUICK, "quiet_ms": "200"}
    played, _ = play([never_done, never_done], achess_mode=REAL_TIME, options=options)
    assert played.ended == ("QUIET", -1)


def test_a_remote_agent_that_lost_its_line_comes_back_to_where_the_match_is() -> None:
    white = Player({0: [(12, "e4")]}, hangs_up_after=2)
    options = {**QUICK, "quiet_ms": "800"}
    played, _ = play(
        [white.script, Player().script], achess_mode=REAL_TIME, options=options, sandboxed=False
    )
    assert played.ended == ("QUIET", -1)
    first, again = white.of("start")
    assert again.sequence >= 2
    at = white.heard.index(agent_pb2.PlayRequest(start=again))
    later = [each.events for each in white.heard[at:] if each.HasField("events")]
    assert later[0].sequence == again.sequence + 1
    assert again.position != first.position


def test_in_lock_step_who_comes_back_is_asked_again() -> None:
    white = Player({0: [(12, "e4")]}, hangs_up_after=2)
    played, _ = play([white.script, Player().script], sandboxed=False)
    assert played.ended == ("QUIET", -1)
    assert len(white.of("start")) == 2


def test_who_stays_away_beyond_its_grace_resigns() -> None:
    async def leaves(requests: Requests, context: Any) -> Responses:
        async for request in requests:
            if request.HasField("start") and request.start.sequence == 0:
                yield agent_pb2.PlayResponse(ready=agent_pb2.Ready())
            elif not request.HasField("ping"):
                await context.abort(grpc.StatusCode.UNAVAILABLE, "gone for good")

    options = {**QUICK, "grace_ms": "200"}
    white = Player({0: [(12, "e4")]})
    played, _ = play(
        [white.script, leaves], achess_mode=REAL_TIME, options=options, sandboxed=False
    )
    assert played.ended == ("DISCONNECT", 1)


def test_a_flood_is_refused_and_then_thrown_out() -> None:
    async def floods(requests: Requests, context: Any) -> Responses:
        async for request in requests:
            if request.HasField("start"):
                yield agent_pb2.PlayResponse(ready=agent_pb2.Ready())
            elif request.HasField("events") or request.HasField("order_reply"):
                for _ in range(50):
                    yield agent_pb2.PlayResponse(order=agent_pb2.Order(piece=16, to="a6"))

    options = {**QUICK, "burst": "2", "rate": "1"}
    white = Player({0: [(12, "e4")]})
    played, logs = play([white.script, floods], achess_mode=REAL_TIME, options=options)
    assert played.ended == ("FLOOD", 1)
    assert sum(order.seat == 1 for log in logs for order in log.orders) < 10


def test_a_later_attempt_goes_on_from_the_log() -> None:
    whole = play([Player(ATTACK).script, Player().script])[0]
    assert whole.finished is not None

    known = arbiter_pb2.AchessLog(time_ms=500)
    for counter, (stamp, piece, to) in enumerate([(1, 12, "e4"), (301, 3, "h5")], 1):
        known.orders.add(
            stamp_ms=stamp, counter=counter, seat=0, order=agent_pb2.Order(piece=piece, to=to)
        )
    rest = Player({tick: orders for tick, orders in ATTACK.items() if tick > 500})
    played, logs = play([rest.script, Player().script], attempt=2, achess_log=known)
    assert played.finished is not None
    assert played.finished.achess.hash == whole.finished.achess.hash
    assert [order.counter for log in logs for order in log.orders] == [3, 4]
    assert rest.of("start")[0].position.startswith("t=500;")


def test_a_log_may_know_of_orders_that_are_not_decided_yet() -> None:
    known = arbiter_pb2.AchessLog(time_ms=500)
    order = agent_pb2.Order(piece=12, to="e4")
    known.orders.add(stamp_ms=900, counter=1, seat=0, order=order)
    black = Player({500: [(20, "e5")]})
    played, logs = play([Player().script, black.script], attempt=2, achess_log=known)
    assert played.ended == ("QUIET", -1)
    assert [order.stamp_ms for log in logs for order in log.orders] == [900]
    started = [
        (batch.time_ms, event.piece)
        for batch in black.of("events")
        for event in batch.events
        if event.kind == agent_pb2.AchessEvent.KIND_START
    ]
    assert started == [(900, 12), (900, 20)]


def test_a_match_can_be_watched() -> None:
    async def scenario(stage: Stage) -> list[str | None]:
        addresses = [(await stage.agent(Player({0: [(12, "e4")]}).script))[1] for _ in range(2)]
        seats = [arbiter_pb2.SeatSpec(address=each, sandboxed=True) for each in addresses]
        options = {**QUICK, "quiet_ms": "600"}
        game = asyncio.create_task(stage.run(spec(seats, options=options, achess_mode=REAL_TIME)))
        while "m" not in stage.arbiter.hall.tables:
            await asyncio.sleep(0)
        kinds = [
            each.WhichOneof("message")
            async for each in stage.stub.WatchMatch(arbiter_pb2.WatchMatchRequest(match_id="m"))
        ]
        await game
        return kinds

    kinds = run_on_stage(scenario)
    assert kinds[0] == "header"
    assert "events" in kinds
    assert kinds[-1] == "finished"


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"game": "go"}, "unknown game 'go'"),
        ({"options": {"tick_ms": "7"}}, "multiple of tick_ms"),
        ({"options": {"burst": "0"}}, "option burst='0'"),
        ({"salt": "zz"}, "the salt must be 16 bytes"),
        ({"position": "nonsense"}, "nonsense"),
        ({"seats": []}, "2 seats, not 0"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(changes: dict[str, Any], part: str) -> None:
    async def scenario(stage: Stage) -> str:
        seats = [arbiter_pb2.SeatSpec(address="unix:/nowhere")] * 2
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stage.run(spec(**{"seats": seats, **changes}))
        assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
        return refused.value.details() or ""

    assert part in run_on_stage(scenario)
