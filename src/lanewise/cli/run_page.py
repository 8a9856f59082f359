"""The page that explains a run: what the lenses of a run found is put together when it has ended."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lanewise.cli.status import refuse

if TYPE_CHECKING:
    from lanewise.check import Finding
    from lanewise.cli.session import Session
    from lanewise.machine.launch import Run
    from lanewise.report.facts import Element, Graph
    from lanewise.timing import Report
    from lanewise.timing.units import Call


@dataclass
class Page:
    """Filled in by those who time and check."""

    launches: list[tuple[Run, Report]] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    findings: list[Finding] | None = None  # None: nobody looked
    not_checked: list[str] = field(default_factory=list)
    graph: Graph | None = None
    elements: list[Element] = field(default_factory=list)
    compared: list[str] = field(default_factory=list)


@contextmanager
def reporting(session: Session) -> Iterator[None]:
    """Writes the page when the other lenses have told."""
    from lanewise.timing.comparison import read_json

    other: tuple[str, dict[str, Any]] | None = None
    if against := session.asked["against"]:
        try:
            other = os.path.basename(against), read_json(against)
        except ValueError as problem:
            refuse(f"--against {problem}")
    command = shlex.join(["lanewise", *sys.argv[1:]])  # a Python program has a list of its own there
    page = session.page = Page()
    yield
    from lanewise.cli.designs import on_a_page
    from lanewise.report.facts import RunContents, facts
    from lanewise.report.page import html, write

    told = RunContents(
        os.path.basename(session.sources[0]), page.launches, page.calls, page.findings, page.not_checked, session.left,
        session.broken(), [one for one in session.sources if os.path.isfile(one)], other, command=command,
        graph=page.graph or (on_a_page() if session.returned else None), elements=page.elements, compared=page.compared,
    )
    write(session.asked["report"], html(facts(told)))
