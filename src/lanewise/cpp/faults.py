"""What goes wrong in compiled code that runs inside this process: exceptions and warnings at the user's lines."""

from __future__ import annotations

import ctypes
import warnings
from functools import cache
from typing import Any

from lanewise import findings
from lanewise.cpp.compiler import RUNTIME
from lanewise.errors import LanewiseError, LanewiseWarning
from lanewise.isa.export import in_vendor_words


@cache
def runtime() -> ctypes.CDLL:
    library = ctypes.CDLL(RUNTIME, mode=ctypes.RTLD_GLOBAL)
    library.lw_time_limit.argtypes = [ctypes.c_double]
    library.lw_run_as.argtypes = [ctypes.c_bool, ctypes.c_bool]
    library.lw_interrupted.restype = ctypes.c_bool
    return library


class _Field(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("value", ctypes.c_char_p)]


class _Report(ctypes.Structure):
    """lw_report of lanewise/shared/abi.h."""

    _fields_ = [
        ("id", ctypes.c_char_p), ("message", ctypes.c_char_p), ("file", ctypes.c_char_p), ("line", ctypes.c_int32),
        ("kernel", ctypes.c_char_p), ("block", ctypes.c_uint32), ("blocks", ctypes.c_uint32),
        ("fields", ctypes.POINTER(_Field)), ("field_count", ctypes.c_int),
    ]  # fmt: skip


_HANDLER = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Report))
_NOBODY = _HANDLER()


class Faults:
    """While it is open, broken rules, crashes and warnings are kept instead of ending the process or being printed, and
    a launch may take so many seconds."""

    def __init__(self, timeout: float | None) -> None:
        self.problem: LanewiseError | None = None
        self.warnings: list[LanewiseError] = []
        self._timeout = timeout or 0.0
        self._on_fault, self._on_warning = _HANDLER(self._keep_problem), _HANDLER(self._keep_warning)

    def _keep_problem(self, report: Any) -> None:
        self.problem = self.problem or _problem(report.contents)

    def _keep_warning(self, report: Any) -> None:
        self.warnings.append(_problem(report.contents))

    def __enter__(self) -> Faults:
        runtime().lw_interrupted()  # an earlier one is not meant
        runtime().lw_time_limit(self._timeout)
        runtime().lw_on_warning(self._on_warning)
        runtime().lw_on_fault(self._on_fault)
        return self

    def __exit__(self, *problem: object) -> None:
        runtime().lw_on_fault(_NOBODY)
        runtime().lw_on_warning(_NOBODY)

    def check(self) -> bool:
        """Whether the launch came to its end."""
        if runtime().lw_interrupted():  # where the interpreter does not say so itself: in another thread
            raise KeyboardInterrupt
        return self.problem is None

    def complain(self) -> None:
        for warning in self.warnings:
            text = f"{warning.id} {warning.message} [{warning.context}]"
            if warning.where is None:
                warnings.warn(text, LanewiseWarning, stacklevel=3)  # the launch
            else:
                warnings.warn_explicit(text, LanewiseWarning, *warning.where)
        if self.problem is not None:
            raise self.problem


def _problem(said: Any) -> LanewiseError:
    fields = {said.fields[i].name.decode(): said.fields[i].value.decode() for i in range(said.field_count)}
    problem = LanewiseError(said.id.decode(), **fields)
    problem.text = in_vendor_words(findings.entry(problem.id).text_for(fields.get("case", "")))
    problem.where = (said.file.decode(errors="surrogateescape"), said.line) if said.file else None
    problem.context = f"kernel {said.kernel.decode()}, block {said.block} of {said.blocks}"
    return problem
