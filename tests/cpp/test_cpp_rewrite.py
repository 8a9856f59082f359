"""The rewriter on text: what it changes, what it leaves alone, and that no line moves."""

from __future__ import annotations

import re

import pytest

from lanewise.cpp.rewrite import renamed, rewrite
from lanewise.cpp.tokens import scan

PACK = "[=](auto... lanewise_a) { %s(lanewise_a...); }"


def in_code(text: str) -> str:
    """`text` inside a function, rewritten."""
    done = re.sub(r'\.with\("(?:[^"\\]|\\.)*"\)', "", rewrite("void f() {\n" + text + "\n}\n").text)
    assert done.startswith("void f() {\n")
    assert done.endswith("\n}\n")
    assert done.count("\n") == text.count("\n") + 3
    return done.removeprefix("void f() {\n").removesuffix("\n}\n")


def launch(kernel: str, config: str, arguments: str = "") -> str:
    tail = f", {arguments}" if arguments else ""
    return f'::lanewise::launch("{kernel}", ::lanewise::LaunchConfig({config}), {PACK % kernel}{tail})'


@pytest.mark.parametrize(
    ("text", "kernel", "config", "arguments"),
    [
        ("k<<<8, 0>>>(a)", "k", "8, 0", "a"),
        ("k<<<8, 0, s>>>(a, b)", "k", "8, 0, s", "a, b"),
        ("k<<<dim3(8, 1), 256, 0, s>>>(a)", "k", "dim3(8, 1), 256, 0, s", "a"),
        ("k<<<(n + 7) / 8, nullptr, s>>>()", "k", "(n + 7) / 8, nullptr, s", ""),
        ("k<float, 16><<<8, 0, s>>>(a)", "k<float, 16>", "8, 0, s", "a"),
        ("k<uint8_t, (3 > 2), -1><<<8, 0, s>>>(a)", "k<uint8_t, (3>2), -1>", "8, 0, s", "a"),
        ("k<T...><<<8, 0, s>>>(a)", "k<T...>", "8, 0, s", "a"),
        ("::k<<<8, 0, s>>>(a)", "::k", "8, 0, s", "a"),
        ("A<T>::template k<2><<<1, 0>>>(a)", "A<T>::template k<2>", "1, 0", "a"),
        ("this->k<<<1, 0>>>(a)", "this->k", "1, 0", "a"),
        ("ops.table[3]<<<1, 0>>>(a)", "ops.table[3]", "1, 0", "a"),
        ("(fast ? k1 : k2)<<<1, 0>>>(a)", "(fast?k1:k2)", "1, 0", "a"),
        ("k<<<Blocks<2>::n, 0>>>(a)", "k", "Blocks<2>::n, 0", "a"),
        ("k<<<blocks<2>>>>(a)", "k", "blocks<2>", "a"),
        ("k<<<1 << 3, 0>>>(a << 2, b >> 1)", "k", "1 << 3, 0", "a << 2, b >> 1"),
        ("k <<< 8, 0, s >>> (a)", "k", " 8, 0, s ", "a"),
        ("k<<<8, 0>>>(f<1, 0, 2>(x), \"a, 0\")", "k", "8, 0", "f<1, 0, 2>(x), \"a, 0\""),
        ("k<<<8, 0>>>(nullptr, a < b, c)", "k", "8, 0", "nullptr, a < b, c"),
    ],
)  # fmt: skip
def test_launch_forms(text: str, kernel: str, config: str, arguments: str) -> None:
    assert in_code(f"{text};") == launch(kernel, config, arguments) + ";"


def test_launch_behind_other_code() -> None:
    assert in_code("if (x) return k<<<1, 0>>>(a);") == f"if (x) return {launch('k', '1, 0', 'a')};"
    assert in_code("case 1: (void)k<<<1, 0>>>(a);") == f"case 1: (void){launch('k', '1, 0', 'a')};"


def test_launch_names_its_arguments() -> None:
    """For messages, as the program writes them; where a macro or braces stand between, nobody knows which is which."""
    done = rewrite('void f() { k<<<1, 0>>>((T*) a, b[0], "c"); }').text
    assert r'LaunchConfig(1, 0).with("(T*)a\nb[0]\n\"c\"\n"), ' in done
    assert ".with(" not in rewrite("void f() { k<<<1, 0>>>(a, {1, 2}); k<<<1, 0>>>(); }").text


