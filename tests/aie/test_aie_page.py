"""The documentation page is true."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from fixed_oracle import rounded

from lanewise import aie
from lanewise.numerics.accumulator import AIE_ML_ROUNDING_CODES, AIE_ROUNDING_CODES, ROUNDINGS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "aie.md").read_text(encoding="utf-8")


def test_page_rounding_table() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (-?\d) \| (-?\d) \| (-?\d) \| (-?\d) \| (\S+) \| (\S+) \|$", PAGE, re.MULTILINE)
    assert [r[0] for r in rows] == list(ROUNDINGS)
    for mode, *results, first, later in rows:
        halves = [Fraction(1, 2), Fraction(-1, 2), Fraction(3, 2), Fraction(1, 4)]
        assert [int(r) for r in results] == [rounded(x, mode) for x in halves]
        assert first == str(AIE_ROUNDING_CODES.get(mode, "-"))
        assert later == str(AIE_ML_ROUNDING_CODES[mode])


def test_page_names_exist() -> None:
    table = PAGE[PAGE.index("## What there is") : PAGE.index("Complex numbers are pairs")]
    words = [w for row in re.findall(r"^\| \w.*$", table, re.MULTILINE) for w in re.findall(r"`([a-z_]\w*)", row)]
    assert len(words) > 50
    for word in words:
        if not word.startswith("_") and word != "aie":
            assert any(hasattr(x, word) for x in (aie, aie.Vector, aie.Accum)), word


def test_page_first_example(capsys: pytest.CaptureFixture[str]) -> None:
    code = PAGE[PAGE.index("```python") + len("```python") :]
    exec(code[: code.index("```")], {})
    out = capsys.readouterr().out
    want = [min(rounded(Fraction(i * 1000 * (12345 + 7), 2**14), "conv_even"), 32767) for i in range(16)]
    assert out.splitlines()[0] == f"vector<int16, 16>({want})"
