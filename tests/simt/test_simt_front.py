"""What the front says of functions with threads: which of them may meet, and what a compiler is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanewise.cpp.kernels import kernels
from lanewise.cpp.rewrite import rewrite
from lanewise.cpp.sources import Tree
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
        ("asc_vf_call<f>(dim3(64), p);", "::lanewise::simt::phases::asc_vf_call<f>(dim3(64), p);"),
        ("AscendC::Simt::VF_CALL<f<T, 2>>(AscendC::Simt::Dim3{64}, p);",
         "::lanewise::simt::phases::asc_vf_call<f<T, 2>>(AscendC::Simt::Dim3{64}, p);"),
        ("cce::async_invoke<f>(64, p);", "::lanewise::simt::phases::asc_vf_call<f>(64, p);"),
        ("asc_vf_call<g>(p);", "asc_vf_call<g>(p);"),
    ],
)  # fmt: skip
def test_starts_say_whether_threads_meet(line: str, due: str) -> None:
    ahead = "__simt_vf__ void f(int* p) { *p = 1; }\n__simd_vf__ void g(int* p) {}\n"
    text = f"{ahead}void k() {{ {line} }}"
    assert f"void k() {{ {due} }}" in rewrite(text, reach=Reach([text])).text


def test_names_of_c_are_those_of_threads_in_their_functions_only() -> None:
    text = (
        "__global__ void k(float* x) { x[threadIdx.x] = expf(max(*x, 1.0f)) + std::max(1, 2); }\n"
        "int main() { return max(1, expf(2)); }"
    )
    made = rewrite(text, reach=Reach([text])).text
    assert "::lanewise::simt::expf(::lanewise::simt::max(*x, 1.0f)) + std::max(1, 2)" in made
    assert "return max(1, expf(2));" in made
    assert "{ ::lanewise::simt::bound(1024); " in made


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
    assert "{ using ::lanewise::simt::max; ::lanewise::simt::bound(1024); " in made
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
    assert "LANEWISE_STORE(x, threadIdx.x) = ::lanewise::simt::min(1, 2); }); }" in made
    assert "{ ::lanewise::simt::bound(128*2); " in made
    assert "{ ::lanewise::simt::bound(64); " in made
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
    assert ("::lanewise::simt::strided<" in rewrite(text, reach=Reach([text])).text) is steps


@pytest.mark.parametrize(
    ("body", "way"),
    [
        ("a[t] = x[t]; asc_syncthreads(); x[t] = a[63 - t];", "phases"),
        ("AscendC::Simt::ThreadBarrier(); x[t] = 1;", "phases"),
        ("for (int d = n; d; d >>= 1) { asc_syncthreads(); x[t] = a[t] + d; }", "phases"),
        ("if (n > 3) { asc_syncthreads(); x[t] = 1; } else x[t] = 2;", "phases"),
        ("const int many = n * 2; for (int d = 0; d < many; ++d) asc_syncthreads(); x[t] = 1;", "phases"),
        ("float v = x[t]; asc_syncthreads(); v += a[t]; asc_syncthreads(); x[t] = v;", "phases"),
        ("if (t >= n) return; for (int i = 0; i < 3; ++i) { if (x[i]) break; x[t] = i; }", "phases"),
        ("asc_atomic_add(x, 1); asc_syncthreads(); x[t] = 1;", "phases"),
        ("if (t < n) { asc_syncthreads(); } x[t] = 1;", "meeting"),  # not all of them come by
        ("if (t >= n) return; asc_syncthreads(); x[t] = 1;", "meeting"),
        ("for (int d = x[0]; d; --d) { asc_syncthreads(); }", "meeting"),
        ("for (int d = n; d; --d) { asc_syncthreads(); if (x[t]) break; }", "meeting"),
        ("for (int d = n; d; --d) { asc_syncthreads(); d -= a[0]; }", "meeting"),
        ("int k = 0; while (k < n) { asc_syncthreads(); ++k; }", "meeting"),
        ("flag = t; if (flag) { asc_syncthreads(); }", "meeting"),
        ("auto v = x[t]; asc_syncthreads(); x[t] = v;", "meeting"),  # of which type is it?
        ("float v[2] = {1, 2}; asc_syncthreads(); x[t] = v[1];", "meeting"),
        ("n += t; asc_syncthreads(); x[n] = 1;", "meeting"),
        ("Change(n); x[n] = 1;", "alone"),
        ("x[t] = Look(n);", "phases"),
        ("asc_syncthreads(); x[t] = asc_ballot(1);", "meeting"),
        ("Wait(); x[t] = 1;", "meeting"),
        ("elsewhere(t); x[t] = 1;", "alone"),
        ("goto end; end: x[t] = 1;", "alone"),
    ],
)
def test_functions_are_phases_where_all_threads_come_by_alike(body: str, way: str) -> None:
    text = (
        f"{BARRIER}__aicore__ void Change(int& v) {{ v = 1; }}\n__aicore__ int Look(const int& v) {{ return v; }}\n"
        "extern __aicore__ void elsewhere(int v);\n"
        "__global__ void k(int* x, int n) { __ubuf__ int a[64]; __ubuf__ int flag; const int t = threadIdx.x; "
        f"{body} }}"
    )
    assert Reach([text]).way("k") == way


def test_phases_keep_what_threads_need_later() -> None:
    text = (
        "__global__ void k(int* x) {\n    const int t = threadIdx.x;\n    int v = x[t];\n    asc_syncthreads();\n"
        "    x[t + 1] = v;\n}\n"
    )
    made = rewrite(text, reach=Reach([text])).text
    assert made.count("\n") == text.count("\n")
    assert "::lanewise::simt::Kept<int> lanewise_kept_v; " in made
    assert "auto& v = lanewise_kept_v.make(lanewise_lane,  LANEWISE_READ(x, t)); });" in made
    assert "auto& v = lanewise_kept_v.of(lanewise_lane); x[t + 1] = v; });" in made
    assert made.count("const int t=threadIdx.x;") >= 1


def test_phases_leave_directives_alone() -> None:
    branch = "__global__ void k(int* x) {\n#if A\n    x[threadIdx.x] = 1;\n#else\n    asc_syncthreads();\n#endif\n}\n"
    inside = (
        "__global__ void k(int* x) {\n    if (threadIdx.x) {\n#pragma unroll\n        for (int i = 0; i < 4; ++i) "
        "x[i] = 1;\n    }\n}\n"
    )
    assert Reach([branch]).way("k") == "meeting"
    assert Reach([inside]).way("k") == "phases"


@pytest.mark.parametrize(
    ("start", "way"),
    [
        ("void go() { k<<<1, 64, 0, s>>>(p); }", "phases"),
        ("#define GO(name) name<<<1, 64, 0, s>>>(p)\nvoid go() { GO(k); }", "meeting"),
        ("#define GO(k) k<<<1, 64, 0, s>>>(p)\nvoid go() { GO(k); }", "meeting"),
        ("template <auto F> void go() { F<<<1, 64, 0, s>>>(p); }\nvoid run() { go<k>(); }", "meeting"),
        ("void go() { auto f = k; f<<<1, 64, 0, s>>>(p); }", "meeting"),
        ("__global__ void all(int* p) { asc_vf_call<k>(dim3(64), p); }", "meeting"),
    ],
)
def test_what_is_started_under_another_name_is_no_phases(start: str, way: str) -> None:
    kernel = "__global__ void k(int* p) { asc_syncthreads(); p[threadIdx.x] += 1; }\n"
    assert Reach([f"{kernel}{start}\n"]).way("k") == way


def test_sources_of_a_program_agree_on_what_is_phases(tmp_path: Path) -> None:
    kernel, host = tmp_path / "k.asc", tmp_path / "main.asc"
    kernel.write_text("__global__ void k(int* p) { asc_syncthreads(); p[threadIdx.x] += 1; }\n")
    host.write_text("__global__ void k(int* p);\nvoid go(int* p) { k<<<1, 64, 0, nullptr>>>(p); }\n")
    sources = (str(host), str(kernel))
    shop = tmp_path / "shop"
    shop.mkdir()
    tree = Tree(str(shop), [], sources=sources)
    started, written = (Path(tree.add(source)).read_text() for source in sources)
    assert "simt::lanes<" in written
    assert "Way::phases" in started


def test_a_name_of_several_functions_is_phases_where_all_are() -> None:
    good = "__simt_vf__ void f(int* p) { asc_syncthreads(); *p = 1; }\n"
    bad = "__simt_vf__ void f(int* p, int n) { if (threadIdx.x) asc_syncthreads(); }\n"
    assert Reach([good]).way("f") == "phases"
    assert Reach([good, bad]).way("f") == "meeting"


@pytest.mark.parametrize(
    "head",
    ["void __launch_bounds__(64) k", "__launch_bounds__(64) void k", "void BOUND(32 * 2) k", "__maxnreg__(32) void k"],
)
def test_kernels_have_their_names_and_not_those_of_bounds(head: str) -> None:
    found = list(kernels(f"__global__ {head}(int* x, int n = f(2)) noexcept(true) {{ }}"))
    assert [(kernel.name, kernel.parameters) for kernel in found] == [("k", "int*x, int n")]
