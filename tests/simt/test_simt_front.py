"""What the front says of functions with threads: which of them may meet, and what a compiler is told of it."""

from __future__ import annotations

import pytest

from lanewise.cpp.rewrite import rewrite
from lanewise.cpp.threads import Reach

BARRIER = "__aicore__ inline void Wait() { asc_syncthreads(); }\n"


@pytest.mark.parametrize(
    ("text", "meets"),
    [
        ("__global__ void k(float* x) { x[threadIdx.x] = 1; }", False),
        ("__global__ void k(float* x) { asc_syncthreads(); }", True),
        (BARRIER + "__global__ void k(float* x) { Wait(); }", True),
        ("#define SYNC() asc_syncthreads()\n__global__ void k(float* x) { SYNC(); }", True),
        ("template <class T> __aicore__ T Sum(T v) { return asc_reduce_add(v); }\n"
         "template <class T> __global__ __launch_bounds__(64) void k(T* x) { *x = Sum<T>(1); }", True),
        ("__global__ void k(uint32_t* x) { asc_atomic_add(x, 1u); }", False),
        ("__global__ void k(uint32_t* x) { while (asc_atomic_cas(x, 0u, 1u)) {} }", True),
        ("__global__ void k(uint32_t* x) { while (*(volatile uint32_t*)x != 3) {} }", True),
        ("__global__ void k(volatile uint32_t* x) { for (int i = 0; i < 4; ++i) x[i] = 1; }", False),
        ("struct S { __aicore__ void operator()() { asc_syncthreads(); } };\n__global__ void k(S s) { s(); }", True),
        ("// asc_syncthreads()\n__global__ void k(int* x) { *x = 1; }", False),
    ],
)  # fmt: skip
def test_threads_of_a_function_meet(text: str, meets: bool) -> None:
    assert Reach([text]).meets("k") is meets


def test_threads_of_an_unknown_function_may_meet() -> None:
    assert Reach(["int x;"]).meets("elsewhere")


def test_functions_that_are_started_are_not_called() -> None:
    text = (
        "__simt_vf__ inline void f(__ubuf__ int* p) { asc_syncthreads(); p[threadIdx.x] = 1; }\n"
        "__global__ __vector__ void k(__gm__ int* x) { asc_vf_call<f>(dim3(64), p); }"
    )
    reach = Reach([text])
    assert reach.is_entry("f")
    assert reach.meets("f")
    assert not reach.has_threads("k")


@pytest.mark.parametrize(
    ("line", "due"),
    [
        ("asc_vf_call<f>(dim3(64), p);", "::lanewise::simt::alone::asc_vf_call<f>(dim3(64), p);"),
        ("AscendC::Simt::VF_CALL<f<T, 2>>(AscendC::Simt::Dim3{64}, p);",
         "::lanewise::simt::alone::asc_vf_call<f<T, 2>>(AscendC::Simt::Dim3{64}, p);"),
        ("cce::async_invoke<f>(64, p);", "::lanewise::simt::alone::asc_vf_call<f>(64, p);"),
        ("asc_vf_call<g>(p);", "asc_vf_call<g>(p);"),
    ],
)  # fmt: skip
def test_starts_say_whether_threads_meet(line: str, due: str) -> None:
    ahead = "__simt_vf__ void f(int* p) { *p = 1; }\n__simd_vf__ void g(int* p) {}\n"
    text = f"{ahead}void k() {{ {line} }}"
    assert f"void k() {{ {due} }}" in rewrite(text, reach=Reach([text])).text


def test_names_of_c_are_those_of_threads_in_their_functions_only() -> None:
    text = (
        "__global__ void k(float* x) { x[threadIdx.x] = expf(max(x[0], 1.0f)) + std::max(1, 2); }\n"
        "int main() { return max(1, expf(2)); }"
    )
    made = rewrite(text, reach=Reach([text])).text
    assert "::lanewise::simt::expf(::lanewise::simt::max(x[0], 1.0f)) + std::max(1, 2)" in made
    assert "return max(1, expf(2));" in made
    assert "{ ::lanewise::simt::bound(1024); x[" in made


def test_a_function_of_the_program_keeps_its_name() -> None:
    text = "__aicore__ int max(int a, int b) { return a; }\n__global__ void k(int* x) { x[threadIdx.x] = max(1, 2); }"
    assert "= max(1, 2)" in rewrite(text, reach=Reach([text])).text


def test_loops_that_wait_let_others_go_on() -> None:
    text = "__global__ void k(volatile int* x) { while (*x) {} for (;;) { if (*x) break; } threadIdx; }"
    made = rewrite(text, reach=Reach([text])).text
    assert "while (::lanewise::simt::turn() && (*x)) {}" in made
    assert "for (;::lanewise::simt::turn();)" in made


def test_lines_stay_where_they_are() -> None:
    text = f"{BARRIER}\n\n__global__ void k(int* x)\n{{\n    if (x)\n        Wait();\n    x[threadIdx.x] = 1;\n}}\n"
    made = rewrite(text, reach=Reach([text])).text
    assert made.count("\n") == text.count("\n")
    assert "(::lanewise::simt::At(7), Wait());" in made


def test_macros_mean_the_functions_of_threads() -> None:
    text = (
        "#define CLAMP(v) max(v, 0)\n#define OUTER(v) CLAMP(v)\n"
        "__global__ void k(int* x) { x[threadIdx.x] = OUTER(1); }\nint main() { return OUTER(1); }"
    )
    made = rewrite(text, reach=Reach([text])).text
    assert "{ using ::lanewise::simt::max; ::lanewise::simt::bound(1024); x" in made
    assert "#define CLAMP(v) max(v, 0)" in made
    assert "int main() { return" in made


