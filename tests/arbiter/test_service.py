"""The arbiter over real gRPC, against agents that behave and agents that do not."""

import asyncio
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from arbiter import table
from arbiter.errors import STATUS, ArbiterError
from arbiter.guest import read_message
from arena.v1 import agent_pb2, arbiter_pb2
from tests.arbiter import faulty
from tests.arbiter.faulty import Script, always
from tests.arbiter.stage import Played, Stage, match_spec, run_on_stage


def play(*scripts: Script, **spec: Any) -> Played:
    async def scenario(stage: Stage) -> Played:
        played, _ = await stage.play(scripts, **spec)
        return played

    return run_on_stage(scenario)


def test_a_whole_match() -> None:
    async def scenario(stage: Stage) -> tuple[Played, list[faulty.Agent]]:
        return await stage.play([always("a"), always("b")])

    played, agents = run_on_stage(scenario)
    assert played.ended == ("MAX_PLIES", -1)
    assert [entry.move for entry in played.journal] == list("ababab")
    assert [entry.ply for entry in played.journal] == list(range(6))
    assert played.started is not None
    assert [agent.name for agent in played.started.agents] == ["scripted"] * 2
    for entry in played.journal:
        line = entry.ledger
        spent = line.wall_us - line.own_lag_us - line.transport_us - line.grace_us
        assert line.charged_us == max(0, spent)
        assert line.left_us == entry.clocks[entry.seat].left_us
    finish = agents[0].finish
    assert list(finish.scores) == [0, 3]
    assert finish.termination == agent_pb2.TERMINATION_MAX_PLIES
    assert list(finish.moves) == ["a", "b"]


def test_three_seats() -> None:
    played = play(always("a"), always("b"), always("a"), game="toy3")
    assert played.finished is not None
    assert list(played.finished.scores) == [0, 2, 0]


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (faulty.crash_at_start, "CRASH"),
        (faulty.crash_on_turn(1), "CRASH"),
        (faulty.crash_on_turn(3), "CRASH"),
        (faulty.move_then_crash, "CRASH"),
        (faulty.resigns, "RESIGNATION"),
        (faulty.floods, "FLOOD"),
        (faulty.empty_message, "UNREADABLE"),
        (faulty.garbage, "UNREADABLE"),
        (faulty.huge_message, "OVERSIZE"),
        (always("c"), "ILLEGAL_MOVE"),
        (always("zz"), "UNREADABLE"),
        (always(""), "UNREADABLE"),
        (always("a" * 5000), "UNREADABLE"),
    ],
)
def test_the_guilty_seat_loses(script: Script, why: str) -> None:
    played = play(always("b"), script)
    assert played.ended == (why, 1)
    assert played.finished is not None
    assert list(played.finished.scores) == [1, -1]
    assert played.finished.detail


def test_silence_is_a_time_forfeit() -> None:
    # In a late attempt no short stall of this machine is an excuse.
    played = play(always("a"), faulty.silent, time_control="move=500ms", attempt=4)
    assert played.ended == ("TIME_FORFEIT", 1)
    assert played.finished is not None
    assert played.finished.last_charge.left_us < 0


def test_an_agent_that_never_gets_ready_loses() -> None:
    played = play(always("a"), faulty.never_ready, start_limit_us=1_000_000)
    assert played.ended == ("NOT_READY", 1)
    assert played.started is None


def test_when_nobody_gets_ready_the_attempt_is_void() -> None:
    played = play(faulty.never_ready, faulty.crash_at_start, start_limit_us=300_000)
    assert played.void is not None
    assert played.void.blame == arbiter_pb2.BLAME_SANDBOX


def test_wrong_plies_are_ignored_and_counted() -> None:
    played = play(faulty.wrong_plies, always("b"))
    assert [entry.move for entry in played.journal] == list("ababab")
    assert played.finished is not None
    assert played.finished.seats[0].ignored >= 5
    assert played.finished.seats[1].ignored == 0


def test_false_claims_are_counted_and_the_move_is_played() -> None:
    played = play(always("a"), faulty.claims_falsely)
    assert played.ended == ("MAX_PLIES", -1)
    assert played.finished is not None
    assert played.finished.seats[1].false_claims == 3


