import numpy as np

random = np.random.default_rng(3)
condition = random.integers(0, 2, 3000).astype(bool)
x1, x2 = random.random(3000, np.float32), random.random(3000, np.float32)
condition.tofile("condition.bin")
x1.tofile("x1.bin")
x2.tofile("x2.bin")
np.where(condition, x1, x2).tofile("golden.bin")
