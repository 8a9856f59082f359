"""Generation C: markers, a factory of iron.kernels, several columns, the shared command line."""

import argparse

import aie.iron as iron
import numpy as np
from aie.helpers.taplib import TensorAccessPattern
from aie.iron import CompileTime, In, ObjectFifo, Out, Program, Runtime, Worker, kernels
from aie.iron.controlflow import range_
from aie.utils.benchmark import print_benchmark, run_iters
from aie.utils.hostruntime.argparse import add_benchmark_args, add_compile_args, add_trace_arg, device_from_args
from aie.utils.hostruntime.cli import run_design_cli
from aie.utils.verify import assert_pass


@iron.jit(aiecc_flags=["--dynamic-objFifos"])
def copied(a: In, b: Out, *, size: CompileTime[int], cols: CompileTime[int] = 2, trace_size: CompileTime[int] = 0):
    part = size // cols
    line_ty = np.ndarray[(part // 4,), np.dtype[np.int32]]
    whole_ty = np.ndarray[(size,), np.dtype[np.int32]]
    line = kernels.passthrough(part // 4, np.int32)
    ins = [ObjectFifo(line_ty, name=f"in{c}") for c in range(cols)]
    outs = [ObjectFifo(line_ty, name=f"out{c}") for c in range(cols)]

    def core(of_in, of_out, line):
        for _ in range_(4):
            x = of_in.acquire(1)
            y = of_out.acquire(1)
            line(x, y, part // 4)
            of_in.release(1)
            of_out.release(1)

    grid = Worker.grid(1, cols, lambda r, c: Worker(core, [ins[c].cons(), outs[c].prod(), line], trace=trace_size))
    taps = [TensorAccessPattern((1, size), c * part, [1, 1, 1, part], [0, 0, 0, 1]) for c in range(cols)]
    rt = Runtime()
    with rt.sequence(whole_ty, whole_ty) as (A, B):
        rt.start(*grid[0])
        group = rt.task_group()
        for c in range(cols):
            rt.fill(ins[c].prod(), A, taps[c], task_group=group)
            rt.drain(outs[c].cons(), B, taps[c], wait=True, task_group=group)
        rt.finish_task_group(group)
    return Program(iron.get_current_device(), rt).resolve_program()


def run_and_verify(opts):
    a = iron.randint(0, 100, (opts.size,), dtype=np.int32)
    b = iron.zeros_like(a)
    print_benchmark(run_iters(copied, a, b, size=opts.size, warmup=opts.warmup, iters=opts.iters))
    assert_pass(b, a)


def main():
    parser = argparse.ArgumentParser()
    add_compile_args(parser)
    add_benchmark_args(parser)
    add_trace_arg(parser)
    parser.add_argument("--size", type=int, default=1024)
    opts = parser.parse_args()
    run_design_cli(
        copied, opts, compile_kwargs=lambda o: dict(size=o.size), run_and_verify=run_and_verify,
        device=device_from_args,
    )  # fmt: skip


if __name__ == "__main__":
    main()
