"""What `lanewise run` does with IRON designs when the program has ended: those nobody called, levels, drawings."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lanewise.cli.status import refuse

if TYPE_CHECKING:
    from lanewise.cli.session import Session
    from lanewise.iron.program import Design
    from lanewise.report.facts import Graph


def built_designs() -> list[Design]:
    found = sys.modules.get("lanewise.iron.program")
    return found.built if found is not None else []


def exit_status(status: int) -> int:
    """The status to end with."""
    built = built_designs()
    if not built:
        return status
    from lanewise.machine.settings import settings
    from lanewise.terminal import fitted  # programs in C++ start without them

    if status == 0 and not any(design.last for design in built):
        _rehearse(built)
    if settings().trace:
        from lanewise.iron.times import text

        for told in filter(None, (text(design, design.last) for design in _distinct_designs())):
            print(f"\n{fitted(told)}")
    return status


def _distinct_designs() -> list[Design]:
    return list({str(design): design for design in built_designs()}.values())


@contextmanager
def drawn(session: Session) -> Iterator[None]:
    """The designs of a program that has come to its end: how full their fifos became, and drawings of them."""
    yield
    if not session.returned:
        return
    if not built_designs():
        refuse("--draw and --fifos show IRON designs, and this program built none")
    if session.asked["fifos"]:
        from lanewise.iron.levels import table
        from lanewise.terminal import fitted

        for design in _distinct_designs():
            print(fitted(table(design, design.last)), file=sys.stderr)
    if session.asked["draw"]:
        _draw(session.asked["draw"], _distinct_designs())


def write_timeline(path: str) -> bool:
    """Of all designs that ran; false where there is none."""
    ran = [(design, design.last) for design in built_designs() if design.last is not None]
    if ran:
        from lanewise.iron.times import write

        write(path, ran)
    return bool(ran)


def on_a_page() -> Graph | None:
    """The last design, drawn; None where there is none."""
    shown = _distinct_designs()
    if not shown:
        return None
    from lanewise.iron.drawing import svg
    from lanewise.iron.levels import levels
    from lanewise.iron.times import kernels, text
    from lanewise.report.facts import Graph

    design = shown[-1]
    run = design.last
    links = [(one.name, "fifo", f"{one.source.depth} x {one.type}", f"{one.source} -> {', '.join(map(str, one.sinks))}",
              one.moved or 0) for one in levels(design, run)]  # fmt: skip
    return Graph(svg(design, run), kernels(design, run), links, text(design, run))


_OF_DATA = ("AIE-005", "AIE-009")  # what a kernel does with ones is not the design's fault


def _rehearse(built: list[Design]) -> None:
    """The check of such a design is a program of its own; that it ends can be seen without it."""
    from lanewise.errors import LanewiseError
    from lanewise.iron.rehearsal import rehearse

    for design in built:
        try:
            rehearse(design)
        except LanewiseError as problem:
            if problem.id not in _OF_DATA:
                raise
            print(f"lanewise: design {design.name} is built; on made-up data: {problem.id} {problem.message}",
                  file=sys.stderr)  # fmt: skip
        else:
            print(f"lanewise: design {design.name} is built; it ends on made-up data", file=sys.stderr)


def _draw(path: str, designs: list[Design]) -> None:
    """One file for each design: out.svg, out-2.svg, ..."""
    from lanewise.iron.drawing import svg

    stem, ending = os.path.splitext(path)
    for number, design in enumerate(designs, 1):
        file = path if number == 1 else f"{stem}-{number}{ending}"
        with open(file, "w", encoding="utf-8") as out:
            out.write(svg(design, design.last))


def told_kernels(given: list[str]) -> None:
    """`--kernel x.o=path.cc`, for designs that name objects only; `,-DNAME=1` behind it are flags."""
    for one in given:
        name, _, source = one.partition("=")
        path = source.split(",")[0]
        if not name or not path:
            refuse(f"--kernel {one}: write the object file and its source, as in scale.o=kernels/scale.cc")
        if not os.path.isfile(path):
            refuse(f"--kernel {one}: there is no file {path}")
    if given:
        os.environ["LANEWISE_KERNELS"] = os.pathsep.join(given)

