"""Lane selection in C++ and in Python: two readings of the same rules, on random calls of every kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanewise import aie
from lanewise.isa.aie import lanes
from lanewise.isa.aie.selection import columns, x_scheme, z_scheme
from lanewise.isa.aie.types import LANE_TYPES as T

# x type and size, z type and size, lanes, whether 80-bit lanes are used
SHAPES = [
    ("int8", 64, "int8", 32, 16, ""), ("int16", 32, "int8", 32, 16, ""), ("int16", 32, "int8", 32, 8, ""),
    ("int16", 32, "int16", 16, 16, ""), ("int16", 64, "int16", 16, 8, ""), ("int16", 32, "int16", 16, 4, ""),
    ("cint16", 16, "cint16", 8, 4, ""), ("cint16", 16, "cint16", 8, 8, ""), ("cint16", 32, "int16", 16, 4, ""),
    ("int32", 16, "int16", 16, 8, ""), ("int32", 16, "int32", 8, 8, "l"), ("int32", 32, "int32", 8, 4, "l"),
    ("cint32", 8, "cint32", 4, 2, "l"), ("cint32", 8, "int16", 16, 4, "l"), ("int16", 32, "int32", 8, 8, ""),
]  # fmt: skip
VERBS = ("mul", "negmul", "mac", "msc")
ADDERS = ("", "_sym", "_antisym", "_max", "_min", "_maxdiff", "_abs")


class Call:
    """One random call, as C++ text and as a Python call."""

    def __init__(self, rng: np.random.Generator, number: int) -> None:
        self.x, self.nx, self.z, self.nz, self.lanes, self.wide = SHAPES[number % len(SHAPES)]
        x, z = T[self.x], T[self.z]
        verb = VERBS[number % 4]
        real = not x.is_complex
        self.adder = str(rng.choice(ADDERS if real else ADDERS[:3])) if x.bits > 8 else ""
        conj = str(rng.choice(["", "_cn", "_nc", "_cc"])) if x.is_complex and z.is_complex and not self.adder else ""
        self.name = f"{self.wide}{verb}{self.lanes}{self.adder}{conj}"
        self.accumulates = verb in ("mac", "msc")
        count = columns(x, z, self.lanes)
        two_words = self.lanes == 16 and x.bits != 8
        self.x_numbers = self._numbers(rng, x_scheme(x, z), count, two_words, self.nx)
        self.z_numbers = self._numbers(rng, z_scheme(x, z), count, two_words, self.nz)
        self.own_y = bool(rng.integers(2)) and self.adder not in ("", "_abs")
        self.y_numbers = []
        if self.adder not in ("", "_abs"):
            self.y_numbers = [2 * int(rng.integers(self.nx // 2))]
            if x_scheme(x, z) != "regular":
                self.y_numbers.append(int(rng.integers(2**16)))
        self.complex = x.is_complex or z.is_complex

    @staticmethod
    def _numbers(rng: np.random.Generator, scheme: str, count: int, two_words: bool, size: int) -> list[int]:
        unit = {"regular": 1, "bytes": 4}.get(scheme, 2)
        found = [unit * int(rng.integers(size // unit))]
        found += [int(n) for n in rng.integers(2**32, size=2 if two_words else 1)]
        if count > (1 if scheme == "regular" else 2):
            found.append(unit * int(rng.integers(4)))
        if scheme != "regular":
            found.append(int(rng.integers(2**16)) & 0x3333)
        return found

    def cpp(self, number: int) -> str:
        def literals(values: list[int]) -> str:
            return "".join(f", {v}u" if v >= 2**31 else f", {v}" for v in values)

        tag = f"{'c' if self.complex else ''}acc{80 if self.wide else 48}"
        y = ", y" if self.own_y else ""
        acc = "start, " if self.accumulates else ""
        return f"""
