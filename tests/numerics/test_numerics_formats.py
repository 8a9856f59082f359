"""Element types: their bits, extremes, quiet NaNs, and how they are looked up."""

from __future__ import annotations

import struct

import ml_dtypes
import numpy as np
import oracle
import pytest

from lanewise.errors import LanewiseError
from lanewise.numerics.formats import BY_CODE, DTYPES, dtype

FLOATS = [name for name, f in oracle.FORMATS.items() if isinstance(f, oracle.Float)]
INTEGERS = [name for name, f in oracle.FORMATS.items() if isinstance(f, oracle.Int) and name != "int4"]
WIDTHS = {
    "int8": 8, "uint8": 8, "int16": 16, "uint16": 16, "int32": 32, "uint32": 32, "int64": 64, "uint64": 64,
    "half": 16, "bfloat16": 16, "float": 32, "double": 64, "complex32": 32, "complex64": 64, "bool": 8, "int4": 4,
    "fp8_e5m2": 8, "fp8_e4m3fn": 8, "fp8_e8m0": 8, "hifloat8": 8, "fp4x2_e2m1": 8, "fp4x2_e1m2": 8,
    "int4x2": 8,
}  # fmt: skip


def test_formats_widths() -> None:
    assert {t.name: t.bits for t in DTYPES.values()} == WIDTHS
    assert all(t.size == max(1, t.bits // 8) for t in DTYPES.values())


def test_formats_codes_are_unique() -> None:
    assert len(BY_CODE) == len(DTYPES)
    assert 0 not in BY_CODE


def test_formats_numpy_face_has_the_size() -> None:
    assert all(t.numpy.itemsize == t.size for t in DTYPES.values())


@pytest.mark.parametrize(
    ("name", "bits"),
    [("half", 0x7E00), ("bfloat16", 0x7FC0), ("float", 0x7FC00000), ("double", 0x7FF8 << 48), ("fp8_e5m2", 0x7E),
     ("fp8_e4m3fn", 0x7F)],
)  # fmt: skip
def test_formats_quiet_nan(name: str, bits: int) -> None:
    assert DTYPES[name].quiet_nan == bits
    assert np.isnan(np.float64(DTYPES[name].decode(bits)))


@pytest.mark.parametrize(
    ("name", "largest"),
    [("half", 65504.0), ("bfloat16", 255 * 2.0**120), ("float", (2 - 2**-23) * 2.0**127),
     ("double", struct.unpack("<d", bytes.fromhex("ffffffffffffef7f"))[0]), ("fp8_e5m2", 57344.0),
     ("fp8_e4m3fn", 448.0)],
)  # fmt: skip
def test_formats_largest_float(name: str, largest: float) -> None:
    layout = DTYPES[name].layout
    assert layout is not None
    assert layout.maximum == largest


@pytest.mark.parametrize("name", INTEGERS)
def test_formats_integer_extremes(name: str) -> None:
    spec = oracle.FORMATS[name]
    assert isinstance(spec, oracle.Int)
    assert (DTYPES[name].minimum, DTYPES[name].maximum) == (spec.low, spec.high)


@pytest.mark.parametrize("name", INTEGERS)
def test_formats_integer_encode_wraps(name: str) -> None:
    to, spec = DTYPES[name], oracle.FORMATS[name]
    for value in (0, 1, -1, spec.high, spec.low, spec.high + 1, spec.low - 1, 3 * 2**spec.width + 5):
        bits = to.encode(value)
        assert bits == value % 2**spec.width
        wrapped = oracle.decode(bits, spec)
        assert int(to.decode(bits)) == oracle.fraction(wrapped)


@pytest.mark.parametrize("name", FLOATS)
def test_formats_float_encode_rounds_once(name: str) -> None:
    """Values just above a tie in the target but on it after a first rounding to a wider type."""
    to, spec = DTYPES[name], oracle.FORMATS[name]
    assert isinstance(spec, oracle.Float)
    double = oracle.FORMATS["double"]
    values = [0.0, -0.0, 1.0, -1.5, 0.1, 1e-3, 1e30, -1e30, 3e-41, 448.0, 463.9999999, 464.0, 464.0000001, 65519.99]
    for k in range(2, 24):
        values += [1 + 2.0**-k + 2.0**-45, 1 + 2.0**-k - 2.0**-45, 1 + 3 * 2.0**-k + 2.0**-50]
    for value in values:
        (bits,) = struct.unpack("<Q", struct.pack("<d", value))
        assert to.encode(value) == oracle.encode(oracle.decode(bits, double), spec), value


@pytest.mark.parametrize("name", [n for n in FLOATS if oracle.FORMATS[n].width <= 16])
def test_formats_decode_all_bits(name: str) -> None:
    for bits, (kind, negative, m, e) in enumerate(oracle.decoded(name)):
        value = float(DTYPES[name].decode(bits))
        if kind == oracle.NAN:
            assert np.isnan(value)
        elif kind == oracle.INF:
            assert value == (-np.inf if negative else np.inf)
        else:
            assert (value, np.signbit(value)) == ((-m if negative else m) * 2.0**e, negative)


def test_formats_complex_encode() -> None:
    assert DTYPES["complex64"].encode(1 - 2j) == int.from_bytes(struct.pack("<ff", 1, -2), "little")
    assert DTYPES["complex32"].encode(1 - 2j) == int.from_bytes(struct.pack("<ee", 1, -2), "little")


@pytest.mark.parametrize(
    ("asked", "name"),
    [("half", "half"), ("float16", "half"), (np.float16, "half"), ("int16_t", "int16"), ("bfloat16_t", "bfloat16"),
     (np.dtype("<f4"), "float"), ("float32", "float"), (ml_dtypes.bfloat16, "bfloat16"), (np.uint8, "uint8"),
     (np.complex64, "complex64"), (ml_dtypes.int4, "int4"), ("int4b_t", "int4"), (bool, "bool"),
     (ml_dtypes.float8_e4m3fn, "fp8_e4m3fn"), ("uint64", "uint64")],
)  # fmt: skip
def test_dtype_lookup(asked: object, name: str) -> None:
    assert dtype(asked).name == name
    assert dtype(dtype(asked)) is dtype(asked)


def test_dtype_lookup_trait() -> None:
    class Trait:
        lite_type = "int16"

    assert dtype(Trait()).name == "int16"


@pytest.mark.parametrize("asked", ["int17", "", "floaty", np.dtype("U3"), np.complex128, object()])
def test_dtype_lookup_refuses_unknown(asked: object) -> None:
    with pytest.raises(LanewiseError) as caught:
        dtype(asked)
    assert caught.value.id == "TYPE-003"
    assert "half" in str(caught.value)
