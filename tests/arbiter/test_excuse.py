"""Who is to blame for a late answer."""

import pytest

from arbiter.excuse import Witnesses, excuse
from arbiter.ledger import NOT_MEASURED

WALL = 60_000
# A bot that had its core for itself, and computed all the time.
CLEAN = Witnesses(stalled=0, noise=0, crowded=0, arbiter=0, waited=0, idle=0)
SHARED = CLEAN._replace(crowded=40_000, waited=41_000, idle=39_000)


@pytest.mark.parametrize(
    ("seen", "attempt", "excused"),
    [
        (CLEAN, 1, 0),
        (SHARED, 1, 39_000),
        (SHARED, 4, 39_000),
        # It slept, or its threads waited for one another: no host took part in that.
        (CLEAN._replace(idle=50_000), 1, 0),
        (CLEAN._replace(waited=50_000, idle=30_000), 1, 0),
        (SHARED._replace(waited=2_000), 1, 2_000),
        # It never ran, and so no wait of it has ended.
        (SHARED._replace(waited=0, idle=WALL), 1, 40_000),
        (CLEAN._replace(idle=WALL), 1, 0),
        # The canary is heard at first, but a bot may have made it late.
        (SHARED._replace(crowded=0, noise=70_000), 1, 39_000),
        (SHARED._replace(crowded=0, noise=70_000), 4, 0),
        # The arbiter was busy: so it is with a bot that floods it.
        (SHARED._replace(arbiter=15_000), 3, 39_000),
        (SHARED._replace(arbiter=15_000), 4, 0),
        # After the first attempts less than half of the turn is no excuse.
        (SHARED._replace(crowded=25_000), 3, 25_000),
        (SHARED._replace(crowded=25_000), 4, 0),
        (CLEAN._replace(stalled=29_000), 3, 29_000),
        (CLEAN._replace(stalled=29_000), 4, 0),
        (CLEAN._replace(stalled=31_000), 4, 31_000),
        # What was not measured says nothing.
        (SHARED._replace(waited=NOT_MEASURED), 1, 0),
        (SHARED._replace(crowded=NOT_MEASURED), 1, 0),
        (SHARED._replace(idle=NOT_MEASURED, stalled=5), 1, 5),
        (SHARED._replace(arbiter=NOT_MEASURED), 4, 39_000),
    ],
)
def test_the_host_counts_as_far_as_its_witnesses_agree(
    seen: Witnesses, attempt: int, excused: int
) -> None:
    assert excuse(seen, WALL, attempt)[0] == excused


def test_it_says_why() -> None:
    assert excuse(SHARED, WALL, 1)[1] == "the host kept the agent waiting for 39 ms"
    stalled = SHARED._replace(stalled=45_000)
    assert excuse(stalled, WALL, 1)[1] == "the arbiter stalled for 45 ms"
