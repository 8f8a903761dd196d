"""How many orders may be sent (section 10 of the AChess rules)."""

_ORDER = 1000  # it is kept in thousandths of an order


class Allowance:
    """The arbiter's token bucket, as the sender can know it: `burst` orders at once and
    `rate` a second in the long run. Times in ms."""

    def __init__(self, burst: int, rate: int, now: int = 0) -> None:
        self._full = self._tokens = burst * _ORDER
        self._rate = rate
        self._last = now

    def left(self, now: int) -> int:
        """How many orders may be sent at `now`."""
        gained = self._rate * max(0, now - self._last)
        self._tokens = min(self._full, self._tokens + gained)
        self._last = max(self._last, now)
        return self._tokens // _ORDER

    def spend(self, now: int) -> None:
        """One was sent. What was sent beyond the allowance costs nothing."""
        if self.left(now):
            self._tokens -= _ORDER
