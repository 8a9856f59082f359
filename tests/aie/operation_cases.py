"""Calls of AI Engine operations made from their records: in C++, in Python, and their operands as rows of words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from lanewise import aie
from lanewise.isa.aie.calls import Call, lanes_of
from lanewise.isa.aie.catalogue import operations
from lanewise.isa.aie.record import Row
from lanewise.isa.aie.types import FAMILIES, LANE_TYPES, TAGS, LaneType

# Every lane of the result depends on that lane of the operands alone: Python computes any number of them at once.
LANE_BY_LANE = {"arithmetic", "comparison", "bit", "fp conversion", "srs", "ups", "multiplication", "elementary"}
ACROSS = {"srs_ilv", "ups_ilv", "equal", "not_equal", "max_cmp", "min_cmp"}
ROWS = ("vector", "memory", "accum", "mask", "type", "tag")  # operands that are not one number
WORDS = {"to_vector", "from_vector", "pack", "unpack", "select", "real", "imag"}  # lane by lane in other families
SHIFTS = {"aie": (-1, 62, 62), "aie-ml": (-4, 59, 63), "aie-mlv2": (-4, 59, 63)}  # srs from, srs to, ups to


def in_blocks(row: Row) -> bool:
    """Block floats are no lanes: test_aie_blocks.py has them."""
    return any(t.startswith("bfp16") for t in row.types)


@dataclass(frozen=True)
class Case(Call):
    """A call that is made with random operands, in both languages."""

    @property
    def label(self) -> str:
        return f"{self.operation.name} {self.row.label}"

    @property
    def by_lane(self) -> bool:
        op = self.operation
        return (op.family in LANE_BY_LANE or op.name in WORDS) and op.name not in ACROSS

    @property
    def multiplies(self) -> bool:
        return self.operation.family.startswith("multiplication") and self.operation.name != "abs_square"

    @property
    def multiplies_floats(self) -> bool:
        return self.multiplies and any(t in LANE_TYPES and LANE_TYPES[t].is_float for t in self.row.types)

    # --- C++ ---

    def cpp(self, number: int) -> str:
        lines = []
        for name, kind, of in self.kinds:
            if kind in ("vector", "memory"):
                lines.append(f"const auto {name} = vector_from<{of}, {self.size(name)}>(in);")
            elif kind == "accum":
                lines.append(f"const auto {name} = accum_from<{of}, {self.size(name)}>(in);")
            elif kind == "mask":
                lines.append(f"const auto {name} = mask_from<{self.lanes}>(in);")
            elif kind == "lane":
                lines.append(f"const auto {name} = taken<{of}>(in);")
            elif kind not in ("type", "tag"):
                lines.append(f"const int {name} = static_cast<int>(*in++); (void){name};")
            if kind == "memory":
                lines[-1] = lines[-1].replace(f"{name} =", f"{name}_lanes =")
                lines.append(f"alignas(64) {of} {name}[{self.lanes}]; {name}_lanes.store({name});")
        return f"case {number}: {{ {' '.join(lines)} given(out, {self.written()}); break; }}"

    # --- operands ---

    def draw(self, rng: np.random.Generator, count: int) -> list[Any]:
        """Operands of `count` calls: arrays with a row for each."""
        return [self._operand(rng, kind, of, (count, self.size(name))) for name, kind, of in self.kinds]

    def _operand(self, rng: np.random.Generator, kind: str, of: str, shape: tuple[int, int]) -> Any:
        count = shape[0]
        if kind in ("vector", "memory"):
            return numbers(rng, LANE_TYPES[of], shape)
        if kind == "lane":
            return numbers(rng, LANE_TYPES[of], (count, 1))
        if kind == "accum":
            return accumulators(rng, of, self.chip, shape)
        if kind == "mask":
            return rng.integers(0, 2, (count, self.lanes))
        if kind in ("type", "tag"):
            return None
        if kind == "word":
            return rng.integers(0, 2**31, (count, 1))
        if kind == "bits32":
            return rng.integers(-(2**31), 2**31, (count, 1))
        if kind.startswith("by "):  # multiples of a number, up to another
            unit, last = int(kind.split()[1]), int(kind.split()[3])
            return unit * rng.integers(0, last // unit + 1, (count, 1))
        low, high = self._range(kind)
        if kind == "chunk":
            return 2 ** rng.integers(0, int(np.log2(high)) + 1, (count, 1))
        return rng.integers(low, high + 1, (count, 1))

    def _range(self, kind: str) -> tuple[int, int]:
        first, last, up = SHIFTS[self.chip]
        if kind == "bits":
            return 0, LANE_TYPES[self.row.types[0]].bits - 1
        if kind == "srs":
            return first, last
        if kind == "ups":
            return 0, up
        if kind == "lanes":
            return 0, self.lanes - 1
        if kind == "chunk":
            return 1, self.lanes // 2
        low, high = kind.split("..")
        return int(low), int(high)

    # --- as words ---

    def words(self, operands: list[Any]) -> Any:
        """A row of 64-bit words for each call."""
        parts = []
        for (_, kind, of), values in zip(self.kinds, operands, strict=True):
            if kind in ("vector", "memory", "lane"):
                parts.append(lane_words(values, LANE_TYPES[of]))
            elif kind == "accum":
                parts.append(accum_words(values, TAGS[of].is_float))
            elif values is not None:
                parts.append(np.asarray(values, np.int64))
        return np.ascontiguousarray(np.concatenate(parts, axis=1)) if parts else np.zeros((1, 1), np.int64)

    # --- Python ---

    def python(self, operands: list[Any]) -> Any:
        """Results of all calls as rows of words, by the front on the current core."""
        if self.by_lane:
            numbers_ = [v for (_, k, _), v in zip(self.kinds, operands, strict=True) if k not in ROWS]
            if all((np.asarray(n) == n[0]).all() for n in numbers_):
                merged = self._call([_flat(v) for v in operands])
                return merged.reshape(len(operands[0]), -1)
        count = next((len(v) for v in operands if v is not None), 1)
        rows = [self._call([None if v is None else v[i] for v in operands]) for i in range(count)]
        return np.stack(rows)

    def _call(self, operands: list[Any]) -> Any:
        given = []
        for (_, kind, of), value in zip(self.kinds, operands, strict=True):
            if kind == "vector":
                given.append(vector(value, LANE_TYPES[of]))
            elif kind == "memory":
                given += [vector(value, LANE_TYPES[of]).data, len(value)]
            elif kind == "accum":
                given.append(accum(value, of))
            elif kind == "mask":
                given.append(aie.mask(np.asarray(value).reshape(-1).astype(bool)))
            elif kind == "lane":
                one = vector(np.asarray(value)[:1], LANE_TYPES[of]).data[0]
                given.append(tuple(one.tolist()) if LANE_TYPES[of].is_complex else one.item())
            elif kind in ("type", "tag"):
                given.append(self.row.types[-1])
            else:
                given.append(int(np.asarray(value).reshape(-1)[0]))
        return result_words(self.result(given))

    def result(self, given: list[Any]) -> Any:
        """What Python gives."""
        if self.operation.name == "zeros":
            given.append(self.lanes)
        return getattr(aie, self.operation.name)(*given)


def _flat(values: Any) -> Any:
    if values is None:
        return None
    return values.reshape(-1, *values.shape[2:])


def cases(chip: str, only: str = "", everything: bool = False) -> Iterator[Case]:
    """Every row that a test can write by itself, of one operation or of all.

    Multiplications by shape are one template for both verbs and chips: their rows take turns, so that every row of
    every record is called on one chip and every shape with all its types on both. What the last generation has in
    common with the one before is called on it in every other row. `everything` leaves out none.
    """
    turn = FAMILIES.index(chip)
    for operation in operations().values():
        if not operation.cpp or (only and operation.name != only):
            continue
        alternates = operation.family == "multiplication by shape" and not everything and not only
        accumulates = any(kind == "accum" for kind in operation.kinds.values())
        before = () if everything or only or chip != FAMILIES[-1] else tuple(operation.rows_on(FAMILIES[-2]))
        for number, row in enumerate(operation.rows_on(chip)):
            if in_blocks(row):
                continue
            if (number + accumulates + turn) % 2 if alternates else number % 2 and row in before:
                continue
            yield Case(operation, row, chip, lanes_of(row))


# --- numbers ---


def numbers(rng: np.random.Generator, of: LaneType, shape: tuple[int, ...]) -> Any:
    """Lanes with many extremes; complex ones with a trailing axis, floats as float32 that the type holds exactly."""
    whole = (*shape, 2) if of.is_complex else shape
    if of.is_float:
        values = (rng.standard_normal(whole) * 10.0 ** rng.integers(-3, 4, whole)).astype(np.float32)
        special = np.array([0.0, -0.0, 1.0, -1.0, 2.0**-126, 3.0e38, np.inf, -np.inf, np.nan, 2.0**-140], np.float32)
        values = np.where(rng.random(whole) < 0.15, rng.choice(special, whole), values)
        return values.astype(ml_dtypes.bfloat16).astype(np.float32) if of.bits == 16 else values
    values = rng.integers(of.lowest, of.highest, whole, endpoint=True, dtype=np.int64)
    extremes = np.array([of.lowest, of.highest, 0, 1, of.lowest + 1, of.highest - 1], np.int64)
    return np.where(rng.random(whole) < 0.2, rng.choice(extremes, whole), values)


def accumulators(rng: np.random.Generator, of: str, chip: str, shape: tuple[int, ...]) -> Any:
    tag = TAGS[of]
    whole = (*shape, 2) if tag.is_complex else shape
    if tag.is_float:
        return numbers(rng, LANE_TYPES["float"], whole)
    bits = tag.lane_bits(chip)
    lowest, highest = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    small = rng.integers(-(2**40), 2**40, whole).astype(object) >> rng.integers(0, 40, whole).astype(object)
    large = (rng.integers(-(2**62), 2**62, whole).astype(object) << max(0, bits - 63)) >> max(0, 63 - bits)
    ends = rng.choice(np.array([lowest, highest, 0, -1, lowest + 1, highest - 1, 1 << 20], object), whole)
    pick = rng.random(whole)
    mixed = np.where(pick < 0.4, small, np.where(pick < 0.8, large, ends))
    half = 1 << (bits - 1)
    return np.vectorize(lambda v: (int(v) + half) % (2 * half) - half, otypes=[object])(mixed)


def lane_words(values: Any, of: LaneType) -> Any:
    flat = np.asarray(values).reshape(len(values), -1)
    if of.is_float:
        return np.ascontiguousarray(flat, np.float32).view(np.uint32).astype(np.int64)
    return flat.astype(np.int64)


def accum_words(values: Any, is_float: bool) -> Any:
    flat = np.asarray(values).reshape(len(values), -1)
    if is_float:
        low = np.ascontiguousarray(flat, np.float32).view(np.uint32).astype(np.int64)
        high = np.zeros_like(low)
    else:
        low = (flat.astype(object) & (2**64 - 1)).astype(np.uint64).view(np.int64)
        high = (flat.astype(object) >> 64).astype(np.int64)
    return np.stack([low, high], -1).reshape(len(values), -1)


def vector(values: Any, of: LaneType) -> Any:
    return aie.Vector(np.ascontiguousarray(np.asarray(values).astype(of.dtype)), of)


def accum(values: Any, of: str) -> Any:
    return aie.accum(np.asarray(values), of)


def result_words(result: Any) -> Any:
    """A flat row of words of whatever a function gives."""
    if isinstance(result, tuple) and result and isinstance(result[0], aie.Vector | aie.Mask):
        return np.concatenate([result_words(part) for part in result])
    if isinstance(result, aie.Vector):
        values = result.data.astype(np.float32) if result.type.is_float else result.data
        return lane_words(values.reshape(1, -1), result.type)[0]
    if isinstance(result, aie.Accum):
        values = result.lanes if result.tag.is_float else aie_integers(result)
        return accum_words(np.asarray(values).reshape(1, -1), result.tag.is_float)[0]
    if isinstance(result, aie.Mask):
        return result.bits.astype(np.int64)
    parts = np.array(result if isinstance(result, tuple) else [result])
    if parts.dtype.kind == "f":
        return parts.astype(np.float32).view(np.uint32).astype(np.int64)
    return parts.astype(np.int64)


def aie_integers(acc: Any) -> Any:
    from lanewise.isa.aie.lanes import integers

    return integers(acc.lanes)


def readable(name: str) -> str:
    return re.sub(r"\W+", "_", name)
