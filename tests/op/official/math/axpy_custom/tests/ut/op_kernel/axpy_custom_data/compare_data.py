import sys

import numpy as np

kind = sys.argv[1]
sys.exit(int(not np.array_equal(np.fromfile(f"{kind}_output.bin", kind), np.fromfile(f"{kind}_golden.bin", kind))))
