"""Large arrays are lent to a kernel piece by piece: what it reads, what it leaves, and how much memory that takes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import lanewise.cpp
from lanewise.cpp.loader import Module
from lanewise.errors import LanewiseError

COUNT = (6 << 20) // 4 + 5  # floats: some pieces, and a rest that is none

SOURCE = """
#include "kernel_operator.h"
using namespace AscendC;
constexpr uint32_t TILE = 8192;

// z = x + y of whole tiles; tile `bad` is added with a count that no tensor has.
__global__ __vector__ void add(__gm__ float* x, __gm__ float* y, __gm__ float* z, uint64_t n, uint64_t bad)
{
    LocalTensor<float> a(TPosition::VECCALC, 0, TILE), b(TPosition::VECCALC, 4 * TILE, TILE);
    GlobalTensor<float> first, second, sum;
    first.SetGlobalBuffer(x);
    second.SetGlobalBuffer(y);
    sum.SetGlobalBuffer(z);
    for (uint64_t i = GetBlockIdx() * TILE; i + TILE <= n; i += GetBlockNum() * TILE) {
        DataCopy(a, first[i], TILE);
        DataCopy(b, second[i], TILE);
        PipeBarrier<PIPE_ALL>();
        Add(a, a, b, i / TILE == bad ? TILE * 100 : TILE);
        PipeBarrier<PIPE_ALL>();
        DataCopy(sum[i], a, TILE);
        PipeBarrier<PIPE_ALL>();
    }
}

// Every step-th element, again and again from the front: as scalar code does it.
__global__ __vector__ void raise(__gm__ int32_t* x, uint64_t n, uint64_t step, uint64_t times)
{
    for (uint64_t t = 0; t < times; ++t)
        for (uint64_t i = 0; i < n; i += step) x[i] += 1;
}

__global__ __vector__ void total(const __gm__ int32_t* x, __gm__ int64_t* sum, uint64_t n, uint64_t step,
                                 uint64_t times)
{
    int64_t all = 0;
    for (uint64_t t = 0; t < times; ++t)
        for (uint64_t i = 0; i < n; i += step) all += x[i];
    sum[0] = all;
}

// What lies behind the end of an array.
__global__ __vector__ void behind(__gm__ float* x, __gm__ float* seen, uint64_t n, uint64_t count)
{
    LocalTensor<float> a(TPosition::VECCALC, 0, 64);
    GlobalTensor<float> from, to;
    from.SetGlobalBuffer(x + n);
    to.SetGlobalBuffer(seen);
    DataCopy(a, from, count);
    PipeBarrier<PIPE_ALL>();
    DataCopy(from, a, count);
    DataCopy(to, a, count);
}
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lent") / "kernels.asc"
    path.write_text(SOURCE, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def module(source: Path) -> Module:
    return lanewise.cpp.load(source)


@pytest.mark.parametrize("blocks", [1, 8])
def test_lent_arrays_are_read_and_written(module, blocks: int) -> None:
    random = np.random.default_rng(1)
    x, y = (random.integers(-1000, 1000, COUNT).astype(np.float32) for _ in range(2))
    z = np.full(COUNT, 7, np.float32)
    before = x.copy(), y.copy()
    module.add[blocks](x, y, z, COUNT, COUNT)
    whole = COUNT // 8192 * 8192
    np.testing.assert_array_equal(z[:whole], before[0][:whole] + before[1][:whole])
    np.testing.assert_array_equal(z[whole:], 7)
    np.testing.assert_array_equal(x, before[0])
    np.testing.assert_array_equal(y, before[1])


def test_lent_array_that_is_both_source_and_target(module) -> None:
    x = np.arange(COUNT, dtype=np.float32) % 1000
    expected = 2 * x
    expected[COUNT // 8192 * 8192 :] /= 2
    module.add[4](x, x, x, COUNT, COUNT)
    np.testing.assert_array_equal(x, expected)


def test_lent_arrays_stay_as_they_are_when_a_launch_fails(module) -> None:
    x, y = np.ones(COUNT, np.float32), np.ones(COUNT, np.float32)
    z = np.arange(COUNT, dtype=np.float32)
    with pytest.raises(LanewiseError) as caught:
        module.add[2](x, y, z, COUNT, COUNT // 8192 - 1)
    assert caught.value.id.startswith("MEM-")
    np.testing.assert_array_equal(z, np.arange(COUNT, dtype=np.float32))
    module.add[2](x, y, z, COUNT, COUNT)
    assert z[0] == 2


def test_lent_array_that_scalar_code_walks_more_than_once(module) -> None:
    """Pieces that were dropped come back, and those that were written are never dropped."""
    n, step, times = 8 << 20, 1000, 3
    x = np.arange(n, dtype=np.int32)
    expected = x.copy()
    expected[::step] += times
    getattr(module, "raise")[1](x, n, step, times)
    np.testing.assert_array_equal(x, expected)
    found = np.zeros(1, np.int64)
    module.total[1](x, found, n, step, times)
    assert found[0] == times * int(expected[::step].sum(dtype=np.int64))


def test_lent_read_only_array_keeps_its_contents(module) -> None:
    x = np.zeros(COUNT, np.int32)
    x.flags.writeable = False
    getattr(module, "raise")[1](x, COUNT, 1, 1)
    assert not x.any()


def test_lent_arrays_that_share_memory(module) -> None:
    """The last one decides, whole, as it does for small arrays."""
    base = np.arange(COUNT + 8192, dtype=np.float32)
    one, two = base[:COUNT], base[8192 : 8192 + COUNT]
    module.add[1](one, two, one, COUNT, COUNT)
    np.testing.assert_array_equal(base[:8192], np.arange(8192) * 2 + 8192)
    np.testing.assert_array_equal(base[8192:], np.arange(8192, COUNT + 8192))


def test_lent_array_ends_where_it_ends(module) -> None:
    """As an allocator gives them: rounded up to 32 bytes, and 32 more."""
    x = np.ones(COUNT + 3, np.float32)  # eight floats at a time
    seen = np.ones(64, np.float32)
    module.behind[1](x, seen, COUNT + 3, 8)
    assert not seen[:8].any()
    np.testing.assert_array_equal(x, 1)
    with pytest.warns(UserWarning, match="MEM-004"):  # what chips let pass
        module.behind[1](x, seen, COUNT + 3, 16)
    np.testing.assert_array_equal(x, 1)
    with pytest.raises(LanewiseError) as caught:
        module.behind[1](x, seen, COUNT + 3, 512)
    assert caught.value.id == "MEM-004"
    with pytest.raises(LanewiseError) as caught:
        module.behind[1](x, seen, 1 << 30, 8)
    assert caught.value.id == "MEM-005"


PEAK = """
import sys
import numpy as np
import lanewise.cpp
add = lanewise.cpp.load(sys.argv[1]).add
few = [np.ones(8192, np.float32) for _ in range(3)]
add[1](*few, 8192, 8192)
def peak():
    # Of this program: what getrusage says was the highest also counts what the process held before it was started.
    return next(int(line.split()[1]) << 10 for line in open("/proc/self/status") if line.startswith("VmHWM"))
n, start = 8 << 20, peak()
x, y, z = np.ones(n, np.float32), np.ones(n, np.float32), np.zeros(n, np.float32)
add[1](x, y, z, n, n)  # of several blocks one may fall behind, and pieces that come twice stay
assert (z == 2).all()
print((peak() - start) / (3 * x.nbytes))
"""


def test_lent_arrays_are_there_once(source: Path) -> None:
    done = subprocess.run([sys.executable, "-c", PEAK, source], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 1.2
