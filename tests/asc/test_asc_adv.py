"""The high-level library from Python: pyasc's names and tilings, and one line where something does not fit."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import lanewise
from lanewise import asc
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import instructions

PYASC = (
    "acos acosh asin asinh atan atanh ceil cos cosh digamma erf erfc exp floor frac lgamma log round sign sin sinh "
    "tan tanh trunc power xor axpy softmax rmsnorm quant concat extract SoftmaxTiling RmsNormTiling QuantConfig"
)
X = np.linspace(-3, 3, 64).astype(np.float32)


@pytest.fixture(params=["fast", "definition", "lockstep"])
def core(request: pytest.FixtureRequest) -> Any:
    with lanewise.core("ascend910b", engine=request.param) as made:
        yield made


def test_adv_has_pyascs_names() -> None:
    assert [name for name in PYASC.split() if not hasattr(asc.adv, name)] == []


def test_adv_every_record_has_a_function() -> None:
    names = {n for i in instructions().values() if i.form.executor == "macro" for n in i.python_names}
    assert all(callable(getattr(asc.adv, n.removeprefix("adv."))) for n in names)


def test_adv_math_ways_to_call(core: Any) -> None:
    x, y, tmp = core.ub(X), core.ub(np.zeros(64, np.float32)), core.ub(256, "uint8")
    want = np.array([math.tanh(v) for v in X.astype(np.float64)]).astype(np.float32)
    for call in (lambda: asc.adv.tanh(y, x), lambda: asc.adv.tanh(y, x, 64), lambda: asc.adv.tanh(y, x, tmp, 64),
                 lambda: asc.adv.tanh(y, x, count=64, temp_buffer=tmp, is_reuse_source=True)):
        call()
        assert np.array_equal(y.numpy(), want)
    asc.adv.exp(y, x, 32)
    assert y.numpy()[32] == want[32]  # nothing after the count
    assert y.numpy()[0] == np.float32(math.exp(-3.0))


def test_adv_numbers_among_the_arguments(core: Any) -> None:
    x, y = core.ub(X), core.ub(np.ones(64, np.float32))
    asc.adv.power(y, x, 2.0, 64)
    assert np.array_equal(y.numpy(), (X.astype(np.float64) ** 2).astype(np.float32))
    asc.adv.axpy(y, x, 2.0, 64)
    square = (X.astype(np.float64) ** 2).astype(np.float32)
    assert np.array_equal(y.numpy(), square + X * np.float32(2))
    whole, cubes = core.ub(np.arange(16, dtype=np.int32)), core.ub(16, "int32")
    asc.adv.power(cubes, whole, 3, 16)
    assert cubes.numpy().tolist() == [n**3 for n in range(16)]


def test_adv_softmax_shape_from_tiling_call_or_tensor(core: Any) -> None:
    x, y = core.ub(X), core.ub(np.zeros(64, np.float32))
    total, most = core.ub(np.zeros(32, np.float32)), core.ub(np.zeros(32, np.float32))
    rows = X.astype(np.float64).reshape(4, 16)
    e = np.exp(rows - rows.max(1, keepdims=True))
    want = (e / e.sum(1, keepdims=True)).ravel()
    asc.adv.softmax(y, total, most, x, asc.adv.SoftmaxTiling(src_m=4, src_k=16))
    np.testing.assert_allclose(y.numpy(), want, rtol=1e-6)
    assert np.array_equal(most.numpy().reshape(4, 8), np.repeat(rows.max(1), 8).reshape(4, 8).astype(np.float32))
    np.testing.assert_allclose(total.numpy().reshape(4, 8)[:, 3], e.sum(1), rtol=1e-6)
    asc.adv.softmax(y, x, asc.adv.SoftmaxTiling(), softmax_shape_info=asc.adv.SoftMaxShapeInfo(src_m=8, src_k=8))
    assert np.allclose(y.numpy().reshape(8, 8).sum(1), 1)
    x.set_shape_info(asc.ShapeInfo((2, 32)))
    asc.adv.softmax(y, x, tiling=asc.adv.SoftmaxTiling())
    assert np.allclose(y.numpy().reshape(2, 32).sum(1), 1)


def test_adv_rmsnorm(core: Any) -> None:
    x, y, gamma = core.ub(X), core.ub(np.zeros(64, np.float32)), core.ub(np.full(16, 2, np.float32))
    tiling = asc.adv.RmsNormTiling(b_length=2, s_length=2, h_length=16, original_h_length=16)
    asc.adv.rmsnorm(y, x, gamma, 1e-5, tiling)
    rows = X.astype(np.float64).reshape(4, 16)
    want = rows / np.sqrt((rows**2).mean(1, keepdims=True) + 1e-5) * 2
    np.testing.assert_allclose(y.numpy(), want.ravel(), rtol=1e-6)


def test_adv_quant_through_half(core: Any) -> None:
    x, y = core.ub(X), core.ub(np.zeros(64, np.int8))
    asc.adv.quant(y, x, 10.3, 1.0)
    half = (X.astype(np.float16) * np.float16(10.3)).astype(np.float16) + np.float16(1)
    assert y.numpy().tolist() == np.clip(np.rint(half.astype(np.float64)), -128, 127).astype(int).tolist()
    scales, offsets = core.ub(np.array([1, 2] * 8, np.float32)), core.ub(np.zeros(16, np.float32))
    asc.adv.quant(y, x, scales, offsets, 2, 2, 64)
    assert y.numpy()[:2].tolist() == [-3, -6]
    config = asc.adv.QuantConfig(64, 0, 0, 512)
    assert (config.calc_count, config.offset_count, config.scale_count, config.work_local_size) == (64, 0, 0, 512)
    asc.adv.quant(y, x, scale=2.0, offset=0.0, config=config)
    doubled = np.rint((X.astype(np.float16) * np.float16(2)).astype(np.float64))
    assert y.numpy().tolist() == np.clip(doubled, -128, 127).astype(int).tolist()


def test_adv_sort_steps(core: Any) -> None:
    scores, index = core.ub(X[:32]), core.ub(np.arange(32, dtype=np.uint32))
    renamed, tmp, records = core.ub(32, "float"), core.ub(64, "float"), core.ub(64, "float")
    asc.adv.concat(renamed, scores, tmp, 2)
    asc.sort(records, renamed, index, tmp, 1, True)
    values, places = core.ub(32, "float"), core.ub(32, "uint32")
    asc.adv.extract(values, places, records, 1)
    assert np.array_equal(values.numpy(), X[:32][::-1])
    assert places.numpy().tolist() == list(range(31, -1, -1))


def test_adv_functions_by_their_records(core: Any) -> None:
    x, y = core.ub(X), core.ub(np.zeros(64, np.float32))
    asc.adv.layer_norm(y, None, None, x, None, None, rows=4, pitch=16, valid=16, epsilon=1e-5)
    assert abs(float(y.numpy()[:16].sum())) < 1e-5
    asc.adv.reduce_max(y, x, rows=4, columns=16, inner=0)
    assert np.array_equal(y.numpy()[:16], X[48:])


def test_adv_complaints_are_one_line(core: Any) -> None:
    x, y = core.ub(X), core.ub(np.zeros(64, np.float32))
    for call, words in [(lambda: asc.adv.softmux(y, x), "asc.adv.softmax"),
                        (lambda: asc.adv.tanh(y), "asc.adv.tanh(dst, src"),
                        (lambda: asc.adv.layer_norm(y, x, depth=3), "no depth"),
                        (lambda: asc.adv.tanh(core.ub(8, "int32"), core.ub(8, "int32")), "adv.tanh"),
                        (lambda: asc.adv.rint(y, x), "ascend950"), (lambda: asc.adv.tanh(y, x, 65), "MEM-002")]:
        with pytest.raises(LanewiseError) as caught:
            call()
        assert words in str(caught.value)
        assert "\n" not in str(caught.value)


def test_adv_is_on_the_stream(core: Any) -> None:
    x, y = core.ub(X), core.ub(np.zeros(64, np.float32))
    before = len(core.trace().records)
    asc.adv.gelu(y, x)
    trace = core.trace()
    assert len(trace.records) == before + 1
    assert "lib_gelu" in str(trace)
    assert ("library_functions", "double", "lib_gelu") in core.assumptions()


def test_adv_in_a_kernel() -> None:
    @asc.jit
    def kernel(x: asc.GlobalAddress, y: asc.GlobalAddress, n: asc.ConstExpr[int]) -> None:
        x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
        x_gm.set_global_buffer(x)
        y_gm.set_global_buffer(y)
        a, b = asc.LocalTensorAuto(x.dtype, (n,)), asc.LocalTensorAuto(x.dtype, (n,))
        asc.data_copy(a, x_gm, n)
        asc.adv.sigmoid(b, a, n)
        asc.data_copy(y_gm, b, n)

    y = np.zeros(64, np.float32)
    kernel[1](X, y, 64)
    np.testing.assert_allclose(y, 1 / (1 + np.exp(-X.astype(np.float64))), rtol=1e-6)
