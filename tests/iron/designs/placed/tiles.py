"""Matrices cut into tiles on the way in and put together on the way out, in two columns, by tasks of the host."""

import numpy as np
from aie.dialects.aie import *
from aie.dialects.aiex import *
from aie.helpers.dialects.ext.scf import _for as range_
from aie.helpers.taplib import TensorTiler2D

M, K, m, k, r, s = 16, 32, 8, 16, 4, 8
MATRIX = np.ndarray[(M, K), np.dtype[np.int8]]
TILE = np.ndarray[(m * k,), np.dtype[np.int8]]


@device(AIEDevice.npu2)
def design():
    odd = external_func("negate_odd", inputs=[TILE, TILE, np.int32])
    shims, memories, cores = ([tile(c, row) for c in range(2)] for row in range(3))
    ways = []
    for c in range(2):
        given = object_fifo(f"given{c}", shims[c], memories[c], 2, TILE)
        cut = [(m // r, r * k), (k // s, s), (r, k), (s, 1)]
        inside = object_fifo(f"inside{c}", memories[c], cores[c], 2, TILE, cut)
        object_fifo_link(given, inside)
        done = object_fifo(f"done{c}", cores[c], memories[c], 2, TILE)
        back = [(m // r, r * k), (r, s), (k // s, r * s), (s, 1)]
        taken = object_fifo(f"taken{c}", memories[c], shims[c], 2, TILE, back)
        object_fifo_link(done, taken)
        ways.append((given, inside, done, taken))
    for c in range(2):

        @core(cores[c], "negate_odd.o")
        def each_tile():
            _, inside, done, _ = ways[c]
            for _ in range_(0xFFFFFFFF):
                x = inside.acquire(ObjectFifoPort.Consume, 1)
                y = done.acquire(ObjectFifoPort.Produce, 1)
                odd(x, y, m * k)
                inside.release(ObjectFifoPort.Consume, 1)
                done.release(ObjectFifoPort.Produce, 1)

    @runtime_sequence(MATRIX, MATRIX)
    def sequence(a, c):
        taps = TensorTiler2D.group_tiler((M, K), (m, k), (M // m, 1), prune_step=False)
        tasks = []
        for (given, _, _, taken), tap in zip(ways, taps, strict=True):
            there = dma_configure_task_for(given, issue_token=True)
            with bds(there) as bd, bd[0]:
                shim_dma_bd(a, tap=tap)
                EndOp()
            here = dma_configure_task_for(taken, issue_token=True)
            with bds(here) as bd, bd[0]:
                shim_dma_bd(c, offset=tap.offset, sizes=tap.sizes, strides=tap.strides)
                EndOp()
            dma_start_task(there, here)
            tasks += [there, here]
        dma_await_task(*tasks)
