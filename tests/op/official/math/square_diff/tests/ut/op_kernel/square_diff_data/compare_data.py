import sys

import numpy as np

output, golden = (np.fromfile(f"{name}.bin", np.float32) for name in ("output", "golden"))
if output.shape != golden.shape or not np.allclose(output, golden, rtol=0, atol=0):
    print("they differ at", np.flatnonzero(output != golden)[:8])
    sys.exit(1)
