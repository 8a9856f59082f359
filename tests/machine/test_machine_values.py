"""Values that a naive machine gets wrong: saturation, special floats, fused steps, shifts, complex, wide integers."""

from __future__ import annotations

import math
import random
import struct
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from lanewise.isa.record import Flag

ALL = ("ascend910b", "ascend910_93", "ascend950", "ascend310b", "ascend310p", "ascend910")
OLDER = tuple(c for c in ALL if c != "ascend950")
A2A3 = ("ascend910b", "ascend910_93")
FLOAT_BIT, INT_BIT = 1 << 48, 1 << 53
KEEP = Flag.SET_MASK | Flag.KEEP_SUBNORMALS
EXACT = Flag.SET_MASK | Flag.EXACT
LEFT = Flag.SET_MASK | Flag.SCALAR_LEFT
FROM_TENSOR = Flag.SET_MASK | Flag.SCALAR_TENSOR
HALF_NAN, FLOAT_NAN = 0x7E00, 0x7FC00000


def f16(bits: int) -> float:
    return float(struct.unpack("<e", struct.pack("<H", bits))[0])


def f32(bits: int) -> float:
    return float(struct.unpack("<f", struct.pack("<I", bits))[0])


def run(core: Any, call: Any, name: str, kind: Any, *sources: Any, to: Any = None, **how: Any) -> Any:
    """Lists in, an array of the destination type out; bits when the list holds ints and the type is a float."""
    tensors = [core.ub(as_array(s, kind)) for s in sources]
    n = len(sources[0])
    dst = core.ub(np.zeros(n, to or kind))
    call(core, name, dst, *tensors, count=n, **how)
    return dst.numpy()


def as_array(values: Any, kind: Any) -> Any:
    if isinstance(values, np.ndarray):
        return values
    if np.dtype(kind).kind not in "iu" and all(isinstance(v, int) for v in values):
        return np.array(values, f"u{np.dtype(kind).itemsize}").view(kind)
    return np.array(values, kind)


def bits(array: Any) -> list[int]:
    return [int(v) for v in array.view(f"u{array.dtype.itemsize}")]


def set_ctrl(core: Any, bit: int, on: bool = True) -> None:
    value = int(core.state["ctrl"])
    core.state["ctrl"] = value | bit if on else value & ~bit


# --- saturation -----------------------------------------------------------------------------------------------------

BIG, INF, MINUS_INF, NAN = 0x7BFF, 0x7C00, 0xFC00, 0x7E00


@pytest.mark.parametrize("chip", ALL)
def test_half_results_saturate_by_default(make_core: Any, call: Any, chip: str) -> None:
    """CTRL[48] = 0: infinities become +-65504 and NaN becomes 0."""
    core = make_core(chip)
    got = run(core, call, "add", np.float16, [BIG, INF, MINUS_INF, INF, NAN, 0xFBFF], [BIG, 0, 0, MINUS_INF, 0, 0xFBFF])
    assert bits(got) == [0x7BFF, 0x7BFF, 0xFBFF, 0, 0, 0xFBFF]


