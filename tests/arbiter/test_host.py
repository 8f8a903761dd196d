"""What is known of the host in an interval."""

import os
import signal
from pathlib import Path

from arbiter.canary import Canary
from arbiter.host import HostMeter, Noise
from arbiter.ledger import NOT_MEASURED


def write(proc: Path, steal: int, pressure: int) -> None:
    (proc / "pressure").mkdir(exist_ok=True)
    (proc / "stat").write_text(f"cpu  1 2 3 4 5 6 7 {steal} 0 0\ncpu0 1\n")
    (proc / "pressure" / "cpu").write_text(f"some avg10=0.00 total={pressure}\nfull total=0\n")


def test_an_interval_is_read_off_the_samples_around_it(tmp_path: Path) -> None:
    late = [0]
    meter = HostMeter(lambda: late[0], tmp_path)
    for second in range(4):
        write(tmp_path, steal=second, pressure=second * 1000)
        late[0] = second * 7
        meter.tick(second * 1_000_000)
    assert meter.between(1_000_000, 3_000_000) == Noise(20_000, 2000, 14)
    assert meter.between(1_200_000, 1_700_000) == Noise(0, 0, 0)
    assert meter.between(1_900_000, 2_100_000) == Noise(10_000, 1000, 7)
    write(tmp_path, steal=9, pressure=9000)
    assert meter.between(2_500_000, 3_050_000, fresh=True) == Noise(70_000, 7000, 7)


def test_samples_are_not_taken_more_often_than_needed(tmp_path: Path) -> None:
    write(tmp_path, 0, 0)
    meter = HostMeter(None, tmp_path)
    meter.tick(0)
    write(tmp_path, 5, 5)
    meter.tick(50_000)
    assert meter.between(0, 50_000) == Noise(0, 0, NOT_MEASURED)


def test_what_a_host_does_not_tell_is_not_measured(tmp_path: Path) -> None:
    noise = HostMeter(None, tmp_path).between(0, 1)
    assert noise == Noise(NOT_MEASURED, NOT_MEASURED, NOT_MEASURED)
    assert noise.most == 0


def test_what_cores_did_leaves_out_that_they_were_idle(tmp_path: Path) -> None:
    ticks = [
        "cpu  9 9 9 9 9 9 9 9 9 9",
        "cpu0 1 2 4 800 900 8 16 32 7 7",
        "cpu1 64 0 0 5 5 0 0 0 0 0",
    ]
    (tmp_path / "stat").write_text("\n".join([*ticks, "intr 1 2 3"]))
    meter = HostMeter(None, tmp_path)
    assert meter.busy([0]) == 63 * 10_000
    assert meter.busy({0, 1}) == 127 * 10_000
    assert meter.busy([7]) == meter.busy([]) == NOT_MEASURED
    (tmp_path / "stat").write_text("cpu0 what\n")
    assert meter.busy([0]) == NOT_MEASURED


def test_a_canary_that_could_not_run_tells_so() -> None:
    canary = Canary()
    try:
        assert canary.pid > 0
        os.kill(canary.pid, signal.SIGSTOP)
        before = canary.lateness()
        os.kill(canary.pid, signal.SIGCONT)
        while canary.lateness() == before:
            os.kill(canary.pid, signal.SIGSTOP)
            os.kill(canary.pid, signal.SIGCONT)
    finally:
        canary.close()
