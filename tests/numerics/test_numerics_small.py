"""hifloat8, e8m0 and the 4-bit floats, against lists of their numbers made from the prefix tables."""

from __future__ import annotations

import random
from typing import Any

import ml_dtypes
import numpy as np
import oracle
import pytest

from lanewise.machine import convert as public
from lanewise.machine.engine import native
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.rounding import RoundMode, convert

Array = np.ndarray[Any, Any]
ENGINES = ("definition", "fast")
LISTED = {"hifloat8": 256, "fp8_e8m0": 256, "fp4x2_e2m1": 16, "fp4x2_e1m2": 16}
MODES = {
    "hifloat8": ("ROUND", "HYBRID", "FLOOR", "CEIL", "TRUNC"),
    "fp8_e8m0": ("RINT",),
    "fp4x2_e2m1": ("RINT", "FLOOR", "CEIL", "ROUND", "TRUNC", "ODD"),
    "fp4x2_e1m2": ("RINT", "FLOOR", "CEIL", "ROUND", "TRUNC", "ODD"),
}


def run(bits: Array, source: str, to: str, mode: str, saturate: bool, engine: str) -> list[int]:
    how = RoundMode[f"CAST_{mode}"]
    if engine == "definition":
        out = convert(bits.view(DTYPES[source].numpy), DTYPES[source], DTYPES[to], how, saturate)
    else:
        out = np.zeros(bits.size, DTYPES[to].numpy)
        raw = np.ascontiguousarray(bits).view(np.uint8)
        native().convert(DTYPES[source].code, DTYPES[to].code, int(how), saturate, raw, out.view(np.uint8))
    numbers: list[int] = np.ascontiguousarray(out).view(f"u{DTYPES[to].size}").tolist()
    return numbers


@pytest.mark.parametrize("to", ["half", "bfloat16", "float", "double", "int8", "uint16"])
@pytest.mark.parametrize("source", LISTED)
def test_small_formats_to_others(source: str, to: str, engine: str) -> None:
    codes = np.arange(LISTED[source], dtype=np.uint8)
    for saturate in (False, True):
        wanted = [oracle.convert(oracle.value_of(c, source), source, to, "RINT", saturate) for c in codes.tolist()]
        assert run(codes, source, to, "RINT", saturate, engine) == wanted


def check(source: str, to: str, modes: tuple[str, ...], step: int) -> None:
    """Both engines at once: fractions of so many numbers are what takes long."""
    bits = np.arange(0, 2**16, step, dtype=np.uint16)
    values = oracle.decoded(source)
    for mode in modes:
        for saturate in (False, True):
            wanted = [oracle.into_listed(values[b], source, b, to, mode, saturate) for b in range(0, 2**16, step)]
            for engine in ENGINES if native() else ENGINES[:1]:
                assert run(bits, source, to, mode, saturate, engine) == wanted, (mode, saturate, engine)


of_instructions = pytest.mark.parametrize(
    ("source", "to"),
    [("half", "hifloat8"), ("bfloat16", "fp8_e8m0"), ("bfloat16", "fp4x2_e2m1"), ("bfloat16", "fp4x2_e1m2")],
)


def modes_of_instructions(to: str) -> tuple[str, ...]:
    return {"hifloat8": ("ROUND", "HYBRID")}.get(to, MODES[to][:5])


@of_instructions
def test_instructions_to_small_formats_exhaustive(source: str, to: str) -> None:
    """The pairs that instructions have: every number in one mode, one in seven in the others."""
    first, *others = modes_of_instructions(to)
    check(source, to, (first,), 1)
    check(source, to, tuple(others), 7)


@pytest.mark.sweep
@of_instructions
def test_instructions_to_small_formats_in_every_mode(source: str, to: str) -> None:
    check(source, to, modes_of_instructions(to), 1)


@pytest.mark.parametrize("source", ["half", "bfloat16"])
@pytest.mark.parametrize("to", LISTED)
def test_others_to_small_formats(source: str, to: str) -> None:
    check(source, to, tuple(m for m in MODES[to] if m != "HYBRID" or source == "half"), 53)


@pytest.mark.parametrize("to", LISTED)
def test_float_to_small_formats(to: str, engine: str) -> None:
    rng = random.Random(5)
    fields = [127 + e for e in range(-26, 19)]  # every binade where rules change
    picked = [(rng.choice(fields) << 23 | rng.getrandbits(23) | rng.getrandbits(1) << 31) for _ in range(6000)]
    picked += [f << 23 | m for f in fields for m in (0, 1, 0x3FFF, 0x4000, 0x200000, 0x3FFFFF, 0x400000, 0x7FFFFF)]
    picked += [0, 1 << 31, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F7FFFFF, 1, 0x80000001]
    values = [oracle.decode(b, oracle.FORMATS["float"]) for b in picked]
    for mode in MODES[to]:
        for saturate in (False, True):
            wanted = [oracle.into_listed(v, "float", b, to, mode, saturate)
                      for b, v in zip(picked, values, strict=True)]
            assert run(np.array(picked, np.uint32), "float", to, mode, saturate, engine) == wanted, (mode, saturate)


