"""Descriptors, locks and flows by hand: a memory tile transposes blocks, a core adds."""

import numpy as np
from aie.dialects.aie import *
from aie.dialects.aiex import *
from aie.helpers.dialects.ext.scf import _for as range_

ALL = np.ndarray[(256,), np.dtype[np.int32]]
BLOCK = np.ndarray[(64,), np.dtype[np.int32]]
MM2S, S2MM = DMAChannelDir.MM2S, DMAChannelDir.S2MM


def channel(way, block, number, buffer, waits, gives, **how):
    """Block `number` is the descriptor of a channel, again and again; the next start is in the block behind it."""
    dma_start(way, 0, dest=block[number], chain=block[number + 1])
    with block[number]:
        use_lock(waits, LockAction.AcquireGreaterEqual)
        dma_bd(buffer, **how)
        use_lock(gives, LockAction.Release)
        next_bd(block[number])


@device(AIEDevice.npu1_1col)
def design():
    shim, memory, compute = tile(0, 0), tile(0, 1), tile(0, 2)
    middle = buffer(memory, BLOCK, name="middle")
    free, full = lock(memory, lock_id=0, init=1, sym_name="free"), lock(memory, lock_id=1, init=0)
    given, taken = buffer(compute, BLOCK, name="given"), buffer(compute, BLOCK, name="taken")
    in_free, in_full, out_free, out_full = (lock(compute, lock_id=i, init=1 - i % 2) for i in range(4))
    for source, sink in ((shim, memory), (memory, compute), (compute, shim)):
        flow(source, WireBundle.DMA, 0, sink, WireBundle.DMA, 0)
    shim_dma_allocation("first", MM2S, 0, 0)  # name, direction, channel, column
    shim_dma_allocation("last", shim, S2MM, 0)  # name, tile, direction, channel

    @core(compute)
    def add():
        for _ in range_(0xFFFFFFFF):
            use_lock(in_full, LockAction.AcquireGreaterEqual, value=1)
            use_lock(out_free, LockAction.AcquireGreaterEqual, value=1)
            for i in range_(64):
                taken[i] = given[i] + 7
            use_lock(in_free, LockAction.Release, value=1)
            use_lock(out_full, LockAction.Release, value=1)

    @mem(compute)
    def of_core(block):
        channel(S2MM, block, 1, given, in_free, in_full)
        with block[2]:
            channel(MM2S, block, 3, taken, out_full, out_free)
        with block[4]:
            EndOp()

    @memtile_dma(memory)
    def of_memory(block):
        channel(S2MM, block, 1, middle, free, full, offset=0, len=64)
        with block[2]:
            channel(MM2S, block, 3, middle, full, free, offset=0, len=64, dimensions=[(8, 1), (8, 8)])
        with block[4]:
            EndOp()

    @runtime_sequence(ALL, ALL)
    def sequence(a, c):
        npu_dma_memcpy_nd(metadata="first", bd_id=0, mem=a, sizes=[1, 1, 1, 256], strides=[0, 0, 0, 1])
        npu_dma_memcpy_nd(metadata="last", bd_id=1, mem=c, sizes=[1, 1, 1, 256], strides=[0, 0, 0, 1])
        npu_sync(column=0, row=0, direction=0, channel=0)
