"""Which cores a kernel runs on: what its option kernel_type says, else what its calls need."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import CodeType
from typing import Any

from lanewise.asc.runtime.config import KernelType
from lanewise.isa.catalogue import instructions
from lanewise.machine.group import CUBE, MIXED, VECTOR, Group

_GROUPS = {
    KernelType.AIV_ONLY: VECTOR, KernelType.MIX_AIV_1_0: VECTOR,
    KernelType.AIC_ONLY: CUBE, KernelType.MIX_AIC_1_0: CUBE,
    KernelType.MIX_AIC_1_1: Group(1, 1), KernelType.MIX_AIC_1_2: MIXED,
}  # fmt: skip
_POSITIONS = {"VECIN", "VECOUT", "VECCALC"}


def group_of(function: Any, kernel_type: Any, cube_only: bool) -> Group:
    """Loads alone are no sign of a cube core: nobody loads what is not multiplied."""
    if kernel_type is not None:
        known: dict[Any, Group] = {**_GROUPS, **{kind.name: group for kind, group in _GROUPS.items()}}
        if kernel_type not in known:
            raise RuntimeError(f"kernel_type is {kernel_type!r}; it is one of {', '.join(k.name for k in KernelType)}")
        return known[kernel_type]
    used = set(_names(function, set()))
    if not used & _called_on("M"):
        return VECTOR
    return CUBE if cube_only or not used & (_called_on("V") | _POSITIONS) else MIXED


@cache
def _called_on(pipe: str) -> frozenset[str]:
    """What instructions of a pipe, and of no other, are called in Python."""
    pipes: dict[str, set[str]] = {}
    for ins in instructions().values():
        for name in ins.python or (ins.name,):
            pipes.setdefault(name.rpartition(".")[2], set()).add(ins.pipe)
    return frozenset(name for name, on in pipes.items() if on == {pipe})


def _names(function: Any, seen: set[int]) -> Iterator[str]:
    """Names that a function, those that it calls and methods of classes that it makes mention."""
    function = getattr(function, "fn", function)  # a kernel's own
    if isinstance(function, type):
        for method in vars(function).values():
            yield from _names(method, seen)
        return
    code = getattr(function, "__code__", None)
    if code is None or id(code) in seen:
        return
    seen.add(id(code))
    known = {**getattr(function, "__globals__", {}), **_closed(function)}
    for name in _referenced_names(code):
        yield name
        value = known.get(name)
        if value is not None and not getattr(value, "__module__", "lanewise").startswith("lanewise"):
            yield from _names(value, seen)


def _closed(function: Any) -> dict[str, Any]:
    """What a function that stands in another one sees of it."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=False)
    return {name: cell.cell_contents for name, cell in cells if _is_full(cell)}


def _is_full(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:  # not assigned yet
        return False


def _referenced_names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    yield from code.co_freevars
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _referenced_names(constant)