def test_hifloat8_codes_of_the_pages(engine: str) -> None:
    """NaN 0x80, infinities 0x6F and 0xEF, the smallest subnormals 0x01 and 0x81, underflow 0."""
    x = np.array([np.nan, np.inf, -np.inf, 2.0**-22, -(2.0**-22), 2.0**-24, -(2.0**-24), -0.0, 32768, 1], np.float32)
    wanted = [0x80, 0x6F, 0xEF, 1, 0x81, 0, 0, 0, 0x6E, 8]
    for mode in ("ROUND", "HYBRID"):
        assert run(x.view(np.uint32), "float", "hifloat8", mode, False, engine) == wanted
    assert run(x.view(np.uint32)[:3], "float", "hifloat8", "ROUND", True, engine) == [0, 0x6E, 0xEE]


def test_hifloat8_hybrid_uses_the_low_bits_as_threshold(engine: str) -> None:
    """At 2**4 a float keeps 2 bits; the next 14 are compared with its lowest 14."""
    base = (127 + 4) << 23
    cases = {
        base: 0x40,  # loses nothing
        base | 1: 0x40,  # 0 against 1
        base | 1 << 13 | 0: 0x40,  # bits 20..7 are 64, the threshold is 8192
        base | 1 << 20: 0x41,  # 8192 against 0
        base | 1 << 20 | 0x2000: 0x41,  # 8192 + 64 against 8192
        base | 1 << 20 | 0x3FFF: 0x40,  # 8192 + 127 against 16383
        (127 + 3) << 23 | 1 << 19: 0x29,  # near 1: half a step goes up whatever the low bits say
        (127 - 23) << 23 | 0x3FFF: 0x00,  # {1, 0...} = 8192 against 16383
        (127 - 23) << 23: 0x01,
    }
    got = run(np.array(list(cases), np.uint32), "float", "hifloat8", "HYBRID", False, engine)
    assert got == list(cases.values())
    half = {0x4C00: 0x40, 0x4C40: 0x41, 0x4C80: 0x41, 0x4C81: 0x40, 0x4CC1: 0x41}  # 16, and 1 to 3 quarters of a step
    assert run(np.array(list(half), np.uint16), "half", "hifloat8", "HYBRID", False, engine) == list(half.values())


def test_hybrid_is_for_hifloat8_alone(engine: str) -> None:
    with pytest.raises((ValueError, TypeError)):
        run(np.zeros(1, np.uint32), "float", "half", "HYBRID", False, engine)


@pytest.mark.skipif(not hasattr(ml_dtypes, "float4_e2m1fn"), reason="this ml_dtypes has no 4-bit floats")
def test_fp4_like_ml_dtypes(engine: str) -> None:
    bits = np.arange(2**16, dtype=np.uint16)
    x = bits.view(ml_dtypes.bfloat16)
    finite = np.isfinite(x.astype(np.float32)) & (np.abs(x.astype(np.float32)) <= 6)
    theirs = x[finite].astype(np.float32).astype(ml_dtypes.float4_e2m1fn).view(np.uint8) & 15
    assert run(bits[finite], "bfloat16", "fp4x2_e2m1", "RINT", True, engine) == theirs.tolist()


def test_public_convert_packs_pairs(engine: str) -> None:
    x = np.array([[0.5, 1.0, -6.0, 3.0]], ml_dtypes.bfloat16)
    packed = public.convert(x, "fp4x2_e2m1", engine=engine)
    assert packed.tolist() == [[0x21, 0x5F]]  # the first of a pair lies low
    back = public.convert(packed, "bfloat16", source="fp4x2_e2m1", engine=engine)
    assert back.astype(np.float32).tolist() == x.astype(np.float32).tolist()
    codes = public.convert(np.array([1.0, np.nan], np.float16), "hifloat8", RoundMode.CAST_ROUND, False, engine=engine)
    assert codes.tolist() == [8, 0x80]


def test_integers_to_hifloat8(engine: str) -> None:
    numbers = [0, 1, -1, 7, 15, 17, 18, 32768, 40959, 40960, 2**62, -(2**62)]
    wanted = [oracle.into_listed(oracle.exact_value(oracle.Fraction(n)), "int64", 0, "hifloat8", "ROUND", True)
              for n in numbers]
    assert run(np.array(numbers, np.int64).view(np.uint64), "int64", "hifloat8", "ROUND", True, engine) == wanted
