"""Arguments are evaluated from left to right, as hardware's compiler does it, or the call is refused at its line."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

import lanewise.cpp
from lanewise.cpp import compiler, order, probe
from lanewise.errors import LanewiseError

COMPILERS = {os.path.realpath(command[0]): " ".join(command) for command in compiler.candidates()}.values()
SOURCE = """\
#include "kernel_operator.h"

struct Pair {
    int32_t a, b;
    __aicore__ Pair(int32_t a, int32_t b) : a(a), b(b) {}
};

struct Digits {
    int32_t value = 0;
    __aicore__ Digits& Add(int32_t a, int32_t b) { value = value * 100 + a * 10 + b; return *this; }
};

class Source {
public:
    __aicore__ Source(__gm__ int32_t* x) { in_.SetGlobalBuffer(x, 64); }
    __aicore__ int32_t Next() { return in_.GetValue(at_++); }

private:
    AscendC::GlobalTensor<int32_t> in_;
    uint32_t at_ = 0;
};

__aicore__ inline int32_t Two(int32_t a, int32_t b) { return a * 10 + b; }

__global__ __vector__ void ordered(__gm__ int32_t* x, __gm__ int32_t* y)
{
    AscendC::GlobalTensor<int32_t> in, out;
    in.SetGlobalBuffer(x, 64);
    out.SetGlobalBuffer(y, 64);
    uint32_t i = 0, o = 0;
    out.SetValue(o++, Two(in.GetValue(i++), in.GetValue(i++)));
    out.SetValue(o++, Two(Two(in.GetValue(i++), in.GetValue(i++)), Two(in.GetValue(i++), in.GetValue(i++))));
    Source source(x);
    out.SetValue(o++, Pair(source.Next(), source.Next()).b);
    Pair declared(source.Next(), source.Next());
    out.SetValue(o++, declared.b);
    Pair braces{source.Next(), source.Next()};
    out.SetValue(o++, braces.b);
    out.SetValue(o++, Digits().Add(source.Next(), source.Next()).Add(source.Next(), source.Next()).value);
    int32_t n = 1;
    out.SetValue(o++, Two(n, n++));
    out.SetValue(o++, source.Next() - 10 * source.Next());
}
"""


@pytest.mark.parametrize("command", COMPILERS)
def test_order_of_every_compiler(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ordered.asc"
    path.write_text(SOURCE, encoding="utf-8")
    monkeypatch.setenv("CXX", command)
    tool = compiler.find()
    if not tool.clang:  # where it goes from left to right, it still takes variables late
        with pytest.raises(LanewiseError) as caught:
            lanewise.cpp.load(path)
        decides = "Two(n, n++)" if tool.order == probe.LEFT_TO_RIGHT else "Two(in.GetValue"
        line = SOURCE[: SOURCE.index(decides)].count("\n") + 1
        assert f"{path}:{line}: error: ORDER-001 Two(...): arguments 1 and 2" in str(caught.value)
        assert "pip install 'lanewise[compiler]'" in str(caught.value)
        return
    x, y = np.arange(1, 65, dtype=np.int32), np.zeros(64, np.int32)
    lanewise.cpp.load(path).ordered[1](x, y)
    assert y[:8].tolist() == [12, 34 * 10 + 56, 2, 4, 6, 78 * 100 + 9 * 10 + 10, 11, 11 - 10 * 12]


def test_order_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a word from the user, a program that depends on the order gets a compiler that has it."""
    monkeypatch.delenv("CXX", raising=False)
    if compiler.find(ordered=True).order != probe.LEFT_TO_RIGHT:
        pytest.skip("no compiler here evaluates arguments from left to right")
    path = tmp_path / "ordered.asc"
    path.write_text(SOURCE, encoding="utf-8")
    x, y = np.arange(1, 65, dtype=np.int32), np.zeros(64, np.int32)
    lanewise.cpp.load(path).ordered[1](x, y)
    assert y[:2].tolist() == [12, 34 * 10 + 56]


def order_findings(text: str, right_to_left: bool = True) -> list[str]:
    return [f.what for f in order.findings(text, right_to_left)]


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("x = concat(window_readincr_v8(in), window_readincr_v8(in));", "in"),
        ("f(readincr(a), readincr(a));", "a"),
        ("f(window_read_v8(w), window_readincr_v8(w));", "w"),
        ("f(get_ss(0), get_ss(0));", "get_ss(0)"),
        ("f(i++, i++);", "i"),
        ("f(i, ++i);", "i"),
        ("f(x[i], y[i++]);", "i"),
        ("f(*p++, *p++);", "p"),
        ("f((*p)++, *p);", "p[]"),
        ("f(p->n++, p->n);", "p.n"),
        ("f(queue.DeQue<half>(), queue.DeQue<half>());", "queue"),
        ("Pair p(i++, i++);", "i"),
        ("f(g(h(readincr(in)), 2), 1 + readincr(in));", "in"),
        ("a.b(1).c(i += 1, i);", "i"),
        ('f(printf("a"), printf("b"));', "the output"),
        ("v = window_readincr_v8(in) - window_readincr_v8(in);", "in"),
        ("auto next = [&]() { return i++; }; f(next(), next());", "i"),
        ("int j = i + 10 * i++;", "i"),
    ],
)
def test_order_decides(statement: str, what: str) -> None:
    assert order_findings(f"void kernel() {{ {statement} }}") == [what]


