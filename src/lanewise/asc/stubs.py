"""Writes the stubs of `lanewise.asc`, so that an editor completes its names and shows what each takes:
`python -m lanewise.asc.stubs`. They lie beside the modules, and a test holds them against what is there at run time."""

from __future__ import annotations

import importlib
import keyword
import re
import textwrap
from inspect import Parameter, Signature
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from lanewise.asc.signatures import signatures
from lanewise.isa import events

MODULES = {"lanewise.asc": "__init__.pyi", "lanewise.asc.reg": "reg/__init__.pyi", "lanewise.asc.adv": "adv.pyi"}
PACKAGES = ("adv", "lib", "reg", "runtime")  # modules that are part of the interface
NOTE = "# Made from the instruction records by `python -m lanewise.asc.stubs`. Do not edit.\n"
WIDTH = 120
KNOWN = ("bool", "int", "float", "str", "RegTensor", "MaskReg", "UnalignReg", "MaskReg | None")  # repeated as they are
_TYPES = re.compile(r"    ascend\w+: ")


def public(module: ModuleType) -> dict[str, Any]:
    """The names that a module offers, whoever made them, and that can be written: reg.and needs getattr."""
    names = (n for n in dir(module) if not n.startswith("_") and n != "annotations" and not keyword.iskeyword(n))
    named = {name: getattr(module, name) for name in names}
    return {name: value for name, value in named.items() if not isinstance(value, ModuleType) or name in PACKAGES}


def stub(module: ModuleType) -> str:
    imports, values, functions = [], [], []
    for name, value in sorted(public(module).items()):
        home = _import_location(value)
        if isinstance(value, FunctionType) and not home:
            functions.append(_function(name, value))
        elif home:
            imports.append(f"from {home[0]} import {home[1]} as {name}")
        else:
            kind = type(value)
            values.append(f"{name}: {_kind(kind)}")
            imports.append(f"from {kind.__module__} import {kind.__name__} as _{kind.__name__}")
    imports += ["from collections.abc import Callable as _Callable", "from typing import Any as _Any",
                "from typing import SupportsIndex as _SupportsIndex", "from typing import overload as _overload",
                "from lanewise.machine.tensor import Tensor as _Tensor"]
    head = NOTE.rstrip() + _docstring((module.__doc__ or "").strip(), "") + "\n"
    used = "\n".join((*values, *functions))
    imports = [line for line in dict.fromkeys(imports) if not line.rpartition(" ")[2].startswith("_")
               or line.rpartition(" ")[2] in used]
    return "\n".join([head, *sorted(imports), "", *values, *functions, ""])


def _kind(kind: type) -> str:
    if kind is tuple:
        return "tuple[_Any, ...]"
    return kind.__name__ if kind.__module__ == "builtins" else f"_{kind.__name__}"


def _import_location(value: Any) -> tuple[str, str] | None:
    """Where else a name can be imported from: module and name."""
    if isinstance(value, ModuleType):
        package, _, module = value.__name__.rpartition(".")
        return package, module
    where: Any = getattr(value, "__module__", None)
    name = getattr(value, "__name__", None)
    if where is None or name is None or where in MODULES:
        return None
    return (where, name) if getattr(importlib.import_module(where), name, None) is value else None


def _function(name: str, function: FunctionType) -> str:
    each = _different(signatures(function))
    mark = "@_overload\n" if len(each) > 1 else ""
    text = _docstring(_shorten(function.__doc__ or ""), "    ")
    return "\n".join(f"{mark}{_header(name, s)}{text if s is each[0] else ' ...'}" for s in each)


def _different(each: list[Signature]) -> list[Signature]:
    """Those that arguments tell apart, numbers of any kind last: element types tell nothing."""
    kinds: dict[tuple[Any, ...], Signature] = {}
    for s in each:
        kinds.setdefault(tuple(p.annotation for p in s.parameters.values() if p.kind is not p.KEYWORD_ONLY), s)
    return [kinds[kind] for kind in sorted(kinds, key=lambda kind: kind.count(Parameter.empty))]


def _shorten(doc: str) -> str:
    """Without the types on each chip, which `help` and `lanewise ops` know: a stub need not change with them."""
    lines = [line for line in doc.strip().split("\n") if not _TYPES.match(line)]
    return re.sub(r"\n\n+", "\n\n", "\n".join(lines)).strip()


def _header(name: str, signature: Signature) -> str:
    """The definition line, as Python writes signatures, with types by the names of parameters."""
    words = [p.replace(annotation=_Name(_annotation(p)), default=_default(p)) for p in signature.parameters.values()]
    result = signature.return_annotation
    returns = "_Any" if result in (Signature.empty, "Any", "_Any") else result
    line = f"def {name}{Signature(words)} -> {returns}:"
    if len(line) <= WIDTH:
        return line
    inner = line[len(f"def {name}(") : -len(f") -> {returns}:")]
    for together in (": ", " = ", " | "):
        inner = inner.replace(together, together.replace(" ", "\u00a0"))
    filled = textwrap.fill(inner, WIDTH, initial_indent="    ", subsequent_indent="    ").replace("\u00a0", " ")
    return f"def {name}(\n{filled}\n) -> {returns}:"


class _Name(str):
    """Text that a signature shows without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _default(p: Parameter) -> Any:
    plain = p.default is p.empty or type(p.default) in (int, float, str, bool, type(None))
    return p.default if plain else _Name("...")


def _annotation(p: Parameter) -> str:
    if p.annotation in KNOWN:
        return str(p.annotation)
    if p.annotation == "Tensor" or (re.fullmatch(r"dst\d?", p.name) and p.default is p.empty):
        return "_Tensor"
    if p.name == "count" or p.name.endswith(("_stride", "repeat_times", "repeat_time")):
        return "_SupportsIndex" if p.default is p.empty else "_SupportsIndex | None" if p.default is None else "_Any"
    return "bool" if isinstance(p.default, bool) else "_Any"


def _docstring(text: str, indent: str) -> str:
    lines = f'"""{text}\n"""' if "\n" in text else f'"""{text}"""'
    return "\n" + textwrap.indent(lines, indent)


def folder() -> Path:
    return Path(__file__).parent


def enumerations() -> str:
    """`lanewise.isa.events`, whose names come from a file, too."""
    kinds = (events.Pipe, events.PipeID, events.HardEvent)
    lines = [f"class {kind.__name__}(IntEnum):\n" + "".join(f"    {one.name} = {int(one)}\n" for one in kind)
             for kind in kinds]
    by_use = ("SCALAR", "VECTOR", "COPY_IN", "COPY_OUT", "CUBE", "FEED", "DRAIN")
    lines.append("".join(f"{name}: Pipe\n" for name in by_use))
    lines += [f"def {name}({takes}) -> {gives}: ...\n" for name, takes, gives in (
        ("vendor", "pipe: Pipe", "PipeID"), ("between", "source: Pipe, target: Pipe", "HardEvent"),
        ("pipes_of", "event: HardEvent", "tuple[Pipe | None, Pipe | None]"),
        ("leads", "source: str, target: str, ways: str = ...", "bool"), ("mover", "source: str, target: str", "Pipe"))]
    note = "# Made from chips/cores.toml by `python -m lanewise.asc.stubs`. Do not edit.\n"
    return note + "from enum import IntEnum\n\nALL: str\n\n" + "\n".join(lines)


def files() -> dict[Path, str]:
    stubs = {folder() / place: stub(importlib.import_module(name)) for name, place in MODULES.items()}
    return {**stubs, folder().parent / "isa" / "events.pyi": enumerations()}


if __name__ == "__main__":
    for path, text in files().items():
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
