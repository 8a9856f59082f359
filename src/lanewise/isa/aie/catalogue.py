"""All operations of AI Engines, by name."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import ModuleType

from lanewise.isa import aie
from lanewise.isa.aie.record import Operation


def _families() -> list[ModuleType]:
    return [
        importlib.import_module(f"{aie.__name__}.{module.name}")
        for module in sorted(pkgutil.iter_modules(aie.__path__), key=lambda m: m.name)
        if module.name != "catalogue"
    ]


@cache
def operations() -> dict[str, Operation]:
    """Every record of every module beside this one."""
    found: dict[str, Operation] = {}
    for family in _families():
        for operation in getattr(family, "OPERATIONS", ()):
            if operation.name in found:
                raise ValueError(f"two operations are called {operation.name}")
            found[operation.name] = operation
    return found


def named(name: str) -> list[Operation]:
    """Operations called `name`, in Python or in C++; the one with exactly that name first."""
    word = name.removeprefix("aie::").removeprefix("::")
    hits = [o for o in operations().values() if o.is_called(word)]
    return sorted(hits, key=lambda o: o.name != word)


# What the scalar unit does has no record. The functions of the C library are named as they are there.
_SCALAR = {"scalar_load": "load", "scalar_store": "store"}


@cache
def timing(name: str) -> str:
    """The class of cost of what a record of a run is called."""
    if name in _SCALAR:
        return _SCALAR[name]
    exact = operations().get(name)  # first of those that `named` finds, which reads patterns of all
    found = [exact] if exact else named(name)
    return found[0].timing if found else ""


@cache
def names() -> tuple[str, ...]:
    """What there is to call, for suggestions."""
    return tuple(sorted({n.removeprefix("aie::") for o in operations().values() for n in (o.name, *o.names)}))
