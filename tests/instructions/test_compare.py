"""Compare, Compares and CMPMASK against plain Python loops."""

from __future__ import annotations

import operator
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from lanewise import asc
from lanewise.errors import LanewiseError
from lanewise.isa.record import Flag

RELATIONS = {asc.CMPMODE.LT: operator.lt, asc.CMPMODE.GT: operator.gt, asc.CMPMODE.EQ: operator.eq,
             asc.CMPMODE.LE: operator.le, asc.CMPMODE.GE: operator.ge, asc.CMPMODE.NE: operator.ne}  # fmt: skip
NAN, INF = float("nan"), float("inf")
CORNERS = [0.0, -0.0, 1.0, -1.0, INF, -INF, NAN, 6e-8, 65504.0, 2.5]


def bits_of(data: Any) -> list[int]:
    """Bits of bytes, the lowest first."""
    return [int(b) >> k & 1 for b in np.asarray(data).view(np.uint8).tolist() for k in range(8)]


def floats(count: int, kind: Any, seed: int) -> Any:
    rng = np.random.default_rng(seed)
    return rng.choice(np.array([*CORNERS, 3.0, 4.0, 5.0]), count).astype(kind)


@pytest.mark.parametrize("mode", RELATIONS)
@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_compare_count_on_whole_repeats(make_core: Any, mode: asc.CMPMODE, kind: Any) -> None:
    core = make_core()
    a, b = floats(512, kind, 1), floats(512, kind, 2)
    dst = core.ub(np.full(64, 0x55, np.uint8))
    asc.compare(dst, core.ub(a), core.ub(b), mode, 512)
    wanted = [int(RELATIONS[mode](x, y)) for x, y in zip(a.tolist(), b.tolist(), strict=True)]
    assert bits_of(dst.numpy()) == wanted


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64,
                                  np.float64, ml_dtypes.bfloat16])  # fmt: skip
def test_compare_every_type_of_ascend950(make_core: Any, kind: Any) -> None:
    core = make_core("ascend950")
    rng = np.random.default_rng(3)
    if np.dtype(kind).kind in "iu":
        info = np.iinfo(kind)
        pool = [info.min, info.max, 0, 1, info.max - 1]
        a, b = (np.array([pool[i] for i in rng.integers(0, 5, 256)], kind) for _ in range(2))
    else:
        a, b = floats(256, kind, 4), floats(256, kind, 5)
    x, y = core.ub(a), core.ub(b)
    for mode, relation in RELATIONS.items():
        dst = core.ub(np.zeros(32, np.int8))
        asc.compare(dst, x, y, mode, 256)
        assert bits_of(dst.numpy()) == [int(relation(p, q)) for p, q in zip(a.tolist(), b.tolist(), strict=True)], mode


def test_mistake_10_compare_is_packed_and_ignores_mask_and_dst_strides(make_core: Any) -> None:
    """On 910b: lowest bit first, whole repeats, one after the other whatever dst's strides and the mask say."""
    core = make_core("ascend910b")
    a, b = floats(4 * 64, np.float32, 6), floats(4 * 64, np.float32, 7)
    dst = core.ub(np.full(64, 0xEE, np.uint8))
    params = asc.BinaryRepeatParams(3, 1, 2, 7, 8, 16)  # src1: every second block
    y = np.zeros(4 * 128, np.float32)
    y.reshape(-1, 2, 8)[:, 0] = b.reshape(-1, 8)
    asc.compare(dst, core.ub(a), core.ub(y), asc.CMPMODE.LT, 5, 4, params)
    wanted = [int(p < q) for p, q in zip(a.tolist(), b.tolist(), strict=True)]
    assert bits_of(dst.numpy()[:32]) == wanted
    assert (dst.numpy()[32:] == 0xEE).all()


def test_mistake_10_compare_count_floors_to_whole_repeats(make_core: Any) -> None:
    core = make_core("ascend910b")
    a, b = floats(512, np.float16, 8), floats(512, np.float16, 9)
    dst = core.ub(np.full(64, 0xEE, np.uint8))
    with pytest.warns(asc.LanewiseWarning, match="COUNT-002 compare: .* the last 16 are left out"):
        asc.compare(dst, core.ub(a), core.ub(b), asc.CMPMODE.NE, 400)  # three repeats of 128 and a rest
    assert bits_of(dst.numpy()[:48]) == [int(p != q) for p, q in zip(a[:384].tolist(), b[:384].tolist(), strict=True)]
    assert (dst.numpy()[48:] == 0xEE).all()


