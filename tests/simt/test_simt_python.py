"""`lanewise.simt`: functions of threads on arrays of lanes, and what is said of calls that are none."""

from __future__ import annotations

import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest

from lanewise import simt
from lanewise.errors import LanewiseError


def test_simt_functions_take_arrays_and_numbers() -> None:
    x = np.array([0.0, 1.0, -np.inf, 1e-40], np.float32)
    got = simt.expf(x)
    assert got.dtype == np.float32
    np.testing.assert_array_equal(got, np.array([1, 2.7182817, 0, 1], np.float32))
    assert simt.expf(1.0) == np.float32(2.7182817)
    assert simt.Exp(1.0) == simt.call("__expf", 1.0) == simt.expf(1.0)
    assert simt.umulhi(np.uint32(1 << 31), np.uint32(6)) == 3


def test_simt_types_of_arrays_choose_the_call() -> None:
    np.testing.assert_array_equal(simt.hadd(np.array([1, 2], np.float16), 0.5), np.array([1.5, 2.5], np.float16))
    assert simt.hadd(3, 4) == 3  # of integers their average
    assert simt.clz(np.array([1], np.uint64))[0] == 63
    assert simt.clz(np.array([1], np.int32))[0] == 31
    bf16 = simt.hexp(np.array([1], ml_dtypes.bfloat16))
    assert bf16.dtype == ml_dtypes.bfloat16
    assert getattr(simt, "__float2half_rn")(np.float32(70000)) == np.inf
    assert simt.float2half_rn_sat(np.float32(70000)) == 65504
    assert simt.uint2half_rn(np.uint32(70000)) == np.inf


def test_simt_pairs_lie_on_the_last_axis() -> None:
    x = np.array([[1, 2], [3, 4], [5, 6]], np.float16)
    np.testing.assert_array_equal(simt.haddx2(x, x), 2 * x)
    np.testing.assert_array_equal(simt.lowhigh2highlow(x), x[:, ::-1])
    assert simt.make_float3(1.0, 2.0, 3.0).tolist() == [1, 2, 3]
    assert simt.normf(2, np.array([[3, 4, 5]], np.float32)).tolist() == [5]


def test_simt_several_results_are_a_tuple() -> None:
    sine, cosine = simt.sincosf(np.float32(0))
    assert (sine, cosine) == (0, 1)
    rest, quotient = simt.remquof(np.array([7, -7], np.float32), 2.0)
    assert rest.tolist() == [-1, 1]
    assert quotient.tolist() == [4, -4]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: simt.expf(np.ones(3)), "OP-002 simt.expf on ascend950 does not take double[3]. "
         "Supported there: float expf(float x)."),
        (lambda: simt.expf(), "does not take nothing"),
        (lambda: simt.powf(np.ones(3, np.float32), np.ones(2, np.float32)), "of arrays of one shape"),
        (lambda: simt.call("exf", 1.0), "Nearest: simt.expf"),
    ],
)  # fmt: skip
def test_simt_calls_that_are_none(call: object, says: str) -> None:
    with pytest.raises(LanewiseError) as caught:
        call()  # type: ignore[operator]
    assert says in str(caught.value)


def test_simt_unknown_names_have_a_nearest() -> None:
    with pytest.raises(AttributeError, match="did you mean expf"):
        _ = simt.exf
    assert {"expf", "__float2half_rn", "float2half_rn"} <= set(dir(simt))
    assert "float expf(float x)" in (simt.expf.__doc__ or "")


def test_simt_functions_in_ops() -> None:
    def ops(*words: str) -> str:
        return subprocess.run([sys.executable, "-m", "lanewise", "ops", *words], capture_output=True, text=True).stdout

    page = ops("simt.float2half_rz")
    assert "half __float2half_rz(float x)" in page
    assert "RoundMode.CAST_TRUNC" in page
    assert "thread_subnormals" in ops("logf", "--chip", "ascend950")
    assert "509 functions of threads" in ops("simt")