@pytest.mark.parametrize("chip", ALL)
def test_half_results_keep_infinity_with_ctrl_48(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    set_ctrl(core, FLOAT_BIT)
    got = run(core, call, "add", np.float16, [BIG, INF, MINUS_INF, INF, NAN, 0xFBFF], [BIG, 0, 0, MINUS_INF, 0, 0xFBFF])
    assert bits(got) == [INF, INF, MINUS_INF, HALF_NAN, HALF_NAN, MINUS_INF]


@pytest.mark.parametrize("chip", ALL)
@pytest.mark.parametrize("ctrl", [0, FLOAT_BIT])
def test_float_results_never_saturate(make_core: Any, call: Any, chip: str, ctrl: int) -> None:
    core = make_core(chip)
    set_ctrl(core, ctrl)
    top = 0x7F7FFFFF
    got = run(core, call, "add", np.float32, [top, 0x7F800000, 0x7FC12345], [top, 0xFF800000, 0])
    assert bits(got) == [0x7F800000, FLOAT_NAN, FLOAT_NAN]


def test_bfloat16_does_not_saturate_on_950(make_core: Any, call: Any) -> None:
    core = make_core("ascend950")
    got = run(core, call, "add", ml_dtypes.bfloat16, [0x7F7F, 0x7F80], [0x7F7F, 0xFF80])
    assert bits(got) == [0x7F80, 0x7FC0]


@pytest.mark.parametrize("chip", ALL)
@pytest.mark.parametrize(
    ("name", "a", "b", "wanted"),
    [("sub", -2**31, 1, 2**31 - 1), ("add", 2**31 - 1, 1, -2**31), ("mul", 2**30, 4, 0), ("mul", 65537, 65537, 131073)],
)  # fmt: skip
def test_int32_overflow_wraps(make_core: Any, call: Any, chip: str, name: str, a: int, b: int, wanted: int) -> None:
    assert run(make_core(chip), call, name, np.int32, [a] * 8, [b] * 8).tolist() == [wanted] * 8


@pytest.mark.parametrize("kind", [np.int16, np.uint16, np.int32, np.uint32, np.int8, np.uint8, np.int64, np.uint64])
@pytest.mark.parametrize("saturate", [False, True])
@pytest.mark.parametrize("name", ["add", "sub", "mul"])
def test_integer_overflow_on_950(make_core: Any, call: Any, kind: Any, saturate: bool, name: str) -> None:
    """CTRL[53]: 0 keeps the low bits, 1 clamps."""
    if name == "mul" and np.dtype(kind).itemsize == 1:
        pytest.skip("no 8-bit products")
    core = make_core("ascend950")
    set_ctrl(core, INT_BIT, saturate)
    info = np.iinfo(kind)
    low, high, width = int(info.min), int(info.max), info.bits
    edge = [low, low + 1, high, high - 1, 0, 1, 2, high // 2 + 1, *([-1] if low else [])]
    pairs = [(a, b) for a in edge for b in edge]
    exact = [{"add": a + b, "sub": a - b, "mul": a * b}[name] for a, b in pairs]
    if saturate:
        wanted = [min(max(v, low), high) for v in exact]
    else:
        wanted = [(v - low) % 2**width + low for v in exact]
    assert run(core, call, name, kind, [a for a, _ in pairs], [b for _, b in pairs]).tolist() == wanted


def test_integer_saturation_bit_means_nothing_elsewhere(make_core: Any, call: Any) -> None:
    core = make_core("ascend910b")
    set_ctrl(core, INT_BIT)
    assert run(core, call, "add", np.int16, [32767], [1]).tolist() == [-32768]


# --- special floats -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chip", ALL)
@pytest.mark.parametrize(
    ("kind", "sign", "nan", "payload"),
    [(np.float16, 0x8000, HALF_NAN, 0x7D55), (np.float32, 1 << 31, FLOAT_NAN, 0xFFC00099)],
)
def test_max_min_zeros_and_nan(
    make_core: Any, call: Any, chip: str, kind: Any, sign: int, nan: int, payload: int
) -> None:
    core = make_core(chip)
    a, b = [sign, 0, sign, 0, payload, 1], [0, sign, sign, 0, 1, payload]
    assert bits(run(core, call, "max", kind, a, b)) == [0, 0, sign, 0, nan, nan]
    assert bits(run(core, call, "min", kind, a, b)) == [sign, sign, sign, 0, nan, nan]


@pytest.mark.parametrize("chip", ALL)
def test_relu_zeros_and_nan(make_core: Any, call: Any, chip: str) -> None:
    got = run(make_core(chip), call, "relu", np.float16, [0x8000, 0, 0xBC00, 0x3C00, MINUS_INF, INF, NAN])
    assert bits(got) == [0, 0, 0, 0x3C00, 0, INF, NAN]


@pytest.mark.parametrize("chip", [c for c in ALL if c != "ascend910"])
def test_leaky_relu_takes_the_sign_bit(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    got = run(core, call, "leaky_relu", np.float32, [0, 1 << 31, 0x3F800000, 0xBF800000], scalar=-0.5)
    assert bits(got) == [0, 0, 0x3F800000, 0x3F000000]  # -0 * -0.5 = +0


@pytest.mark.parametrize("chip", ALL)
@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_subnormals_of_sums_and_products_are_kept(make_core: Any, call: Any, chip: str, kind: Any) -> None:
    core = make_core(chip)
    assert bits(run(core, call, "add", kind, [1, 3], [1, 1])) == [2, 4]
    one = 0x3C00 if kind == np.float16 else 0x3F800000
    assert bits(run(core, call, "mul", kind, [5], [one])) == [5]


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64])
def test_integer_minimum_wraps(make_core: Any, call: Any, kind: Any) -> None:
    low = int(np.iinfo(kind).min)
    core = make_core("ascend950")
    for name in ("abs", "neg"):
        assert run(core, call, name, kind, [low, -5, 0, 7]).tolist() == [low, 5, 0, 7 if name == "abs" else -7]


@pytest.mark.parametrize("kind", [np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_integer_division_on_950(make_core: Any, call: Any, kind: Any) -> None:
    """Toward zero; all bits one for a zero divisor."""
    info = np.iinfo(kind)
    values = [7, 100, int(info.max), 1, *([-7, -100, int(info.min)] if info.min else [])]
    divisors = [2, 3, 7, 1, int(info.max), 0, *([-2, -1] if info.min else [])]
    pairs = [(a, b) for a in values for b in divisors]
    got = run(make_core("ascend950"), call, "div", kind, [a for a, _ in pairs], [b for _, b in pairs])
    for (a, b), g in zip(pairs, got.tolist(), strict=True):
        if b == 0:
            wanted = -1 if info.min else int(info.max)
        else:
            wanted = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            wanted = (wanted - int(info.min)) % 2**info.bits + int(info.min)
        assert g == wanted, (a, b)


# --- functions and subnormals on ascend950 --------------------------------------------------------------------------

TINY = 2.0**-127  # a float subnormal


def test_functions_flush_subnormals_on_950(make_core: Any, call: Any) -> None:
    core = make_core("ascend950")
    one = np.array([1.0], np.float32)
    tiny = np.array([TINY], np.float32)
    assert run(core, call, "reciprocal", np.float32, tiny)[0] == math.inf
    assert run(core, call, "reciprocal", np.float32, -tiny)[0] == -math.inf
    assert run(core, call, "div", np.float32, one, tiny)[0] == math.inf
    assert math.isnan(run(core, call, "div", np.float32, tiny, tiny)[0])
    assert bits(run(core, call, "div", np.float32, tiny, one)) == [0]
    assert bits(run(core, call, "div", np.float32, np.array([-(2.0**-100)], np.float32), one * 2**40)) == [1 << 31]
    assert bits(run(core, call, "sqrt", np.float32, tiny)) == [0]
    assert run(core, call, "rsqrt", np.float32, tiny)[0] == math.inf
    assert run(core, call, "ln", np.float32, tiny)[0] == -math.inf
    assert bits(run(core, call, "exp", np.float32, np.array([-100.0], np.float32))) == [0]


@pytest.mark.parametrize(
    ("chip", "flags"), [("ascend950", KEEP), ("ascend910b", Flag.SET_MASK), ("ascend910", Flag.SET_MASK)]
)
def test_functions_keep_subnormals(make_core: Any, call: Any, chip: str, flags: int) -> None:
    """Where an FTZ_FALSE algorithm is asked for, and on chips that do not speak of flushing."""
    core = make_core(chip)
    one = np.array([1.0], np.float32)
    tiny = np.array([TINY], np.float32)
    assert run(core, call, "reciprocal", np.float32, tiny, flags=flags)[0] == 2.0**127
    assert run(core, call, "div", np.float32, tiny, one, flags=flags)[0] == TINY
    assert run(core, call, "div", np.float32, tiny, tiny, flags=flags)[0] == 1
    assert run(core, call, "rsqrt", np.float32, tiny, flags=flags)[0] == np.float32(2.0**63.5)
    assert run(core, call, "ln", np.float32, tiny, flags=flags)[0] == np.float32(-127 * math.log(2))
    got = run(core, call, "exp", np.float32, np.array([-100.0], np.float32), flags=flags)[0]
    assert got == np.float32(math.exp(-100))


def test_functions_flush_half_on_950(make_core: Any, call: Any) -> None:
    core = make_core("ascend950")
    assert bits(run(core, call, "sqrt", np.float16, [0x0001, 0x83FF, 0x0400])) == [0, 0x8000, 0x2000]
    assert bits(run(core, call, "reciprocal", np.float16, [0x0200])) == [0x7BFF]  # 1/0, saturated
    assert bits(run(core, call, "reciprocal", np.float16, [0x0200], flags=KEEP)) == [0x7800]  # 2**15


def test_functions_keep_what_rounds_up_to_normal_on_950(make_core: Any, call: Any) -> None:
    """Just below the smallest normal: rounding comes before flushing."""
    core = make_core("ascend950")
    a = np.array([1 - 2.0**-24], np.float32)
    assert run(core, call, "div", np.float32, a, np.array([2.0**126], np.float32))[0] == 2.0**-126


def test_exact_algorithms_give_up_above_2_to_126(make_core: Any, call: Any) -> None:
    core = make_core("ascend950")
    x = np.array([2.0**126, np.nextafter(np.float32(2.0**126), np.float32(np.inf)), 2.0**127, 4.0], np.float32)
    assert run(core, call, "sqrt", np.float32, x, flags=EXACT).tolist() == [2.0**63, 0, 0, 2]
    assert run(core, call, "rsqrt", np.float32, x, flags=EXACT).tolist() == [2.0**-63, math.inf, math.inf, 0.5]
    assert run(core, call, "sqrt", np.float32, x)[2] == np.float32(2.0**63.5)


@pytest.mark.parametrize("chip", ALL)
def test_division_is_correctly_rounded(make_core: Any, call: Any, chip: str) -> None:
    rng = random.Random(3)
    a = [rng.randrange(0x3C00, 0x5000) for _ in range(500)]
    b = [rng.randrange(0x3C00, 0x5000) for _ in range(500)]
    wanted = [struct.unpack("<H", struct.pack("<e", f16(x) / f16(y)))[0] for x, y in zip(a, b, strict=True)]
    assert bits(run(make_core(chip), call, "div", np.float16, a, b)) == wanted


# --- multiply-add ---------------------------------------------------------------------------------------------------


def accumulate(core: Any, call: Any, name: str, kind: Any, dst: float, *sources: float, scalar: Any = None) -> float:
    d = core.ub(np.full(8, dst, kind))
    tensors = [core.ub(np.full(8, s, kind)) for s in sources]
    call(core, name, d, *tensors, count=8, scalar=scalar)
    assert len(set(d.numpy().tolist())) == 1
    return float(d.numpy()[0])


@pytest.mark.parametrize("name", ["mul_add_dst", "fused_mul_add", "mul_add_relu", "axpy"])
@pytest.mark.parametrize(
    ("kind", "x", "y", "z", "once", "twice"),
    [(np.float16, 1 + 2.0**-10, 1.5, -1.5, 1.5 * 2.0**-10, 2.0**-9),
     (np.float32, 1 + 2.0**-23, 1 + 2.0**-23, -(1 + 2.0**-22), 2.0**-46, 0.0)],
)  # fmt: skip
def test_multiply_add_rounds_once_or_twice(
    make_core: Any, call: Any, name: str, kind: Any, x: float, y: float, z: float, once: float, twice: float
) -> None:
    """Fused on 950; product and sum rounded apart on the older chips."""
    for chip, wanted in (("ascend950", once), ("ascend910b", twice), ("ascend910_93", twice), ("ascend310p", twice)):
        core = make_core(chip)
        if name == "mul_add_dst":
            got = accumulate(core, call, name, kind, z, x, y)
        elif name == "axpy":
            got = accumulate(core, call, name, kind, z, x, scalar=y)
        else:
            got = accumulate(core, call, name, kind, x, y, z)
        assert got == wanted, chip


def test_multiply_add_relu_clamps(make_core: Any, call: Any) -> None:
    for chip in ("ascend910b", "ascend950"):
        assert accumulate(make_core(chip), call, "mul_add_relu", np.float32, 2, 3, -7) == 0
        assert accumulate(make_core(chip), call, "mul_add_relu", np.float32, 2, 3, 7) == 13


def test_multiply_add_mixed_widths_keep_the_product(make_core: Any, call: Any) -> None:
    """half * half is exact in float."""
    core = make_core("ascend910b")
    x = 1 + 2.0**-10
    d = core.ub(np.zeros(8, np.float32))
    call(core, "mul_add_dst", d, core.ub(np.full(8, x, np.float16)), core.ub(np.full(8, x, np.float16)), count=8)
    assert d.numpy().tolist() == [x * x] * 8


@pytest.mark.parametrize("kind", [np.int64, np.uint64])
def test_multiply_add_64_bits_wraps(make_core: Any, call: Any, kind: Any) -> None:
    core = make_core("ascend950")
    a, b, c = 0x123456789ABCDEF, 0xFEDCBA987654321, 42
    d = core.ub(np.full(4, c, kind))
    call(core, "mul_add_dst", d, core.ub(np.full(4, a, kind)), core.ub(np.full(4, b, kind)), count=4)
    assert [int(v) % 2**64 for v in d.numpy()] == [(a * b + c) % 2**64] * 4


def test_exp_sub_works_in_float(make_core: Any, call: Any) -> None:
    """half sources widen first: 60000 - (-60000) does not overflow, and e**-0.5 comes out in float."""
    core = make_core("ascend950")
    got = run(core, call, "exp_sub", np.float16, [1.0, 60000.0], [1.5, 60001.0], to=np.float32)
    assert got[0] == np.float32(math.exp(-0.5))
    assert got[1] == 1  # 60001 is 60000 in half


def test_abs_sub(make_core: Any, call: Any) -> None:
    got = run(make_core("ascend950"), call, "abs_sub", np.float32, [1.0, -2.0, 0.0], [3.0, -5.5, 0.0])
    assert got.tolist() == [2, 3.5, 0]


# --- bits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chip", A2A3)
@pytest.mark.parametrize("name", ["bitwise_and", "bitwise_or", "bitwise_not"])
@pytest.mark.parametrize("kind", [np.int32, np.uint32])
def test_logic_on_32_bits_covers_half_the_data(make_core: Any, call: Any, chip: str, name: str, kind: Any) -> None:
    """The count form works in 16-bit units, so a count of 10 ends after five 32-bit elements."""
    core = make_core(chip)
    a = np.arange(0x12345, 0x12345 + 32).astype(kind)
    b = np.full(32, 0x0F0F0F0F).astype(kind)
    dst = core.ub(np.full(32, 99, kind))
    sources = [core.ub(a)] if name == "bitwise_not" else [core.ub(a), core.ub(b)]
    call(core, name, dst, *sources, count=11)
    full = {"bitwise_and": a & b, "bitwise_or": a | b, "bitwise_not": ~a}[name]
    wanted = np.full(32, 99, kind)
    wanted.view(np.uint16)[:11] = full.view(np.uint16)[:11]
    assert dst.numpy().tolist() == wanted.tolist()


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int32, np.uint64])
def test_logic_on_950_covers_all(make_core: Any, call: Any, kind: Any) -> None:
    a, b = np.arange(64).astype(kind), np.full(64, 0b101).astype(kind)
    core = make_core("ascend950")
    assert run(core, call, "bitwise_and", kind, a, b).tolist() == (a & b).tolist()
    assert run(core, call, "bitwise_or", kind, a, b).tolist() == (a | b).tolist()


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_not_inverts_the_bits_of_floats_on_950(make_core: Any, call: Any, kind: Any) -> None:
    top = 2 ** (8 * np.dtype(kind).itemsize) - 1
    values = [0, 1, 0x3C00, 0x7E01, top]
    assert bits(run(make_core("ascend950"), call, "bitwise_not", kind, values)) == [top - v for v in values]


@pytest.mark.parametrize("chip", ["ascend910b", "ascend910_93", "ascend310b", "ascend950"])
def test_shift_left_signed_keeps_the_sign(make_core: Any, call: Any, chip: str) -> None:
    """The page: 0xAAAA << 1 = 0xD554, << 3 = 0xD550; unsigned shifts are ordinary."""
    core = make_core(chip)
    cases = ((np.int16, 1, 0xD554), (np.int16, 3, 0xD550), (np.uint16, 1, 0x5554), (np.uint16, 3, 0x5550))
    for kind, shift, wanted in cases:
        got = run(core, call, "shift_left", kind, np.array([0xAAAA], np.uint16).view(kind), scalar=shift)
        assert bits(got) == [wanted]


@pytest.mark.parametrize("chip", ["ascend910b", "ascend310b", "ascend950"])
def test_shift_left_by_the_width(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    assert run(core, call, "shift_left", np.int16, [5, -5, -1], scalar=16).tolist() == [0, -32768, -32768]
    assert run(core, call, "shift_left", np.uint16, [5, 65535], scalar=16).tolist() == [0, 0]


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_shift_left_beyond_the_width_on_950(make_core: Any, call: Any, kind: Any) -> None:
    values = np.array([0, 1, 77, np.iinfo(kind).max, np.iinfo(kind).min], kind)
    got = run(make_core("ascend950"), call, "shift_left", kind, values, scalar=np.iinfo(kind).bits + 1)
    assert got.tolist() == [0] * 5


@pytest.mark.parametrize("width", [8, 16, 32, 64])
@pytest.mark.parametrize("signed", [False, True])
def test_tensor_shifts_on_950(make_core: Any, call: Any, width: int, signed: bool) -> None:
    """Amounts are signed and of the same width; a negative one counts as beyond the width."""
    kind, amount = np.dtype(f"{'i' if signed else 'u'}{width // 8}"), np.dtype(f"i{width // 8}")
    low, top = (-(2 ** (width - 1)), 2 ** (width - 1) - 1) if signed else (0, 2**width - 1)
    values = [1, 5, top, low, 100, -3 if signed else 3]
    shifts = [0, 1, 3, width - 1, width, width + 1, -1]
    pairs = [(v, s) for v in values for s in shifts]
    core = make_core("ascend950")
    a, s = core.ub(np.array([v for v, _ in pairs], kind)), core.ub(np.array([s for _, s in pairs], amount))
    right, left = core.ub(np.zeros(len(pairs), kind)), core.ub(np.zeros(len(pairs), kind))
    call(core, "shift_right_tensor", right, a, s, count=len(pairs))
    call(core, "shift_left_tensor", left, a, s, count=len(pairs))
    for (v, n), r, m in zip(pairs, right.numpy().tolist(), left.numpy().tolist(), strict=True):
        beyond = n < 0 or n > width
        assert r == v >> (width if beyond else n), (v, n)
        if beyond:
            assert m == 0, (v, n)
        elif signed:
            kept = (v << n) % 2 ** (width - 1)
            assert m == (kept - 2 ** (width - 1) if v < 0 else kept), (v, n)
        else:
            assert m == (v << n) % 2**width, (v, n)


# --- wide and complex on ascend950 ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [np.int32, np.uint32])
def test_mull_gives_both_halves(make_core: Any, call: Any, kind: Any) -> None:
    info = np.iinfo(kind)
    edge = [0, 1, 2, 65537, int(info.max), int(info.max) - 1, *([-1, -65537, int(info.min)] if info.min else [])]
    pairs = [(a, b) for a in edge for b in edge]
    core = make_core("ascend950")
    low, high = core.ub(np.zeros(len(pairs), kind)), core.ub(np.zeros(len(pairs), kind))
    a, b = (core.ub(np.array([p[i] for p in pairs], kind)) for i in range(2))
    call(core, "mull", low, high, a, b, count=len(pairs))
    for (x, y), lo, hi in zip(pairs, low.numpy().tolist(), high.numpy().tolist(), strict=True):
        assert lo % 2**32 == x * y % 2**32, (x, y)
        assert hi % 2**32 == (x * y >> 32) % 2**32, (x, y)


COMPLEX = [complex(1, 2), complex(3, -4), complex(-0.5, 8), complex(11, 2)]


def complex_tensor(core: Any, kind: str, values: list[complex]) -> Any:
    part = np.float16 if kind == "complex32" else np.float32
    flat = np.array([p for v in values for p in (v.real, v.imag)], part)
    return core.ub(flat).reinterpret_cast(kind)


def as_complex(tensor: Any, kind: str) -> list[complex]:
    flat = tensor.reinterpret_cast("half" if kind == "complex32" else "float").numpy().tolist()
    return [complex(a, b) for a, b in zip(flat[::2], flat[1::2], strict=True)]


@pytest.mark.parametrize("kind", ["complex32", "complex64"])
@pytest.mark.parametrize("name", ["add", "sub", "mul"])
def test_complex_arithmetic(make_core: Any, call: Any, kind: str, name: str) -> None:
    core = make_core("ascend950")
    pairs = [(a, b) for a in COMPLEX for b in COMPLEX]
    dst = complex_tensor(core, kind, [0] * len(pairs))
    call(core, name, dst, *(complex_tensor(core, kind, [p[i] for p in pairs]) for i in range(2)), count=len(pairs))
    wanted = [{"add": a + b, "sub": a - b, "mul": a * b}[name] for a, b in pairs]
    assert as_complex(dst, kind) == wanted


@pytest.mark.parametrize("kind", ["complex32", "complex64"])
def test_complex_division(make_core: Any, call: Any, kind: str) -> None:
    core = make_core("ascend950")
    dst = complex_tensor(core, kind, [0] * 3)
    a, b = [complex(11, 2), complex(3, -4), complex(5, 0)], [complex(3, -4), complex(1, 0), complex(1, 2)]
    call(core, "div", dst, complex_tensor(core, kind, a), complex_tensor(core, kind, b), count=3)
    assert as_complex(dst, kind)[:2] == [complex(1, 2), complex(3, -4)]
    assert abs(as_complex(dst, kind)[2] - complex(1, -2)) < 2e-3


def test_complex_product_rounds_every_step(make_core: Any, call: Any) -> None:
    """(1+e)(1+e) - (1+e)(1+e) of rounded products is exactly 0; the imaginary part adds two rounded products."""
    core = make_core("ascend950")
    x = 1 + 2.0**-23
    dst = complex_tensor(core, "complex64", [0])
    call(core, "mul", dst, *(complex_tensor(core, "complex64", [complex(x, x)]) for _ in range(2)), count=1)
    product = f32(0x3F800002)  # x * x rounded to float
    assert as_complex(dst, "complex64") == [complex(0, 2 * product)]


@pytest.mark.parametrize(("kind", "to"), [("complex32", np.float16), ("complex64", np.float32)])
def test_complex_abs(make_core: Any, call: Any, kind: str, to: Any) -> None:
    core = make_core("ascend950")
    dst = core.ub(np.zeros(3, to))
    call(core, "abs", dst, complex_tensor(core, kind, [3 + 4j, -5 + 12j, 0j]), count=3)
    assert dst.numpy().tolist() == [5, 13, 0]


def test_complex_scalar(make_core: Any, call: Any) -> None:
    core = make_core("ascend950")
    dst = complex_tensor(core, "complex64", [0] * 2)
    number = int.from_bytes(struct.pack("<ff", 2, -1), "little")
    call(core, "muls", dst, complex_tensor(core, "complex64", [1 + 2j, 3 - 4j]), bits=number, count=2)
    assert as_complex(dst, "complex64") == [(1 + 2j) * (2 - 1j), (3 - 4j) * (2 - 1j)]


# --- flexible scalars on ascend950 ----------------------------------------------------------------------------------


def test_scalar_on_the_left(make_core: Any, call: Any) -> None:
    core = make_core("ascend950")
    x = np.array([1, 2, 4, 8], np.float32)
    assert run(core, call, "subs", np.float32, x, scalar=10).tolist() == [-9, -8, -6, -2]
    assert run(core, call, "subs", np.float32, x, scalar=10, flags=LEFT).tolist() == [9, 8, 6, 2]
    assert run(core, call, "divs", np.float32, x, scalar=16).tolist() == [1 / 16, 1 / 8, 1 / 4, 1 / 2]
    assert run(core, call, "divs", np.float32, x, scalar=16, flags=LEFT).tolist() == [16, 8, 4, 2]


@pytest.mark.parametrize("index", [0, 3])
def test_scalar_from_a_tensor(make_core: Any, call: Any, index: int) -> None:
    core = make_core("ascend950")
    dst, x = core.ub(np.zeros(4, np.float32)), core.ub(np.array([1, 2, 4, 8], np.float32))
    numbers = core.ub(np.array([10, 20, 30, 40], np.float32))
    call(core, "subs", dst, x, numbers[index], count=4, flags=FROM_TENSOR)
    assert dst.numpy().tolist() == [v - 10 * (index + 1) for v in (1, 2, 4, 8)]
    call(core, "subs", dst, x, numbers[index], count=4, flags=FROM_TENSOR | Flag.SCALAR_LEFT)
    assert dst.numpy().tolist() == [10 * (index + 1) - v for v in (1, 2, 4, 8)]
