"""The arrays of a call, bound to the parameters of the definition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.machine.border import as_numpy, is_torch
from lanewise.op.definition import Definition, Parameter
from lanewise.op.kinds import BY_ARRAY, TYPES, type_name

Array = np.ndarray[Any, Any]
_MOST = 25  # gert::Shape::kMaxDimNum


@dataclass
class BoundArgument:
    """What the caller gave for one parameter; a list has several arrays, an absent optional one none."""

    parameter: Parameter
    objects: list[Any]  # the caller's own
    arrays: list[Array]
    type: int | None

    @property
    def absent(self) -> bool:
        return not self.arrays and not self.parameter.dynamic


def bind(definition: Definition, values: Sequence[Any]) -> list[BoundArgument]:
    """Inputs in the order of the definition. Optional ones at the end may be left off."""
    if len(values) > len(definition.inputs):
        names = ", ".join(p.name for p in definition.inputs)
        raise _operator_error(definition, "input_count", count=len(definition.inputs), names=names, given=len(values))
    out = []
    for number, parameter in enumerate(definition.inputs):
        value = values[number] if number < len(values) else None
        if value is None:
            if not parameter.optional:
                raise _operator_error(definition, "no_input", name=parameter.name)
            out.append(BoundArgument(parameter, [], [], None))
        elif parameter.dynamic:
            out.append(_list(definition, parameter, value))
        else:
            if isinstance(value, (list, tuple)) and any(isinstance(v, np.ndarray) for v in value):
                raise _operator_error(definition, "no_list", name=parameter.name)
            array = _array(definition, parameter, value)
            out.append(BoundArgument(parameter, [value], [array], _type(definition, parameter, array)))
    return out


def _list(definition: Definition, parameter: Parameter, value: Any) -> BoundArgument:
    objects = list(value) if isinstance(value, (list, tuple)) else [value]
    if not objects:
        raise _operator_error(definition, "empty_list", name=parameter.name)
    arrays = [_array(definition, parameter, one) for one in objects]
    kinds = {_type(definition, parameter, array) for array in arrays}
    if len(kinds) > 1:
        names = ", ".join(sorted(type_name(k) for k in kinds))
        raise _operator_error(definition, "mixed_list", name=parameter.name, names=names)
    return BoundArgument(parameter, objects, arrays, kinds.pop())


def _array(definition: Definition, parameter: Parameter, value: Any) -> Array:
    if isinstance(value, np.ndarray) or is_torch(value):
        array = as_numpy(value)
        return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))
    if not isinstance(value, (int, float, complex, bool, list, tuple, np.generic)) and not hasattr(value, "__array__"):
        raise _operator_error(definition, "input_no_array", name=parameter.name, type=type(value).__name__)
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
        raise _operator_error(definition, "dimensions", name=parameter.name, ndim=array.ndim, most=_MOST)
    if known is None:
        raise _operator_error(definition, "input_kind", name=parameter.name, dtype=array.dtype)
    return known.number


def _operator_error(definition: Definition, case: str, **fields: Any) -> LanewiseError:
    return LanewiseError("OPERATOR-002", case=case, operator=definition.type, **fields)
