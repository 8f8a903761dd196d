"""How many orders a player may send (section 10 of the AChess rules)."""

_ORDER = 1000  # the bucket counts in thousandths of an order, so that all is whole numbers


class TokenBucket:
    """`rate` orders a second in the long run, `burst` of them at once. Times in ms."""

    def __init__(self, burst: int, rate: int) -> None:
        self._full = self._tokens = burst * _ORDER
        self._rate = rate
        self._last = 0

    def take(self, now: int) -> bool:
        """Whether there is room for an order at `now`; it is used if so."""
        self._tokens = min(self._full, self._tokens + self._rate * max(0, now - self._last))
        self._last = max(self._last, now)
        if self._tokens < _ORDER:
            return False
        self._tokens -= _ORDER
        return True
