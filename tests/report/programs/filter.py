"""Two AI Engine kernels in Python, joined by a cascade."""

import numpy as np

from lanewise import aie

LANES, HALF = 8, 16


def first(x, taps, cascade):
    coefficients, data = aie.vector(taps), aie.vector(x)
    for start in range(0, len(x) - 2 * HALF + 1, LANES):
        cascade.put(aie.sliding_mul(coefficients, data, LANES, data_start=start))


def second(x, taps, cascade, y):
    coefficients, data = aie.vector(taps), aie.vector(x)
    for start in range(0, len(y), LANES):
        acc = aie.sliding_mac(cascade.get(LANES), coefficients, data, data_start=start + HALF)
        aie.store_v(y, acc.to_vector("int16", 15), start)


x, taps = np.arange(95, dtype=np.int16), np.arange(32, dtype=np.int16)
y, link = np.zeros(64, np.int16), aie.Cascade("acc48")
aie.run((first, x, taps[:HALF], link), (second, x, taps[HALF:], link, y), chip="aie")
