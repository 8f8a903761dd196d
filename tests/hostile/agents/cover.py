"""What a hostile bot plays behind: legal moves, and a report of what its attack came to.

It attacks on its first turn, plays on to show that the match goes on, and then resigns.
What it says goes to its log: a line of JSON after the word "report".
"""

import errno
import json
import os
import sys
from collections.abc import Callable
from typing import Any

import arena_sdk

# Some of them would harm whoever tried them out: inside a sandbox they are the first
# processes of a namespace.
if os.getpid() > 2:
    sys.exit("hostile bots run in a sandbox only")

# Own turns until it gives up: by then the rival has answered an attack or two.
_TURNS = 4

# What the test laid out to be found: see Bait in attacks.py.
BAIT: dict[str, Any] = json.loads(sys.argv[1])


def report(**facts: Any) -> None:
    """Tells the test."""
    os.write(1, f"\nreport {json.dumps(facts)}\n".encode())


def tried(do: Callable[[], Any]) -> str:
    """ "done", or the name of the error that kept it from being done."""
    try:
        do()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, type(error).__name__)
    except Exception as error:  # noqa: BLE001 - whatever it is, it was not done
        return type(error).__name__
    return "done"


def play(attack: Callable[[], Any], *, turns: int = _TURNS) -> None:
    """Listens, and plays so many turns; attacks on the first of them."""
    taken = 0

    def bot(turn: arena_sdk.Turn) -> str | arena_sdk.Reply:
        nonlocal taken
        taken += 1
        if taken == 1:
            attack()
        if taken == turns:
            return arena_sdk.Reply(resign=True, comment="I have done my worst")
        return turn.legal_moves[0]

    arena_sdk.serve(bot, name="hostile")
