"""The arrays of a call, bound to the parameters of the definition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.machine.border import as_numpy, is_torch
from lanewise.op.definition import Definition, Parameter
from lanewise.op.kinds import BY_ARRAY, TYPES, shown

Array = np.ndarray[Any, Any]
_MOST = 25  # gert::Shape::kMaxDimNum


@dataclass
class Given:
    """What the caller gave for one parameter; a list has several arrays, an absent optional one none."""

    parameter: Parameter
    objects: list[Any]  # the caller's own
    arrays: list[Array]
    type: int | None

    @property
    def absent(self) -> bool:
        return not self.arrays and not self.parameter.dynamic


def bind(definition: Definition, values: Sequence[Any]) -> list[Given]:
    """Inputs in the order of the definition. Optional ones at the end may be left off."""
    if len(values) > len(definition.inputs):
        names = ", ".join(p.name for p in definition.inputs)
        raise _wrong(definition, f"it takes {len(definition.inputs)} inputs ({names}), not {len(values)}")
    out = []
    for number, parameter in enumerate(definition.inputs):
        value = values[number] if number < len(values) else None
        if value is None:
            if not parameter.optional:
                raise _wrong(definition, f"input {parameter.name} is missing")
            out.append(Given(parameter, [], [], None))
        elif parameter.dynamic:
            out.append(_list(definition, parameter, value))
        else:
            if isinstance(value, (list, tuple)) and any(isinstance(v, np.ndarray) for v in value):
                raise _wrong(definition, f"{parameter.name} is one array, not a list of them")
            array = _array(definition, parameter, value)
            out.append(Given(parameter, [value], [array], _type(definition, parameter, array)))
    return out


def _list(definition: Definition, parameter: Parameter, value: Any) -> Given:
    objects = list(value) if isinstance(value, (list, tuple)) else [value]
    if not objects:
        raise _wrong(definition, f"the list of {parameter.name} is empty")
    arrays = [_array(definition, parameter, one) for one in objects]
    kinds = {_type(definition, parameter, array) for array in arrays}
    if len(kinds) > 1:
        names = ", ".join(sorted(shown(k) for k in kinds))
        raise _wrong(definition, f"the arrays of {parameter.name} have several types ({names}); a list has one")
    return Given(parameter, objects, arrays, kinds.pop())


def _array(definition: Definition, parameter: Parameter, value: Any) -> Array:
    if isinstance(value, np.ndarray) or is_torch(value):
        array = as_numpy(value)
        return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))
    if not isinstance(value, (int, float, complex, bool, list, tuple, np.generic)) and not hasattr(value, "__array__"):
        raise _wrong(definition, f"input {parameter.name} must be an array, not {type(value).__name__}")
    array = np.asarray(value)
    if isinstance(value, (int, float, bool, list, tuple)):  # a plain number has no type of its own
        likely = [TYPES[t].numpy for t in (*parameter.types, *parameter.any_types) if t in TYPES]
        for kind in (k for k in likely if k is not None):
            if np.can_cast(array.dtype, kind, "same_kind") or (array.dtype.kind in "iuf" and kind.kind in "fV"):
                array = array.astype(kind)
                break
    return array.reshape(1) if parameter.scalar and array.ndim == 0 else array


def _type(definition: Definition, parameter: Parameter, array: Array) -> int:
    known = BY_ARRAY.get(array.dtype)
    if array.ndim > _MOST:
        raise _wrong(definition, f"{parameter.name} has {array.ndim} dimensions; shapes have at most {_MOST}")
    if known is None:
        raise _wrong(definition, f"{parameter.name} is an array of {array.dtype}, which no operator takes")
    return known.number


def _wrong(definition: Definition, problem: str) -> LanewiseError:
    return LanewiseError("OPERATOR-002", operator=definition.type, problem=problem)
