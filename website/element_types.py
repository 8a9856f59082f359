"""The page of element types: their numbers, how modes round, and what becomes of what does not fit. All computed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from lanewise.numerics import small
from lanewise.numerics.accumulator import AIE_ROUNDING_CODES, ROUNDINGS, SATURATIONS, fit_to_width, shift_round
from lanewise.numerics.formats import DTYPES, DType
from lanewise.numerics.rounding import RoundMode, convert
from website.markdown import block, code, table
from website.texts import Texts

_ROUNDED = (-2.5, -1.5, -0.75, -0.5, 0.5, 0.75, 1.5, 2.5)
_MODES = [mode for mode in RoundMode if mode not in (RoundMode.CAST_NONE, RoundMode.CAST_HYBRID)]
_HARD = {"1e39": 1e39, "inf": np.inf, "-inf": -np.inf, "nan": np.nan}
_SHIFT, _LANE = 4, 8  # of the examples for AI Engines
_EXAMPLE = """\
import numpy as np
import lanewise

lanewise.convert(np.float32([0.3, 500, np.nan]), "fp8_e4m3", "rint")
lanewise.convert(np.float32([0.3, 500, np.nan]), "fp8_e4m3", "rint", saturate=False)
"""


def page(t: Texts) -> str:
    cast = [(code(mode.name), t(f"mode.{mode.name[5:].lower()}"), *_casts(mode)) for mode in _MODES]
    units = [(code(name), _yes(name in AIE_ROUNDING_CODES), *(str(shift_round(int(x * 2**_SHIFT), _SHIFT, name))
              for x in _ROUNDED)) for name in ROUNDINGS]  # fmt: skip
    clamped = (127, 128, 300, -128, -129)
    modes = [(code(name), *(str(fit_to_width(x, _LANE, True, name)) for x in clamped)) for name in SATURATIONS]
    numbers = [f"{x:g}" for x in _ROUNDED]
    return "\n".join([
        f"# {t('types_page')}\n", f"{t('types_intro')}\n", block("python", _EXAMPLE),
        f"## {t('types_numbers')}\n", f"{t('types_numbers_intro')}\n",
        table((*map(t, ("name", "ascendc", "bits", "smallest", "largest", "near_zero")), "NaN", "inf"), _types()),
        f"## {t('types_rounding')}\n", f"{t('types_rounding_intro')}\n",
        table((t("name"), t("meaning"), *numbers), cast),
        f"## {t('types_too_large')}\n", f"{t('types_too_large_intro')}\n", _too_large(t),
        "## AI Engine\n", f"{t('types_engines_intro')}\n", table((t("name"), "aie", *numbers), units),
        f"{t('types_saturation_intro')}\n", table((t("name"), *map(str, clamped)), modes),
    ])  # fmt: skip


def _casts(mode: RoundMode) -> list[str]:
    values = convert(np.array(_ROUNDED, np.float32), DTYPES["float"], DTYPES["int32"], mode)
    return [str(value) for value in values]


def _types() -> Iterator[tuple[str, ...]]:
    for one in DTYPES.values():
        if one.kind in "iu" or one.name == "int4":
            low, high = (-8, 7) if one.name == "int4" else (one.minimum, one.maximum)
            yield (code(one.name), code(one.vendor), str(one.bits), str(low), str(high), "1", "", "")
        elif one.kind in "fs" and one.name != "int4x2":
            yield (code(one.name), code(one.vendor), _width(one), *_floats(one))


def _width(of: DType) -> str:
    return "4" if of.name in small.FP4 else str(of.bits)


def _floats(of: DType) -> tuple[str, ...]:
    """By all its codes where they are few, by its layout where they are not."""
    if of.bits > 16:
        kind: Any = np.finfo(of.numpy)
        return (f"{kind.min:.9g}", f"{kind.max:.9g}", f"{kind.smallest_subnormal:.9g}", _yes(True), _yes(True))
    values = _values(of)
    finite = values[np.isfinite(values)]
    return (f"{finite.min():.9g}", f"{finite.max():.9g}", f"{finite[finite > 0].min():.9g}",
            _yes(bool(np.isnan(values).any())), _yes(bool(np.isinf(values).any())))  # fmt: skip


def _values(of: DType) -> np.ndarray[Any, Any]:
    if of.name in small.NAMES:
        return small.decode(np.arange(16 if of.name in small.FP4 else 256, dtype=np.uint8), of)
    with np.errstate(invalid="ignore"):  # signalling NaNs
        return np.arange(1 << of.bits, dtype=f"u{of.size}").view(of.numpy).astype(np.float64)


def _too_large(t: Texts) -> str:
    head = (t("name"), *(f"{name}, {t(how)}" for how in ("saturated", "not_saturated") for name in _HARD))
    return table(head, _hard_rows())


def _hard_rows() -> Iterable[tuple[str, ...]]:
    source, values = DTYPES["double"], np.array(list(_HARD.values()))
    for one in DTYPES.values():
        if one.kind in "iu" or one.name == "int4" or (one.kind in "fs" and one.name not in ("int4x2", "double")):
            both = (convert(values, source, one, RoundMode.CAST_RINT, saturate) for saturate in (True, False))
            yield (code(one.name), *(text for elements in both for text in _value_texts(one, elements)))


def _value_texts(of: DType, elements: np.ndarray[Any, Any]) -> list[str]:
    values = small.decode(elements, of) if of.name in small.NAMES else elements.astype(
        np.float64 if of.kind in "fs" and of.name != "int4" else object)  # fmt: skip
    return [f"{value:.9g}" if isinstance(value, float) else str(int(value)) for value in values]


def _yes(is_there: bool) -> str:
    return "✓" if is_there else ""
