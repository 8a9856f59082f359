"""`a + b` on tensors: remembered, then run by `asc.assign(dst, a + b)` over all elements of dst."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import instructions
from lanewise.machine.tensor import LocalTensor

_METHODS = {"+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__", "&": "__and__", "|": "__or__"}


class Expression(NamedTuple):
    name: str
    left: LocalTensor
    right: LocalTensor


def install() -> None:
    """Give tensors the operators that the records name."""
    for ins in instructions().values():
        if ins.operator in _METHODS:
            setattr(LocalTensor, _METHODS[ins.operator], _operator(ins.name))


def _operator(name: str) -> Callable[[LocalTensor, Any], Any]:
    def remember(left: LocalTensor, right: Any) -> Any:
        return Expression(name, left, right) if isinstance(right, LocalTensor) else NotImplemented

    return remember


def assign(functions: dict[str, Callable[..., None]]) -> Callable[[Any, Any], None]:
    def assign(dst: LocalTensor, expression: Expression) -> None:
        """dst = a + b (or - * / & |) for as many elements as dst has."""
        if not isinstance(expression, Expression):
            raise LanewiseError(
                "CALL-001", op="assign", problem=f"{type(expression).__name__} is not one operation on two tensors",
                usage="asc.assign(dst, a + b)",
            )
        functions[expression.name](dst, expression.left, expression.right, int(dst.length))

    return assign
