"""How long a launch takes, and why: a lens over the records of issued instructions.

    run = kernel[8](x, y, z, trace=True)
    print(timing.of(run))

What is asked for is imported then: the tables of a program that timed itself need no numpy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lanewise.timing.comparison import compare
    from lanewise.timing.csvs import write_csvs
    from lanewise.timing.reports import Report
    from lanewise.timing.tables import bundle, conflicts, data, instruction_rows, line_rows, pipe_rows, wait_rows
    from lanewise.timing.texts import text
    from lanewise.timing.timeline import perfetto
    from lanewise.timing.trace_files import write_perfetto
    from lanewise.timing.traced import of, report, report_blocks, report_traces
    from lanewise.timing.verdicts import verdict, verdict_of

_HOMES = {
    "compare": "comparison", "write_csvs": "csvs", "perfetto": "timeline", "write_perfetto": "trace_files",
    "Report": "reports", "text": "texts",
    **dict.fromkeys(("bundle", "conflicts", "data", "instruction_rows"), "tables"),
    **dict.fromkeys(("line_rows", "pipe_rows", "wait_rows"), "tables"),
    **dict.fromkeys(("of", "report", "report_blocks", "report_traces"), "traced"),
    **dict.fromkeys(("verdict", "verdict_of"), "verdicts"),
}
__all__ = [
    "Report", "bundle", "compare", "conflicts", "data", "instruction_rows", "line_rows", "of", "perfetto", "pipe_rows",
    "report", "report_blocks", "report_traces", "text", "verdict", "verdict_of", "wait_rows", "write_csvs",
    "write_perfetto",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
