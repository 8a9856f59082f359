"""Functions of threads on arrays of lanes, by their C++ names: `simt.expf(x)`, `getattr(simt, "__float2half_rn")(x)`.

Each is computed by the definition of its record, and what the definition gives C++ kernels give, too. The types of the
arrays choose the call, as they do in C++; Python numbers take the type of the others, or fit whatever call there is.
Names that begin with two underscores can be had without them: `simt.float2half_rn(x)`. Members of pairs and short
vectors lie on the last axis. `lanewise ops expf` shows a function in full.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any

import numpy as np

from lanewise.chips.chip import chips
from lanewise.errors import LanewiseError
from lanewise.isa.ascend_simt.catalogue import functions, named
from lanewise.isa.ascend_simt.record import Call, Function, Operand
from lanewise.machine.border import as_numpy
from lanewise.numerics.formats import dtype

Array = np.ndarray[Any, Any]


def _python_name(name: str) -> str:
    """As Python has it."""
    return name.rpartition("::")[2].lstrip("_")


@cache
def _by_plain_name() -> dict[str, Function]:
    found: dict[str, Function] = {}
    for one in functions().values():
        for name in one.all_names:
            found.setdefault(_python_name(name), one)
    return found


def find(name: str) -> Function | None:
    """The record of a function by any of its names."""
    return named(name) or _by_plain_name().get(_python_name(name))


def _is_number(value: Any) -> bool:
    return isinstance(value, (bool, int, float)) and not isinstance(value, np.generic)


def _accepts(operand: Operand, value: Any, exactly: bool) -> bool:
    element = operand.type.element
    if _is_number(value):
        return not operand.type.vector and (isinstance(value, int) or element.is_float or not exactly)
    array = as_numpy(value)
    if operand.type.vector and (array.ndim == 0 or (operand.type.members and array.shape[-1] != operand.type.members)):
        return False
    if element.name == "hifloat8":  # a numpy array has no such type
        return array.dtype == np.uint8
    return bool(array.dtype == element.numpy)


def _choose_call(one: Function, values: Sequence[Any]) -> Call:
    """The first call that takes the arrays as they are; among those of numbers alone the widest of its kind."""
    counted = [call for call in one.calls if len(call.operands) == len(values)]
    exact = [call for call in counted if all(_accepts(o, v, True) for o, v in zip(call.operands, values, strict=True))]
    fitting = exact or [
        call for call in counted if all(_accepts(o, v, False) for o, v in zip(call.operands, values, strict=True))
    ]
    if not fitting:
        raise _type_error(one, values, "; ".join(one.signatures))
    if all(map(_is_number, values)):
        real = any(isinstance(v, float) for v in values)
        usual = [c for c in fitting if c.operands[0].type.element.name == ("float" if real else "int32")]
        return (usual or fitting)[0]
    return fitting[0]


def _type_error(one: Function, values: Sequence[Any], known: str) -> LanewiseError:
    given = ", ".join("a number" if _is_number(v) else _described(as_numpy(v)) for v in values) or "nothing"
    there = ", ".join(c.name for c in chips().values() if c.has("threads"))
    return LanewiseError("OP-002", op=f"simt.{one.name}", chip=there, types=given, known=known)


def _described(array: Array) -> str:
    try:
        name = dtype(array.dtype).name
    except LanewiseError:
        name = str(array.dtype)
    return f"{name}{list(array.shape)}"


def _lanes(one: Function, call: Call, values: Sequence[Any]) -> list[Array]:
    """Operands of one shape, each in its type."""
    pairs = list(zip(values, call.operands, strict=True))
    arrays = [np.asarray(_number(v, o) if _is_number(v) else as_numpy(v)) for v, o in pairs]
    cores = [a.shape[:-1] if o.type.vector else a.shape for a, o in zip(arrays, call.operands, strict=True)]
    try:
        shape = np.broadcast_shapes(*cores)
    except ValueError:
        raise _type_error(one, values, f"{'; '.join(one.signatures)}, of arrays of one shape") from None
    return [
        np.array(np.broadcast_to(a, (*shape, a.shape[-1]) if o.type.vector else shape))
        for a, o in zip(arrays, call.operands, strict=True)
    ]


def _number(value: Any, operand: Operand) -> Any:
    """As a C++ constant of its type: rounded, wrapped."""
    element = operand.type.element
    return element.decode(element.encode(int(value) if element.is_integer else value))


def call(name: str, *values: Any) -> Any:
    """A function by any of its names; several results are a tuple."""
    one = find(name)
    if one is None:
        raise LanewiseError(
            "OP-004", asked=f"simt.{name}", known=", ".join(f"simt.{near}" for near in _similar_names(name))
        )
    chosen = _choose_call(one, values)
    lanes = _lanes(one, chosen, values)
    single = lanes[0].ndim == int(chosen.operands[0].type.vector)
    found = one.of(chosen, [a[np.newaxis] for a in lanes] if single else lanes)
    if isinstance(found, tuple):
        return tuple(r[0] for r in found) if single else found
    return found[0] if single else found


def _similar_names(name: str) -> list[str]:
    known = list(dict.fromkeys([*_by_plain_name(), *functions()]))
    return get_close_matches(name, known, 3, 0.5) or known[:3]


def __getattr__(name: str) -> Callable[..., Any]:
    one = None if name.startswith("__") and name.endswith("__") else find(name)
    if one is None:
        raise AttributeError(f"lanewise.simt has no function {name}; did you mean {_similar_names(name)[0]}?")

    def function(*values: Any) -> Any:
        return call(one.name, *values)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = "\n".join([one.summary, "", *one.signatures])
    return function


def __dir__() -> list[str]:
    return sorted({"call", "find", *functions(), *_by_plain_name()})
