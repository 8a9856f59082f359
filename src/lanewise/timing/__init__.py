"""How long a launch takes, and why: a lens over the records of issued instructions.

    run = kernel[8](x, y, z, trace=True)
    print(timing.of(run))
"""

from __future__ import annotations

from typing import Any

from lanewise.timing.compare import compare
from lanewise.timing.csvs import write_csvs
from lanewise.timing.perfetto import perfetto, write_perfetto
from lanewise.timing.report import Report, report, report_blocks, report_traces
from lanewise.timing.tables import bundle, conflicts, data, instruction_rows, line_rows, pipe_rows, wait_rows
from lanewise.timing.text import text

__all__ = [
    "Report", "bundle", "compare", "conflicts", "data", "instruction_rows", "line_rows", "of", "perfetto", "pipe_rows",
    "report", "report_blocks", "report_traces", "text", "wait_rows", "write_csvs", "write_perfetto",
]


def of(what: Any, chip: Any = None) -> Report:
    """The timing of a launch that was traced, or of a core."""
    if not hasattr(what, "traces"):
        return report_traces([what.trace()], chip or what.chip)
    made = report_traces(what.traces, chip or what.settings.chip, blocks=what.blocks)
    made.outside = dict(what.outside)
    made.notes += what.notes
    return made
