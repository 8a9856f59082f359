"""Calls as the host process reads them: numbers and texts, one after the other (server/main.cpp)."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, NamedTuple

from lanewise.errors import LanewiseError
from lanewise.op.definition import Attribute, Definition


class Tensor(NamedTuple):
    """An instance of a parameter; `type` and `format` also of one that is absent."""

    type: int
    format: int
    shape: tuple[int, ...] | None  # None: absent
    values: bytes | None = None  # where functions of the host may read them


Groups = Sequence[Sequence[Tensor]]  # the instances of each parameter


def request(what: str, type_name: str, inputs: Groups, outputs: Groups,
            attributes: Sequence[bytes]) -> bytes:  # fmt: skip
    parts = [_text(what.encode()), _text(type_name.encode())]
    for group in (inputs, outputs):
        parts.append(_numbers(len(group)))
        for tensors in group:
            parts.append(_numbers(len(tensors)))
            parts += [_tensor(tensor) for tensor in tensors]
    parts.append(_numbers(len(attributes)))
    parts += [_text(value) for value in attributes]
    whole = b"".join(parts)
    return _numbers(len(whole)) + whole


def _tensor(tensor: Tensor) -> bytes:
    shape = tensor.shape or ()
    head = _numbers(tensor.shape is not None, tensor.type, tensor.format, len(shape), *shape, tensor.values is not None)
    return head + _text(tensor.values or b"")


def _numbers(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}q", *values)


def _text(data: bytes) -> bytes:
    return _numbers(len(data)) + data


# --- attributes ---


def attributes(definition: Definition, given: dict[str, Any]) -> list[bytes]:
    """Every attribute as the functions of the host find it in memory, in the order of the definition."""
    known = [a.name for a in definition.attributes]
    for name in given:
        if name not in known:
            case = "attribute" if known else "no_attributes"
            raise LanewiseError("OPERATOR-003", case=case, operator=definition.type, name=name, known=", ".join(known))
    out = []
    for attribute in definition.attributes:
        if attribute.name not in given and attribute.required:
            raise LanewiseError("OPERATOR-002", operator=definition.type,
                                case="no_attribute", name=attribute.name, kind=attribute.kind)  # fmt: skip
        out.append(_attribute(definition, attribute, given.get(attribute.name, attribute.default)))
    return out + [_attribute(definition, a, a.default) for a in definition.private]


def _attribute(definition: Definition, attribute: Attribute, value: Any) -> bytes:
    try:
        return _PACKED[attribute.kind](value)
    except (TypeError, ValueError, OverflowError, struct.error):
        kind = _WORDS[attribute.kind]
        raise LanewiseError("OPERATOR-002", operator=definition.type,
                            case="attribute_type", name=attribute.name, kind=kind,
                            value=repr(value)) from None  # fmt: skip


def _integer(value: Any) -> int:
    number = int(value)
    if isinstance(value, (str, bytes)) or number != value:
        raise ValueError
    return number


def _float(value: Any) -> bytes:
    if isinstance(value, (str, bytes)):
        raise ValueError
    return struct.pack("<f", float(value))


def _encode_bool(value: Any) -> bytes:
    if isinstance(value, (str, bytes)) or value not in (False, True):
        raise ValueError
    return struct.pack("<q", bool(value))


def _string(value: Any) -> bytes:
    if not isinstance(value, str):
        raise ValueError
    return value.encode() + b"\0"


def _as_list(values: Any) -> list[Any]:
    if isinstance(values, (str, bytes)):
        raise ValueError
    return list(values)


def _vector(count: int, data: bytes) -> bytes:
    return _numbers(count, count) + data


def _integers(values: Any) -> bytes:
    many = _as_list(values)
    return _vector(len(many), _numbers(*map(_integer, many)))


def _floats(values: Any) -> bytes:
    many = _as_list(values)
    return _vector(len(many), b"".join(map(_float, many)))


def _encode_bools(values: Any) -> bytes:
    many = _as_list(values)
    return _vector(len(many), bytes(_encode_bool(v)[0] for v in many))


def _rows(values: Any) -> bytes:
    rows = _as_list(values)
    return _numbers(len(rows), 0) + b"".join(map(_integers, rows))


_PACKED = {
    "Int": lambda v: _numbers(_integer(v)), "Float": _float, "Bool": _encode_bool, "String": _string,
    "ListInt": _integers, "ListFloat": _floats, "ListBool": _encode_bools, "ListListInt": _rows,
}  # fmt: skip
_WORDS = {
    "Int": "an integer",
    "Float": "a number",
    "Bool": "True or False",
    "String": "a text",
    "ListInt": "a list of integers",
    "ListFloat": "a list of numbers",
    "ListBool": "a list of True and False",
    "ListListInt": "a list of lists of integers",
}
