"""Every operation leaves its record, from Python and from C++: its name, at its line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from all_cases import calls
from operation_cases import Case

from compiled import needs_compiler
from lanewise import aie
from lanewise.isa.aie.types import FAMILIES

pytestmark = needs_compiler
HEADER = Path(__file__).with_name("agreement.h")
START = f'#include "{HEADER}"\nvoid run(const int64* words, int64* out) {{\n    const int64* in = words;\n'


def first_of_each(chip: str) -> list[Case]:
    """The first row of each operation that the chip has."""
    found: dict[str, Case] = {}
    for case in calls(chip, everything=True):
        found.setdefault(case.operation.name, case)
    return list(found.values())


def block(case: Case, wide: int) -> str:
    """A call on a line of its own, which leaves `in` behind its operands."""
    body = case.cpp(0).removeprefix("case 0: ").replace(" break; }", " }")
    body = body.replace("given(out,", "given(to,")
    return f"    {{ const int64* next = in + {wide}; int64* to = out; {body} in = next; }}"


@pytest.mark.parametrize("chip", FAMILIES)
def test_aie_observed_from_both_fronts(chip: str, tmp_path: Path) -> None:
    cases, rng = first_of_each(chip), np.random.default_rng(3)
    operands = [case.draw(rng, 1) for case in cases]
    words = [case.words(given).reshape(-1) for case, given in zip(cases, operands, strict=True)]
    source = tmp_path / "observed.cc"
    lines = [block(case, len(row)) for case, row in zip(cases, words, strict=True)]
    source.write_text(START + "\n".join(lines) + "\n}\n", encoding="utf-8")
    kernels = aie.load(source, chip=chip, flags=("-O0",), trace=True)
    kernels.run(np.concatenate(words), np.zeros(4096, np.int64))
    by_line: dict[int, set[str]] = {}
    helped: set[str] = set()  # by functions of agreement.h
    for one in kernels.run.trace():
        by_line.setdefault(one.line, set()).add(one.name) if one.file == str(source) else helped.add(one.name)
    missing = []
    for line, (case, given) in enumerate(zip(cases, operands, strict=True), START.count("\n") + 1):
        with aie.core(chip, trace=True) as core:
            case.python(given)
        fronts = {"Python": {one.name for one in core.trace()}, "C++": by_line.get(line, set()) | helped}
        missing += [
            f"{case.label}: {front} ({', '.join(found)})"
            for front, found in fronts.items() if not any(map(case.operation.is_called, found))
        ]
    assert not missing, "\n".join(missing)
