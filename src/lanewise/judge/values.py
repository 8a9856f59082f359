"""Inputs that are made: random ones, and those at which kernels go wrong."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.judge.rules import is_float, wide

Values = np.ndarray[Any, Any]
_SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, -0.5)


def limits_of(values: Values) -> tuple[float, float]:
    """The least and the most of what is there."""
    numbers = wide(values)
    if not numbers.size:
        return 0, 0
    low, high = numbers.min().item(), numbers.max().item()
    return (low, high) if is_float(values) else (int(low), int(high))


def limits(face: np.dtype[Any], bounds: Any) -> tuple[float, float]:
    if isinstance(bounds, list) and len(bounds) == 2 and all(isinstance(one, (int, float)) for one in bounds):
        return bounds[0], bounds[1]
    if face.kind in "iu":
        about = np.iinfo(face)
        return int(about.min), int(about.max)
    return (0, 1) if face.kind == "b" else (-2.0, 2.0)


def random_values(
    rng: np.random.Generator, face: np.dtype[Any], shape: tuple[int, ...], bounds: tuple[float, float]
) -> Values:
    low, high = bounds
    if face.kind in "iu":
        return rng.integers(int(low), int(high), shape, face, endpoint=True)
    if face.kind == "b":
        return rng.integers(0, 2, shape).astype(face)
    return rng.uniform(low, high, shape).astype(face)


def special_values(values: Values, bounds: tuple[float, float]) -> Values:
    low, high = bounds
    if values.dtype.kind == "b":
        return values
    if is_float(values):
        import ml_dtypes

        about: Any = ml_dtypes.finfo(values.dtype)  # type: ignore[no-untyped-call]
        step = float(about.eps)
        tried = [*_SPECIAL, low, high, float(about.tiny), -float(about.tiny), 1 + step / 2, 1 + 3 * step / 2, 1 - step]
    else:
        tried = [0, 1, -1, 2, low, high, low + 1, high - 1]
    fitting = [one for one in tried if low <= one <= high]
    return np.resize(np.array(fitting or [low]).astype(values.dtype), values.shape)
