"""Select and GatherMask against plain Python loops."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from lanewise import asc
from lanewise.errors import LanewiseError

BITS, NUMBER, TENSOR = asc.SELMODE  # bits of CMPMASK, a tensor and a number, two tensors
LANES = {np.float16: 128, np.float32: 64}


def bit(data: Any, i: int) -> int:
    return int(np.asarray(data).view(np.uint8)[i // 8]) >> (i % 8) & 1


def numbers(count: int, kind: Any, start: int) -> Any:
    return np.arange(start, start + count).astype(kind)


def random_bytes(count: int, seed: int) -> Any:
    return np.random.default_rng(seed).integers(0, 256, count, np.uint8)


# --- Select, count form ---


@pytest.mark.parametrize("kind", LANES)
@pytest.mark.parametrize("mode", [BITS, TENSOR])
@pytest.mark.parametrize("count", [1, 63, 64, 129, 300])
def test_mistake_11_mode_0_reuses_its_bits_and_mode_2_goes_on(make_core: Any, kind: Any, mode: int, count: int) -> None:
    core = make_core()
    sel = random_bytes(64, count)
    a, b, old = numbers(320, kind, 0), numbers(320, kind, 1000), np.full(320, -1, kind)
    dst = core.ub(old)
    asc.select(dst, core.ub(sel), core.ub(a), core.ub(b), mode, count)
    wanted = old.tolist()
    for i in range(count):
        chosen = bit(sel, i % LANES[kind] if mode == BITS else i)
        wanted[i] = float(a[i] if chosen else b[i])
    assert dst.numpy().tolist() == wanted


@pytest.mark.parametrize("width", [np.uint8, np.uint16, np.uint32, np.uint64])
def test_select_takes_bits_of_any_unsigned_tensor(make_core: Any, width: Any) -> None:
    core = make_core()
    sel = random_bytes(32, 9)
    a, b = numbers(200, np.float32, 0), numbers(200, np.float32, 500)
    dst = core.ub(200, np.float32)
    asc.select(dst, core.ub(sel.view(width)), core.ub(a), core.ub(b), TENSOR, 200)
    assert dst.numpy().tolist() == [float(a[i] if bit(sel, i) else b[i]) for i in range(200)]


@pytest.mark.parametrize("kind", LANES)
def test_select_number_in_place_of_src1(make_core: Any, kind: Any) -> None:
    core = make_core()
    sel, a = random_bytes(64, 3), numbers(200, kind, 0)
    dst = core.ub(200, kind)
    asc.select(dst, core.ub(sel), core.ub(a), -7.5, NUMBER, 200)
    assert dst.numpy().tolist() == [float(a[i]) if bit(sel, i) else -7.5 for i in range(200)]


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint16, np.float16, ml_dtypes.bfloat16, np.int32,
                                  np.uint32, np.float32, np.int64, np.uint64, np.complex64])  # fmt: skip
def test_select_moves_every_type_of_ascend950_bit_by_bit(make_core: Any, kind: Any) -> None:
    """NaN payloads and signed zeros go through unchanged."""
    core = make_core("ascend950")
    size = np.dtype(kind).itemsize
    a, b = (random_bytes(300 * size, s).view(kind) for s in (1, 2))
    sel = random_bytes(64, 4)
    for mode in (BITS, TENSOR):
        dst = core.ub(300, kind)
        asc.select(dst, core.ub(sel), core.ub(a), core.ub(b), mode, 300)
        got = dst.numpy().view(np.uint8).reshape(300, size)
        x, y = a.view(np.uint8).reshape(300, size), b.view(np.uint8).reshape(300, size)
        for i in range(300):
            chosen = bit(sel, i % (256 // size) if mode == BITS else i)
            assert got[i].tolist() == (x if chosen else y)[i].tolist()


# --- Select, masked forms ---


def strided(r: int, e: int, block: int, repeat: int, per_block: int) -> int:
    return (r * repeat + e // per_block * block) * per_block + e % per_block


@pytest.mark.parametrize("mode", [BITS, TENSOR])
def test_mistake_11_masked_lanes_keep_dst_but_use_up_their_bits(make_core: Any, mode: int) -> None:
    core = make_core()
    sel = random_bytes(64, 8)
    a, b, old = numbers(1024, np.float32, 0), numbers(1024, np.float32, 2000), np.full(1024, -1, np.float32)
    dst = core.ub(old)
    mask = 0xF0F0_1234_5678_9ABD
    params = asc.BinaryRepeatParams(2, 1, 0, 17, 8, 3)
    asc.select(dst, core.ub(sel), core.ub(a), core.ub(b), mode, (mask, 0), 3, params)
    wanted = old.tolist()
    for r in range(3):
        for e in range(64):
            if mask >> e & 1:
                chosen = bit(sel, e if mode == BITS else 64 * r + e)
                value = a[strided(r, e, 1, 8, 8)] if chosen else b[strided(r, e, 0, 3, 8)]
                wanted[strided(r, e, 2, 17, 8)] = float(value)
    assert dst.numpy().tolist() == wanted


def test_select_by_number_masked(make_core: Any) -> None:
    core = make_core("ascend310p")
    sel, a = random_bytes(64, 8), numbers(512, np.float16, 0)
    dst = core.ub(np.full(512, -1, np.float16))
    asc.select(dst, core.ub(sel), core.ub(a), 0.5, NUMBER, 100, 3, asc.BinaryRepeatParams())
    wanted = [-1.0] * 512
    for r in range(3):
        for e in range(100):
            wanted[128 * r + e] = float(a[128 * r + e]) if bit(sel, 128 * r + e) else 0.5
    assert dst.numpy().tolist() == wanted


def test_select_in_place(make_core: Any) -> None:
    core = make_core()
    sel, a, b = random_bytes(32, 8), numbers(256, np.float32, 0), numbers(256, np.float32, 500)
    x = core.ub(a)
    asc.select(x, core.ub(sel), x, core.ub(b), TENSOR, 256)
    assert x.numpy().tolist() == [float(a[i] if bit(sel, i) else b[i]) for i in range(256)]


def test_select_number_on_the_left_or_in_a_tensor(make_core: Any) -> None:
    core = make_core("ascend950")
    sel, a = random_bytes(32, 5), numbers(100, np.int32, 0)
    x, nine = core.ub(a), core.ub(np.array([9], np.int32))
    right = [int(a[i]) if bit(sel, i) else 9 for i in range(100)]
    left = [9 if bit(sel, i) else int(a[i]) for i in range(100)]
    bits = core.ub(sel)
    for run, wanted in (
        (lambda d: asc.select(d, bits, x, 9, NUMBER, 100), right),
        (lambda d: asc.select(d, bits, 9, x, NUMBER, 100), left),
        (lambda d: asc.select(d, bits, x, nine, NUMBER, 100, config=asc.BinaryConfig(1)), right),
        (lambda d: asc.select(d, bits, nine, x, NUMBER, 100, config=asc.BinaryConfig(0)), left),
    ):
        dst = core.ub(100, np.int32)
        run(dst)
        assert dst.numpy().tolist() == wanted


def test_select_on_ascend910_has_mode_0_only(make_core: Any) -> None:
    core = make_core("ascend910")
    x = core.ub(np.zeros(64, np.float32))
    bits = core.ub(random_bytes(32, 1))
    asc.select(x, bits, x, x, BITS, 64)
    with pytest.raises(LanewiseError) as caught:
        asc.select(x, bits, x, x, TENSOR, 64)
    assert caught.value.id == "OP-006"
    with pytest.raises(LanewiseError) as caught:
        asc.select(x, bits, x, 1.0, NUMBER, 64)
    assert caught.value.id == "OP-001"


@pytest.mark.parametrize(("mode", "number"), [(NUMBER, False), (TENSOR, True), (BITS, True)])
def test_select_mode_must_fit_what_src1_is(make_core: Any, mode: int, number: bool) -> None:
    core = make_core()
    x = core.ub(np.zeros(64, np.float32))
    with pytest.raises(LanewiseError) as caught:
        asc.select(x, core.ub(random_bytes(32, 1)), x, 1.0 if number else x, mode, 64)
    assert caught.value.id == "OP-006"


# --- Select, CMPMASK set before ---


def test_select_preset_bits(make_core: Any) -> None:
    core = make_core()
    sel = random_bytes(16, 2)
    a, b = numbers(256, np.float16, 0), numbers(256, np.float16, 500)
    dst = core.ub(np.full(256, -1, np.float16))
    with core:
        asc.set_cmp_mask(core.ub(sel))
        asc.set_vector_mask(100, asc.half)
        asc.select(dst, core.ub(a), core.ub(b), 2, asc.BinaryRepeatParams(), BITS)
    wanted = [-1.0] * 256
    for r in range(2):
        for e in range(100):
            i = 128 * r + e
            wanted[i] = float(a[i] if bit(sel, e) else b[i])
    assert dst.numpy().tolist() == wanted


def test_select_preset_address(make_core: Any) -> None:
    core = make_core()
    sel = random_bytes(32, 2)
    a, b = numbers(128, np.float32, 0), numbers(128, np.float32, 500)
    bits, dst = core.ub(sel), core.ub(128, np.float32)
    asc.set_cmp_mask(core.ub(np.array([bits.address, 0], np.uint64)))
    params = asc.BinaryRepeatParams()
    asc.select(dst, src0=core.ub(a), src1=core.ub(b), repeat_times=2, repeat_params=params, sel_mode=TENSOR)
    assert dst.numpy().tolist() == [float(a[i] if bit(sel, i) else b[i]) for i in range(128)]


def test_select_preset_address_must_be_aligned_and_inside_ub(make_core: Any) -> None:
    core = make_core()
    x = core.ub(np.zeros(64, np.float32))
    for address, id in ((8, "ALIGN-001"), (1 << 20, "MEM-001")):
        core.state["cmpmask"] = [address, 0, 0, 0]
        with pytest.raises(LanewiseError) as caught:
            asc.select(x, x, x, 1, asc.BinaryRepeatParams(), TENSOR)
        assert caught.value.id == id


def test_select_preset_number(make_core: Any) -> None:
    core = make_core()
    sel, a = random_bytes(32, 2), numbers(128, np.float32, 0)
    dst = core.ub(128, np.float32)
    asc.set_cmp_mask(core.ub(np.full(8, 2.5, np.float32)))
    asc.select(dst, core.ub(sel), core.ub(a), 2, asc.BinaryRepeatParams())
    assert dst.numpy().tolist() == [float(a[i]) if bit(sel, i) else 2.5 for i in range(128)]


def test_select_preset_in_counter_mode_takes_the_count_from_the_mask(make_core: Any) -> None:
    core = make_core("ascend950")
    a, b = numbers(128, np.float32, 0), numbers(128, np.float32, 500)
    dst = core.ub(np.full(128, -1, np.float32))
    core.state["cmpmask"] = [0b01, 0, 0, 0]
    with core:
        asc.set_mask_count()
        asc.set_vector_mask(70, asc.float32, asc.MaskMode.COUNTER)
        asc.select(dst, core.ub(a), core.ub(b), 1, asc.BinaryRepeatParams(), BITS)
    wanted = [float(a[i] if i % 64 == 0 else b[i]) for i in range(70)] + [-1.0] * 58
    assert dst.numpy().tolist() == wanted


def test_select_side_effects_on_cmpmask(make_core: Any) -> None:
    """910b loads CMPMASK with the bits, the number or the address; ascend950 leaves it."""
    for chip, overwritten in (("ascend910b", True), ("ascend950", False)):
        core = make_core(chip)
        x, sel = core.ub(np.zeros(64, np.float32)), random_bytes(32, 1)
        bits = core.ub(sel)
        for mode, src1, low in (
            (BITS, x, int.from_bytes(sel[:8].tobytes(), "little")),
            (TENSOR, x, bits.address),
            (NUMBER, 1.5, 0x3FC00000),
        ):
            core.state["cmpmask"] = [77, 78, 79, 80]
            asc.select(x, bits, x, src1, mode, 64)
            high = int.from_bytes(sel[8:16].tobytes(), "little") if mode == BITS else 0
            assert core.state["cmpmask"].tolist() == ([low, high, 0, 0] if overwritten else [77, 78, 79, 80])


def test_select_fails_without_a_change(make_core: Any, unchanged: Any) -> None:
    core = make_core()
    x, short = core.ub(np.zeros(256, np.float32)), core.ub(np.zeros(16, np.uint8))
    core.state["cmpmask"] = [1, 2, 3, 4]
    before = unchanged.snapshot(core)
    with pytest.raises(LanewiseError) as caught:
        asc.select(x, short, x, x, TENSOR, 256)
    assert caught.value.id == "MEM-002"
    unchanged(core, before)


# --- GatherMask ---

PATTERN = {1: lambda e: e % 2 == 0, 2: lambda e: e % 2 == 1, 3: lambda e: e % 4 == 0, 4: lambda e: e % 4 == 1,
           5: lambda e: e % 4 == 2, 6: lambda e: e % 4 == 3, 7: lambda e: True}  # fmt: skip


def kept_by(source: Any, keep: Any, sizes: list[int], block: int, repeat: int) -> list[Any]:
    per_block = 32 // source.itemsize
    return [
        source[strided(r, e, block, repeat, per_block)].item()
        for r, n in enumerate(sizes) for e in range(n) if keep(r, e)
    ]


@pytest.mark.parametrize("pattern", PATTERN)
@pytest.mark.parametrize("kind", [np.int16, np.float16, np.float32, np.uint32])
def test_gather_mask_builtin_patterns(make_core: Any, pattern: int, kind: Any) -> None:
    core = make_core()
    source = numbers(1024, kind, 0)
    dst = core.ub(np.full(1024, 99, kind))
    with core:
        asc.gather_mask(dst, core.ub(source), pattern, False, 0, asc.GatherMaskParams(1, 3, 8, 0))
        wanted = kept_by(source, lambda r, e: PATTERN[pattern](e), [256 // source.itemsize] * 3, 1, 8)
        assert asc.get_gather_mask_remain_count() == len(wanted)
    assert dst.numpy().tolist() == wanted + [99] * (1024 - len(wanted))


@pytest.mark.parametrize("row_stride", [0, 1, 2])
@pytest.mark.parametrize("mask", [1, 40, 64, 70, 200])
def test_mistake_22_rows_of_bits_and_a_mask_beyond_a_repeat(make_core: Any, row_stride: int, mask: int) -> None:
    """dst goes on across repeats; a row of bits is src1_repeat_stride blocks long; mask may exceed a repeat."""
    core = make_core()
    source, bits = numbers(2048, np.float32, 0), random_bytes(256, mask).view(np.uint32)
    dst = core.ub(np.full(1024, -1, np.float32))
    with core:
        params = asc.GatherMaskParams(2, 3, 5, row_stride)
        asc.gather_mask(dst, core.ub(source), core.ub(bits), True, mask, params)
        wanted = kept_by(source, lambda r, e: bit(bits, r * row_stride * 256 + e), [mask] * 3, 2, 5)
        assert asc.get_gather_mask_remain_count() == len(wanted)
    assert dst.numpy().tolist() == wanted + [-1.0] * (1024 - len(wanted))


def test_mistake_22_gather_mask_leaves_normal_mode_and_its_argument_in_the_mask(make_core: Any) -> None:
    core = make_core()
    core.state["ctrl"] = int(core.state["ctrl"]) | 1 << 56
    core.state["mask"] = (1 << 64) - 1
    asc.gather_mask(core.ub(64, np.float32), core.ub(np.zeros(64, np.float32)), 1, True, 30, asc.GatherMaskParams())
    assert int(core.state["ctrl"]) >> 56 & 1 == 0
    assert core.state["mask"].tolist() == [30, 0, 0, 0]


def test_mistake_22_mask_is_a_total_on_310p(make_core: Any) -> None:
    source = numbers(1024, np.float16, 0)
    sizes = {"ascend310p": [128, 128, 44], "ascend910b": [300, 300]}
    for chip, wanted_sizes in sizes.items():
        core = make_core(chip)
        dst = core.ub(1024, np.float16)
        with core:
            asc.gather_mask(dst, core.ub(source), 3, True, 300, asc.GatherMaskParams(1, 2, 10, 0))
            wanted = kept_by(source, lambda r, e: e % 4 == 0, wanted_sizes, 1, 10)
            assert asc.get_gather_mask_remain_count() == len(wanted)
        assert dst.numpy()[: len(wanted)].tolist() == wanted


def test_mistake_08_gather_mask_obeys_repeat_times_in_reduce_mode(make_core: Any) -> None:
    source = numbers(512, np.float32, 0)
    for repeats in (1, 2, 4):
        core = make_core()
        core.state["ctrl"] = int(core.state["ctrl"]) | 1 << 56
        core.state["mask"] = [10, 0, 0, 0]
        with core:
            params = asc.GatherMaskParams(1, repeats, 8, 0)
            asc.gather_mask(core.ub(512, np.float32), core.ub(source), 7, True, 50, params)
            assert asc.get_gather_mask_remain_count() == 50 * repeats


def test_gather_mask_pattern_7_is_missing_on_310p(make_core: Any) -> None:
    for chip, pattern in (("ascend310p", 7), ("ascend910b", 8), ("ascend910b", 0)):
        core = make_core(chip)
        x = core.ub(np.zeros(64, np.float32))
        with pytest.raises(LanewiseError) as caught:
            asc.gather_mask(x, x, pattern, False, 0, asc.GatherMaskParams())
        assert caught.value.id == "OP-006"


def test_gather_mask_pattern_type_has_the_width_of_the_data(make_core: Any) -> None:
    core = make_core()
    x = core.ub(np.zeros(64, np.float32))
    with pytest.raises(LanewiseError) as caught:
        asc.gather_mask(x, x, core.ub(random_bytes(32, 1).view(np.uint16)), False, 0, asc.GatherMaskParams())
    assert caught.value.id == "TYPE-001"


def test_gather_mask_in_place(make_core: Any) -> None:
    core = make_core()
    source = numbers(512, np.float32, 0)
    x = core.ub(source)
    asc.gather_mask(x, x, 2, False, 0, asc.GatherMaskParams(1, 8, 8, 0))
    assert x.numpy().tolist() == source[1::2].tolist() + source[256:].tolist()


def test_gather_mask_checks_where_the_kept_elements_go(make_core: Any, unchanged: Any) -> None:
    core = make_core()
    x, short = core.ub(np.zeros(128, np.float32)), core.ub(np.zeros(60, np.float32))
    before = unchanged.snapshot(core)
    for target, source, id in ((short, x, "MEM-002"), (x, short, "MEM-002")):
        with pytest.raises(LanewiseError) as caught:
            asc.gather_mask(target, source, 1, False, 0, asc.GatherMaskParams(1, 2, 8, 0))
        assert caught.value.id == id
    with pytest.raises(LanewiseError) as caught:
        asc.gather_mask(x, x, 7, True, 2**32 - 1, asc.GatherMaskParams())
    assert caught.value.id == "MASK-005"
    unchanged(core, before)


def test_gather_mask_8_bit_on_ascend950(make_core: Any) -> None:
    core = make_core("ascend950")
    source, bits = random_bytes(512, 1), random_bytes(64, 2)
    dst = core.ub(np.zeros(512, np.uint8))
    with core:
        asc.gather_mask(dst, core.ub(source), core.ub(bits), False, 0, asc.GatherMaskParams(1, 2, 8, 1))
        wanted = kept_by(source, lambda r, e: bit(bits, 256 * r + e), [256, 256], 1, 8)
        assert asc.get_gather_mask_remain_count() == len(wanted)
    assert dst.numpy()[: len(wanted)].tolist() == wanted
