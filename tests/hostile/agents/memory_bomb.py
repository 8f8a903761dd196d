"""Takes memory, and uses it, until there is none."""

from cover import play  # type: ignore[import-not-found]

_CHUNK = 16 * 1024 * 1024


def bomb() -> None:
    taken = []
    while True:
        taken.append(b"x" * _CHUNK)


play(bomb)