def test_an_agent_without_pongs_plays_without_the_wires_allowance() -> None:
    played = play(faulty.no_pongs, always("a"))
    assert played.ended == ("MAX_PLIES", -1)
    assert {entry.ledger.transport_us for entry in played.journal if entry.seat == 0} == {0}


def test_a_worker_that_saw_a_sandbox_end_is_believed() -> None:
    lost = arbiter_pb2.SeatLost(
        seat=1, termination=agent_pb2.TERMINATION_OUT_OF_MEMORY, detail="killed"
    )

    async def scenario(stage: Stage) -> Played:
        also = [arbiter_pb2.RunMatchRequest(seat_lost=lost)]
        played, _ = await stage.play([always("a"), faulty.never_ready], also=also)
        return played

    played = run_on_stage(scenario)
    assert played.ended == ("OUT_OF_MEMORY", 1)


@pytest.mark.parametrize(
    "lost",
    [
        arbiter_pb2.SeatLost(seat=2, termination=agent_pb2.TERMINATION_CRASH),
        arbiter_pb2.SeatLost(seat=1, termination=999),  # type: ignore[arg-type]
    ],
)
def test_word_of_a_seat_that_means_nothing_here_voids_the_attempt(
    lost: arbiter_pb2.SeatLost,
) -> None:
    async def scenario(stage: Stage) -> Played:
        also = [arbiter_pb2.RunMatchRequest(seat_lost=lost)]
        played, _ = await stage.play([always("a"), faulty.silent], also=also)
        return played

    played = run_on_stage(scenario)
    assert played.void is not None
    assert played.void.blame == arbiter_pb2.BLAME_ARBITER


def test_a_match_goes_on_from_its_journal() -> None:
    async def scenario(stage: Stage) -> tuple[Played, Played, list[faulty.Agent]]:
        agents = [await stage.agent(script) for script in (always("a"), always("b"))]
        seats = [arbiter_pb2.SeatSpec(address=address, sandboxed=True) for _, address in agents]
        long = {"plies": "2000"}
        first = await stage.run(
            match_spec(seats, options=long), until=lambda played: len(played.journal) > 10
        )
        second = await stage.run(match_spec(seats, options=long, attempt=2, journal=first.journal))
        return first, second, [agent for agent, _ in agents]

    first, second, agents = run_on_stage(scenario)
    plies = [entry.ply for entry in [*first.journal, *second.journal]]
    assert plies == list(range(2000))
    assert list(agents[0].streams[-1][0].start.moves) == [e.move for e in first.journal]
    assert second.finished is not None
    assert second.finished.seats[0].turns == 1000


def test_a_later_attempt_takes_over_and_an_earlier_one_is_refused() -> None:
    async def scenario(stage: Stage) -> tuple[Played, grpc.StatusCode]:
        _, address = await stage.agent(faulty.silent)
        seats = [arbiter_pb2.SeatSpec(address=address, sandboxed=True)] * 2
        first = asyncio.create_task(stage.run(match_spec(seats, attempt=2)))
        while not stage.arbiter.hall.tables:
            await asyncio.sleep(0)
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stage.run(match_spec(seats, attempt=1))
        second = asyncio.create_task(stage.run(match_spec(seats, attempt=3)))
        played = await first
        second.cancel()
        await asyncio.wait({second})
        return played, refused.value.code()

    played, code = run_on_stage(scenario)
    assert played.void is not None
    assert "attempt 3" in played.void.reason
    assert code is grpc.StatusCode.ALREADY_EXISTS


def one_by_one(*scripts: Script) -> Script:
    """What an agent does on its first stream, on its second, and so on."""
    left = iter(scripts)
    return lambda requests, context: next(left)(requests, context)


def test_a_remote_agent_may_come_back() -> None:
    breaks_once = one_by_one(faulty.crash_on_turn(3), always("b"))

    async def scenario(stage: Stage) -> tuple[Played, list[faulty.Agent]]:
        return await stage.play([always("a"), breaks_once], sandboxed=False)

    played, agents = run_on_stage(scenario)
    assert played.ended == ("MAX_PLIES", -1)
    assert [entry.move for entry in played.journal] == list("aaabab")
    assert len(agents[1].streams) == 2
    assert list(agents[1].streams[1][0].start.moves) == list("aaa")
    assert [list(turn.moves) for turn in agents[1].turns] == [[], ["b", "a"]]


