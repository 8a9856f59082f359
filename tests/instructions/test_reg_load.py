"""Aligned loads: every distribution against loops over bytes."""

from __future__ import annotations

from typing import Any

import pytest
from register_memory import at, fill, mask_of, raw, set_bits

from lanewise.asc import reg
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import instructions

DISTS = {
    "NORM": 0, "BRC_B8": 1, "BRC_B16": 2, "BRC_B32": 3, "US_B8": 6, "US_B16": 7, "DS_B8": 8, "DS_B16": 9,
    "UNPACK_B8": 13, "UNPACK_B16": 14, "BLK": 15, "E2B_B16": 16, "E2B_B32": 17, "UNPACK_B32": 18, "UNPACK4_B8": 20,
}  # fmt: skip


def expected(dist: str, s: list[int]) -> list[int]:
    kind, _, bits = dist.partition("_B")
    w = int(bits or 8) // 8
    lane = {i: s[i * w : i * w + w] for i in range(512 // w)}
    zero = [0] * w
    rows = {
        "NORM": lambda: [lane[i] for i in range(256)],
        "BRC": lambda: [lane[0]] * (256 // w),
        "US": lambda: [lane[i // 2] for i in range(256 // w)],
        "DS": lambda: [lane[2 * i] for i in range(256 // w)],
        "UNPACK": lambda: [x for i in range(128 // w) for x in (lane[i], zero)],
        "UNPACK4": lambda: [x for i in range(64) for x in (lane[i], zero, zero, zero)],
        "BLK": lambda: [lane[i % 32] for i in range(256)],
        "E2B": lambda: [lane[b] for b in range(8) for _ in range(32 // w)],
    }
    return [b for row in rows[kind]() for b in row]


@pytest.mark.parametrize("kind", ["int8", "half", "float"])
@pytest.mark.parametrize("dist", DISTS)
def test_mistake_11_the_width_of_a_distribution_is_in_its_name(make_core: Any, dist: str, kind: str) -> None:
    with make_core("ascend950") as core:
        data = fill(core)
        d = reg.RegTensor(kind)
        reg.load_align(d, at(core, 0, kind), dist=DISTS[dist])
        assert raw(d) == expected(dist, data)


def test_mistake_11_unpack_extends_with_zeros(make_core: Any) -> None:
    with make_core("ascend950") as core:
        core.mem[4096:4224] = 0xD8  # -40
        d = reg.RegTensor("int8")
        reg.load_align(d, at(core, 0, "int8"), dist=DISTS["UNPACK_B8"])
        assert raw(d) == [0xD8, 0] * 128


@pytest.mark.parametrize(("dist", "w"), [(11, 1), (12, 2), (19, 4)])
@pytest.mark.parametrize("kind", ["uint8", "float", "int64"])
def test_two_registers_take_even_and_odd_elements(make_core: Any, dist: int, w: int, kind: str) -> None:
    with make_core("ascend950") as core:
        data = fill(core)
        even, odd = reg.RegTensor(kind), reg.RegTensor(kind)
        reg.load_align(even, odd, at(core, 32, kind), dist=dist)
        pairs = [data[32 + i * w : 32 + i * w + w] for i in range(512 // w)]
        assert raw(even) == [b for p in pairs[::2] for b in p]
        assert raw(odd) == [b for p in pairs[1::2] for b in p]


@pytest.mark.parametrize(("kind", "part"), [("int64", 4), ("complex64", 4), ("complex32", 2)])
def test_wide_elements_part_into_low_and_high(make_core: Any, kind: str, part: int) -> None:
    with make_core("ascend950") as core:
        data = fill(core)
        d = reg.RegTensor(kind, registers=2)
        reg.load_align(d, at(core, 0, kind))
        pieces = [data[i : i + part] for i in range(0, 512, part)]
        assert raw(d) == [b for p in pieces[::2] for b in p] + [b for p in pieces[1::2] for b in p]


ALIGN = {
    "NORM": 32, "BRC_B8": 1, "BRC_B16": 2, "BRC_B32": 4, "US_B8": 32, "DS_B16": 32, "UNPACK_B16": 32, "UNPACK4_B8": 32,
    "BLK": 32, "E2B_B16": 16, "E2B_B32": 32,
}  # fmt: skip


@pytest.mark.parametrize("dist", ALIGN)
def test_an_address_off_the_grid_of_its_distribution_is_refused(make_core: Any, dist: str) -> None:
    with make_core("ascend950") as core:
        fill(core)
        d = reg.RegTensor("uint8")
        need = ALIGN[dist]
        reg.load_align(d, at(core, need), dist=DISTS[dist])
        if need > 1:
            with pytest.raises(LanewiseError, match=f"ALIGN-001.*multiple of {need}"):
                reg.load_align(d, at(core, need // 2), dist=DISTS[dist])


def test_distributions_of_other_chips_are_refused(make_core: Any) -> None:
    with make_core("ascend950") as core:
        d = reg.RegTensor("uint8")
        for dist in (10, 21, 22, 23):
            with pytest.raises(LanewiseError, match="PARAM-001"):
                reg.load_align(d, at(core), dist=dist)
        wide = reg.RegTensor("int64")
        with pytest.raises(LanewiseError, match="PARAM-001"):
            reg.load_align(wide, at(core, 0, "int64"), dist=DISTS["BRC_B32"])


@pytest.mark.parametrize("stride", [0, 1, 3])
def test_mistake_12_a_block_is_loaded_when_any_of_its_lanes_is_active(make_core: Any, stride: int) -> None:
    with make_core("ascend950") as core:
        data = fill(core)
        d = reg.RegTensor("float", 1)
        reg.load_blocks(d, at(core, 0, "float"), mask_of([4, 96 + 28, 224]), stride=stride)
        want = []
        for b in range(8):
            start = b * stride * 32
            want += data[start : start + 32] if b in (0, 3, 7) else [0] * 32
        assert raw(d) == want


def test_a_block_without_active_lanes_may_be_outside_ub(make_core: Any) -> None:
    with make_core("ascend950") as core:
        d = reg.RegTensor("uint8")
        end = int(core.mem.size)
        src = at(core, end - 4096 - 32)
        reg.load_blocks(d, src, mask_of([31]), stride=1)
        with pytest.raises(LanewiseError, match="MEM-001"):
            reg.load_blocks(d, src, mask_of([31, 32]), stride=1)


def test_masks_from_memory(make_core: Any) -> None:
    with make_core("ascend950") as core:
        data = fill(core)
        bits = [data[i // 8] >> i % 8 & 1 for i in range(512)]
        m = reg.MaskReg()
        for dist, of in ((0, lambda k: bits[k]), (1, lambda k: bits[k // 2]), (2, lambda k: bits[2 * k])):
            reg.load_align(m, at(core), dist=dist)
            assert set_bits(m) == [k for k in range(256) if of(k)]
        reg.load_align(m, at(core, 16), dist=1)
        with pytest.raises(LanewiseError, match="ALIGN-001"):
            reg.load_align(m, at(core, 16), dist=0)


def test_chips_without_registers_say_where_they_are(make_core: Any) -> None:
    with make_core("ascend910b") as core, pytest.raises(LanewiseError, match=r"OP-001.*ascend950"):
        reg.load_align(reg.RegTensor("float"), at(core, 0, "float"))


def test_every_element_type_can_be_loaded() -> None:
    types = {row.types[0] for row in instructions()["reg_load"].rows}
    assert {"int8", "bool", "fp4x2_e2m1", "hifloat8", "bfloat16", "complex32", "complex64", "uint64", "int4x2"} <= types
