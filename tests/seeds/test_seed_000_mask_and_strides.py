"""Common parameters of the vector instructions: every documented result of the page on masks, repeats and strides."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lanewise.errors import LanewiseError

# The page speaks for every chip with masked vector instructions; Add on int16 is not on ascend910.
ALL = ("ascend910b", "ascend910_93", "ascend950", "ascend310b", "ascend310p", "ascend910")
WITH_INT16 = tuple(c for c in ALL if c != "ascend910")
ALTERNATE = 6148914691236517205  # 0b0101...01
CONTIGUOUS = (1, 1, 1, 8, 8, 8)


@pytest.mark.parametrize("chip", WITH_INT16)
def test_add_int16_mask_64(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    src = np.arange(1, 129, dtype=np.int16)
    dst = core.ub(np.full(128, -7, np.int16))
    call(core, "add", dst, core.ub(src), core.ub(src), mask=64, repeat=1, strides=CONTIGUOUS)
    assert dst.numpy().tolist() == [2 * i for i in range(1, 65)] + [-7] * 64


@pytest.mark.parametrize("chip", ALL)
def test_add_int32_mask_64(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    src = np.arange(1, 65, dtype=np.int32)
    dst = core.ub(np.full(64, -7, np.int32))
    call(core, "add", dst, core.ub(src), core.ub(src), mask=64, repeat=1, strides=CONTIGUOUS)
    assert dst.numpy().tolist() == [2 * i for i in range(1, 65)]


@pytest.mark.parametrize("chip", WITH_INT16)
def test_add_int16_bitwise_mask(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    src = np.arange(1, 129, dtype=np.int16)
    old = np.arange(1000, 1128, dtype=np.int16)
    dst = core.ub(old)
    call(core, "add", dst, core.ub(src), core.ub(src), mask=(ALTERNATE, ALTERNATE), strides=CONTIGUOUS)
    assert dst.numpy().tolist() == [2 * (k + 1) if k % 2 == 0 else 1000 + k for k in range(128)]
    assert dst.numpy()[126] == 254  # the page: ... 254 undefined


@pytest.mark.parametrize("chip", ALL)
def test_add_int32_bitwise_mask(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    src = np.arange(1, 65, dtype=np.int32)
    dst = core.ub(np.arange(1000, 1064, dtype=np.int32))
    call(core, "add", dst, core.ub(src), core.ub(src), mask=(ALTERNATE, 0), strides=CONTIGUOUS)
    assert dst.numpy().tolist() == [2 * (k + 1) if k % 2 == 0 else 1000 + k for k in range(64)]


@pytest.mark.parametrize("chip", ALL)
@pytest.mark.parametrize("kind", [np.float16, np.int32])
def test_mask_bits_are_least_significant_first(make_core: Any, call: Any, chip: str, kind: Any) -> None:
    """{8, 2} is elements 3 and 65; with 64 elements a repeat only the first word exists."""
    per_repeat = 256 // np.dtype(kind).itemsize
    core = make_core(chip)
    dst = core.ub(np.zeros(per_repeat, kind))
    one = core.ub(np.ones(per_repeat, kind))
    call(core, "add", dst, one, one, mask=(8, 2) if per_repeat == 128 else (8, 0), strides=CONTIGUOUS)
    assert np.flatnonzero(dst.numpy()).tolist() == ([3, 65] if per_repeat == 128 else [3])


@pytest.mark.parametrize("chip", ALL)
@pytest.mark.parametrize("n", [1, 15, 16, 17, 63, 64, 65, 100, 127, 128])
def test_contiguous_mask_is_the_first_elements_of_each_repeat(make_core: Any, call: Any, chip: str, n: int) -> None:
    core = make_core(chip)
    dst = core.ub(np.zeros(256, np.float16))
    one = core.ub(np.ones(256, np.float16))
    call(core, "add", dst, one, one, mask=n, repeat=2, strides=CONTIGUOUS)
    assert np.flatnonzero(dst.numpy()).tolist() == [*range(n), *range(128, 128 + n)]


@pytest.mark.parametrize("chip", ALL)
def test_two_repeats_cover_256_halfs(make_core: Any, call: Any, chip: str) -> None:
    """repeatTimes 2: 2 x 8 blocks x 32 bytes = 512 bytes = 256 half elements."""
    core = make_core(chip)
    dst = core.ub(np.zeros(384, np.float16))
    call(core, "abs", dst, core.ub(np.full(384, -1, np.float16)), mask=128, repeat=2, strides=(1, 1, 8, 8))
    assert dst.numpy().tolist() == [1] * 256 + [0] * 128


@pytest.mark.parametrize("chip", ALL)
def test_255_repeats_is_the_limit(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    dst, src = core.ub(128, np.float16), core.ub(np.full(128, -1, np.float16))
    call(core, "abs", dst, src, mask=128, repeat=255, strides=(1, 1, 0, 0))
    with pytest.raises(LanewiseError) as caught:
        call(core, "abs", dst, src, mask=128, repeat=256, strides=(1, 1, 0, 0))
    assert caught.value.id == "REPEAT-001"


def blocks(array: Any) -> list[int]:
    """The first element of each 32-byte block of half values."""
    return [int(v) for v in array[::16]]


def numbered(n: int) -> Any:
    """n blocks of half; block k holds the number k."""
    return np.repeat(np.arange(n), 16).astype(np.float16)


@pytest.mark.parametrize("chip", ALL)
@pytest.mark.parametrize(("stride", "read"), [(1, range(8)), (2, range(0, 16, 2)), (0, [0] * 8), (5, range(0, 40, 5))])
def test_source_block_stride(make_core: Any, call: Any, chip: str, stride: int, read: Any) -> None:
    core = make_core(chip)
    dst = core.ub(np.zeros(128, np.float16))
    call(core, "abs", dst, core.ub(numbered(64)), mask=128, strides=(1, stride, 8, 8))
    assert blocks(dst.numpy()) == list(read)


@pytest.mark.parametrize("chip", ALL)
@pytest.mark.parametrize("stride", [1, 2, 3])
def test_destination_block_stride(make_core: Any, call: Any, chip: str, stride: int) -> None:
    core = make_core(chip)
    dst = core.ub(np.full(24 * 16, 99, np.float16))
    call(core, "abs", dst, core.ub(numbered(8)), mask=128, strides=(stride, 1, 8, 8))
    wanted = [99] * 24
    for k in range(8):
        wanted[k * stride] = k
    assert blocks(dst.numpy()) == wanted


@pytest.mark.parametrize("chip", ALL)
@pytest.mark.parametrize("stride", [0, 3, 8, 9, 10])
def test_source_repeat_stride(make_core: Any, call: Any, chip: str, stride: int) -> None:
    """0 reads the same blocks again, 1..7 overlap, 8 is contiguous, above 8 leaves gaps of stride - 8 blocks."""
    core = make_core(chip)
    dst = core.ub(np.zeros(24 * 16, np.float16))
    call(core, "abs", dst, core.ub(numbered(32)), mask=128, repeat=3, strides=(1, 1, 8, stride))
    assert blocks(dst.numpy()) == [r * stride + k for r in range(3) for k in range(8)]


@pytest.mark.parametrize("chip", ALL)
@pytest.mark.parametrize("stride", [8, 9, 12])
def test_destination_repeat_stride(make_core: Any, call: Any, chip: str, stride: int) -> None:
    core = make_core(chip)
    dst = core.ub(np.full(32 * 16, 99, np.float16))
    call(core, "abs", dst, core.ub(numbered(16)), mask=128, repeat=2, strides=(1, 1, stride, 8))
    wanted = [99] * 32
    for r in range(2):
        for k in range(8):
            wanted[r * stride + k] = 8 * r + k
    assert blocks(dst.numpy()) == wanted


@pytest.mark.parametrize("chip", ALL)
def test_repeat_stride_9_on_both_sides(make_core: Any, call: Any, chip: str) -> None:
    """The page's picture: blocks 1 and 9 are the first of their repeats and nine blocks apart."""
    core = make_core(chip)
    dst = core.ub(np.full(18 * 16, 99, np.float16))
    call(core, "abs", dst, core.ub(numbered(18)), mask=128, repeat=2, strides=(1, 1, 9, 9))
    assert blocks(dst.numpy()) == [*range(8), 99, *range(9, 17), 99]


