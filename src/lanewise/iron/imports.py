"""`import aie.iron` and its companions are answered by this package while `lanewise run` runs a program."""

from __future__ import annotations

import importlib
import os
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from lanewise.iron import NAMES, WHERE, answer
from lanewise.iron.refusals import missing

# Modules whose names mean something of their own there; by the end of the path.
_OWN = {
    "iron.kernels": "kernels", "arith": "arith", "memref": "memref", "iron.algorithms": "algorithms",
    "types": "types", "scf": "controlflow", "controlflow": "controlflow", "dialects.aie": "dialect",
    "dialects.aiex": "dialect",
}  # fmt: skip
_SILENT = ("utils.trace", "utils.test")
_PARTS = ("iron", "helpers", "utils", "dialects", "extras")


class _Answer(ModuleType):
    """A module of designs: its own names first, then all others."""

    def __init__(self, name: str, own: str | None, silent: bool) -> None:
        super().__init__(name)
        self.__path__: list[str] = []
        self._own, self._silent = own, silent
        self.__all__ = _starred(name, own)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if self._own is not None:
            module = importlib.import_module(f"lanewise.iron.{self._own}")
            if hasattr(module, name):
                return getattr(module, name)
        if name in WHERE or not self._silent:
            try:
                return self._known(name)
            except ImportError:
                inner = f"{self.__name__}.{name}"
                if _own_module(inner) is not None or name in _COMPANIONS or _is_silent(inner):
                    return importlib.import_module(inner)  # import aie.iron as iron; iron.kernels.add
                raise missing(f"{name} of {self.__name__}") from None
        from lanewise.iron.placers import Silent

        return Silent()

    def _known(self, name: str) -> Any:
        if name == "_for":
            name = "range_"
        return answer(name)


_COMPANIONS = ("iron", "utils", "helpers", "taplib", "dialects", "extras", "device", "ext", "config", "verify", "scf")


def _starred(name: str, own: str | None) -> list[str]:
    """What `from ... import *` gives: of dialects not what numpy or functools have, too."""
    module = importlib.import_module(f"lanewise.iron.{own}") if own is not None else None
    if name in ("aie.dialects.aie", "aie.dialects.aiex") and module is not None:
        return [*NAMES["devices"].split(), *NAMES["types"].split(), *module.__all__]
    if module is not None:
        return [n for n in vars(module) if not n.startswith("_")]
    if name.startswith("aie.dialects"):
        return [*NAMES["devices"].split(), *NAMES["types"].split()]
    return sorted(WHERE)


def _own_module(name: str) -> str | None:
    short = name.removeprefix("aie.")
    return next((to for end, to in _OWN.items() if short == end or short.endswith(f".{end}")), None)


def _is_silent(name: str) -> bool:
    """Whether everything in a module may be called and does nothing."""
    short = name.removeprefix("aie.")
    return any(short == s or short.startswith((f"{s}.", f"{s}_")) for s in _SILENT)


class _Loader(Loader):
    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Answer(spec.name, _own_module(spec.name), _is_silent(spec.name))

    def exec_module(self, module: ModuleType) -> None:
        """Everything is there when it is asked for."""


class IronFinder(MetaPathFinder):
    """A package `aie` beside the program is the program's own; any other one is answered here."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name == "aie":
            beside = sys.path[0] if sys.path else ""
            if beside and os.path.isfile(os.path.join(beside, "aie", "__init__.py")):
                return None
        elif not name.startswith("aie.") or not isinstance(sys.modules.get("aie"), _Answer):
            return None
        elif name.split(".")[1] not in _PARTS:
            raise missing(f"the module {name}", f"There are: {', '.join(f'aie.{part}' for part in _PARTS)}.")
        return ModuleSpec(name, _Loader(), is_package=True)


def install() -> None:
    """Answer `import aie` from here on."""
    if not any(isinstance(finder, IronFinder) for finder in sys.meta_path):
        for name in [n for n in sys.modules if n == "aie" or n.startswith("aie.")]:
            del sys.modules[name]
        sys.meta_path.insert(0, IronFinder())
