"""Generation A: a placer, kernels by their object files, `print(module)`; no check of its own."""

import argparse
import sys

import numpy as np
from aie.dialects.aiex import *  # noqa: F403
from aie.helpers.taplib import TensorTiler2D
from aie.iron import Kernel, ObjectFifo, Program, Runtime, Worker
from aie.iron.controlflow import range_
from aie.iron.device import NPU2, NPU1Col1, Tile
from aie.iron.placers import SequentialPlacer


def product(dev, M, K, N, m, k, n):
    A_ty = np.ndarray[(M * K,), np.dtype[np.int16]]
    B_ty = np.ndarray[(K * N,), np.dtype[np.int16]]
    C_ty = np.ndarray[(M * N,), np.dtype[np.int32]]
    a_ty = np.ndarray[(m, k), np.dtype[np.int16]]
    b_ty = np.ndarray[(k, n), np.dtype[np.int16]]
    c_ty = np.ndarray[(m, n), np.dtype[np.int32]]
    zero = Kernel("zero_i32", f"mm_{m}x{k}x{n}.o", [c_ty])
    matmul = Kernel("matmul_i16_i32", f"mm_{m}x{k}x{n}.o", [a_ty, b_ty, c_ty])

    inA = ObjectFifo(a_ty, name="inA")
    memA = inA.cons().forward(name="memA", placement=Tile(0, 1))
    inB = ObjectFifo(b_ty, name="inB")
    memB = inB.cons().forward(name="memB")
    memC = ObjectFifo(c_ty, name="memC")
    outC = memC.cons().forward(name="outC")

    def core(of_a, of_b, of_c, zero, matmul):
        for _ in range_(sys.maxsize):
            tiles = (M // m) * (N // n)
            for _ in range_(tiles) if tiles > 1 else range(1):
                c = of_c.acquire(1)
                zero(c)
                for _ in range_(K // k):
                    a = of_a.acquire(1)
                    b = of_b.acquire(1)
                    matmul(a, b, c)
                    of_a.release(1)
                    of_b.release(1)
                of_c.release(1)

    worker = Worker(
        core, [memA.cons(), memB.cons(), memC.prod(), zero, matmul], stack_size=0xD00, placement=Tile(0, 2)
    )
    A_taps = TensorTiler2D.group_tiler((M, K), (m, k), (1, K // k), pattern_repeat=N // n)
    b_tap = TensorTiler2D.group_tiler((K, N), (k, n), (K // k, N // n), tile_group_col_major=True)[0]
    C_taps = TensorTiler2D.group_tiler((M, N), (m, n), (1, N // n))

    rt = Runtime()
    with rt.sequence(A_ty, B_ty, C_ty) as (A, B, C):
        rt.start(worker)
        for a_tap, c_tap in zip(A_taps, C_taps):
            group = rt.task_group()
            rt.fill(inA.prod(), A, tap=a_tap, task_group=group)
            rt.fill(inB.prod(), B, tap=b_tap, task_group=group)
            rt.drain(outC.cons(), C, tap=c_tap, wait=True, task_group=group)
            rt.finish_task_group(group)
    device = NPU1Col1() if dev == "npu" else NPU2()
    return Program(device, rt).resolve_program(SequentialPlacer())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dev", default="npu", choices=["npu", "npu2"])
    parser.add_argument("-M", type=int, default=32)
    opts = parser.parse_args()
    print(product(opts.dev, opts.M, 48, 32, 16, 16, 8))


if __name__ == "__main__":
    main()
