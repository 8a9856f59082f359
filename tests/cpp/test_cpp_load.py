"""Kernels of a C++ file called from Python."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from driving import environment

import lanewise.cpp
from lanewise.cpp.loader import Module
from lanewise.errors import LanewiseError, LanewiseWarning

SOURCE = """\
#include "acl/acl.h"
#include "kernel_operator.h"

struct Tiling {
    uint32_t count;
    float bias;
};

namespace ops::basic {

enum class Sign : int32_t { plus, minus };

template <typename T, uint32_t BY>
__global__ __vector__ __aicore__ void scale(__gm__ T* x, __gm__ T* y, uint32_t n)
{
    AscendC::GlobalTensor<T> in, out;
    in.SetGlobalBuffer(x, n);
    out.SetGlobalBuffer(y, n);
    AscendC::LocalTensor<T> a(AscendC::TPosition::VECCALC, 0, n);
    AscendC::DataCopy(a, in, n);
    AscendC::Muls(a, a, static_cast<T>(BY), n);
    AscendC::DataCopy(out, a, n);
}

__global__ __vector__ void add(__gm__ const half* x, GM_ADDR y, const Tiling t, Sign sign = Sign::plus)
{
    const uint32_t first = AscendC::GetBlockIdx() * t.count;
    AscendC::GlobalTensor<half> in, out;
    in.SetGlobalBuffer(const_cast<half*>(x) + first, t.count);
    out.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(y) + first, t.count);
    AscendC::LocalTensor<half> a(AscendC::TPosition::VECCALC, 0, t.count);
    AscendC::DataCopy(a, in, t.count);
    AscendC::Adds(a, a, static_cast<half>(sign == Sign::plus ? t.bias : -t.bias), t.count);
    AscendC::DataCopy(out, a, t.count);
}

} // namespace ops::basic

// Called like a function of the C library.
__global__ __vector__ void abs(__gm__ float* x, uint8_t offset)
{
    AscendC::GlobalTensor<float> gm;
    gm.SetGlobalBuffer(x, 64);
    AscendC::LocalTensor<float> a(AscendC::TPosition::VECCALC, offset, 64);
    AscendC::DataCopy(a, gm, 64);
    AscendC::Abs(a, a, 64);
    AscendC::DataCopy(gm, a, 64);
}

__global__ __vector__ void choose(__gm__ int32_t* x, bool flag, half h, bfloat16_t b)
{
    AscendC::GlobalTensor<int32_t> gm;
    gm.SetGlobalBuffer(x, 8);
    AscendC::LocalTensor<int32_t> a(AscendC::TPosition::VECCALC, 0, 8);
    AscendC::Duplicate(a, flag ? CHOICE : static_cast<int32_t>(static_cast<float>(h) + static_cast<float>(b)), 8);
    AscendC::DataCopy(gm, a, 8);
}

int main()
{
    return 1;
}
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Module:
    path = tmp_path_factory.mktemp("load") / "kernels.asc"
    path.write_text(SOURCE, encoding="utf-8")
    return lanewise.cpp.load(path, defines={"CHOICE": 77})


def test_load_names_the_kernels(module) -> None:
    assert dir(module) == ["abs", "add", "choose", "scale"]
    assert repr(module) == "<kernels of kernels.asc on ascend910b: abs, add, choose, scale>"
    assert repr(module.add) == "<kernel add(*const float16, *uint8, bytes8, int32)>"
    with pytest.raises(AttributeError, match="no kernel is called sub; there are: abs, "):
        _ = module.sub


def test_load_changes_arrays_in_place(module) -> None:
    x = np.arange(-32, 32, dtype=np.float32)
    module.abs[1](x, 0)
    np.testing.assert_array_equal(x, np.abs(np.arange(-32, 32)))


def test_load_struct_arguments_and_blocks(module) -> None:
    x = np.arange(128).astype(np.float16)
    y = np.zeros_like(x)
    tiling = np.array((64, 1.5), dtype=[("count", "u4"), ("bias", "f4")])
    module.add[2](x, y, tiling, 0)
    np.testing.assert_array_equal(y, np.arange(128) + 1.5)
    module.add[2](x, y, tiling.tobytes(), 1)
    np.testing.assert_array_equal(y, np.arange(128) - 1.5)
    np.testing.assert_array_equal(x, np.arange(128))


