"""Reductions against plain Python: sums as fractions rounded step by step, extremes by a loop over the lanes."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from lanewise import asc
from lanewise.errors import LanewiseError
from lanewise.machine.core import Core

A2, A3, C950, C310B, C310P, C910 = (
    "ascend910b", "ascend910_93", "ascend950", "ascend310b", "ascend310p", "ascend910",
)  # fmt: skip
FACE = {"half": np.float16, "float": np.float32}
LAYOUT = {"half": (11, -24, 65504), "float": (24, -149, 2**128 - 2**104)}  # bits, exponent of the last place, maximum
Order = asc.ReduceOrder
ONES = 2**64 - 1


# --- the oracle -----------------------------------------------------------------------------------------------------


def nearest(x: Fraction, kind: str) -> float:
    """To nearest, ties to even, subnormals kept; beyond the range infinity."""
    bits, last, most = LAYOUT[kind]
    size, below = abs(x.numerator), x.denominator.bit_length() - 1  # size * 2**-below
    if size == 0:
        return 0.0
    exponent = max(size.bit_length() - below - bits, last)
    drop = max(exponent + below, 0)
    whole, rest = divmod(size << max(-exponent - below, 0), 1 << drop)
    whole += 2 * rest > 1 << drop or (2 * rest == 1 << drop and whole % 2 == 1)
    value = math.ldexp(whole, exponent)
    magnitude = math.inf if value > most else value
    return -magnitude if x < 0 else magnitude


def plus(a: float, b: float, kind: str, saturate: bool = True) -> float:
    if math.isfinite(a) and math.isfinite(b) and (a or b):
        exact = Fraction(a) + Fraction(b)
        total = nearest(exact, kind) if exact else 0.0
    else:
        total = a + b
    if saturate and kind == "half":
        total = 0.0 if math.isnan(total) else max(-65504.0, min(65504.0, total))
    return total


def tree(leaves: list[float], kind: str, saturate: bool = True) -> float:
    while len(leaves) > 1:
        leaves = [plus(a, b, kind, saturate) for a, b in zip(leaves[0::2], leaves[1::2], strict=True)]
    return leaves[0]


def trees(values: list[float], kind: str, lanes: int) -> float:
    while len(values) > 1:
        values = [*values, *[0.0] * (-len(values) % lanes)]
        values = [tree(values[i : i + lanes], kind) for i in range(0, len(values), lanes)]
    return values[0]


def sums_of(x: Any, lanes: int, kind: str) -> list[float]:
    padded = [*numbers(x), *[0.0] * (-len(x) % lanes)]
    return [tree(padded[i : i + lanes], kind) for i in range(0, len(padded), lanes)]


def spread(kind: str, n: int, seed: int = 1) -> Any:
    """Numbers over a few decades: another order of additions gives other bits."""
    rng = random.Random(seed)
    return np.array([rng.choice((-1, 1)) * 10 ** rng.uniform(-2, 2.5) for _ in range(n)], FACE[kind])


def numbers(array: Any) -> list[float]:
    return [float(x) for x in array]


def lanes_of(kind: str) -> int:
    return 128 if kind == "half" else 64


def bits(values: Any, kind: str) -> list[int]:
    return [int(b) for b in np.array(values, FACE[kind]).view(np.uint16 if kind == "half" else np.uint32)]


both_kinds = pytest.mark.parametrize("kind", ["half", "float"])
all_chips = pytest.mark.parametrize("chip", [A2, A3, C950, C310B, C310P])


def poisoned(core: Core, n: int, kind: Any) -> Any:
    """A destination whose old bytes show."""
    return core.ub(np.full(n * np.dtype(kind).itemsize, 0x5A, np.uint8)).reinterpret_cast(np.dtype(kind))


# --- trees ----------------------------------------------------------------------------------------------------------


@both_kinds
@all_chips
def test_whole_reduce_sum_is_a_tree_of_neighbours(make_core: Any, chip: str, kind: str) -> None:
    lanes = lanes_of(kind)
    x = spread(kind, 3 * lanes)
    with make_core(chip) as core:
        src, dst = core.ub(x), poisoned(core, 16, FACE[kind])
        asc.whole_reduce_sum(dst, src, lanes, 3, 1, 1, 8)
        expected = [tree(numbers(x[r * lanes : (r + 1) * lanes]), kind) for r in range(3)]
        assert bits(dst.numpy()[:3], kind) == bits(expected, kind)
        assert dst.numpy()[3:].tobytes() == b"\x5a" * (13 * x.itemsize)


def one_by_one(values: list[float], kind: str) -> float:
    total = 0.0
    for v in values:
        total = plus(total, v, kind)
    return total


@both_kinds
def test_mistake_12_sums_are_not_linear(make_core: Any, kind: str) -> None:
    """A tree inside a repeat; on A2 the count form takes the repeats one after the other."""
    lanes = lanes_of(kind)
    for seed in range(100):  # data that tells the orders apart
        x = spread(kind, 9 * lanes + 5, seed)
        leaves, sums = numbers(x[:lanes]), sums_of(x, lanes, kind)
        by_trees, in_turn = trees(sums, kind, lanes), one_by_one(sums, kind)
        if one_by_one(leaves, kind) != tree(leaves, kind) and by_trees != in_turn:
            break
    else:
        raise AssertionError
    with make_core(A2) as core:
        src, dst, tmp = core.ub(x), core.ub(16, FACE[kind]), core.ub(256, FACE[kind])
        asc.whole_reduce_sum(dst, src, lanes, 1, 1, 1, 8)
        assert float(dst.numpy()[0]) == tree(leaves, kind)
        asc.reduce_sum(dst, src, tmp, len(x))
        assert float(dst.numpy()[0]) == in_turn


@both_kinds
@pytest.mark.parametrize("words", [(0x9249249249249249, 0x2492492492492492), (0xFFFF00000000FFFF, 0xFF)])
def test_masked_lanes_are_leaves_of_zero(make_core: Any, kind: str, words: tuple[int, int]) -> None:
    lanes, per_block = lanes_of(kind), lanes_of(kind) // 8
    words = words if kind == "half" else (words[0], 0)
    on = [(words[k // 64] >> k % 64) & 1 for k in range(lanes)]
    x = spread(kind, 2 * lanes, seed=5)
    leaves = [[v if on[k] else 0.0 for k, v in enumerate(numbers(x[r * lanes : (r + 1) * lanes]))] for r in range(2)]
    with make_core(C950) as core:
        src, dst = core.ub(x), core.ub(256, FACE[kind])
        asc.reduce_repeat_sum(dst, src, words, 2, 1, 1, 8)
        assert bits(dst.numpy()[:2], kind) == bits([tree(r, kind) for r in leaves], kind)
        asc.reduce_data_block_sum(dst, src, words, 2, 1, 1, 8)
        blocks = [tree(r[b * per_block : (b + 1) * per_block], kind) for r in leaves for b in range(8)]
        assert bits(dst.numpy()[:16], kind) == bits(blocks, kind)
        asc.reduce_pair_elem_sum(dst, src, words, 2, 1, 1, 8)
        pairs = [plus(r[k], r[k + 1], kind) for r in leaves for k in range(0, lanes, 2)]
        assert bits(dst.numpy()[:lanes], kind) == bits(pairs, kind)


@both_kinds
def test_source_strides_reach_every_block(make_core: Any, kind: str) -> None:
    lanes, per_block = lanes_of(kind), lanes_of(kind) // 8
    x = spread(kind, 64 * per_block, seed=6)
    with make_core(A2) as core:
        src, dst = core.ub(x), core.ub(64, FACE[kind])
        asc.block_reduce_sum(dst, src, 2, lanes, 2, 3, 5)
        for r in range(2):
            expected = []
            for b in range(8):
                at = (5 * r + 3 * b) * per_block
                expected.append(tree(numbers(x[at : at + per_block]), kind))
            assert bits(dst.numpy()[16 * r : 16 * r + 8], kind) == bits(expected, kind)
        asc.whole_reduce_sum(dst, src, lanes, 2, 1, 0, 0)  # eight times the same block, twice
        expected = [tree(numbers(x[:per_block]) * 8, kind)] * 2
        assert bits(dst.numpy()[:2], kind) == bits(expected, kind)


def test_partly_masked_sum_of_negative_zeros(make_core: Any) -> None:
    with make_core(A2) as core:
        src, dst = core.ub(np.full(64, -0.0, np.float32)), core.ub(8, np.float32)
        asc.whole_reduce_sum(dst, src, 64, 1, 1, 1, 8)
        assert bits(dst.numpy()[:1], "float") == [0x80000000]
        asc.whole_reduce_sum(dst, src, 63, 1, 1, 1, 8)
        assert bits(dst.numpy()[:1], "float") == [0]


def test_mistake_17_half_saturates_at_every_step(make_core: Any) -> None:
    """60000 + 60000 clamps before -30000 + 100 arrives; NaN becomes 0 in the same step."""
    x = np.zeros(128, np.float16)
    x[:4] = 60000, 60000, -30000, 100
    x[16:20] = np.nan, 5, 7, 1
    x[32:36] = np.inf, -np.inf, 3, 0
    with make_core(A2) as core:
        src, dst = core.ub(x), core.ub(16, np.float16)
        asc.block_reduce_sum(dst, src, 1, 128, 1, 1, 8)
        first = plus(65504.0, nearest(Fraction(-29900), "half"), "half")
        assert numbers(dst.numpy()[:3]) == [first, 8.0, 3.0]
        asc.set_ctrl_spr(48, 48, 1)
        asc.block_reduce_sum(dst, src, 1, 128, 1, 1, 8)
        assert float(dst.numpy()[0]) == math.inf
        assert np.isnan(dst.numpy()[1:3]).all()
        assert bits(dst.numpy()[1:2], "half") == [0x7E00]


@pytest.mark.parametrize("saturate", [True, False])
def test_half_trees_saturate_or_overflow(make_core: Any, saturate: bool) -> None:
    rng = random.Random(8)
    x = np.array([rng.uniform(-65504, 65504) for _ in range(128 * 4)]).astype(np.float16)
    with make_core(C950) as core:
        asc.set_ctrl_spr(48, 48, 0 if saturate else 1)
        src, dst = core.ub(x), core.ub(16, np.float16)
        asc.reduce_repeat_sum(dst, src, 128, 4, 1, 1, 8)
        expected = [tree(numbers(x[r * 128 : r * 128 + 128]), "half", saturate) for r in range(4)]
        for got, want in zip(dst.numpy()[:4], expected, strict=True):
            assert float(got) == want or (np.isnan(got) and math.isnan(want))


# --- ReduceSum: the order of the repeats per chip -------------------------------------------------------------------


def merged(x: Any, lanes: int, kind: str) -> float:
    """ascend950: two to four repeats lane by lane; a tail only reaches its own lanes."""
    parts = [numbers(x[i : i + lanes]) for i in range(0, len(x), lanes)]

    def onto(a: list[float], b: list[float]) -> list[float]:
        return [plus(v, b[k], kind) if k < len(b) else v for k, v in enumerate(a)]

    if len(parts) == 1:
        return tree([*parts[0], *[0.0] * (lanes - len(parts[0]))], kind)
    if len(parts) == 2:
        return tree(onto(parts[0], parts[1]), kind)
    if len(parts) == 3:
        return tree(onto(onto(parts[0], parts[1]), parts[2]), kind)
    return tree(onto(onto(parts[0], parts[1]), onto(parts[2], parts[3])), kind)


@both_kinds
@pytest.mark.parametrize("repeats", [1, 2, 3, 4, 5, 70])
@pytest.mark.parametrize("tail", [0, 9])
@all_chips
def test_reduce_sum_count_order(make_core: Any, chip: str, kind: str, repeats: int, tail: int) -> None:
    lanes = lanes_of(kind)
    if kind == "half" and repeats == 70:
        repeats = 9
    x = spread(kind, (repeats - 1) * lanes + (tail or lanes), seed=repeats)
    sums = sums_of(x, lanes, kind)
    if chip in (A2, A3):
        expected = one_by_one(sums, kind)
    elif chip == C950:
        expected = merged(x, lanes, kind) if repeats <= 4 else trees(sums, kind, lanes)
    elif tail and repeats > 1:
        expected = trees([trees(sums[:-1], kind, lanes), sums[-1]], kind, lanes)
    else:
        expected = trees(sums, kind, lanes)
    with make_core(chip) as core:
        src, dst, tmp = core.ub(x), poisoned(core, 8, FACE[kind]), core.ub(512, FACE[kind])
        asc.reduce_sum(dst, src, tmp, len(x))
        assert bits(dst.numpy()[:1], kind) == bits([expected], kind)
        assert dst.numpy()[1:].tobytes() == b"\x5a" * (7 * x.itemsize)


@both_kinds
@all_chips
def test_reduce_sum_masked_order(make_core: Any, chip: str, kind: str) -> None:
    """Trees of trees on every chip, and more repeats than eight bits hold."""
    lanes = lanes_of(kind)
    repeats = 300
    x = spread(kind, repeats * 32 // np.dtype(FACE[kind]).itemsize + lanes, seed=2)
    pitch = 32 // x.itemsize
    sums = [tree([*numbers(x[r * pitch : r * pitch + 21]), *[0.0] * (lanes - 21)], kind) for r in range(repeats)]
    with make_core(chip) as core:
        src, dst, tmp = core.ub(x), core.ub(16, FACE[kind]), core.ub(304, FACE[kind])
        asc.reduce_sum(dst, src, tmp, 21, repeats, 1)
        assert bits(dst.numpy()[:1], kind) == bits([trees(sums, kind, lanes)], kind)


def test_reduce_sum_counter_mode(make_core: Any) -> None:
    x = spread("float", 64 * 5, seed=4)
    for chip in (A2, C950):
        with make_core(chip) as core:
            src, dst, tmp = core.ub(x), core.ub(8, np.float32), core.ub(64, np.float32)
            asc.set_mask_count()
            asc.reduce_sum(dst, src, tmp, [150, 0], 1, 16)  # every second repeat; repeat_time means nothing
            taken = np.concatenate([x[:64], x[128:192], x[256 : 256 + 22]])
            if chip == C950:
                expected = merged(taken, 64, "float")
            else:
                expected = trees(sums_of(taken, 64, "float"), "float", 64)
            assert float(dst.numpy()[0]) == expected


def test_reduce_sum_is_set_mask(make_core: Any) -> None:
    """False: one repeat with the current mask, where the count form is one instruction; ignored elsewhere."""
    x = spread("float", 256)
    masked = [v if k % 2 == 0 else 0.0 for k, v in enumerate(numbers(x[:64]))]
    for chip in (A2, C310P, C950):
        with make_core(chip) as core:
            src, dst, tmp = core.ub(x), core.ub(8, np.float32), core.ub(64, np.float32)
            asc.set_vector_mask(0, 0x5555555555555555, dtype=asc.float32)
            asc.reduce_sum(dst, src, tmp, 256, is_set_mask=False)
            if chip == A2:
                assert float(dst.numpy()[0]) == plus(0.0, tree(masked, "float"), "float")
            else:
                assert float(dst.numpy()[0]) == trees(sums_of(x, 64, "float"), "float", 64) or chip == C950
                assert float(dst.numpy()[0]) != tree(masked, "float")


@pytest.mark.parametrize("kind", [np.int32, np.uint32, np.int64, np.uint64])
def test_reduce_sum_integers(make_core: Any, kind: Any) -> None:
    """Sums wrap; with CTRL[53] set, 32-bit steps clamp and 64-bit sums still wrap."""
    top = int(np.iinfo(kind).max)
    x = np.full(40, top, kind)
    width = np.dtype(kind).itemsize * 8
    with make_core(C950) as core:
        src, dst, tmp = core.ub(x), core.ub(8, kind), core.ub(8, kind)
        asc.reduce_sum(dst, src, tmp, 40)
        wrapped = 40 * top % 2**width
        assert int(dst.numpy().view(f"u{width // 8}")[0]) == wrapped
        asc.set_ctrl_spr(53, 53, 1)
        asc.reduce_sum(dst, src, tmp, 40)
        assert int(dst.numpy().view(f"u{width // 8}")[0]) == (top if width == 32 else wrapped)


def test_reduce_repeat_sum_widens_16_bit_integers(make_core: Any) -> None:
    """128 lanes a repeat, 32-bit results."""
    for of, to in ((np.int16, np.int32), (np.uint16, np.uint32)):
        x = np.full(256, np.iinfo(of).max, of)
        x[128:] = 3
        with make_core(C950) as core:
            src, dst = core.ub(x), core.ub(8, to)
            asc.reduce_repeat_sum(dst, src, 128, 2, 2, 1, 8)
            assert [int(v) for v in dst.numpy()[[0, 2]]] == [128 * int(np.iinfo(of).max), 384]


# --- maxima and minima ----------------------------------------------------------------------------------------------


def first_extreme(values: list[float], positions: list[int], largest: bool) -> int:
    best = positions[0]
    for i in positions:
        if math.isnan(values[best]):
            break
        if math.isnan(values[i]) or (values[i] > values[best] if largest else values[i] < values[best]):
            best = i
    return best


@both_kinds
@pytest.mark.parametrize("largest", [True, False])
def test_mistake_14_index_is_raw_bits(make_core: Any, kind: str, largest: bool) -> None:
    """Four orders; ONLY_INDEX takes four bytes for half too; ties give the lowest lane."""
    lanes = lanes_of(kind)
    rng = random.Random(9)
    x = np.array([rng.randint(-3, 3) for _ in range(3 * lanes)], FACE[kind])
    u = np.dtype(f"u{x.itemsize}")
    run = asc.whole_reduce_max if largest else asc.whole_reduce_min
    for chip in (A2, C950):
        with make_core(chip) as core:
            src = core.ub(x)
            for order in Order:
                dst = poisoned(core, 32, FACE[kind])
                run(dst, src, lanes - 2, 3, 1, 1, 8, order)
                old = bytearray(b"\x5a" * (32 * x.itemsize))
                for r in range(3):
                    at = first_extreme(numbers(x), list(range(r * lanes, r * lanes + lanes - 2)), largest)
                    value, index = x[at].tobytes(), np.array(at - r * lanes, u).tobytes()
                    result = {
                        Order.ORDER_VALUE_INDEX: value + index, Order.ORDER_INDEX_VALUE: index + value,
                        Order.ORDER_ONLY_VALUE: value, Order.ORDER_ONLY_INDEX: index.ljust(4, b"\0"),
                    }[order]  # fmt: skip
                    old[r * len(result) : (r + 1) * len(result)] = result
                assert dst.numpy().tobytes() == bytes(old)


def test_masked_lanes_count_as_positions(make_core: Any) -> None:
    x = np.full(64, -np.inf, np.float32)
    x[[3, 9]] = 1, 5
    with make_core(A2) as core:
        src, dst = core.ub(x), core.ub(8, np.float32)
        asc.whole_reduce_max(dst, src, [ONES & ~(1 << 9), 0], 1, 1, 1, 8)
        assert (float(dst.numpy()[0]), int(dst.numpy().view(np.uint32)[1])) == (1.0, 3)
        asc.whole_reduce_max(dst, src, [1 << 7 | 1 << 20, 0], 1, 1, 1, 8)  # only infinities: the first active lane
        assert (float(dst.numpy()[0]), int(dst.numpy().view(np.uint32)[1])) == (-math.inf, 7)


def test_extremes_of_nan_and_zeros(make_core: Any) -> None:
    x = np.zeros(64, np.float32)
    x[:3] = -0.0, -0.0, -0.0
    with make_core(C950) as core:
        src, dst = core.ub(x), core.ub(8, np.float32)
        asc.whole_reduce_max(dst, src, 64, 1, 1, 1, 8)
        assert bits(dst.numpy()[:2], "float") == [0, 0]
        asc.whole_reduce_min(dst, src, 64, 1, 1, 1, 8)
        assert bits(dst.numpy()[:2], "float") == [0x80000000, 0]
        src.set_value(40, np.nan)
        src.set_value(50, np.nan)
        for run in (asc.whole_reduce_max, asc.whole_reduce_min):
            run(dst, src, 64, 1, 1, 1, 8)
            assert bits(dst.numpy()[:2], "float") == [0x7FC00000, 40]


@both_kinds
def test_block_extremes(make_core: Any, kind: str) -> None:
    lanes, per_block = lanes_of(kind), lanes_of(kind) // 8
    x = spread(kind, 2 * lanes, seed=12)
    with make_core(A3) as core:
        src, dst = core.ub(x), core.ub(32, FACE[kind])
        asc.block_reduce_max(dst, src, 2, lanes, 2, 1, 8)
        for r in range(2):
            blocks = x[r * lanes : (r + 1) * lanes].reshape(8, per_block)
            assert numbers(dst.numpy()[16 * r : 16 * r + 8]) == [max(numbers(b)) for b in blocks]
        asc.block_reduce_min(dst, src, 2, lanes, 1, 1, 8)
        assert numbers(dst.numpy()[:16]) == [min(numbers(b)) for b in x.reshape(16, per_block)]


@both_kinds
@pytest.mark.parametrize("chip", [A2, C950, C310P])
def test_reduce_max_and_min_count(make_core: Any, chip: str, kind: str) -> None:
    rng = random.Random(10)
    x = np.array([rng.randint(-5, 5) for _ in range(1000)], FACE[kind])
    u = np.dtype(f"u{x.itemsize}")
    with make_core(chip) as core:
        src, dst, tmp = core.ub(x), poisoned(core, 8, FACE[kind]), core.ub(512, FACE[kind])
        for n in (1, 63, 300, 999):
            for run, largest in ((asc.reduce_max, True), (asc.reduce_min, False)):
                at = first_extreme(numbers(x), list(range(n)), largest)
                run(dst, src, tmp, n, True)
                assert (float(dst.numpy()[0]), int(dst.numpy().view(u)[1])) == (float(x[at]), at)
                run(dst, src, tmp, n)
                assert dst.numpy()[2:].tobytes() == b"\x5a" * (6 * x.itemsize)


def test_reduce_max_without_index_writes_one_element(make_core: Any) -> None:
    with make_core(A2) as core:
        src, dst, tmp = core.ub(np.arange(64, dtype=np.float32)), poisoned(core, 8, np.float32), core.ub(64, np.float32)
        asc.reduce_max(dst, src, tmp, 64)
        assert float(dst.numpy()[0]) == 63
        assert dst.numpy()[1:].tobytes() == b"\x5a" * 28


@both_kinds
def test_mistake_16_index_in_strided_sources(make_core: Any, kind: str) -> None:
    """Elements from the start of the source; on ascend950 in Counter mode the elements taken."""
    lanes, per_block = lanes_of(kind), lanes_of(kind) // 8
    x = np.zeros(60 * per_block, FACE[kind])
    x[2 * 10 * per_block + 5] = 7  # repeat 2, lane 5
    u = np.dtype(f"u{x.itemsize}")
    for chip in (A2, C950):
        with make_core(chip) as core:
            src, dst, tmp = core.ub(x), core.ub(8, FACE[kind]), core.ub(256, FACE[kind])
            asc.reduce_max(dst, src, tmp, lanes, 3, 10, True)
            assert int(dst.numpy().view(u)[1]) == 20 * per_block + 5
            asc.set_mask_count()
            asc.reduce_max(dst, src, tmp, [3 * lanes, 0], 1, 10, True)
            wanted = 2 * lanes + 5 if chip == C950 else 20 * per_block + 5
            assert int(dst.numpy().view(u)[1]) == wanted


def test_half_index_keeps_16_bits(make_core: Any) -> None:
    x = np.zeros(80000, np.float16)
    x[70000] = 1
    with make_core(A2) as core:
        src, dst, tmp = core.ub(x), core.ub(16, np.float16), core.ub(2048, np.float16)
        asc.reduce_max(dst, src, tmp, 80000, True)
        assert int(dst.numpy().view(np.uint16)[1]) == 70000 % 65536


@both_kinds
def test_950_starts_from_finite_extremes(make_core: Any, kind: str) -> None:
    most = 65504.0 if kind == "half" else float(np.finfo(np.float32).max)
    for chip, low, high in ((C950, -most, most), (A2, -math.inf, math.inf)):
        with make_core(chip) as core:
            dst, tmp = core.ub(16, FACE[kind]), core.ub(64, FACE[kind])
            src = core.ub(np.full(128, -np.inf, FACE[kind]))
            asc.reduce_max(dst, src, tmp, 100, True)
            assert (float(dst.numpy()[0]), bits(dst.numpy(), kind)[1]) == (low, 0)
            src = core.ub(np.full(128, np.inf, FACE[kind]))
            asc.reduce_min(dst, src, tmp, 100)
            assert float(dst.numpy()[0]) == high


@pytest.mark.parametrize("kind", [np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_950_integer_extremes(make_core: Any, kind: Any) -> None:
    rng = np.random.default_rng(4)
    x = rng.integers(np.iinfo(kind).min, np.iinfo(kind).max, 500, kind, endpoint=True)
    values = [int(v) for v in x]
    u = np.dtype(f"u{x.itemsize}")
    with make_core(C950) as core:
        src, dst, tmp = core.ub(x), core.ub(8, kind), core.ub(8, kind)
        asc.reduce_max(dst, src, tmp, 500, True)
        assert (int(dst.numpy()[0]), int(dst.numpy().view(u)[1])) == (max(values), values.index(max(values)))
        asc.reduce_min(dst, src, tmp, 500, True)
        assert (int(dst.numpy()[0]), int(dst.numpy().view(u)[1])) == (min(values), values.index(min(values)))


# --- layout of results ----------------------------------------------------------------------------------------------


@both_kinds
@pytest.mark.parametrize("stride", [1, 3])
def test_mistake_13_units_of_the_destination_stride(make_core: Any, kind: str, stride: int) -> None:
    size, lanes = np.dtype(FACE[kind]).itemsize, lanes_of(kind)
    x = np.ones(2 * lanes, FACE[kind])
    cases = [
        (lambda d, s: asc.whole_reduce_sum(d, s, lanes, 2, stride, 1, 8), size, size),
        (lambda d, s: asc.whole_reduce_max(d, s, lanes, 2, stride, 1, 8), 2 * size, 2 * size),
        (lambda d, s: asc.whole_reduce_max(d, s, lanes, 2, stride, 1, 8, Order.ORDER_INDEX_VALUE), 2 * size, 2 * size),
        (lambda d, s: asc.whole_reduce_max(d, s, lanes, 2, stride, 1, 8, Order.ORDER_ONLY_VALUE), size, size),
        (lambda d, s: asc.whole_reduce_max(d, s, lanes, 2, stride, 1, 8, Order.ORDER_ONLY_INDEX), 4, 4),
        (lambda d, s: asc.block_reduce_sum(d, s, 2, lanes, stride, 1, 8), 8 * size, 8 * size),
        (lambda d, s: asc.pair_reduce_sum(d, s, 2, lanes, stride, 1, 8), 128, 128),
    ]
    for run, unit, written in cases:
        with make_core(A2) as core:
            src, dst = core.ub(x), poisoned(core, 1024, FACE[kind])
            run(dst, src)
            changed = np.flatnonzero(np.frombuffer(dst.numpy().tobytes(), np.uint8) != 0x5A)
            first, second = stride * 0, stride * unit
            wanted = [*range(first, first + written), *range(second, second + written)]
            assert set(changed) == set(wanted)


@both_kinds
def test_alignment_of_the_destination(make_core: Any, kind: str) -> None:
    size, lanes = np.dtype(FACE[kind]).itemsize, lanes_of(kind)
    with make_core(A2) as core:
        src, tmp = core.ub(np.ones(lanes, FACE[kind])), core.ub(64, FACE[kind])
        room = core.ub(512, np.uint8)
        cases = [
            (lambda d: asc.whole_reduce_sum(d, src, lanes, 1, 1, 1, 8), size),
            (lambda d: asc.whole_reduce_max(d, src, lanes, 1, 1, 1, 8), 2 * size),
            (lambda d: asc.whole_reduce_max(d, src, lanes, 1, 1, 1, 8, Order.ORDER_ONLY_VALUE), size),
            (lambda d: asc.whole_reduce_max(d, src, lanes, 1, 1, 1, 8, Order.ORDER_ONLY_INDEX), 4),
            (lambda d: asc.block_reduce_sum(d, src, 1, lanes, 1, 1, 8), 8 * size),
            (lambda d: asc.pair_reduce_sum(d, src, 1, lanes, 1, 1, 8), 32),
            (lambda d: asc.reduce_sum(d, src, tmp, lanes), size),
            (lambda d: asc.reduce_max(d, src, tmp, lanes), size),
            (lambda d: asc.reduce_max(d, src, tmp, lanes, True), 2 * size),
        ]
        for run, align in cases:
            run(room[align:].reinterpret_cast(FACE[kind]))
            with pytest.raises(LanewiseError) as caught:
                run(room[align // 2 :].reinterpret_cast(FACE[kind]))
            assert caught.value.id == "ALIGN-001"


@both_kinds
def test_mistake_15_groups_without_active_lanes(make_core: Any, kind: str) -> None:
    """A2, A3 and 310p keep the old bytes; 950 and 310b write 0 or the extremes, each their own for half."""
    lanes, per_block = lanes_of(kind), lanes_of(kind) // 8
    x = np.full(lanes, 2, FACE[kind])
    end = {C950: math.inf, C310B: 65504.0 if kind == "half" else math.inf}
    kept = [0x5A5A if kind == "half" else 0x5A5A5A5A]
    for chip in (A2, A3, C950, C310B, C310P):
        with make_core(chip) as core:
            src = core.ub(x)
            for run, empty, full in (
                (asc.block_reduce_sum, 0.0, 2.0 * per_block),
                (asc.block_reduce_max, -end.get(chip, 0), 2.0),
                (asc.block_reduce_min, end.get(chip, 0), 2.0),
            ):
                dst = poisoned(core, 16, FACE[kind])
                run(dst, src, 1, per_block, 1, 1, 8)
                assert float(dst.numpy()[0]) == full
                wanted = bits([empty], kind) if chip in end else kept
                assert bits(dst.numpy()[1:8], kind) == wanted * 7
            dst = poisoned(core, lanes, FACE[kind])
            asc.pair_reduce_sum(dst, src, 1, 3, 1, 1, 8)
            assert numbers(dst.numpy()[:2]) == [4.0, 2.0]
            wanted = bits([0], kind) if chip in end else kept
            assert bits(dst.numpy()[2 : lanes // 2], kind) == wanted * (lanes // 2 - 2)


def test_repeat_without_active_lanes(make_core: Any) -> None:
    with make_core(C950) as core:
        src, dst = core.ub(np.ones(64, np.float32)), poisoned(core, 8, np.float32)
        asc.reduce_repeat_sum(dst, src, [0, 0], 1, 1, 1, 8)
        assert float(dst.numpy()[0]) == 0.0
        asc.reduce_repeat_max(dst, src, [0, 0], 1, 1, 1, 8)
        assert (float(dst.numpy()[0]), bits(dst.numpy(), "float")[1]) == (-math.inf, 0)
        asc.reduce_repeat_min(dst, src, [0, 0], 1, 1, 1, 8)
        assert float(dst.numpy()[0]) == math.inf
        ints, to = core.ub(np.ones(64, np.int32)), core.ub(8, np.int32)
        asc.reduce_repeat_min(to, ints, [0, 0], 1, 1, 1, 8)
        assert int(to.numpy()[0]) == 2**31 - 1
    with make_core(A2) as core:
        src, dst = core.ub(np.ones(64, np.float32)), poisoned(core, 8, np.float32)
        asc.reduce_repeat_sum(dst, src, [0, 0], 1, 1, 1, 8)
        asc.reduce_repeat_max(dst, src, 0, 1, 1, 1, 8)
        assert dst.numpy().tobytes() == b"\x5a" * 32


def test_zero_destination_stride(make_core: Any) -> None:
    x = np.arange(256, dtype=np.float32)
    for chip in (A2, C950):
        with make_core(chip) as core:
            src, dst = core.ub(x), core.ub(8, np.float32)
            asc.whole_reduce_sum(dst, src, 64, 3, 0, 1, 8)
            assert float(dst.numpy()[0]) == float(x[128:192].sum())
            asc.set_mask_count()
            asc.whole_reduce_sum(dst, src, [130, 0], 1, 0, 1, 8)
            # ascend950 runs the last repeat only, with as many lanes as the count allows.
            assert float(dst.numpy()[0]) == float(x[128:192].sum() if chip == C950 else x[128:130].sum())
    with make_core(C910) as core:
        to, of = core.ub(16, np.float16), core.ub(x.astype(np.float16))
        for call in ((asc.whole_reduce_sum, 64, 1), (asc.block_reduce_max, 1, 64), (asc.pair_reduce_sum, 1, 64)):
            with pytest.raises(LanewiseError) as caught:
                call[0](to, of, *call[1:], 0, 1, 8)
            assert caught.value.id == "STRIDE-001"


# --- modes, repeats, refusals ---------------------------------------------------------------------------------------


def test_counter_mode_gives_one_result_per_started_repeat(make_core: Any) -> None:
    x = spread("float", 300)
    with make_core(A2) as core:
        src, dst = core.ub(x), poisoned(core, 16, np.float32)
        asc.set_mask_count()
        asc.set_vector_mask(300, dtype=asc.float32, mode=asc.MaskMode.COUNTER)
        asc.whole_reduce_sum(dst, src, asc.MASK_PLACEHOLDER, 1, 1, 1, 8, is_set_mask=False)
        assert numbers(dst.numpy()[:5]) == sums_of(x, 64, "float")
        assert dst.numpy()[5:].tobytes() == b"\x5a" * 44


def test_nested_reductions_in_place(make_core: Any) -> None:
    """What the vendor's example does: later rounds reduce a buffer into its own start. Strict mode allows it."""
    x = spread("float", 4096)
    for strict in (False, True):
        with make_core(A2, strict=strict) as core:
            src = core.ub(x)
            asc.set_mask_count()
            for n in (4096, 64):
                asc.whole_reduce_sum(src, src, [n, 0], 1, 1, 1, 8)
            assert float(src.numpy()[0]) == trees(sums_of(x, 64, "float"), "float", 64)


