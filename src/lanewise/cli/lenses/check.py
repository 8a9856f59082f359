"""`--check`: what is wrong with it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from lanewise.cli.lenses import Lens
from lanewise.cli.option import Option
from lanewise.cli.session import Session
from lanewise.cli.status import WITH_A_SCHEDULE


class Check(Lens):
    order = 30
    options = (
        Option("check", ("--check",), "Look for races, memory used wrongly, uninitialised bytes that reach results, "
               "flags and modes left behind while it runs; a list such as race,init looks for those, numbers for "
               "infinities and overflow, hints for legal calls that are seldom meant. The exit status is 3 if it finds "
               "any.", "[=WHAT]", implied="all"),
        Option("sarif", ("--sarif",), "Write the findings there, as SARIF.", "FILE", writes=True),
    )  # fmt: skip

    def is_requested(self, asked: dict[str, Any]) -> bool:
        return bool(asked["check"])

    def refusal(self, session: Session) -> str:
        if session.asked["check"]:
            return WITH_A_SCHEDULE if session.plan else ""
        return "--sarif holds findings: say --check, too" if session.asked["sarif"] else ""

    def python(self, session: Session) -> AbstractContextManager[None]:
        from lanewise.cli.checked import checked_python

        return checked_python(session)

    def program(self, session: Session) -> AbstractContextManager[None]:
        from lanewise.cli.checked import checked_program

        return checked_program(session)

    def graph(self, session: Session) -> AbstractContextManager[None]:
        from lanewise.cli.graphs import checked_graph

        return checked_graph(session)


LENS = Check()
