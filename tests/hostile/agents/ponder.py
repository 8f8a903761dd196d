"""Computes on its rival's time, in a process that left its group and its session.

Reports how much CPU time that process got between its answers and its next turns.
"""

import os
from pathlib import Path

from cover import report  # type: ignore[import-not-found]

import arena_sdk

_TURNS = 5


class Ponderer:
    def __init__(self) -> None:
        self.child = self.turns = self.stolen = self.before = 0

    def play(self, turn: arena_sdk.Turn) -> str | arena_sdk.Reply:
        self.turns += 1
        if not self.child:
            self.child = spin()
        else:
            self.stolen += self.used() - self.before
        if self.turns == _TURNS:
            report(stolen_us=self.stolen // 1000)
            return arena_sdk.Reply(resign=True)
        move = turn.legal_moves[0]
        self.before = self.used()
        return move

    def used(self) -> int:
        """CPU time of the child in nanoseconds."""
        return int(Path(f"/proc/{self.child}/schedstat").read_text().split()[0])


def spin() -> int:
    child = os.fork()
    if child == 0:
        os.setsid()
        while True:
            pass
    return child


arena_sdk.serve(Ponderer, name="hostile")
