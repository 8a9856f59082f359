"""What factories of kernels share: a file of `aie_kernels`, types of arguments, and one object for equal calls."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

import numpy as np

from lanewise.iron.devices import AIEArch, get_current_device
from lanewise.iron.external import ExternalFunction
from lanewise.iron.integers import whole_number
from lanewise.iron.kernelfiles import among_kernels, checkout
from lanewise.iron.refusals import IronError, wrong_type, wrong_value
from lanewise.iron.types import ArrayType, element_type

I32 = np.int32
Made = TypeVar("Made")
_equal: dict[Any, Any] = {}  # what factories have made, by the call


def factory(make: Callable[..., Made]) -> Callable[..., Made]:
    """Equal calls for the same device give the same object. `use_chess`, where it is taken, chooses another compiler
    and changes no value."""
    signature = inspect.signature(make)

    @wraps(make)
    def make_kernel(*args: Any, **named: Any) -> Made:
        try:
            bound = signature.bind(*args, **named)
        except TypeError as problem:
            raise wrong_type(
                make.__name__, "factory_arguments", said=problem, name=make.__name__, signature=signature
            ) from None
        bound.apply_defaults()
        bound.arguments.pop("use_chess", None)
        values = {n: element_type(v) if n.endswith("dtype") else _require_integer(v, make.__name__)
                  for n, v in bound.arguments.items()}  # fmt: skip
        key = (make.__name__, get_current_device().name, str(checkout()), *values.items())
        if key not in _equal:
            _equal[key] = make(**values)
        made: Made = _equal[key]
        return made

    return make_kernel


def _require_integer(of: Any, what: str) -> Any:
    return of if of is None or isinstance(of, bool) else whole_number(of, what)


def array_of(size: int, dtype: Any) -> ArrayType:
    return ArrayType((size,), element_type(dtype))


def among(dtype: Any, allowed: dict[Any, Any], kernel: str) -> Any:
    """What belongs to a type, where the kernel takes it."""
    for kind, value in allowed.items():
        if element_type(kind) == element_type(dtype):
            return value
    known = ", ".join(str(element_type(k)) for k in allowed)
    raise wrong_value(kernel, "kernel_type", known=known, type=element_type(dtype))


def find(name: str, kernel: str, folder: str | None = None) -> str:
    """In the folder of the chip or its relatives; some are in that of one generation for all."""
    root = checkout()
    if folder is not None and root is not None:
        path = root / "aie_kernels" / folder / name
        if path.is_file():
            return str(path)
    found = among_kernels(name, get_current_device()) if folder is None else None
    if found is None:
        raise IronError("IRON-006", kernel=kernel, file=name)
    return found


def external(
    function: str, file: str, types: Sequence[Any], flags: Sequence[str] = (), text: str | None = None,
    folder: str | None = None, object_file: str | None = None,
) -> ExternalFunction:  # fmt: skip
    """From a file of aie_kernels, or a text that includes it."""
    folders = [str(checkout())] if checkout() is not None else []
    path = find(file, function, folder) if text is None else None
    return ExternalFunction(
        function, object_file, path, text, arg_types=list(types), include_dirs=folders, compile_flags=list(flags)
    )


def with_tables(function: str, file: str, types: Sequence[Any], flags: Sequence[str] = ()) -> ExternalFunction:
    """On aie2 the kernel looks things up in tables that the vendor's runtime library has."""
    root = checkout()
    source = find(file, function)
    if get_current_device().arch is not AIEArch.AIE2 or root is None:
        return external(function, file, types, flags)
    tables = os.path.join("aie_runtime_lib", "AIE2", "lut_based_ops.cpp")
    homes = [root, *root.parents]
    found = next((str(home / tables) for home in homes if (home / tables).is_file()), None)
    if found is None:
        raise IronError("IRON-006", kernel=function, file=tables)
    folders = [f"-I{os.path.dirname(path)}" for path in (found, source)]
    return external(function, file, types, [*flags, *folders], f'#include "{found}"\n#include "{source}"\n')
