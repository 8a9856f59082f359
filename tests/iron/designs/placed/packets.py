"""Packets: one channel of the host feeds two cores by id, and both answer on one channel."""

import numpy as np
from aie.dialects.aie import *
from aie.dialects.aiex import *
from aie.helpers.dialects.ext.scf import _for as range_

LINE = np.ndarray[(16,), np.dtype[np.int32]]
ALL = np.ndarray[(32,), np.dtype[np.int32]]


@device(AIEDevice.npu2_1col)
def design():
    shim, cores = tile(0, 0), [tile(0, 2), tile(0, 3)]
    for n, c in enumerate(cores):
        packetflow(n, shim, WireBundle.DMA, 0, dests={"dest": c, "port": WireBundle.DMA, "channel": 0})
        packetflow(n + 2, c, WireBundle.DMA, 0, dests=[{"dest": shim, "port": WireBundle.DMA, "channel": 0}])
    shim_dma_allocation("to", DMAChannelDir.MM2S, 0, 0)
    shim_dma_allocation(sym_name="back", shim_tile=shim, channel_dir=DMAChannelDir.S2MM, channel_index=0)
    for n, c in enumerate(cores):
        line = buffer(tile=c, datatype=LINE, name=f"line{n}")
        free, given, done = lock(c, init=1), lock(c, init=0), lock(c, init=0)

        @core(c)
        def multiply():
            for _ in range_(0, 0xFFFFFFFF, 1):
                use_lock(given, LockAction.AcquireGreaterEqual)
                for i in range_(16):
                    line[i] = line[i] * (n + 2)
                use_lock(done, LockAction.Release)

        @mem(c)
        def moves(block):
            dma_start(DMAChannelDir.S2MM, 0, dest=block[1], chain=block[2])
            with block[1]:
                use_lock(free, LockAction.AcquireGreaterEqual)
                dma_bd(line)
                use_lock(given, LockAction.Release)
                next_bd(block[1])
            with block[2]:
                dma_start(DMAChannelDir.MM2S, 0, dest=block[3], chain=block[4])
            with block[3]:
                use_lock(done, LockAction.AcquireGreaterEqual)
                dma_bd(line, packet=(0, n + 2))
                use_lock(free, LockAction.Release)
                next_bd(block[3])
            with block[4]:
                EndOp()

    @runtime_sequence(ALL, ALL)
    def sequence(a, c):
        for k in range(2):
            at = {"offsets": [0, 0, 0, 16 * k], "sizes": [1, 1, 1, 16]}
            npu_dma_memcpy_nd(metadata="to", bd_id=k, mem=a, packet=(0, k), issue_token=True, **at)
            npu_dma_memcpy_nd(metadata="back", bd_id=4 + k, mem=c, **at)
            dma_wait("back")
