"""One masked Add, without a kernel: only the elements whose mask bit is set are written."""

import numpy as np

import lanewise
from lanewise import asc

if __name__ == "__main__":
    with lanewise.core("ascend910b") as c:
        numbers = c.ub(np.arange(1, 129, dtype=np.int16))
        result = c.ub(np.zeros(128, np.int16))
        every_other = 0x5555555555555555  # lowest bit first: elements 0, 2, 4 ...
        asc.add(result, numbers, numbers, [every_other, every_other], 1, asc.BinaryRepeatParams(1, 1, 1, 8, 8, 8))
        print("bitwise mask:   ", result.numpy()[:10], "...")

        asc.duplicate(result, 0, 128)
        asc.add(result, numbers, numbers, 5, 1, asc.BinaryRepeatParams())  # the first 5 elements of the repeat
        print("contiguous mask:", result.numpy()[:10], "...")
        print(c.trace())
