"""What ends a command with one line and exit code 2, and what is a fault of ours."""

import sys

# The trees of errors that users can cause. They are looked up only where loaded: a base
# install has no league, and an error of a module that was never imported cannot occur.
_TREES = {
    "arena_games.errors": "GameError",
    "arena_sdk.errors": "SdkError",
    "arbiter.errors": "ArbiterError",
    "arbiter.server": "CannotListen",
    "league.errors": "LeagueError",
    "worker.errors": "WorkerError",
}

# Packages that come with an extra, by the name under which they are imported.
_EXTRAS = {
    "celery": "server",
    "kombu": "server",
    "openskill": "server",
    "pydantic": "server",
    "pydantic_settings": "server",
    "redis": "server",
    "structlog": "server",
    "nicegui": "web",
}


class UserError(Exception):
    """A mistake in how a command was used: one line that says the remedy."""


def explain(error: BaseException) -> str | None:
    """The line for the user, or None if the error is ours."""
    if isinstance(error, UserError):
        return str(error)
    if isinstance(error, ModuleNotFoundError):
        extra = _EXTRAS.get((error.name or "").partition(".")[0])
        if extra is not None:
            return (
                f"this command needs the extra {extra!r} ({error.name} is not installed): "
                f"pip install 'bot-arena[{extra}]'"
            )
    for module, name in _TREES.items():
        tree = getattr(sys.modules.get(module), name, None)
        if tree is not None and isinstance(error, tree):
            return str(error)
    return None