def test_mistake_10_counter_mode_does_not_change_an_ignored_mask(make_core: Any) -> None:
    core = make_core("ascend910b")
    a, b = floats(128, np.float32, 1), floats(128, np.float32, 2)
    dst = core.ub(np.zeros(32, np.uint8))
    core.state["ctrl"] = int(core.state["ctrl"]) | 1 << 56
    asc.compare(dst, core.ub(a), core.ub(b), asc.CMPMODE.GE, (3, 0), 2, asc.BinaryRepeatParams())
    assert bits_of(dst.numpy()[:16]) == [int(p >= q) for p, q in zip(a.tolist(), b.tolist(), strict=True)]


def test_compare_mask_of_zero_does_nothing_on_910b(make_core: Any) -> None:
    core = make_core("ascend910b")
    dst = core.ub(np.full(32, 0xEE, np.uint8))
    x = core.ub(np.zeros(64, np.float32))
    asc.compare(dst, x, x, asc.CMPMODE.EQ, 0, 1, asc.BinaryRepeatParams())
    asc.compare(dst, x, x, asc.CMPMODE.EQ, 0)
    assert (dst.numpy() == 0xEE).all()


@pytest.mark.parametrize("chip", ["ascend950", "ascend310b"])
def test_compare_writes_masked_off_bits_as_zero(make_core: Any, chip: str) -> None:
    core = make_core(chip)
    x = core.ub(np.zeros(128, np.float32))
    dst = core.ub(np.full(32, 0xEE, np.uint8))
    asc.compare(dst, x, x, asc.CMPMODE.EQ, (0xF0F1, 0), 2, asc.BinaryRepeatParams())
    assert dst.numpy()[:16].view(np.uint64).tolist() == [0xF0F1, 0xF0F1]
    assert (dst.numpy()[16:] == 0xEE).all()


def test_compare_any_count_on_ascend950_clears_the_rest_of_the_repeat(make_core: Any) -> None:
    core = make_core("ascend950")
    x = core.ub(np.zeros(256, np.float16))
    dst = core.ub(np.full(64, 0xEE, np.uint8))
    asc.compare(dst, x, x, asc.CMPMODE.EQ, 131)
    assert bits_of(dst.numpy()[:32]) == [1] * 131 + [0] * 125
    assert (dst.numpy()[32:] == 0xEE).all()


@pytest.mark.parametrize("mode", [m for m in RELATIONS if m != asc.CMPMODE.EQ])
def test_compare_of_int32_on_910b_is_for_equality_only(make_core: Any, mode: asc.CMPMODE) -> None:
    core = make_core("ascend910b")
    x = core.ub(np.arange(64, dtype=np.int32))
    dst = core.ub(np.zeros(32, np.uint8))
    asc.compare(dst, x, x, asc.CMPMODE.EQ, 64)
    assert bits_of(dst.numpy()[:8]) == [1] * 64
    for call in (lambda: asc.compare(dst, x, x, mode, 64), lambda: asc.compares(dst, x, 3, mode, 64)):
        with pytest.raises(LanewiseError) as caught:
            call()
        assert caught.value.id == "OP-006"
        assert "EQ" in str(caught.value)
        assert mode.name in str(caught.value)


def test_compare_refuses_an_unknown_mode(make_core: Any) -> None:
    core = make_core()
    x = core.ub(np.zeros(64, np.float32))
    with pytest.raises(LanewiseError) as caught:
        asc.compare(core.ub(32, np.uint8), x, x, 6, 64)
    assert caught.value.id == "OP-006"


# --- Compares ---


@pytest.mark.parametrize("mode", RELATIONS)
@pytest.mark.parametrize("number", [1.0, -0.0, NAN, INF])
def test_compares_against_a_number(make_core: Any, mode: asc.CMPMODE, number: float) -> None:
    core = make_core()
    a = floats(128, np.float16, 11)
    dst = core.ub(np.zeros(32, np.uint8))
    asc.compare_scalar(dst, core.ub(a), number, mode, 128)
    assert bits_of(dst.numpy()[:16]) == [int(RELATIONS[mode](x, number)) for x in a.tolist()]


