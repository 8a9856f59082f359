"""Names and numbers that an operator's two sides share: element types, formats, and how a kernel is called."""

from __future__ import annotations

from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

from lanewise.cpp import operator_numbers


class Type(NamedTuple):
    number: int  # ge::DataType
    name: str  # DT_... without the prefix
    cpp: str  # in kernels
    numpy: np.dtype[Any] | None  # None: there are no arrays of it


def _array(name: str) -> np.dtype[Any] | None:
    return None if name == "-" else np.dtype(getattr(ml_dtypes, name, name))


TYPES = {t.number: Type(t.number, t.name, t.cpp, _array(t.array)) for t in operator_numbers.TYPES if t.cpp != "-"}
BY_ARRAY = {one.numpy: one for one in TYPES.values() if one.numpy is not None}
FORMATS = operator_numbers.FORMATS
ND = 2
UNDEFINED = 28  # ge::DT_UNDEFINED


def type_name(number: int) -> str:
    """A type as numpy users say it."""
    one = TYPES.get(number)
    if one is None:
        return f"type {number}"
    return str(one.numpy) if one.numpy is not None else one.name


def snake(name: str) -> str:
    """The file and the function that belong to an operator type: AddCustom is add_custom, GRUCell gru_cell."""
    out = ""
    for i, letter in enumerate(name):
        if letter.isupper() and i:
            before, behind = name[i - 1], name[i + 1 : i + 2]
            if before != "_" and (not before.isupper() or behind.islower()):
                out += "_"
        out += letter.lower()
    return out
