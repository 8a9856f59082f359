"""Whole designs in one line: a function over every element, on one core or on one for each column.

With types they are built; with tensors, as older releases have it, they are built and run at once, unless a design is
being built already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from lanewise.iron.controlflow import range_
from lanewise.iron.devices import get_current_device
from lanewise.iron.external import Kernel
from lanewise.iron.fifos import ObjectFifo
from lanewise.iron.jitting import building, call
from lanewise.iron.program import Design, Program
from lanewise.iron.refusals import wrong_type, wrong_value
from lanewise.iron.runtime import Runtime
from lanewise.iron.taps import TensorAccessPattern
from lanewise.iron.tensors import Tensor
from lanewise.iron.types import ArrayType, array_type, is_array_type
from lanewise.iron.workers import Worker

Function = Callable[..., Any]


def _flat(of: ArrayType, size: int) -> ArrayType:
    return ArrayType((size,), of.dtype)


def _tile(of: ArrayType, tile_size: int, lanes: int, what: str) -> ArrayType:
    if tile_size < 1 or of.size % (tile_size * lanes):
        rest = f" x {lanes} cores" if lanes > 1 else ""
        raise wrong_value(what, "tile_size", size=of.size, tile_size=tile_size, rest=rest)
    return _flat(of, tile_size)


class _Parts:
    """Parameters of the function: arrays come through fifos, numbers are constants."""

    def __init__(self, params: Sequence[Any]) -> None:
        self.params = params
        self.types = [array_type(p) if is_array_type(p) else None for p in params]

    @property
    def arrays(self) -> list[ArrayType]:
        return [t for t in self.types if t is not None]

    def values(self, held: Sequence[Any]) -> list[Any]:
        left = iter(held)
        return [next(left) if t is not None else p for p, t in zip(self.params, self.types, strict=True)]


def _elementwise(
    what: str, func: Function, kind: Any, inputs: int, params: Sequence[Any], tile_size: int, lanes: int,
    in_place: bool = False, pass_size: bool = True,
) -> Design:  # fmt: skip
    """`inputs` tensors and one result, each cut into `lanes` parts, each part into tiles."""
    whole = array_type(kind, what)
    whole = _flat(whole, whole.size)
    tile = _tile(whole, tile_size, lanes, what)
    part = whole.size // lanes
    more = _Parts(params)
    suffix = [""] if lanes == 1 else [f"_{k}" for k in range(lanes)]
    ins = [[ObjectFifo(tile, name=f"in{i}{s}") for i in range(inputs)] for s in suffix]
    extra = [[ObjectFifo(t, name=f"param{i}{s}") for i, t in enumerate(more.arrays)] for s in suffix]
    outs = [ObjectFifo(tile, name=f"out{s}") for s in suffix]

    def body(sources: Any, held: Any, sink: Any, func: Any) -> None:
        values = more.values([h.acquire(1) for h in held])
        for _ in range_(part // tile_size):
            given = [source.acquire(1) for source in sources]
            out = sink.acquire(1)
            if isinstance(func, Kernel):
                func(*given, out, *values, *([tile_size] if pass_size else []))
            else:
                for i in range_(tile_size):
                    out[i] = func(*(x[i] for x in given), *values)
            for source in sources:
                source.release(1)
            sink.release(1)
        for handle in held:
            handle.release(1)

    body.__name__ = what
    workers = [
        Worker(body, [[f.cons() for f in ins[k]], [f.cons() for f in extra[k]], outs[k].prod(), func])
        for k in range(lanes)
    ]
    rt = Runtime()
    tensors = [whole] * (inputs + (0 if in_place else 1))
    with rt.sequence(*tensors, *more.arrays) as given:
        data = given if isinstance(given, tuple) else (given,)
        rt.start(*workers)
        group = rt.task_group()
        for k in range(lanes):
            tap = TensorAccessPattern((1, whole.size), k * part, [1, 1, 1, part], [0, 0, 0, 1])
            for fifo, source in zip(ins[k], data, strict=False):
                rt.fill(fifo.prod(), source, tap, task_group=group)
            for fifo, source in zip(extra[k], data[len(tensors) :], strict=True):
                rt.fill(fifo.prod(), source, task_group=group)
            rt.drain(outs[k].cons(), data[0] if in_place else data[inputs], tap, wait=True, task_group=group)
        rt.finish_task_group(group)
    return Program(get_current_device(), rt).resolve_program()


def _run_or_build(what: str, tensors: Sequence[Any], build: Callable[[Any], Design]) -> Any:
    """With tensors of the older form: a type is made of them."""
    first = tensors[0]
    if not isinstance(first, (Tensor, np.ndarray)):
        if not is_array_type(first):
            raise wrong_type(what, "no_example", first=repr(first))
        return build(first)
    design = build(ArrayType(tuple(first.shape), first.dtype))
    return design if building() else call(design, [(f"tensor {k}", t) for k, t in enumerate(tensors)], what)


def _is_tensor(of: Any) -> bool:
    return isinstance(of, (Tensor, np.ndarray))


def _split(kind: Any, params: Sequence[Any], tensors: int) -> tuple[list[Any], list[Any]]:
    """Tensors of the older form, in front of the parameters; else the type alone."""
    if not _is_tensor(kind):
        return [kind], list(params)
    given = [kind, *params]
    return given[:tensors], given[tensors:]


def _parameter_types(params: Sequence[Any]) -> list[Any]:
    return [ArrayType(tuple(p.shape), p.dtype) if _is_tensor(p) else p for p in params]


def _columns(channels: int) -> int:
    return get_current_device().cols * channels


def transform(func: Function, tensor_ty: Any, *params: Any, tile_size: int = 16, trace_size: int = 0) -> Any:
    """out[i] = func(in[i], *params); an external function is called (in, out, *params, tile_size)."""
    tensors, rest = _split(tensor_ty, params, 2)
    kinds = _parameter_types(rest)
    extra = [p for p in rest if _is_tensor(p)]
    return _run_or_build("transform", [*tensors, *extra],
                         lambda kind: _elementwise("transform", func, kind, 1, kinds, tile_size, 1))  # fmt: skip


def transform_binary(func: Function, tensor_ty: Any, *params: Any, tile_size: int = 16, trace_size: int = 0) -> Any:
    """out[i] = func(a[i], b[i])."""
    tensors, rest = _split(tensor_ty, params, 3)
    kinds = _parameter_types(rest)
    return _run_or_build("transform_binary", tensors,
                         lambda kind: _elementwise("transform_binary", func, kind, 2, kinds, tile_size, 1))  # fmt: skip


def transform_parallel(
    func: Function, tensor_ty: Any, *params: Any, tile_size: int = 16, num_channels: int = 1,
    pass_size_to_kernel: bool = True, trace_size: int = 0,
) -> Any:  # fmt: skip
    """transform on one core for each column, times channels; each has a part of the tensor."""
    tensors, rest = _split(tensor_ty, params, 2)
    kinds = _parameter_types(rest)
    extra = [p for p in rest if _is_tensor(p)]
    return _run_or_build("transform_parallel", [*tensors, *extra], lambda kind: _elementwise(
        "transform_parallel", func, kind, 1, kinds, tile_size, _columns(num_channels), pass_size=pass_size_to_kernel
    ))  # fmt: skip


def transform_parallel_binary(
    func: Function, tensor_ty: Any, *params: Any, tile_size: int = 16, num_channels: int = 1,
    pass_size_to_kernel: bool = True, trace_size: int = 0,
) -> Any:  # fmt: skip
    tensors, rest = _split(tensor_ty, params, 3)
    kinds = _parameter_types(rest)
    return _run_or_build("transform_parallel_binary", tensors, lambda kind: _elementwise(
        "transform_parallel_binary", func, kind, 2, kinds, tile_size, _columns(num_channels),
        pass_size=pass_size_to_kernel,
    ))  # fmt: skip


def for_each(func: Function, tensor_ty: Any, *params: Any, tile_size: int = 16, trace_size: int = 0) -> Any:
    """data[i] = func(data[i]): the same tensor is read and written."""
    tensors, rest = _split(tensor_ty, params, 1)
    kinds = _parameter_types(rest)
    return _run_or_build("for_each", tensors, lambda kind: _elementwise(
        "for_each", func, kind, 1, kinds, tile_size, 1, in_place=True
    ))  # fmt: skip


def reduce(func: Function, in_ty: Any, out_ty: Any, trace_size: int = 0) -> Any:
    """One call func(in, out, n) of an external function on the whole input."""
    if not isinstance(func, Kernel):
        raise wrong_type("reduce", "reduce_function")
    tensors = [in_ty, out_ty]
    kinds = [array_type(t) for t in _parameter_types(tensors)]
    of_in, of_out = ObjectFifo(kinds[0], name="in", depth=1), ObjectFifo(kinds[1], name="out", depth=1)

    def body(source: Any, sink: Any, kernel: Any) -> None:
        x, y = source.acquire(1), sink.acquire(1)
        kernel(x, y, kinds[0].size)
        source.release(1)
        sink.release(1)

    worker = Worker(body, [of_in.cons(), of_out.prod(), func])
    rt = Runtime()
    with rt.sequence(*kinds) as (a, b):
        rt.start(worker)
        rt.fill(of_in.prod(), a)
        rt.drain(of_out.cons(), b, wait=True)
    design = Program(get_current_device(), rt).resolve_program()
    if not _is_tensor(in_ty) or building():
        return design
    return call(design, [("input", in_ty), ("output", out_ty)], "reduce")


# --- rounds of a worker that images and convolutions share ------------------------------------------------------------


def row_at_a_time(of_in: Any, of_out: Any, *, n_rows: int, do_kernel: Function, of_wts: Any = None) -> None:
    """do_kernel(row, out), or with weights, held for all rows, do_kernel(row, out, weights)."""
    _rows(of_in, of_out, n_rows, do_kernel, of_wts, [] if of_wts is None else None)


def row_at_a_time_tiled(
    of_in: Any, of_out: Any, *, n_rows: int, n_tiles_per_row: int, do_kernel: Function, of_wts: Any = None
) -> None:
    """do_kernel(tile, out, weights) for each tile of each row; without a fifo of weights they are None."""
    _rows(of_in, of_out, n_rows * n_tiles_per_row, do_kernel, of_wts, [None])


def _rows(of_in: Any, of_out: Any, count: int, do_kernel: Function, of_wts: Any, without: Any) -> None:
    held = without if of_wts is None else [of_wts.acquire(1)]
    for _ in range_(count):
        row, out = of_in.acquire(1), of_out.acquire(1)
        do_kernel(row, out, *held)
        of_in.release(1)
        of_out.release(1)
    if of_wts is not None:
        of_wts.release(1)


def row_at_a_time_with_skip(
    of_in: Any, of_skip: Any, of_out: Any, *, n_rows: int, do_kernel: Function, of_wts: Any = None
) -> None:
    """As row_at_a_time, with a row of a second fifo: do_kernel(row, weights, out, skip) (policy `design_skip_rows`)."""
    held = [of_wts.acquire(1)] if of_wts is not None else []
    for _ in range_(n_rows):
        row, out, skip = of_in.acquire(1), of_out.acquire(1), of_skip.acquire(1)
        do_kernel(row, *held, out, skip)
        for fifo in (of_in, of_out, of_skip):
            fifo.release(1)
    if of_wts is not None:
        of_wts.release(1)


def sliding_3row(of_in: Any, of_out: Any, *, n_out_rows: int, do_kernel: Function) -> None:
    """do_kernel(above, row, below, out, border); at the borders (0 and 2) the first or last row counts twice."""

    def process_row(rows: Sequence[Any], border: int) -> None:
        out = of_out.acquire(1)
        do_kernel(*rows, out, border)
        of_out.release(1)

    rows = of_in.acquire(2)
    process_row([rows[0], rows[0], rows[1]], 0)
    for _ in range_(n_out_rows - 2):
        process_row(of_in.acquire(3), 1)
        of_in.release(1)
    rows = of_in.acquire(2)
    process_row([rows[0], rows[1], rows[1]], 2)
    of_in.release(2)
