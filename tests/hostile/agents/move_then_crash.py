"""Makes a good move, and crashes on its next turn."""

import ctypes

import arena_sdk


def bot(turn: arena_sdk.Turn) -> str:
    if turn.ply > 1:
        ctypes.string_at(0)
    return turn.legal_moves[0]


arena_sdk.serve(bot, name="hostile")
