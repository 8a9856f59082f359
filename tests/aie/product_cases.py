"""Calls of multiplications whose operands depend on their row: lane selection, sliding, matrices, FFT stages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from operation_cases import Case

from lanewise import aie
from lanewise.isa.aie import mac
from lanewise.isa.aie.catalogue import operations
from lanewise.isa.aie.mmul import shapes
from lanewise.isa.aie.record import Operation, Row
from lanewise.isa.aie.selection import columns, x_scheme, z_scheme
from lanewise.isa.aie.types import LANE_TYPES, LaneType

Parameter = tuple[str, str, str, int]  # its name, kind and type, and how many lanes it has


@dataclass(frozen=True)
class Written(Case):
    """A call with its operands, its C++ and its Python spelled out."""

    parameters: tuple[Parameter, ...]
    expression: str  # with the names of the parameters
    function: Callable[..., Any]

    @cached_property
    def kinds(self) -> list[tuple[str, str, str]]:
        return [(name, kind, of) for name, kind, of, _ in self.parameters]

    def draw(self, rng: np.random.Generator, count: int) -> list[Any]:
        """Every other call has small factors, whose sums fit narrow lanes of the host."""
        operands = super().draw(rng, count)
        for values, (_, kind, of) in zip(operands, self.kinds, strict=True):
            if kind == "vector" and not LANE_TYPES[of].is_float and LANE_TYPES[of].bits > 8:
                values[1::2] >>= 6
        return operands

    def size(self, name: str) -> int:
        return next(lanes for known, _, _, lanes in self.parameters if known == name)

    @property
    def by_lane(self) -> bool:
        return False

    @property
    def multiplies(self) -> bool:
        return self.operation.family != "fft"

    def written(self) -> str:
        return self.expression

    def result(self, given: list[Any]) -> Any:
        return self.function(*given)


def product_cases(chip: str, everything: bool = False) -> Iterator[Written]:
    for record in operations().values():
        make = _MAKERS.get(record.family, _MAKERS.get(record.name))
        if make is not None:
            for number, row in enumerate(record.rows_on(chip)):
                if everything or record.family != "multiplication with selection" or _has_its_turn(record, number):
                    yield from make(record, row, chip, number)


def is_written(record: Operation) -> bool:
    return record.family in _MAKERS or record.name in _MAKERS


# --- lane selection ---

_VERBS = ("mul", "negmul", "mac", "msc")


def _has_its_turn(record: Operation, number: int) -> bool:
    """The four verbs of a kind are one template: its rows take turns, and every verb has one at least."""
    kind = mac.parse(record.name)
    assert kind is not None
    turn = _VERBS.index(kind.verb)
    return number % 4 == turn or (turn >= len(record.rows) and number == turn % len(record.rows))


def _numbers(buffer: str, scheme: str, count: int, two_words: bool, size: int) -> list[Parameter]:
    unit = {"regular": 1, "bytes": 4}.get(scheme, 2)
    found = [("start", f"by {unit} to {size - unit}"), ("offsets", "bits32")]
    found += [("offsets_hi", "bits32")] if two_words else []
    found += [("step", f"by {unit} to {3 * unit}")] if count > (1 if scheme == "regular" else 2) else []
    found += [("square", "0..65535")] if scheme != "regular" else []
    return [(f"{buffer}{name}", kind, "int32", 1) for name, kind in found]


def _selecting(record: Operation, row: Row, chip: str, number: int) -> Iterator[Written]:
    kind = mac.parse(record.name)
    assert kind is not None
    x, z = (LANE_TYPES[name] for name in row.types[-3:-1])
    count, two_words = columns(x, z, kind.lanes), kind.lanes == 16 and x.bits != 8
    nx, nz = (512, 1024)[number % 2] // x.lane_bits, 256 // z.lane_bits
    scheme, paired = x_scheme(x, z), kind.adder not in ("", "abs")
    parts = [("acc", "accum", row.types[-1], kind.lanes * (1 + (kind.centre == "uct")))] * (kind.verb in ("mac", "msc"))
    parts += [("x", "vector", x.name, nx), *_numbers("x", scheme, count, two_words, nx)]
    if paired:
        parts += [("y", "vector", x.name, nx)] * (number % 3 != 0)
        parts += [("ystart", f"by 2 to {nx - 2}", "int32", 1)]
        parts += [("ysquare", "0..65535", "int32", 1)] * (scheme != "regular")
    parts += [("tap", f"0..{count - 1 if kind.centre == 'uct' else 3}", "int32", 1)] * bool(kind.centre)
    parts += [("z", "vector", z.name, nz), *_numbers("z", z_scheme(x, z), count, two_words, nz)]
    parts += [("shift", "0..15", "int32", 1)] * (kind.centre == "uct")
    name = record.name
    if x.is_complex and z.is_complex and number % 5 and kind.adder not in ("abs", "max", "min", "maxdiff"):
        name += ("", "_c", "_cn", "_nc", "_cc")[number % 5]
    words = ", ".join(part for part, *_ in parts)
    yield Written(record, row, chip, kind.lanes, tuple(parts), f"{name}({words})", partial(_called, name))


def _called(name: str, *arguments: Any) -> Any:
    return getattr(aie, name)(*arguments)


# --- sliding ---

_STEPS = ((1, 1, 1), (1, 2, 1), (2, 1, 2), (1, -1, 1), (-1, 1, 1))  # of coefficients, of points, of lanes


def _sliding(record: Operation, row: Row, chip: str, number: int) -> Iterator[Written]:
    c, d, tag = row.types[-3:]
    word = record.name.removeprefix("sliding_mul").removeprefix("_")
    plain = record.name in ("sliding_mul", "sliding_mac")
    cstep, dx, dy = _STEPS[number % 5] if plain else _STEPS[number % 2]
    odd = number // 2 % 2
    onto = record.name == "sliding_mac" or (not plain and bool(odd))
    lanes, points = 8, (4 if plain or word == "ch" else 5 + odd)
    steps = dict(data_step_x=dx, data_step_y=dy)
    shape = f"{lanes}, {points}, {cstep}, {dx}, {dy}"
    name, extra = f"sliding_{'mac' if onto else 'mul'}", []
    keywords: dict[str, Any] = {}
    if plain:
        name = f"sliding_{('mac', 'msc')[odd] if onto else ('mul', 'negmul')[odd]}"
        keywords = {"negate": bool(odd), "coeff_step": cstep}
    elif word == "ch":
        shape, points = f"4, 2, 2, 1, {dx}, {dy}", 2
        name += "_ch"
        keywords = {"channels": 2}
    else:
        both = ("sym", "antisym")[number // 4 % 2] if word == "sym_uct" else word
        name += f"_{both}{'_uct' * (word == 'sym_uct')}"
        if word == "sym_uct":
            extra = [("up", "0..10", "int32", 1)]
            keywords = {"antisym": both == "antisym"}
    nc, nd = (512 // LANE_TYPES[t].lane_bits for t in (c, d))
    parts = [("acc", "accum", tag, lanes)] * onto + [
        ("c", "vector", c, nc), ("cs", f"0..{nc - 1}", "int32", 1), ("d", "vector", d, nd),
        ("ds", f"0..{nd - 1}", "int32", 1), *extra,
    ]  # fmt: skip
    words = ", ".join(part for part, *_ in parts)
    function = partial(_slid, record.name, onto, lanes, points, {**keywords, **steps})
    yield Written(record, row, chip, lanes, tuple(parts), f"aie::{name}<{shape}>({words})", function)


def _slid(name: str, onto: bool, lanes: int, points: int, keywords: dict[str, Any], *given: Any) -> Any:
    acc, rest = (given[0], given[1:]) if onto else (None, given)
    c, cs, d, ds, *up = rest
    where = {"points": points, "coeff_start": cs, "data_start": ds, **keywords}
    if up:
        where["uct_shift"] = up[0]
    if name == "sliding_mac":
        return aie.sliding_mac(acc, c, d, **where)
    return getattr(aie, name)(c, d, lanes, acc=acc, **where)


def _accumulating(record: Operation, row: Row, chip: str, number: int) -> Iterator[Written]:
    c, d = row.types[:2]
    nc = 256 // LANE_TYPES[c].lane_bits
    parts = [("c", "vector", c, nc), ("at", f"0..{nc - 1}", "int32", 1)]
    data = [(f"d{k}", "vector", d, max(8, 256 // LANE_TYPES[d].lane_bits)) for k in range(2 + number % 3)]
    words = ", ".join(part for part, *_ in (*parts, *data))
    lanes = data[0][3]
    yield Written(record, row, chip, lanes, (*parts, *data), f"aie::accumulate<{lanes}>({words})", aie.accumulate)


# --- matrices ---


def _multiplying(record: Operation, row: Row, chip: str, number: int) -> Iterator[Written]:
    a, b = (LANE_TYPES[name] for name in row.types[:2])
    for text in shapes(a, b, chip):
        m, k, n = map(int, text.split("x"))
        if all(128 <= bits <= 1024 for bits in (m * k * a.lane_bits, k * n * b.lane_bits)):  # vectors that there are
            parts = tuple((f"{name}{t}", "vector", of.name, lanes) for t in "01"
                          for name, of, lanes in (("a", a, m * k), ("b", b, k * n)))  # fmt: skip
            yield Written(record, Row(row.chips, row.types, text), chip, m * n, parts,
                          f"tile<{m}, {k}, {n}>(a0, b0, a1, b1)", partial(_tile, m, k, n, a, b))


def _tile(m: int, k: int, n: int, a: LaneType, b: LaneType, *given: Any) -> Any:
    return aie.mmul(m, k, n, a, b).mul(*given[:2]).mac(*given[2:]).to_accum()


# --- stages ---

_STAGES = {2: (4, 16), 3: (2, 12), 4: (2, 16), 5: (1, 10)}  # samples between legs, and of the whole


def _staging(record: Operation, row: Row, chip: str, number: int) -> Iterator[Written]:
    of, turns, to = row.types
    any_radix = record.name == "fft_dit_stage"
    for radix in (2, 4) if any_radix else (int(record.name[9]),):
        vec, count = _STAGES[radix]
        if any_radix and radix == 4 and of == "cfloat":
            continue
        parts = [("x", "vector", of, 16), *((f"w{r}", "vector", turns, 4) for r in range(1, radix)),
                 ("shift_tw", "0..15", "int32", 1), ("shift", "0..20", "int32", 1), ("inv", "0..1", "int32", 1)]
        words = ", ".join(part for part, *_ in parts)
        shape = f"{radix}, {vec}, {count}, {to}, {'true' if any_radix else 'false'}"
        yield Written(record, Row(row.chips, row.types, f"radix {radix}"), chip, 16, tuple(parts),
                      f"stage<{shape}>({words})", partial(_staged, record.name, radix, vec, count, to))


def _staged(name: str, radix: int, vec: int, count: int, to: str, x: Any, *rest: Any) -> Any:
    *twiddles, shift_tw, shift, inv = rest
    if x.type.is_float:
        shift_tw = shift = 0
    samples = aie.Vector(np.ascontiguousarray(x.data[:count]), x.type)
    first = (radix,) if name == "fft_dit_stage" else ()
    return getattr(aie, name)(*first, samples, *twiddles, vec=vec, shift_tw=shift_tw, shift=shift, inv=bool(inv), to=to)


_MAKERS: dict[str, Callable[[Operation, Row, str, int], Iterator[Written]]] = {
    "multiplication with selection": _selecting, "special multiplication": _sliding, "accumulate": _accumulating,
    "mmul": _multiplying, "fft": _staging,
}  # fmt: skip
