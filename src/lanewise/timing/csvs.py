"""A report as the tree that the vendor's simulator leaves: per core, cycles by instruction and by line, and a timeline.

A block is called `coreN.veccore0`, N being its number: on which of a core's vector units it would run is not known.
`addr` stays empty, because an instruction here has no address of its own.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lanewise.timing.reports import Report
from lanewise.timing.tables import instruction_rows, line_rows
from lanewise.timing.trace_files import write_perfetto

INSTR = ("instr", "addr", "pipe", "call_count", "cycles", "running_time(us)", "detail")
CODE = ("code", "call_count", "cycles", "running_time(us)")


def write_csvs(report: Report, folder: str | Path) -> list[Path]:
    """A folder `coreN.veccore0` for every block, with `..._instr_exe.csv`, `..._code_exe.csv` and `trace.json`, and
    beside them the `trace.json` of all blocks."""
    root = Path(folder)
    root.mkdir(parents=True, exist_ok=True)
    write_perfetto(root / "trace.json", report)
    out = [root / "trace.json"]
    for block in report.blocks:
        alone = replace(report, blocks=[block])
        name = f"core{block.index}.veccore0"
        own = root / name
        own.mkdir(exist_ok=True)
        instr = [
            (r["instr"], "", r["pipe"], r["call_count"], *_cycles_and_microseconds(r),
             f"wait {r['wait_cycles']:.0f}, conflict {r['conflict_cycles']:.0f}")
            for r in instruction_rows(alone)
        ]
        code = [(r["code"], r["call_count"], *_cycles_and_microseconds(r)) for r in line_rows(alone)]
        write_perfetto(own / "trace.json", alone)
        out += [_write(own / f"{name}_instr_exe.csv", INSTR, instr), _write(own / f"{name}_code_exe.csv", CODE, code),
                own / "trace.json"]
    return out


def _cycles_and_microseconds(row: dict[str, Any]) -> tuple[float | str, float | str]:
    """Cycles and microseconds."""
    unknown = row["cycles"] is None
    return ("unknown", "unknown") if unknown else (row["cycles"], row["running_time_us"])


def _write(path: Path, head: Sequence[str], rows: Sequence[Sequence[Any]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(head)
        writer.writerows(rows)
    return path
