"""Every form of call: by position and by keyword, count, number and words. Expected values are plain numpy."""

from __future__ import annotations

import numpy as np
import pytest

from lanewise import asc
from lanewise.isa.catalogue import instructions
from lanewise.isa.record import Overload

A = np.arange(1, 129, dtype=np.int16)
B = np.arange(128, 0, -1, dtype=np.int16)
ODD = 0xAAAAAAAAAAAAAAAA
ODD_LANES = np.arange(128) % 2 == 1
BRP, URP = asc.BinaryRepeatParams(), asc.UnaryRepeatParams()


def merged(old, new, active):
    return np.where(active, new, old).astype(old.dtype)


FIRST = {n: np.arange(128) < n for n in (5, 40, 64, 100)}


@pytest.mark.parametrize(
    ("args", "named", "active"),
    [
        ((40,), {}, FIRST[40]),
        ((), {"count": 40}, FIRST[40]),
        ((np.int32(40),), {}, FIRST[40]),
        ((40, True), {}, FIRST[40]),
        ((), {"count": 40, "is_set_mask": True}, FIRST[40]),
        ((100, 1, BRP), {}, FIRST[100]),
        ((100, 1, (1, 1, 1, 8, 8, 8)), {}, FIRST[100]),
        ((), {"mask": 100, "repeat_times": 1, "repeat_params": BRP}, FIRST[100]),
        ((100,), {"repeat_times": 1, "repeat_params": BRP, "is_set_mask": True}, FIRST[100]),
        (([ODD, ODD], 1, BRP), {}, ODD_LANES),
        (((ODD, ODD), 1, BRP, True), {}, ODD_LANES),
        (((ODD,), 1, BRP), {}, ODD_LANES & FIRST[64]),
        ((np.array([ODD, ODD], np.uint64), 1, BRP), {}, ODD_LANES),
        ((), {"mask": [ODD, ODD], "repeat_times": 1, "repeat_params": BRP}, ODD_LANES),
    ],
)
def test_binary_calls(make_core, args, named, active):
    with make_core() as core:
        a, b, d = core.ub(A), core.ub(B), core.ub(np.full(128, -7, np.int16))
        asc.sub(d, a, b, *args, **named)
        assert (d.numpy() == merged(np.full(128, -7, np.int16), A - B, active)).all()


@pytest.mark.parametrize(
    ("args", "named", "active"),
    [
        ((40,), {}, FIRST[40]),
        ((), {"count": 40}, FIRST[40]),
        ((100, 1, URP), {}, FIRST[100]),
        ((100, 1, [1, 1, 8, 8]), {}, FIRST[100]),
        (([ODD, ODD], 1, URP, True), {}, ODD_LANES),
        ((), {"mask": [ODD, ODD], "repeat_times": 1, "repeat_params": URP, "is_set_mask": True}, ODD_LANES),
    ],
)
def test_unary_calls(make_core, args, named, active):
    with make_core() as core:
        a, d = core.ub(A), core.ub(np.zeros(128, np.int16))
        asc.bitwise_not(d, a, *args, **named)
        assert (d.numpy() == merged(np.zeros(128, np.int16), ~A, active)).all()


@pytest.mark.parametrize(
    ("args", "named", "active"),
    [
        ((40,), {}, FIRST[40]),
        ((40, True), {}, FIRST[40]),
        ((), {"count": 40}, FIRST[40]),
        ((100, 1, URP), {}, FIRST[100]),
        (([ODD, ODD], 1, URP, True), {}, ODD_LANES),
        ((), {"mask": [ODD, ODD], "repeat_times": 1, "repeat_params": URP}, ODD_LANES),
    ],
)
def test_vector_scalar_calls(make_core, args, named, active):
    with make_core() as core:
        a, d = core.ub(A), core.ub(np.zeros(128, np.int16))
        asc.muls(d, a, 3, *args, **named)
        assert (d.numpy() == merged(np.zeros(128, np.int16), A * 3, active)).all()


@pytest.mark.parametrize(
    ("args", "named", "active"),
    [
        ((5,), {}, FIRST[5]),
        ((), {"count": 5}, FIRST[5]),
        ((100, 1, 1, 8), {}, FIRST[100]),
        (([ODD, ODD], 1, 1, 8, True), {}, ODD_LANES),
        ((), {"mask": 100, "repeat_times": 1, "dst_block_stride": 1, "dst_repeat_stride": 8}, FIRST[100]),
    ],
)
def test_duplicate_calls(make_core, args, named, active):
    with make_core() as core:
        d = core.ub(np.zeros(128, np.float16))
        asc.duplicate(d, 2.5, *args, **named)
        assert (d.numpy() == merged(np.zeros(128, np.float16), np.float16(2.5), active)).all()


