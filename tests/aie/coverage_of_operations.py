"""make coverage: what the agreement test of AI Engine operations reaches, as a table with a line for each record.

Rows of types (each on one of its chips at least), chips, and the modes that count on them. Operations that no test can
call by itself, because they are about memory, streams or the program, are named in a test of their own.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from all_cases import calls, modes_of, settings_of, takes_turns
from operation_cases import in_blocks
from product_cases import is_written

from lanewise.isa.aie.catalogue import operations
from lanewise.isa.aie.record import Operation, Row
from lanewise.isa.aie.types import FAMILIES, TAGS

Cell = tuple[str, ...]
COLUMNS = ("name", "row", "chip", "mode")
HERE = Path(__file__).parent


def group(record: Operation) -> str:
    """Verbs that are one template share the cells of it; floats in parts share those of all products."""
    if record.family == "multiplication by shape":
        return record.name.partition("_")[2]
    if record.family == "multiplication with selection":
        return re.sub("negmul|mul|mac|msc", "mac", record.name)
    return record.name


def _types(row: Row) -> Cell:
    """Factors and result, whether they go onto something or not."""
    return ("row", *(t for t in row.types[:-1] if t not in TAGS), row.types[-1])


@cache
def reached() -> tuple[dict[str, set[Cell]], dict[str, set[Cell]]]:
    """By record or group: the cells that calls reach, and those there are."""
    found: dict[str, set[Cell]] = defaultdict(set)
    wanted: dict[str, set[Cell]] = defaultdict(set)
    for record in operations().values():
        if record.cpp or is_written(record):
            wanted[group(record)] |= {_types(row) for row in record.rows if not in_blocks(row)}
            wanted[group(record)] |= {("chip", c) for c in record.chips}
            wanted[group(record)].add(("name", record.name))
    for chip in FAMILIES:
        for turn, case in enumerate(calls(chip)):
            name = group(case.operation)
            found[name] |= {_types(case.row), ("chip", chip), ("name", case.operation.name)}
            modes = "products" if takes_turns(case) else name
            for kind, all_of_them in zip(("rounding", "saturation"), modes_of(case), strict=True):
                wanted[modes] |= {("mode", chip, kind, mode) for mode in all_of_them}
            for rounding, saturation in settings_of(case, turn):
                found[modes] |= {("mode", chip, "rounding", rounding), ("mode", chip, "saturation", saturation)}
    return found, wanted


@cache
def _tests() -> dict[str, str]:
    files = [*HERE.glob("test_*.py"), *HERE.glob("cpp/*.cc"), *(HERE.parent / "adf").glob("*.cc")]
    return {file.name: file.read_text(encoding="utf-8") for file in sorted(files)}


def named_in(record: Operation) -> str:
    """The first test that names an operation, by its name or one of C++."""
    names = [record.name, *(name.removeprefix("aie::") for name in record.names)]
    plain = "|".join(re.escape(name.partition("{")[0]) for name in names if len(name.partition("{")[0]) > 2)
    return next((file for file, text in _tests().items() if re.search(rf"\b(?:{plain})", text)), "")


def table() -> list[str]:
    found, wanted = reached()
    lines = [f"{'operation':24}" + "".join(f"{column + 's':>12}" for column in COLUMNS)]
    for name in sorted(wanted):
        cells = [[sum(c[0] == column for c in which[name]) for which in (found, wanted)] for column in COLUMNS]
        lines.append(f"{name:24}" + "".join(f"{f'{have} of {wants}':>12}" for have, wants in cells))
    others = [record for record in operations().values() if group(record) not in wanted]
    return lines + [f"{record.name:24} in {named_in(record) or 'no test'}" for record in others]


if __name__ == "__main__":
    print("\n".join(table()))
