"""The Lua scripts in `league/lua`, each one change that happens whole or not at all.

Redis runs a script by its hash; a server that has not seen it yet is sent the text.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from redis import Redis
from redis.exceptions import NoScriptError

Value = str | bytes | int


def run(client: Redis, name: str, keys: Sequence[str], *args: Value) -> int:
    """Runs `league/lua/NAME.lua` and returns the number that it returns."""
    text, digest = _script(name)
    try:
        return int(client.evalsha(digest, len(keys), *keys, *args))
    except NoScriptError:
        return int(client.eval(text, len(keys), *keys, *args))


def milliseconds(seconds: float | None) -> int:
    """Seconds as a script takes them; None ("by the server's clock") is negative."""
    return -1 if seconds is None else round(seconds * 1000)


@cache
def _script(name: str) -> tuple[str, str]:
    text = files("league").joinpath("lua", f"{name}.lua").read_text(encoding="utf-8")
    return text, hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
