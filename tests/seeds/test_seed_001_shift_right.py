"""ShiftRight, prototype by prototype, as its page says on every chip it names."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lanewise.errors import LanewiseError
from lanewise.isa.record import Flag
from lanewise.numerics.formats import DTYPES

SUPPORTED = ("ascend910b", "ascend910_93", "ascend950", "ascend310b")
MISSING = ("ascend310p", "ascend310p_vector", "ascend910")
RANGED = ("ascend910b", "ascend910_93", "ascend310b")  # chips with an upper bound for the scalar
A2A3 = ("ascend910b", "ascend910_93")
ROUND = Flag.SET_MASK | Flag.ROUND
UNIT = (1, 1, 8, 8)
BASIC = ("int16", "uint16", "int32", "uint32")
WIDTH = {f"{u}int{w}": w for w in (8, 16, 32, 64) for u in ("", "u")}
ALL_ONES = (1 << 64) - 1


def shifted(core: Any, call: Any, values: Any, name: str, scalar: int, **how: Any) -> list[int]:
    src = core.ub(np.array(values, DTYPES[name].numpy))
    dst = core.ub(np.full(len(values), 77, DTYPES[name].numpy))
    call(core, "shift_right", dst, src, scalar=scalar, **(how or {"count": len(values)}))
    return [int(v) for v in dst.numpy()]


FORMS = {
    "contiguous": {"mask": 128, "repeat": 4, "strides": UNIT},
    "bitwise": {"mask": (ALL_ONES, ALL_ONES), "repeat": 4, "strides": UNIT},
    "count": {"count": 512},
}


@pytest.mark.parametrize("chip", SUPPORTED)
@pytest.mark.parametrize("form", FORMS)
def test_shift_right_512_elements_by_2(make_core: Any, call: Any, chip: str, form: str) -> None:
    """[1 2 3 ... 512] becomes [0 0 0 1 1 1 1 ... 128] in all three forms."""
    got = shifted(make_core(chip), call, range(1, 513), "int16", 2, **FORMS[form])
    assert got[:7] == [0, 0, 0, 1, 1, 1, 1]
    assert got[-1] == 128
    assert got == [i // 4 for i in range(1, 513)]


@pytest.mark.parametrize("chip", SUPPORTED)
@pytest.mark.parametrize(
    ("name", "shift", "wanted"),
    [("uint16", 1, 0b0101010101010101), ("int16", 1, 0b1101010101010101), ("int16", 3, 0b1111010101010101)],
)
def test_shift_right_pattern(make_core: Any, call: Any, chip: str, name: str, shift: int, wanted: int) -> None:
    """0b1010101010101010: logical for unsigned, the sign bit is copied for signed."""
    pattern = 0b1010101010101010
    value = pattern if name == "uint16" else pattern - 0x10000
    assert shifted(make_core(chip), call, [value] * 16, name, shift) == [
        wanted if name == "uint16" else wanted - 0x10000
    ] * 16


@pytest.mark.parametrize("chip", A2A3)
@pytest.mark.parametrize("name", ["int16", "int32"])
@pytest.mark.parametrize("mask", [16, (0xFFFF, 0)])
def test_shift_right_17_by_5_with_rounding(make_core: Any, call: Any, chip: str, name: str, mask: Any) -> None:
    """17 = 0b10001: the fifth bit is 1, so 17 >> 5 = 0 becomes 1."""
    assert shifted(make_core(chip), call, [17] * 16, name, 5, mask=mask, strides=UNIT, flags=ROUND) == [1] * 16
    assert shifted(make_core(chip), call, [17] * 16, name, 5, mask=mask, strides=UNIT) == [0] * 16


@pytest.mark.parametrize("chip", A2A3)
@pytest.mark.parametrize("name", ["int16", "int32"])
@pytest.mark.parametrize("shift", [1, 2, 5, 15, 16])
def test_shift_right_rounding_adds_the_last_bit_out(
    make_core: Any, call: Any, chip: str, name: str, shift: int
) -> None:
    per_repeat = 4096 // WIDTH[name] // 2
    values = [((i * 2654435761) >> 3) % 65536 - 32768 for i in range(per_repeat)]
    got = shifted(make_core(chip), call, values, name, shift, mask=per_repeat, strides=UNIT, flags=ROUND)
    assert got == [(v >> shift) + (v >> (shift - 1) & 1) for v in values]


@pytest.mark.parametrize("chip", A2A3)
@pytest.mark.parametrize("name", ["uint16", "uint32"])
def test_shift_right_rounding_is_ignored_for_unsigned(make_core: Any, call: Any, chip: str, name: str) -> None:
    assert shifted(make_core(chip), call, [17] * 16, name, 5, mask=16, strides=UNIT, flags=ROUND) == [0] * 16


@pytest.mark.parametrize("chip", ["ascend310b", "ascend950"])
@pytest.mark.parametrize("mask", [16, (0xFFFF, 0)])
def test_shift_right_rounding_refused(make_core: Any, call: Any, unchanged: Any, chip: str, mask: Any) -> None:
    core = make_core(chip)
    src, dst = core.ub(np.full(16, 17, np.int16)), core.ub(np.zeros(16, np.int16))
    before = unchanged.snapshot(core)
    with pytest.raises(LanewiseError) as caught:
        call(core, "shift_right", dst, src, scalar=5, mask=mask, strides=UNIT, flags=ROUND)
    assert caught.value.id == "OP-005"
    assert "round_en" in str(caught.value)
    unchanged(core, before)


@pytest.mark.parametrize("name", WIDTH)
@pytest.mark.parametrize("beyond", [1, 3])
def test_shift_right_above_the_width_on_950(make_core: Any, call: Any, name: str, beyond: int) -> None:
    """Logical: all 0. Arithmetic: 0 for positive elements, -1 for negative ones."""
    width = WIDTH[name]
    if name[0] == "u":
        values, wanted = [0, 1, 5, 2**width - 1], [0] * 4
    else:
        values, wanted = [0, 1, 2 ** (width - 1) - 1, -1, -5, -(2 ** (width - 1))], [0, 0, 0, -1, -1, -1]
    assert shifted(make_core("ascend950"), call, values, name, width + beyond) == wanted


@pytest.mark.parametrize("chip", RANGED)
@pytest.mark.parametrize("name", BASIC)
def test_shift_right_by_the_width(make_core: Any, call: Any, chip: str, name: str) -> None:
    """The documented range includes the width itself: only sign bits are left."""
    width = WIDTH[name]
    values = [0, 1, 2 ** (width - 1) - 1] + ([2**width - 1] if name[0] == "u" else [-1, -(2 ** (width - 1))])
    wanted = [0, 0, 0] + ([0] if name[0] == "u" else [-1, -1])
    assert shifted(make_core(chip), call, values, name, width) == wanted


@pytest.mark.parametrize("chip", RANGED)
@pytest.mark.parametrize("name", BASIC)
@pytest.mark.parametrize("form", ["count", "contiguous", "bitwise"])
def test_shift_right_scalar_range(
    make_core: Any, call: Any, unchanged: Any, chip: str, name: str, form: str
) -> None:
    """0..16 for 16-bit and 0..32 for 32-bit elements."""
    how = {"count": {"count": 16}, "contiguous": {"mask": 16}, "bitwise": {"mask": (0xFFFF, 0)}}[form]
    core = make_core(chip)
    src = core.ub(np.full(16, 100, DTYPES[name].numpy))
    for good in (0, WIDTH[name]):
        call(core, "shift_right", src, src, scalar=good, **how)
    before = unchanged.snapshot(core)
    for bad in (WIDTH[name] + 1, *(() if name[0] == "u" else (-1,))):
        with pytest.raises(LanewiseError) as caught:
            call(core, "shift_right", src, src, scalar=bad, **how)
        assert caught.value.id == "SCALAR-001"
        assert f"0..{WIDTH[name]}" in caught.value.message
    unchanged(core, before)


def test_shift_right_negative_scalar_on_950(make_core: Any, call: Any) -> None:
    with pytest.raises(LanewiseError) as caught:
        shifted(make_core("ascend950"), call, [1] * 16, "int16", -1)
    assert caught.value.id == "SCALAR-002"


@pytest.mark.parametrize("chip", A2A3)
@pytest.mark.parametrize("how", [{"count": 0}, {"mask": 128, "repeat": 0, "strides": UNIT},
                                 {"mask": (ALL_ONES, ALL_ONES), "repeat": 0, "strides": UNIT}])  # fmt: skip
def test_shift_right_nop_on_zero(make_core: Any, call: Any, chip: str, how: Any) -> None:
    assert shifted(make_core(chip), call, range(128), "int16", 2, **how) == [77] * 128


@pytest.mark.parametrize("chip", SUPPORTED)
@pytest.mark.parametrize("name", BASIC)
@pytest.mark.parametrize("form", FORMS)
def test_shift_right_types_everywhere(make_core: Any, call: Any, chip: str, name: str, form: str) -> None:
    width = WIDTH[name]
    per_repeat = 2048 // width
    values = [(i * 0x9E3779B97F4A7C15 >> 7) % 2**width for i in range(4 * per_repeat)]
    if name[0] != "u":
        values = [v - 2**width if v >> (width - 1) else v for v in values]
    how: dict[str, Any] = {"mask": per_repeat, "repeat": 4, "strides": UNIT}
    if form == "bitwise":
        how["mask"] = (ALL_ONES, ALL_ONES if per_repeat == 128 else 0)
    elif form == "count":
        how = {"count": len(values)}
    assert shifted(make_core(chip), call, values, name, 3, **how) == [v >> 3 for v in values]


@pytest.mark.parametrize("name", ["int8", "uint8", "int64", "uint64"])
def test_shift_right_8_and_64_bits_in_the_count_form_on_950(make_core: Any, call: Any, name: str) -> None:
    width = WIDTH[name]
    values = [0, 1, 100, 2 ** (width - 1) - 1] + ([2**width - 1] if name[0] == "u" else [-1, -(2 ** (width - 1))])
    assert shifted(make_core("ascend950"), call, values, name, 3) == [v >> 3 for v in values]


@pytest.mark.parametrize("name", ["int8", "uint8", "int64", "uint64"])
@pytest.mark.parametrize("mask", [8, (0xFF, 0)])
def test_shift_right_8_and_64_bits_have_no_masked_form(make_core: Any, call: Any, name: str, mask: Any) -> None:
    with pytest.raises(LanewiseError) as caught:
        shifted(make_core("ascend950"), call, [1] * 32, name, 1, mask=mask, strides=UNIT)
    assert caught.value.id == "OP-003"
    assert "count" in str(caught.value)


@pytest.mark.parametrize("chip", RANGED)
@pytest.mark.parametrize("name", ["int8", "uint8", "int64", "uint64", "half", "float"])
def test_shift_right_other_types_refused(make_core: Any, call: Any, chip: str, name: str) -> None:
    with pytest.raises(LanewiseError) as caught:
        shifted(make_core(chip), call, [1] * 32, name, 1)
    assert caught.value.id == "OP-002"
    assert "int16" in str(caught.value)


@pytest.mark.parametrize("chip", MISSING)
def test_shift_right_not_available(make_core: Any, call: Any, chip: str) -> None:
    with pytest.raises(LanewiseError) as caught:
        shifted(make_core(chip), call, [1] * 32, "int16", 1)
    assert caught.value.id == "OP-001"
    assert "ascend910b" in str(caught.value)


def test_shift_right_source_type_must_match(make_core: Any, call: Any) -> None:
    core = make_core("ascend910b")
    with pytest.raises(LanewiseError) as caught:
        call(core, "shift_right", core.ub(np.zeros(16, np.int16)), core.ub(np.zeros(16, np.uint16)), scalar=1, count=16)
    assert caught.value.id == "TYPE-001"


@pytest.mark.parametrize(("chip", "honoured"), [("ascend910b", True), ("ascend910_93", True), ("ascend950", False),
                                                ("ascend310b", False)])  # fmt: skip
def test_shift_right_count_form_without_set_mask(make_core: Any, call: Any, chip: str, honoured: bool) -> None:
    """isSetMask=false: A2 and A3 use MASK and one repeat; on 950 and 310b the parameter does nothing."""
    core = make_core(chip)
    call(core, "set_vector_mask", params=(0b101, 0))
    got = shifted(core, call, [4] * 16, "int16", 1, count=16, flags=0)
    assert got == ([2, 77, 2] + [77] * 13 if honoured else [2] * 16)


@pytest.mark.parametrize("chip", SUPPORTED)
def test_shift_right_masked_form_without_set_mask(make_core: Any, call: Any, chip: str) -> None:
    """The placeholder mask is ignored; MASK decides."""
    core = make_core(chip)
    call(core, "set_vector_mask", params=(0b11, 0))
    assert shifted(core, call, [4] * 16, "int16", 1, mask=0, strides=UNIT, flags=0) == [2, 2] + [77] * 14
