"""Everything that a bot needs to play in the arena.

    from arena_sdk import serve

    def bot(turn):
        return turn.lot().choice(turn.legal_moves)

    serve(bot, name="mine")

The bot is started with the address to listen at in ARENA_ADDRESS. `Player` says what a
bot with a state of its own looks like, `Turn` what it is asked, `Reply` what it can answer.
`LivePlayer` says it of a bot for games without turns, which is given a
`arena_sdk.realtime.LiveGame`.
"""

from arena_sdk.bot import Bot, LivePlayer, Player, Traits, as_bot
from arena_sdk.errors import (
    InvalidAddress,
    InvalidBot,
    InvalidParameter,
    InvalidReply,
    SdkError,
    UnknownAgent,
    UnknownRules,
    WrongGame,
)
from arena_sdk.match import Charge, Clock, Match, Result
from arena_sdk.server import AgentServer, serve
from arena_sdk.turn import Reply, Turn

__all__ = [
    "AgentServer",
    "Bot",
    "Charge",
    "Clock",
    "InvalidAddress",
    "InvalidBot",
    "InvalidParameter",
    "InvalidReply",
    "LivePlayer",
    "Match",
    "Player",
    "Reply",
    "Result",
    "SdkError",
    "Traits",
    "Turn",
    "UnknownAgent",
    "UnknownRules",
    "WrongGame",
    "as_bot",
    "serve",
]