def test_load_template_arguments(module) -> None:
    x = np.arange(64, dtype=np.int32)
    y = np.zeros_like(x)
    module.scale["int32_t, 3"][1](x, y, 64)
    np.testing.assert_array_equal(y, 3 * x)
    h = np.arange(64).astype(np.float16)
    module.scale["half, 2"][1](h, h, np.uint32(64))  # the same array twice is the same memory
    np.testing.assert_array_equal(h, 2 * np.arange(64))


def test_load_array_that_is_not_contiguous(module) -> None:
    wide = np.zeros((64, 2), dtype=np.float32)
    wide[:, 0] = -5
    module.abs[1](wide[:, 0], 0)
    np.testing.assert_array_equal(wide, np.tile([5, 0], (64, 1)))


def test_load_scalars_and_macros(module) -> None:
    x = np.zeros(8, dtype=np.int32)
    module.choose[1](x, True, 0, 0)
    assert x[0] == 77
    module.choose[1](x, False, 1.5, ml_dtypes.bfloat16(2.5))
    assert x[0] == 4


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((np.zeros(64, np.float32),), "it takes 2 arguments (*float32, uint8), not 1"),
        ((np.zeros(64, np.float16), 0), "argument 1 must be an array of float32, not an array of float16"),
        (([0.0] * 64, 0), "argument 1 must be an array of float32, not list"),
        ((np.zeros(64, np.float32), 300), "argument 2 must be uint8, not 300"),
        ((np.zeros(64, np.float32), 1.5), "argument 2 must be uint8, not 1.5"),
        ((np.zeros(64, np.float32), "x"), "argument 2 must be uint8, not 'x'"),
    ],
)
def test_load_refuses_what_does_not_fit(module, arguments, text: str) -> None:
    with pytest.raises(LanewiseError) as caught:
        module.abs[1](*arguments)
    assert (caught.value.id, caught.value.message) == ("CPP-003", f"abs: {text}.")


def test_load_broken_rule_is_an_exception_with_the_users_line(module) -> None:
    x = np.full(64, -1, np.float32)
    for _ in range(2):
        with pytest.raises(LanewiseError) as caught:
            module.abs[1](x, 4)
        assert caught.value.id == "ALIGN-001"
        path, line = caught.value.where
        assert Path(path).name == "kernels.asc"
        assert SOURCE.splitlines()[line - 1].strip() == "AscendC::DataCopy(a, gm, 64);"
        assert caught.value.context == "kernel abs, block 0 of 1"
    np.testing.assert_array_equal(x, -1)  # nothing comes back from a launch that failed
    module.abs[1](x, 0)
    np.testing.assert_array_equal(x, 1)


def test_load_from_several_threads(module) -> None:
    """Each launch has its own records, and its own broken rule."""

    def run_kernel(number: int) -> tuple[str, int] | str:
        x = np.full(64, -number, np.float32)
        try:
            run = module.abs[1](x, 4 if number % 3 == 0 else 0, trace=number % 2 == 0)
        except LanewiseError as problem:
            return problem.id
        return run.kernel if run.traces else "", int(x[0])

    with ThreadPoolExecutor(4) as pool:
        got = list(pool.map(run_kernel, range(1, 33)))
    assert got == ["ALIGN-001" if n % 3 == 0 else ("abs" if n % 2 == 0 else "", n) for n in range(1, 33)]


# As g++ and clang say it.
UNDECLARED = ("'nothing' was not declared in this scope", "use of undeclared identifier 'nothing'")


def test_load_source_that_does_not_compile(tmp_path: Path) -> None:
    path = tmp_path / "bad.asc"
    path.write_text('#include "kernel_operator.h"\n__global__ void k(int n) {\n  nothing(n);\n}\n', encoding="utf-8")
    with pytest.raises(LanewiseError) as caught:
        lanewise.cpp.load(path)
    assert caught.value.id == "CPP-002"
    said = (f"{path}:3:3: error: {words}" for words in UNDECLARED)
    assert any(words in caught.value.message for words in said)


def test_load_on_two_chips_at_once(tmp_path: Path) -> None:
    """The chip belongs to the loaded file."""
    path = tmp_path / "size.asc"
    kernel = "__global__ __vector__ void k(__gm__ int32_t* x) { *x = __NPU_ARCH__; }"
    path.write_text(f'#include "kernel_operator.h"\n{kernel}\n', encoding="utf-8")
    x = np.zeros(8, np.int32)
    for chip, arch in (("ascend910b", 2201), ("ascend950", 3510), ("dav-2201", 2201)):
        lanewise.cpp.load(path, chip).k[1](x)
        assert x[0] == arch


