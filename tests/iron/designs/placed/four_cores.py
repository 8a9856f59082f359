"""Four cores said in a loop, behind one memory tile that splits and joins."""

import numpy as np
from aie.dialects.aie import *
from aie.dialects.aiex import *
from aie.extras.context import mlir_mod_ctx
from aie.extras.dialects.ext import arith
from aie.helpers.dialects.ext.scf import _for as range_

LINE, CORES, ALL = 32, 4, 256


def array(n):
    return np.ndarray[(n,), np.dtype[np.int32]]


with mlir_mod_ctx() as ctx:

    @device(AIEDevice.npu1_1col)
    def design():
        shim, memory = tile(0, 0), tile(0, 1)
        cores = [tile(0, 2 + i) for i in range(CORES)]
        given = object_fifo("given", shim, memory, 2, array(LINE * CORES))
        taken = object_fifo("taken", memory, shim, 2, array(LINE * CORES))
        ins = [object_fifo(f"in{i}", memory, cores[i], 2, array(LINE)) for i in range(CORES)]
        outs = [object_fifo(f"out{i}", cores[i], memory, 2, array(LINE)) for i in range(CORES)]
        places = [i * LINE for i in range(CORES)]
        object_fifo_link(given, ins, [], places)
        object_fifo_link(outs, taken, places, [])
        for c in range(CORES):

            def scaled(value):
                return arith.muli(value, arith.constant(c + 2, T.i32()))

            @core(cores[c])
            def core_body():
                for _ in range_(0xFFFFFFFF):
                    x = ins[c].acquire(ObjectFifoPort.Consume, 1)
                    y = outs[c].acquire(ObjectFifoPort.Produce, 1)
                    for i in range_(LINE):
                        y[i] = arith.addi(scaled(x[i]), c)
                    ins[c].release(ObjectFifoPort.Consume, 1)
                    outs[c].release(ObjectFifoPort.Produce, 1)

        @runtime_sequence(array(ALL), array(ALL))
        def sequence(a, c):
            npu_dma_memcpy_nd(metadata=taken, bd_id=0, mem=c, sizes=[1, 1, 1, ALL])
            npu_dma_memcpy_nd(metadata=given, bd_id=1, mem=a, sizes=[1, 1, 1, ALL], issue_token=True)
            dma_wait(given, taken)
