"""The page that explains a run: what the lenses of a run found is put together when it has ended."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lanewise.cli.status import refuse

if TYPE_CHECKING:
    from lanewise.check import Finding
    from lanewise.machine.launch import Run
    from lanewise.report.facts import Graph
    from lanewise.timing import Report
    from lanewise.timing.units import Call


@dataclass
class Page:
    """Filled in by those who time and check."""

    launches: list[tuple[Run, Report]] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    findings: list[Finding] | None = None  # None: nobody looked
    not_checked: list[str] = field(default_factory=list)
    status: int = 0
    broken: Finding | None = None  # the rule that ended the program
    graph: Graph | None = None


@contextmanager
def reporting(path: str, against: str | None, sources: Sequence[str], data: str | None) -> Iterator[Page]:
    """Writes the page; and `data` as `--json` asks for it where a run is both timed and checked."""
    from lanewise.timing.comparison import read

    other: tuple[str, dict[str, Any]] | None = None
    if against:
        try:
            other = os.path.basename(against), read(against)
        except ValueError as problem:
            refuse(f"--against {problem}")
    command = shlex.join(["lanewise", *sys.argv[1:]])  # a Python program has a list of its own there
    page = Page()
    yield page
    from lanewise.report.facts import Told, facts
    from lanewise.report.page import html, write

    told = Told(
        os.path.basename(sources[0]), page.launches, page.calls, page.findings, page.not_checked, page.status,
        page.broken, sources, other, graph=page.graph, command=command,
    )
    write(path, html(facts(told)))
    if data and page.findings is not None:
        from lanewise.timing.tables import bundle

        everything = [*([page.broken] if page.broken else []), *page.findings]
        found = {"findings": [one.as_data() for one in everything], "not_checked": page.not_checked}
        with open(data, "w", encoding="utf-8") as file:
            json.dump({**bundle([(run.kernel, report) for run, report in page.launches]), **found}, file)