@pytest.mark.parametrize(
    ("args", "named"),
    [
        ((100, 1, asc.CopyRepeatParams(1, 1, 8, 8)), {}),
        ((100, 1, (1, 1, 8, 8), True), {}),
        ((), {"mask": 100, "repeat_time": 1, "repeat_params": asc.CopyRepeatParams(1, 1, 8, 8)}),
        ((), {"mask": 100, "repeat_times": 1, "repeat_params": asc.CopyRepeatParams(1, 1, 8, 8)}),
    ],
)
def test_copy_calls(make_core, args, named):
    with make_core() as core:
        a, d = core.ub(A), core.ub(np.zeros(128, np.int16))
        asc.copy(d, a, *args, **named)
        assert (d.numpy() == merged(np.zeros(128, np.int16), A, FIRST[100])).all()


def test_copy_by_count_exists_on_ascend950_only(make_core, refuses):
    with make_core("ascend950") as core:
        a, d = core.ub(A), core.ub(np.zeros(128, np.int16))
        asc.copy(d, a, 7)
        assert d.numpy().tolist() == [1, 2, 3, 4, 5, 6, 7, *[0] * 121]
    with make_core() as core:
        refuses("OP-003", asc.copy, core.ub(A), core.ub(A), 7)


@pytest.mark.parametrize("params", [asc.BrcbRepeatParams(1, 8), (1, 8)])
def test_brcb_calls(make_core, params):
    with make_core() as core:
        a, d = core.ub(A), core.ub(256, np.int16)
        asc.brcb(d, a, 2, params)
        assert (d.numpy() == np.repeat(A[:16], 16)).all()
        asc.brcb(dst=d, src0=a, repeat_times=1, repeat_params=params)
        assert (d.numpy()[:128] == np.repeat(A[:8], 16)).all()


def test_create_vec_index_calls(make_core):
    ramp = np.arange(3, 131, dtype=np.int32)
    with make_core() as core:
        d = core.ub(np.zeros(128, np.int32))
        asc.create_vec_index(d, 3, 128)
        assert (d.numpy() == ramp).all()
        d = core.ub(np.zeros(128, np.int32))
        asc.create_vec_index(d, 3, 64, 2, 1, 8)
        assert (d.numpy() == ramp).all()
        d = core.ub(np.zeros(128, np.int32))
        asc.create_vec_index(dst=d, first_value=3, mask=[0xF0, 0], repeat_times=1, dst_blk_stride=1, dst_rep_stride=8)
        assert d.numpy()[:10].tolist() == [0, 0, 0, 0, 7, 8, 9, 10, 0, 0]


def test_vector_padding_calls(make_core, refuses):
    block = np.arange(1, 17, dtype=np.int16)
    with make_core("ascend310p") as core:
        a = core.ub(block)
        for args, named in (
            ((0, False, 16), {}), ((0, False, 16, 1, URP), {}),
            ((), {"pad_mode": 0, "pad_side": False, "mask": [0xFFFF, 0], "repeat_times": 1, "repeat_params": URP}),
        ):
            d = core.ub(np.zeros(16, np.int16))
            asc.vector_padding(d, a, *args, **named)
            assert d.numpy().tolist() == [1] * 16
        refuses("CALL-001", asc.vector_padding, core.ub(block), a, 3, False, 16)


def test_bilinear_interpolation_calls(make_core):
    data = np.arange(128, dtype=np.float16)
    with make_core() as core:
        src0 = core.ub(data)
        offsets = core.ub(np.arange(0, 256, 32, dtype=np.uint32))
        weights = core.ub(np.full(16, 2, np.float16))
        scratch = core.ub(256, np.uint8)
        for mask in (128, [2**64 - 1, 2**64 - 1]):
            d = core.ub(np.zeros(128, np.float16))
            asc.bilinear_interpolation(d, src0, offsets, weights, mask, 1, False, 1, 128, 1, scratch)
            assert (d.numpy() == data * 2).all()
        d = core.ub(np.zeros(128, np.float16))
        asc.bilinear_interpolation(
            dst=d, src0=src0, src0_offset=offsets, src1=weights, mask=128, h_repeat=1, repeat_mode=0, dst_blk_stride=1,
            v_r_offset=128, v_repeat=1, shared_tmp_buffer=scratch,
        )
        assert (d.numpy() == data * 2).all()


def test_mull_calls(make_core):
    a = np.array([-3, 2**30, 7], np.int32)
    with make_core("ascend950") as core:
        low, high = core.ub(np.zeros(8, np.int32)), core.ub(np.zeros(8, np.int32))
        asc.mull(low, high, core.ub(np.resize(a, 8)), core.ub(np.full(8, 4, np.int32)), 3)
        assert low.numpy()[:3].tolist() == [-12, 0, 28]
        assert high.numpy()[:3].tolist() == [-1, 1, 0]
        asc.mull(dst0=low, dst1=high, src0=low, src1=low, count=1)
        assert low.numpy()[0] == 144


