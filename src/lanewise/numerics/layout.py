"""How the bits of a binary float are laid out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class FloatLayout:
    """Sign, exponent and mantissa of a binary float; `infinite` says whether it has infinities."""

    exponent: int
    mantissa: int
    infinite: bool = True
    largest: float | None = None  # where the top of the range is not the IEEE one
    excess: int | None = None  # where the bias is not the IEEE one

    @property
    def bias(self) -> int:
        return (1 << (self.exponent - 1)) - 1 if self.excess is None else self.excess

    @property
    def smallest_exponent(self) -> int:
        return 1 - self.bias

    @property
    def maximum(self) -> float:
        if self.largest is not None:
            return self.largest
        return float((2 - 2.0**-self.mantissa) * 2.0**self.bias)
