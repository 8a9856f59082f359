"""Whole designs, small, each against numpy: factories of kernels, links, routes, cascades, parameters of the host.

A design is a function of a generator of random numbers; it gives what came out and what should have come.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_designs import array_type

from lanewise import iron
from lanewise.iron import kernels, range_
from lanewise.iron.algorithms import row_at_a_time, sliding_3row
from lanewise.iron.controlflow import else_, if_
from lanewise.iron.devices import set_current_device
from lanewise.iron.dialect import (
    EndOp,
    buffer,
    core,
    device,
    dma_await_task,
    dma_bd,
    dma_configure_task,
    dma_start,
    dma_start_task,
    end,
    flow,
    lock,
    mem,
    next_bd,
    runtime_sequence,
    set_lock_value,
    shim_dma_bd,
    shim_dma_single_bd_task,
    tile,
    use_lock,
)  # fmt: skip
from lanewise.iron.dialect import bds as blocks
from lanewise.iron.running import run
from lanewise.iron.types import v8bfp16ebs8

Both = tuple[Any, Any]
Rng = np.random.Generator
DESIGNS: dict[str, Callable[[Rng], Both]] = {}


def design(function: Callable[[Rng], Both]) -> Callable[[Rng], Both]:
    DESIGNS[function.__name__] = function
    return function


def ran(arrays: list[Any], build: Callable[..., Any]) -> list[Any]:
    """The arrays after a call; build(rt, tensors...) stands in the sequence."""

    @iron.jit
    def sequence(*tensors):  # type: ignore[no-untyped-def]
        rt = iron.Runtime()
        with rt.sequence(*(array_type(a.size, a.dtype) for a in arrays)) as data:
            build(rt, *(data if isinstance(data, tuple) else (data,)))
        return iron.Program(iron.get_current_device(), rt).resolve_program()

    flat = [a.reshape(-1) for a in arrays]
    sequence(*flat)
    return [f.reshape(a.shape) for f, a in zip(flat, arrays, strict=True)]


def fifos(**types: Any) -> list[Any]:
    return [iron.ObjectFifo(kind, name=name) for name, kind in types.items()]


def move(rt: Any, pairs: list[tuple[Any, Any]], last: tuple[Any, Any]) -> None:
    for fifo, data in pairs:
        rt.fill(fifo.prod(), data)
    rt.drain(last[0].cons(), last[1], wait=True)


# --- convolutions -----------------------------------------------------------------------------------------------------

W, H, C = 8, 6, 8


def scaled(x: Any, scale: int) -> Any:
    return (x + (1 << (scale - 1))) >> scale if scale else x


def pointwise(x: Any, wts: Any) -> Any:
    """[y, x, channel] with [out, in]."""
    return np.einsum("yxc,oc->yxo", x.astype(np.int64), wts.astype(np.int64))


def windows(x: Any) -> Any:
    """[y, x, channel, 3, 3] of an image with zeros around it."""
    around = np.pad(x.astype(np.int64), ((1, 1), (1, 1), (0, 0)))
    return np.lib.stride_tricks.sliding_window_view(around, (3, 3), axis=(0, 1))


def image(rng: Rng, dtype: Any, channels: int = C) -> Any:
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max + 1, (H, W, channels)).astype(dtype)


def weights(rng: Rng, *shape: int) -> Any:
    return rng.integers(-9, 10, shape).astype(np.int8)


@design
def conv2dk1_line_by_line(rng: Rng) -> Both:
    x, wts, out = image(rng, np.int8), weights(rng, 16, C), np.zeros((H, W, 16), np.uint8)

    def build(rt: Any, a: Any, w: Any, b: Any) -> None:
        kernel = kernels.conv2dk1(W, C, 16)
        up, held, down = fifos(act=kernel.arg_types()[0], wts=kernel.arg_types()[1], out=kernel.arg_types()[2])

        def body(source: Any, wts: Any, sink: Any, conv: Any) -> None:
            row_at_a_time(source, sink, n_rows=H, of_wts=wts, do_kernel=lambda x, y, w: conv(x, w, y, W, C, 16, 5))

        rt.start(iron.Worker(body, [up.cons(), held.cons(), down.prod(), kernel]))
        move(rt, [(up, a), (held, w)], (down, b))

    return ran([x, wts, out], build)[2], np.clip(scaled(pointwise(x, wts), 5), 0, 255)


@design
def conv2dk1_of_signed_results(rng: Rng) -> Both:
    x, wts, out = image(rng, np.int8), weights(rng, C, C), np.zeros((H, W, C), np.int8)

    def build(rt: Any, a: Any, w: Any, b: Any) -> None:
        kernel = kernels.conv2dk1_i8(W, C, C)
        up, held, down = fifos(act=kernel.arg_types()[0], wts=kernel.arg_types()[1], out=kernel.arg_types()[2])

        def body(source: Any, wts: Any, sink: Any, conv: Any) -> None:
            row_at_a_time(source, sink, n_rows=H, of_wts=wts, do_kernel=lambda x, y, w: conv(x, w, y, W, C, C, 4))

        rt.start(iron.Worker(body, [up.cons(), held.cons(), down.prod(), kernel]))
        move(rt, [(up, a), (held, w)], (down, b))

    return ran([x, wts, out], build)[2], np.clip(scaled(pointwise(x, wts), 4), -128, 127)


@design
def conv2dk3_with_borders(rng: Rng) -> Both:
    x, wts, out = image(rng, np.uint8), weights(rng, 16, C, 3, 3), np.zeros((H, W, 16), np.uint8)

    def build(rt: Any, a: Any, w: Any, b: Any) -> None:
        kernel = kernels.conv2dk3(W, C, 16, act_dtype=np.uint8)
        line, held, done = kernel.arg_types()[0], kernel.arg_types()[3], kernel.arg_types()[4]
        up, weigh, down = iron.ObjectFifo(line, depth=3, name="act"), *fifos(wts=held, out=done)

        def body(source: Any, wts: Any, sink: Any, conv: Any) -> None:
            w = wts.acquire(1)
            sliding_3row(source, sink, n_out_rows=H, do_kernel=lambda a, b, c, y, border: conv(
                a, b, c, w, y, W, C, 16, 3, 3, border, 6, 0))  # fmt: skip
            wts.release(1)

        rt.start(iron.Worker(body, [up.cons(), weigh.cons(), down.prod(), kernel]))
        move(rt, [(up, a), (weigh, w)], (down, b))

    want = np.einsum("yxcij,ocij->yxo", windows(x), wts.astype(np.int64))
    return ran([x, wts, out], build)[2], np.clip(scaled(want, 6), 0, 255)


@design
def bottleneck_of_four_cores(rng: Rng) -> Both:
    """1x1, then 3x3 on two cores that have half of the channels each, then 1x1 with what came in as the skip."""
    x, out = image(rng, np.int8), np.zeros((H, W, C), np.uint8)
    first, mid, last = weights(rng, C, C), weights(rng, C, C, 3, 3), weights(rng, C, C)
    half = C // 2

    def build(rt: Any, a: Any, w1: Any, w2: Any, w3: Any, b: Any) -> None:
        one, three = kernels.conv2dk1(W, C, C), kernels.conv2dk3(W, C, half, np.uint8, weight_output_channels=C)
        skip = kernels.conv2dk1_skip(W, C, C)
        row, wide = one.arg_types()[0], one.arg_types()[2]
        up = iron.ObjectFifo(row, name="up")
        kept = up.cons(6).forward(depth=6, name="kept")
        mids = iron.ObjectFifo(wide, depth=4, name="mids")
        halves = [iron.ObjectFifo(three.arg_types()[4], name=f"half{k}") for k in range(2)]
        down, v1, v2, v3 = fifos(down=wide, v1=one.arg_types()[1], v2=three.arg_types()[3], v3=skip.arg_types()[2])

        def expand(source: Any, wts: Any, sink: Any, conv: Any) -> None:
            row_at_a_time(source, sink, n_rows=H, of_wts=wts, do_kernel=lambda x, y, w: conv(x, w, y, W, C, C, 4))

        def window(source: Any, wts: Any, sink: Any, conv: Any, offset: int) -> None:
            w = wts.acquire(1)
            sliding_3row(source, sink, n_out_rows=H, do_kernel=lambda a, b, c, y, border: conv(
                a, b, c, w, y, W, C, half, 3, 3, border, 7, offset))  # fmt: skip
            wts.release(1)

        def reduce(low: Any, high: Any, wts: Any, kept: Any, sink: Any, conv: Any) -> None:
            w = wts.acquire(1)
            for _ in range_(H):
                given = [f.acquire(1) for f in (low, high, sink, kept)]
                conv(given[0], given[1], w, given[2], given[3], W, C, C, 3, 1)
                for f in (low, high, sink, kept):
                    f.release(1)
            wts.release(1)

        rt.start(iron.Worker(expand, [up.cons(), v1.cons(), mids.prod(), one]))
        for k in range(2):
            rt.start(iron.Worker(window, [mids.cons(), v2.cons(), halves[k].prod(), three, k * half]))
        ends = [halves[0].cons(), halves[1].cons(), v3.cons(), kept.cons(), down.prod(), skip]
        rt.start(iron.Worker(reduce, ends))
        move(rt, [(up, a), (v1, w1), (v2, w2), (v3, w3)], (down, b))

    a = np.clip(scaled(pointwise(x, first), 4), 0, 255)
    b = np.clip(scaled(np.einsum("yxcij,ocij->yxo", windows(a), mid.astype(np.int64)), 7), 0, 255)
    want = np.clip(scaled(scaled(pointwise(b, last), 3) + x, 1), 0, 255)
    return ran([x, first, mid, last, out], build)[4], want


@design
def inverted_bottleneck_by_stride(rng: Rng) -> Both:
    """bn_*: expand, 3x3 for each channel on every second column, reduce with a skip from the host."""
    x, skip, out = image(rng, np.int8), rng.integers(0, 256, (H, W // 2, C)).astype(np.uint8), None
    first, mid, last = weights(rng, 16, C), weights(rng, 16, 3, 3), weights(rng, C, 16)
    out = np.zeros((H, W // 2, C), np.int8)

    def build(rt: Any, a: Any, w1: Any, w2: Any, w3: Any, s: Any, b: Any) -> None:
        expand, depthwise = kernels.bn_conv2dk1_relu(W, C, 16), kernels.bn_conv2dk3_dw(W, 16, 16, stride=2)
        reduce = kernels.bn_conv2dk1_skip(W // 2, 16, C)
        types = expand.arg_types()
        mids = iron.ObjectFifo(types[2], depth=3, name="mids")
        up, v1, v2, v3 = fifos(up=types[0], v1=types[1], v2=depthwise.arg_types()[3], v3=reduce.arg_types()[1])
        deep, kept, down = fifos(deep=depthwise.arg_types()[4], kept=reduce.arg_types()[3], down=reduce.arg_types()[2])

        def one(source: Any, wts: Any, sink: Any, conv: Any) -> None:
            row_at_a_time(source, sink, n_rows=H, of_wts=wts, do_kernel=lambda x, y, w: conv(x, w, y, W, C, 16, 3))

        def two(source: Any, wts: Any, sink: Any, conv: Any) -> None:
            w = wts.acquire(1)
            sliding_3row(source, sink, n_out_rows=H, do_kernel=lambda a, b, c, y, border: conv(
                a, b, c, w, y, W, 16, 16, 3, 3, border, 4, 0))  # fmt: skip
            wts.release(1)

        def three(source: Any, wts: Any, kept: Any, sink: Any, conv: Any) -> None:
            w = wts.acquire(1)
            for _ in range_(H):
                x, s, y = source.acquire(1), kept.acquire(1), sink.acquire(1)
                conv(x, w, y, s, W // 2, 16, C, 5, 1)
                for f in (source, kept, sink):
                    f.release(1)
            wts.release(1)

        rt.start(iron.Worker(one, [up.cons(), v1.cons(), mids.prod(), expand]))
        rt.start(iron.Worker(two, [mids.cons(), v2.cons(), deep.prod(), depthwise]))
        rt.start(iron.Worker(three, [deep.cons(), v3.cons(), kept.cons(), down.prod(), reduce]))
        move(rt, [(up, a), (v1, w1), (v2, w2), (v3, w3), (kept, s)], (down, b))

    a = np.clip(scaled(pointwise(x, first), 3), 0, 255)
    b = np.clip(scaled(np.einsum("yxcij,cij->yxc", windows(a), mid.astype(np.int64)), 4), 0, 255)[:, ::2]
    want = np.clip(scaled(np.clip(scaled(pointwise(b, last), 5), -128, 127) + skip, 1), -128, 127)
    return ran([x, first, mid, last, skip, out], build)[5], want


# --- matrices ---------------------------------------------------------------------------------------------------------

M = 8


def numbers(rng: Rng, *shape: int) -> Any:
    return rng.integers(-300, 300, shape).astype(np.int16)


@design
def cascaded_product_of_four_cores(rng: Rng) -> Both:
    """The first core puts, two put and get, the last adds to C; they wait for each other inside of their calls."""
    a, b, c = numbers(rng, 4, M, M), numbers(rng, 4, M, M), np.zeros((M, M), np.int32)

    def build(rt: Any, x: Any, y: Any, z: Any) -> None:
        kernel = kernels.cascade_mm(M, M, M, np.int16, np.int32, use_chess=True)
        tile_ty, out_ty = kernel.arg_types()[0], kernel.arg_types()[2]
        four = array_type(4 * M * M, np.int16)
        starts = [M * M * k for k in range(4)]
        lefts, rights = (iron.ObjectFifo(four, name=n) for n in ("left", "right"))
        ls = lefts.cons().split(starts, obj_types=[tile_ty] * 4)
        rs = rights.cons().split(starts, obj_types=[tile_ty] * 4)
        done = iron.ObjectFifo(out_ty, name="done")
        functions = [kernel.put_only, kernel.put_get, kernel.put_get, kernel.get_only]

        def middle(left: Any, right: Any, unused: Any, function: Any) -> None:
            function(left.acquire(1), right.acquire(1), unused)
            left.release(1)
            right.release(1)

        def final(left: Any, right: Any, sink: Any, function: Any, zero: Any) -> None:
            out = sink.acquire(1)
            zero(out)
            function(left.acquire(1), right.acquire(1), out)
            for f in (left, right, sink):
                f.release(1)

        workers = [iron.Worker(middle, [ls[k].cons(), rs[k].cons(), iron.Buffer(out_ty), functions[k]])
                   for k in range(3)]  # fmt: skip
        workers.append(iron.Worker(final, [ls[3].cons(), rs[3].cons(), done.prod(), functions[3], kernel.zero]))
        for k in range(3):
            iron.CascadeFlow(workers[k], workers[k + 1])
        rt.start(*workers)
        move(rt, [(lefts, x), (rights, y)], (done, z))

    return ran([a, b, c], build)[2], np.einsum("kij,kjl->il", a.astype(np.int64), b.astype(np.int64))


@design
def product_of_tiles_by_taps(rng: Rng) -> Both:
    m, k, n = 16, 24, 16
    a, b, c = numbers(rng, m, k), numbers(rng, k, n), np.zeros((m, n), np.int32)

    def build(rt: Any, x: Any, y: Any, z: Any) -> None:
        kernel = kernels.mm(M, M, M, np.int16, np.int32)
        tile_ty, out_ty = kernel.arg_types()[0], kernel.arg_types()[2]
        left, right, done = fifos(left=tile_ty, right=tile_ty, done=out_ty)

        def body(left: Any, right: Any, sink: Any, zero: Any, product: Any) -> None:
            for _ in range_(m // M * n // M):
                out = sink.acquire(1)
                zero(out)
                for _ in range_(k // M):
                    product(left.acquire(1), right.acquire(1), out)
                    left.release(1)
                    right.release(1)
                sink.release(1)

        rt.start(iron.Worker(body, [left.cons(), right.cons(), done.prod(), kernel.zero, kernel]))
        rows = iron.TensorTiler2D.group_tiler((m, k), (M, M), (1, k // M))
        cols = iron.TensorTiler2D.group_tiler((k, n), (M, M), (k // M, 1), tile_group_col_major=True)
        outs = iron.TensorTiler2D.simple_tiler((m, n), (M, M))
        group = rt.task_group()
        for i in range(m // M):
            for j in range(n // M):
                rt.fill(left.prod(), x, rows[i], task_group=group)
                rt.fill(right.prod(), y, cols[j], task_group=group)
                rt.drain(done.cons(), z, outs[i * (n // M) + j], wait=True, task_group=group)
        rt.finish_task_group(group)

    return ran([a, b, c], build)[2], a.astype(np.int64) @ b.astype(np.int64)


@design
def matrix_times_vector(rng: Rng) -> Both:
    a, b, c = numbers(rng, 32, 16), numbers(rng, 16), np.zeros(32, np.int32)

    def build(rt: Any, x: Any, y: Any, z: Any) -> None:
        kernel = kernels.mv(np.prod((2, 4)), 16)
        types = kernel.arg_types()
        rows, vector, done = fifos(rows=types[0], vector=types[1], done=types[2])

        def body(rows: Any, vector: Any, sink: Any, zero: Any, product: Any) -> None:
            v = vector.acquire(1)
            for _ in range_(4):
                out = sink.acquire(1)
                zero(out)
                product(rows.acquire(1), v, out)
                rows.release(1)
                sink.release(1)
            vector.release(1)

        rt.start(iron.Worker(body, [rows.cons(), vector.cons(), done.prod(), kernel.zero, kernel]))
        move(rt, [(rows, x), (vector, y)], (done, z))

    return ran([a, b, c], build)[2], a.astype(np.int64) @ b.astype(np.int64)


# --- images and lines -------------------------------------------------------------------------------------------------

LINE = 64


def lines(rng: Rng, count: int) -> Any:
    return rng.integers(0, 256, (count, LINE)).astype(np.uint8)


def worker(rt: Any, ends: list[Any], call: Callable[..., None], *more: Any) -> None:
    """A core that acquires one object of each end, calls, and releases them."""

    def body(ends: Any, *more: Any) -> None:
        given = [end.acquire(1) for end in ends]
        call(*given, *more)
        for one in ends:
            one.release(1)

    rt.start(iron.Worker(body, [ends, *more]))


@design
def threshold_of_a_picture(rng: Rng) -> Both:
    x, out = lines(rng, 4), np.zeros((4, LINE), np.uint8)

    def build(rt: Any, a: Any, b: Any) -> None:
        kernel = kernels.threshold(LINE)
        up, down = fifos(up=kernel.arg_types()[0], down=kernel.arg_types()[1])
        call = lambda x, y, f: f(x, y, np.int64(LINE), np.int16(99), 200, np.int8(0))  # noqa: E731
        worker(rt, [up.cons(), down.prod()], call, kernel)
        move(rt, [(up, a)], (down, b))

    return ran([x, out], build)[1], np.where(x > 99, 200, 0)


@design
def edges_laid_over_their_picture(rng: Rng) -> Both:
    """A window of three lines with a kernel in a Buffer, a skip around it, and both together."""
    x, out = lines(rng, 5), np.zeros((5, LINE), np.uint8)
    weight = np.array([[0, 4096, 0], [4096, -16384, 4096], [0, 4096, 0]], np.int16)

    def build(rt: Any, a: Any, b: Any) -> None:
        edge, both = kernels.filter2d(LINE), kernels.add_weighted(LINE)
        line = edge.arg_types()[0]
        up, edges, down = iron.ObjectFifo(line, depth=4, name="up"), *fifos(edges=line, down=line)
        kept = up.cons(7).forward(depth=7, name="kept")
        held = iron.Buffer(array_type((3, 3), np.int16), initial_value=weight, name="weight")

        def window(source: Any, sink: Any, held: Any, edge: Any) -> None:
            sliding_3row(source, sink, n_out_rows=5, do_kernel=lambda a, b, c, y, _: edge(a, b, c, y, LINE, held))

        rt.start(iron.Worker(window, [up.cons(), edges.prod(), held, edge]))
        call = lambda x, y, z, f: f(x, y, z, LINE, 8192, 16383, -3)  # noqa: E731
        worker(rt, [kept.cons(), edges.cons(), down.prod()], call, both)
        move(rt, [(up, a)], (down, b))

    around = np.pad(x.astype(np.int64), 1, "edge")
    seen = np.lib.stride_tricks.sliding_window_view(around, (3, 3))
    edges = np.clip(np.einsum("yxij,ij->yx", seen, weight.astype(np.int64)) >> 12, 0, 255)
    return ran([x, out], build)[1], np.clip(((x * np.int64(8192) + edges * 16383) >> 14) - 3, 0, 255)


@design
def masks_of_two_cores_are_joined(rng: Rng) -> Both:
    """One fifo goes to two cores; a third one joins what they made."""
    x, y, out = lines(rng, 3), lines(rng, 3), np.zeros((3, LINE), np.uint8)

    def build(rt: Any, a: Any, b: Any, c: Any) -> None:
        either, every = kernels.bitwise_or(LINE), kernels.bitwise_and(LINE)
        line = either.arg_types()[0]
        one, two, low, high, down = fifos(one=line, two=line, low=line, high=line, down=line)
        call = lambda x, y, z, f: f(x, y, z, LINE)  # noqa: E731
        worker(rt, [one.cons(), two.cons(), low.prod()], call, either)
        worker(rt, [one.cons(), two.cons(), high.prod()], call, every)
        combine = lambda x, y, z: [z.__setitem__(i, x[i] - y[i]) for i in range_(LINE)]  # noqa: E731
        worker(rt, [low.cons(), high.cons(), down.prod()], combine)
        move(rt, [(one, a), (two, b)], (down, c))

    return ran([x, y, out], build)[2], x ^ y


@design
def largest_of_four_parts_in_a_chain(rng: Rng) -> Both:
    """reduce_max and compute_max of one compiled file: each core hands the larger one on."""
    x, out = rng.integers(-(2**31), 2**31, (4, 64)).astype(np.int32), np.zeros(1, np.int32)

    def build(rt: Any, a: Any, b: Any) -> None:
        reduce, larger = kernels.reduce_max(64), kernels.compute_max()
        part, single = reduce.arg_types()[:2]
        whole = iron.ObjectFifo(array_type(256, np.int32), name="whole")
        parts = whole.cons().split([64 * k for k in range(4)], obj_types=[part] * 4)
        chain = [iron.ObjectFifo(single, name=f"chain{k}") for k in range(4)]

        def first(source: Any, sink: Any, reduce: Any) -> None:
            reduce(source.acquire(1), sink.acquire(1), 64)
            source.release(1)
            sink.release(1)

        def other(source: Any, before: Any, sink: Any, own: Any, reduce: Any, larger: Any) -> None:
            reduce(source.acquire(1), own, 64)
            larger(own, before.acquire(1), sink.acquire(1))
            for f in (source, before, sink):
                f.release(1)

        rt.start(iron.Worker(first, [parts[0].cons(), chain[0].prod(), reduce]))
        for k in range(1, 4):
            ends = [parts[k].cons(), chain[k - 1].cons(), chain[k].prod(), iron.Buffer(single)]
            rt.start(iron.Worker(other, [*ends, reduce, larger]))
        move(rt, [(whole, a)], (chain[3], b))

    return ran([x, out], build)[1], [x.max()]


# --- cores in Python --------------------------------------------------------------------------------------------------

N = 16
ROW = array_type(N, np.int32)


def some(rng: Rng, *shape: int) -> Any:
    return rng.integers(-1000, 1000, shape).astype(np.int32)


@design
def grid_of_eight_with_a_ragged_end(rng: Rng) -> Both:
    """ceildiv says how many rounds there are; what is behind the tensor is left out by the taps."""
    count = np.prod((5, 13)) * N // 2  # no multiple of 4 x 2 rows
    x, out = some(rng, int(count) // N * N), np.zeros(int(count) // N * N, np.int32)
    rows = x.size // N

    def build(rt: Any, a: Any, b: Any) -> None:
        ins = [[iron.ObjectFifo(ROW, name=f"in{r}{c}") for c in range(2)] for r in range(4)]
        outs = [[iron.ObjectFifo(ROW, name=f"out{r}{c}") for c in range(2)] for r in range(4)]

        def body(source: Any, sink: Any) -> None:
            x, y = source.acquire(1), sink.acquire(1)
            for i in range_(N):
                y[i] = x[i] * 3 - 1
            source.release(1)
            sink.release(1)

        grid = iron.Worker.grid(4, 2, lambda r, c: iron.Worker(body, [ins[r][c].cons(), outs[r][c].prod()]))
        rt.start(*grid)
        group = rt.task_group()
        for first in range(iron.ceildiv(rows, 8)):
            for k in range(min(8, rows - 8 * first)):
                tap = iron.TensorAccessPattern((rows, N), (8 * first + k) * np.int64(N), [1, N], [0, 1])
                rt.fill(ins[k // 2][k % 2].prod(), a, tap, task_group=group)
                rt.drain(outs[k // 2][k % 2].cons(), b, tap, wait=True, task_group=group)
        rt.finish_task_group(group)

    return ran([x, out], build)[1], x * 3 - 1


@design
def branches_of_a_core(rng: Rng) -> Both:
    x, out = some(rng, 4, N), np.zeros((4, N), np.int32)

    def body(source: Any, sink: Any) -> None:
        x, y = source.acquire(1), sink.acquire(1)
        for i in range_(N):
            with if_(x[i] > 0, hasElse=True) as positive:
                y[i] = x[i] // 2
            with else_(positive):
                y[i] = 7 - x[i] % 5
        source.release(1)
        sink.release(1)

    def build(rt: Any, a: Any, b: Any) -> None:
        up, down = fifos(up=ROW, down=ROW)
        rt.start(iron.Worker(body, [up.cons(), down.prod()]))
        move(rt, [(up, a)], (down, b))

    rest = np.fmod(x, 5)
    return ran([x, out], build)[1], np.where(x > 0, x // 2, 7 - rest)


@design
def parameters_that_the_host_writes(rng: Rng) -> Both:
    """The host writes two words of a Buffer, and a barrier says when the core may read them, for each half."""
    x, out = some(rng, 2, N), np.zeros((2, N), np.int32)

    def build(rt: Any, a: Any, b: Any) -> None:
        up, down = fifos(up=ROW, down=ROW)
        held = iron.Buffer(array_type(2, np.int32), name="held", use_write_rtp=True)
        barrier = iron.WorkerRuntimeBarrier()

        def body(source: Any, sink: Any, held: Any, barrier: Any) -> None:
            barrier.wait_for_value(1)
            factor, more = held[0], held[1]
            x, y = source.acquire(1), sink.acquire(1)
            for i in range_(N):
                y[i] = x[i] * factor + more
            barrier.release_with_value(1)
            source.release(1)
            sink.release(1)

        rt.start(iron.Worker(body, [up.cons(), down.prod(), held, barrier]))

        def write(held: Any, factor: int, more: int) -> None:
            held[0] = factor
            held[1] = np.int64(more)

        for k, pair in enumerate(((3, 10), (-2, 5))):
            rt.inline_ops(write, [held, *pair])
            rt.set_barrier(barrier, 1)
            group = rt.task_group()
            tap = iron.TensorAccessPattern((2, N), k * N, [1, N], [0, 1])
            rt.fill(up.prod(), a, tap, task_group=group)
            rt.drain(down.cons(), b, tap, wait=True, task_group=group)
            rt.finish_task_group(group)

    return ran([x, out], build)[1], np.stack([x[0] * 3 + 10, x[1] * -2 + 5])


@design
def weights_that_live_in_a_memory_tile(rng: Rng) -> Both:
    """Nobody feeds the fifo: its two objects are there at first, and go round in halves, each twice."""
    x, out = some(rng, 10, 8), np.zeros((10, 8), np.int32)
    stored = some(rng, 2, N)

    def build(rt: Any, a: Any, b: Any) -> None:
        half = array_type(8, np.int32)
        up, down = fifos(up=half, down=half)
        wts = iron.ObjectFifo(ROW, name="wts", init_values=list(stored), consumer_obj_type=half, repeat_count=2)
        wts.prod().endpoint = iron.ObjectFifoEndpoint(iron.AnyMemTile.copy())

        def body(source: Any, wts: Any, sink: Any) -> None:
            x, w, y = source.acquire(1), wts.acquire(1), sink.acquire(1)
            for i in range_(8):
                y[i] = x[i] * w[i]
            for f in (source, wts, sink):
                f.release(1)

        rt.start(iron.Worker(body, [up.cons(), wts.cons(), down.prod()]))
        move(rt, [(up, a)], (down, b))

    order = np.concatenate([np.tile(s.reshape(2, 8), (2, 1)) for s in stored])
    return ran([x, out], build)[1], x * np.resize(order, (10, 8))


@design
def running_sum_through_a_fifo_of_its_own(rng: Rng) -> Both:
    """A worker has both ends of a fifo, whose first object is there from the beginning."""
    x, out = some(rng, 5, N), np.zeros((5, N), np.int32)

    def build(rt: Any, a: Any, b: Any) -> None:
        up, down = fifos(up=ROW, down=ROW)
        back = iron.ObjectFifo(ROW, name="back", init_values=[np.full(N, 100)])

        def body(source: Any, before: Any, after: Any, sink: Any) -> None:
            x, old, new, y = source.acquire(1), before.acquire(1), after.acquire(1), sink.acquire(1)
            for i in range_(N):
                new[i] = old[i] + x[i]
                y[i] = new[i]
            for f in (source, before, after, sink):
                f.release(1)

        rt.start(iron.Worker(body, [up.cons(), back.cons(), back.prod(), down.prod()]))
        move(rt, [(up, a)], (down, b))

    return ran([x, out], build)[1], 100 + np.cumsum(x, axis=0)


@design
def transposed_by_a_memory_tile(rng: Rng) -> Both:
    x, out = some(rng, 2, 12, 8), np.zeros((2, 8, 12), np.int32)

    def build(rt: Any, a: Any, b: Any) -> None:
        kind = array_type((12, 8), np.int32)
        up = iron.ObjectFifo(kind, name="up")
        down = up.cons().forward(name="down", dims_to_stream=[(np.int64(8), 1), (12, np.int64(8))])
        rt.fill(up.prod(), a)
        rt.drain(down.cons(), b, wait=True)

    return ran([x, out], build)[1], x.transpose(0, 2, 1)


@design
def padded_by_a_memory_tile(rng: Rng) -> Both:
    x, out = some(rng, 3, 4, 4), np.zeros((3, 6, 8), np.int32)

    def build(rt: Any, a: Any, b: Any) -> None:
        up = iron.ObjectFifo(array_type((4, 4), np.int32), name="up")
        down = up.cons().forward(name="down", pad_dimensions=[(1, 1), (0, 4)])
        rt.fill(up.prod(), a)
        rt.drain(down.cons(), b, wait=True)

    return ran([x, out], build)[1], np.pad(x, ((0, 0), (1, 1), (0, 4)))


@design
def functions_over_all_columns(rng: Rng) -> Both:
    size = 16 * iron.get_current_device().cols * 4
    x, y = iron.tensor(some(rng, size), dtype=np.int32), iron.zeros(size, dtype=np.int32)

    @iron.jit
    def squares(a: iron.In, b: iron.Out, *, tile_size: iron.CompileTime[int]):  # type: ignore[no-untyped-def]
        return iron.transform_parallel(lambda v: v * v - 1, array_type(size, np.int32), tile_size=tile_size)

    squares.specialize(tile_size=np.int64(16))(x, y)
    return y.numpy(), x.numpy() ** 2 - 1


@design
def largest_of_a_whole_tensor(rng: Rng) -> Both:
    x, out = some(rng, 256), np.zeros(1, np.int32)

    @iron.jit
    def largest(a: iron.In, b: iron.Out):  # type: ignore[no-untyped-def]
        return iron.reduce(kernels.reduce_max(256), array_type(256, np.int32), array_type(1, np.int32))

    largest(x, out)
    return out, [x.max()]


@design
def every_element_in_its_place(rng: Rng) -> Both:
    x = some(rng, 128)
    before = x.copy()

    @iron.jit
    def each(a: iron.InOut):  # type: ignore[no-untyped-def]
        return iron.for_each(lambda v: v * 5 + 1, array_type(128, np.int32), tile_size=np.int32(32))

    each(x)
    return x, before * 5 + 1


@design
def pieces_of_unequal_size(rng: Rng) -> Both:
    """Three cores of one memory tile have 4, 20 and 8 elements of each object, and join them again."""
    x, out = some(rng, 3, 32), np.zeros((3, 32), np.int32)
    sizes = np.array([4, 20, 8])
    starts = np.cumsum(sizes) - sizes

    def build(rt: Any, a: Any, b: Any) -> None:
        whole, kinds = array_type(32, np.int32), [array_type(n, np.int32) for n in sizes]
        up, down = fifos(up=whole, down=whole)
        shared = iron.AnyMemTile.copy()
        ins = up.cons().split(starts, tile=shared, obj_types=kinds)
        outs = down.prod().join(list(starts), tile=shared, obj_types=kinds)
        for k in range(3):
            negate = lambda x, y, n=sizes[k], k=k: [y.__setitem__(i, -x[i] + k) for i in range_(n)]  # noqa: E731
            worker(rt, [ins[k].cons(), outs[k].prod()], negate)
        move(rt, [(up, a)], (down, b))

    return ran([x, out], build)[1], -x + np.repeat(np.arange(3), sizes)


# --- blocks of floats -------------------------------------------------------------------------------------------------

TO_BLOCKS = """
#include <cmath>
#include <cstdint>
// Eight floats to a block: the largest exponent first, then mantissas of eight bits, cut off downwards.
extern "C" void to_blocks(float *in, uint8_t *out, int32_t blocks) {
  for (int b = 0; b < blocks; b++, in += 8, out += 9) {
    int most = -126;
    for (int i = 0; i < 8; i++)
      if (in[i] != 0 && std::ilogb(in[i]) > most) most = std::ilogb(in[i]);
    out[0] = most + 127;
    for (int i = 0; i < 8; i++) out[1 + i] = (int8_t)(int)std::floor(std::ldexp(in[i], 6 - most));
  }
}
extern "C" void from_blocks(uint8_t *in, float *out, int32_t blocks) {
  for (int b = 0; b < blocks; b++, in += 9, out += 8)
    for (int i = 0; i < 8; i++) out[i] = std::ldexp((float)(int8_t)in[1 + i], in[0] - 127 - 6);
}
"""


def block_kernels() -> tuple[Any, Any, Any, Any]:
    blocks, values = np.ndarray[(4,), np.dtype[v8bfp16ebs8]], np.ndarray[(32,), np.dtype[np.float32]]
    first = iron.ExternalFunction("to_blocks", source_string=TO_BLOCKS, arg_types=[values, blocks, np.int32])
    return first, iron.Kernel("from_blocks", first.object_file_name, [blocks, values, np.int32]), values, blocks


def as_blocks(x: Any) -> tuple[Any, Any]:
    """Bytes of blocks, and the values that they stand for."""
    rows = x.reshape(-1, 8).astype(np.float64)
    most = np.where(rows.any(1), np.frexp(np.abs(rows).max(1))[1] - 1, -126)
    mantissas = np.floor(np.ldexp(rows, (6 - most)[:, None]))
    whole = np.concatenate([(most + 127).astype(np.uint8)[:, None], mantissas.astype(np.int8).view(np.uint8)], 1)
    return whole, np.ldexp(mantissas, (most - 6)[:, None]).reshape(-1)


@design
def floats_become_blocks(rng: Rng) -> Both:
    x, out = (rng.normal(size=96) * 40).astype(np.float32), np.zeros(12 * 9, np.uint8)
    x[40:48] = 0

    def build(rt: Any, a: Any, b: Any) -> None:
        first, _, values, kind = block_kernels()
        up, down = fifos(up=values, down=kind)
        worker(rt, [up.cons(), down.prod()], lambda x, y, f: f(x, y, 4), first)
        move(rt, [(up, a)], (down, b))

    return ran([x, out], build)[1], as_blocks(x)[0].reshape(-1)


@design
def blocks_pass_between_two_cores(rng: Rng) -> Both:
    x, out = (rng.normal(size=64) * 3).astype(np.float32), np.zeros(64, np.float32)

    def build(rt: Any, a: Any, b: Any) -> None:
        first, second, values, kind = block_kernels()
        up, mid, down = fifos(up=values, mid=kind, down=values)
        worker(rt, [up.cons(), mid.prod()], lambda x, y, f: f(x, y, 4), first)
        worker(rt, [mid.cons(), down.prod()], lambda x, y, f: f(x, y, np.int16(4)), second)
        move(rt, [(up, a)], (down, b))

    return ran([x, out], build)[1], as_blocks(x)[1]


# --- explicit routes --------------------------------------------------------------------------------------------------


@design
def added_to_initial_values_by_descriptors(rng: Rng) -> Both:
    """One buffer is filled by a DMA and sent on by it; the core adds numbers that were there at first."""
    from lanewise.iron import Acquire, Bd, DmaChannel, DMAChannelDir, Flow, Lock, Release, Tile, TileDma

    x, out = some(rng, 4, N), np.zeros((4, N), np.int32)
    more = np.arange(N, dtype=np.int32)

    def build(rt: Any, a: Any, b: Any) -> None:
        shim, here = Tile(0, 0), Tile(0, 2)
        work, added = iron.Buffer(ROW, name="work"), iron.Buffer(ROW, initial_value=more, name="added")
        empty, came, done = (Lock(here, init=n, name=name) for n, name in ((1, "empty"), (0, "came"), (0, "done")))

        def body(work: Any, added: Any, came: Any, done: Any) -> None:
            came.acquire()
            for i in range_(N):
                work[i] = work[i] + added[i]
            done.release()

        rt.start(iron.Worker(body, [work, added, came, done], tile=here))
        rt.add_tile_dma(TileDma(here, [
            DmaChannel(DMAChannelDir.S2MM, 0, [Bd(work, acquires=[Acquire(empty)], releases=[Release(came)])]),
            DmaChannel(DMAChannelDir.MM2S, 0, [Bd(work, acquires=[Acquire(done)], releases=[Release(empty)])]),
        ]))  # fmt: skip
        rt.add_flow(Flow(shim, here, shim_symbol="in"))
        rt.add_flow(Flow(here, shim, shim_symbol="out"))

        def host(a: Any, b: Any) -> None:
            given = shim_dma_single_bd_task("in", a)
            taken = shim_dma_single_bd_task("out", b, issue_token=True)
            dma_start_task(given, taken)
            dma_await_task(taken)

        rt.inline_ops(host, [a, b])

    return ran([x, out], build)[1], x + more


@design
def older_style_with_locks_and_blocks(rng: Rng) -> Both:
    """Everything is said by itself: a device, its tiles, a DMA's program, a core that uses locks."""
    from lanewise.iron import DMAChannelDir, WireBundle
    from lanewise.iron.devices import LockAction

    at_least, give = LockAction.AcquireGreaterEqual, LockAction.Release

    x, out = some(rng, 3, N), np.zeros((3, N), np.int32)

    @device(iron.get_current_device())
    def placed() -> None:
        shim, here = tile(0, 0), tile(1, 3)
        work = buffer(here, ROW, "work")
        empty, came = lock(here, lock_id=0, init=1), lock(here, lock_id=1, init=0)
        done, go = lock(here, lock_id=2, init=0), lock(here, lock_id=3, init=0, sym_name="go")
        flow(shim, WireBundle.DMA, 0, here, WireBundle.DMA, 1)
        flow(here, WireBundle.DMA, 0, shim, WireBundle.DMA, 1)

        @mem(here)
        def _(block: Any) -> None:
            dma_start(DMAChannelDir.S2MM, 1, dest=block[1], chain=block[2])
            with block[1]:
                use_lock(empty, at_least)
                dma_bd(work)
                use_lock(came, give)
                next_bd(block[1])
            with block[2]:
                dma_start(DMAChannelDir.MM2S, 0, dest=block[3], chain=block[4])
            with block[3]:
                use_lock(done, at_least)
                dma_bd(work, offset=0, len=N)
                use_lock(empty, give)
                next_bd(block[3])
            with block[4]:
                end()

        @core(here)
        def _() -> None:
            use_lock(go, LockAction.Acquire, 5)  # waits for that value, and leaves it
            for _ in range_(sys.maxsize):
                use_lock(came, at_least, value=1)
                for i in range_(N):
                    work[i] = work[i] * work[i]
                use_lock(done, give, value=1)

        @runtime_sequence(array_type(x.size, np.int32), array_type(x.size, np.int32))
        def _(a: Any, b: Any) -> None:
            tasks = [dma_configure_task(shim, DMAChannelDir.MM2S, 0),
                     dma_configure_task(shim, DMAChannelDir.S2MM, 1, issue_token=True)]  # fmt: skip
            for task, data in zip(tasks, (a, b), strict=True):
                with blocks(task) as bd, bd[0]:
                    shim_dma_bd(data)
                    EndOp()
            dma_start_task(*tasks)
            set_lock_value(go, 5)
            dma_await_task(tasks[1])

    run(placed, [x.reshape(-1), out.reshape(-1)])
    return out, x * x


@pytest.fixture(autouse=True)
def _kernels(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("LANEWISE_AIE_KERNELS", str(Path(__file__).parent / "designs"))
    yield
    set_current_device(None)


def test_there_are_many() -> None:
    assert len(DESIGNS) >= 25


@pytest.mark.parametrize("name", DESIGNS)
def test_design_computes_what_numpy_does(name: str) -> None:
    number = list(DESIGNS).index(name)
    set_current_device((iron.NPU1, iron.NPU2)[number % 2]())
    got, want = DESIGNS[name](np.random.default_rng(number))
    np.testing.assert_array_equal(got, want)