def test_launch_twice_on_a_line() -> None:
    assert in_code("k<<<1, 0>>>(a); k<<<2, 0>>>(b);") == f"{launch('k', '1, 0', 'a')}; {launch('k', '2, 0', 'b')};"


@pytest.mark.parametrize(("kernel", "instance", "arguments"), [
    ("k<A<B<int>>>", "k", ["A<B<int>>"]),
    ("k<(a > b), sizeof(x)>", "k", ["(a>b)", "sizeof(x)"]),
    ("ns::k<T, 16>", "ns::k", ["T", "16"]),
    ("A<T>::template k<U>", "A<T>::template k", ["U"]),
])
def test_launch_asks_the_compiler_for_template_arguments(kernel: str, instance: str, arguments: list[str]) -> None:
    said = [a if a.isdigit() else f"::lanewise::spelling_in(::lanewise::function_of<{a}>())" for a in arguments]
    spelled = ", ".join(f'"{a}"' if a.isdigit() else a for a in said)
    want = f'::lanewise::launch(::lanewise::instance("{instance}", {{{spelled}}}).c_str(), '
    assert in_code(f"{kernel}<<<1, 0>>>(a);").startswith(want)


def test_launch_over_lines_keeps_every_line() -> None:
    text = "ns::k<T,\n  U><<<\n  n, // blocks\n  0>>>\n  (a,\n   b);"
    done = in_code(text)
    assert done.count("\n") == text.count("\n")
    assert done.splitlines()[3].startswith("  0), [=]")
    assert done.splitlines()[5] == "   b);"


@pytest.mark.parametrize(
    ("arguments", "parameters", "call", "outside"),
    [
        ("a, 0", "auto lanewise_0", "lanewise_0, 0", ", a"),
        ("NULL, a", "auto lanewise_0", "NULL, lanewise_0", ", a"),
        ("a, {n, m}, b", "auto lanewise_0, auto lanewise_1", "lanewise_0, {n, m}, lanewise_1", ", a, b"),
        ("0", "", "0", ""),
        ("a,\n{n,\nm}", "auto lanewise_0", "lanewise_0, {n, m}", ", a\n\n"),
    ],
)
def test_launch_arguments_that_only_the_kernel_types(arguments: str, parameters: str, call: str, outside: str) -> None:
    head = '::lanewise::launch("k", ::lanewise::LaunchConfig(1, 0), '
    assert in_code(f"k<<<1, 0>>>({arguments});") == f"{head}[=]({parameters}) {{ k({call}); }}{outside});"


def test_launch_in_a_macro() -> None:
    text = "#define RUN(k, n, ...) do { \\\n  k##_kernel<<<n, \\\n   0>>>(__VA_ARGS__); \\\n} while (0)\nint x;\n"
    done = rewrite(text)
    assert done.launches
    assert done.text.count("\n") == text.count("\n")
    assert all(line.endswith("\\") for line in done.text.splitlines()[:3])
    assert "LANEWISE_TEXT(k##_kernel)" in done.text
    assert "__VA_OPT__(,) __VA_ARGS__" in done.text


@pytest.mark.parametrize(
    "text",
    [
        "// k<<<1, 0>>>(a)",
        "/* k<<<1, 0>>>(a)\n */",
        'auto s = "k<<<1, 0>>>(a)";',
        'auto s = R"x(k<<<1, 0>>>(a) " )")x";',
        "int n = 1'000; char q = '\"'; // k<<<1, 0>>>(a)",
        "auto x = a << b, y = a >> b; x <<= 3;",
        "os << k << std::endl;",
        "operator<<<int>(a);",
        "A<B<C<int>>> (x);",
        "#pragma k<<<1, 0>>>(a)",
        "#if 0\ndon't k\n#endif",
    ],
)
def test_launch_is_only_seen_in_code(text: str) -> None:
    done = rewrite(f"void f() {{\n{text}\n}}\n")
    assert done.text == f"void f() {{\n{text}\n}}\n"
    assert not done.launches


