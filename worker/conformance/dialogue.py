"""A match with an agent in the seat that moves first, the others' moves being our own.

It is no match of the arbiter's: nothing is charged, and it can be led where a test needs it.
"""

from collections.abc import Sequence

from arena.v1 import agent_pb2
from arena_games import InvalidMove, Position, get_game
from worker.conformance.line import Line
from worker.conformance.report import Fault

# What the agent's clock shows, and how long it is really waited for.
CLOCK_S = 10.0


class Dialogue:
    """One match over one line. `position` is where it stands, `moves` how it got there."""

    def __init__(self, line: Line, game: str, match_id: str, moves: Sequence[str] = ()) -> None:
        self.line = line
        self.game = game
        self.match_id = match_id
        self.ready = agent_pb2.Ready()
        self._rules = get_game(game)
        self._begin = self._rules.start()
        self.moves = list(moves)
        self.position: Position = self._begin
        for move in moves:
            self.position = self.position.play(move)
        self.seat = self.position.to_move
        self._told = len(self.moves)
        self._spare: set[int] = set()

    def start(self) -> agent_pb2.Start:
        """The Start of this match."""
        return agent_pb2.Start(
            match_id=self.match_id,
            game=self.game,
            seed=1,
            seat=self.seat,
            seat_names=self._rules.seat_names,
            time_control=f"{CLOCK_S:g}",
            position=self._begin.text(),
            moves=self.moves,
            clocks=self._clocks(),
            pondering=agent_pb2.PONDERING_UNENFORCED,
        )

    def open(self, seconds: float, start: agent_pb2.Start | None = None) -> agent_pb2.Ready:
        """Sends Start and waits so long for Ready. Raises Fault."""
        self.ready = self.line.introduce(start or self.start(), seconds)
        return self.ready

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.position.outcome() is not None

    def request(self) -> agent_pb2.PlayRequest:
        """The Turn that is due."""
        return agent_pb2.PlayRequest(turn=self._turn())

    def _turn(self) -> agent_pb2.Turn:
        features = self.ready.features
        turn = agent_pb2.Turn(
            ply=self.position.ply, moves=self.moves[self._told :], clocks=self._clocks()
        )
        if features.wants_legal_moves:
            turn.legal_moves.extend(self.position.legal_moves())
        if features.wants_position:
            turn.position = self.position.text()
        self._told = len(self.moves)
        return turn

    def disturb(self, request: agent_pb2.PlayRequest, shift: int) -> None:
        """Sends a Turn again, its ply shifted; answers to it will be passed over."""
        again = agent_pb2.PlayRequest()
        again.CopyFrom(request)
        again.turn.ply += shift
        self._spare.add(again.turn.ply)
        self.line.send(again)

    def play(self, seconds: float, turns: int = 1) -> None:
        """Lets the agent make so many moves, fewer if the match ends. Raises Fault."""
        for _ in range(turns):
            if self.position.outcome() is None:
                self.ask(self.request(), seconds)
                self.reply()

    def ask(self, request: agent_pb2.PlayRequest, seconds: float) -> None:
        """Sends a Turn and makes the move that answers it. Raises Fault."""
        self.line.send(request)
        self._make(self._answer(request.turn.ply, seconds))

    def reply(self) -> None:
        """Moves for the other seats, until it is the agent's turn again."""
        while self.position.to_move != self.seat and self.position.outcome() is None:
            move = _quiet(self.position)
            self.position = self.position.play(move)
            self.moves.append(move)

    def finish(self) -> None:
        """Sends Finish, as if the match had been broken off by nobody's fault."""
        finish = agent_pb2.Finish(
            scores=[0.0] * self._rules.seats,
            at_fault=-1,
            termination=agent_pb2.TERMINATION_DRAW_AGREED,
            clocks=self._clocks(),
            moves=self.moves[self._told :],
        )
        self.line.send(agent_pb2.PlayRequest(finish=finish))

    def _answer(self, ply: int, seconds: float) -> agent_pb2.Move:
        while True:
            response = self.line.read(seconds)
            match response.WhichOneof("message"):
                case "move" if response.move.ply == ply:
                    return response.move
                case "move" if response.move.ply not in self._spare:
                    raise Fault(
                        f"its Move carries ply {response.move.ply}, the Turn's was {ply}: a Move "
                        "repeats the ply of the Turn that it answers, others are ignored"
                    )
                case "resign":
                    raise Fault(f"it resigned at ply {ply}, where it could have moved")

    def _make(self, move: agent_pb2.Move) -> None:
        try:
            self.position = self.position.play(move.move)
        except InvalidMove as error:
            raise Fault(f"at ply {move.ply} it made no legal move: {error}") from None
        self.moves.append(move.move)

    def _clocks(self) -> list[agent_pb2.Clock]:
        return [agent_pb2.Clock(left_us=round(CLOCK_S * 1e6))] * self._rules.seats


def _quiet(position: Position) -> str:
    """A move that does not end the match, if there is one."""
    moves = position.legal_moves()
    return next((move for move in moves if position.play(move).outcome() is None), moves[0])
