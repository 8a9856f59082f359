"""A repository in the layout of the official ones (official/): every operator loads as it is and equals numpy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import lanewise.op

TOP = Path(__file__).parent / "official"
R = np.random.default_rng(5)
FLOAT, HALF = 0, 1  # ge::DataType
INT32 = 3


class Call(NamedTuple):
    inputs: tuple[Any, ...]
    attributes: dict[str, Any]
    due: Any  # an array, or a list of them
    close: float = 0  # how far results may be from it; 0: they are equal


def f32(*shape: int) -> np.ndarray:
    return R.integers(-64, 64, shape).astype(np.float32) / 8


def axpy() -> list[Call]:
    x, y = f32(3, 1001), f32(3, 1001)
    h = x.astype(np.float16)
    return [Call((x, y), {"alpha": 2.0}, 2 * x + y), Call((h, h), {}, h + h)]


def broadcast() -> list[Call]:
    pairs = (((4, 1, 9), (3, 9)), ((5, 1), (1, 70)), ((7,), (2, 3, 1, 7)))
    calls = [Call((a := f32(*one), b := f32(*two)), {}, a - b) for one, two in pairs]
    i = np.arange(40, dtype=np.int32)
    return [*calls, Call((i, i[:1] + 3), {}, i - 3)]


def reduce_sum() -> list[Call]:
    x = f32(3, 5, 7)
    calls = []
    for axes, keep in (((1,), True), ((-1,), False), ((1, 2), False), ((0, 1), True)):
        due = x.sum(axis=tuple(a % 3 for a in axes), keepdims=keep)
        calls.append(Call((x, np.array(axes, np.int32 if keep else np.int64)), {"keep_dims": keep}, due))
    return calls


def cast() -> list[Call]:
    x = f32(1025) * np.float32(1.37)
    return [Call((x,), {"dst_type": HALF}, x.astype(np.float16)), Call((x,), {"dst_type": INT32}, x.astype(np.int32)),
            Call((x.astype(np.float16),), {"dst_type": FLOAT}, x.astype(np.float16).astype(np.float32)),
            Call((i := np.arange(-9, 50, dtype=np.int32),), {"dst_type": FLOAT}, i.astype(np.float32))]  # fmt: skip


def clip() -> list[Call]:
    x, low, high = f32(2, 77), f32(2, 77) - 4, f32(2, 77) + 4
    return [Call((x, low, high), {}, np.minimum(np.maximum(x, low), high)), Call((x, low), {}, np.maximum(x, low)),
            Call((x, None, high), {}, np.minimum(x, high))]  # fmt: skip


def fill() -> list[Call]:
    return [Call((np.array([3, 50]), np.array([2.5], np.float32)), {}, np.full((3, 50), 2.5, np.float32)),
            Call((np.array([7]), np.array([-4], np.int32)), {}, np.full(7, -4, np.int32))]  # fmt: skip


def arange() -> list[Call]:
    given = tuple(np.array([v], np.float32) for v in (-3, 700, 0.5))
    return [Call(given, {}, np.arange(-3, 700, 0.5, dtype=np.float32))]


def accumulate() -> list[Call]:
    a, b = f32(130), f32(130)
    return [Call((a, b), {}, a + b)]


def square_diff() -> list[Call]:
    a, b = f32(3, 333), f32(3, 333)
    h, g = a.astype(np.float16), b.astype(np.float16)
    return [Call((a, b), {}, (a - b) ** 2), Call((h, g), {}, (h - g) ** 2)]


OPERATORS: dict[str, Callable[[], list[Call]]] = {
    "math/axpy_custom": axpy,
    "math/broadcast_sub": broadcast,
    "math/reduce_sum_axes": reduce_sum,
    "math/cast_custom": cast,
    "math/clip_by_tensors": clip,
    "math/fill_dims": fill,
    "math/arange_custom": arange,
    "math/accumulate_ref": accumulate,
    "math/square_diff": square_diff,
}
CHIPS = [
    pytest.param(name, chip, marks=() if number % 2 == half else pytest.mark.sweep)
    for number, name in enumerate(OPERATORS)
    for half, chip in enumerate(("ascend910b", "ascend950"))
]


@pytest.mark.parametrize(("name", "chip"), CHIPS)
def test_official_operators_equal_numpy(name: str, chip: str, capfd: pytest.CaptureFixture[str]) -> None:
    op = lanewise.op.load(TOP / name, chip)
    for call in OPERATORS[name]():
        made = op(*call.inputs, **call.attributes)
        for one, due in zip(made, call.due, strict=True) if isinstance(call.due, list) else [(made, call.due)]:
            assert (one.dtype, one.shape) == (due.dtype, due.shape)
            if call.close:
                np.testing.assert_allclose(one, due, rtol=call.close, atol=call.close)
            else:
                np.testing.assert_array_equal(one, due)
    assert capfd.readouterr() == ("", "")
