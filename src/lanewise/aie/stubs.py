"""Writes the stub of `lanewise.aie`, so that an editor completes its names and shows what each takes:
`python -m lanewise.aie.stubs`. It lies beside the module, and a test holds it against the records."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from lanewise.isa.aie.catalogue import operations
from lanewise.isa.aie.record import Operation

_FRONT: Any = import_module("lanewise.aie")  # by its name, or the stub would answer for it
FILE = Path(_FRONT.__file__).with_suffix(".pyi")
NOTE = "# Made from the records of the operations by `python -m lanewise.aie.stubs`. Do not edit."
WIDTH = 120
# Names that signatures of definitions may use as they are; others become Any.
_KNOWN = re.compile(r"(?:Vector|Accum|Mask|Operand|int|bool|str|float|None|Any|tuple|\W)+")


def stub() -> str:
    """Imports of what has a home of its own, a function for every record."""
    homes = {name: home for name, home in _FRONT._WHERE.items() if name not in operations()}
    imports = [f"from {home} import {name} as {name}" for name, home in homes.items()]
    imports += ["from typing import Any", "from lanewise.aie.load import load as load",
                "from lanewise.isa.aie.operands import Operand"]
    doc = (_FRONT.__doc__ or "").strip()
    made = {name: _python_function(operation) for name, operation in sorted(operations().items())}
    classes = {name: value for name, value in made.items() if inspect.isclass(value)}
    imports += [f"from {c.__module__} import {c.__name__} as {name}" for name, c in classes.items()]
    functions = [_function(operations()[name], value) for name, value in made.items() if name not in classes]
    return "\n".join([NOTE, f'"""{doc}\n"""', "", *sorted(imports), "", *functions, ""])


def _function(operation: Operation, called: Callable[..., Any]) -> str:
    signature = inspect.signature(called)
    words = ", ".join(_parameters(signature))
    head = f"def {operation.name}({words}) -> {_type(signature.return_annotation)}:"
    if len(head) > WIDTH:
        head = f"def {operation.name}(\n" + textwrap.fill(words, WIDTH, initial_indent="    ", subsequent_indent="    ")
        head += f"\n) -> {_type(signature.return_annotation)}:"
    about = [f"{operation.summary}.", *([f"{operation.usage}"] if operation.usage else []),
             f"On {', '.join(operation.chips)}."]
    text = textwrap.indent("\n".join(textwrap.fill(line, WIDTH - 4) for line in about), "    ")
    return f'{head}\n    """{text.strip()}"""'


def _python_function(operation: Operation) -> Callable[..., Any]:
    """What Python calls: the front's own function where it has one, else the one made from the record."""
    found: Callable[..., Any] = getattr(_FRONT, operation.name)
    return found


def _parameters(signature: inspect.Signature) -> Iterator[str]:
    starred = False
    for p in signature.parameters.values():
        if p.kind is p.KEYWORD_ONLY and not starred:
            starred = True
            yield "*"
        starred = starred or p.kind is p.VAR_POSITIONAL
        mark = "*" if p.kind is p.VAR_POSITIONAL else "**" if p.kind is p.VAR_KEYWORD else ""
        yield f"{mark}{p.name}: {_type(p.annotation)}" + ("" if p.default is p.empty else f" = {p.default!r}")


def _type(annotation: object) -> str:
    return annotation if isinstance(annotation, str) and _KNOWN.fullmatch(annotation) else "Any"


if __name__ == "__main__":
    FILE.write_text(stub(), encoding="utf-8")
