"""Mixed widths, count forms, order of repeats, overlap and the running accumulation."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from lanewise.errors import LanewiseError

ALL = ("ascend910b", "ascend910_93", "ascend950", "ascend310b", "ascend310p", "ascend910")


# --- mixed widths (float destination, half sources) -----------------------------------------------------------------


@pytest.mark.parametrize("chip", ALL)
def test_mixed_widths_axpy_strides(make_core: Any, call: Any, chip: str) -> None:
    """64 elements a repeat, counted in float; the half operand fills four blocks, so 4 is its contiguous stride."""
    core = make_core(chip)
    source = np.arange(256, dtype=np.float16)
    dst, src = core.ub(np.ones(256, np.float32)), core.ub(source)
    call(core, "axpy", dst, src, scalar=2, mask=64, repeat=4, strides=(1, 1, 8, 4))
    assert dst.numpy().tolist() == [2 * i + 1 for i in range(256)]


@pytest.mark.parametrize("chip", ALL)
def test_mixed_widths_axpy_mask_counts_the_wider_type(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    dst, src = core.ub(np.zeros(128, np.float32)), core.ub(np.ones(128, np.float16))
    call(core, "axpy", dst, src, scalar=1, mask=(1 << 63 | 5, 0), repeat=2, strides=(1, 1, 8, 4))
    assert np.flatnonzero(dst.numpy()).tolist() == [0, 2, 63, 64, 66, 127]
    with pytest.raises(LanewiseError) as caught:
        call(core, "axpy", dst, src, scalar=1, mask=65, strides=(1, 1, 8, 4))
    assert caught.value.id == "MASK-001"


@pytest.mark.parametrize("chip", ["ascend910b", "ascend910_93", "ascend950", "ascend310p"])
def test_mixed_widths_own_blocks(make_core: Any, call: Any, chip: str) -> None:
    """Each operand counts blocks in its own type: half block stride 2 moves after 16 elements, float after 8."""
    core = make_core(chip)
    a = np.arange(1, 257, dtype=np.float16)
    dst, src0 = core.ub(np.zeros(512, np.float32)), core.ub(a)
    call(core, "mul_add_dst", dst, src0, core.ub(np.ones(256, np.float16)), mask=64, strides=(3, 2, 1, 8, 4, 4))
    wanted = np.zeros(512)
    for e in range(64):
        wanted[e // 8 * 24 + e % 8] = a[e // 16 * 32 + e % 16]
    assert dst.numpy().tolist() == wanted.tolist()


@pytest.mark.parametrize("chip", ALL)
@pytest.mark.parametrize("n", [1, 63, 64, 65, 200])
def test_mixed_widths_count_form_is_contiguous(make_core: Any, call: Any, chip: str, n: int) -> None:
    core = make_core(chip)
    dst, src = core.ub(np.zeros(256, np.float32)), core.ub(np.arange(1, 257, dtype=np.float16))
    call(core, "axpy", dst, src, scalar=1, count=n)
    assert dst.numpy().tolist() == [*range(1, n + 1)] + [0] * (256 - n)


# --- count forms ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chip", ALL)
@pytest.mark.parametrize("kind", [np.float16, np.float32])
@pytest.mark.parametrize("n", [1, 7, 16, 17, 127, 128, 129, 1000])
def test_count_form_writes_exactly_n(make_core: Any, call: Any, chip: str, kind: Any, n: int) -> None:
    core = make_core(chip)
    dst = core.ub(np.full(1100, 9, kind))
    x = core.ub(np.arange(1100).astype(kind))
    call(core, "sub", dst, x, x, count=n)
    assert dst.numpy().tolist() == [0] * n + [9] * (1100 - n)


def test_count_form_64_bits(make_core: Any, call: Any) -> None:
    core = make_core("ascend950")
    values = np.array([1, -1, 2**62, -(2**63), 5] * 20, np.int64)
    dst = core.ub(np.zeros(100, np.int64))
    call(core, "adds", dst, core.ub(values), scalar=3, count=90)
    assert dst.numpy().tolist() == [int(v) + 3 for v in values[:90]] + [0] * 10


def test_count_form_more_than_255_repeats(make_core: Any, call: Any) -> None:
    core = make_core("ascend910b")
    n = 256 * 64 + 3
    x = core.ub(np.zeros(n, np.float32))
    call(core, "adds", x, x, scalar=1, count=n)
    assert np.all(x.numpy() == 1)


# --- order and overlap ----------------------------------------------------------------------------------------------


def element(base: int, e: int, r: int, block: int, repeat: int, size: int) -> int:
    per = 32 // size
    return base + 32 * (r * repeat + e // per * block) + e % per * size


@pytest.mark.parametrize("seed", range(40))
def test_order_reads_before_writes_repeat_by_repeat(make_core: Any, call: Any, seed: int) -> None:
    """Random overlapping operands, strides and masks against plain loops over bytes of UB."""
    rng = random.Random(seed)
    core = make_core(rng.choice(("ascend910b", "ascend950")))
    size = rng.choice((2, 4))
    kind = {2: np.int16, 4: np.int32}[size]
    per_repeat = 256 // size
    pool = core.ub(np.array([rng.randrange(-1000, 1000) for _ in range(8192 // size)], kind))
    base = [32 * rng.randrange(8) for _ in range(3)]
    tensors = [pool[b // size] for b in base]
    blocks = [rng.randrange(1 if i == 0 else 0, 4) for i in range(3)]
    repeats = [rng.randrange(0, 12) for _ in range(3)]
    repeat = rng.randrange(1, 7)
    bits = rng.getrandbits(per_repeat) | 1
    memory = [int(v) for v in pool.numpy()]
    for r in range(repeat):
        lanes = [e for e in range(per_repeat) if bits >> e & 1]
        at = [[element(base[i], e, r, blocks[i], repeats[i], size) // size for e in lanes] for i in range(3)]
        results = [memory[a] + memory[b] for a, b in zip(at[1], at[2], strict=True)]
        for where, value in zip(at[0], results, strict=True):
            memory[where] = value
    half = 2 ** (8 * size - 1)
    memory = [(v + half) % (2 * half) - half for v in memory]
    call(core, "add", *tensors, mask=(bits & (2**64 - 1), bits >> 64), repeat=repeat, strides=(*blocks, *repeats))
    assert pool.numpy().tolist() == memory


@pytest.mark.parametrize("chip", ALL)
def test_order_exact_overlap_is_in_place(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip, strict=True)
    x = core.ub(np.arange(256, dtype=np.float32))
    call(core, "add", x, x, x, mask=64, repeat=4, strides=(1, 1, 1, 8, 8, 8))
    assert x.numpy().tolist() == [2 * i for i in range(256)]


def test_destination_block_stride_zero_last_block_wins(make_core: Any, call: Any) -> None:
    core = make_core("ascend910b")
    dst = core.ub(np.zeros(64, np.float32))
    call(core, "abs", dst, core.ub(np.arange(64, dtype=np.float32)), mask=64, strides=(0, 1, 8, 8))
    assert dst.numpy().tolist() == [*range(56, 64)] + [0] * 56


ACCUMULATING = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "max": max,
    "min": min,
}


@pytest.mark.parametrize("chip", ALL)
@pytest.mark.parametrize("name", ACCUMULATING)
@pytest.mark.parametrize("kind", [np.float16, np.float32, np.int32])
def test_running_accumulation(make_core: Any, call: Any, chip: str, name: str, kind: Any) -> None:
    """dst is the second source with repeat stride 0: the repeats fold into it, also in strict mode."""
    core = make_core(chip, strict=True)
    per = 256 // np.dtype(kind).itemsize
    rows = np.array([[(i * 7 + r * 3) % 5 - 2 for i in range(per)] for r in range(4)]).astype(kind)
    total = core.ub(np.full(per, 1, kind))
    call(core, name, total, core.ub(rows), total, mask=per, repeat=4, strides=(1, 1, 1, 0, 8, 0))
    wanted = [1] * per
    for row in rows.tolist():
        wanted = [ACCUMULATING[name](int(a), b) for a, b in zip(row, wanted, strict=True)]
    assert total.numpy().tolist() == wanted


@pytest.mark.parametrize("name", ["add_relu", "sub_relu"])
@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_running_accumulation_relu(make_core: Any, call: Any, name: str, kind: Any) -> None:
    core = make_core("ascend910b", strict=True)
    per = 256 // np.dtype(kind).itemsize
    rows = np.array([[(i * 7 + r * 3) % 9 - 4 for i in range(per)] for r in range(3)]).astype(kind)
    total = core.ub(np.full(per, 1, kind))
    call(core, name, total, core.ub(rows), total, mask=per, repeat=3, strides=(1, 1, 1, 0, 8, 0))
    wanted = [1] * per
    for row in rows.tolist():
        sign = 1 if name == "add_relu" else -1
        wanted = [max(0, int(a) + sign * b) for a, b in zip(row, wanted, strict=True)]
    assert total.numpy().tolist() == wanted


# --- strict mode ----------------------------------------------------------------------------------------------------


def refusal_of(core: Any, unchanged: Any, run: Any) -> str:
    before = unchanged.snapshot(core)
    with pytest.raises(LanewiseError) as caught:
        run()
    unchanged(core, before)
    return caught.value.id


def test_strict_partial_overlap_in_a_repeat(make_core: Any, call: Any, unchanged: Any) -> None:
    core = make_core("ascend910b", strict=True)
    x = core.ub(np.zeros(256, np.float32))
    def shift() -> None:
        call(core, "abs", x[8], x, mask=64, strides=(1, 1, 8, 8))
    assert refusal_of(core, unchanged, shift) == "OVERLAP-001"


def test_strict_partial_overlap_only_of_masked_off_lanes_is_fine(make_core: Any, call: Any) -> None:
    core = make_core("ascend910b", strict=True)
    x = core.ub(np.full(256, -1, np.float32))
    call(core, "abs", x[8], x, mask=8, strides=(1, 1, 8, 8))
    assert x.numpy().tolist() == [-1] * 8 + [1] * 8 + [-1] * 240


def test_strict_later_source_is_an_earlier_destination(make_core: Any, call: Any, unchanged: Any) -> None:
    core = make_core("ascend910b", strict=True)
    x = core.ub(np.zeros(512, np.float32))
    def chain() -> None:
        call(core, "abs", x[64], x, mask=64, repeat=2, strides=(1, 1, 8, 8))
    assert refusal_of(core, unchanged, chain) == "OVERLAP-002"
    call(make_core("ascend910b"), "abs", x[64], x, mask=64, repeat=2, strides=(1, 1, 8, 8))


def test_strict_accumulation_into_the_first_source(make_core: Any, call: Any, unchanged: Any) -> None:
    """Only the second source may be the running total."""
    core = make_core("ascend910b", strict=True)
    total, rows = core.ub(np.zeros(64, np.float32)), core.ub(np.zeros(256, np.float32))
    def accumulate_into_first() -> None:
        call(core, "add", total, total, rows, mask=64, repeat=4, strides=(1, 1, 1, 0, 0, 8))
    assert refusal_of(core, unchanged, accumulate_into_first) == "OVERLAP-002"


def test_strict_accumulation_needs_a_listed_type(make_core: Any, call: Any, unchanged: Any) -> None:
    core = make_core("ascend910b", strict=True)
    total, rows = core.ub(np.zeros(128, np.int16)), core.ub(np.zeros(512, np.int16))
    def int16() -> None:
        call(core, "add", total, rows, total, mask=128, repeat=4, strides=(1, 1, 1, 0, 8, 0))
    assert refusal_of(core, unchanged, int16) == "OVERLAP-002"


def test_strict_accumulation_needs_a_listed_instruction(make_core: Any, call: Any, unchanged: Any) -> None:
    core = make_core("ascend910b", strict=True)
    total, rows = core.ub(np.ones(64, np.float32)), core.ub(np.ones(256, np.float32))
    def divide() -> None:
        call(core, "div", total, rows, total, mask=64, repeat=4, strides=(1, 1, 1, 0, 8, 0))
    assert refusal_of(core, unchanged, divide) == "OVERLAP-002"


def test_strict_leaves_ordinary_calls_alone(make_core: Any, call: Any) -> None:
    core = make_core("ascend910b", strict=True)
    a, b, c = (core.ub(np.full(512, v, np.float32)) for v in (1, 2, 0))
    call(core, "add", c, a, b, mask=64, repeat=8, strides=(1, 1, 1, 8, 8, 8))
    call(core, "add", c, a, b, count=500)
    assert np.all(c.numpy() == 3)
