"""Mask registers bit by bit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from register_memory import mask_of, ramp, register_of, set_bits

from lanewise.asc import reg
from lanewise.errors import LanewiseError

A = [i for i in range(256) if i * i % 7 < 3]
B = [i for i in range(256) if i % 5 < 2 or i > 200]
M = [i for i in range(256) if i % 3]
PATTERNS: dict[int, Callable[[int, int], bool]] = {
    0: lambda i, n: True, 15: lambda i, n: False, 10: lambda i, n: i % 3 == 0, 11: lambda i, n: i % 4 == 0,
    12: lambda i, n: i < n // 2, 13: lambda i, n: i < n // 4,
    **{code: lambda i, n, most=most: i < most for code, most in enumerate((1, 2, 3, 4, 8, 16, 32, 64, 128), 1)},
}  # fmt: skip


def bits_set_by(name: str, *sources: Any, **params: Any) -> list[int]:
    d = mask_of([])
    getattr(reg, name)(d, *sources, **params)
    return set_bits(d)


@pytest.mark.parametrize("pitch", [1, 2, 4, 8])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_mistakes_1_16_17_patterns_set_the_lowest_bit_of_each_lane(make_core: Any, pattern: int, pitch: int) -> None:
    with make_core("ascend950"):
        n = 256 // pitch
        want = [i * pitch for i in range(n) if PATTERNS[pattern](i, n)]
        assert bits_set_by("create_mask", pattern=pattern, pitch=pitch) == want


def test_a_pattern_that_does_not_exist_is_refused(make_core: Any) -> None:
    with make_core("ascend950"), pytest.raises(LanewiseError, match="PARAM-001"):
        bits_set_by("create_mask", pattern=14)


@pytest.mark.parametrize("pitch", [1, 2, 4, 8])
def test_update_takes_as_many_lanes_as_are_left(make_core: Any, pitch: int) -> None:
    with make_core("ascend950"):
        for count in (0, 1, 31, 32, 33, 64, 65, 128, 255, 256, 257, 2**32 - 1):
            want = [i * pitch for i in range(min(count, 256 // pitch))]
            assert bits_set_by("update_mask", count=count, pitch=pitch) == want


def test_logic_clears_what_the_mask_leaves_out(make_core: Any) -> None:
    with make_core("ascend950"):
        a, b, m = set(A), set(B), set(M)
        wanted = {
            "mask_and": a & b & m, "mask_or": (a | b) & m, "mask_xor": (a ^ b) & m, "mask_sel": (a & m) | (b - m),
        }
        for name, want in wanted.items():
            assert bits_set_by(name, mask_of(A), mask_of(B), mask_of(M)) == sorted(want)
        assert bits_set_by("mask_not", mask_of(A), mask_of(M)) == sorted(m - a)
        assert bits_set_by("mask_mov", mask_of(A), mask_of(M)) == sorted(a & m)
        assert bits_set_by("mask_mov", mask_of(A)) == sorted(a)


@pytest.mark.parametrize("w", [1, 2, 4])
def test_groups_are_interleaved_and_parted_again(make_core: Any, w: int) -> None:
    with make_core("ascend950"):
        bits = [[int(i in chosen) for i in range(256)] for chosen in (set(A), set(B))]
        groups = [[row[i : i + w] for i in range(0, 256, w)] for row in bits]
        flat = [b for pair in zip(*groups, strict=True) for group in pair for b in group]
        d0, d1 = mask_of(A), mask_of(B)
        reg.mask_interleave(d0, d1, d0, d1, width=w)  # destinations may be the sources
        assert set_bits(d0) == [i for i in range(256) if flat[i]]
        assert set_bits(d1) == [i for i in range(256) if flat[256 + i]]
        reg.mask_de_interleave(d0, d1, d0, d1, width=w)
        assert (set_bits(d0), set_bits(d1)) == (A, B)


def test_pack_takes_even_bits_and_unpack_puts_them_back(make_core: Any) -> None:
    with make_core("ascend950"):
        even = [i // 2 for i in A if i % 2 == 0]
        assert bits_set_by("mask_pack", mask_of(A), part=0) == even
        assert bits_set_by("mask_pack", mask_of(A), part=1) == [128 + i for i in even]
        assert bits_set_by("mask_un_pack", mask_of(A), part=0) == [2 * i for i in A if i < 128]
        assert bits_set_by("mask_un_pack", mask_of(A), part=1) == [2 * (i - 128) for i in A if i >= 128]


@pytest.mark.parametrize(("kind", "w"), [("uint16", 2), ("half", 2), ("uint32", 4)])
def test_bits_of_a_register_cover_whole_lanes(make_core: Any, kind: str, w: int) -> None:
    with make_core("ascend950"):
        data, size = ramp(256), 32 // w
        for offset in (0, 3, 256 // size - 1):
            group = data[offset * size : (offset + 1) * size]
            want = [i for i in range(256) if group[i // w // 8] >> (i // w % 8) & 1]
            assert bits_set_by("mask_gen_with_reg_tensor", register_of(kind, data), offset=offset) == want
        with pytest.raises(LanewiseError, match="PARAM-001"):
            bits_set_by("mask_gen_with_reg_tensor", register_of(kind, data), offset=256 // size)


@pytest.mark.parametrize("w", [2, 4])
def test_the_mask_of_memory_instructions_covers_whole_lanes(make_core: Any, w: int) -> None:
    with make_core("ascend950") as core:
        low, high = 0x8000_0000_1234_5671, 0xF
        core.state["mask"][:2] = low, high
        word = low | high << 64
        assert bits_set_by("move_mask", width=w) == [i for i in range(256) if word >> i // w & 1]
