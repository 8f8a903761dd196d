"""The Celery app: where tasks come from, and how they are taken."""

from urllib.parse import urlsplit

from celery import Celery

QUEUE = "pairings"
TASK = "arena.play_pairing"

# Redelivery by the broker is the last resort: the director sends a pairing again within
# seconds of its lease running out. So the broker's own limit is beyond any pairing's play.
_REDELIVER_S = 24 * 3600


def make_app(redis_url: str) -> Celery:
    """The app over a Redis address as redis-py takes it (redis://, rediss://, unix://)."""
    app = Celery("arena", set_as_current=False)
    app.conf.update(
        broker_url=broker_url(redis_url),
        broker_transport_options={"visibility_timeout": _REDELIVER_S},
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,  # a Redis that starts again is waited for
        task_default_queue=QUEUE,
        task_serializer="json",
        accept_content=["json"],
        task_acks_late=True,
        task_ignore_result=True,
        worker_prefetch_multiplier=1,
        worker_enable_remote_control=False,
        worker_send_task_events=False,
        worker_hijack_root_logger=False,
        worker_cancel_long_running_tasks_on_connection_loss=False,
        worker_redirect_stdouts=False,
    )
    return app


def broker_url(redis_url: str) -> str:
    """The same address as Celery's broker takes it: Unix sockets are spelt otherwise."""
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    query = f"?virtual_host={_database(parts.query)}" if parts.query else ""
    return f"redis+socket://{parts.path}{query}"


def _database(query: str) -> str:
    name, _, value = query.partition("=")
    if name != "db":
        raise ValueError(f"a Redis address takes ?db=N and nothing else, not ?{query}")
    return value
