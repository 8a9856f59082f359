"""Kernels of threads, called from Python with arrays, and what is said when they are called otherwise."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import lanewise.cpp
from lanewise.errors import LanewiseError

SOURCE = Path(__file__).parent / "loaded.asc"
PLACES = """#include "simt_api/asc_simt.h"
__global__ __launch_bounds__(2048) void places(int32_t* p) {
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i] = static_cast<int32_t>(i);
}
"""


@pytest.fixture(scope="module")
def module() -> lanewise.cpp.Module:
    return lanewise.cpp.load(SOURCE, chip="ascend950")


def test_simt_kernels_take_a_grid_and_a_block(module: lanewise.cpp.Module) -> None:
    x, y = np.arange(1000, dtype=np.float32), np.ones(1000, np.float32)
    module.saxpy[4, 256](y, x, 2.0, 1000)
    np.testing.assert_array_equal(y, 2 * x + 1)
    pickle.loads(pickle.dumps(module.saxpy))[4, 256](y, x, 2.0, 1000)
    np.testing.assert_array_equal(y, 4 * x + 1)


def test_simt_grids_and_blocks_have_three_dimensions(module: lanewise.cpp.Module) -> None:
    p = np.zeros(2 * 3 * 2 * 4 * 5 * 3, np.int32)
    module.numbers[(2, 3, 2), (4, 5, 3)](p)
    np.testing.assert_array_equal(p, np.arange(p.size))


def test_simt_kernels_without_threads_of_their_own_have_blocks(module: lanewise.cpp.Module) -> None:
    x = np.arange(64, dtype=np.int32)
    module.mixed[1](x)
    np.testing.assert_array_equal(x, 2 * np.arange(64))
    module.mixed_by_name[1](x)
    np.testing.assert_array_equal(x, np.arange(64) * np.where(np.arange(64) < 32, 4, 2))


def test_accesses_say_which_of_2048_threads_made_them(tmp_path: Path) -> None:
    """The numbers of a block and of a thread, 16 bits each, are together as many as a launch can have threads."""
    source = tmp_path / "places.asc"
    source.write_text(PLACES)
    p = np.zeros(3 * 2048, np.int32)
    run = lanewise.cpp.load(source, chip="ascend950", observed=True).places[3, 2048](p, trace=True)
    np.testing.assert_array_equal(p, np.arange(p.size))
    written = np.concatenate([a[a["write"] == 1] for a in run.accesses])
    start = int(written["address"].min())
    who = {int(a["address"]) - start: (int(a["block"]), int(a["thread"])) for a in written}
    assert who == {4 * i: divmod(i, 2048) for i in range(p.size)}


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (4, r"saxpy\[grid, block\]\(...\) or saxpy\[grid, block, bytes\]"),
        ((4, 0), "its block must be a number or up to three of them"),
        (((1, 2, 3, 4), 5), "its grid must be a number or up to three of them"),
        ((1, 257), "__launch_bounds__ allows 256 threads"),
    ],
)
def test_simt_launches_that_make_no_sense_are_refused(module: lanewise.cpp.Module, asked: object, text: str) -> None:
    y = np.ones(4, np.float32)
    with pytest.raises(LanewiseError, match=text):
        module.saxpy[asked](y, y, 2.0, 4)
    np.testing.assert_array_equal(y, np.ones(4))


def test_simt_kernels_must_be_told_their_threads(module: lanewise.cpp.Module) -> None:
    with pytest.raises(LanewiseError, match=r"say how many blocks and threads: saxpy\[8, 256\]"):
        module.saxpy(1)


@pytest.mark.sweep
def test_simt_templates_and_dynamic_memory() -> None:
    module = lanewise.cpp.load(SOURCE, chip="ascend950", check=True)
    sums = np.zeros(4, np.int32)
    run = module.sums["int32_t, 3"][4, 64, 256](sums, np.arange(256, dtype=np.int32))
    np.testing.assert_array_equal(sums, np.arange(256).reshape(4, 64).sum(1) * 3)
    assert not run.findings
    y = np.ones(1000, np.float32)
    run = module.saxpy[4, 256](y, y.copy(), 2.0, 1001)
    assert [one.id for one in run.findings] == ["MEM-004", "INIT-003"]
