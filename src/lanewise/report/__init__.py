"""One page that explains a run: verdict, source with cycles, timeline, memory, conflicts, findings.

    run = kernel[8](x, y, z, trace=True)
    lanewise.report(run, "add.html")

    cores = aie.run((first, x, link), (second, link, y), chip="aie", trace=True)
    lanewise.report(cores, "filter.html")
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from os import PathLike
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lanewise.report.page import Page


def report(runs: Any, path: str | PathLike[str] | None = None, *, title: str = "", against: str = "") -> Page:
    """Write the page of a run that was traced, or of several, and return it; of AI Engines, of their cores.

    `against` is what `run --json` wrote.
    """
    from lanewise.report.facts import collect, facts
    from lanewise.report.page import html, write
    from lanewise.timing.comparison import read_json

    several = list(runs) if isinstance(runs, Sequence) else [runs]
    for run in several:
        if not getattr(run, "traces", None) and not getattr(run, "calls", None):
            raise ValueError("the run was not traced: launch with trace=True (AI Engines: make the core, load the file "
                             "or call aie.run with it), or call lanewise.configure(trace=True)")
    page = html(facts(collect(several, title, against=(against, read_json(against)) if against else None)))
    if path is not None:
        write(path, page)
    return page


class _Callable(ModuleType):
    """`lanewise.report` is this room, and what one does with it."""

    def __call__(self, *args: Any, **named: Any) -> Page:
        return report(*args, **named)


sys.modules[__name__].__class__ = _Callable
