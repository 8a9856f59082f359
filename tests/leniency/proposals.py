"""The same in a kernel of the Python front."""

import numpy as np

from lanewise import asc


@asc.jit
def scores(x, y):
    pipe = asc.TPipe()
    first = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(buf=first, len=16 * 16)
    proposals = first.get(asc.float16)
    from_, to = asc.GlobalTensor(), asc.GlobalTensor()
    from_.set_global_buffer(x)
    to.set_global_buffer(y)
    asc.data_copy(proposals, from_, 128)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    free = asc.LocalTensor(asc.float16, asc.TPosition.VECCALC, 4096, 16)
    asc.proposal_extract(free, proposals, 8, 4)  #! proposals MEM-002
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(to, free, 16)


x, y = np.arange(128, dtype=np.float16), np.zeros(16, np.float16)
scores[1](x, y)
np.testing.assert_array_equal(y, 8 * np.arange(16) + 4)
