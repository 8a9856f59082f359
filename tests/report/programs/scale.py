"""A C++ kernel of an AI Engine, called twice."""

from pathlib import Path

import numpy as np

from lanewise import aie

kernels = aie.load(Path(__file__).parent / "scale.cc", chip="aie-ml")
x, y = np.arange(512, dtype=np.int16), np.zeros(512, np.int16)
kernels.scale(x, y, 3, 512)
kernels.scale(x, y, 3, 512)
assert (y == (3 * x.astype(int) >> 4)).all()
