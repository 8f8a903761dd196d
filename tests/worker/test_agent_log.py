from pathlib import Path

from worker.agent_log import AgentLog


def test_what_is_written_is_in_the_file(tmp_path: Path) -> None:
    log = AgentLog(tmp_path / "deep" / "bot.log", 100)
    log.write(b"one\ntwo\n")
    log.close()
    assert (tmp_path / "deep" / "bot.log").read_bytes() == b"one\ntwo\n"


def test_a_flood_is_capped_but_its_end_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "bot.log"
    log = AgentLog(path, 1000)
    assert not log.full
    for number in range(100_000):
        log.write(b"line %d\n" % number)
    assert log.full
    assert log.last_lines(1) == ["line 99999"]
    log.close()
    text = path.read_text()
    assert text.startswith("line 0\nline 1\n")
    assert "log limit reached" in text
    assert text.endswith("line 99999\n")
    assert len(text) < 1000 + 4096 + 200


def test_a_second_log_goes_on_in_the_same_file_within_the_same_limit(tmp_path: Path) -> None:
    path = tmp_path / "bot.log"
    for word in (b"a" * 60, b"b" * 60):
        log = AgentLog(path, 100)
        log.write(word)
        log.close()
    assert path.read_bytes().startswith(b"a" * 60 + b"b" * 40 + b"\n[log limit reached: 20 bytes")


def test_last_lines_hold_no_control_codes_and_no_empty_lines() -> None:
    log = AgentLog(None, 100)
    log.write(b"first\n\n\x1b[31mred\x00\n  \nlast" + b"\xff" * 3)
    assert log.last_lines(2) == [" [31mred ", "last���"]
    log.close()


def test_a_file_that_cannot_be_made_costs_the_file_only(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    log = AgentLog(tmp_path / "taken" / "bot.log", 100)
    log.write(b"still heard\n")
    assert log.last_lines(1) == ["still heard"]
    log.close()
