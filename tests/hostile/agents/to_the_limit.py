"""Takes all of its time but a moment; then, with nothing left to take, that moment too."""

import time

import arena_sdk

_MOMENT = 0.002


def bot(turn: arena_sdk.Turn) -> str:
    move = turn.legal_moves[0]
    time.sleep(max(_MOMENT, turn.clock.left - _MOMENT))
    return move


arena_sdk.serve(bot, name="hostile")
