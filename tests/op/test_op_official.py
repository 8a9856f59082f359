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


def dot() -> list[Call]:
    x, y = f32(20001), f32(20001)  # every sum on the way is exact
    return [Call((x, y), {}, np.array([np.dot(x.astype(np.float64), y)], np.float32))]


def logical_not() -> list[Call]:
    x = R.integers(0, 2, (3, 500)).astype(bool)
    return [Call((x,), {}, ~x)]


def leaky() -> list[Call]:
    x = f32(2, 600)
    slope = np.float32(0.25)
    return [Call((x,), {"negative_slope": 0.25}, np.where(x >= 0, x, x * slope)),
            Call((x,), {"mode": "relu"}, np.maximum(x, 0)),
            Call((x,), {"negative_slope": -0.25}, np.where(x >= 0, x, -x * slope))]  # fmt: skip


def swi_glu() -> list[Call]:
    calls = []
    for shape, dim in (((5, 64), -1), ((2, 1300), 1), ((4, 6, 10), 1)):
        x = f32(*shape)
        a, b = np.split(x.astype(np.float64), 2, axis=dim)
        calls.append(Call((x,), {"dim": dim}, (a / (1 + np.exp(-a)) * b).astype(np.float32), 1e-5))
    return calls


def softmax() -> list[Call]:
    x = f32(3, 2, 40)
    e = np.exp(x.astype(np.float64) - x.max(-1, keepdims=True))
    return [Call((x,), {}, (e / e.sum(-1, keepdims=True)).astype(np.float32), 1e-5)]


def rms(bias: int) -> list[Call]:
    x, gamma = f32(5, 128), f32(128)
    wide = x.astype(np.float64)
    rstd = 1 / np.sqrt((wide**2).mean(-1, keepdims=True) + 1e-6)
    return [Call((x, gamma), {}, [(wide * rstd * (gamma + bias)).astype(np.float32), rstd.astype(np.float32)], 1e-5)]


def layer_norm() -> list[Call]:
    x, gamma, beta = f32(3, 2, 192), f32(192), f32(192)
    wide = x.astype(np.float64)
    mean = wide.mean(-1, keepdims=True)
    rstd = 1 / np.sqrt(((wide - mean) ** 2).mean(-1, keepdims=True) + 1e-3)
    plain = (wide - mean) * rstd * gamma
    stats = [mean.astype(np.float32), rstd.astype(np.float32)]
    return [Call((x, gamma, beta), {"epsilon": 1e-3}, [(plain + beta).astype(np.float32), *stats], 1e-5),
            Call((x, gamma), {"epsilon": 1e-3}, [plain.astype(np.float32), *stats], 1e-5)]  # fmt: skip


def gather() -> list[Call]:
    x = f32(9, 3, 7)
    i = np.array([[0, -1, 3], [8, 3, 3]])
    return [Call((x, i.astype(kind)), {}, x[i]) for kind in (np.int32, np.int64)]


def select_calls() -> list[Call]:
    c, a, b = R.integers(0, 2, 3000).astype(bool), f32(3000), f32(3000)
    return [Call((c, a, b), {}, np.where(c, a, b))]


def concat() -> list[Call]:
    parts = [f32(3, 5), f32(1, 5), f32(900, 5)]
    whole = [np.arange(n, dtype=np.int32) for n in (3, 40)]
    return [Call((parts,), {}, np.concatenate(parts)), Call((whole,), {}, np.concatenate(whole))]


def arg_max() -> list[Call]:
    x = R.permutation(21 * 90).reshape(3, 7, 90).astype(np.float32)
    return [Call((x,), {}, x.argmax(-1).astype(np.int32))]


def pad() -> list[Call]:
    x, i = f32(5, 13), np.arange(22, dtype=np.int32).reshape(2, 11)
    return [Call((x,), {"pads": [3, 20], "value": -2.5}, np.pad(x, ((0, 0), (3, 20)), constant_values=-2.5)),
            Call((i,), {"pads": [0, 1], "value": 7.0}, np.pad(i, ((0, 0), (0, 1)), constant_values=7))]  # fmt: skip


def quant() -> list[Call]:
    x = f32(9, 64).astype(np.float16)
    x[:, 0] = 127 / 16  # so that a step is a power of two
    scale = (np.abs(x.astype(np.float32)).max(-1) / np.float32(127)).astype(np.float32)
    y = np.rint(x.astype(np.float32) * (1 / scale)[:, None]).astype(np.int8)
    return [Call((x,), {}, [y, scale])]


def scale_list() -> list[Call]:
    parts = [f32(3, 5), f32(200), f32(1)]
    return [Call((parts, np.array([1.5], np.float32)), {}, [a * np.float32(1.5) for a in parts])]


def sub_list() -> list[Call]:
    a, b = [f32(70), f32(2, 64)], [f32(70), f32(2, 64)]
    return [Call((a, b), {}, [x - y for x, y in zip(a, b, strict=True)])]


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
    "math/dot_blocks": dot,
    "math/logical_not_custom": logical_not,
    "activation/leaky_key": leaky,
    "activation/swi_glu_custom": swi_glu,
    "activation/row_softmax_lib": softmax,
    "norm/rms_norm_custom": lambda: rms(0),
    "norm/gemma_norm_custom": lambda: rms(1),
    "norm/layer_norm_stats": layer_norm,
    "index/gather_rows_custom": gather,
    "index/where_custom": select_calls,
    "index/concat_rows": concat,
    "index/arg_max_rows": arg_max,
    "index/pad_rows": pad,
    "quant/dynamic_quant_rows": quant,
    "foreach/foreach_scale_list": scale_list,
    "foreach/foreach_sub_list": sub_list,
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
