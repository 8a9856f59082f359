"""ShiftRight in its three forms, logical and arithmetic, with and without rounding."""

import numpy as np

import lanewise
from lanewise import asc

if __name__ == "__main__":
    with lanewise.core("ascend910b") as c:
        source = c.ub(np.arange(1, 513, dtype=np.int16))
        result = c.ub(512, np.int16)
        contiguous = asc.UnaryRepeatParams(1, 1, 8, 8)
        ones = 2**64 - 1

        asc.shift_right(result, source, 2, 512)  # the first 512 elements
        print("count:          ", result.numpy()[:8], "...", result.numpy()[-1])
        asc.shift_right(result, source, 2, 128, 4, contiguous)  # 128 elements in each of 4 repeats
        print("contiguous mask:", result.numpy()[:8], "...", result.numpy()[-1])
        asc.shift_right(result, source, 2, [ones, ones], 4, contiguous)  # one bit per element
        print("bitwise mask:   ", result.numpy()[:8], "...", result.numpy()[-1])

        pattern = np.full(16, 0b1010101010101010, np.uint16)
        for kind in (np.uint16, np.int16):  # unsigned: zeros come in; signed: the sign does
            t = c.ub(pattern.view(kind))
            asc.shift_right(t, t, 1, 16)
            print(f"{np.dtype(kind).name:>6} >> 1:    ", format(int(t.numpy().view(np.uint16)[0]), "016b"))

        t = c.ub(np.full(128, 17, np.int16))
        asc.shift_right(t, t, 5, 128, 1, contiguous, round_en=True)  # the last bit shifted out is added
        print("17 >> 5, rounded:", t.numpy()[0])
