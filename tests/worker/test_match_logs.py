"""Whose lines in a log belong to which match."""

from dataclasses import replace
from pathlib import Path

import pytest

from league.pairing import Entrant
from tests.worker import fakes
from worker.match_logs import NoLog, log_file, note_attempt, read_log

PAIRING = fakes.pairing()
FIRST, SECOND = PAIRING.seatings


def write(logs: Path, entrant: int, text: str, copy: int = 0) -> None:
    file = logs / PAIRING.pairing_id / log_file(PAIRING, entrant, copy)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a") as log:
        log.write(text)


def test_a_log_is_divided_at_the_attempts(tmp_path: Path) -> None:
    write(tmp_path, 0, "starts\n")
    note_attempt(tmp_path, PAIRING, FIRST, 1)
    write(tmp_path, 0, "void\n")
    write(tmp_path, 1, "rival\n")
    note_attempt(tmp_path, PAIRING, FIRST, 2)
    write(tmp_path, 0, "again\n")
    note_attempt(tmp_path, PAIRING, SECOND, 3)
    write(tmp_path, 0, "second\n")
    seat = FIRST.seats.index(0)
    assert read_log(tmp_path, FIRST.match_id, seat) == [(1, "starts\nvoid\n"), (2, "again\n")]
    assert read_log(tmp_path, FIRST.match_id, 1 - seat) == [(1, "rival\n"), (2, "")]
    assert read_log(tmp_path, SECOND.match_id, SECOND.seats.index(0)) == [(3, "second\n")]


def test_an_entrant_that_plays_itself_has_a_log_for_each_seat(tmp_path: Path) -> None:
    itself = replace(FIRST, seats=(0, 0))
    note_attempt(tmp_path, replace(PAIRING, seatings=(itself,)), itself, 1)
    write(tmp_path, 0, "one\n")
    write(tmp_path, 0, "other\n", copy=1)
    assert read_log(tmp_path, FIRST.match_id, 0) == [(1, "one\n")]
    assert read_log(tmp_path, FIRST.match_id, 1) == [(1, "other\n")]


def test_names_are_safe_in_file_names() -> None:
    odd = replace(PAIRING, entrants=(Entrant("../a b/ü", "random"), Entrant("x" * 99, "random")))
    assert log_file(odd, 0, 0) == "0-.._a_b_ü.log"
    assert log_file(odd, 1, 1) == "1-" + "x" * 60 + "-2.log"


@pytest.mark.parametrize("match", ["cup-00001.9", "other-1.1", "nobody", "../secret.1", "."])
def test_a_match_without_a_log_is_said(tmp_path: Path, match: str) -> None:
    note_attempt(tmp_path, PAIRING, FIRST, 1)
    with pytest.raises(NoLog, match="no log of match"):
        read_log(tmp_path, match, 0)


def test_a_place_that_cannot_be_noted_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / PAIRING.pairing_id).touch()  # where the folder would be
    note_attempt(tmp_path, PAIRING, FIRST, 1)
    with pytest.raises(NoLog, match="no log of match"):
        read_log(tmp_path, FIRST.match_id, 0)


def test_a_line_that_a_full_disk_cut_short_costs_no_other_match_its_log(tmp_path: Path) -> None:
    write(tmp_path, 0, "first\n")
    note_attempt(tmp_path, PAIRING, FIRST, 1)
    index = tmp_path / PAIRING.pairing_id / "seats.jsonl"
    with index.open("a") as file:
        file.write('{"match": "cup-0')
    note_attempt(tmp_path, PAIRING, FIRST, 2)
    note_attempt(tmp_path, PAIRING, SECOND, 3)
    write(tmp_path, 0, "second\n")
    assert read_log(tmp_path, SECOND.match_id, SECOND.seats.index(0)) == [(3, "second\n")]
