"""Queues with two buffers each. This text must stay text: </script><script>alert(1)</script>."""

import numpy as np

from lanewise import asc

BLOCKS, TILES, TILE = 2, 4, 256


@asc.jit
def add(x: asc.GlobalAddress, z: asc.GlobalAddress):
    share = TILES * TILE
    start = asc.get_block_idx() * share
    x_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x + start, share)
    z_gm.set_global_buffer(z + start, share)
    pipe = asc.TPipe()
    came, goes = asc.TQue(asc.TPosition.VECIN, 1), asc.TQue(asc.TPosition.VECOUT, 1)
    pipe.init_buffer(que=came, num=2, len=4 * TILE)
    pipe.init_buffer(que=goes, num=2, len=4 * TILE)
    for i in range(TILES):
        tile = came.alloc_tensor(x.dtype)
        asc.data_copy(tile, x_gm[i * TILE :], count=TILE)
        came.enque(tile)
        a, b = came.deque(x.dtype), goes.alloc_tensor(x.dtype)
        asc.add(b, a, a, count=TILE)
        goes.enque(b)
        came.free_tensor(a)
        c = goes.deque(x.dtype)
        asc.data_copy(z_gm[i * TILE :], c, count=TILE)
        goes.free_tensor(c)


if __name__ == "__main__":
    x, z = np.ones(BLOCKS * TILES * TILE, np.float32), np.zeros(BLOCKS * TILES * TILE, np.float32)
    add[BLOCKS](x, z)
    assert (z == 2).all()
