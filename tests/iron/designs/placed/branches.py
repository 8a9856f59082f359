"""Comparisons in the compiler's words, a function that says a core, and two consumers that are joined again."""

import numpy as np
from aie.dialects.aie import *
from aie.dialects.aiex import *
from aie.extras import types as T
from aie.extras.dialects.ext import arith
from aie.helpers.dialects.ext.scf import _for as range_
from aie.helpers.dialects.ext.scf import else_, if_

LINE = np.ndarray[(32,), np.dtype[np.int32]]


@device(AIEDevice.npu1_4col)
def design():
    shim, memory, cores = tile(col=1, row=0), tile(col=1, row=1), [tile(1, 2), tile(1, 3)]
    given = object_fifo("given", shim, cores, 2, LINE)
    outs = [object_fifo(f"out{k}", cores[k], memory, 2, LINE) for k in range(2)]
    taken = object_fifo("taken", memory, shim, 2, np.ndarray[(64,), np.dtype[np.int32]])
    object_fifo_link(outs, taken, [0, 32])

    def say(k):
        @core(cores[k])
        def program():
            for _ in range_(4):
                x = given.acquire(ObjectFifoPort.Consume, 1)
                y = outs[k].acquire(ObjectFifoPort.Produce, 1)
                for i in range_(32):
                    negative = arith.cmpi(arith.CmpIPredicate.slt, x[i], arith.constant(0, T.i32()))
                    with if_(negative) as taken_branch:
                        y[i] = arith.subi(arith.constant(0, T.i32()), x[i]) if k == 0 else x[i]
                    with else_(taken_branch):
                        y[i] = x[i] + k
                given.release(ObjectFifoPort.Consume, 1)
                outs[k].release(ObjectFifoPort.Produce, 1)

    for number in range(2):
        say(number)

    @runtime_sequence(np.ndarray[(128,), np.dtype[np.int32]], np.ndarray[(256,), np.dtype[np.int32]])
    def sequence(a, c):
        npu_dma_memcpy_nd(metadata=given, bd_id=1, mem=a, sizes=[1, 1, 1, 128])
        npu_dma_memcpy_nd(metadata="taken", bd_id=0, mem=c, sizes=[1, 4, 2, 32], strides=[0, 32, 128, 1])
        dma_wait(taken)