def test_a_remote_agent_that_left_after_its_move_is_heard_when_it_is_back() -> None:
    leaves_once = one_by_one(faulty.move_then_crash, always("b"))
    played = play(always("a"), leaves_once, sandboxed=False, time_control="3")
    assert played.ended == ("MAX_PLIES", -1)
    assert [entry.move for entry in played.journal] == list("aaabab")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"game": "go"}, "unknown game 'go'; there are toy, toy3"),
        ({"game": "toy3"}, "3 seats, not 2"),
        ({"options": {"size": "3"}}, "no option 'size'"),
        ({"time_control": "soon"}, "time control 'soon'"),
        ({"time_control": "cpu=1"}, "CPU time"),
        ({"attempt": 0}, "attempt"),
        ({"opening": ["zz"]}, "'zz'"),
        ({"seats": [arbiter_pb2.SeatSpec()] * 2}, "no address"),
    ],
)
def test_a_spec_that_cannot_be_played_is_refused(changes: dict[str, Any], says: str) -> None:
    async def scenario(stage: Stage) -> grpc.aio.AioRpcError:
        seats = [arbiter_pb2.SeatSpec(address="unix:/nowhere")] * 2
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stage.run(match_spec(changes.pop("seats", seats), **changes))
        return refused.value

    refused = run_on_stage(scenario)
    assert refused.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert says in (refused.details() or "")


def test_no_more_matches_than_there_is_room_for() -> None:
    async def scenario(stage: Stage) -> grpc.StatusCode:
        _, address = await stage.agent(faulty.silent)
        seats = [arbiter_pb2.SeatSpec(address=address, sandboxed=True)] * 2
        first = asyncio.create_task(stage.run(match_spec(seats)))
        while not stage.arbiter.hall.tables:
            await asyncio.sleep(0)
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stage.run(match_spec(seats, match_id="other"))
        first.cancel()
        await asyncio.wait({first})
        return refused.value.code()

    assert run_on_stage(scenario, capacity=1) is grpc.StatusCode.RESOURCE_EXHAUSTED


def test_watching_from_the_middle() -> None:
    async def scenario(stage: Stage) -> list[arbiter_pb2.WatchMatchResponse]:
        agents = [await stage.agent(always("a")) for _ in range(2)]
        seats = [arbiter_pb2.SeatSpec(address=address, sandboxed=True) for _, address in agents]
        match = asyncio.create_task(stage.run(match_spec(seats, options={"plies": "400"})))
        while not stage.arbiter.hall.tables:
            await asyncio.sleep(0)
        watch = stage.stub.WatchMatch(arbiter_pb2.WatchMatchRequest(match_id="m", from_ply=100))
        seen = [response async for response in watch]
        await match
        return seen

    seen = run_on_stage(scenario)
    assert seen[0].header.game == "toy"
    entries = [response.entry.ply for response in seen if response.HasField("entry")]
    assert entries == list(range(100, 400))
    assert seen[-1].finished.termination == agent_pb2.TERMINATION_MAX_PLIES


def test_who_watches_is_told_that_nobody_got_ready() -> None:
    async def scenario(stage: Stage) -> list[arbiter_pb2.WatchMatchResponse]:
        _, address = await stage.agent(faulty.never_ready)
        seats = [arbiter_pb2.SeatSpec(address=address, sandboxed=True)] * 2
        match = asyncio.create_task(stage.run(match_spec(seats, start_limit_us=300_000)))
        while not stage.arbiter.hall.tables:
            await asyncio.sleep(0)
        watch = stage.stub.WatchMatch(arbiter_pb2.WatchMatchRequest(match_id="m"))
        seen = [response async for response in watch]
        await match
        return seen

    assert run_on_stage(scenario)[-1].void.blame == arbiter_pb2.BLAME_SANDBOX


def test_watching_what_is_not_played() -> None:
    async def scenario(stage: Stage) -> grpc.StatusCode:
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await anext(aiter(stage.stub.WatchMatch(arbiter_pb2.WatchMatchRequest(match_id="x"))))
        return refused.value.code()

    assert run_on_stage(scenario) is grpc.StatusCode.NOT_FOUND


