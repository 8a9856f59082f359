"""The checker on the cores of one launch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanewise.check.findings import Finding, Place
from lanewise.check.parsing import parse_finding
from lanewise.check.texts import finding
from lanewise.errors import LanewiseError
from lanewise.machine.engine import native
from lanewise.machine.memory import Gm
from lanewise.machine.trace import decode_place

if TYPE_CHECKING:
    from lanewise.machine.core import Core


class Check:
    def __init__(self, what: str, kernel: str, blocks: int) -> None:
        engine = native()
        if engine is None:
            raise LanewiseError("ENGINE-001", what="the checker")
        self._kernel = kernel
        self._more: list[Finding] = []
        self._program = engine.Checker(what)
        self._launch = self._program.launch(1, blocks)

    def watch(self, core: Core) -> None:
        if core.native is None:
            raise LanewiseError("ENGINE-001", what="the checker")
        core.native.check(self._launch)

    def taken(self, gm: Gm, first: int, size: int) -> None:
        """The host takes these bytes of device memory."""
        self._program.taken(gm.native, first, size, 0)

    def found(self, problem: LanewiseError) -> None:
        """A rule is broken that only the front knows of."""
        place = Place(*problem.where) if problem.where else None
        fields = {name: str(value) for name, value in problem.fields.items()}
        self._more.append(finding(problem.id, fields, place, None, self._kernel, 1, cpp=False))

    def ended(self, gm: Gm) -> None:
        """All blocks have ended well."""
        self._launch.end(gm.native)

    def findings(self) -> list[Finding]:
        """Since they were last asked for."""
        more, self._more = self._more, []
        return [
            *(parse_finding(text, _decode_place, self._kernel, cpp=False) for text in self._program.findings()),
            *more,
        ]


def _decode_place(number: int) -> Place | None:
    known = decode_place(number)
    return None if known is None else Place(*known)
