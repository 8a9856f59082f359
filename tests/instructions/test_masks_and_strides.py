"""The likely mistakes of an emulator with masks, strides, Counter mode, fills and shifts: one direct test each."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest

from lanewise import asc
from lanewise.errors import LanewiseError

ONES = (1 << 64) - 1
BOTH = ("ascend910b", "ascend950")
UNIT = asc.UnaryRepeatParams()
COUNTER_BIT = 56


def h(x: float) -> float:
    """The nearest half; beyond the range the largest one, as CTRL[48] = 0 asks."""
    try:
        return float(struct.unpack("<e", struct.pack("<e", x))[0])
    except OverflowError:
        return 65504.0 if x > 0 else -65504.0


def mask_words(core: Any) -> tuple[int, int]:
    return int(core.state["mask"][0]), int(core.state["mask"][1])


def in_counter_mode(core: Any) -> bool:
    return bool(int(core.state["ctrl"]) >> COUNTER_BIT & 1)


@pytest.mark.parametrize("chip", BOTH)
def test_mistake_01_a_contiguous_mask_counts_per_repeat_and_in_total_in_counter_mode(make_core: Any, chip: str) -> None:
    with make_core(chip) as core:
        x, y = core.ub(np.ones(512, np.int16)), core.ub(np.zeros(512, np.int16))
        asc.adds(y, x, 1, 40, 3, UNIT)
        assert np.flatnonzero(y.numpy()).tolist() == [128 * r + e for r in range(3) for e in range(40)]
        y = core.ub(np.zeros(512, np.int16))
        asc.set_mask_count()
        asc.adds(y, x, 1, [140, 0], 3, UNIT)
        assert np.flatnonzero(y.numpy()).tolist() == list(range(140))


@pytest.mark.parametrize("chip", BOTH)
def test_mistake_02_masked_off_elements_keep_their_bytes(make_core: Any, chip: str) -> None:
    with make_core(chip) as core:
        x = core.ub(np.full(128, 5, np.float16))
        old = np.arange(1000, 1128, dtype=np.float16)
        y = core.ub(old)
        asc.adds(y, x, 1, [1 << 3 | 1 << 63, 1 << 7], 1, UNIT)
        wanted = old.copy()
        wanted[[3, 63, 71]] = 6
        assert y.numpy().tolist() == wanted.tolist()


@pytest.mark.parametrize("chip", BOTH)
def test_mistake_03_mixed_widths_count_by_the_wider_type_and_each_operand_has_its_own_blocks(
    make_core: Any, chip: str
) -> None:
    """Half sources, float sums: 64 elements a repeat, 4 blocks of halfs and 8 of floats, each with its own stride."""
    with make_core(chip) as core:
        a = core.ub(np.arange(256, dtype=np.float16))
        dst = core.ub(np.zeros(256, np.float32))
        asc.mul_add_dst(dst, a, core.ub(np.ones(256, np.float16)), 64, 2, asc.BinaryRepeatParams(1, 1, 1, 8, 4, 4))
        assert dst.numpy().tolist() == [*range(128), *[0] * 128]
        dst = core.ub(np.zeros(256, np.float32))
        ones = core.ub(np.ones(256, np.float16))
        asc.mul_add_dst(dst, a, ones, [1 << 63, 0], 2, asc.BinaryRepeatParams(1, 2, 1, 8, 8, 4))
        assert {i: v for i, v in enumerate(dst.numpy().tolist()) if v} == {63: 96 + 15, 127: 128 + 96 + 15}
        with pytest.raises(LanewiseError) as caught:
            asc.mul_add_dst(dst, a, ones, 65, 1, asc.BinaryRepeatParams(1, 1, 1, 8, 4, 4))
        assert caught.value.id == "MASK-001"
        assert "0..64" in str(caught.value)


@pytest.mark.parametrize("chip", BOTH)
def test_mistake_04_strides_count_blocks_from_start_to_start(make_core: Any, chip: str) -> None:
    with make_core(chip) as core:
        x = core.ub(np.arange(1, 1025, dtype=np.int32))
        y = core.ub(np.zeros(1024, np.int32))
        asc.adds(y, x, 0, 64, 2, asc.UnaryRepeatParams(3, 2, 25, 17))
        wanted = [0] * 1024
        for r in range(2):
            for e in range(64):
                wanted[8 * (25 * r + 3 * (e // 8)) + e % 8] = 8 * (17 * r + 2 * (e // 8)) + e % 8 + 1
        assert y.numpy().tolist() == wanted
        # in a data copy the same numbers are gaps, from the end of a piece to the start of the next
        z = core.ub(np.zeros(64, np.int32))
        asc.data_copy(z, core.gm(np.arange(1, 65, dtype=np.int32)), asc.DataCopyParams(2, 1, 2, 1))
        assert z.numpy().tolist() == [*range(1, 9), *[0] * 8, *range(25, 33), *[0] * 40]


@pytest.mark.parametrize(("chip", "resets"), [("ascend910b", True), ("ascend910_93", True), ("ascend950", False)])
def test_mistake_05_a_count_call_ends_in_normal_mode_with_a_full_mask(make_core: Any, chip: str, resets: bool) -> None:
    with make_core(chip) as core:
        x, y = core.ub(np.ones(128, np.float16)), core.ub(np.zeros(128, np.float16))
        asc.set_vector_mask(0, 0b11, asc.float16)
        asc.adds(y, x, 1, count=16)
        assert mask_words(core) == ((ONES, ONES) if resets else (0b11, 0))
        y = core.ub(np.zeros(128, np.float16))
        asc.adds(y, x, 1, asc.MASK_PLACEHOLDER, 1, UNIT, is_set_mask=False)
        assert np.count_nonzero(y.numpy()) == (128 if resets else 2)
        asc.set_mask_count()
        asc.adds(y, x, 1, count=16)
        assert in_counter_mode(core) != resets


@pytest.mark.parametrize("chip", BOTH)
def test_mistake_06_reset_mask_and_set_vector_mask_do_not_switch_the_mode(make_core: Any, chip: str) -> None:
    with make_core(chip) as core:
        asc.set_mask_count()
        asc.reset_mask()
        assert in_counter_mode(core)
        assert mask_words(core) == (ONES, ONES)
        asc.set_mask_norm()
        asc.set_vector_mask(70, asc.float16, asc.MaskMode.COUNTER)
        assert not in_counter_mode(core)
        assert mask_words(core) == (70, 0)  # in Normal mode these are bits 1, 2 and 6
        y = core.ub(np.zeros(128, np.float16))
        asc.adds(y, core.ub(np.ones(128, np.float16)), 1, asc.MASK_PLACEHOLDER, 1, UNIT, is_set_mask=False)
        assert np.flatnonzero(y.numpy()).tolist() == [1, 2, 6]


@pytest.mark.parametrize("chip", BOTH)
def test_mistake_07_set_vector_mask_takes_the_high_word_first_and_a_list_the_low_one(make_core: Any, chip: str) -> None:
    with make_core(chip) as core:
        x = core.ub(np.ones(128, np.float16))
        by_list, by_register = core.ub(np.zeros(128, np.float16)), core.ub(np.zeros(128, np.float16))
        asc.adds(by_list, x, 1, [8, 2], 1, UNIT)
        assert np.flatnonzero(by_list.numpy()).tolist() == [3, 65]
        asc.set_vector_mask(8, 2, asc.float16)
        assert mask_words(core) == (2, 8)
        asc.adds(by_register, x, 1, asc.MASK_PLACEHOLDER, 1, UNIT, is_set_mask=False)
        assert np.flatnonzero(by_register.numpy()).tolist() == [1, 67]


@pytest.mark.parametrize("chip", BOTH)
def test_mistake_08_counter_mode_ignores_repeats_except_in_copy(make_core: Any, chip: str) -> None:
    with make_core(chip) as core:
        x = core.ub(np.arange(1, 1025, dtype=np.float16))
        asc.set_mask_count()
        for repeats in (0, 1, 7):
            y = core.ub(np.zeros(1024, np.float16))
            asc.adds(y, x, 0, [300, 0], repeats, UNIT)
            assert np.count_nonzero(y.numpy()) == 300
        y = core.ub(np.zeros(1024, np.float16))
        asc.copy(y, x, [20, 0], 3, asc.CopyRepeatParams(1, 1, 8, 8))
        assert np.flatnonzero(y.numpy()).tolist() == [128 * r + e for r in range(3) for e in range(20)]
        # more than eight blocks in one repeat
        y = core.ub(np.zeros(1024, np.float16))
        asc.copy(y, x, [200, 0], 2, asc.CopyRepeatParams(2, 1, 30, 16))
        wanted = [0] * 1024
        for r in range(2):
            for e in range(200):
                wanted[16 * (30 * r + 2 * (e // 16)) + e % 16] = 16 * (16 * r + e // 16) + e % 16 + 1
        assert y.numpy().tolist() == wanted


@pytest.mark.parametrize(("chip", "active"), [("ascend910b", 2**5 - 1), ("ascend910_93", 2**5 - 1), ("ascend950", 5)])
def test_mistake_09_a_contiguous_mask_in_counter_mode_is_bits_on_a2_and_a_number_on_950(
    make_core: Any, chip: str, active: int
) -> None:
    with make_core(chip) as core:
        x, y = core.ub(np.ones(512, np.int16)), core.ub(np.zeros(512, np.int16))
        asc.set_mask_count()
        asc.adds(y, x, 1, 5, 1, UNIT)
        assert np.flatnonzero(y.numpy()).tolist() == list(range(active))
        if chip != "ascend950":
            with pytest.raises(LanewiseError) as caught:
                asc.adds(y, x, 1, 32, 1, UNIT)
            assert caught.value.id == "MASK-005"  # 2**32 - 1 elements


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_mistake_23_brcb_reads_eight_elements_a_repeat_whatever_the_type(make_core: Any, kind: Any) -> None:
    with make_core() as core:
        per = 32 // np.dtype(kind).itemsize
        dst = core.ub(np.zeros(16 * per, kind))
        asc.brcb(dst, core.ub(np.arange(1, 17).astype(kind)), 2, asc.BrcbRepeatParams(1, 8))
        assert dst.numpy().reshape(16, per).tolist() == [[v] * per for v in range(1, 17)]


def test_mistake_24_create_vec_index_rounds_step_by_step(make_core: Any) -> None:
    """910b adds a block to blocks it has already rounded, ascend950 a repeat to repeats."""
    for chip, by_block in (("ascend910b", True), ("ascend950", False)):
        with make_core(chip) as core:
            dst = core.ub(np.zeros(512, np.float16))
            asc.create_vec_index(dst, 3.3, 512)
            row = [h(h(3.3) + i) for i in range(16 if by_block else 128)]
            while len(row) < 128:
                row += [h(v + 16) for v in row[-16:]]
            while len(row) < 512:
                row += [h(v + 128) for v in row[-128:]]
            assert dst.numpy().tolist() == row
            assert row != [h(h(3.3) + i) for i in range(512)]


@pytest.mark.parametrize("chip", BOTH)
def test_mistake_24_create_vec_index_saturates_as_its_additions_do(make_core: Any, chip: str) -> None:
    with make_core(chip) as core:
        dst = core.ub(np.zeros(256, np.float16))
        asc.create_vec_index(dst, 65472.0, 256)
        assert dst.numpy()[128:].tolist() == [65504.0] * 128
        asc.set_ctrl_spr(48, 48, 1)
        asc.create_vec_index(dst, 65472.0, 256)
        assert np.isinf(dst.numpy()[160:]).all()


def test_mistake_24_bilinear_interpolation_masks_the_sums_but_not_the_reads(make_core: Any) -> None:
    """Masked-off lanes keep dst; weights and data are used in full, and every step rounds."""
    with make_core() as core:
        data, weight = [h(0.1 * i) for i in range(256)], [h(1 / 3), h(2 / 3)]
        dst = core.ub(np.full(128, 7, np.float16))
        asc.bilinear_interpolation(
            dst, core.ub(np.array(data, np.float16)), core.ub(np.arange(0, 512, 32, dtype=np.uint32)),
            core.ub(np.array(weight + [0] * 14, np.float16)), [0b101, 1], 2, False, 1, 128, 1, core.ub(8192, "uint8"),
        )
        wanted = [7.0] * 128
        for e in (0, 2, 64):
            wanted[e] = h(h(weight[1] * data[128 + e]) + h(weight[0] * data[e]))
        assert dst.numpy().tolist() == wanted


@pytest.mark.parametrize("chip", BOTH)
def test_mistake_25_a_signed_left_shift_keeps_the_sign(make_core: Any, chip: str) -> None:
    with make_core(chip) as core:
        x = core.ub(np.array([0xAAAA] * 16, np.uint16))
        for amount, wanted in ((1, 0xD554), (3, 0xD550)):
            y = core.ub(np.zeros(16, np.int16))
            asc.shift_left(y, x.reinterpret_cast("int16"), amount, 16)
            assert y.numpy().view(np.uint16).tolist() == [wanted] * 16
        y = core.ub(np.zeros(16, np.uint16))
        asc.shift_left(y, x, 1, 16)
        assert y.numpy().tolist() == [0x5554] * 16


def test_mistake_25_a_rounding_right_shift_adds_the_last_bit_out(make_core: Any) -> None:
    with make_core() as core:
        x = np.array([17, 16, 15, -17, -16, -1, 32767, -32768], np.int32)
        dst = core.ub(np.zeros(8, np.int32))
        asc.shift_right(dst, core.ub(x), 5, 8, 1, UNIT, round_en=True)
        assert dst.numpy().tolist() == [(int(v) >> 5) + (int(v) >> 4 & 1) for v in x]
        assert dst.numpy()[0] == 1


def test_mistake_25_and_or_on_32_bits_in_the_count_form_cover_half_the_data_on_a2(make_core: Any) -> None:
    a, b = np.full(16, 0x0F0F0F0F, np.uint32), np.full(16, 0x33333333, np.uint32)
    for name, both in (("bitwise_and", 0x03030303), ("bitwise_or", 0x3F3F3F3F)):
        with make_core("ascend910b") as core:
            dst = core.ub(np.zeros(16, np.uint32))
            getattr(asc, name)(dst, core.ub(a), core.ub(b), 16)
            assert dst.numpy().tolist() == [both] * 8 + [0] * 8
        with make_core("ascend950") as core:
            dst = core.ub(np.zeros(16, np.uint32))
            getattr(asc, name)(dst, core.ub(a), core.ub(b), 16)
            assert dst.numpy().tolist() == [both] * 16
