"""Loads and stores past the end of a kernel's own tables and variables, on each compiler, and what stays inside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compiled import load_with

SOURCE = Path(__file__).parent / "cpp" / "tables.cc"


@pytest.fixture(scope="module", params=["g++", "clang++"])
def tables(request: pytest.FixtureRequest) -> Any:
    return load_with(request.param, SOURCE, chip="aie-ml", status=True)


def happened(tables: Any, kernel: str) -> list[tuple[str, int, int]]:
    getattr(tables, kernel)(np.arange(64, dtype=np.int16), np.zeros(64, np.int16), 4)
    return [(h.what, h.count, h.line) for h in getattr(tables, kernel).status]


@pytest.mark.parametrize("kernel", ["began_in_front", "walked", "in_a_ring", "in_either", "as_a_whole"])
def test_aie_tables_that_are_not_left(tables: Any, kernel: str) -> None:
    assert happened(tables, kernel) == []


@pytest.mark.parametrize(("kernel", "what", "text"), [
    ("reads_one_more", "beyond", "// reads"), ("reads_half_of_it", "beyond", "// half"),
    ("writes_one_more", "overrun", "// writes"),
])  # fmt: skip
def test_aie_tables_that_are_left(tables: Any, kernel: str, what: str, text: str) -> None:
    line = next(i for i, line in enumerate(SOURCE.read_text("utf-8").splitlines(), 1) if text in line)
    assert happened(tables, kernel) == [(what, 1, line)]
