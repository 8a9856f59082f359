"""A report as the files that the vendor's simulator leaves: per core, cycles by instruction and by source line."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lanewise.timing.report import Report
from lanewise.timing.tables import instruction_rows, line_rows

INSTR = ("instr", "addr", "pipe", "call_count", "cycles", "running_time(us)", "detail")
CODE = ("code", "call_count", "cycles", "running_time(us)")


def write_csvs(report: Report, folder: str | Path) -> list[Path]:
    """`coreN.veccore0_instr_exe.csv` and `coreN.veccore0_code_exe.csv` for every block."""
    out = []
    for block in report.blocks:
        alone = replace(report, blocks=[block])
        stem = Path(folder) / f"core{block.index}.veccore0"
        instr = [
            (r["instr"], "", r["pipe"], r["call_count"], _cycles(r), r["running_time_us"],
             f"wait {r['wait_cycles']:.0f}, conflict {r['conflict_cycles']:.0f}")
            for r in instruction_rows(alone)
        ]
        code = [(r["code"], r["call_count"], _cycles(r), r["running_time_us"]) for r in line_rows(alone)]
        out += [_write(Path(f"{stem}_instr_exe.csv"), INSTR, instr), _write(Path(f"{stem}_code_exe.csv"), CODE, code)]
    return out


def _cycles(row: dict[str, Any]) -> float | str:
    return "unknown" if row["unknown"] == row["call_count"] else row["cycles"]


def _write(path: Path, head: Sequence[str], rows: Sequence[Sequence[Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(head)
        writer.writerows(rows)
    return path
