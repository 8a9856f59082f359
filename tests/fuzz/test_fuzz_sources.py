"""Sources that nobody would write, through everything that reads them before a compiler does.

Whatever a file holds, it is rewritten line by line or refused in words: what is wrong with it the compiler says, at its
line.
"""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lanewise.cpp import order
from lanewise.cpp.rewrite import own_globals, renamed, rewrite
from lanewise.cpp.tokens import scan
from lanewise.errors import LanewiseError

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("examples", "tests/programs", "tests/check/programs", "tests/faults/planted", "tests/schedule/programs")
SECONDS, STUCK = 60, 20
WORDS = (
    "<<<", ">>>", "<<<1, nullptr, s>>>", "kernel<<<1>>>(x", "<", ">", "(", ")", "{", "}", "[", "]", ";", ",", '"',
    "'", "\\", "\\\n", "\n", "/*", "*/", "//", 'R"x(', ')x"', 'u8R"(', "#", "#if 0\n", "#endif\n", '#include "',
    "#include <", "#define A(x) x<<<\n", "__ubuf__ ", "__gm__ ", "__global__ ", "__aicore__ ", "__simd_vf__ ",
    "__VEC_SCOPE__ ", "for (", "asc_vf_call<", "template <", "float a[4]", "block_idx", 'extern "C" ', "__bf16",
    "auto f = [&](", "0'1", "0x", "..", "\0", "\r\n", "\t", "\u00e9", "\u2028", "\U0001f600",
)  # fmt: skip


def seeds() -> list[str]:
    found = [f for folder in FOLDERS for f in (ROOT / folder).rglob("*") if f.suffix in (".asc", ".cpp", ".h")]
    return [f.read_text(encoding="utf-8") for f in sorted(found)]


def spoiled(text: str, rest: list[str], dice: random.Random) -> str:
    """A part of a source with a few things wrong: cut, doubled, moved, exchanged with another's, or words put in."""
    lines = text.splitlines(keepends=True)
    start = dice.randrange(len(lines)) if lines else 0
    text = "".join(lines[start : start + dice.choice((3, 30, 150))])
    for _ in range(dice.choice((1, 2, 5, 20))):
        a, b = sorted(dice.randrange(len(text) + 1) for _ in range(2))
        b = min(b, a + dice.choice((1, 5, 60)))
        kind = dice.randrange(5)
        if kind == 0:
            text = text[:a] + text[b:]
        elif kind == 1:
            text = text[:b] + text[a:b] + text[b:]
        elif kind == 2:
            text = text[:a] + text[a:b][::-1] + text[b:]
        elif kind == 3:
            other = dice.choice(rest)
            at = dice.randrange(len(other) + 1)
            text = text[:a] + other[at : at + 60] + text[b:]
        else:
            text = text[:a] + dice.choice(WORDS) * dice.choice((1, 1, 1, 40)) + text[b:]
    return text


@contextmanager
def alarm(text: str) -> Iterator[None]:
    """What never ends is a failure, too."""

    def stuck(number: int, frame: object) -> None:
        raise AssertionError(f"no end in sight for {text!r}")

    before = signal.signal(signal.SIGVTALRM, stuck)
    signal.setitimer(signal.ITIMER_VIRTUAL, STUCK)  # of computing: others may want the computer
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def read(text: str) -> None:
    with alarm(text):
        try:
            changed = rewrite(text)
        except LanewiseError:
            return
        assert changed.text.count("\n") == text.count("\n"), text
        assert changed.changed or changed.text == text, text
        assert "<<<" in text or not changed.launches, text
        renamed(text)
        own_globals(text)
        tokens, _ = scan(text)
        assert all(text[t.start : t.end] == t.text for t in tokens), text
        for reversed_ in (False, True):
            order.findings(text, reversed_)


def fuzz(seed: int) -> Iterator[str]:
    dice, all_ = random.Random(seed), seeds()
    assert len(all_) > 10
    while True:
        yield spoiled(dice.choice(all_), all_, dice)


def test_spoiled_sources_are_read() -> None:
    for _, text in zip(range(150), fuzz(1), strict=False):
        read(text)


@pytest.mark.sweep
def test_spoiled_sources_are_read_for_a_minute() -> None:
    end = time.monotonic() + SECONDS
    for count, text in enumerate(fuzz(time.time_ns())):
        try:
            read(text)
        except Exception as problem:
            raise AssertionError(f"source {count}: {text!r}") from problem
        if time.monotonic() > end:
            return
