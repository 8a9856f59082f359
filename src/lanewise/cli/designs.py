"""What `lanewise run` does with IRON designs when the program has ended: those nobody called, levels, drawings."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NamedTuple

from lanewise.cli.status import refuse
from lanewise.machine.settings import settings

if TYPE_CHECKING:
    from lanewise.iron.program import Design


class Lenses(NamedTuple):
    """What to show of the designs that ran."""

    draw: str | None = None
    fifos: bool = False


def afterwards(lenses: Lenses, status: int) -> int:
    """The status to end with."""
    found = sys.modules.get("lanewise.iron.program")
    built: list[Design] = found.built if found is not None else []
    if not built:
        if lenses.draw or lenses.fifos:
            refuse("--draw and --fifos show IRON designs, and this program built none")
        return status
    if status == 0 and not any(design.last for design in built):
        _rehearse(built)
    shown = list({str(design): design for design in built}.values())
    if lenses.fifos:
        from lanewise.iron.levels import table

        for design in shown:
            print(table(design, design.last), file=sys.stderr)
    if lenses.draw:
        _draw(lenses.draw, shown)
    if settings().trace:
        from lanewise.iron.levels import times

        for text in filter(None, (times(design, design.last) for design in shown)):
            print(f"\n{text}")
    return status


def _rehearse(built: list[Design]) -> None:
    """The check of such a design is a program of its own; that it ends can be seen without it."""
    from lanewise.errors import LanewiseError
    from lanewise.iron.rehearsal import rehearse

    for design in built:
        try:
            rehearse(design)
        except LanewiseError as problem:
            if problem.id.startswith("IRON-") and problem.id != "IRON-006":
                raise
            first = problem.message.splitlines()[0]  # what its kernels lack or do with ones is not the design's fault
            print(f"lanewise: design {design.name} is built, and not run: {problem.id} {first}", file=sys.stderr)
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

