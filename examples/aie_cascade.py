"""A filter of 32 taps on two AI Engine cores: each has half of the taps, the cascade carries the unrounded sums."""

import numpy as np

from lanewise import aie

LANES, HALF, SHIFT = 8, 16, 15


def first(x, taps, cascade):
    """The older half of the taps; accumulators leave as they are, 48 bits a lane."""
    coefficients, data = aie.vector(taps), aie.vector(x)
    for start in range(0, len(x) - 2 * HALF + 1, LANES):
        cascade.put(aie.sliding_mul(coefficients, data, LANES, data_start=start))


def second(x, taps, cascade, y):
    """The newer half; only here are sums rounded and saturated."""
    aie.set_rounding("conv_even")
    aie.set_saturation("saturate")
    coefficients, data = aie.vector(taps), aie.vector(x)
    for start in range(0, len(y), LANES):
        acc = aie.sliding_mac(cascade.get(LANES), coefficients, data, data_start=start + HALF)
        y[start : start + LANES] = acc.to_vector("int16", SHIFT).data


if __name__ == "__main__":
    rng = np.random.default_rng(1)
    taps = np.round(np.hamming(2 * HALF) * np.sinc((np.arange(2 * HALF) - 15.5) / 4) * 8191).astype(np.int16)
    x = rng.integers(-30000, 30000, 256 + 2 * HALF - 1, dtype=np.int16)
    y = np.zeros(256, np.int16)
    link = aie.Cascade("acc48", name="partial sums")
    cores = aie.run((first, x, taps[:HALF], link), (second, x, taps[HALF:], link, y), chip="aie")

    exact = np.correlate(x.astype(object), taps.astype(object), "valid") / 2**SHIFT
    print("first results: ", y[:8])
    print("exact:         ", np.round(exact[:8].astype(float), 3))
    print("largest error: ", f"{np.abs(y - exact).max():.3f}")
    print("saturated:     ", "srs_saturated" in cores[1].status)
