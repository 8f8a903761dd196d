"""The agent under check, as it is started and started again."""

import pytest

from tests.worker.fakes import FakeSandbox
from worker.conformance.subject import Subject
from worker.errors import SandboxError
from worker.sandbox import Sandbox


def test_one_that_did_not_get_ready_is_not_taken_for_one_that_runs() -> None:
    made: list[FakeSandbox] = []

    def start() -> Sandbox:
        failed = None if made else SandboxError("it did not listen")
        made.append(FakeSandbox(not_ready=failed))
        return made[-1]

    subject = Subject(start, "joust", limit=1.0, patience=1.0)
    with pytest.raises(SandboxError, match="did not listen"):
        subject.run()
    assert made[0].stopped
    subject.run()
    assert subject.sandbox is made[1]
    subject.stop()
