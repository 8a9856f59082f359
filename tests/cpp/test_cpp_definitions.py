"""Which functions a C++ file defines, read from its text."""

from __future__ import annotations

import pytest

from lanewise.cpp.definitions import definitions


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("template <class T> void f(T x) { } void k(int *a) { }", "k"),
        ("template <class T, int N = 3> static inline T f(T x) { return x; } void k(int *a) { }", "k"),
        ("template <class T> requires (sizeof(T) == 2) void f(T x) { } void k(int a) { }", "k"),
        ("template <> void f<int>(int x) { } void k(int a) { }", "k"),
        ("template <class T> struct s { T x; }; void k(int *a) { }", "k"),
        ("template <class T> struct s { } v; void k(int *a) { }", "k"),
        ("template <class T> constexpr T c[] = {T(1)}; void k(int *a) { }", "k"),
        ("void f(int a = 3) { } void k(struct s *p = nullptr) { }", "f f k k"),
        ("inline s operator+(const struct s a, s b) { return a; } void k(int a) { }", "k"),
        ("struct S { S(int); }; S::S(int a) { } void k(int a) { }", "k"),
        ("class K { void run(int a); }; void K::run(int a) { } void k(int a) { }", "k"),
        ("auto f = [](int a) { return a; }; void k(int a) { }", "k"),
        ("alignas(32) static int t[2] = {1, 2}; enum { A = 3, B }; void k(int a) { }", "k"),
        ("static const struct { int a; } x = {1}; void k(int a) { }", "k"),
        ('extern "C" { void a(int x) { } void b(int y) { } } namespace n { void c(int z) { } }', "a b c"),
        ("void a(int x) noexcept { } __attribute__((noinline)) void b(int y) { }", "a b"),
        ("auto g(int a) -> int { return a; } void k(void (*f)(int)) { }", "g k"),
    ],
)
def test_functions_of_a_file(text: str, names: str) -> None:
    assert [f.name for f in definitions(text)] == names.split()


def test_parameters_with_defaults_may_be_left_out() -> None:
    text = "void f(int a, pair<int, int> b = {1, 2}, int c[2] = g(3, 4)) { } void k(int a) { }"
    assert [(f.name, f.parameters) for f in definitions(text)] == [
        ("f", "int a"), ("f", "int a, pair<int, int>b"), ("f", "int a, pair<int, int>b, int c[2]"), ("k", "int a"),
    ]  # fmt: skip