def test_a_later_repeat_reads_what_an_earlier_one_wrote(make_core: Any) -> None:
    x = np.ones(128, np.float32)
    with make_core(A2) as core:
        src = core.ub(x)
        asc.whole_reduce_sum(src[64:], src, 64, 2, 1, 1, 8)
        assert numbers(src.numpy()[64:66]) == [64.0, 64.0 + 63.0]
    with make_core(A2, strict=True) as core:
        src = core.ub(x)
        with pytest.raises(LanewiseError) as caught:
            asc.whole_reduce_sum(src[64:], src, 64, 2, 1, 1, 8)
        assert caught.value.id == "OVERLAP-002"


def test_repeat_ranges(make_core: Any, unchanged: Any) -> None:
    with make_core(C950) as core:
        src, dst, tmp = core.ub(np.ones(64, np.float32)), core.ub(512, np.float32), core.ub(8, np.float32)
        before = unchanged.snapshot(core)
        for run in (
            lambda: asc.whole_reduce_sum(dst, src, 64, 256, 1, 1, 0),
            lambda: asc.block_reduce_sum(dst, src, -1, 64, 1, 1, 0),
            lambda: asc.reduce_sum(dst, src, tmp, 64, 2**31, 0),
            lambda: asc.reduce_max(dst, src, tmp, 64, -1, 0),
        ):
            with pytest.raises(LanewiseError) as caught:
                run()
            assert caught.value.id == "REPEAT-001"
        unchanged(core, before)
        asc.reduce_sum(dst, src, tmp, 64, 1000, 0)
        assert float(dst.numpy()[0]) == 64000.0


