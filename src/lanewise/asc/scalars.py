"""Functions of the scalar unit."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.formats import dtype as _dtype
from lanewise.numerics.rounding import RoundMode, convert

_ONES = (1 << 64) - 1


def scalar_get_count_of_value(value_in: int, count_value: int = 1) -> int:
    """How many of the 64 bits are `count_value`."""
    ones = (value_in & _ONES).bit_count()
    return ones if count_value else 64 - ones


def scalar_count_leading_zero(value_in: int) -> int:
    return 64 - (value_in & _ONES).bit_length()


def count_bits_cnt_same_as_sign_bit(value_in: int) -> int:
    """How many bits below the sign bit repeat it, less one for 0 and -1, which give -1."""
    value = value_in & _ONES
    if value in (0, _ONES):
        return -1
    return 64 - (value ^ (_ONES if value >> 63 else 0)).bit_length() - 1


def scalar_get_sff_value(value_in: int, count_value: int = 1) -> int:
    """The lowest bit that is `count_value`; -1 when there is none."""
    value = value_in & _ONES if count_value else ~value_in & _ONES
    return (value & -value).bit_length() - 1


get_bit_count, count_leading_zero, get_sff_value = (
    scalar_get_count_of_value, scalar_count_leading_zero, scalar_get_sff_value,
)

_CASTS = {
    "half": (RoundMode.CAST_ODD,),
    "int32": (RoundMode.CAST_ROUND, RoundMode.CAST_CEIL, RoundMode.CAST_FLOOR, RoundMode.CAST_RINT),
    "bfloat16": (RoundMode.CAST_RINT, RoundMode.CAST_NONE),
}


def scalar_cast(value_in: Any, dtype: Any, round_mode: RoundMode = RoundMode.CAST_RINT) -> Any:
    """A float as half (ODD), int32 (ROUND, CEIL, FLOOR, RINT) or bfloat16 (to nearest even)."""
    to = _dtype(dtype)
    if round_mode not in _CASTS.get(to.name, ()):
        known = "; ".join(f"{t}: {', '.join(m.name for m in modes)}" for t, modes in _CASTS.items())
        raise LanewiseError(
            "CALL-001", op="scalar_cast", case="no_cast", to=to, name=RoundMode(round_mode).name,
            usage=known,
        )
    value = np.array([value_in], np.float32)
    return convert(value, DTYPES["float"], to, RoundMode(round_mode))[0]
