"""What CTRL asks of results that do not fit their type: the one reader of its saturation bits."""

from __future__ import annotations

from collections.abc import Mapping

FLOAT_BIT = 48  # 0: half results saturate
NAN_BIT = 50  # 8-bit floats keep NaN although they saturate
INTEGER_BIT = 53  # 1: integers saturate, where the chip looks at it
CAST_INTEGER_BIT = 59  # 0: casts to integers saturate
GLOBAL_BIT = 60  # 1: the control register decides about casts; 0: each instruction does, where the chip looks at it


def halves(ctrl: int) -> bool:
    return not ctrl >> FLOAT_BIT & 1


def integers(policy: Mapping[str, str], ctrl: int) -> bool:
    return policy["integer_overflow"] == "ctrl53" and bool(ctrl >> INTEGER_BIT & 1)


def casts(policy: Mapping[str, str], ctrl: int, asked: bool) -> tuple[bool, bool]:
    """Whether casts to floats saturate, and whether casts to integers do. The instruction's own wish counts only where
    the chip is not in global mode."""
    if policy["cast_saturation"] == "ctrl60" and not ctrl >> GLOBAL_BIT & 1:
        return asked, asked
    return halves(ctrl), not ctrl >> CAST_INTEGER_BIT & 1


def keeps_nan(policy: Mapping[str, str], ctrl: int) -> bool:
    return policy["cast_saturation"] == "ctrl60" and bool(ctrl >> NAN_BIT & 1)
