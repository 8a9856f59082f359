"""What g++ and clang++ see differently, and programs must not."""

from __future__ import annotations

from pathlib import Path

import compilers
import numpy as np
import pytest

import lanewise.cpp
from lanewise import timing
from lanewise.cpp.addresses import Wanted, complaints, strip_ranges, wrap_expressions
from lanewise.isa.catalogue import by_opcode

HERE = Path(__file__).resolve().parent
NUMBERS = """
#include "kernel_operator.h"
#include "other.h"
#include <cstdio>
using AscendC::LocalTensor;

__aicore__ inline __ubuf__ float* begin(const LocalTensor<float>& x) { return x.GetPhyAddr(); }

template <class T>
__aicore__ inline T second(const LocalTensor<float>& x)
{
    /* größer */ __ubuf__ T* p = x.GetPhyAddr(1);
    return *p;
}

__aicore__ inline float sum(int n, __ubuf__ float* a, __ubuf__ float* b) { return n + *a + *b; }

__global__ __vector__ void k(__gm__ float* out)
{
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 256);
    LocalTensor<float> x = buffer.Get<float>();
    for (int i = 0; i < 8; ++i) x.SetValue(i, i + 0.5f);
    __ubuf__ float* p;
    p = x.GetPhyAddr(4);
    out[0] = *p, out[1] = *begin(x), out[2] = second<float>(x), out[3] = second<int32_t>(x);
    out[4] = sum(
        100, x.GetPhyAddr(5), x.GetPhyAddr(6));
    out[5] = last(3, x.GetPhyAddr(0));
}

int main()
{
    float* out;
    aclrtMalloc(reinterpret_cast<void**>(&out), 64, ACL_MEM_MALLOC_HUGE_FIRST);
    k<<<1, nullptr, nullptr>>>(out);
    aclrtSynchronizeDevice();
    for (int i = 0; i < 6; ++i) std::printf("%.10g\\n", out[i]);
}
"""
FALLING = """
#include <cstdio>
[[gnu::noinline]] int nothing(int n) { if (n > 100) return 3; }
__attribute__((always_inline)) inline int deep(int n) { return n ? 1 + deep(n - 1) : 0; }
[[gnu::always_inline]] inline int flat(int n) { return n + 1; }
int main(int count, char**) {
    int (*by)(int) = flat;
    nothing(count);
    std::printf("%d %d\\n", deep(count + 3), by(count));
    return 0;
}
"""


@compilers.for_each_compiler()
def test_numbers_are_taken_for_pointers(lanewise, write, cxx: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", cxx)
    write("other.h", "#pragma once\ninline float last(int n, float* p) { return p[n]; }\n")
    write("a.asc", NUMBERS)
    done = lanewise("run", "a.asc")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["4.5", "0.5", "1.5", str(0x3FC00000), "112", "3.5"]


@compilers.for_each_compiler()
def test_missing_returns_and_inlining_are_forgiven(lanewise, write, cxx: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", cxx)
    write("a.cpp", FALLING)
    done = lanewise("run", "a.cpp")
    assert (done.returncode, done.stdout) == (0, "4 2\n"), done.stderr


@compilers.for_each_compiler()
def test_records_know_their_lines(cxx: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", cxx)
    source = HERE / "timing" / "add.asc"
    text = source.read_text().splitlines()
    x, z = np.ones(2048, np.float32), np.zeros(2048, np.float32)
    run = lanewise.cpp.load(source).vector_add[2](x, x, z, trace=True)
    report = timing.of(run)
    called = {"data_copy": "DataCopy(", "add": "Add(", "alloc_tensor": "AllocTensor<", "enque": "EnQue(",
              "deque": "DeQue<", "free_tensor": "FreeTensor(", "init_buffer": "InitBuffer(", "tpipe_init": "TPipe",
              "tpipe_destroy": "}"}  # fmt: skip
    for record in run.traces[1].records:
        file, _, line = report.where(int(record["file"]) << 32 | int(record["line"])).partition(":")
        assert file == "add.asc"
        assert called[by_opcode()[int(record["opcode"])].name] in text[int(line) - 1]


FIELDS = str(HERE / "host" / "call_fields.asc")


@compilers.for_each_compiler()
@pytest.mark.parametrize("close", [(), ("-DCLOSE=1",)], ids=["arithmetic", "types"])
def test_fields_of_parameters_are_the_numbers_they_are(
    lanewise, cxx: str, close: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CXX", cxx)
    done = lanewise("run", "--cxxflag=-O0", *close, FIELDS)
    assert done.stdout.endswith("bad 0\n"), done.stdout + done.stderr
    assert "7 8\n" in done.stdout
    assert "1\n" in done.stdout


@pytest.mark.parametrize(("less", "asked"), [(40, 260), (301, -1), (292, None)])
def test_fields_of_parameters_keep_what_does_not_fit(lanewise, less: int, asked: int | None) -> None:
    done = lanewise("run", "--cxxflag=-O0", f"-DMINUS={less}", FIELDS)
    assert (done.returncode == 0) == (asked is None), done.stderr
    if asked is not None:
        assert f"dst_rep_stride is {asked}; the field holds 0..255" in done.stderr


def test_complaints_are_found_and_left_out_again() -> None:
    output = (
        "a.asc:3:9:{7:14-7:20}: error: cannot initialize a variable of type 'float *' with an rvalue of type "
        "'std::uint64_t' (aka 'unsigned long')\n"
        "a.asc:4:3:{8:3-8:4}: error: no matching function for call to 'f'\n"
        "b.h:3:6: note: candidate function not viable: no known conversion from 'std::uint64_t' (aka 'unsigned long') "
        "to 'float *' for 2nd argument\n"
        "a.asc:5:3:{9:3-9:4}: error: no matching function for call to 'g'\n"
        "b.h:3:6: note: candidate function not viable: no known conversion from 'Mine' to 'float *' for 1st argument\n"
        "a.asc:6:3:{10:3-10:4}: error: cannot initialize a variable of type 'float *' with an lvalue of type 'int *'\n"
    )
    assert complaints(output) == {Wanted("a.asc", 7, 14, 7, 20, 0), Wanted("a.asc", 8, 3, 8, 4, 2)}
    assert strip_ranges(output).splitlines()[1] == "a.asc:4:3: error: no matching function for call to 'f'"
    assert "{" not in strip_ranges(output)


def test_expressions_are_wrapped_in_bytes() -> None:
    text = "/* ä */ p = x.G(1,\n 2);\nf(a<b, c>(1, 2), g[1, 2], 3);\nM(\n"
    places = [Wanted("a", 1, 14, 2, 4, 0), Wanted("a", 3, 1, 3, 2, 2), Wanted("a", 4, 1, 4, 3, 0)]
    wrapped = wrap_expressions(text, places).replace("::lanewise::pointed(", "<").split("\n")
    assert wrapped == ["/* ä */ p = <x.G(1,", " 2));", "f(a<b, c>(1, 2), <g[1, 2]), 3);", "M(", ""]
