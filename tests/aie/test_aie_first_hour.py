"""Two C++ kernels joined by a cascade, as a first network is: no false alarm, each counted once; results that wrap."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import starting
from compiled import needs_compiler

pytestmark = needs_compiler
KERNELS = """\
#include <aie_api/aie.hpp>
#include <adf.h>

void fir_first(const int16* x, output_cascade<acc48>* partial)
{
    writeincr(partial, aie::mul(aie::load_v<8>(x), int16(3)));
}
void fir_second(const int16* x, input_cascade<acc48>* partial, int16* y)
{
    aie::accum<acc48, 8> acc = readincr_v<8>(partial);
    aie::store_v(y, aie::mac(acc, aie::load_v<8>(x), int16(5)).to_vector<int16>(0));
}
void wraps(const int16* x, int16* y)
{
    aie::store_v(y, aie::mul(aie::load_v<8>(x), int16(300)).to_vector<int16>(4));
}
"""
NETWORK = """\
import numpy as np
from lanewise import aie
first, second = aie.load("fir.cc", chip="aie"), aie.load("fir.cc", chip="aie")
x, y = np.arange(8, dtype=np.int16), np.zeros(8, np.int16)
link = aie.Cascade("acc48")
aie.run((first.fir_first, x, link), (second.fir_second, x, link, y), chip="aie")
assert y.tolist() == [8 * i for i in range(8)], y
"""
WRAPS = """\
import numpy as np
from lanewise import aie
y = np.zeros(8, np.int16)
aie.load("fir.cc", chip="aie").wraps(np.full(8, 30000, np.int16), y)
assert y.tolist() == [(30000 * 300 >> 4) - 65536 * 9] * 8, y
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("network")
    for name, text in (("fir.cc", KERNELS), ("network.py", NETWORK), ("wraps.py", WRAPS)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def run(folder: Path, *words: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "lanewise", "run", *words]
    done = starting.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def test_what_comes_through_a_cascade_was_written(folder: Path) -> None:
    assert run(folder, "network.py", "--check") == (0, "", "")


def test_each_kernel_of_a_network_is_counted_once(folder: Path) -> None:
    status, out, _ = run(folder, "network.py", "--time")
    assert status == 0
    lines = [line for line in out.splitlines() if line.startswith("fir_")]
    assert [line.split(",")[0].split(":")[0] for line in lines] == ["fir_first", "fir_second"], out


def test_results_that_wrap_are_found(folder: Path) -> None:
    status, _, err = run(folder, "wraps.py", "--check=numbers")
    assert status == 0  # a warning
    line = next(i for i, text in enumerate(KERNELS.splitlines(), 1) if "int16(300)" in text)
    assert f"fir.cc:{line}: warning: NUM-003 results lost their high bits (8 times)" in err, err
