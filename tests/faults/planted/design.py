"""A design whose worker calls both kernels of design.cc: `lanewise run design.py -- CASE fault`."""

import sys
from pathlib import Path

import aie.iron as iron
import numpy as np
from aie.iron import ExternalFunction, In, Kernel, ObjectFifo, Out, Program, Runtime, Worker

FAULT = int(sys.argv[2] == "fault")


@iron.jit
def design(a: In, b: Out):
    ty = np.ndarray[(32,), np.dtype[np.int16]]
    fifo_in, fifo_out = ObjectFifo(ty, name="in"), ObjectFifo(ty, name="out")
    kernels = str(Path(__file__).with_name("design.cc"))
    scale = ExternalFunction("scale", source_file=kernels, arg_types=[ty, ty, np.int32])
    second = Kernel("saturates_in_a_design", scale.object_file_name, [ty, ty, np.int32])

    def core(x, y, scale, second):
        given, made = x.acquire(1), y.acquire(1)
        scale(given, made, FAULT)
        second(given, made, FAULT)
        x.release(1)
        y.release(1)

    worker = Worker(core, [fifo_in.cons(), fifo_out.prod(), scale, second])
    runtime = Runtime()
    with runtime.sequence(ty, ty) as (x, y):
        runtime.start(worker)
        runtime.fill(fifo_in.prod(), x)
        runtime.drain(fifo_out.cons(), y, wait=True)
    return Program(iron.get_current_device(), runtime).resolve_program()


design(iron.full((32,), 1000, dtype=np.int16), iron.zeros(32, dtype=np.int16))