def test_orders_per_chip(make_core: Any) -> None:
    allowed = {
        A2: tuple(Order), A3: tuple(Order), C950: tuple(Order),
        C310B: (Order.ORDER_VALUE_INDEX, Order.ORDER_ONLY_VALUE),
        C310P: (Order.ORDER_VALUE_INDEX, Order.ORDER_INDEX_VALUE), C910: (Order.ORDER_VALUE_INDEX,),
    }  # fmt: skip
    for chip, orders in allowed.items():
        with make_core(chip) as core:
            src, dst = core.ub(np.ones(128, np.float16)), core.ub(16, np.float16)
            for order in Order:
                if order in orders:
                    asc.whole_reduce_max(dst, src, 128, 1, 1, 1, 8, order)
                else:
                    with pytest.raises(LanewiseError) as caught:
                        asc.whole_reduce_max(dst, src, 128, 1, 1, 1, 8, order)
                    assert caught.value.id == "OP-005"


def smallest_buffer(core: Core, kind: str, run: Any) -> int:
    """The fewest whole blocks of elements that a call takes as shared_tmp_buffer."""
    room = core.ub(1024, FACE[kind])
    for n in range(0, 1024, 32 // room.dtype.size):
        room.set_size(n)
        try:
            run(room)
        except LanewiseError as problem:
            if (problem.id, problem.fields["operand"]) != ("MEM-002", "shared_tmp_buffer"):
                raise
        else:
            return n
    raise AssertionError


@both_kinds
@pytest.mark.parametrize("repeats", [1, 9, 40])
@pytest.mark.parametrize("chip", [A2, C310P, C950])
def test_shared_tmp_buffer_sizes(make_core: Any, chip: str, kind: str, repeats: int) -> None:
    """The documented sizes; 950 and the accumulating form do not look."""
    lanes = lanes_of(kind)
    block, n = lanes // 8, repeats * lanes - 3

    def up(elements: int) -> int:
        return -(-elements // block) * block if chip != C950 else 0

    second = 2 * -(-2 * repeats // lanes)
    indexed = up(2 * repeats) + up(second) + (up(2 * -(-second // lanes)) if second > 2 else 0)
    with make_core(chip) as core:
        src, dst = core.ub(np.ones(repeats * lanes, FACE[kind])), core.ub(16, FACE[kind])
        assert smallest_buffer(core, kind, lambda t: asc.reduce_max(dst, src, t, n)) == up(2 * repeats)
        assert smallest_buffer(core, kind, lambda t: asc.reduce_min(dst, src, t, n, True)) == indexed
        assert smallest_buffer(core, kind, lambda t: asc.reduce_sum(dst, src, t, lanes, repeats, 8)) == up(repeats)
        counted = smallest_buffer(core, kind, lambda t: asc.reduce_sum(dst, src, t, n))
        assert counted == (up(repeats) if chip == C310P else 0)


def test_buffer_may_be_the_source(make_core: Any) -> None:
    x = np.arange(640, dtype=np.float32)[::-1].copy()
    with make_core(A2) as core:
        src, dst = core.ub(x), core.ub(8, np.float32)
        asc.reduce_max(dst, src, src, 640, True)
        assert (float(dst.numpy()[0]), int(dst.numpy().view(np.uint32)[1])) == (639.0, 0)


def test_bounds_follow_the_active_lanes(make_core: Any, unchanged: Any) -> None:
    with make_core(A2) as core:
        src, dst = core.ub(np.ones(70, np.float32)), core.ub(2, np.float32)
        asc.whole_reduce_sum(dst, src, 6, 2, 1, 1, 8)
        before = unchanged.snapshot(core)
        for run in (
            lambda: asc.whole_reduce_sum(dst, src, 7, 2, 1, 1, 8),
            lambda: asc.whole_reduce_sum(dst, src, 6, 2, 2, 1, 8),
            lambda: asc.whole_reduce_max(dst, src, 6, 2, 1, 1, 8),
        ):
            with pytest.raises(LanewiseError) as caught:
                run()
            assert caught.value.id == "MEM-002"
        unchanged(core, before)


def test_count_forms_leave_the_mask_as_other_count_forms_do(make_core: Any) -> None:
    for chip, resets in ((A2, True), (C950, False)):
        with make_core(chip) as core:
            src, dst, tmp = core.ub(np.ones(64, np.float32)), core.ub(8, np.float32), core.ub(64, np.float32)
            for run in (asc.reduce_sum, asc.reduce_max, asc.reduce_min):
                asc.set_vector_mask(0, 5, dtype=asc.float32)
                run(dst, src, tmp, 40)
                assert int(core.state["mask"][0]) == (ONES if resets else 5)


# --- registers ------------------------------------------------------------------------------------------------------


def test_sum_register(make_core: Any) -> None:
    for chip in (A2, C950):
        for kind in ("half", "float"):
            x = spread(kind, 500)
            with make_core(chip) as core:
                src, dst, tmp = core.ub(x), core.ub(16, FACE[kind]), core.ub(64, FACE[kind])
                asc.reduce_sum(dst, src, tmp, 500)
                first = dst.numpy()[0]
                asc.reduce_sum(dst, src, tmp, 8, 2, 8)  # masked forms leave it alone
                assert asc.get_reduce_repeat_sum_spr(FACE[kind]) == first
                assert asc.get_acc_val(FACE[kind]) == first


def test_extreme_register(make_core: Any) -> None:
    """The extreme of all repeats, and its place among them."""
    x = np.zeros(256, np.float32)
    x[[70, 130, 200]] = 5, -4, 5
    with make_core(A2) as core:
        src, dst, tmp = core.ub(x), core.ub(16, np.float32), core.ub(64, np.float32)
        asc.whole_reduce_max(dst, src, 64, 4, 1, 1, 8)
        assert asc.get_reduce_max_min_count(asc.float32) == (5.0, 70)
        asc.whole_reduce_min(dst, src, 64, 4, 1, 1, 8, Order.ORDER_ONLY_VALUE)
        assert asc.get_reduce_repeat_max_min_spr(asc.float32) == (-4.0, 130)
        asc.reduce_max(dst, src, tmp, 256)
        assert asc.get_reduce_repeat_max_min_spr(asc.float32, with_index=False) == 5.0
    with make_core(C310P) as core:
        src, dst = core.ub(x.astype(np.float16)), core.ub(16, np.float16)
        asc.whole_reduce_max(dst, src, 128, 2, 1, 1, 8)
        assert asc.get_reduce_repeat_max_min_spr(asc.half, with_index=False) == 5.0
        with pytest.raises(LanewiseError) as caught:
            asc.get_reduce_repeat_max_min_spr(asc.half)
        assert caught.value.id == "OP-005"
    with make_core(C950), pytest.raises(LanewiseError) as caught:
        asc.get_reduce_repeat_max_min_spr(asc.half)
    assert caught.value.id == "OP-001"
    with make_core(A2), pytest.raises(LanewiseError) as caught:
        asc.get_reduce_repeat_sum_spr(asc.int32)
    assert caught.value.id == "OP-002"


# --- names ----------------------------------------------------------------------------------------------------------


def test_older_and_newer_names_agree(make_core: Any) -> None:
    """The older block and pair names take repeat before mask; RepeatReduceSum has one number more."""
    x = spread("float", 512)
    words = [0xFFFFFFFF0000FFFF, 0]
    with make_core(A2) as core:
        src = core.ub(x)
        pairs = [
            (lambda d: asc.whole_reduce_sum(d, src, words, 4, 2, 2, 16),
             lambda d: asc.reduce_repeat_sum(d, src, words, 4, 2, 2, 16)),
            (lambda d: asc.repeat_reduce_sum(d, src, 4, words, 9, 2, 2, 16),
             lambda d: asc.reduce_repeat_sum(d, src, words, 4, 2, 2, 16)),
            (lambda d: asc.whole_reduce_max(d, src, 64, 8, 1, 1, 8),
             lambda d: asc.reduce_repeat_max(d, src, mask=64, repeat_time=8, dst_rep_stride=1, src_blk_stride=1,
                                             src_rep_stride=8, order=Order.ORDER_VALUE_INDEX)),
            (lambda d: asc.block_reduce_max(d, src, 4, 60, 2, 1, 8),
             lambda d: asc.reduce_data_block_max(d, src, 60, 4, 2, 1, 8)),
            (lambda d: asc.block_reduce_min(d, src, 4, words, 2, 1, 8),
             lambda d: asc.reduce_data_block_min(d, src, words, 4, 2, 1, 8)),
            (lambda d: asc.pair_reduce_sum(d, src, 2, 64, 1, 1, 8),
             lambda d: asc.reduce_pair_elem_sum(d, src, 64, 2, 1, 1, 8)),
        ]  # fmt: skip
        for old, new in pairs:
            a, b = poisoned(core, 256, np.float32), poisoned(core, 256, np.float32)
            old(a)
            new(b)
            assert a.numpy().tobytes() == b.numpy().tobytes()


def test_calls_that_do_not_fit_say_how_to_call(make_core: Any) -> None:
    with make_core(A2) as core:
        src, dst = core.ub(np.ones(64, np.float32)), core.ub(8, np.float32)
        for run in (
            lambda: asc.whole_reduce_sum(dst, 3, 64, 1, 1, 1, 8),
            lambda: asc.whole_reduce_sum(dst, src, 64, 1, 1.5, 1, 8),
            lambda: asc.whole_reduce_max(dst, src, 64, 1, 1, 1, 8, 7),
            lambda: asc.reduce_sum(dst, src, None, 64),
            lambda: asc.reduce_sum(dst, src, src, 64, 3),
        ):
            with pytest.raises(LanewiseError) as caught:
                run()
            assert caught.value.id == "CALL-001"
