"""What the service commands do."""

import os
import signal
import threading
from collections.abc import Sequence
from contextlib import ExitStack, closing

import structlog
from redis import Redis
from redis.exceptions import RedisError

from arbiter.server import ArbiterConfig, serve_arbiter
from cli.errors import UserError
from cli.logs import log_to_stderr
from cli.output import err
from cli.tree import ArbiterSocket, Service, Tree, arbiter_service, arena_services
from league import rater, tournaments
from league.director import Director
from league.home import open_redis
from league.settings import Settings, load_settings
from league.store import connect
from worker.app import QUEUE, TASK, make_app
from worker.host_settings import load_sandbox_settings
from worker.leftovers import reap_leftovers
from worker.main import run_worker

_TICK_S = 1.0
_SUPERVISE_S = 0.5
_log = structlog.get_logger()


def serve_here(address: str, capacity: int) -> None:
    """Runs one arbiter in this process. Raises CannotListen."""
    log_to_stderr()
    serve_arbiter(
        ArbiterConfig(address, capacity),
        lambda where: err.print(f"arbiter serves on {where}", markup=False),
    )


def serve_many(addresses: Sequence[str], capacity: int) -> None:
    """Runs one arbiter process an address."""
    log_to_stderr()
    services = [
        Service(
            f"arbiter-{index}",
            ("serve", "arbiter", "--address", address, "--capacity", str(capacity)),
        )
        for index, address in enumerate(addresses)
    ]
    for address in addresses:
        err.print(f"arbiter serves on {address}", markup=False)
    _supervise(services, load_settings())


def work(arbiter: str | None, concurrency: int) -> int:
    """Runs a worker, and an arbiter of its own unless one is named; the exit code."""
    log_to_stderr()
    settings = load_settings()
    if arbiter is not None:
        return run_worker(settings, concurrency, arbiter)
    with ArbiterSocket() as socket:
        services = [arbiter_service(socket.address)]
        with Tree(services, settings.home / "logs") as tree:
            over = threading.Event()
            watch = threading.Thread(target=_keep_up, args=(tree, over), daemon=True)
            watch.start()
            try:
                return run_worker(settings, concurrency, socket.address)
            finally:
                over.set()
                watch.join()  # or it would start again what the tree stops


def _keep_up(tree: Tree, over: threading.Event) -> None:
    """Until it is over; without its arbiter the worker ends."""
    try:
        while not over.wait(_SUPERVISE_S):
            for line in tree.supervise():
                _log.warning(line)
    except UserError as error:
        _log.error("the worker ends", reason=str(error))
        os.kill(os.getpid(), signal.SIGTERM)


def direct(names: Sequence[str]) -> None:
    """Directs tournaments (none named: all that are not finished) and folds ratings until
    told to stop. Raises UnknownTournament."""
    log_to_stderr()
    settings = load_settings()
    stop = _stop_on_signals()
    with ExitStack() as stack:
        url = stack.enter_context(open_redis(settings))
        redis = stack.enter_context(closing(connect(url)))
        for name in names:
            tournaments.definition(redis, name)
        _direct(redis, url, settings, names, stop)


def _direct(
    redis: Redis, url: str, settings: Settings, names: Sequence[str], stop: threading.Event
) -> None:
    app = make_app(url)

    def send(pairing_id: str) -> None:
        app.send_task(TASK, args=[pairing_id], queue=QUEUE, ignore_result=True)

    directors: dict[str, Director] = {}
    try:
        while not stop.is_set():
            try:
                for name in names or tournaments.names(redis):
                    if name not in directors:
                        directors[name] = Director(
                            redis, send, name, window=settings.window, patience=settings.patience
                        )
                    if not directors[name].done and (sent := directors[name].tick()):
                        _log.info("pairings sent", tournament=name, count=sent)
                for pool in rater.pools(redis):
                    rater.fold_new(redis, pool)
            except (RedisError, OSError) as error:
                _log.warning("Redis does not answer; trying again", reason=str(error))
            stop.wait(_TICK_S)
    finally:
        for director in directors.values():
            _close(director)
        app.close()


def _close(director: Director) -> None:
    try:
        director.close()
    except RedisError as error:
        _log.warning("lead not given up; it runs out by itself", reason=str(error))


def serve_all(concurrency: int) -> None:
    """Runs everything until Ctrl-C."""
    log_to_stderr()
    settings = load_settings()
    reap_leftovers(load_sandbox_settings())
    with open_redis(settings) as url, ArbiterSocket() as socket:
        services = arena_services(socket.address, url, concurrency)
        err.print(f"the arena is up: Redis at {url}, arbiter at {socket.address}", markup=False)
        logs = settings.home / "logs"
        err.print(f"logs are in {logs}; Ctrl-C stops everything", style="dim", markup=False)
        _supervise(services, settings)


def _supervise(services: Sequence[Service], settings: Settings) -> None:
    stop = _stop_on_signals()
    with Tree(services, settings.home / "logs") as tree:
        while not stop.wait(_SUPERVISE_S):
            for line in tree.supervise():
                err.print(line, style="yellow")


def _stop_on_signals() -> threading.Event:
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    return stop
