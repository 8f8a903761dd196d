"""No villain: an honest rival that thinks for 50 ms of CPU time a turn."""

import time

import arena_sdk

_THINKING = 0.05


def bot(turn: arena_sdk.Turn) -> str:
    end = time.thread_time() + _THINKING
    while time.thread_time() < end:
        pass
    return turn.legal_moves[0]


arena_sdk.serve(bot, name="thinker")
