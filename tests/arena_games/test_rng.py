"""SplitMix64 against published outputs, and the draws made from it."""

import pytest

from arena_games.rng import MASK, Lot, mix, splitmix64


def test_published_outputs() -> None:
    """For seed 1234567, as listed at rosettacode.org (Pseudo-random numbers/Splitmix64)."""
    assert [splitmix64(1234567, n) for n in range(1, 6)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_draws_are_the_successive_outputs() -> None:
    lot = Lot(1234567)
    assert [lot.draw() for _ in range(4)] == [splitmix64(1234567, n) for n in range(1, 5)]


def test_numbers_are_of_64_bits() -> None:
    assert mix(0) == 0
    assert mix(1 << 64) == mix(0)
    assert Lot(-1).draw() == Lot(MASK).draw() <= MASK
    assert Lot((1 << 64) + 5).draw() == Lot(5).draw()


@pytest.mark.parametrize("n", [1, 2, 7, 960])
def test_below_takes_the_high_half(n: int) -> None:
    lot, twin = Lot(3), Lot(3)
    for _ in range(50):
        number = lot.below(n)
        assert number == ((twin.draw() >> 32) * n) >> 32
        assert 0 <= number < n


def test_below_reaches_every_number() -> None:
    lot = Lot(0)
    assert {lot.below(10) for _ in range(200)} == set(range(10))


def test_choice_and_shuffle() -> None:
    assert {Lot(seed).choice("abc") for seed in range(40)} == {"a", "b", "c"}
    orders = set()
    for seed in range(200):
        items = [1, 2, 3]
        Lot(seed).shuffle(items)
        orders.add(tuple(items))
    assert len(orders) == 6
