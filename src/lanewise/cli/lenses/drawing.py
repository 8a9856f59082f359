"""`--draw` and `--fifos`: what designs and graphs are made of."""

from __future__ import annotations

from contextlib import AbstractContextManager

from lanewise.cli.lenses import Lens
from lanewise.cli.option import Option
from lanewise.cli.session import Session


class Drawing(Lens):
    launches = False
    options = (
        Option("draw", ("--draw",), "IRON designs and AI Engine graphs: draw cores, links and what they "
               "carry there, as SVG.", "FILE", writes=True),
        Option("fifos", ("--fifos",), "IRON designs and AI Engine graphs: say how full each fifo became "
               "and who waited at it."),
    )  # fmt: skip

    def refusal(self, session: Session) -> str:
        fits = session.front.name != "program" or not self.is_requested(session.asked)
        return "" if fits else "--draw and --fifos show IRON designs and graphs of AI Engines"

    def python(self, session: Session) -> AbstractContextManager[None]:
        from lanewise.cli.designs import drawn

        return drawn(session)

    def graph(self, session: Session) -> AbstractContextManager[None]:
        from lanewise.cli.graphs import drawn_graph

        return drawn_graph(session)


LENS = Drawing()
