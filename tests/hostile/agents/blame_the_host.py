"""Ends before it listens, with the words and the exit code of a host that cannot start it."""

import os

os.write(2, b"bwrap: Can't mount proc on /newroot/proc: No space left on device\n")
os._exit(127)
