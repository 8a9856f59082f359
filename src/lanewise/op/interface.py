"""How an operator is called from C and from extensions of torch: inputs, attributes, outputs, in this order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from lanewise.errors import LanewiseError
from lanewise.op.definition import Attribute, Definition, Parameter
from lanewise.op.kinds import TYPES

_ATTRIBUTES = {
    "Int": "int64_t", "Float": "double", "Bool": "bool", "String": "const char*", "ListInt": "const aclIntArray*",
    "ListFloat": "const aclFloatArray*", "ListBool": "const aclBoolArray*",
    "ListListInt": "const aclIntArray*",  # policy operator_list_of_lists
}  # fmt: skip
_ARRAYS = {"f": "const aclFloatArray*", "V": "const aclFloatArray*", "b": "const aclBoolArray*"}  # else integers


class Argument(NamedTuple):
    """An output with the name of an input is no argument of its own."""

    name: str
    type: str  # in C
    of: Parameter | Attribute
    output: bool = False  # or an input that the kernel writes

    @property
    def optional(self) -> bool:
        return isinstance(self.of, Parameter) and self.of.optional


def arguments(definition: Definition) -> list[Argument]:
    inputs = {p.name for p in definition.inputs}
    written = {p.name for p in definition.outputs} if definition.outputs else inputs
    outputs = [p for p in definition.outputs if p.name not in inputs]
    out = [_input(p, p.name in written) for p in definition.inputs]
    out += [Argument(a.name, _ATTRIBUTES[a.kind], a) for a in definition.attributes]
    for parameter in outputs:
        name = "out" if len(outputs) == 1 else f"{parameter.name}Out"
        out.append(Argument(name, _tensors(parameter), parameter, True))
    return out


def _input(parameter: Parameter, written: bool) -> Argument:
    name = parameter.name + ("Ref" if written else "Optional" if parameter.optional else "")
    if parameter.scalar:
        return Argument(name, "const aclScalarList*" if parameter.dynamic else "const aclScalar*", parameter)
    if parameter.values and not parameter.dynamic:
        first = next((TYPES[t].numpy for t in (*parameter.types, *parameter.any_types) if t in TYPES), None)
        return Argument(name, _ARRAYS.get(first.kind if first else "", "const aclIntArray*"), parameter)
    return Argument(name, _tensors(parameter), parameter, written)


def _tensors(parameter: Parameter) -> str:
    return "const aclTensorList*" if parameter.dynamic else "const aclTensor*"


class Bound(NamedTuple):
    """As `Operator` takes them."""

    inputs: list[Any]
    out: list[Any] | None
    attributes: dict[str, Any]


def bound(definition: Definition, values: Sequence[Any]) -> Bound:
    """The values of a call, in the order of `arguments`. None is an attribute or an input that is left out."""
    known = arguments(definition)
    if len(values) != len(known):
        names = ", ".join(a.name for a in known)
        raise LanewiseError("OPERATOR-002", operator=definition.type,
                            case="argument_count", count=len(known), names=names, given=len(values))  # fmt: skip
    given = {a.of.name: value for a, value in zip(known, values, strict=True) if isinstance(a.of, Parameter)}
    attributes = {a.of.name: v for a, v in zip(known, values, strict=True) if isinstance(a.of, Attribute)}
    out = [given[p.name] for p in definition.outputs]
    for parameter, value in zip(definition.outputs, out, strict=True):
        if value is None:
            raise LanewiseError("OPERATOR-002", operator=definition.type, case="no_output", name=parameter.name)
    inputs = [given[p.name] for p in definition.inputs]
    one = out[0] if len(out) == 1 else out
    return Bound(inputs, one if out else None, {k: v for k, v in attributes.items() if v is not None})
