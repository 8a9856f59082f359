"""Which phases of functions of threads say what they do to memory for all threads at once, and what they say then."""

from __future__ import annotations

import re

import pytest

from lanewise.cpp.rewrite import rewrite
from lanewise.cpp.threads import Reach

HEAD = "__global__ void k(float* y, const float* x, const int32_t* at, float a, int32_t n, float** rows)\n{\n"
INDEX = "const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;\n"


def written(body: str) -> str:
    text = f"#define TWICE(v) ((v) * 2)\n#define FIRST(p) (p)[0]\n{HEAD}{INDEX}{body}\n}}\n"
    made = rewrite(text, reach=Reach([text])).text
    assert made.count("\n") == text.count("\n")
    return made[made.index("__global__") :]


@pytest.mark.parametrize(
    ("body", "due"),
    [
        ("y[i] = a * x[i] + y[i];", "LANEWISE_STORE(y, i) = a * LANEWISE_READ(x, i) + LANEWISE_READ(y, i);"),
        ("y[i + 1] += x[2 * i];", "LANEWISE_STORE(y, i + 1) += LANEWISE_READ(x, 2 * i);"),
        ("if (i < n) y[i] = expf(x[i]);",
         "LANEWISE_STORE(y, i) = ::lanewise::simt::expf(LANEWISE_READ(x, i));"),
        ("__ubuf__ float s[4][64]; s[1][threadIdx.x] = x[i];",
         "LANEWISE_STORE(s[1], threadIdx.x) = LANEWISE_READ(x, i);"),
        ("float v = x[i]; v = v * a; y[i] = v;",
         "float v = LANEWISE_READ(x, i); v = v * a; LANEWISE_STORE(y, i) = v;"),
        ("y[i] = x[i] / x[i + 1];", "LANEWISE_STORE(y, i) = LANEWISE_READ(x, i) / LANEWISE_READ(x, i + 1);"),
        ("y[i] = (float)at[i] * a;", "LANEWISE_STORE(y, i) = (float)LANEWISE_READ(at, i) * a;"),
        ("if (threadIdx.x == 0) y[blockIdx.x] = x[0];", "LANEWISE_STORE(y, blockIdx.x) = LANEWISE_READ(x, 0);"),
    ],
)  # fmt: skip
def test_phases_say_what_they_touch(body: str, due: str) -> None:
    made = written(body)
    assert due in made
    assert re.search(r"(?:lanes|below)<\w+(?:, \w+)? LANEWISE_TOUCHES\(", made)
    assert "LANEWISE_SEES)" in made


@pytest.mark.parametrize(
    ("body", "due"),
    [
        ("asc_atomic_add(&y[at[i]], a);",
         "::lanewise::simt::asc_atomic_add(LANEWISE_CHANGED(y, LANEWISE_READ(at, i)), a);"),
        ("const int32_t to = at[i] % 16; atomicMax(&y[to], x[i]);",
         "atomicMax(LANEWISE_CHANGED(y, to), LANEWISE_READ(x, i));"),
        ("if (i < n) asc_atomic_cas(&y[i], x[i], a);",
         "::lanewise::simt::asc_atomic_cas(LANEWISE_CHANGED(y, i), LANEWISE_READ(x, i), a);"),
    ],
)  # fmt: skip
def test_phases_say_where_they_change_memory(body: str, due: str) -> None:
    made = written(body)
    assert due in made
    assert re.search(r"(?:lanes|below)<\w+(?:, \w+)? LANEWISE_TOUCHES_AND_CHANGES\(", made)


@pytest.mark.parametrize(
    "body",
    [
        "y[i] = asc_atomic_add(&y[at[i]], a);",  # the result goes on
        "asc_atomic_add(&y[at[i]], a); y[i] = 1;",  # what is stored may be what the others read
        "asc_atomic_add(y + at[i], a);",
        "asc_atomic_add(&y[at[at[i]]], a);",
        "asc_atomic_add(&rows[0][i], a);",
        "if (at[i] > 0) asc_atomic_add(&y[at[i]], a);",
    ],
)
def test_changes_that_are_observed_one_by_one(body: str) -> None:
    assert "LANEWISE_CHANGED" not in written(body)


def test_functions_that_say_all_that_they_touch_are_not_observed() -> None:
    assert "void LANEWISE_TOLD k(" in written("y[i] = a * x[i];")
    assert "void LANEWISE_TOLD k(" in written(
        "__ubuf__ float s[64]; s[threadIdx.x] = x[i]; asc_syncthreads(); "
        "if (threadIdx.x < 8) asc_atomic_add(&y[at[i]], s[threadIdx.x]);"
    )
    for other in ("y[i] = x[at[i]];", "y[i] = a; asc_syncthreads(); y[i] += x[at[i]];", "if (i < *at) y[i] = a;"):
        assert "LANEWISE_TOLD" not in written(other)


@pytest.mark.parametrize(
    "body",
    [
        "y[i] = x[at[i]];",  # where that is, memory says
        "y[i * i] = 1;",
        "y[i] = x[i] > 0 ? x[i] : a;",
        "y[i] = i % 2 && x[i];",
        "if (x[i] > 0) y[i] = 1;",
        "for (int32_t k = 0; k < 3; ++k) y[i] += x[k];",
        "*y = 1;",
        "y[i] = *x;",
        "y[i] = (float)*x;",
        "float* p = y + i; p[0] = 1;",
        "float& v = y[i]; v = 1;",
        "float v[2]; v[0] = x[i]; y[i] = v[0];",
        "y[i] = rows[0][i];",  # of rank 2, but the compiler sees that it is no array: known of the type alone
        "y[i] = at[i] / (at[i] - 1);",  # nobody divides by what has not been read
        "const float v = x[i] - 1; y[i] = a / v;",
        "y[i] = asc_ldcg(x + i);",
        "y[i] = ((volatile float*)x)[i];",
        "y[i] = FIRST(x);",
        "printf(\"%f\", x[i]);",
        "y[i] = y[i + 1] = a;",
        "++y[i];",
        "n = x[i];",
        "const uint8_t t = threadIdx.x; y[t] = 1;",  # wraps around
    ],
)  # fmt: skip
def test_others_are_observed_thread_by_thread(body: str) -> None:
    made = written(body)
    if "rows" in body:  # the type decides
        assert "::lanewise::simt::Elements<decltype(rows), 2>" in made
    else:
        assert "LANEWISE_STORE" not in made
        assert "LANEWISE_TOUCHES" not in made


def test_what_threads_share_is_copied_to_their_loop() -> None:
    made = written("__ubuf__ float s[64]; s[threadIdx.x] = a * x[i]; asc_syncthreads(); y[i] = s[63 - threadIdx.x];")
    assert made.count("LANEWISE_COPIES(") == 2
    assert "a = a" in made
    assert "s = &s[0]" in made
    assert "LANEWISE_READ(s, 63 - threadIdx.x)" in made


def test_the_first_thread_alone_is_no_loop_over_all() -> None:
    for condition in ("threadIdx.x == 0", "!threadIdx.x", "i == 0u"):
        made = written(f"if ({condition}) y[i] = 1;")
        assert "-> ::std::uint64_t {" in made
        assert "::std::uint64_t{1}" in made
    assert "below" not in written("if (threadIdx.x == 1) y[i] = 1;")
    assert "below" not in written("if (threadIdx.x & 1 == 0) y[i] = 1;")
