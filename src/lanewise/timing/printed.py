"""A report that shows itself: printed as text, in a notebook as tables."""

from __future__ import annotations

from lanewise.markup import paragraph, table
from lanewise.timing.reports import Report
from lanewise.timing.tables import conflicts, instruction_rows, line_rows, pipe_rows, wait_rows
from lanewise.timing.texts import headline, text
from lanewise.timing.verdicts import verdict

MOST = 12  # rows of a table


class PrintedReport(Report):
    def __str__(self) -> str:
        return text(self)

    def __repr__(self) -> str:
        return f"<{headline(self)}>"

    def _repr_html_(self) -> str:
        if not self.numbers.clock:
            head, _, rest = text(self).partition("\n")
            return paragraph(head, bold=True) + paragraph(rest)
        said = verdict(self)
        pipes = [(r["pipe"], _number(r["cycles"]), "" if r["ratio"] is None else f"{r['ratio']:.1%}")
                 for r in pipe_rows(self)]
        waits = [(r["pipe"], r["reason"], _number(r["cycles"])) for r in wait_rows(self) if r["cycles"] >= 0.5]
        lines, ops = (
            [(r[name], r["call_count"], _number(r["cycles"]), _number(r["wait_cycles"]), _number(r["conflict_cycles"]))
             for r in rows if r[name]]
            for name, rows in (("code", line_rows(self)), ("instr", instruction_rows(self)))
        )
        met = [(c.where or c.instr, _number(c.cycles), c.collides, c.cure) for c in conflicts(self, MOST)]
        counts = ("calls", "cycles", "wait", "conflict")
        return "".join((
            paragraph(str(said), bold=True) if said else "",
            paragraph(headline(self), bold=not said),
            table(("pipe", "busy cycles", "share"), pipes, "Pipes, mean block"),
            table(("pipe", "waited for", "cycles"), waits[:MOST], "Waits, mean block"),
            table(("line", *counts), lines[:MOST], "Lines, all blocks"),
            table(("instruction", *counts), ops[:MOST], "Instructions, all blocks"),
            table(("where", "cycles lost", "what meets", "cure"), met, "Bank conflicts, all blocks"),
        ))  # fmt: skip


def _number(cycles: float | None) -> str:
    return "unknown" if cycles is None else f"{cycles:,.0f}"
