"""`arena replay` of a match in real time: played back at speed, or told event by event."""

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rich.live import Live
from rich.text import Text

from arena_games import Termination, get_rules
from arena_games.achess import Event
from cli.errors import UserError
from cli.happenings import Teller, draw_state
from cli.output import emit, out
from league.record import MatchRecord
from league.summary import summary
from league.verify_real_time import begin

_SHOWN_EVENTS = 6

Pause = Callable[[float], object]


class Frame(NamedTuple):
    """An instant at which something happened; `lines` are its events in words."""

    time: int
    events: list[Event]
    lines: list[str]
    state: str


def frames(record: MatchRecord) -> Iterator[Frame]:
    """The start, then every instant at which something happened, to the end."""
    match = begin(record)
    teller = Teller(match.text())
    yield Frame(0, [], [], match.text())
    end = record.real_time.time_ms if record.real_time is not None else 0
    while (instant := match.next_instant) is not None and instant <= end:
        if events := match.advance(instant):
            yield Frame(match.time, events, teller.lines(events), match.text())


def relive(
    record: MatchRecord, at: int | None, speed: float, json: bool, pause: Pause = time.sleep
) -> None:
    """Plays the match back in the terminal, `speed` times as fast as it was; elsewhere tells
    its events as lines. With `at`, only the state at that time."""
    if at is not None:
        _show_state(record, at, json)
    elif json:
        _emit_all(record)
    else:
        _print_header(record)
        last = _play_back(record, speed, pause) if out.is_terminal else _list_events(record)
        _print_end(record, last)


def _show_state(record: MatchRecord, at: int, json: bool) -> None:
    end = record.real_time.time_ms if record.real_time is not None else 0
    if not 0 <= at <= end:
        raise UserError(f"--at {at}: match {record.match} goes from 0 to {end} ms")
    match = begin(record)
    match.advance(at)
    if json:
        emit({"match": record.match, "t": at, "state": match.text(), "hash": match.hash()})
    else:
        out.print(f"at {at} ms:\n{draw_state(match.text())}", markup=False)


def _emit_all(record: MatchRecord) -> None:
    """The match, its events, and its last state; each a line."""
    emit(summary(record) | {"detail": record.detail})
    state = ""
    for frame in frames(record):
        state = frame.state
        for event in frame.events:
            emit(event.to_json())
    part = record.real_time
    emit({"state": state, "hash": part.hash if part else "", "fairness": _fairness(record)})


def _fairness(record: MatchRecord) -> list[dict[str, Any]]:
    return [] if record.real_time is None else record.real_time.to_dict()["seats"]


def _print_header(record: MatchRecord) -> None:
    out.print(f"[bold]{record.match}[/]  {record.game}  {record.time}")
    names = get_rules(record.game).seat_names
    for seat, told in zip(record.seats, _fairness(record) or [{}] * len(names), strict=True):
        orders = f", {told['orders']} orders, {told['rejected']} of them rejected" if told else ""
        more = f", {told['over_rate']} over the rate" if told.get("over_rate") else ""
        held = f", held up to {told['held_max_ms']} ms" if told.get("held_max_ms") else ""
        away = f", away for {told['away_ms']} ms" if told.get("away_ms") else ""
        line = f"  {names[seat.seat]:6} {seat.name}: {seat.score:g}{orders}{more}{held}{away}"
        out.print(line, markup=False, soft_wrap=True)


def _list_events(record: MatchRecord) -> Frame:
    for frame in frames(record):
        for line in frame.lines:
            out.print(line, markup=False, soft_wrap=True)
    return frame


def _play_back(record: MatchRecord, speed: float, pause: Pause) -> Frame:
    recent: list[str] = []
    now = 0
    with Live(console=out, auto_refresh=False, transient=True) as live:
        for frame in frames(record):
            pause((frame.time - now) / 1000 / speed)
            now = frame.time
            recent = [*recent, *frame.lines][-_SHOWN_EVENTS:]
            picture = [f"{now / 1000:8.2f} s", draw_state(frame.state), "", *recent]
            live.update(Text("\n".join(picture), no_wrap=True), refresh=True)
    return frame


def _print_end(record: MatchRecord, last: Frame) -> None:
    out.print(f"\nat {last.time} ms:\n{draw_state(last.state)}", markup=False)
    why = Termination[record.termination].value
    out.print(f"\n{why}{': ' + record.detail if record.detail else ''}", markup=False)
