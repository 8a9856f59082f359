"""What the example programs must compute, in Python integers: nothing of Lanewise is used."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

TAPS = [-120, 310, -540, 980, -1500, 2600, 7200, 15000, 15000, 7200, 2600, -1500, 980, -540, 310, -120]


def nearest(value: int, shift: int, ties_to_even: bool) -> int:
    """Rounded to the nearest; ties go to the even number or away from zero; within int16."""
    exact = Fraction(value, 1 << shift)
    low = exact.numerator // exact.denominator
    rest = exact - low
    half = Fraction(1, 2)
    up = low % 2 == 1 if ties_to_even else exact > 0
    whole = low + (rest > half or (rest == half and up))
    return max(-32768, min(32767, whole))


def fir(x: Sequence[int]) -> list[int]:
    history = [0] * (len(TAPS) - 1) + list(x)
    sums = (sum(t * v for t, v in zip(TAPS, history[n:], strict=False)) for n in range(len(x)))
    return [nearest(s, 15, ties_to_even=False) for s in sums]


def weights(seed: int) -> np.ndarray:
    return np.array([(i * 7919 + seed * 104729) % 2001 - 1000 for i in range(64)], dtype=object).reshape(8, 8)


def matmul(a0: Sequence[int], a1: Sequence[int]) -> list[int]:
    whole = np.hstack([np.reshape(a0, (-1, 8)), np.reshape(a1, (-1, 8))])
    return [nearest(int(s), 10, ties_to_even=True) for s in (whole @ np.vstack([weights(1), weights(2)])).ravel()]


def gain(x: Sequence[int]) -> tuple[list[int], list[int]]:
    """The samples, and the peak of the last block of each run."""
    offsets = [[0, 1, 2, 3], [100, 0, -100, 0]]
    y = [(n // 16) * v + offsets[n // 64][n % 4] for n, v in enumerate(x)]
    return y, [max(0, *y[48:64]), max(0, *y[112:128])]


def resampled(x: Sequence[int]) -> list[int]:
    fast, before = [], 0
    for v in x:
        fast += [before + int(Fraction((v - before) * k, 3)) for k in (1, 2, 3)]  # towards zero, as C++ divides
        before = v
    return [(a + b) >> 1 for a, b in zip(fast[::2], fast[1::2], strict=True)]


def packets(words: Sequence[int]) -> dict[int, list[list[int]]]:
    """The payloads that each kernel gives back, by the number of the packet."""
    found: dict[int, list[list[int]]] = {}
    for at in range(0, len(words), 9):
        number = words[at] & 31
        found.setdefault(number, []).append([v + number + 1 for v in words[at + 1 : at + 9]])
    return found
