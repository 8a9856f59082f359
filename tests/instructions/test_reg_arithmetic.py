"""Register arithmetic against Python integers, fractions and hand-stated results."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from lanewise.asc import DivAlgo, ExpAlgo, reg
from lanewise.errors import LanewiseError
from lanewise.numerics.formats import DTYPES

INTEGERS = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
SATURATE_INTEGERS, KEEP_INFINITY, GLOBAL = 1 << 53, 1 << 48, 1 << 60


def wrapped(value: int, kind: str) -> int:
    bits = int(kind.lstrip("uint"))
    value &= (1 << bits) - 1
    return value - (1 << bits) if kind.startswith("i") and value >> (bits - 1) else value


def bounds(kind: str) -> tuple[int, int]:
    bits = int(kind.lstrip("uint"))
    return (0, (1 << bits) - 1) if kind.startswith("u") else (-(1 << bits - 1), (1 << bits - 1) - 1)


def some(rng: np.random.Generator, kind: str, n: int) -> list[int]:
    low, high = bounds(kind)
    edge = [low, high, low + 1, high - 1, 0, 1, low // 3, high // 3]
    anything = [int.from_bytes(rng.bytes(8), "little") for _ in range(n)]
    return [edge[rng.integers(0, 8)] if rng.integers(0, 2) else value for value in anything]


def pair(kind: str, registers: int = 1) -> tuple[list[int], list[int], Any, Any, Any]:
    rng = np.random.default_rng(len(kind) * 7 + registers)
    n = 256 * registers // DTYPES[kind].size
    a, b = ([wrapped(v, kind) for v in some(rng, kind, n)] for _ in range(2))
    face = DTYPES[kind].numpy
    return a, b, *(reg.RegTensor(kind, np.array(v, face), registers) for v in (a, b)), reg.RegTensor(kind, 0, registers)


@pytest.mark.parametrize("kind", INTEGERS)
@pytest.mark.parametrize("name", ["add", "sub", "mul"])
@pytest.mark.parametrize("clamps", [False, True])
def test_integers_wrap_or_saturate_by_ctrl53_but_64_bits_always_wrap(
    make_core: Any, kind: str, name: str, clamps: bool
) -> None:
    if name == "mul" and kind.endswith("int8"):
        return
    with make_core("ascend950") as core:
        core.state["ctrl"] = GLOBAL | (SATURATE_INTEGERS if clamps else 0)
        a, b, ra, rb, rd = pair(kind)
        getattr(reg, name)(rd, ra, rb)
        low, high = bounds(kind)
        exact = [{"add": x + y, "sub": x - y, "mul": x * y}[name] for x, y in zip(a, b, strict=True)]
        clamped = clamps and not kind.endswith("64")
        assert rd.numpy().tolist() == [min(max(v, low), high) if clamped else wrapped(v, kind) for v in exact]


@pytest.mark.parametrize("kind", ["int64", "uint64"])
def test_two_registers_hold_low_and_high_words(make_core: Any, kind: str) -> None:
    with make_core("ascend950"):
        a, b, ra, rb, rd = pair(kind, 2)
        reg.add(rd, ra, rb)
        wanted = [wrapped(x + y, kind) for x, y in zip(a, b, strict=True)]
        assert rd.numpy().tolist() == wanted
        words = rd.data.view(np.uint32)
        assert words[:64].tolist() == [v & 0xFFFFFFFF for v in wanted]
        assert words[64:].tolist() == [v >> 32 & 0xFFFFFFFF for v in wanted]


def test_mistake_1_a_mask_has_a_bit_for_each_byte_and_the_lowest_decides(make_core: Any) -> None:
    with make_core("ascend950"):
        mask = reg.MaskReg()
        mask.data[:] = 0b11101110  # everything but the lowest bit of a 4-byte lane
        dst = reg.RegTensor("float")
        reg.duplicate(dst, 1.0, mask)
        assert not dst.numpy().any()
        half = reg.RegTensor("half")
        reg.duplicate(half, 1.0, mask)  # bit 2 of every 4 is the lowest bit of an odd 2-byte lane
        assert half.numpy().tolist() == [0.0, 1.0] * 64


def test_mistake_5_lanes_left_out_become_zero_in_accumulators_too(make_core: Any) -> None:
    with make_core("ascend950"):
        a, dst = reg.RegTensor("float", 2.0), reg.RegTensor("float", 7.0)
        mask = reg.MaskReg("float", 3)
        reg.mul_add_dst(dst, a, a, mask)
        assert dst.numpy().tolist() == [11.0] * 3 + [0.0] * 61
        dst.fill(7.0)
        reg.axpy(dst, a, 3.0, mask)
        assert dst.numpy().tolist() == [13.0] * 3 + [0.0] * 61
        dst.fill(7.0)
        reg.add(dst, a, a, mask, merge=True)
        assert dst.numpy().tolist() == [4.0] * 3 + [7.0] * 61


def test_mistake_15_a_carry_of_one_means_no_borrow(make_core: Any) -> None:
    rng = np.random.default_rng(5)
    a, b = ([int.from_bytes(rng.bytes(8), "little") for _ in range(64)] for _ in range(2))
    b[:4] = a[:4]  # differences of zero
    with make_core("ascend950"):
        def half_of(values: list[int], high: bool) -> Any:
            return reg.RegTensor("uint32", np.array([v >> 32 * high & 0xFFFFFFFF for v in values], np.uint32))

        low, high, carry, out = (reg.RegTensor("uint32"), reg.RegTensor("uint32"), reg.MaskReg(), reg.MaskReg())
        reg.sub_carry(carry, low, half_of(a, False), half_of(b, False))
        lows = [(x & 0xFFFFFFFF, y & 0xFFFFFFFF) for x, y in zip(a, b, strict=True)]
        assert carry.lanes("uint32").tolist() == [x >= y for x, y in lows]
        reg.sub_c(out, high, half_of(a, True), half_of(b, True), carry, reg.MaskReg())
        got = [int(h) << 32 | int(w) for h, w in zip(high.numpy(), low.numpy(), strict=True)]
        assert got == [x - y & (1 << 64) - 1 for x, y in zip(a, b, strict=True)]
        assert out.lanes("uint32").tolist() == [x >= y for x, y in zip(a, b, strict=True)]
        reg.add_carry(carry, low, half_of(a, False), half_of(b, False))
        reg.add_c(out, high, half_of(a, True), half_of(b, True), carry, reg.MaskReg())
        got = [int(h) << 32 | int(w) for h, w in zip(high.numpy(), low.numpy(), strict=True)]
        assert got == [x + y & (1 << 64) - 1 for x, y in zip(a, b, strict=True)]
        assert out.lanes("uint32").tolist() == [x + y >= 1 << 64 for x, y in zip(a, b, strict=True)]
        # only the lowest bit of a lane carries
        assert not np.unpackbits(out.data, bitorder="little").reshape(64, 4)[:, 1:].any()


@pytest.mark.parametrize("kind", ["int32", "uint32"])
def test_whole_products(make_core: Any, kind: str) -> None:
    with make_core("ascend950"):
        a, b, ra, rb, low = pair(kind)
        high = reg.RegTensor(kind)
        reg.mull(low, high, ra, rb)
        assert low.numpy().tolist() == [wrapped(x * y, kind) for x, y in zip(a, b, strict=True)]
        assert high.numpy().tolist() == [x * y >> 32 for x, y in zip(a, b, strict=True)]


def test_mistake_16_one_register_reads_bit_8k_and_two_read_bit_4k(make_core: Any) -> None:
    with make_core("ascend950"):
        one, two = reg.RegTensor("int64", 0), reg.RegTensor("int64", 0, 2)
        mask = reg.MaskReg("int64", 2)  # bits 0 and 8
        reg.duplicate(one, 5, mask)
        with pytest.raises(LanewiseError, match=r"REG-009.*for lanes of 64 bits, but the lanes here have 32"):
            reg.duplicate(two, 5, mask)
        reg.duplicate(two, 5, reg.MaskReg("int64", [True, False, True], registers=2))
        assert one.numpy().tolist() == [5, 5] + [0] * 30
        assert two.numpy().tolist() == [5, 0, 5] + [0] * 61


def test_mistake_18_fused_steps_round_once_and_complex_products_do_not(make_core: Any) -> None:
    x = np.float32(1 + 2.0**-12)
    with make_core("ascend950"):
        dst, a = reg.RegTensor("float", -1.0), reg.RegTensor("float", x)
        reg.mul_add_dst(dst, a, a)
        assert dst.numpy()[0] == float(Fraction(float(x)) ** 2 - 1)  # 2**-24 of the square is kept
        z = reg.RegTensor("complex64", np.complex64(complex(x, x)))
        product = reg.RegTensor("complex64")
        reg.mul(product, z, z)
        square = np.float32(float(x) * float(x))
        assert product.numpy()[0] == complex(0.0, np.float32(square + square))


def test_mistake_20_sums_keep_subnormals_and_functions_flush_unless_told(make_core: Any) -> None:
    tiny = np.float32(1e-40)
    with make_core("ascend950"):
        a, dst = reg.RegTensor("float", tiny), reg.RegTensor("float")
        reg.add(dst, a, a)
        assert dst.numpy()[0] == tiny + tiny
        reg.mul_add_dst(dst, a, reg.RegTensor("float", 1.0))
        assert dst.numpy()[0] == np.float32(3e-40) or dst.numpy()[0] == tiny + tiny + tiny
        reg.sqrt(dst, a)
        assert dst.numpy()[0] == 0.0
        low = reg.RegTensor("float", -95.0)
        reg.exp(dst, low)
        assert dst.numpy()[0] == 0.0
        reg.exp(dst, low, config=ExpAlgo.PRECISION_1ULP_FTZ_FALSE)
        assert dst.numpy()[0] == np.float32(np.exp(np.float64(-95.0)))
        # the page's own divisor: flushed to zero it gives infinity
        divisor = reg.RegTensor("float", np.array([0x8036A794], np.uint32).view(np.float32)[0])
        reg.div(dst, reg.RegTensor("float", 1.0), divisor)
        assert dst.data.view(np.uint32)[0] == 0xFF800000
        reg.div(dst, reg.RegTensor("float", 1.0), divisor, config=DivAlgo.PRECISION_1ULP_FTZ_FALSE)
        assert dst.data.view(np.uint32)[0] == 0xFF15E301


def test_mistake_20_abs_of_int64_copies_lanes_left_out(make_core: Any) -> None:
    with make_core("ascend950"):
        src, dst = reg.RegTensor("int64", -9), reg.RegTensor("int64", 1)
        reg.abs(dst, src, reg.MaskReg("int64", 1))
        assert dst.numpy().tolist() == [9] + [-9] * 31
        narrow, out = reg.RegTensor("int32", -9), reg.RegTensor("int32", 1)
        reg.abs(out, narrow, reg.MaskReg("int32", 1))
        assert out.numpy().tolist() == [9] + [0] * 63


def test_absolute_values_of_complex_numbers_are_dense(make_core: Any) -> None:
    with make_core("ascend950"):
        z = reg.RegTensor("complex64", np.full(64, 3 - 4j, np.complex64), 2)
        dst = reg.RegTensor("float")
        reg.abs(dst, z, reg.MaskReg("float", 5))
        assert dst.numpy().tolist() == [5.0] * 5 + [0.0] * 59


def test_half_results_saturate_by_ctrl48(make_core: Any) -> None:
    for ctrl, wanted in ((GLOBAL, 65504.0), (GLOBAL | KEEP_INFINITY, np.inf)):
        with make_core("ascend950") as core:
            core.state["ctrl"] = ctrl
            a, dst = reg.RegTensor("half", 60000.0), reg.RegTensor("half")
            reg.add(dst, a, a)
            assert dst.numpy()[0] == wanted


def test_bfloat16_is_added_in_float_and_rounded_once(make_core: Any) -> None:
    bits = np.random.default_rng(9).integers(0, 2**16, (2, 128), np.uint16)
    a, b = (x.view(ml_dtypes.bfloat16) for x in bits)
    with np.errstate(all="ignore"):
        wanted = (a.astype(np.float32) + b.astype(np.float32)).astype(ml_dtypes.bfloat16)
    with make_core("ascend950"):
        dst = reg.RegTensor("bfloat16")
        reg.add(dst, reg.RegTensor("bfloat16", a), reg.RegTensor("bfloat16", b))
        number = ~np.isnan(wanted)
        assert (dst.data.view(np.uint16)[number] == wanted.view(np.uint16)[number]).all()
        assert (dst.data.view(np.uint16)[~number] == 0x7FC0).all()


def test_a_leaky_relu_looks_at_the_sign_bit(make_core: Any) -> None:
    with make_core("ascend950"):
        src, dst = reg.RegTensor("float", np.array([0.0, -0.0, -2.0, 3.0], np.float32)), reg.RegTensor("float")
        reg.leaky_relu(dst, src, np.inf)
        first = dst.numpy()[:4]
        assert first[0] == 0.0
        assert np.isnan(first[1])
        assert first[2:].tolist() == [-np.inf, 3.0]


@pytest.mark.parametrize("kind", INTEGERS)
def test_shifts(make_core: Any, kind: str) -> None:
    bits = DTYPES[kind].bits
    with make_core("ascend950"):
        a, _, ra, _, rd = pair(kind)
        for amount in (0, 1, bits - 1, bits + 1, 100):
            reg.shift_rights(rd, ra, amount)
            assert rd.numpy().tolist() == [x >> amount for x in a]
            if kind.startswith("u"):
                reg.shift_lefts(rd, ra, amount)
                assert rd.numpy().tolist() == [wrapped(x << amount, kind) for x in a]
        amounts = [i % (bits + 2) for i in range(len(a))]
        steps = reg.RegTensor(kind.lstrip("u"), np.array(amounts, DTYPES[kind.lstrip("u")].numpy))
        reg.shift_right(rd, ra, steps)
        assert rd.numpy().tolist() == [x >> s for x, s in zip(a, amounts, strict=True)]


def test_a_signed_left_shift_keeps_the_sign_bit(make_core: Any) -> None:
    with make_core("ascend950"):
        src, dst = reg.RegTensor("int16", np.uint16(0xAAAA).astype(np.int16)), reg.RegTensor("int16")
        reg.shift_lefts(dst, src, 1)
        assert dst.data.view(np.uint16)[0] == 0xD554
        reg.shift_lefts(dst, src, 3)
        assert dst.data.view(np.uint16)[0] == 0xD550


def test_logarithms_to_other_bases_are_products(make_core: Any) -> None:
    values = np.array([1.0, 8.0, 1000.0, 0.1, 3.0], np.float32)
    with make_core("ascend950"):
        src, dst = reg.RegTensor("float", values), reg.RegTensor("float")
        ln = np.log(values.astype(np.float64)).astype(np.float32)
        for name, scale in (("log2", 1.4426950408889634), ("log10", 0.43429448190325176)):
            getattr(reg, name)(dst, src, reg.MaskReg("float", 5))
            assert dst.numpy()[:5].tolist() == (ln * np.float32(scale)).tolist()


def test_half_goes_through_float_in_exp_sub(make_core: Any) -> None:
    with make_core("ascend950"):
        a, b = (reg.RegTensor("half", np.linspace(0, 3, 128).astype(np.float16) * s) for s in (1, 0.5))
        dst = reg.RegTensor("float")
        for layout in (0, 1):
            picked = slice(layout, None, 2)
            difference = a.numpy().astype(np.float64)[picked] - b.numpy().astype(np.float64)[picked]
            reg.exp_sub(dst, a, b, layout=layout)
            assert dst.numpy().tolist() == np.exp(difference).astype(np.float32).tolist()
        odd_lanes = reg.MaskReg("half", np.arange(128) % 4 == 1)  # lanes 1, 5, ...: every second result of layout ONE
        reg.exp_sub(dst, a, b, odd_lanes, layout="ONE")
        assert (dst.numpy()[0::2] > 0).all()
        assert not dst.numpy()[1::2].any()


def test_muls_cast_rounds_ties_away_into_every_second_lane(make_core: Any) -> None:
    step = 2.0**-10
    with make_core("ascend950"):
        src, dst = reg.RegTensor("float", np.float32(1 + step / 2)), reg.RegTensor("half", 9.0)
        reg.muls_cast(dst, src, 1.0, layout=1)
        assert dst.numpy().tolist() == [0.0, 1 + step] * 64
