"""Fixed point of the AI Engine: modes, shift-round-saturate, upshift, lanes that wrap. The definition.

One Python integer at a time and no limit on its size; `lanewise/shared/aie/srs.h` is the fast version of it.
"""

from __future__ import annotations

from collections.abc import Mapping

ROUNDINGS = (
    "floor", "ceil", "symmetric_floor", "symmetric_ceil",
    "positive_inf", "negative_inf", "symmetric_inf", "symmetric_zero", "conv_even", "conv_odd",
)  # fmt: skip
SATURATIONS = ("none", "saturate", "symmetric")

# The number that set_rnd takes for each mode. The families differ, so only names are ever kept.
AIE_ROUNDING_CODES: Mapping[str, int] = {
    "floor": 0, "ceil": 1, "positive_inf": 2, "negative_inf": 3, "symmetric_inf": 4, "symmetric_zero": 5,
    "conv_even": 6, "conv_odd": 7,
}  # fmt: skip
AIE_ML_ROUNDING_CODES: Mapping[str, int] = {
    "floor": 0, "ceil": 1, "symmetric_floor": 2, "symmetric_ceil": 3, "negative_inf": 8, "positive_inf": 9,
    "symmetric_zero": 10, "symmetric_inf": 11, "conv_even": 12, "conv_odd": 13,
}  # fmt: skip
SATURATION_CODES: Mapping[str, int] = {"none": 0, "saturate": 1, "symmetric": 3}
# Keyed by the number of modes that a chip has.
ROUNDING_CODES = {len(codes): codes for codes in (AIE_ROUNDING_CODES, AIE_ML_ROUNDING_CODES)}


def shift_round(a: int, shift: int, rounding: str) -> int:
    """a / 2**shift, rounded; a negative shift multiplies and there is nothing to round."""
    if shift <= 0:
        return a << -shift
    return (a + _term(a, shift, rounding)) >> shift


def _term(a: int, shift: int, rounding: str) -> int:
    """What is added before the low bits are cut off."""
    half, full = 1 << (shift - 1), (1 << shift) - 1
    negative, odd = a < 0, a >> shift & 1
    match rounding:
        case "floor":
            return 0
        case "ceil":
            return full
        case "symmetric_floor":
            return full if negative else 0
        case "symmetric_ceil":
            return 0 if negative else full
        case "positive_inf":
            return half
        case "negative_inf":
            return half - 1
        case "symmetric_inf":
            return half - 1 if negative else half
        case "symmetric_zero":
            return half if negative else half - 1
        case "conv_even":
            return half - 1 + odd
        case "conv_odd":
            return half - odd
    raise ValueError(rounding)


def wrap(value: int, bits: int, signed: bool = True) -> int:
    """The low bits, read as a number again."""
    low = value & ((1 << bits) - 1)
    return low - (1 << bits) if signed and low >> (bits - 1) else low


def fit_to_width(value: int, bits: int, signed: bool, saturation: str) -> int:
    """A number in a lane of `bits` bits: cut, clamped, or clamped without the lowest signed number."""
    if saturation == "none":
        return wrap(value, bits, signed)
    highest = (1 << (bits - signed)) - 1
    lowest = (-highest - (saturation == "saturate")) if signed else 0
    return min(max(value, lowest), highest)


def srs(a: int, shift: int, rounding: str, saturation: str, bits: int, signed: bool = True) -> int:
    """Accumulator lane to vector lane: shift and round the whole value, then fit it."""
    return fit_to_width(shift_round(a, shift, rounding), bits, signed, saturation)


def ups(value: int, shift: int, bits: int) -> int:
    """Vector lane to accumulator lane: what leaves the lane at the top is lost."""
    return wrap(value << shift, bits)


def bfloat16_bits(bits: int, rounding: str) -> int:
    """The bits of a float32 as the bits of a bfloat16. A NaN stays one and becomes quiet.

    A float's magnitude is ordered like its bits, so rounding it is an srs by 16 of the signed magnitude.
    """
    magnitude, sign = bits & 0x7FFF_FFFF, bits >> 31
    if magnitude > 0x7F80_0000:
        return bits >> 16 | 0x40
    return sign << 15 | abs(shift_round(-magnitude if sign else magnitude, 16, rounding))
