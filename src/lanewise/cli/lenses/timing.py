"""`--time`, `--trace`, `--csv`: how long it takes, and why."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from lanewise.cli.lenses import Lens
from lanewise.cli.option import Option
from lanewise.cli.session import Session


class Timing(Lens):
    order = 40
    options = (
        Option("time", ("--time",), "Predict how long each launch takes on the chip, and say why."),
        Option("trace", ("--trace",), "Write its timeline there, for Perfetto or Chrome; FILE.pftrace is a tenth "
               "of the size, for Perfetto.", "FILE", writes=True),
        Option("csv", ("--csv",), "Write cycles by instruction and by line there, per core.", "DIR", writes=True),
    )

    def is_requested(self, asked: dict[str, Any]) -> bool:
        """A page shows times, too, and so do data that nothing else is asked of."""
        return super().is_requested(asked) or bool(asked["report"] or (asked["json"] and not asked["check"]))

    def refusal(self, session: Session) -> str:
        if session.front.name == "graph" and session.asked["csv"]:
            return "graphs of AI Engines run without --csv and --against"
        if session.front.name == "program" and session.plan and self.is_requested(session.asked):
            return "--schedule changes no time: leave out --time, --trace, --json, --csv and --report"
        return ""

    def python(self, session: Session) -> AbstractContextManager[None]:
        from lanewise.cli.timed import timed

        return timed(session)

    def program(self, session: Session) -> AbstractContextManager[None]:
        from lanewise.cli.timed import timed_program

        return timed_program(session)

    def graph(self, session: Session) -> AbstractContextManager[None]:
        from lanewise.cli.graphs import timed_graph

        return timed_graph(session)


LENS = Timing()