@pytest.mark.parametrize("chip", ALL)
def test_all_zero_bitwise_mask(make_core: Any, call: Any, unchanged: Any, chip: str) -> None:
    """The page forbids it; where the mask page says that nothing happens, nothing happens."""
    core = make_core(chip)
    dst, one = core.ub(np.zeros(128, np.float16)), core.ub(np.ones(128, np.float16))
    before = core.mem.copy()
    if chip in ("ascend910b", "ascend910_93", "ascend950"):
        call(core, "add", dst, one, one, mask=(0, 0), strides=CONTIGUOUS)
    else:
        with pytest.raises(LanewiseError) as caught:
            call(core, "add", dst, one, one, mask=(0, 0), strides=CONTIGUOUS)
        assert caught.value.id == "MASK-002"
    assert np.array_equal(core.mem, before)


@pytest.mark.parametrize("chip", WITH_INT16)
@pytest.mark.parametrize(("kind", "high"), [(np.int16, 128), (np.int32, 64)])
def test_contiguous_mask_range(make_core: Any, call: Any, chip: str, kind: Any, high: int) -> None:
    core = make_core(chip)
    t = core.ub(np.zeros(256, kind))
    call(core, "add", t, t, t, mask=high, strides=CONTIGUOUS)
    with pytest.raises(LanewiseError) as caught:
        call(core, "add", t, t, t, mask=high + 1, strides=CONTIGUOUS)
    assert caught.value.id == "MASK-001"


@pytest.mark.parametrize("chip", ALL)
def test_high_word_must_be_zero_for_32_bits(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    t = core.ub(np.zeros(64, np.int32))
    with pytest.raises(LanewiseError) as caught:
        call(core, "add", t, t, t, mask=(1, 1), strides=CONTIGUOUS)
    assert caught.value.id == "MASK-003"
