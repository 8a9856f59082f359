"""Kernels in Python with one wrong line, all written from a list of faults before any was tried: what `expect` says of
each names that line in its first three lines."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lanewise
import lanewise.asc as asc

N, SIDE, ROWS = 256, 16, 8
Array = np.ndarray[Any, Any]
LINES = {said[1]: number for number, line in enumerate(Path(__file__).read_text().splitlines(), 1)
         if (said := re.search(r"# planted: (\w+)$", line))}  # fmt: skip


def arrays_at(*addresses: Any) -> list[Any]:
    arrays = [asc.GlobalTensor() for _ in addresses]
    for array, address in zip(arrays, addresses, strict=True):
        array.set_global_buffer(address)
    return arrays


def tensors(kind: Any, count: int, size: int = N) -> list[Any]:
    return [asc.LocalTensor(kind, asc.TPosition.VECCALC, at * 2048, size) for at in range(count)]


def wait() -> None:
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def tail_of_bytes(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress) -> None:
    xg, yg, zg = arrays_at(x, y, z)
    a, b, c = tensors(asc.float32, 3)
    asc.data_copy(a, xg, N)
    pads = asc.DataCopyPadExtParams()
    asc.data_copy_pad(b, yg, asc.DataCopyExtParams(1, 4 * (N - 5), 0, 0, 0), pads)  # planted: tail_of_bytes
    wait()
    asc.add(c, a, b, N)
    wait()
    asc.data_copy(zg, c, N)


@asc.jit
def sum_of_half(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress) -> None:
    xg, zg = arrays_at(x, z)
    a, out = tensors(asc.float32, 2)
    h, total = (asc.LocalTensor(asc.half, asc.TPosition.VECCALC, at, N) for at in (8192, 10240))
    asc.data_copy(a, xg, N)
    wait()
    asc.duplicate(total, 0.0, N)
    asc.cast(h, a, asc.RoundMode.CAST_NONE, count=N)
    for _ in range(ROWS):
        asc.add(total, total, h, N)  # planted: sum_of_half
    asc.cast(out, total, asc.RoundMode.CAST_NONE, count=N)
    asc.muls(out, out, 1 / ROWS, N)
    wait()
    asc.data_copy(zg, out, N)


@asc.jit
def stride_of_offsets(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress) -> None:
    xg, zg = arrays_at(x, z)
    a, c = tensors(asc.float32, 2)
    index = asc.LocalTensor(asc.int32, asc.TPosition.VECCALC, 10240, N)
    offsets = asc.LocalTensor(asc.uint32, asc.TPosition.VECCALC, 10240, N)
    asc.data_copy(a, xg, N)
    wait()
    asc.duplicate(c, 0.0, N)
    asc.create_vec_index(index, 0, count=N // 4)
    asc.muls(index, index, 16, N // 4)  # planted: stride_of_offsets
    asc.gather(c, a, offsets, 0, count=N // 4)
    wait()
    asc.data_copy(zg, c, N)


@asc.jit
def other_blocks_rows(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress) -> None:
    xg, yg, zg = arrays_at(x, y, z)
    a, b, c = tensors(asc.float32, 3, 64)
    first = asc.get_block_idx() * 64
    asc.data_copy(a, xg[first:], 64)
    asc.data_copy(b, yg[first // 2 :], 64)  # planted: other_blocks_rows
    wait()
    asc.add(c, a, b, 64)
    wait()
    asc.data_copy(zg[first:], c, 64)


@asc.jit
def swapped_quotient(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress) -> None:
    xg, yg, zg = arrays_at(x, y, z)
    a, b, c = tensors(asc.float32, 3)
    asc.data_copy(a, xg, N)
    asc.data_copy(b, yg, N)
    wait()
    asc.div(c, b, a, N)  # planted: swapped_quotient
    asc.adds(c, c, 1.0, N)
    wait()
    asc.data_copy(zg, c, N)


@asc.jit
def cut_off(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress) -> None:
    xg, zg = arrays_at(x, z)
    a, c = tensors(asc.float32, 2)
    whole = asc.LocalTensor(asc.int32, asc.TPosition.VECCALC, 10240, N)
    asc.data_copy(a, xg, N)
    wait()
    asc.cast(whole, a, asc.RoundMode.CAST_TRUNC, count=N)  # planted: cut_off
    asc.cast(c, whole, asc.RoundMode.CAST_NONE, count=N)
    wait()
    asc.data_copy(zg, c, N)


def product(x: Any, y: Any, z: Any, fault: str) -> None:
    """Z = X Y^T of 16 by 32 and 16 by 32, in two steps of 16."""
    xg, yg, zg = arrays_at(x, y, z)
    pipe = asc.TPipe()
    positions = (asc.TPosition.A1, asc.TPosition.B1, asc.TPosition.A2, asc.TPosition.B2, asc.TPosition.CO1)
    buffers = [asc.TBuf(position) for position in positions]
    for buffer in buffers:
        pipe.init_buffer(buffer, 2 * SIDE * SIDE * 4)
    a1, b1, a2, b2 = (buffer.get(asc.float16) for buffer in buffers[:4])
    out = buffers[4].get(asc.float32)
    asc.data_copy(a1, xg, asc.Nd2NzParams(1, SIDE, 2 * SIDE, 0, 2 * SIDE, SIDE, 1, 0))
    asc.data_copy(b1, yg, asc.Nd2NzParams(1, SIDE, 2 * SIDE, 0, 2 * SIDE, SIDE, 1, 0))
    wait()
    for half in range(2):
        asc.load_data(a2, a1[half * 256 :], asc.LoadData2DParams(0, 1, 1, 0, 0, False, 0))
        if fault == "transposed":
            asc.load_data(b2, b1[half * 256 :], asc.LoadData2DParams(0, 1, 1, 0, 0, True, 0))  # planted: transposed
        else:
            asc.load_data(b2, b1[half * 256 :], asc.LoadData2DParams(0, 1, 1, 0, 0, False, 0))
        wait()
        if fault == "begins_again":
            asc.mmad(out, a2, b2, asc.MmadParams(SIDE, SIDE, SIDE, cmatrix_init_val=True))  # planted: begins_again
        else:
            asc.mmad(out, a2, b2, asc.MmadParams(SIDE, SIDE, SIDE, cmatrix_init_val=half == 0))
        wait()
    if fault == "rows_too_near":
        asc.fixpipe(zg, out, asc.FixpipeParamsV220(SIDE, SIDE, SIDE, SIDE - 1, False))  # planted: rows_too_near
    else:
        asc.fixpipe(zg, out, asc.FixpipeParamsV220(SIDE, SIDE, SIDE, SIDE, False))


@asc.jit
def transposed(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress) -> None:
    product(x, y, z, "transposed")


@asc.jit
def begins_again(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress) -> None:
    product(x, y, z, "begins_again")


@asc.jit
def rows_too_near(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress) -> None:
    product(x, y, z, "rows_too_near")


def matrices(x: Array, y: Array) -> Array:
    return x.astype(np.float32) @ y.astype(np.float32).T


# Kernel: its blocks, and what it should compute.
CASES: dict[str, tuple[Any, int, Callable[[Array, Array], Array]]] = {
    "tail_of_bytes": (tail_of_bytes, 1, lambda x, y: x + y),
    "sum_of_half": (sum_of_half, 1, lambda x, y: x),
    "stride_of_offsets": (
        stride_of_offsets, 1, lambda x, y: np.append(x[: N // 2 : 2], np.zeros(3 * N // 4, np.float32)),
    ),
    "other_blocks_rows": (other_blocks_rows, 4, lambda x, y: x + y),
    "swapped_quotient": (swapped_quotient, 1, lambda x, y: x / y + 1),
    "cut_off": (cut_off, 1, lambda x, y: np.rint(x)),
    "transposed": (transposed, 1, matrices),
    "begins_again": (begins_again, 1, matrices),
    "rows_too_near": (rows_too_near, 1, matrices),
}  # fmt: skip


def inputs(name: str) -> tuple[Array, Array, Array]:
    random = np.random.default_rng(21)
    if CASES[name][2] is matrices:
        x, y = (random.integers(-8, 9, (SIDE, 2 * SIDE)).astype(np.float16) for _ in range(2))
        return x, y, np.zeros((SIDE, SIDE), np.float32)
    x, y = (random.integers(1, 400, N).astype(np.float32) * 0.25 for _ in range(2))
    if name == "sum_of_half":
        x[77] = 9000
    return x, y, np.full(N, 99, np.float32)


@pytest.mark.parametrize("name", CASES)
def test_the_planted_line_is_among_the_first_three(name: str) -> None:
    kernel, blocks, wanted = CASES[name]
    x, y, z = inputs(name)
    lanewise.configure(history=True)
    try:
        run = kernel[blocks](x, y, z)
    finally:
        lanewise.configure(history=False)
    want = wanted(x, y)
    assert (z != want).any()
    first = str(run.expect(z=want)).splitlines()[:3]
    assert any(f"{Path(__file__).name}:{LINES[name]} " in line for line in first), "\\n".join(first)
