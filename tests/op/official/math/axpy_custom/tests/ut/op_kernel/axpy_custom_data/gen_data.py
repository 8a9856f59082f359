import ast
import sys

import numpy as np

shape, kind = ast.literal_eval(sys.argv[1]), sys.argv[2]
x = (np.arange(np.prod(shape)) % 100).astype(kind).reshape(shape)
y = (np.arange(np.prod(shape)) % 7).astype(kind).reshape(shape)
x.tofile(f"{kind}_x.bin")
y.tofile(f"{kind}_y.bin")
(2 * x + y).astype(kind).tofile(f"{kind}_golden.bin")
