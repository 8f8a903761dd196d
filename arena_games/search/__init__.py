"""Search over `arena_games.board.Board`, for any game and any number of seats.

    found = paranoid(position.board(), 3, Against(), seed=7)
    move = position.decode(found.move)

Searches know no clock: what must end early is given a `stop`, a function that says so.
"""

from arena_games.search.alphabeta import alphabeta
from arena_games.search.coalition import best_reply, coalition
from arena_games.search.evaluation import Against, Decided, Evaluation, JoustProlog, Shares
from arena_games.search.found import WIN, Found, Stop, never
from arena_games.search.greedy import greedy
from arena_games.search.growing import growing
from arena_games.search.maxn import maxn
from arena_games.search.mcts import MonteCarlo, mcts
from arena_games.search.mp_mix import mp_mix
from arena_games.search.negascout import negascout
from arena_games.search.paranoid import paranoid
from arena_games.search.transposition import Transpositions

__all__ = [
    "WIN",
    "Against",
    "Decided",
    "Evaluation",
    "Found",
    "JoustProlog",
    "MonteCarlo",
    "Shares",
    "Stop",
    "Transpositions",
    "alphabeta",
    "best_reply",
    "coalition",
    "greedy",
    "growing",
    "maxn",
    "mcts",
    "mp_mix",
    "negascout",
    "never",
    "paranoid",
]
