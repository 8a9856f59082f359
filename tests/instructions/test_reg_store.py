"""Aligned stores against loops over bytes. What a store does not write keeps its old content."""

from __future__ import annotations

from typing import Any

import pytest
from register_memory import at, mask_of, memory, ramp, register_of

from lanewise.asc import reg
from lanewise.errors import LanewiseError

OLD = 0xEE
WHOLE = 16


def stored(core: Any, n: int, offset: int = 0) -> list[int]:
    return memory(core, n, offset)


def untouched(core: Any) -> None:
    core.mem[:] = OLD


@pytest.mark.parametrize(("kind", "w"), [("uint8", 1), ("half", 2), ("float", 4), ("int64", 8)])
def test_mistake_1_a_lane_is_stored_by_the_lowest_of_its_bits(make_core: Any, kind: str, w: int) -> None:
    with make_core("ascend950") as core:
        untouched(core)
        lanes = [0, 3, 4, 17]
        noise = [5 * w + k for k in range(1, w)]  # upper bits of lane 5
        data = ramp(256)
        reg.store_align(at(core, 0, kind), register_of(kind, data), mask_of([i * w for i in lanes] + noise))
        assert stored(core, 256) == [data[j] if j // w in lanes else OLD for j in range(256)]


@pytest.mark.parametrize(("dist", "w"), [(0, 1), (1, 2), (2, 4)])
def test_norm_with_a_width_of_its_own(make_core: Any, dist: int, w: int) -> None:
    with make_core("ascend950") as core:
        untouched(core)
        data = ramp(256)
        reg.store_align(at(core, 0, "float"), register_of("float", data), mask_of([0, 1, 2, 8]), dist=dist)
        active = [b // w for b in (0, 1, 2, 8) if b % w == 0]
        assert stored(core, 256) == [data[j] if j // w in active else OLD for j in range(256)]


@pytest.mark.parametrize(("dist", "w"), [(3, 1), (4, 2), (5, 4)])
def test_mistake_12_a_first_element_is_stored_whatever_the_mask_says(make_core: Any, dist: int, w: int) -> None:
    with make_core("ascend950") as core:
        untouched(core)
        data = ramp(256)
        reg.store_align(at(core, w, "float"), register_of("float", data), mask_of([]), dist=dist)
        assert stored(core, 64) == [OLD] * w + data[:w] + [OLD] * (64 - 2 * w)


@pytest.mark.parametrize(("dist", "w", "kept"), [(6, 2, 1), (7, 4, 2), (10, 8, 4), (12, 4, 1)])
def test_mistake_4_pack_stores_the_low_parts_of_lanes(make_core: Any, dist: int, w: int, kept: int) -> None:
    with make_core("ascend950") as core:
        untouched(core)
        data = ramp(256)
        lanes = [0, 1, 2, 5]
        reg.store_align(at(core, 0, "uint32"), register_of("uint32", data), mask_of([i * w for i in lanes]), dist=dist)
        want = []
        for i in range(256 // w):
            want += data[i * w : i * w + kept] if i in lanes else [OLD] * kept
        assert stored(core, 256) == want + [OLD] * (256 - len(want))


@pytest.mark.parametrize(("dist", "w"), [(8, 1), (9, 2), (11, 4)])
def test_mistake_12_interleaved_registers_are_stored_whatever_the_mask_says(make_core: Any, dist: int, w: int) -> None:
    with make_core("ascend950") as core:
        untouched(core)
        a, b = ramp(256), ramp(512)[256:]
        reg.store_align(at(core, 0, "half"), register_of("half", a), register_of("half", b), mask_of([]), dist=dist)
        want = [x for i in range(0, 256, w) for x in a[i : i + w] + b[i : i + w]]
        assert stored(core, 544) == want + [OLD] * 32


@pytest.mark.parametrize(("kind", "part"), [("int64", 4), ("complex32", 2)])
@pytest.mark.parametrize("second", [256, 64])
def test_two_registers_are_stored_in_memory_order(make_core: Any, kind: str, part: int, second: int) -> None:
    with make_core("ascend950") as core:
        untouched(core)
        data = ramp(512)
        src = reg.RegTensor(kind, registers=2)
        src.data[:] = [b for h in (0, 1) for i in range(h * part, 512, 2 * part) for b in data[i : i + part]]
        reg.store_align(at(core, 0, kind), src, mask_of(list(range(256))), second=second)
        want = data[:256] + [OLD] * 256
        want[second : second + 256] = data[256:]
        assert stored(core, 512) == want


@pytest.mark.parametrize("stride", [1, 2, 5])
def test_blocks_are_stored_a_stride_apart(make_core: Any, stride: int) -> None:
    with make_core("ascend950") as core:
        untouched(core)
        data = ramp(256)
        reg.store_blocks(at(core, 0, "half"), register_of("half", data), mask_of([0, 2, 32, 33, 130]), stride=stride)
        want = [OLD] * 2048
        for bit in (0, 2, 32, 130):
            block, inside = divmod(bit, 32)
            start = block * stride * 32 + inside
            want[start : start + 2] = data[bit : bit + 2]
        assert stored(core, 2048) == want


def test_mask_registers_go_to_memory_whole_or_packed(make_core: Any) -> None:
    with make_core("ascend950") as core:
        untouched(core)
        bits = [0, 1, 6, 9, 64, 130, 255]
        reg.store_align(at(core), mask_of(bits))
        assert stored(core, 33) == [sum(1 << b % 8 for b in bits if b // 8 == k) for k in range(32)] + [OLD]
        untouched(core)
        reg.store_align(at(core, 16), mask_of(bits), dist=1)
        even = [b // 2 for b in bits if b % 2 == 0]
        packed = [sum(1 << b % 8 for b in even if b // 8 == k) for k in range(16)]
        assert stored(core, 48) == [OLD] * 16 + packed + [OLD] * 16


def test_only_active_lanes_reach_memory(make_core: Any) -> None:
    with make_core("ascend950") as core:
        end = int(core.mem.size) - 4096
        src = register_of("float", ramp(256))
        reg.store_align(at(core, end - 32, "float"), src, mask_of([0, 28]))
        with pytest.raises(LanewiseError, match="MEM-001"):
            reg.store_align(at(core, end - 32, "float"), src, mask_of([0, 32]))


@pytest.mark.parametrize(("dist", "need"), [(WHOLE, 32), (4, 2), (5, 4), (6, 32), (12, 32)])
def test_an_address_off_the_grid_of_its_distribution_is_refused(make_core: Any, dist: int, need: int) -> None:
    with make_core("ascend950") as core:
        src = register_of("float", ramp(256))
        reg.store_align(at(core, need, "float"), src, mask_of([0]), dist=dist)
        with pytest.raises(LanewiseError, match=f"ALIGN-001.*multiple of {need}"):
            reg.store_align(at(core, need // 2, "float"), src, mask_of([0]), dist=dist)


def test_a_register_that_nobody_wrote_is_not_stored(make_core: Any) -> None:
    with make_core("ascend950") as core, pytest.raises(LanewiseError, match=r"REG-001.*src is read before"):
        reg.store_align(at(core, 0, "float"), reg.RegTensor("float"), mask_of([0]))
