"""The reference agents of AChess. Each is a function from a simulation to the orders that a
seat wants; `Thinker` is all that there is between such a function and a match.

    random      any piece, anywhere, now and then
    rusher      captures and advances as fast as orders may come
    guard       keeps home, captures who comes near, leaves who would be captured
    tactician   tries every order in the simulation and takes the best
"""

from arena_sdk.agents.achess.minds import Mind, Thinker, Wish
from arena_sdk.agents.achess.simple import guard_mind, random_mind, rusher_mind
from arena_sdk.agents.achess.tactician import tactician_mind

MINDS: dict[str, Mind] = {
    "random": random_mind,
    "rusher": rusher_mind,
    "guard": guard_mind,
    "tactician": tactician_mind,
}


def player(style: str, every: int) -> Thinker:
    """A player for one match, which decides every so many ms. Raises KeyError."""
    return Thinker(MINDS[style], every)


__all__ = ["MINDS", "Mind", "Thinker", "Wish", "player"]
