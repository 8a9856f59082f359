"""The filter of fir.cc over a cascade, beside numpy. The shift is an argument: a small one makes results wrap."""

import sys

import numpy as np

from lanewise import aie

shift = int(sys.argv[1]) if sys.argv[1:] else 12
kernels = aie.load("fir.cc", chip="aie", defines={"SHIFT": shift})
rng = np.random.default_rng(3)
n = 64
taps = rng.integers(-2000, 2000, 16, dtype=np.int16)
x = rng.integers(-3000, 3000, n + 32, dtype=np.int16)
y = np.zeros(n, np.int16)
link = aie.Cascade("acc48")
aie.run((kernels.fir_first, x, taps[:8], link, n), (kernels.fir_second, x, taps[8:], link, y, n), chip="aie")
sums = np.array([int(np.dot(x[i : i + 16].astype(np.int64), taps)) for i in range(n)])
exact = sums >> shift  # the mode after reset: towards minus infinity
print("equal" if (y == exact.astype(np.int16)).all() else f"{(y != exact.astype(np.int16)).sum()} differ",
      "and fits" if abs(exact).max() < 2**15 else "and wraps")
