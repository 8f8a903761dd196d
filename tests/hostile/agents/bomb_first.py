"""Takes memory, and uses it, until there is none; before it listens."""

_CHUNK = 16 * 1024 * 1024

taken = []
while True:
    taken.append(b"x" * _CHUNK)
