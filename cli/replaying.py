"""`arena replay`: a recorded match again, with its clocks and their charges."""

from dataclasses import dataclass

from rich.table import Table
from rich.text import Text

from arena_games import Position, Termination, get_game, is_real_time
from cli.drawing import draw
from cli.errors import UserError
from cli.listing import open_records
from cli.output import emit, out, table
from cli.reliving import relive
from league.openings import start_position
from league.record import MatchRecord
from league.summary import summary


@dataclass(frozen=True, slots=True)
class Replay:
    """What is to be shown of a match: of one with turns only the position at `ply`, or its
    ledger; of one in real time only the state `at` so many ms, else all at that speed."""

    ply: int | None = None
    ledger: bool = False
    at: int | None = None
    speed: float = 1.0


def replay_match(match_id: str, replay: Replay, json: bool) -> None:
    """Shows a recorded match again. Raises UnknownMatch, UserError."""
    with open_records() as records:
        record = records.find(match_id)
    if is_real_time(record.game):
        if replay.ply is not None or replay.ledger:
            raise UserError(f"{record.game} has no plies and no clocks: leave out --ply, --ledger")
        relive(record, replay.at, replay.speed, json)
    elif replay.at is not None:
        raise UserError(f"--at {replay.at}: {record.game} has turns; --ply N shows a position")
    else:
        _show(record, replay.ply, replay.ledger, json)


def _show(record: MatchRecord, ply: int | None, ledger: bool, json: bool) -> None:
    """Prints the match: header, moves with clocks, last position (or that at `ply`)."""
    positions = _positions(record)
    if ply is not None and not 0 <= ply < len(positions):
        raise UserError(f"--ply {ply}: match {record.match} has plies 0 to {len(positions) - 1}")
    if json:
        emit(_as_json(record, positions))
        return
    out.print(f"[bold]{record.match}[/]  {record.game}  {record.time}", markup=True)
    for seat in record.seats:
        name = get_game(record.game).seat_names[seat.seat]
        out.print(
            f"  {name:6} {seat.name}: {seat.score:g}, {seat.clock_left_ms / 1000:.3f} s left, "
            f"{seat.charged_ms / 1000:.3f} s thought in {seat.turns} turns",
            markup=False,
        )
    if ply is None:
        out.print(_ledger_table(record) if ledger else _move_table(record))
    shown = len(positions) - 1 if ply is None else ply
    out.print(f"\nafter ply {shown}:\n{draw(record.game, positions[shown].text())}", markup=False)
    if shown == len(positions) - 1:
        why = Termination[record.termination].value
        out.print(f"\n{why}{': ' + record.detail if record.detail else ''}", markup=False)


def _positions(record: MatchRecord) -> list[Position]:
    """The positions from the start to the end."""
    position = start_position(get_game(record.game), record.options, record.seed, record.position)
    positions = [position]
    for move in (*record.opening, *record.moves):
        position = position.play(move)
        positions.append(position)
    return positions


def _move_table(record: MatchRecord) -> Table:
    """A line for each round of turns: the moves, and what they left on the clock."""
    seats = len(record.seats)
    grid = Table(header_style="bold")
    grid.add_column("ply", justify="right")
    for seat in record.seats:
        grid.add_column(Text(seat.name))
        grid.add_column("s left", justify="right", style="dim")
    cells: list[str] = []
    first = _positions(record)[0].to_move
    for index, move in enumerate((*record.opening, *record.moves)):
        if not cells:
            cells = [str(index), *[""] * (2 * seats)]
        mover = (first + index) % seats
        charge_index = index - len(record.opening)
        left = record.ledger[charge_index].clocks_us[mover] / 1e6 if charge_index >= 0 else None
        cells[1 + 2 * mover] = move
        cells[2 + 2 * mover] = "opening" if left is None else f"{left:.3f}"
        if mover == seats - 1:
            grid.add_row(*cells)
            cells = []
    if cells:
        grid.add_row(*cells)
    return grid


def _ledger_table(record: MatchRecord) -> Table:
    columns = ("ply", "seat", "move", "wall", "own lag", "wire", "grace", "cpu", "charged", "left")
    charged = list(zip(record.ledger, record.moves, strict=True))
    if record.last_charge:
        charged.append((record.last_charge, "(none)"))
    rows = [
        (
            charge.ply,
            record.seats[charge.seat].name,
            move,
            charge.wall_us,
            charge.own_lag_us,
            charge.transport_us,
            charge.grace_us,
            charge.cpu_us,
            charge.charged_us,
            charge.left_us,
        )
        for charge, move in charged
    ]
    numbers = [column for column in columns if column not in ("seat", "move")]
    return table("Ledger, in microseconds", columns, rows, right=numbers)


def _as_json(record: MatchRecord, positions: list[Position]) -> dict[str, object]:
    return summary(record) | {
        "time": record.time,
        "detail": record.detail,
        "positions": [position.text() for position in positions],
        "ledger": [
            {
                "ply": charge.ply,
                "seat": charge.seat,
                "wall_us": charge.wall_us,
                "own_lag_us": charge.own_lag_us,
                "transport_us": charge.transport_us,
                "cpu_us": charge.cpu_us,
                "grace_us": charge.grace_us,
                "charged_us": charge.charged_us,
                "left_us": charge.left_us,
            }
            for charge in record.ledger
        ],
    }
