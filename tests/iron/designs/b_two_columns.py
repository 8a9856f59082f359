"""Generation B: tensors as plain arguments, tile=, a kernel in Python, an algorithm on tensors."""

import aie.iron as iron
import numpy as np
from aie.helpers.dialects.func import func
from aie.iron import ObjectFifo, Program, Runtime, Worker
from aie.iron.controlflow import range_
from aie.iron.device import AnyComputeTile, Tile

line_ty = np.ndarray[(32,), np.dtype[np.int16]]


@func
def negate(x: line_ty, y: line_ty):
    for i in range_(32):
        y[i] = -x[i]


@iron.jit
def negated(a, b):
    n = np.size(a)
    whole_ty = np.ndarray[(n,), np.dtype[a.dtype]]
    part_ty = np.ndarray[(64,), np.dtype[a.dtype]]
    of_in = ObjectFifo(part_ty, 2, "in")
    of_out = ObjectFifo(part_ty, 2, "out")
    ins = of_in.cons().split([0, 32], obj_types=[line_ty] * 2, names=["left", "right"])
    outs = of_out.prod().join([0, 32], obj_types=[line_ty] * 2, names=["left_out", "right_out"])

    def core(of_in, of_out, kernel):
        x = of_in.acquire(1)
        y = of_out.acquire(1)
        kernel(x, y)
        of_in.release(1)
        of_out.release(1)

    tiles = [Tile(0, 2), AnyComputeTile]
    workers = [Worker(core, [ins[k].cons(), outs[k].prod(), negate], tile=tiles[k], trace=1) for k in range(2)]
    rt = Runtime()
    with rt.sequence(whole_ty, whole_ty) as (x, y):
        rt.enable_trace(8192, workers=workers)
        rt.start(*workers)
        rt.fill(of_in.prod(), x, tile=Tile(0, 0))
        rt.drain(of_out.cons(), y, wait=True)
    return Program(iron.get_current_device(), rt).resolve_program()


def main():
    a = iron.arange(-128, 128, dtype=np.int16)
    b = iron.zeros_like(a)
    negated(a, b)
    assert np.array_equal(b.numpy(), -a.numpy())

    iron.algorithms.transform(lambda v: v * 3, a, b, tile_size=32)
    assert np.array_equal(b.numpy(), 3 * a.numpy())
    iron.jit(is_placed=False)(iron.algorithms.transform_binary)(lambda v, w: v - w, a, b, b)
    assert np.array_equal(b.numpy(), -2 * a.numpy())
    print("PASS")


main()
