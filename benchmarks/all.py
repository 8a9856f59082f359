"""Every case, in the order of the table."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks import cases, picking
from benchmarks.cases import Case


def all_cases(library: Any) -> list[Case]:
    return [
        cases.dense_add(library, np.float32, "float add, resident tile", 1.2),
        cases.dense_add(library, np.float16, "half add, correctly rounded", 1.5),
        cases.masked_add(library),
        cases.rounded_shift(library),
        cases.tree_sums(library),
        cases.extremes(library),
        picking.gathered(library),
        *picking.compared_and_selected(library),
        cases.one_instruction(library),
        cases.traced_instruction(library),
    ]
