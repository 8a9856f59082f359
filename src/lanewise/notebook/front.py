"""A cell as a front: what its line asks of lenses looks at the call, as `lanewise run` lets it look at a program. What
they would print is shown as objects."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from lanewise.cli import lenses
from lanewise.cli.session import Session, launched_here
from lanewise.cli.status import Status, check_folder, check_outputs
from lanewise.errors import LanewiseError

if TYPE_CHECKING:
    from lanewise.machine.launch import Run

SWITCHES = tuple(one.names[0] for one in lenses.OF_LAUNCHES if one.implied or not one.metavar)
VALUED = tuple(one.names[0] for one in lenses.OF_LAUNCHES if one.metavar and not one.implied)


class CellFront:
    """Kernels of a cell are launched in the notebook's process."""

    name = "python"
    title = "cells"

    def __init__(self, call: Callable[[], Any]) -> None:
        self._call = call
        self.result: Any = None
        self.problem: LanewiseError | None = None

    def prepare(self, session: Session) -> None:
        """A cell has nothing to refuse."""

    def launch(self, session: Session) -> int:
        try:
            self.result = self._call()
        except LanewiseError as problem:  # told by the cell when lenses have told what they saw until then
            from lanewise.check.parsing import broken

            self.problem, session.rule = problem, broken(problem)
            return Status.FINDINGS
        session.returned = True
        return 0

    def records(self, session: Session) -> AbstractContextManager[list[Run]]:
        return launched_here()


def looked_at(path: str, options: dict[str, Any], call: Callable[[], Any]) -> tuple[Any, list[Any]]:
    """What the call gives, and what there is to show of it."""
    given = {one.key: options.get(one.names[0]) for one in lenses.OF_LAUNCHES}
    for one in lenses.OF_LAUNCHES:
        if one.implied and given[one.key] is True:
            given[one.key] = one.implied
    asked = lenses.extract_lens_options(given, [path])
    check_outputs(lenses.outputs(asked).items(), [path, *lenses.inputs(asked).values()])
    for option, folder in lenses.folders(asked).items():
        check_folder(option, folder)
    front, shown = CellFront(call), []  # type: ignore[var-annotated]
    lenses.launch(Session(front, [path], [], options.get("--chip"), asked, options.get("--schedule", ""), shown=shown))
    if front.problem:
        raise front.problem
    return front.result, shown