def test_many_matches_at_once() -> None:
    async def scenario(stage: Stage) -> list[Played]:
        agents = [await stage.agent(always("a")) for _ in range(2)]
        seats = [arbiter_pb2.SeatSpec(address=address, sandboxed=True) for _, address in agents]
        specs = [
            match_spec(seats, match_id=f"m{number}", options={"plies": "40"})
            for number in range(64)
        ]
        played = await asyncio.gather(*(stage.run(spec) for spec in specs))
        status = await stage.stub.GetStatus(arbiter_pb2.GetStatusRequest())
        assert (status.finished, status.void, len(status.matches)) == (64, 0, 0)
        assert status.turns == 64 * 40
        return played

    for played in run_on_stage(scenario):
        assert played.ended == ("MAX_PLIES", -1)
        assert len(played.journal) == 40


def test_stopping_voids_what_is_under_way_and_refuses_more() -> None:
    async def scenario(stage: Stage) -> tuple[Played, grpc.StatusCode]:
        _, address = await stage.agent(faulty.silent)
        seats = [arbiter_pb2.SeatSpec(address=address, sandboxed=True)] * 2
        match = asyncio.create_task(stage.run(match_spec(seats)))
        while not stage.arbiter.hall.tables:
            await asyncio.sleep(0)
        await stage.arbiter.hall.close()
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stage.run(match_spec(seats, match_id="late"))
        return await match, refused.value.code()

    played, code = run_on_stage(scenario)
    assert played.void is not None
    assert played.void.blame == arbiter_pb2.BLAME_ARBITER
    assert code is grpc.StatusCode.UNAVAILABLE


def test_health_is_served() -> None:
    async def scenario(stage: Stage) -> int:
        async with grpc.aio.insecure_channel(stage.arbiter.address) as channel:
            stub = health_pb2_grpc.HealthStub(channel)
            response = await stub.Check(health_pb2.HealthCheckRequest())
            return int(response.status)

    assert run_on_stage(scenario) == health_pb2.HealthCheckResponse.SERVING


def test_every_refusal_has_a_status() -> None:
    assert set(STATUS) == set(ArbiterError.__subclasses__())


def test_bytes_of_a_message_are_read() -> None:
    message = read_message(faulty.move(3, "b").SerializeToString())
    assert (message.move.ply, message.move.move) == (3, "b")


def test_the_workers_word_on_why_a_sandbox_ended_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table, "LAST_WORD_S", 30.0)

    async def scenario(stage: Stage) -> Played:
        agents = [await stage.agent(script) for script in (always("a"), faulty.crash_on_turn(3))]
        seats = [arbiter_pb2.SeatSpec(address=address, sandboxed=True) for _, address in agents]
        lost = arbiter_pb2.SeatLost(
            seat=1, termination=agent_pb2.TERMINATION_OUT_OF_MEMORY, detail="killed"
        )
        match = asyncio.create_task(
            stage.run(
                match_spec(seats),
                also=[arbiter_pb2.RunMatchRequest(seat_lost=lost)],
                hold=lambda: not agents[1][0].streams or len(agents[1][0].turns) < 2,
            )
        )
        return await match

    assert run_on_stage(scenario).ended == ("OUT_OF_MEMORY", 1)


def test_what_is_no_socket_is_not_called(tmp_path: Path) -> None:
    async def scenario(stage: Stage) -> list[Played]:
        _, good = await stage.agent(always("a"))
        played = []
        (tmp_path / "file").write_text("")
        (tmp_path / "link").symlink_to(good.removeprefix("unix:"))
        for name in ("file", "link"):
            seats = [
                arbiter_pb2.SeatSpec(address=address, sandboxed=True)
                for address in (good, f"unix:{tmp_path}/{name}")
            ]
            played.append(await stage.run(match_spec(seats, match_id=name)))
        return played

    for played in run_on_stage(scenario):
        assert played.ended == ("RULE_VIOLATION", 1)


def test_an_arbiter_that_stops_is_as_good_as_away() -> None:
    async def scenario(stage: Stage) -> grpc.StatusCode:
        await stage.stub.GetStatus(arbiter_pb2.GetStatusRequest())
        await stage.arbiter.hall.close()
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stage.stub.GetStatus(arbiter_pb2.GetStatusRequest())
        return refused.value.code()

    assert run_on_stage(scenario) is grpc.StatusCode.UNAVAILABLE
