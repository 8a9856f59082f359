"""`--report`: one page that explains the run, from what the other lenses have seen."""

from __future__ import annotations

import atexit
import os
import sys
from contextlib import AbstractContextManager
from typing import Any

from lanewise.cli.lenses import Lens
from lanewise.cli.option import Option
from lanewise.cli.session import Session


class PageOfRun(Lens):
    order = 10
    options = (
        Option("report", ("--report",), "Write one page there, HTML, that explains the run: source with cycles, "
               "timeline, memory, conflicts; with --check the findings, too.", "FILE", writes=True),
        Option("whole", ("--all",), "All of it in one run: --check=all,numbers, --time and --report; the page is "
               "named like the source (vector_add.report.html) unless --report names another."),
        Option("against", ("--against",), "Compare in the report with what --json wrote for another run.", "FILE"),
    )  # fmt: skip

    def implied(self, asked: dict[str, Any], sources: list[str]) -> None:
        if asked["whole"]:
            asked.update(whole=False, check=asked["check"] or "all,numbers", time=True)
            asked["report"] = asked["report"] or f"{os.path.splitext(os.path.basename(sources[0]))[0]}.report.html"
            atexit.register(_say_where, asked["report"], os.getpid())

    def is_requested(self, asked: dict[str, Any]) -> bool:
        return bool(asked["report"])

    def refusal(self, session: Session) -> str:
        if not session.asked["against"]:
            return ""
        if session.front.name == "graph":
            return "graphs of AI Engines run without --csv and --against"
        return "" if session.asked["report"] else "--against compares in a report: say --report, too"

    def python(self, session: Session) -> AbstractContextManager[None]:
        from lanewise.cli.run_page import reporting

        return reporting(session)

    def program(self, session: Session) -> AbstractContextManager[None]:
        return self.python(session)

    def graph(self, session: Session) -> AbstractContextManager[None]:
        from lanewise.cli.graphs import reported_graph

        return reported_graph(session)


def _say_where(page: str, process: int) -> None:
    """The last line of a run that nobody named the page of; not of what it forked."""
    if os.getpid() == process and os.path.exists(page):
        print(f"lanewise: the report is {page}", file=sys.stderr)


LENS = PageOfRun()
