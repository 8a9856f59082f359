"""Every conversion between element types, against the independent oracle and against ml_dtypes.

Sources of 8 and 16 bits are exhaustive. Wider ones take boundary and random values. What this does not prove: that
hardware rounds this way where the pages are silent (see the head of oracle.py).
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import oracle
import pytest

from lanewise.machine.engine import native
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.rounding import RoundMode, convert

NARROW = ("int4", "int8", "uint8", "fp8_e5m2", "fp8_e4m3fn", "int16", "uint16", "half", "bfloat16")
WIDE = ("int32", "uint32", "int64", "uint64", "float", "double")
ENGINES = ("definition", "fast")
TARGETS = tuple(oracle.FORMATS)
Array = np.ndarray[Any, Any]


def run(bits: Array, source: str, to: str, mode: str, saturate: bool, engine: str) -> list[int]:
    """Bits in, bits out, through one engine."""
    how = RoundMode[f"CAST_{mode}"]
    if engine == "definition":
        x = bits.view(DTYPES[source].numpy) if source != "int4" else _int4(bits)
        out = convert(x, DTYPES[source], DTYPES[to], how, saturate)
    else:
        out = np.zeros(bits.size, DTYPES[to].numpy)
        raw = np.ascontiguousarray(bits).view(np.uint8)
        native().convert(DTYPES[source].code, DTYPES[to].code, int(how), saturate, raw, out.view(np.uint8))
    if to == "int4":
        return [int(v) & 15 for v in np.asarray(out).astype(np.int8)]
    return np.ascontiguousarray(out).view(f"u{DTYPES[to].size}").tolist()


def expected(values: list[oracle.Value], source: str, to: str, mode: str, saturate: bool) -> list[int]:
    target = oracle.FORMATS[to]
    if source in NARROW and values is oracle.decoded(source) and isinstance(target, oracle.Int):
        return [oracle.to_integer_bits(n, target, saturate) for n in oracle.rounded_values(source, mode)]
    return [oracle.convert(v, source, to, mode, saturate) for v in values]


def _int4(bits: Array) -> Array:
    return ((bits.astype(np.int8) ^ 8) - 8).astype(DTYPES["int4"].numpy)


def check(bits: Array, values: list[oracle.Value], source: str, to: str, mode: str) -> None:
    """Both engines at once: the oracle is what takes long."""
    for saturate in (True, False):
        wanted = expected(values, source, to, mode, saturate)
        for engine in ENGINES if native() else ENGINES[:1]:
            got = run(bits, source, to, mode, saturate, engine)
            if got != wanted:
                at = next(i for i, (g, w) in enumerate(zip(got, wanted, strict=True)) if g != w)
                asked = f"{source} {int(bits[at]):#x} to {to}, {mode}, saturate={saturate}, {engine}"
                raise AssertionError(f"{asked}: {got[at]:#x}, not {wanted[at]:#x}")


EIGHT = tuple(s for s in NARROW if oracle.FORMATS[s].width <= 8)
SIXTEEN = tuple(s for s in NARROW if oracle.FORMATS[s].width == 16)
# The pairs where 16 bits can be lost in every mode; `-m sweep` runs all others over all values too.
LOSSY = [(s, t) for s in ("half", "bfloat16") for t in ("int8", "uint16", "half", "bfloat16", "fp8_e5m2", "fp8_e4m3fn")]
LOSSY += [("int16", "half"), ("uint16", "fp8_e4m3fn"), ("int16", "uint8"), ("uint16", "int16")]


@pytest.mark.parametrize("to", TARGETS)
@pytest.mark.parametrize("source", EIGHT)
def test_convert_eight_bits_exhaustive(source: str, to: str) -> None:
    bits = np.arange(2 ** oracle.FORMATS[source].width, dtype=np.uint8)
    for mode in oracle.MODES:
        check(bits, oracle.decoded(source), source, to, mode)


def sixteen(source: str, to: str, modes: tuple[str, ...], step: int = 1) -> None:
    values = oracle.decoded(source)
    for i, mode in enumerate(modes):
        part = values if step == 1 else values[i::step]
        check(np.arange(2**16, dtype=np.uint16)[i if step > 1 else 0 :: step], part, source, to, mode)


@pytest.mark.parametrize(("source", "to"), LOSSY)
def test_convert_sixteen_bits_exhaustive(source: str, to: str) -> None:
    """In one mode of three, by turns; the sweep has all modes."""
    sixteen(source, to, (("RINT", "FLOOR", "ODD")[LOSSY.index((source, to)) % 3],))


@pytest.mark.parametrize("to", TARGETS)
@pytest.mark.parametrize("source", SIXTEEN)
def test_convert_sixteen_bits_sampled(source: str, to: str) -> None:
    sixteen(source, to, oracle.MODES, step=61)


@pytest.mark.sweep
@pytest.mark.parametrize("to", TARGETS)
@pytest.mark.parametrize("source", SIXTEEN)
def test_convert_sixteen_bits_sweep(source: str, to: str) -> None:
    sixteen(source, to, oracle.MODES)


def wide_samples(source: str, seed: int = 1, count: int = 400) -> list[int]:
    """Bits of the ends, powers of two and their neighbours, rounding ties of every narrower type, and random ones."""
    rng = random.Random(f"{source} {seed}")
    spec = oracle.FORMATS[source]
    picked = {0, 1, 2**spec.width - 1, 2 ** (spec.width - 1), 2 ** (spec.width - 1) - 1}
    if isinstance(spec, oracle.Float):
        numbers = [2.0**k for k in (-149, -126, -25, -24, -14, -9, -1, 0, 1, 7, 8, 15, 16, 31, 32, 63, 64, 127)]
        numbers += [0.5, 1.5, 2.5, 127.5, 128.5, 255.5, 65519.0, 65520.0, 65535.0, 464.0, 448.0, 61440.0, 57344.0]
        numbers += [3.4e38]
        for number in numbers:
            base = oracle.encode(oracle.exact_value(oracle.Fraction(number)), spec)
            picked |= {base - 1, base, base + 1}
        top = spec.top + 1
        picked |= {top - 1, top, top + 1, spec.nan}
        picked |= {b | 2 ** (spec.width - 1) for b in list(picked)}
        for keep in (2, 3, 7, 10, 23):  # one bit above, on and below a tie of a narrower mantissa
            for _ in range(6):
                drop = spec.mantissa - keep
                if drop < 2:
                    continue
                b = rng.randrange(2**spec.width) >> drop << drop | 1 << (drop - 1)
                picked |= {b - 1, b, b + 1}
    else:
        for k in range(spec.width):
            picked |= {2**k - 1, 2**k, 2**k + 1, 2**k + 2 ** max(0, k - 11), 3 * 2**k // 2 + 1, -(2**k), 1 - 2**k}
    picked |= {rng.getrandbits(spec.width) for _ in range(count)}
    picked |= {rng.getrandbits(rng.randrange(1, spec.width)) for _ in range(count)}
    return sorted({b % 2**spec.width for b in picked})


@pytest.mark.parametrize("to", TARGETS)
@pytest.mark.parametrize("source", WIDE)
def test_convert_wide_samples(source: str, to: str) -> None:
    spec = oracle.FORMATS[source]
    bits = wide_samples(source)
    values = [oracle.decode(b, spec) for b in bits]
    for mode in oracle.MODES:
        check(np.array(bits, f"u{spec.width // 8}"), values, source, to, mode)


@pytest.mark.sweep
@pytest.mark.parametrize("to", TARGETS)
@pytest.mark.parametrize("source", WIDE)
def test_convert_wide_sweep(source: str, to: str) -> None:
    spec = oracle.FORMATS[source]
    bits = wide_samples(source, seed=2, count=20000)
    values = [oracle.decode(b, spec) for b in bits]
    for mode in oracle.MODES:
        check(np.array(bits, f"u{spec.width // 8}"), values, source, to, mode)


# ml_dtypes goes through float32, so its answers count only for sources that float32 holds exactly.
@pytest.mark.parametrize("to", [t for t in TARGETS if isinstance(oracle.FORMATS[t], oracle.Float)])
@pytest.mark.parametrize("source", ["half", "bfloat16", "fp8_e5m2", "fp8_e4m3fn", "int8", "uint8", "int16"])
def test_convert_rint_like_ml_dtypes(source: str, to: str, engine: str) -> None:
    if source == to:
        pytest.skip("the same type rounds to integral values here")
    width = oracle.FORMATS[source].width
    bits = np.arange(2**width, dtype=f"u{width // 8}")
    with np.errstate(over="ignore", invalid="ignore"):
        theirs = bits.view(DTYPES[source].numpy).astype(np.float32).astype(DTYPES[to].numpy)
    theirs_bits = theirs.view(f"u{DTYPES[to].size}")
    ours = np.array(run(bits, source, to, "RINT", False, engine), theirs_bits.dtype)
    with np.errstate(invalid="ignore"):
        wide = theirs.astype(np.float64)
    number = np.isfinite(wide) if source[0] in "iu" else ~np.isnan(wide)  # integers saturate here
    assert np.array_equal(ours[number], theirs_bits[number])


@pytest.mark.parametrize(
    ("source", "bits", "to", "mode", "saturate", "wanted"),
    [
        ("half", 0x57F8, "int8", "RINT", True, 127),  # 127.5 on the precision page: 127 in every mode that rounds up
        ("half", 0x57F8, "int8", "CEIL", True, 127),
        ("half", 0x57F8, "int8", "ROUND", True, 127),
        ("half", 0x5C04, "uint8", "RINT", False, 1),  # 257 keeps its low bits
        ("half", 0x7C00, "uint8", "RINT", False, 255),  # infinity goes to the extreme even without saturation
        ("half", 0x7E00, "int32", "RINT", False, 0),
        ("float", 0x3F000000, "float", "RINT", True, 0),  # 0.5 to an integral value
        ("float", 0x3F000000, "float", "ROUND", True, 0x3F800000),
        ("float", 0xBFC00000, "int32", "FLOOR", True, 0xFFFFFFFE),  # -1.5
        ("float", 0xBFC00000, "int32", "ROUND", True, 0xFFFFFFFE),
        ("float", 0xBFC00000, "int32", "TRUNC", True, 0xFFFFFFFF),
        ("float", 0x3F802001, "half", "ODD", True, 0x3C01),  # sticky: anything lost makes the last bit 1
        ("float", 0x3F800001, "half", "ODD", True, 0x3C01),
        ("int32", 0x7FFFFFFF, "int16", "NONE", True, 0x7FFF),
        ("uint16", 0xFFFF, "uint8", "NONE", True, 0xFF),
        ("int16", 0xFFFF, "uint32", "NONE", True, 0),  # negatives become 0
        ("float", 0x7F800000, "half", "RINT", True, 0x7BFF),
        ("float", 0x7F800000, "half", "RINT", False, 0x7C00),
        ("float", 0x7FC00001, "half", "RINT", True, 0),
        ("float", 0x7F800000, "fp8_e4m3fn", "RINT", False, 0x7F),
        ("int64", 0x7FFFFFFFFFFFFFFF, "half", "RINT", False, 0x7BFF),  # integers always saturate
    ],
)  # fmt: skip
def test_convert_documented_example(
    source: str, bits: int, to: str, mode: str, saturate: bool, wanted: int, engine: str
) -> None:
    width = oracle.FORMATS[source].width
    assert run(np.array([bits], f"u{width // 8}"), source, to, mode, saturate, engine) == [wanted]


def test_convert_empty_array(engine: str) -> None:
    for to in ("int8", "half", "float"):
        assert run(np.zeros(0, np.uint32), "float", to, "RINT", True, engine) == []
        assert run(np.zeros(0, np.uint16), "int16", to, "RINT", True, engine) == []


def test_convert_public_function(engine: str) -> None:
    """The wrapper around both engines keeps shapes and takes any array."""
    public = pytest.importorskip("lanewise.machine.convert").convert
    x = np.array([[0.5, 1.5, -2.5], [300.0, -300.0, np.nan]], np.float16)
    got = public(x, "int8", RoundMode.CAST_RINT, True, engine=engine)
    assert got.dtype == np.int8
    assert got.tolist() == [[0, 2, -2], [127, -128, 0]]
    assert public(x, "uint8", RoundMode.CAST_CEIL, False, engine=engine).tolist() == [[1, 2, 254], [44, 212, 0]]
