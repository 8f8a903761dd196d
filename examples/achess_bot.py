"""A bot for AChess: tries every order in the simulation, and gives the one that pays best."""

from arena_games.achess.tables import SQUARES
from arena_sdk import serve

VALUES = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 100}
AHEAD = 2500  # ms


def balance(simulation, me):
    worths = [(VALUES[piece.type], piece.owner) for piece in simulation.pieces()]
    return sum(worth if owner == me else -worth for worth, owner in worths)


class Bot:
    name = "tries all"

    def on_start(self, game):
        self.look(game)

    def on_events(self, game, events):
        self.look(game)

    def on_tick(self, game):
        self.look(game)

    def look(self, game):
        now = game.simulation()
        tries = [(self.after(game, None, None), 0, None, None)]
        for piece in now.pieces():
            if piece.owner == game.me:
                for to in now.targets(piece.id):
                    forward = to // 8 if game.me == "w" else 7 - to // 8
                    tries.append((self.after(game, piece.id, to), forward, piece.id, to))
        _, _, piece, to = max(tries, key=lambda each: each[:2])
        if piece is not None and game.orders_left:
            game.order(piece, SQUARES[to])
        game.wake_at(game.time + 250)

    def after(self, game, piece, to):
        ahead = game.simulation()
        if piece is not None:
            ahead.order(piece, to)
        ahead.run(game.time + AHEAD)
        return balance(ahead, game.me)


if __name__ == "__main__":
    serve(Bot)
