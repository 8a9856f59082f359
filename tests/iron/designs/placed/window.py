"""Three lines at a time, a broadcast, parameters that the host writes, and a trace, with loops of the first releases."""

import sys

import aie.utils.trace as trace_utils
import aie.utils.trace_events_enum as events
import numpy as np
from aie.dialects.aie import *
from aie.dialects.aiex import *
from aie.dialects.scf import *
from aie.extras.context import mlir_mod_ctx
from aie.extras.dialects.ext import arith
from aie.helpers.util import np_ndarray_type_get_shape
from aie.utils.trace import PortEvent

LINE = np.ndarray[(16,), np.dtype[np.uint8]]
WIDE = np.ndarray[(16,), np.dtype[np.int32]]

with mlir_mod_ctx() as ctx:

    @device(AIEDevice.npu1_1col)
    def design():
        shim, first, second = tile(0, 0), tile(0, 2), tile(0, 3)
        given = object_fifo("given", shim, [first, second], [2, 4, 4], LINE)
        middle = object_fifo("middle", first, second, 2, WIDE)
        taken = object_fifo("taken", second, shim, 2, WIDE)
        parameters = buffer(second, np.ndarray[(4,), np.dtype[np.int32]], "parameters", use_write_rtp=True)

        @core(first)
        def slopes():
            for _ in for_(sys.maxsize):
                for _ in for_(6):
                    rows = given.acquire(ObjectFifoPort.Consume, 3)
                    out = middle.acquire(ObjectFifoPort.Produce, 1)
                    for i in for_(np_ndarray_type_get_shape(LINE)[0]):
                        out[i] = arith.extui(T.i32(), rows[2][i]) - arith.extui(T.i32(), rows[0][i])
                        yield_([])
                    given.release(ObjectFifoPort.Consume, 1)
                    middle.release(ObjectFifoPort.Produce, 1)
                    yield_([])
                given.release(ObjectFifoPort.Consume, 2)
                yield_([])

        @core(second, stack_size=2048)
        def scale():
            for _ in for_(sys.maxsize):
                for k in for_(8):
                    given.acquire(ObjectFifoPort.Consume, 1)
                    with if_(k < 6):
                        x = middle.acquire(ObjectFifoPort.Consume, 1)
                        y = taken.acquire(ObjectFifoPort.Produce, 1)
                        for i in for_(16):
                            y[i] = x[i] * parameters[0] + parameters[1] - parameters[2]
                            yield_([])
                        middle.release(ObjectFifoPort.Consume, 1)
                        taken.release(ObjectFifoPort.Produce, 1)
                        yield_([])
                    given.release(ObjectFifoPort.Consume, 1)
                    yield_([])
                yield_([])

        trace_utils.configure_packet_tracing_flow([first, shim], shim)

        @runtime_sequence(np.ndarray[(128,), np.dtype[np.uint8]], np.ndarray[(96,), np.dtype[np.int32]])
        def sequence(a, c):
            trace_utils.configure_packet_tracing_aie2(
                tiles_to_trace=[first, shim], shim=shim, trace_size=8192,
                coretile_events=[events.CoreEvent.INSTR_EVENT_0, PortEvent(events.CoreEvent.PORT_RUNNING_0, 1, True)],
            )  # fmt: skip
            parameters[0] = 3
            NpuWriteRTPOp("parameters", index=1, value=100)
            npu_rtp_write(parameters, 2, 1)
            npu_dma_memcpy_nd(metadata=given, bd_id=1, mem=a, sizes=[1, 1, 1, 128], issue_token=True)
            npu_dma_memcpy_nd(metadata=taken, bd_id=0, mem=c, sizes=[1, 1, 1, 96])
            dma_wait(given, taken)
            trace_utils.gen_trace_done_aie2(shim)