def array(what: str, name: str) -> str:
    place = f"lanewise_place_of_{name}"
    return f"struct {place} {{}}; auto& {name} = ::lanewise::{what}({place}{{}})"


def ub(kind: str, name: str) -> str:
    return array(f"ub_array<{kind}>", name)


def cube(kind: str, name: str) -> str:
    return array(f"cube_array<::lanewise::Space::{kind}>", name)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("__ubuf__ float a[64];", f"{ub('float[64]', 'a')};"),
        ("__local_mem__ half a[N * 2];", f"{ub('half[N * 2]', 'a')};"),
        ("__ubuf__ T a[N], b[2][M];", f"{ub('T[N]', 'a')}; {ub('T[2][M]', 'b')};"),
        ("static __ubuf__ const unsigned char a[f<1, 2>(3)];", f"{ub('const unsigned char[f<1, 2>(3)]', 'a')};"),
        ("float __ubuf__ a[4];", f"{ub('float[4]', 'a')};"),
        ("__ubuf__ typename ns::A<T, 3>::type a[4];", f"{ub('typename ns::A<T, 3>::type[4]', 'a')};"),
        ("__ubuf__ __align__(64) float a[4];", f"{ub('float[4], 64', 'a')};"),
        ("alignas(N) __ubuf__ float a[4];", f"{ub('float[4], N', 'a')};"),
        ("__ubuf__ Point p;", f"{ub('Point', 'p')};"),
        ("__cbuf__ half a[64];", f"{cube('staging, half[64]', 'a')};"),
        ("__cc__ __align__(2048) float c[M * N];", f"{cube('product, float[M * N], 2048', 'c')};"),
        ("__ca__ half* a = q;", "__ca__ half* a = q;"),
        ("extern __ubuf__ half a[];", "auto* a = ::lanewise::ub_dynamic<half>();"),
        ("__ubuf__ float a[4],\n  b[\n 3];", f"{ub('float[4]', 'a')}; \n{ub(chr(10).join(['float[', ' 3]']), 'b')};"),
        ("case 3: __ubuf__ float a[4];", f"case 3: {ub('float[4]', 'a')};"),
        ("g([&] { __ubuf__ float a[4]; });", f"g([&] {{ {ub('float[4]', 'a')}; }});"),
    ],
)
def test_ub_declarations(text: str, want: str) -> None:
    assert in_code(text) == want


@pytest.mark.parametrize(
    "text",
    [
        "__ubuf__ float* p = q;",
        "__ubuf__ float *p[4];",
        "auto p = (__ubuf__ float*)q;",
        "auto p = reinterpret_cast<__ubuf__ float*>(q);",
        "void g(__ubuf__ float* p, __ubuf__ float q[64]);",
        "Holder<__ubuf__ float> a[4];",
        "using P = __ubuf__ float;",
        "return (__ubuf__ float*)q;",
        "// __ubuf__ float a[4];",
        "struct S { __ubuf__ float a[4]; };",
    ],
)
def test_ub_word_elsewhere_stays(text: str) -> None:
    assert in_code(text) == text


def test_ub_declarations_by_scope() -> None:
    outside = "namespace n { class A : public B<1> {\n__ubuf__ float a[3];\nvoid f() { %s; } }; }"
    assert rewrite(outside % "__ubuf__ float b[3]").text == outside % ub("float[3]", "b")


def test_ub_declaration_in_a_macro() -> None:
    assert rewrite("#define BUF(n) __ubuf__ float n[64]\n").text == f"#define BUF(n) {ub('float[64]', 'n')}\n"


def test_includes_are_listed_and_replaced() -> None:
    text = '#include "a.h" // why\n  #  include <b/c.h>\n// #include "d.h"\n#include MACRO\n'
    done = rewrite(text, lambda include: '"x"' if include.name == "a.h" else None)
    assert [(i.name, i.quoted) for i in done.includes] == [("a.h", True), ("b/c.h", False)]
    assert done.text == text.replace('"a.h"', '"x"')


