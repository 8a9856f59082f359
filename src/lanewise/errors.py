"""One family of errors: what was asked, the rule, where, and what to write instead.

The texts are in `findings/`, by id. The C++ engine reports the id and the values; the build exports the texts for
programs that run without Python.
"""

from __future__ import annotations

import os
import sys
from types import FrameType
from typing import Any

from lanewise import findings

_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep


def is_ours(file: str) -> bool:
    """Whether a source file belongs to this package."""
    return file.startswith((_PACKAGE, "<frozen"))


def user_frame() -> FrameType | None:
    """The nearest caller outside this package."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and is_ours(frame.f_code.co_filename):
        frame = frame.f_back
    if frame is None or os.path.basename(frame.f_code.co_filename) == "threading.py":  # a thread of ours
        return None
    return frame


def user_location() -> tuple[str, int] | None:
    """Its file and line."""
    frame = user_frame()
    return (frame.f_code.co_filename, frame.f_lineno) if frame is not None else None


class LanewiseWarning(UserWarning):
    """Something a kernel did that hardware does not promise to survive."""


class LanewiseError(Exception):
    """`id` is stable; `fields` holds the numbers behind the text, and the `case` where an id has several; `context`
    says which kernel and block it was."""

    context = ""
    text = ""  # instead of the entry's: the same in the words of C++

    def __init__(self, id: str, **fields: Any) -> None:
        self.id = id
        self.fields = fields
        self.where = user_location()
        super().__init__(id, fields)

    @property
    def timed_out(self) -> bool:
        """Whether a time limit ended it."""
        return "late" in self.fields

    @property
    def message(self) -> str:
        text = self.text or findings.entry(self.id).text_for(self.fields.get("case", ""))
        for name, value in self.fields.items():
            text = text.replace("{" + name + "}", str(value))
        return text

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors reach the caller of a process pool. Values of other types travel as their words."""
        plain = (str, int, float, type(None))
        fields = {name: v if isinstance(v, plain) else str(v) for name, v in self.fields.items()}
        return _rebuild, (type(self), self.id, fields, {**self.__dict__, "fields": fields})

    def __str__(self) -> str:
        place = f"{os.path.basename(self.where[0])}:{self.where[1]}: " if self.where else ""
        return f"{place}{self.id} {self.message}" + (f" [{self.context}]" if self.context else "")


def _rebuild(kind: type[LanewiseError], id: str, fields: dict[str, Any], state: dict[str, Any]) -> LanewiseError:
    """An error that was pickled or copied. Subclasses have constructors of their own, which do not run again."""
    error = kind.__new__(kind)
    Exception.__init__(error, id, fields)
    error.__dict__.update(state)
    return error
