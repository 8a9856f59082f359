"""The add of growth.asc as a Python kernel."""

from __future__ import annotations

from lanewise import asc

TILE = 8192


@asc.jit
def add(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, count: int):
    a, b, c = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    for tensor, address in ((a, x), (b, y), (c, z)):
        tensor.set_global_buffer(address)
    first = asc.LocalTensor(a.dtype, asc.TPosition.VECIN, 0, TILE)
    second = asc.LocalTensor(a.dtype, asc.TPosition.VECIN, TILE * a.dtype.sizeof(), TILE)
    for at in range(0, count, TILE):
        asc.data_copy(first, a[at:], TILE)
        asc.data_copy(second, b[at:], TILE)
        asc.add(first, first, second, TILE)
        asc.data_copy(c[at:], first, TILE)