@pytest.mark.parametrize(
    "statement",
    [
        "f(readincr(a), readincr(b));",
        "f(i++, j++);",
        "f(in, readincr(in));",  # the stream itself is only handed on
        "f(&i, i + 1);",
        "Pair p{i++, i++};",
        "int a = readincr(in) - readincr(in);",  # numbers: every compiler begins at the left
        "for (int i = 0, j = 0; i < 4; i++, j++) {}",
        "f(i++), g(i++);",
        "std::cout << readincr(in) << readincr(in);",
        "f([&] { i++; }, [&] { i++; });",
        "f(sizeof(i++), i++);",
        "f(a == b, b != a, a);",
        "if (f(a) && g(i++)) h(i, 2);",
        "f(s.x++, s.y++);",
        "auto p = f<1, 2>(a, b), q = g(i++);",
        "auto twice = [&](int x) { x++; return x; }; f(twice(i), twice(i));",
    ],
)
def test_order_does_not_matter(statement: str) -> None:
    assert order_findings(f"void kernel() {{ {statement} }}") == []


def test_order_in_functions_of_the_user() -> None:
    reader = "int next(State& s) { return s.at++; } int after(State* s) { return next(*s) + 1; }"
    assert order_findings(reader + "void k() { f(after(&s), after(&s)); }") == ["s"]
    assert order_findings(reader + "void k() { f(after(&s), after(&t)); }") == []
    assert order_findings("int sum(const int* p, int n) { int s = 0, i = 0; while (i++ < n) s += *p++; return s; }"
                 "void k() { f(sum(p, 4), sum(p, 4)); }") == []  # fmt: skip
    assert order_findings("int count; int next() { return count++; } void k() { f(next(), next()); }") == ["count"]


@pytest.mark.parametrize(
    ("function", "statement", "decides"),
    [
        ("void f(State s, int n) {}", "f(s, next(s));", True),  # the copy is taken before or after
        ("void f(int n, State s) {}", "f(twice(s), s);", True),
        ("template <class T> void f(T s, int n) {}", "f(s, s.step());", True),
        ("void f(const State& s, int n) {}", "f(s, next(s));", False),
        ("void f(State* s, int n) {}", "f(&s, next(s));", False),
        ("void f(State s, int n) {} void f(State& s, long n) {}", "f(s, next(s));", False),  # who knows which
        ("void f(Tensor s, int n) {}", "f(s, put(s));", False),  # what a handle stands for is shared by its copies
    ],
)
def test_order_of_copies(function: str, statement: str, decides: bool) -> None:
    users = """struct State { int at; int step() { return at++; } }; int next(State& s) { return s.at++; }
        int twice(State& s) { next(s); return next(s); } int put(Tensor& t) { t.SetValue(0, 1); return 0; }"""
    assert order_findings(f"{users} {function} void k() {{ {statement} }}") == (["s"] if decides else [])


def test_order_of_left_to_right_compilers_that_take_variables_late() -> None:
    """g++ on aarch64: arguments are in order, but the first i is read after the second one was stepped."""
    assert order_findings("void k() { f(i++, i++); j = i + 10 * i++; }", right_to_left=False) == ["i"]


def test_order_is_refused_at_the_line_in_a_macro_and_in_a_header(tmp_path: Path) -> None:
    (tmp_path / "b.h").write_text("#define NEXT(s) readincr(s)\n\ninline void g(S* in) { f(NEXT(in), NEXT(in)); }\n")
    source = tmp_path / "a.cc"
    source.write_text('#include "b.h"\n#if 0\nvoid h() { f(i++, i++); }\n#endif\nvoid k() { f(i++, i++); }\n')
    said = list(order.complaints(str(source), (), (), "g++", probe.RIGHT_TO_LEFT))
    assert [line.partition(": error: ")[0] for line in said] == [f"{tmp_path / 'b.h'}:3", f"{source}:5"]
    assert "both change or read `in'" in said[0]


@pytest.mark.parametrize(("version", "usable"), [("13.0.1", False), ("14.0.0", True)])
def test_order_prefers_a_clang_that_is_new_enough(version: str, usable: bool, tmp_path: Path, monkeypatch) -> None:
    """A stand-in that says it is clang, in front of everything else."""
    real = compiler.find().command
    script = tmp_path / "clang++"
    script.write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && echo "clang version {version}" && exit\nexec {" ".join(real)} "$@"\n'
    )
    script.chmod(0o755)
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert (compiler.find(ordered=True).command == (str(script),)) == usable
    monkeypatch.setenv("CXX", str(script))
    if not usable:
        with pytest.raises(LanewiseError, match="it is clang 13, and 14 or newer is needed"):
            compiler.find()


def test_order_is_probed_as_programs_run(tmp_path: Path) -> None:
    """What the assembly says is what happens."""
    source, program = tmp_path / "a.cpp", tmp_path / "a"
    source.write_text(
        "#include <cstdio>\nstatic int n;\nint next() { return ++n; }\n"
        'void show(int a, int b) { std::printf("%d%d", a, b); }\nint main() { show(next(), next()); }\n'
    )
    tool = compiler.find()
    subprocess.run([*tool.command, str(source), "-o", str(program)], check=True)
    shown = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout
    assert shown == {probe.LEFT_TO_RIGHT: "12", probe.RIGHT_TO_LEFT: "21"}[tool.order]