def test_scan_gives_back_every_character() -> None:
    text = 'a+b "s\\"t" \'c\' 0x1F\'00ull 1.5e-3f R"(x)" u8"y" <<= -> :: /* c */ ## $x'
    tokens, _ = scan(text)
    assert [text[t.start : t.end] for t in tokens[:-1]] == [t.text for t in tokens[:-1]]
    assert [t.text for t in tokens[:-1]] == [
        "a", "+", "b", '"s\\"t"', "'c'", "0x1F'00ull", "1.5e-3f", 'R"(x)"', 'u8"y"', "<<=", "->", "::", "##", "$x",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("__simd_vf__ void f(int n = g{1}.x);", "__simd_vf__ void f(int n = g{1}.x);"),
        ("__simd_vf__ void f(int n = g{1}.x) { a(); }", "__simd_vf__ void f(int n = g{1}.x) {F a(); }"),
        ("__simd_vf__ inline void f()\n{\nfor (;;) b();\n}", "__simd_vf__ inline void f()\n{F\nLfor (;;) b();\n}"),
        ("__simd_callee__ void f() { if (x) for (;;) a(); else while (y) { b(); } }",
         "__simd_callee__ void f() { if (x) Lfor (;;) a(); else Lwhile (y) { b(); } }"),
        ("__simd_vf__ void f() { do { a(); } while (x); }", "__simd_vf__ void f() {F do { a(); } while (x); }"),
        ("__simd_vf__ void f() {\n#pragma unroll\nfor (;;) a(); }",
         "__simd_vf__ void f() {F\n#pragma unroll\nfor (;;) a(); }"),
        ('__simd_vf__ void f() { _Pragma("unroll") for (;;) a(); }',
         '__simd_vf__ void f() {F _Pragma("unroll") for (;;) a(); }'),
        ("__simd_vf__ void f() { do a(); while (x); for (;;) b(); }",
         "__simd_vf__ void f() {F do a(); while (x); Lfor (;;) b(); }"),
        ("template <class T> __simd_vf__ void f() requires requires(T t) { t.a(); } { b(); }",
         "template <class T> __simd_vf__ void f() requires requires(T t) { t.a(); } { b(); }"),
        ("__simd_vf__ constexpr int f() { return 1; }", "__simd_vf__ constexpr int f() { return 1; }"),
        ("#define VF __simd_vf__\nVF void f() { for (;;) a(); }",
         "#define VF __simd_vf__\nVF void f() { for (;;) a(); }"),
        ("#define VF(n) __simd_vf__ void n() { \\\n for (;;) a(); }",
         "#define VF(n) __simd_vf__ void n() {F \\\n Lfor (;;) a(); }"),
        ("using F = __simd_vf__ void (*)(int); void g() { for (;;) a(); }",
         "using F = __simd_vf__ void (*)(int); void g() { for (;;) a(); }"),
        ("void g() { for (;;) a(); } // __simd_vf__ { ", "void g() { for (;;) a(); } // __simd_vf__ { "),
    ],
)  # fmt: skip
def test_ends_of_vector_functions_are_marked(text: str, wanted: str) -> None:
    loop = "switch (const ::lanewise::Loop lanewise_loop; 0) default: "
    wanted = wanted.replace("{F", "{ const ::lanewise::InFunction lanewise_function;")
    assert rewrite(text).text == wanted.replace("Lfor", f"{loop}for").replace("Lwhile", f"{loop}while")


def test_rewrite_counts_of_loops_are_for_other_compilers() -> None:
    """AI Engine compilers are told how often a loop runs; the host's clang takes that for an error."""
    text = """#pragma clang loop min_iteration_count(4)
  # pragma clang loop unroll(full) max_iteration_count(N)
_Pragma("clang loop min_iteration_count(2)") for (;;) {}
#pragma clang loop unroll(full)
int min_iteration_count(int);
"""
    assert renamed(text).split("\n") == [
        "", "  # pragma clang loop unroll(full) ", " for (;;) {}", "#pragma clang loop unroll(full)",
        "int min_iteration_count(int);", "",
    ]  # fmt: skip


def test_rewrite_sides_of_functions_are_dropped() -> None:
    text = "#define LIB __forceinline__[host, aicore]\ninline [aicore] void f();\nstatic [aicore, host] int g();"
    assert renamed(text) == "#define LIB __forceinline__\ninline  void f();\nstatic  int g();"
    for element in ("x = cores[aicore];", "y[host] = kinds[aicore][host];", "auto f = [aicore] { return aicore; };"):
        assert renamed(element) == element
