import pytest

from league.pool import pool_name, time_class


@pytest.mark.parametrize(
    ("time", "name"),
    [
        ("179", "bullet"), ("180", "blitz"), ("600", "rapid"), ("3600", "classical"),
        ("5+0.05", "bullet"), ("60+3", "blitz"), ("60d3", "blitz"), ("10/60", "blitz"),
        ("40/60+0.5", "bullet"), ("move=100ms", "bullet"), ("move=15s", "rapid"),
        ("cpu=60", "cpu-bullet"),
    ],
)  # fmt: skip
def test_time_classes_go_by_forty_moves(time: str, name: str) -> None:
    assert time_class(time) == name


def test_pools_part_what_cannot_be_compared() -> None:
    plain = pool_name("cup", "joust", {}, "5")
    assert plain == "tournament:cup/joust:r1:bullet"
    small = pool_name("cup", "joust", {"width": "6", "height": "6"}, "5")
    assert small == "tournament:cup/joust:r1:height=6,width=6:bullet"
    assert small == pool_name("cup", "joust", {"height": "6", "width": "6"}, "5")
    assert pool_name("other", "joust", {}, "5") != plain
    long = pool_name("cup", "chess", {"position": "8/" * 60}, "5")
    assert len(long) < 100
    assert long != pool_name("cup", "chess", {"position": "7/" * 60}, "5")
