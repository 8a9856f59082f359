"""Every case, in the order of the table."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks import aie, cases, casting, picking, products
from benchmarks.cases import Case


def all_cases(library: Any) -> list[Case]:
    return [
        cases.dense_add(library, np.float32, "float add, resident tile", 1.2),
        cases.dense_add(library, np.float16, "half add, correctly rounded", 1.5),
        cases.masked_add(library),
        cases.rounded_shift(library),
        cases.tree_sums(library),
        cases.extremes(library),
        cases.library_gelu(library),
        casting.dense_cast(library, np.float32, np.float16, "float_to_half", 1.5),
        casting.dense_cast(library, np.float16, np.float32, "half_to_float", 1.5),
        casting.dense_cast(library, np.float16, np.int8, "half_to_int8", None),
        picking.gathered(library),
        *picking.compared_and_selected(library),
        products.multiplied(library, np.float16),
        products.multiplied(library, np.int8),
        *products.all_moved(),
        cases.one_instruction(library),
        cases.traced_instruction(library),
        aie.shift_round_saturate(library),
        *aie.filters(library),
        aie.one_step(library),
    ]
