"""How C++ calls what Python gives."""

from __future__ import annotations

from typing import Any

import numpy as np


def element_name(value: Any) -> str | None:
    """How C++ calls the type of an array's elements, or of a number."""
    if isinstance(value, bool | int):
        return "int"
    if isinstance(value, float):
        return "float"
    if not isinstance(value, np.ndarray):
        value = getattr(value, "data", None)
    if not isinstance(value, np.ndarray):
        return None
    if value.dtype.kind == "c":
        return "cfloat"
    real = {"float32": "float", "float64": "double"}.get(value.dtype.name, value.dtype.name)
    pairs = value.ndim > 1 and value.shape[-1] == 2 and real in ("int16", "int32", "float", "bfloat16")
    return f"c{real}" if pairs else real
