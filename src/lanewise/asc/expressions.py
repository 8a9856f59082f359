"""`a + b` on tensors: remembered, then run by `asc.assign(dst, a + b)` over all elements of dst.

`a < b` and its relatives run over all elements of a: dst holds one bit for each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from lanewise.asc.enums import CMPMODE
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import instructions
from lanewise.machine.tensor import LocalTensor

_METHODS = {"+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__", "&": "__and__", "|": "__or__"}
# == and != stay what Python needs them for: tensors are compared and kept in sets.
_COMPARISONS = {CMPMODE.LT: "__lt__", CMPMODE.GT: "__gt__", CMPMODE.LE: "__le__", CMPMODE.GE: "__ge__"}


class Expression(NamedTuple):
    name: str
    left: LocalTensor
    right: LocalTensor
    mode: CMPMODE | None = None


def install() -> None:
    """Give tensors the operators that the records name."""
    for ins in instructions().values():
        if ins.operator in _METHODS:
            setattr(LocalTensor, _METHODS[ins.operator], _operator(ins.name))
    for mode, method in _COMPARISONS.items():
        setattr(LocalTensor, method, _operator("compare", mode))


def _operator(name: str, mode: CMPMODE | None = None) -> Callable[[LocalTensor, Any], Any]:
    def build_expression(left: LocalTensor, right: Any) -> Any:
        return Expression(name, left, right, mode) if isinstance(right, LocalTensor) else NotImplemented

    return build_expression


def assign(functions: dict[str, Callable[..., None]]) -> Callable[[Any, Any], None]:
    def assign(dst: LocalTensor, expression: Expression) -> None:
        """dst = a + b (or - * / & |) for as many elements as dst has; a < b (or > <= >=) for as many as a has."""
        if not isinstance(expression, Expression):
            raise LanewiseError(
                "CALL-001", op="assign", case="expression", type=type(expression).__name__,
                usage="asc.assign(dst, a + b)",
            )
        name, left, right, mode = expression
        if mode is None:
            functions[name](dst, left, right, int(dst.length))
        else:
            functions[name](dst, left, right, mode, int(left.length))

    return assign
