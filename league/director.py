"""The director: turns a tournament into work, and rescues what was dropped."""

import uuid
from collections.abc import Callable

from redis import Redis

from league import leader, leases, tournaments
from league.dispatch import Sending, after_sending, due

_LEADER_TTL_S = 10.0


class Director:
    """Keeps the first `window` unfinished pairings of one tournament in flight.

    `send` hands a pairing's id to the queue. A message is a hint: one too many is dropped
    by whoever gets it, one too few is made up for here, since what counts is the lease.
    Any number of directors may run; the one that leads sends. All is decided from what
    Redis holds, so a director that died is replaced by starting another.
    """

    def __init__(
        self,
        redis: Redis,
        send: Callable[[str], None],
        tournament: str,
        *,
        window: int = 64,
        patience: float = 60.0,
    ) -> None:
        self.tournament = tournament
        self.token: int | None = None  # the fencing token of our lead, None without it
        self._redis = redis
        self._send = send
        self._window = window
        self._patience = patience
        self._role = f"director:{tournament}"
        self._owner = uuid.uuid4().hex
        self._sent: dict[str, Sending] = {}
        self._done = False

    @property
    def done(self) -> bool:
        """Whether at the last tick nothing was left to play."""
        return self._done

    def tick(self, now: float | None = None) -> int:
        """Looks once and sends what is due; how many that was. Call it about once a second.

        `now` is in seconds since the epoch, by default the Redis server's time.
        Raises what Redis raises: the next tick makes up for it.
        """
        at = leases.server_time(self._redis) if now is None else now
        self._done = tournaments.progress(self._redis, self.tournament).done
        if self._done:
            return 0
        self.token = leader.lead(self._redis, self._role, self._owner, _LEADER_TTL_S, now=at)
        if self.token is None:
            self._sent.clear()  # whoever leads now may have sent them since
            return 0
        return self._dispatch(at)

    def close(self) -> None:
        """Gives up the lead, so that another director takes over at once."""
        leader.step_down(self._redis, self._role, self._owner)

    def _dispatch(self, now: float) -> int:
        ids = tournaments.unfinished(self._redis, self.tournament, self._window)
        self._sent = {each: self._sent[each] for each in ids if each in self._sent}
        sending = due(leases.holders(self._redis, ids), self._sent, now, self._patience)
        for lease in sending:
            self._send(lease.pairing_id)
        self._sent |= after_sending(sending, self._sent, now)
        return len(sending)
