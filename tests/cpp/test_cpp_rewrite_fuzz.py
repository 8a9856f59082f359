"""Sources that nobody would write, through the rewriter: it never fails, and every line stays where it was."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from lanewise.cpp.kernels import kernels
from lanewise.cpp.rewrite import own_globals, renamed, rewrite

HERE = Path(__file__).parent
SOURCES = sorted([*HERE.rglob("*.asc"), *(HERE.parent / "programs").rglob("*.asc")])
PIECES = [
    "<<<", ">>>", "<<<1, nullptr, s>>>", "(", ")", "{", "}", "[", "]", '"', "'", 'R"(', 'R"x(', ')x"', "/*", "*/", "//",
    "\\\n", "\n", "#define X __global__ void k(", "#include <", "#if 0\n", "#endif\n", "__ubuf__ float a[", "__ubuf__",
    "__global__ __aicore__ void", "template <", 'extern "C"', "block_idx", "__bf16", "\0", "\udc80", "\ufeff", "1'000",
    "0x", ";", "::", "%:", "??=", "((((((((", "<" * 50,
]  # fmt: skip


def mutate_source(text: str, draw: random.Random) -> str:
    for _ in range(draw.randint(1, 8)):
        first = draw.randrange(len(text) + 1)
        last = min(len(text), first + draw.choice((0, 1, 5, 40, 400)))
        how = draw.randrange(4)
        if how == 0:
            text = text[:first] + text[last:]
        elif how == 1:
            text = text[:last] + text[first:]  # twice
        elif how == 2:
            text = text[:first] + draw.choice(PIECES) + text[first:]
        else:
            other = draw.randrange(len(text) + 1)
            text = text[:other] + text[first:last] + text[other:]
    return text


def rewrite_source(text: str) -> None:
    done = renamed(text)
    assert done.count("\n") == text.count("\n")
    assert rewrite(done).text.count("\n") == text.count("\n")
    kernels(done)
    own_globals(done)


@pytest.mark.parametrize("seed", [1, 2])
def test_rewriter_takes_spoiled_sources(seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(40):
        rewrite_source(mutate_source(draw.choice(SOURCES).read_text(encoding="utf-8"), draw))


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(100, 130))
def test_rewriter_takes_many_spoiled_sources(seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(200):
        rewrite_source(mutate_source(draw.choice(SOURCES).read_text(encoding="utf-8"), draw))


@pytest.mark.parametrize("piece", ["(", "{", "[", "<<<", "k<<<(", "__ubuf__ float a[", "template <", "R\"(", "?"])
def test_rewriter_takes_deep_nesting(piece: str) -> None:
    rewrite_source("__global__ void k() { block_idx; __bf16 x; " + piece * 5000)