def test_load_keeps_variables_of_two_files_apart(tmp_path: Path) -> None:
    """Two files may have a class of one name, with a static variable each."""
    counter = "struct Counter { static int& value() { static int calls = {}; return ++calls; } };"
    kernel = "__global__ __vector__ void k(__gm__ int32_t* x) { *x = Counter::value(); }"
    x = np.zeros(8, np.int32)
    for first in (10, 20):
        path = tmp_path / f"from_{first}.asc"
        text = f'#include "kernel_operator.h"\n{counter.replace("{}", str(first))}\n{kernel}\n'
        path.write_text(text, encoding="utf-8")
        lanewise.cpp.load(path, "ascend910b").k[1](x)
        assert x[0] == first + 1


def test_load_is_light() -> None:
    code = "import sys, lanewise.cpp; assert 'numpy' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], env=environment(), check=False).returncode == 0


def test_load_finds_what_is_there_on_the_chip_and_in_headers(tmp_path: Path) -> None:
    body = "AscendC::GlobalTensor<int32_t> gm; gm.SetGlobalBuffer(x); gm.SetValue(0, {});"
    kernel = "__global__ __vector__ void {}(__gm__ int32_t* x) {{ " + body + " }}\n"
    (tmp_path / "near.h").write_text(
        f"#pragma once\n#include <kernel_operator.h>\nnamespace {{\n{kernel.format('near', 3)}}}\n"
        f"template <int N> {kernel.format('any', 'N')}"
    )
    old, new, both = kernel.format("old", 1), kernel.format("fresh", 2), kernel.format("both", "__NPU_ARCH__")
    (tmp_path / "k.asc").write_text(
        f'#include "near.h"\n#if __NPU_ARCH__ == 2201\n{old}#else\n{new}#endif\nextern "C" {{\n{both}}}\n'
    )
    for chip, own, value in (("ascend910b", "old", 2201), ("ascend950", "fresh", 3510)):
        module = lanewise.cpp.load(tmp_path / "k.asc", chip)
        assert dir(module) == sorted(["any", "both", "near", own])
        x = np.zeros(8, np.int32)
        module.both[1](x)
        assert x[0] == value
        module.near[1](x)
        assert x[0] == 3
        module.any["5"][1](x)
        assert x[0] == 5


WAYS = """
#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __vector__ void reads(__gm__ float* x, __gm__ float* y, int32_t count)
{
    TPipe pipe;
    TBuf<TPosition::VECCALC> first, second;
    pipe.InitBuffer(first, 1024);
    pipe.InitBuffer(second, 1024);
    LocalTensor<float> a = first.Get<float>();
    GlobalTensor<float> from, to;
    from.SetGlobalBuffer(x);
    to.SetGlobalBuffer(y);
    DataCopy(a, from, 256);
    PipeBarrier<PIPE_ALL>();
    Adds(a, a, 1.0f, count);
    PipeBarrier<PIPE_ALL>();
    DataCopy(to, a, 256);
}
"""


@pytest.fixture
def ways(tmp_path: Path) -> Iterator[Any]:
    path = tmp_path / "ways.asc"
    path.write_text(WAYS)
    before = lanewise.configure()
    yield lanewise.cpp.load(path, "ascend910b").reads
    lanewise.configure(strict=before.strict, lenient=before.lenient)


def test_load_heeds_how_kernels_are_to_be_run(ways: Any) -> None:
    """`configure` holds for the next launch, of kernels that are loaded already, too."""
    x, y = np.arange(231, dtype=np.float32), np.zeros(256, np.float32)
    with pytest.warns(LanewiseWarning, match="MEM-004"):
        ways[1](x, y, 256)
    np.testing.assert_array_equal(y[:231], x + 1)
    lanewise.configure(strict=True)
    with pytest.raises(LanewiseError, match="which has 924"):
        ways[1](x, y, 256)
    whole = np.arange(256, dtype=np.float32)
    lanewise.configure(strict=False)
    with pytest.raises(LanewiseError) as caught:
        ways[1](whole, y, 320)  # into the second buffer
    assert caught.value.id == "MEM-002"
    lanewise.configure(lenient=True)
    with pytest.warns(LanewiseWarning, match="MEM-002"):
        ways[1](whole, y, 320)
    np.testing.assert_array_equal(y, whole + 1)
    lanewise.configure(lenient=False)
    with pytest.raises(LanewiseError):
        ways[1](whole, y, 320)