extern "C" void call_{number}(const {self.x} *px, const {self.x} *py, const {self.z} *pz, const int64 *pa, int64 *out)
{{
    const aie::vector<{self.x}, {self.nx}> x = aie::load_v<{self.nx}>(px), y = aie::load_v<{self.nx}>(py);
    const aie::vector<{self.z}, {self.nz}> z = aie::load_v<{self.nz}>(pz);
    aie::accum<{tag}, {self.lanes}> start;
    for (unsigned i = 0; i < {self.lanes}; ++i) put(start, i, pa);
    const aie::accum<{tag}, {self.lanes}> acc =
        {self.name}({acc}x{literals(self.x_numbers)}{y}{literals(self.y_numbers)}, z{literals(self.z_numbers)});
    for (unsigned i = 0; i < {self.lanes}; ++i) take(acc, i, out);
}}
"""

    def python(self, x: Any, y: Any, z: Any, start: Any) -> Any:
        vy = [aie.vector(y, self.x)] if self.own_y else []
        acc = [aie.accum(start.tolist(), f"{'c' if self.complex else ''}acc{80 if self.wide else 48}")]
        return getattr(aie, self.name)(
            *(acc if self.accumulates else []), aie.vector(x, self.x), *self.x_numbers, *vy, *self.y_numbers,
            aie.vector(z, self.z), *self.z_numbers,
        )  # fmt: skip


HEAD = """
#include <aie_api/aie.hpp>

// Lanes go out as two words, so that 80 bits fit.
template <class Lane>
static void out_word(Lane lane, int64 *&out)
{
    *out++ = static_cast<int64>(lane);
    *out++ = static_cast<int64>(static_cast<__int128>(lane) >> 64);
}
template <class Acc>
static void take(const Acc &acc, unsigned i, int64 *&out)
{
    if constexpr (requires { acc.lane(i).real; }) {
        out_word(acc.lane(i).real, out);
        out_word(acc.lane(i).imag, out);
    } else {
        out_word(acc.lane(i), out);
    }
}
template <class Acc>
static void put(Acc &acc, unsigned i, const int64 *&in)
{
    if constexpr (requires { acc.lane(i).real; }) {
        acc.lane(i).real = *in++;
        acc.lane(i).imag = *in++;
    } else {
        acc.lane(i) = *in++;
    }
}
"""
CALLS = [Call(np.random.default_rng(n), n) for n in range(120)]
FEW = 2 * len(SHAPES)


def compiled(folder: Path, numbers: range) -> Any:
    source = folder / "calls.cc"
    source.write_text(HEAD + "".join(CALLS[n].cpp(n) for n in numbers), encoding="utf-8")
    return aie.load(source, chip="aie")


def check(kernels: Any, number: int) -> None:
    call = CALLS[number]
    rng = np.random.default_rng(1000 + number)

    def random(name: str, size: int) -> Any:
        kind = T[name]
        shape = (size, 2) if kind.is_complex else size
        return rng.integers(kind.lowest, kind.highest, shape, dtype=np.int64, endpoint=True).astype(kind.dtype)

    x, y, z = random(call.x, call.nx), random(call.x, call.nx), random(call.z, call.nz)
    start = rng.integers(-(2**46), 2**46, (call.lanes, 2) if call.complex else call.lanes)
    out = np.zeros(start.size * 2, np.int64)
    getattr(kernels, f"call_{number}")(x, y, z, np.ascontiguousarray(start).reshape(-1), out)
    got = [(int(high) << 64) | (int(low) & (2**64 - 1)) for low, high in out.reshape(-1, 2)]
    with aie.core("aie"):
        want = call.python(x, y, z, start)
    assert got == [int(v) for v in lanes.integers(want.lanes).reshape(-1)], call.name


def test_selection_agreement(tmp_path: Path) -> None:
    kernels = compiled(tmp_path, range(FEW))
    for number in range(FEW):
        check(kernels, number)


@pytest.mark.sweep
@pytest.mark.parametrize("first", range(FEW, len(CALLS), FEW))
def test_selection_agreement_of_many(first: int, tmp_path: Path) -> None:
    numbers = range(first, min(first + FEW, len(CALLS)))
    kernels = compiled(tmp_path, numbers)
    for number in numbers:
        check(kernels, number)
