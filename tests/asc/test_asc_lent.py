"""Large arrays of Python kernels: no copy until somebody writes there, and what a copy would have held all the same."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from lanewise import asc
from lanewise.errors import LanewiseError, LanewiseWarning
from lanewise.machine.launch import _LENT

TILE = 8192
COUNT = _LENT // 4 + TILE  # floats
kept: list[Any] = []


def tensors(*addresses: Any) -> list[Any]:
    found = []
    for address in addresses:
        tensor = asc.GlobalTensor()
        tensor.set_global_buffer(address)
        found.append(tensor)
    return found


@asc.jit
def add(x, y, z, n, fails=False):
    a, b, c = tensors(x, y, z)
    u, v = (asc.LocalTensor(a.dtype, asc.TPosition.VECIN, at * TILE, TILE) for at in (0, 4))
    for i in range(asc.get_block_idx() * TILE, n, asc.get_block_num() * TILE):
        asc.data_copy(u, a[i:], TILE)
        asc.data_copy(v, b[i:], TILE)
        asc.add(u, u, v, TILE)
        asc.data_copy(c[i:], u, TILE)
    if fails:
        asc.data_copy(u, a[n + 64 :], TILE)


def numbers() -> tuple[Any, Any, Any]:
    x = np.arange(COUNT, dtype=np.float32)
    return x, x[::-1].copy(), np.full(COUNT, -1, np.float32)


@pytest.mark.parametrize("blocks", [1, 3])
def test_lent_values(blocks: int) -> None:
    x, y, z = numbers()
    add[blocks](x, y, z, COUNT)
    np.testing.assert_array_equal(z, COUNT - 1)
    np.testing.assert_array_equal(x, np.arange(COUNT))
    add[blocks](x, z, x, COUNT)  # in place
    np.testing.assert_array_equal(x, np.arange(COUNT) + np.float32(COUNT - 1))


def test_lent_arrays_stay_where_a_kernel_fails() -> None:
    x, y, z = numbers()
    with pytest.raises(LanewiseError) as caught:
        add[1](x, y, z, COUNT, fails=True)
    assert caught.value.id == "MEM-004"
    np.testing.assert_array_equal(z, -1)


def test_lent_arrays_that_are_read_only() -> None:
    x, y, z = numbers()
    x.flags.writeable = y.flags.writeable = False
    add[1](x, y, z, COUNT)
    np.testing.assert_array_equal(z, COUNT - 1)
    z[:] = -1
    with pytest.raises(LanewiseError, match="read-only"):
        add[1](x, z, y, COUNT)


def test_lent_arrays_of_any_layout() -> None:
    wide = np.zeros((COUNT // TILE, 2 * TILE), np.float32)
    every, x = wide[:, ::2], np.ones(COUNT, np.float32)
    add[1](x, x, every, COUNT)
    np.testing.assert_array_equal(every, 2)
    np.testing.assert_array_equal(wide[:, 1::2], 0)


def test_lent_arrays_that_share_memory() -> None:
    """Each is what it was before the launch, whatever is written to the other."""
    base = np.arange(COUNT + TILE, dtype=np.float32)
    add[1](base[:COUNT], base[TILE:], base[:COUNT], COUNT)
    np.testing.assert_array_equal(base[:TILE], np.arange(TILE) * 2 + TILE)
    np.testing.assert_array_equal(base[COUNT:], np.arange(COUNT, COUNT + TILE))


@asc.jit
def copies_rows(x, out, n, how_many):
    a, b = tensors(x, out)
    u = asc.LocalTensor(a.dtype, asc.TPosition.VECIN, 0, how_many)
    asc.data_copy(u, a[n - n % 8 :], how_many)
    asc.data_copy(b, u, how_many)


def test_lent_array_ends_where_it_ends() -> None:
    """Behind it lies what lies after a copy, and the array itself is none the longer."""
    seen = []
    for count in (67, COUNT + 3):  # a copy, and none
        out = np.zeros(16, np.uint32)
        with pytest.warns(LanewiseWarning, match="MEM-004 data_copy: "):
            copies_rows[1](np.full(count, 7, np.uint32), out, count, 16)
        seen.append(out)
    np.testing.assert_array_equal(seen[0], [7] * 3 + [0xFBFBFBFB] * 13)
    np.testing.assert_array_equal(seen[1], seen[0])
    with pytest.raises(LanewiseError) as caught:
        copies_rows[1](np.zeros(COUNT + 3, np.uint32), np.zeros(64, np.uint32), COUNT + 3, 512)
    assert caught.value.id == "MEM-004"


@asc.jit
def scalars(x, y):
    a, b = tensors(x, y)
    b.set_value(5, a.get_value(3) + 1)
    asc.data_copy(asc.LocalTensor(a.dtype, asc.TPosition.VECIN, 0, 8), b, 8)
    assert b.get_value(5) == 4
    kept[:] = [a, b]


def test_lent_arrays_and_the_scalar_unit() -> None:
    x, y = np.arange(COUNT, dtype=np.int32), np.zeros(COUNT, np.int32)
    scalars[1](x, y)
    assert y[5] == 4
    assert np.count_nonzero(y) == 1
    # Who kept a tensor sees what its buffer held.
    assert [tensor.get_value(5) for tensor in kept] == [5, 4]
    kept.clear()


PEAK = """
import sys
import numpy as np
sys.path.insert(0, sys.argv[1])
from test_asc_lent import TILE, add
add[1](*(np.ones(TILE, np.float32) for _ in range(3)), TILE)
def peak():
    # Of this program: what getrusage says was the highest also counts what the process held before it was started.
    return next(int(line.split()[1]) << 10 for line in open("/proc/self/status") if line.startswith("VmHWM"))
n, start = 8 << 20, peak()
x, y, z = np.ones(n, np.float32), np.ones(n, np.float32), np.zeros(n, np.float32)
add[2](x, y, z, n)
peaks = peak()
assert z[0] == z[-1] == 2
print((peaks - start) / (3 * x.nbytes))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="counted as Linux counts")
def test_lent_arrays_are_there_once(request: pytest.FixtureRequest) -> None:
    command = [sys.executable, "-c", PEAK, str(request.path.parent)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert float(done.stdout) < 1.2
