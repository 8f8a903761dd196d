"""`arena logs`: what an agent wrote in a match."""

from cli.output import emit, err, out
from league.home import ArenaHome
from league.settings import load_settings
from worker.match_logs import read_log


def print_log(match_id: str, seat: int, json: bool) -> None:
    """Prints the log of a seat, attempt by attempt. Raises NoLog."""
    logs = ArenaHome(load_settings().home).logs / "agents"
    attempts = read_log(logs, match_id, seat)
    if json:
        emit(
            {
                "match": match_id,
                "seat": seat,
                "attempts": [{"attempt": number, "text": text} for number, text in attempts],
            }
        )
        return
    for number, text in attempts:
        if len(attempts) > 1:
            err.print(f"attempt {number}:", style="bold")
        out.print(_harmless(text), markup=False, end="", soft_wrap=True)


def _harmless(text: str) -> str:
    """The text without what would steer a terminal: an agent may write anything."""
    return "".join(c for c in text if c.isprintable() or c in "\n\t")
