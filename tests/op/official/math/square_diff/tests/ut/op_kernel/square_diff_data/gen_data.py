import sys

import numpy as np

count = int(sys.argv[1])
x1 = np.random.default_rng(1).integers(-40, 40, count).astype(np.float32) / 4
x2 = np.random.default_rng(2).integers(-40, 40, count).astype(np.float32) / 4
x1.tofile("x1.bin")
x2.tofile("x2.bin")
((x1 - x2) ** 2).tofile("golden.bin")
