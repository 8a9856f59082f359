"""A function for the host and one for kernels, with one name and the same parameters: calls find their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from host_program import run

from lanewise.cpp.rewrite import with_sides
from lanewise.cpp.sides import defined_twice

PROGRAM = """
#include <cstdio>
#include "acl/acl.h"
#include "kernel_operator.h"

inline int64_t Align(int64_t n, int64_t to) { return (n + to - 1) / to * to; }
__aicore__ inline int64_t Align(int64_t n, int64_t to) { return n / to * to; }

class Rounded {
public:
    __aicore__ inline int64_t Value(int64_t n) { return Align(n, 8); }
};

__global__ __aicore__ void rounded(__gm__ int64_t* out)
{
    out[0] = Align(13, 8);
    out[1] = Rounded().Value(27);
}

int main()
{
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtStream stream;
    aclrtCreateStream(&stream);
    int64_t* device = nullptr;
    aclrtMalloc(reinterpret_cast<void**>(&device), 64, ACL_MEM_MALLOC_HUGE_FIRST);
    rounded<<<1, nullptr, stream>>>(device);
    aclrtSynchronizeStream(stream);
    int64_t found[2];
    aclrtMemcpy(found, sizeof found, device, sizeof found, ACL_MEMCPY_DEVICE_TO_HOST);
    std::printf("%d %d %d\\n", (int)Align(13, 8), (int)found[0], (int)found[1]);
    return 0;
}
"""


def test_sides_of_one_program(tmp_path: Path) -> None:
    (tmp_path / "sides.asc").write_text(PROGRAM)
    assert run(str(tmp_path / "sides.asc"), tmp_path) == (0, "16 8 24\n", "")


@pytest.mark.parametrize(
    "output",
    [
        "a.cpp:3:9: error: redefinition of \u2018int64_t ns::Align(int64_t, int64_t)\u2019",
        "a.cpp:3:9: error: redefinition of 'Align'",
    ],
)
def test_sides_as_compilers_tell_them(output: str) -> None:
    assert defined_twice(output) == {"Align"}


def test_sides_change_what_is_of_kernels_alone() -> None:
    text = "__aicore__ int F(int);\nint G() { return F(1); }\n__aicore__ int H() { a.F(2); return F(3); }\n"
    due = "__aicore__ int N(int);\nint G() { return F(1); }\n__aicore__ int H() { a.F(2); return N(3); }\n"
    assert with_sides(text, {"F"}) == due.replace("N(", "lanewise_kernels_F(")
