"""Sums of elements."""

from typing import Any


def add(x: Any, y: Any, n: int) -> Any:
    return x.astype("float64") + y
