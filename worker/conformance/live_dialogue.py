"""A match without turns with an agent, in lock-step, against a rival who orders nothing.

It is no match of the arbiter's: nothing is charged, and it can be led where a test needs it.
"""

from collections.abc import Sequence

from arena.v1 import agent_pb2
from arena_games import get_real_time_game
from arena_games.achess import Event, Order, Reject
from league.real_time import order_of
from worker.conformance.line import Line
from worker.conformance.report import Fault
from worker.introduction import SALT, real_time_start

_SEAT = 0
# What an event has beside its instant, and the protocol's name of it where it is another.
_FIELDS = ("piece", "first", "player", "why", "at", "by", "win", "lose", "origin", "to", "type")
_WIRE_NAMES = {"first": "first_ms", "origin": "from"}


class LiveDialogue:
    """One match over one line. `match` is how it stands; `rejected` counts the orders that
    the rules refused.

    `orders` is a log of texts that the match begins after.
    """

    def __init__(self, line: Line, game: str, match_id: str, orders: Sequence[str] = ()) -> None:
        self.line = line
        self.game = game
        self.match_id = match_id
        self.ready = agent_pb2.Ready()
        self.match = get_real_time_game(game).start()
        self.orders = 0
        self.rejected = 0
        self._sequence = 0
        self._spare: set[int] = set()
        for order in map(Order.parse, orders):
            self.match.submit(order)
            self._sequence += len(self.match.advance(self.match.effective(order.t)))

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.over

    def start(self) -> agent_pb2.Start:
        """The Start of this match, as it stands."""
        return real_time_start(self.match_id, self.game, self.match, _SEAT, self._sequence)

    def open(self, seconds: float, start: agent_pb2.Start | None = None) -> agent_pb2.Ready:
        """Sends Start and waits so long for Ready. Raises Fault."""
        self.ready = self.line.introduce(start or self.start(), seconds)
        return self.ready

    def request(self) -> agent_pb2.PlayRequest:
        """The TickOver that is due."""
        return agent_pb2.PlayRequest(tick_over=agent_pb2.TickOver(time_ms=self.match.time))

    def disturb(self, request: agent_pb2.PlayRequest, shift: int) -> None:
        """Sends a TickOver again, its time shifted; answers to it will be passed over."""
        time = request.tick_over.time_ms + shift
        self._spare.add(time)
        self.line.send(agent_pb2.PlayRequest(tick_over=agent_pb2.TickOver(time_ms=time)))

    def play(self, seconds: float, turns: int = 1) -> None:
        """Leads the match through so many ticks, fewer if it ends. Raises Fault."""
        for _ in range(turns):
            if not self.over:
                self.ask(self.request(), seconds)

    def ask(self, request: agent_pb2.PlayRequest, seconds: float) -> None:
        """Sends a TickOver, takes what the agent orders, and decides the next tick.
        Raises Fault."""
        self.line.send(request)
        self._answers(request.tick_over.time_ms, seconds)
        now = self.match.time
        events = self.match.advance(self.match.effective(now + 1))
        self._tell(events)

    def reply(self) -> None:
        """Lets the rival answer: it orders nothing."""

    def finish(self) -> None:
        """Sends Finish, as if the match had ended as a draw."""
        finish = agent_pb2.Finish(
            scores=[0.5, 0.5],
            at_fault=-1,
            termination=agent_pb2.TERMINATION_QUIET,
            lot_seed=self.match.seed,
            salt=SALT.hex(),
        )
        self.line.send(agent_pb2.PlayRequest(finish=finish))

    def _answers(self, time: int, seconds: float) -> None:
        while True:
            response = self.line.read(seconds)
            match response.WhichOneof("message"):
                case "order":
                    self._take(response.order)
                case "tick_done" if response.tick_done.time_ms == time:
                    return
                case "tick_done" if response.tick_done.time_ms not in self._spare:
                    raise Fault(
                        f"its TickDone carries {response.tick_done.time_ms} ms, the TickOver's "
                        f"was {time}: a TickDone repeats the time that it answers"
                    )
                case "resign":
                    raise Fault(f"it resigned at {time} ms, where it could have played on")

    def _take(self, order: agent_pb2.Order) -> None:
        if order.resign:
            raise Fault(f"it resigned at {self.match.time} ms, where it could have played on")
        self.match.submit(order_of(self.match.time + 1, _SEAT, order))
        self.orders += 1

    def _tell(self, events: Sequence[Event]) -> None:
        """Sends what happened, an instant at a time."""
        for time in sorted({event.t for event in events}):
            told = [_to_wire(event) for event in events if event.t == time]
            message = agent_pb2.Events(sequence=self._sequence + 1, time_ms=time, events=told)
            self._sequence += len(told)
            self.line.send(agent_pb2.PlayRequest(events=message))
        self.rejected += sum(isinstance(event, Reject) for event in events)


def _to_wire(event: Event) -> agent_pb2.AchessEvent:
    message = agent_pb2.AchessEvent(kind=f"KIND_{event.e.upper()}")
    for name in _FIELDS:
        value = getattr(event, name, None)
        if value is not None:
            setattr(message, _WIRE_NAMES.get(name, name), value)
    message.path.extend(getattr(event, "path", ()))
    message.result = getattr(event, "result", "")
    return message
