import pytest

from worker.app import QUEUE, broker_url, make_app


@pytest.mark.parametrize(
    ("redis_url", "broker"),
    [
        ("redis://host:6379/1", "redis://host:6379/1"),
        ("rediss://:pw@host", "rediss://:pw@host"),
        ("unix:///tmp/r.sock", "redis+socket:///tmp/r.sock"),
        ("unix:///tmp/an%20arena/r.sock", "redis+socket:///tmp/an%20arena/r.sock"),
        ("unix:///tmp/r.sock?db=3", "redis+socket:///tmp/r.sock?virtual_host=3"),
    ],
)
def test_the_broker_is_the_same_redis(redis_url: str, broker: str) -> None:
    assert broker_url(redis_url) == broker


def test_what_the_broker_cannot_be_told_is_refused() -> None:
    with pytest.raises(ValueError, match="takes \\?db=N and nothing else"):
        broker_url("unix:///tmp/r.sock?password=x")


def test_tasks_are_acknowledged_late_and_leave_no_results() -> None:
    conf = make_app("redis://localhost").conf
    assert conf.task_acks_late
    assert conf.worker_prefetch_multiplier == 1
    assert conf.task_ignore_result
    assert not conf.worker_enable_remote_control
    assert conf.accept_content == ["json"]
    assert conf.task_default_queue == QUEUE
