"""What a definition sees besides its source lanes: types, scalars, flags and the rules of the chip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lanewise.isa.record import Flag
from lanewise.numerics.formats import DTYPES, DType
from lanewise.numerics.rounding import exact_integers, fit_integers, round_to_layout, to_float, widen

Array = np.ndarray[Any, Any]


@dataclass
class Env:
    types: Sequence[DType]  # of the operands, destination first
    policy: Mapping[str, str]
    scalars: Sequence[Any] = ()
    flags: int = 0
    saturate: bool = False  # half results clamp, NaN becomes 0
    int_saturate: bool = False
    params: Sequence[int] = ()  # what else the call says: a rounding mode, for example
    ctrl: int = 0  # the control register
    deqscale: int = 0  # the DEQSCALE register

    @property
    def to(self) -> DType:
        return self.types[0]

    def has(self, flag: Flag) -> bool:
        return bool(self.flags & flag)

    def exact(self, x: Array) -> Array:
        """Exact values: Python ints for integers, float64 for floats."""
        return exact_integers(x) if x.dtype.kind in "iub" else widen(x, _float_of(x))

    def round(self, exact: Array) -> Array:
        """Exact values brought into the destination type, once."""
        if self.to.is_integer:
            return fit_integers(exact, self.to, self.int_saturate)
        return to_float(np.asarray(exact, np.float64), self.to, saturate=self.saturate and self.to.name == "half")

    def step(self, exact: Array) -> Array:
        """An intermediate result rounded to the destination type but still held exactly."""
        return self.exact(self.round(exact))

    def flushes(self) -> bool:
        return self.policy["function_subnormals"] == "flush" and not self.has(Flag.KEEP_SUBNORMALS)

    def flush(self, x: Array, of: DType | None = None) -> Array:
        """Subnormals of the element type become zeros of the same sign, where the chip's functions do that."""
        layout = (of or self.to).layout
        if not self.flushes() or layout is None:
            return x
        tiny = np.abs(x) < 2.0**layout.smallest_exponent
        return np.where(tiny, np.copysign(0.0, x), x)


def _float_of(x: Array) -> DType:
    return {2: DTYPES["half"], 4: DTYPES["float"], 8: DTYPES["double"]}[x.dtype.itemsize]


def bits(x: Array) -> Array:
    """The same bytes as unsigned integers."""
    return np.ascontiguousarray(x).view(f"u{x.dtype.itemsize}")


def component(of: DType) -> DType:
    """The float type of the two parts of a complex type."""
    return DTYPES["half" if of.name == "complex32" else "float"]


def split(x: Array, of: DType) -> tuple[Array, Array]:
    """Real and imaginary parts as exact float64."""
    part = component(of)
    pairs = np.ascontiguousarray(x).view(part.numpy).reshape(*x.shape, 2)
    return widen(pairs[..., 0], part), widen(pairs[..., 1], part)


def join(real: Array, imag: Array, to: DType) -> Array:
    part = component(to)
    pairs = np.stack([to_float(real, part), to_float(imag, part)], axis=-1)
    return np.ascontiguousarray(pairs).view(to.numpy)[..., 0]


def part_step(exact: Array, of: DType) -> Array:
    """Rounding of one intermediate real number in complex arithmetic."""
    layout = component(of).layout
    assert layout is not None
    return round_to_layout(exact, layout)
