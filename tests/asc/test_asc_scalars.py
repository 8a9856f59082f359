"""Scalars: ranges, types, TensorTrait, either side, one element of a tensor, and precision algorithms."""

from __future__ import annotations

import numpy as np
import pytest

from lanewise import asc

A = np.array([-8, 7, 100, -1] * 4, np.int16)


def test_scalars_become_the_bits_of_the_tensors_type(make_core):
    with make_core() as core:
        d = core.ub(np.zeros(16, np.float16))
        cases = [(1, 0x3C00), (0.1, 0x2E66), (-0.0, 0x8000), (0.0, 0), (1e9, 0x7C00), (np.float32(2), 0x4000)]
        for value, bits in cases:
            asc.duplicate(d, value, 16)
            assert (d.numpy().view(np.uint16) == bits).all(), value


@pytest.mark.parametrize("value", [32768, -32769, 2.5, float("nan"), "1"])
def test_a_scalar_that_does_not_fit_is_refused(make_core, refuses, value):
    with make_core() as core:
        a = core.ub(A)
        refuses("SCALAR-003", asc.adds, a, a, value, 16)
        assert (a.numpy() == A).all()


@pytest.mark.parametrize("value", [32767, -32768, 2.0, True, np.int64(5)])
def test_a_scalar_that_just_fits_is_taken(make_core, value):
    with make_core() as core:
        d = core.ub(np.zeros(16, np.int16))
        asc.duplicate(d, value, 16)
        assert (d.numpy() == int(value)).all()


def test_shift_right_rounds_on_request(make_core, refuses):
    with make_core() as core:
        a, d = core.ub(np.array([17, -17, 16, 15] * 32, np.int16)), core.ub(np.zeros(128, np.int16))
        params = asc.UnaryRepeatParams()
        asc.shift_right(d, a, 5, 128, 1, params, round_en=True)
        assert d.numpy()[:4].tolist() == [1, -1, 1, 0]
        asc.shift_right(d, a, 5, 128, 1, params, True, False)
        assert d.numpy()[:4].tolist() == [0, -1, 0, 0]
        refuses("CALL-001", asc.shift_right, d, a, 5, 128, round_en=True)
        refuses("SCALAR-001", asc.shift_right, d, a, 17, 128)
        refuses("SCALAR-001", asc.shift_right, d, a, -1, 128)
    with make_core("ascend950") as core:
        a = core.ub(np.full(128, 17, np.int16))
        refuses("OP-005", asc.shift_right, a, a, 5, 128, 1, params, round_en=True)


def test_shift_by_a_tensor_is_the_other_record(make_core, refuses):
    with make_core("ascend950") as core:
        a, s = core.ub(np.full(16, -64, np.int16)), core.ub(np.arange(16, dtype=np.int16))
        d = core.ub(np.zeros(16, np.int16))
        asc.shift_right(d, a, s, 16)
        assert d.numpy()[:8].tolist() == [-64, -32, -16, -8, -4, -2, -1, -1]
        asc.shift_left(dst=d, src=s, scalar=s, count=4)
        assert d.numpy()[:4].tolist() == [0, 2, 8, 24]
    with make_core() as core:
        a = core.ub(A)
        refuses("OP-001", asc.shift_right, a, a, a, 16)


def test_flexible_scalar_on_ascend950(make_core, refuses):
    x = np.array([1, 2, 3, 4] * 16, np.float32)
    with make_core("ascend950") as core:
        a, d = core.ub(x), core.ub(np.zeros(64, np.float32))
        one = core.ub(np.array([10, 20], np.float32))
        asc.subs(d, a, 10.0, 64)
        assert (d.numpy() == x - 10).all()
        asc.subs(d, 10.0, a, 64)
        assert (d.numpy() == 10 - x).all()
        asc.subs(d, a, one[1:], 64)
        assert (d.numpy() == x - 20).all()
        asc.subs(d, one, a, 64, config=asc.BinaryConfig(scalar_tensor_index=0))
        assert (d.numpy() == 10 - x).all()
        asc.subs(d, one, a, 64, 1, asc.UnaryRepeatParams(), config=asc.BinaryConfig(0))
        assert (d.numpy() == 10 - x).all()
        asc.duplicate(d, one[1:], 64)
        assert (d.numpy() == 20).all()
        refuses("CALL-001", asc.subs, d, one, a, 64, config=asc.BinaryConfig(2))
        refuses("CALL-001", asc.subs, d, 1.0, 2.0, 64)
    with make_core() as core:
        a = core.ub(x)
        refuses("OP-005", asc.adds, a, 10.0, a, 64)
        refuses("OP-005", asc.adds, a, a, a, 64)


def test_traits_insist_on_the_exact_scalar_type(make_core, refuses):
    trait = asc.TensorTrait(asc.int16)
    assert trait.lite_type is asc.int16
    with make_core() as core:
        a, d = core.ub(64, trait), core.ub(64, trait)
        asc.duplicate(a, asc.number(64, asc.int16), 64)
        asc.shift_right(d, a, asc.number(2, asc.int16), 64)
        assert (d.numpy() == 16).all()
        asc.shift_right(d, a, np.int16(3), 64)
        asc.shift_right(d, a, 4, 64)
        assert (d.numpy() == 4).all()
        error = refuses("TYPE-002", asc.shift_right, d, a, np.int32(2), 64)
        assert "asc.number(value, asc.int16)" in error.message
        refuses("TYPE-002", asc.shift_right, d, a, asc.number(2, asc.uint16), 64)
        refuses("TYPE-002", asc.duplicate, d, np.int32(2), 64)
        plain = core.ub(64, asc.int16)
        asc.shift_right(plain, plain, 0, 0)
        for call in (
            lambda: asc.shift_right(d, plain, 2, 64), lambda: asc.add(d, a, plain, 64),
            lambda: asc.bitwise_not(plain, a, 64), lambda: asc.data_copy(d, plain, 64),
        ):
            refuses("TYPE-004", call)
        asc.add(d[16:], a[16:], a[16:], 16)
        assert d[16:].trait is trait


def test_numbers_know_their_type(refuses):
    assert asc.number(3, asc.int16) + 1 == 4
    assert asc.number(0.1, asc.float16) == float(np.float16(0.1))
    assert asc.array(asc.int32, (1, 2, 3)) == [1, 2, 3]
    refuses("SCALAR-003", asc.number, 300, asc.uint8)


def test_precision_algorithms_are_for_ascend950(make_core, refuses):
    tiny = np.full(64, 2.0**-140, np.float32)
    with make_core("ascend950") as core:
        a, d = core.ub(tiny), core.ub(np.ones(64, np.float32))
        asc.div(d, a, d, 64)
        assert (d.numpy() == 0).all()
        d = core.ub(np.ones(64, np.float32))
        asc.div(d, a, d, 64, config=asc.DivConfig(asc.DivAlgo.PRECISION_1ULP_FTZ_FALSE))
        assert (d.numpy() == tiny).all()
        asc.sqrt(d, a, 64, config=asc.SqrtAlgo.INTRINSIC)
        refuses("CALL-001", asc.sqrt, d, a, 64, config="best")
    with make_core() as core:
        a = core.ub(tiny)
        refuses("OP-005", asc.exp, a, a, 64, config=asc.ExpAlgo.PRECISION_1ULP_FTZ_FALSE)
