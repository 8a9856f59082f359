"""The arithmetic that everything else is made of: shift-round-saturate, upshift, sums of products, narrow floats.

`Definition` is what it means, one Python integer at a time. The engine has the same functions on the numerics that the
C++ headers use; a core says which of the two computes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from lanewise.isa.aie.lanes import BFLOAT16, Array, Product, from_integers, integers, map_integers
from lanewise.isa.aie.types import LaneType
from lanewise.numerics import accumulator

Terms = Sequence[Sequence[Product]]  # the products of each component: one, or the real and the imaginary one


class Unit(Protocol):
    def srs(self, lanes: Array, shift: int, rounding: str, saturation: str, to: LaneType) -> tuple[Array, bool]:
        """Accumulator lanes to results of type `to`, and whether one was clamped."""

    def ups(self, values: Array, shift: int, bits: int) -> tuple[Array, bool]:
        """Accumulator lanes of `bits` bits, and whether one lost bits at its top."""

    def to_bfloat16(self, values: Array, rounding: str) -> Array:
        """Floats, narrowed."""

    def mac(self, lanes: Array, bits: int, parts: Terms) -> bool:
        """lanes += the sum of products, for each component. True when a sum left the lane. Factors are of any width."""

    def matmul(self, lanes: Array, bits: int, parts: Terms) -> bool:
        """lanes[m, n] += the sum of matrix products, for each component."""

    def slide(self, lanes: Array, bits: int, parts: Terms, start: int, step_x: int, step_y: int) -> bool:
        """lanes[l] += the sum over points p of coefficients[p] * data[start + l * step_y + p * step_x].

        Data wrap around. A product is (data, coefficients, minus); data may be strided, coefficients are int64.
        """


def component_layout(parts: Sequence[Any]) -> list[tuple[Any, int, int]]:
    """For every component: its index, the first lane of it, and the distance to the next."""
    return [((...,), 0, 1)] if len(parts) == 1 else [((..., 0), 0, 2), ((..., 1), 1, 2)]


class Definition:
    """Exact integers, brought into their lanes once."""

    def srs(self, lanes: Array, shift: int, rounding: str, saturation: str, to: LaneType) -> tuple[Array, bool]:
        exact = map_integers(lambda a: accumulator.shift_round(a, shift, rounding), integers(lanes))
        fitted = map_integers(lambda t: accumulator.fit_to_width(t, to.bits, to.kind == "i", saturation), exact)
        return fitted.astype(to.dtype), saturation != "none" and bool((fitted != exact).any())

    def ups(self, values: Array, shift: int, bits: int) -> tuple[Array, bool]:
        exact = map_integers(lambda v: v << shift, values.astype(object))
        lanes = from_integers(exact, bits)
        return lanes, bool((integers(lanes) != exact).any())

    def to_bfloat16(self, values: Array, rounding: str) -> Array:
        whole = np.ascontiguousarray(values, np.float32).view(np.uint32).astype(object)
        return map_integers(lambda b: accumulator.bfloat16_bits(b, rounding), whole).astype(np.uint16).view(BFLOAT16)

    def mac(self, lanes: Array, bits: int, parts: Terms) -> bool:
        overflow = False
        for (component, _, _), products in zip(component_layout(parts), parts, strict=True):
            sums = sum((-1 if minus else 1) * (a.astype(object) * b.astype(object)) for a, b, minus in products)
            overflow |= self._fold(lanes, bits, component, sums)
        return overflow

    def matmul(self, lanes: Array, bits: int, parts: Terms) -> bool:
        overflow = False
        for (component, _, _), products in zip(component_layout(parts), parts, strict=True):
            sums = sum((-1 if minus else 1) * (a.astype(object) @ b.astype(object)) for a, b, minus in products)
            overflow |= self._fold(lanes, bits, component, sums)
        return overflow

    def slide(self, lanes: Array, bits: int, parts: Terms, start: int, step_x: int, step_y: int) -> bool:
        overflow = False
        for (component, _, _), products in zip(component_layout(parts), parts, strict=True):
            sums: Any = 0
            for data, coefficients, minus in products:
                points = np.arange(len(coefficients)) * step_x
                index = (start + np.arange(lanes.shape[0])[:, None] * step_y + points) % len(data)
                terms = data[index].astype(object) * coefficients.astype(object)
                sums = sums + (-1 if minus else 1) * terms.sum(axis=1)
            overflow |= self._fold(lanes, bits, component, sums)
        return overflow

    @staticmethod
    def _fold(lanes: Array, bits: int, component: Any, sums: Any) -> bool:
        """Adds exact sums to lanes; what leaves a lane at the top is lost."""
        exact = integers(lanes[component]) + np.asarray(sums, dtype=object)
        lanes[component] = from_integers(exact, bits)
        return bool((integers(lanes[component]) != exact).any())
