"""The worker process: takes pairings from the queue until it is told to stop."""

import os
import signal
import socket
import threading
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from types import FrameType
from typing import Any

import structlog
from celery import signals
from celery.exceptions import CPendingDeprecationWarning, SecurityWarning
from celery.worker import state

from league.home import open_redis
from league.settings import Settings
from league.store import connect
from worker.app import QUEUE, make_app
from worker.arbiter_link import Arbiter
from worker.cores import usable_cores
from worker.host_settings import load_sandbox_settings
from worker.interrupt import Interrupt
from worker.leftovers import reap_leftovers
from worker.settings import PlaySettings
from worker.task import Host, register_task

log = structlog.get_logger(__name__)


def run_worker(
    settings: Settings,
    concurrency: int,
    arbiter_address: str,
    play: PlaySettings | None = None,
) -> int:
    """Plays pairings, `concurrency` at once (0: one a core), until SIGTERM or SIGINT; the
    exit code.

    Call it in the main thread: it handles the signals. On either one, running matches are
    dropped with their journals kept, agents ended and leases given back; that takes no
    longer than ending the agents. Raises ServerUnreachable and its kin (league.errors).
    """
    if play is None:
        logs = settings.home / "logs" / "agents"
        play = PlaySettings(logs=logs, sandbox=load_sandbox_settings())
    concurrency = concurrency or len(usable_cores(play.sandbox.cores))
    reap_leftovers(play.sandbox)
    stop = Interrupt()
    with ExitStack() as undo:
        url = undo.enter_context(open_redis(settings))
        host = Host(
            redis=undo.enter_context(closing(connect(url))),
            arbiter=undo.enter_context(closing(Arbiter(arbiter_address))),
            settings=play,
            stop=stop,
            lease_ttl=settings.lease_ttl,
            beat_interval=settings.beat_interval,
        )
        undo.enter_context(_celery_tamed(stop))
        app = make_app(url)
        register_task(app, host)
        worker = app.Worker(
            pool="threads",
            concurrency=concurrency,
            queues=[QUEUE],
            hostname=f"arena-{os.getpid()}@{socket.gethostname()}",
            quiet=True,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        log.info("worker takes pairings", concurrency=concurrency, arbiter=arbiter_address)
        worker.start()
        log.info("worker stopped")
        return int(worker.exitcode or 0)


@contextmanager
def _celery_tamed(stop: Interrupt) -> Iterator[None]:
    """Within the block, Celery leaves signals and logging to us."""

    def take_signals(**_: Any) -> None:
        # By itself Celery would wait for its tasks, and start anew on a hang-up.
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, end)

    def end(number: int, _: FrameType | None) -> None:
        # Celery's loop looks at this, and ends with it as the exit code.
        state.should_stop = 0  # type: ignore[assignment]
        # A signal handler must take no lock that the code under it may hold.
        reason = f"the worker got {signal.Signals(number).name}"
        threading.Thread(target=stop.set, args=[reason], name="stop").start()

    def keep_logging(**_: Any) -> None:
        """Connected, it keeps Celery from setting up logging."""

    signals.worker_ready.connect(take_signals, weak=False)
    signals.setup_logging.connect(keep_logging, weak=False)
    try:
        with warnings.catch_warnings():
            # About running as root, as is usual in a container: it matters for pickled tasks.
            warnings.simplefilter("ignore", SecurityWarning)
            # About tasks that lose their broker: ours go on, fenced by their leases.
            warnings.simplefilter("ignore", CPendingDeprecationWarning)
            yield
    finally:
        signals.worker_ready.disconnect(take_signals)
        signals.setup_logging.disconnect(keep_logging)
