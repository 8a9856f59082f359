"""Published cycles of AI Engine kernels beside ours: least times lie below, and docs/timing.md says what comes out."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from validation import engines

PAGE = Path(__file__).parents[2] / "docs" / "timing.md"

pytestmark = pytest.mark.skipif(not (shutil.which("clang++") or shutil.which("g++")), reason="no compiler")


@pytest.fixture(scope="module")
def done() -> list[engines.Row]:
    return engines.rows()


def test_least_times_lie_below_what_is_published(done: list[engines.Row]) -> None:
    assert len(done) >= 10
    assert not [row.figure.name for row in done if not 0 < row.least <= row.figure.published]
    assert not [row.figure.name for row in done if row.as_written < row.least]


def test_times_as_written_are_near_what_is_published(done: list[engines.Row]) -> None:
    assert not [(row.figure.name, row.ratio) for row in done if not 1 / 2.1 < row.ratio < 2.1]


def test_page_says_what_comes_out(done: list[engines.Row]) -> None:
    page = PAGE.read_text(encoding="utf-8")
    _, _, rest = page.partition(engines.BEGIN)
    assert rest.partition(engines.END)[0].strip() == engines.markdown(done)