def test_compares_masked_with_strides(make_core: Any) -> None:
    core = make_core("ascend310b")
    a = np.arange(512, dtype=np.int32)
    dst = core.ub(np.full(32, 0xEE, np.uint8))
    asc.compares(dst, core.ub(a), 100, asc.CMPMODE.GE, 60, 2, asc.UnaryRepeatParams(9, 2, 9, 4))
    wanted = []
    for r in range(2):
        for e in range(64):
            element = (r * 4 + e // 8 * 2) * 8 + e % 8
            wanted.append(int(e < 60 and int(a[element]) >= 100))
    assert bits_of(dst.numpy()[:16]) == wanted


@pytest.mark.parametrize("mode", RELATIONS)
def test_compares_number_on_the_left_or_in_a_tensor(make_core: Any, mode: asc.CMPMODE) -> None:
    """ascend950: the order matters for all but EQ and NE."""
    core = make_core("ascend950")
    a = np.array([1, 2, 3, 4] * 32, np.int16)
    x, two = core.ub(a), core.ub(np.array([2], np.int16))
    right = [int(RELATIONS[mode](v, 2)) for v in a.tolist()]
    left = [int(RELATIONS[mode](2, v)) for v in a.tolist()]
    config = asc.BinaryConfig(0)
    calls = {
        "number right": (lambda d: asc.compares(d, x, 2, mode, 128), right),
        "number left": (lambda d: asc.compares(d, 2, x, mode, 128), left),
        "tensor right": (lambda d: asc.compares(d, x, two, mode, 128), right),
        "tensor left": (lambda d: asc.compares(d, two, x, mode, 128, config=config), left),
    }
    for name, (run, wanted) in calls.items():
        dst = core.ub(np.zeros(32, np.uint8))
        run(dst)
        assert bits_of(dst.numpy()[:16]) == wanted, name


def test_compares_flexible_only_on_ascend950(make_core: Any) -> None:
    core = make_core("ascend910b")
    with pytest.raises(LanewiseError) as caught:
        asc.compares(core.ub(32, np.uint8), 2.0, core.ub(np.zeros(64, np.float32)), asc.CMPMODE.LT, 64)
    assert caught.value.id == "OP-005"


def test_compares_of_double_is_for_equality_only(make_core: Any) -> None:
    core = make_core("ascend950")
    x = core.ub(np.array([0.5, -0.0, NAN, 1.0] * 8))
    dst = core.ub(np.zeros(32, np.uint8))
    asc.compares(dst, x, 0.0, asc.CMPMODE.EQ, 32)
    assert bits_of(dst.numpy()[:4]) == [0, 1, 0, 0] * 8
    with pytest.raises(LanewiseError) as caught:
        asc.compares(dst, x, 0.0, asc.CMPMODE.LT, 32)
    assert caught.value.id == "OP-006"


# --- CMPMASK ---


@pytest.mark.parametrize(("kind", "lanes"), [(np.float16, 128), (np.float32, 64)])
def test_compare_into_the_register_and_back(make_core: Any, kind: Any, lanes: int) -> None:
    core = make_core()
    core.state["cmpmask"] = [(1 << 64) - 1] * 4
    a, b = floats(lanes, kind, 12), floats(lanes, kind, 13)
    x, y = core.ub(a), core.ub(b)
    active = lanes - 10
    asc.compare(x, y, asc.CMPMODE.LE, active, asc.BinaryRepeatParams())
    store = core.ub(np.full(128, 0xEE, np.uint8))
    asc.get_cmp_mask(store)
    wanted = [int(p <= q) for p, q in zip(a.tolist(), b.tolist(), strict=True)][:active]
    assert bits_of(store.numpy()[:16]) == wanted + [0] * (128 - active)
    assert (store.numpy()[16:] == 0xEE).all()


def test_compare_into_the_register_by_keywords(make_core: Any) -> None:
    core = make_core()
    x = core.ub(np.arange(64, dtype=np.float32))
    y = core.ub(np.full(64, 8, np.float32))
    for run in (
        lambda: asc.compare(src0=x, src1=y, cmp_mode=asc.CMPMODE.LT, mask=64, repeat_params=asc.BinaryRepeatParams()),
        lambda: asc.compare(x, y, asc.CMPMODE.LT, mask=64, repeat_params=asc.BinaryRepeatParams()),
        lambda: asc.compare(x, y, asc.CMPMODE.LT, (2**64 - 1, 0), asc.BinaryRepeatParams()),
    ):
        core.state["cmpmask"] = 0
        run()
        assert core.state["cmpmask"].tolist() == [0xFF, 0, 0, 0]


def test_compare_into_the_register_obeys_is_set_mask(make_core: Any) -> None:
    core = make_core()
    x = core.ub(np.zeros(64, np.float32))
    core.state["mask"] = [0b1010, 0, 0, 0]
    asc.compare(x, x, asc.CMPMODE.EQ, asc.MASK_PLACEHOLDER, asc.BinaryRepeatParams(), False)
    assert core.state["cmpmask"].tolist() == [0b1010, 0, 0, 0]


def test_set_cmp_mask_takes_sixteen_bytes_and_needs_sixteen_byte_alignment(make_core: Any) -> None:
    core = make_core()
    data = core.ub(np.arange(64, dtype=np.uint8))
    asc.set_cmp_mask(data[16:])
    assert core.state["cmpmask"].view(np.uint8).tolist() == [*range(16, 32), *[0] * 16]
    with pytest.raises(LanewiseError) as caught:
        asc.set_cmp_mask(data[8:])
    assert caught.value.id == "ALIGN-001"


def test_get_cmp_mask_needs_room_for_128_bytes(make_core: Any, unchanged: Any) -> None:
    core = make_core()
    short = core.ub(np.zeros(96, np.uint8))
    before = unchanged.snapshot(core)
    with pytest.raises(LanewiseError) as caught:
        asc.get_cmp_mask(short)
    assert caught.value.id == "MEM-002"
    unchanged(core, before)


# --- front and state ---


def test_compare_count_form_leaves_the_mask_as_the_chip_does(make_core: Any) -> None:
    for chip, mask in (("ascend910b", [2**64 - 1] * 4), ("ascend950", [5, 0, 0, 0])):
        core = make_core(chip)
        core.state["mask"] = [5, 0, 0, 0]
        x = core.ub(np.zeros(64, np.float32))
        asc.compare(core.ub(32, np.uint8), x, x, asc.CMPMODE.EQ, 64)
        assert core.state["mask"].tolist() == mask


def test_compare_operators_run_over_all_elements_of_the_sources(make_core: Any) -> None:
    core = make_core()
    a, b = floats(256, np.float32, 20), floats(256, np.float32, 21)
    x, y = core.ub(a), core.ub(b)
    less, greater = (x < y, operator.lt), (x > y, operator.gt)
    for expression, relation in (less, greater, (x <= y, operator.le), (x >= y, operator.ge)):
        dst = core.ub(np.zeros(32, np.uint8))
        asc.assign(dst, expression)
        assert bits_of(dst.numpy()) == [int(relation(p, q)) for p, q in zip(a.tolist(), b.tolist(), strict=True)]


def test_compare_in_place_reads_a_repeat_before_it_writes(make_core: Any) -> None:
    """dst over src0: each repeat is read before its own bits are written, and later repeats see earlier bits."""
    core = make_core("ascend950")
    data = np.arange(256, dtype=np.uint8)
    raw = core.ub(data)
    x = raw.reinterpret_cast(asc.float32)
    asc.compare(raw, x, x, asc.CMPMODE.EQ, 64)
    wanted = [int(v == v) for v in data.view(np.float32).tolist()]
    assert bits_of(raw.numpy()[:8]) == wanted


def test_compare_that_fails_changes_nothing(make_core: Any, unchanged: Any) -> None:
    core = make_core()
    x, dst = core.ub(np.zeros(128, np.float32)), core.ub(np.zeros(8, np.uint8))
    core.state["mask"] = [5, 0, 0, 0]
    before = unchanged.snapshot(core)
    with pytest.raises(LanewiseError) as caught:
        asc.compare(dst, x, x, asc.CMPMODE.EQ, 64, 2, asc.BinaryRepeatParams())
    assert caught.value.id == "MEM-002"
    unchanged(core, before)


def test_flags_are_checked_before_memory(make_core: Any, call: Any) -> None:
    core = make_core("ascend910b")
    x = core.ub(np.zeros(64, np.float32))
    with pytest.raises(LanewiseError) as caught:
        call(core, "compares", core.ub(1, np.uint8), x, count=64, bits=0, flags=Flag.SET_MASK | Flag.SCALAR_LEFT,
             params=(0,))
    assert caught.value.id == "OP-005"
