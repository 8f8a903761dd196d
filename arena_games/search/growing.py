"""Searches of a fixed depth, one after the other, for as long as there is time."""

from collections.abc import Callable

from arena_games.search.found import Found, Stop, never


def growing(
    search: Callable[[int], Found], most: int, *, stop: Stop, enough: Stop = never
) -> Found:
    """What `search` gives at 1, 2, ... `most` plies, of the greatest depth that it got through.

    The search must take `stop` too; `enough` is asked between two depths.
    """
    found = search(1)
    nodes = found.nodes
    for depth in range(2, most + 1):
        if stop() or enough():
            break
        deeper = search(depth)
        nodes += deeper.nodes
        if deeper.depth < depth:
            break
        found = deeper
    return Found(found.move, found.value, found.depth, nodes)
