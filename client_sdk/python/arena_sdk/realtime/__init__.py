"""Games without turns: what happens is told as it happens, and orders go out at any time.

A bot for them is a class; see `arena_sdk.LivePlayer` for what it may define, and `LiveGame`
for what it is given. The same bot plays in real time and in lock-step, where time stands
still while it thinks.
"""

from arena_sdk.realtime.game import LiveGame
from arena_sdk.realtime.told import OrderReply, Snapshot

__all__ = ["LiveGame", "OrderReply", "Snapshot"]
