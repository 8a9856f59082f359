"""The page of element types, against other people's numbers."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

import ml_dtypes
import numpy as np
import pytest
from website import element_types
from website.texts import LANGUAGES, texts

MODES = {"CAST_RINT": ROUND_HALF_EVEN, "CAST_FLOOR": ROUND_FLOOR, "CAST_CEIL": ROUND_CEILING,
         "CAST_ROUND": ROUND_HALF_UP, "CAST_TRUNC": ROUND_DOWN}  # fmt: skip


def rows(page: str, title: str) -> dict[str, list[str]]:
    lines = page.split(f"\n## {title}\n")[1].split("\n## ")[0].splitlines()
    cells = [line[2:-2].split(" | ") for line in lines if line.startswith("| ")]
    return {row[0].strip("`"): row[1:] for row in cells}


@pytest.fixture(scope="module")
def page() -> str:
    return element_types.page(texts("en"))


def test_finite_numbers_of_a_type(page: str) -> None:
    found = rows(page, "Types")
    for name, info in (("half", np.finfo("f2")), ("float", np.finfo("f4")), ("double", np.finfo("f8")),
                       ("bfloat16", ml_dtypes.finfo(ml_dtypes.bfloat16)),
                       ("fp8_e5m2", ml_dtypes.finfo(ml_dtypes.float8_e5m2)),
                       ("fp8_e4m3fn", ml_dtypes.finfo(ml_dtypes.float8_e4m3fn)),
                       ("fp4x2_e2m1", ml_dtypes.finfo(ml_dtypes.float4_e2m1fn))):  # fmt: skip
        want = [float(info.min), float(info.max), float(info.smallest_subnormal)]
        assert [float(cell) for cell in found[name][2:5]] == pytest.approx(want, rel=1e-8), name
    assert found["int16"][1:4] == ["16", "-32768", "32767"]
    assert found["fp8_e4m3fn"][5:] == ["✓", ""]
    assert found["half"][5:] == ["✓", "✓"]


def test_modes_round_as_decimals_do(page: str) -> None:
    found = rows(page, "Rounding")
    for name, rounding in MODES.items():
        want = [int(Decimal(x).to_integral_value(rounding)) for x in found["name"][1:]]
        assert [int(cell) for cell in found[name][1:]] == want, name


def test_numbers_that_do_not_fit(page: str) -> None:
    found = rows(page, "Too large, infinite, not a number")
    assert found["int8"][:4] == ["127", "127", "-128", "0"]
    assert found["half"] == ["65504", "65504", "-65504", "0", "inf", "inf", "-inf", "nan"]
    hard = np.float32([np.inf, np.inf, -np.inf, np.nan])
    with np.errstate(over="ignore"):
        theirs = hard.astype(ml_dtypes.float8_e4m3fn).astype(float)
    np.testing.assert_array_equal([float(cell) for cell in found["fp8_e4m3fn"][4:]], theirs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_type_is_on_the_page_in_every_language(language: str) -> None:
    page = element_types.page(texts(language))
    names = ("int4", "hifloat8", "fp4x2_e1m2", "CAST_ODD", "conv_even", "symmetric")
    assert all(f"| `{name}` |" in page for name in names)