ELEMENTWISE = [i for i in instructions().values() if i.shape in ("unary", "binary", "vector-scalar", "fill")]


@pytest.mark.parametrize("ins", ELEMENTWISE, ids=lambda i: i.name)
def test_every_overload_of_every_elementwise_record_is_callable(make_core, ins):
    """Same call by position and by keyword gives the same bytes, on every chip and overload of the record."""
    function = getattr(asc, ins.python_names[0])
    for chip in ins.chips:
        rows = list(ins.rows_on(chip))
        for overload in {o for row in rows for o in row.overloads}:
            row = next(row for row in rows if overload in row.overloads)
            outcomes = [_call(make_core(chip), function, ins, row, overload, keyword) for keyword in (False, True)]
            assert outcomes[0] == outcomes[1]


def _call(core, function, ins, row, overload, keyword):
    from lanewise.numerics.formats import DTYPES

    with core:
        tensors = []
        for i, name in enumerate(row.types):
            face = DTYPES[name].numpy
            values = np.frombuffer(bytes((np.arange(512) * (i + 3) % 5).astype(np.uint8)), np.uint8)
            tensors.append(core.ub(np.resize(values, 512).view(face), DTYPES[name]))
        operands = dict(zip([o.name for o in ins.form.operands], tensors, strict=True))
        if ins.form.scalars and ins.shape != "binary":
            operands["scalar"] = 0 if DTYPES[row.types[-1]].kind == "s" else 1
        if overload == Overload.COUNT:
            extra = {"count": 9}
        else:
            mask = 9 if overload == Overload.CONTIGUOUS else [0x155, 0]
            strides = {
                "unary": {"repeat_params": URP}, "vector-scalar": {"repeat_params": URP},
                "binary": {"repeat_params": BRP}, "fill": {"dst_block_stride": 1, "dst_repeat_stride": 8},
            }[ins.shape]
            extra = {"mask": mask, "repeat_times": 1, **strides}
        if keyword and ins.python_names[0] == ins.name:
            function(**operands, **extra)
        else:
            function(*operands.values(), *extra.values())
        return core.mem.tobytes()


def test_masked_off_state_is_used_when_is_set_mask_is_false(make_core):
    with make_core() as core:
        a, d = core.ub(A), core.ub(np.zeros(128, np.int16))
        asc.set_vector_mask(0, 0xF, asc.int16, asc.MaskMode.NORMAL)
        asc.add(d, a, a, asc.MASK_PLACEHOLDER, 1, BRP, False)
        assert d.numpy()[:6].tolist() == [2, 4, 6, 8, 0, 0]
        asc.adds(d, a, 1, asc.MASK_PLACEHOLDER_LIST, 1, URP, is_set_mask=False)
        assert d.numpy()[:6].tolist() == [2, 3, 4, 5, 0, 0]
        asc.adds(d, a, 9, 99, False)
        assert d.numpy()[:6].tolist() == [10, 11, 12, 13, 0, 0]


def test_wrong_calls_say_how_to_call(make_core, refuses):
    with make_core() as core:
        a = core.ub(A)
        for args, named in (
            ((a, a, a), {}), ((a, a, a, 1.5), {}), ((a, a, a, 64, 2), {}), ((a, a, a, 64), {"count": 64}),
            ((a, a, 3, 64), {}), ((3, a, a, 64), {}), ((a, a, a, 64, None, BRP), {}),
        ):
            error = refuses("CALL-001", asc.add, *args, **named)
            assert "asc.add(dst, src0, src1, count)" in error.message
        for params in (URP, (1,) * 7, 8):
            assert "BinaryRepeatParams" in refuses("CALL-001", asc.add, a, a, a, 64, 1, params).message
        refuses("MASK-004", asc.add, a, a, a, "all", 1, BRP)
        refuses("MASK-004", asc.add, a, a, a, [1, 2, 3, 4, 5], 1, BRP)
        refuses("MASK-004", asc.add, a, a, a, [-1, 0], 1, BRP)
        refuses("COUNT-001", asc.add, a, a, a, -1)
        refuses("REPEAT-001", asc.add, a, a, a, 1, 256, BRP)
        refuses("STRIDE-001", asc.add, a, a, a, 1, 1, (256, 1, 1, 8, 8, 8))
        with pytest.raises(TypeError):
            asc.add(a, a)


def test_expressions_cover_all_of_dst(make_core, refuses):
    with make_core() as core:
        a, b, d = core.ub(A), core.ub(B), core.ub(np.zeros(64, np.int16))
        for expression, expected in ((a + b, A + B), (a - b, A - B), (a * b, A * B), (a & b, A & B), (a | b, A | B)):
            asc.assign(d, expression)
            assert (d.numpy() == expected[:64]).all()
        x = core.ub(np.array([1, 6], np.float32))
        asc.assign(x, x / x)
        assert x.numpy().tolist() == [1, 1]
        refuses("CALL-001", asc.assign, d, a)