def test_macros_that_are_functions_have_the_functions_of_threads() -> None:
    text = (
        "#define MAKE(n, e) __simt_vf__ void n(__gm__ float* x) { x[threadIdx.x] = fabsf(e); }\n"
        "MAKE(f, sqrtf(2))\nfloat host = sqrtf(2);"
    )
    made = rewrite(text, reach=Reach([text])).text
    assert "= ::lanewise::simt::fabsf(e); }" in made
    assert "MAKE(f, ::lanewise::simt::sqrtf(2))" in made
    assert "host = sqrtf(2)" in made


def test_attributes_may_be_macros() -> None:
    text = (
        "#define KERNEL(n) __global__ __launch_bounds__(n * 2) void\n#define ENTRY __simt_vf__ LAUNCH_BOUND(64)\n"
        "KERNEL(128) k(int* x) { x[threadIdx.x] = min(1, 2); }\nENTRY void f(__gm__ int* x) { *x = 1; }"
    )
    reach = Reach([text])
    made = rewrite(text, reach=reach).text
    assert "{ ::lanewise::simt::bound(128*2); x[threadIdx.x] = ::lanewise::simt::min(1, 2); }" in made
    assert "{ ::lanewise::simt::bound(64); *x" in made
    assert reach.is_entry("f")
    assert not reach.meets("k")


def test_functions_as_template_arguments_may_meet() -> None:
    reach = Reach([BARRIER + "void other() {}\ntemplate <void (*F)()> __global__ void k(int* x) { F(); threadIdx; }"])
    assert reach.meets("k", ["Wait"])
    assert not reach.meets("k", ["other"])


@pytest.mark.parametrize(
    ("body", "due"),
    [
        ("a[i] = 1; x[0] = a[i + 1];", "a[i] = 1; x[0] = (STEP, a)[i + 1];"),
        ("a[i] += a[i + 8]; a[i] += a[i + 4];", "a[i] += a[i + 8]; STEP, a[i] += a[i + 4];"),
        ("a[i] = 1; if (i) a[i] = a[i + 1] * 2;", "a[i] = 1; if (i) a[i] = (STEP, a)[i + 1] * 2;"),
        ("a[i] = 1; a[i] *= 2; x[0] = a[i];", None),  # its own
        ("a[i] = 1; asc_syncthreads(); x[0] = a[i + 1];", None),
        ("a[i] = 1; asc_atomic_add(&a[i + 1], 2);", None),
        ("x[i] = 1; x[0] = x[i + 1];", None),
    ],
)
def test_lanes_that_read_what_others_store_go_in_step(body: str, due: str | None) -> None:
    text = f"__global__ void k(int* x, int i) {{ __ubuf__ int a[64]; threadIdx; {body} }}"
    made = rewrite(text, reach=Reach([text])).text.replace("::lanewise::simt::in_step()", "STEP")
    assert (due or "STEP") in made if due else "STEP" not in made


def test_macros_that_wait_let_others_go_on() -> None:
    text = (
        "#define LOCK(p) while (asc_atomic_cas(p, 0, 1) != 0) {}\n"
        "__global__ void k(int* x) { threadIdx; LOCK(x); *x = 0; }"
    )
    reach = Reach([text])
    assert reach.meets("k")
    assert "while (::lanewise::simt::turn() && (asc_atomic_cas(p, 0, 1) != 0)) {}" in rewrite(text, reach=reach).text


@pytest.mark.parametrize(
    ("body", "steps"),
    [
        ("LOOP x[i] = 2 * x[i];", True),
        ("LOOP { if (x[i]) continue; int q = 1; q += 2; *x = q; x[i] += n; }", True),
        ("const uint32_t t = 3; LOOP { uint32_t r; h(r, x[t]); asc_atomic_add(&x[r], 1); }", True),
        ("LOOP { n = 3; }", False),  # what the next step of this thread would see
        ("LOOP { x++; }", False),
        ("LOOP { s.a += 2; }", False),
        ("LOOP { h(n, x); }", False),
        ("LOOP { p(&n); }", False),
        ("LOOP { i += 2; }", False),
        ("LOOP { if (i == 3) break; }", False),
        ("LOOP { printf(\"%u\", i); }", False),
        ("LOOP { say(i); }", False),
        ("int sum = 0; LOOP { sum += x[i]; } x[0] = sum;", False),
        ("int sum = 0; LOOP { sum += x[i]; x[i] = sum; }", False),
        ("int first = x[0]; LOOP { x[i] = first; }", False),  # memory may have changed
        ("if (n) return; LOOP { x[i] = 2; }", False),
        ("for (uint32_t i = threadIdx.x; i < *x; i += blockDim.x) { x[i] = 2; }", False),
        ("LOOP { x[i] = 2; asc_syncthreads(); }", False),
    ],
)
def test_loops_over_the_grid_go_step_by_step(body: str, steps: bool) -> None:
    loop = "for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)"
    text = (
        'void h(uint32_t& a, int* b) {}\nvoid say(int i) { printf("%d", i); }\nstruct S { int a; };\n'
        f"__global__ void k(int* x, uint32_t n, S s) {{ {body.replace('LOOP', loop)} }}"
    )
    assert ("::lanewise::simt::strided(" in rewrite(text, reach=Reach([text])).text) is steps
