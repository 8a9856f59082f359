"""z = x + y on eight blocks, with queues that overlap copying and adding.

    lanewise run examples/vector_add.py        or        python examples/vector_add.py
"""

import numpy as np

from lanewise import asc

BLOCKS, TILES, TILE = 8, 4, 256


@asc.jit
def copy_in(source: asc.GlobalTensor, queue: asc.TQue):
    tile = queue.alloc_tensor(source.dtype)
    asc.data_copy(tile, source, count=TILE)
    queue.enque(tile)


@asc.jit
def copy_out(target: asc.GlobalTensor, queue: asc.TQue):
    tile = queue.deque(target.dtype)
    asc.data_copy(target, tile, count=TILE)
    queue.free_tensor(tile)


@asc.jit
def vector_add(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress):
    share = TILES * TILE
    start = asc.get_block_idx() * share
    x_gm, y_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x + start, share)
    y_gm.set_global_buffer(y + start, share)
    z_gm.set_global_buffer(z + start, share)

    pipe = asc.TPipe()
    in_x, in_y = asc.TQue(asc.TPosition.VECIN, 1), asc.TQue(asc.TPosition.VECIN, 1)
    out_z = asc.TQue(asc.TPosition.VECOUT, 1)
    for queue in (in_x, in_y, out_z):
        pipe.init_buffer(que=queue, num=2, len=TILE * x.dtype.sizeof())  # two buffers: one fills while one is used

    for i in range(TILES):
        copy_in(x_gm[i * TILE :], in_x)
        copy_in(y_gm[i * TILE :], in_y)
        a, b, c = in_x.deque(x.dtype), in_y.deque(y.dtype), out_z.alloc_tensor(z.dtype)
        asc.add(c, a, b, count=TILE)
        out_z.enque(c)
        in_x.free_tensor(a)
        in_y.free_tensor(b)
        copy_out(z_gm[i * TILE :], out_z)


if __name__ == "__main__":
    n = BLOCKS * TILES * TILE
    x, y = np.arange(n, dtype=np.float32), np.ones(n, np.float32)
    z = np.zeros(n, np.float32)
    print(vector_add[BLOCKS](x, y, z))
    assert np.array_equal(z, x + y)
    print("z =", z[:4], "...", z[-2:])
