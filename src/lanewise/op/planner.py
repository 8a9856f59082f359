"""A process that plans calls of operators for a C++ program: which kernel, for how many blocks, with which tiling data.

The program launches the kernel itself, in its own memory. Requests come on the standard input, answers go to the pipe
with number 3 (include/lanewise/acl/aclnn/); it ends when nobody asks any more.
"""

from __future__ import annotations

import os
import struct
from typing import Any, NamedTuple

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.machine.border import to_bits
from lanewise.op.definition import Attribute, Parameter
from lanewise.op.interface import Argument, arguments, bound
from lanewise.op.kinds import TYPES, type_name
from lanewise.op.launching import BEHIND, SHAPE_WORDS, start_of
from lanewise.op.loading import load
from lanewise.op.memory import head
from lanewise.op.operator import Operator
from lanewise.op.plan import Plan
from lanewise.op.prepare import Call

_ANSWER = 3
_NULL, _INVALID, _TILING, _INNER = 161001, 161002, 561103, 561000  # policy operator_status; see aclnn/tensors.h
# Kinds of what a call is given, and of what its kernel gets.
_NOTHING, _TENSOR, _TENSORS, _INTEGER, _NUMBER, _TRUTH, _TEXT, _INTEGERS, _NUMBERS, _TRUTHS, _SCALARS = range(11)
_ABSENT, _PLACED, _BYTES, _TABLE, _FILLED = range(5)


class _RefusedError(Exception):
    def __init__(self, status: int, problem: str) -> None:
        super().__init__(problem)
        self.status = status


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def number(self) -> int:
        (value,) = struct.unpack_from("<q", self.data, self.at)
        self.at += 8
        return int(value)

    def bytes(self) -> bytes:
        size = self.number()
        self.at += size
        return self.data[self.at - size : self.at]

    def text(self) -> str:
        return self.bytes().decode(errors="replace")


class _Request(NamedTuple):
    operator: Operator
    observed: bool
    values: list[Any]  # of each argument; tensors are stand-ins without memory
    from_host: set[int]  # arguments whose values the program holds itself


def _parse_request(data: bytes, known: dict[tuple[Any, ...], Operator]) -> _Request:
    reader = _Reader(data)
    which = (reader.text(), reader.text(), reader.text(), reader.number())
    observed = bool(reader.number())
    if which not in known:
        folder, name, chip, cores = which
        known[which] = load(folder, chip, op=name, cores=cores or None)
    values: list[Any] = []
    from_host = set()
    while reader.at < len(data):
        kind, value = _value(reader)
        if kind > _TENSORS:
            from_host.add(len(values))
        values.append(value)
    return _Request(known[which], observed, values, from_host)


def _value(reader: _Reader) -> tuple[int, Any]:
    kind = reader.number()
    if kind == _NOTHING:
        return kind, None
    if kind == _TENSOR:
        return kind, _tensor(reader)
    if kind == _TENSORS:
        return kind, [_tensor(reader) for _ in range(reader.number())]
    if kind == _INTEGER:
        return kind, reader.number()
    if kind == _NUMBER:
        return kind, struct.unpack("<d", reader.bytes())[0]
    if kind == _TRUTH:
        return kind, bool(reader.number())
    if kind == _TEXT:
        return kind, reader.text()
    if kind == _INTEGERS:
        return kind, [reader.number() for _ in range(reader.number())]
    if kind == _NUMBERS:
        return kind, np.frombuffer(reader.bytes(), np.float32).tolist()
    if kind == _TRUTHS:
        return kind, np.frombuffer(reader.bytes(), np.bool_).tolist()
    scalars = [(_kind(reader.number()), reader.bytes()) for _ in range(reader.number())]
    return kind, np.concatenate([np.frombuffer(data, kind) for kind, data in scalars])


def _tensor(reader: _Reader) -> Any:
    kind = _kind(reader.number())
    shape = tuple(reader.number() for _ in range(reader.number()))
    readable, data = reader.number(), reader.bytes()
    if readable:
        return np.frombuffer(bytearray(data), kind).reshape(shape)
    return np.lib.stride_tricks.as_strided(np.zeros(1, kind), shape, (0,) * len(shape))


def _kind(number: int) -> np.dtype[Any]:
    found = TYPES[number].numpy if number in TYPES else None
    if found is None:
        raise _RefusedError(_INVALID, f"tensors of {type_name(number)} cannot be planned")
    return found


def _answer(wanted: _Request) -> bytes:
    operator, definition = wanted.operator, wanted.operator.definition
    known = arguments(definition)
    for argument, value in zip(known, wanted.values, strict=False):
        if value is None and isinstance(argument.of, Parameter) and not argument.optional:
            raise _RefusedError(_NULL, f"{argument.name} is null")
    values = [_coerce(a, v) for a, v in zip(known, wanted.values, strict=True)]
    call = _refuse_on_error(_INVALID, operator.prepare, *bound(definition, values))
    if call.empty and not definition.launch_empty:
        return _reply(definition.type, "", 0, 0, 0, 0, b"", 0, 0)
    plan = _refuse_on_error(_TILING, operator.plan, call)
    library = _refuse_on_error(_INNER, operator.library, call, plan, wanted.observed)
    slots = _slots(call, plan, wanted, known)
    written = [n for n, a in enumerate(known) if a.output]
    return _reply(
        definition.type, library, plan.block_dim, plan.dynamic_ub, sum(plan.workspaces),
        operator.reserved, plan.data + bytes(BEHIND + -len(plan.data) % 8), len(slots), *(w for s in slots for w in s),
        len(written), *written,
    )


def _refuse_on_error(status: int, do: Any, *given: Any) -> Any:
    try:
        return do(*given)
    except LanewiseError as problem:
        raise _RefusedError(status, " ".join(problem.message.removesuffix(".").split("\n"))) from None


def _coerce(argument: Argument, value: Any) -> Any:
    """Scalars of the C interface have a type that need not be the parameter's; lists of lists are flat there."""
    of = argument.of
    if isinstance(of, Attribute) and of.kind == "ListListInt" and value is not None:
        return _rows(argument.name, value)
    if not isinstance(of, Parameter) or not of.scalar or value is None:
        return value
    types = [TYPES[t].numpy for t in (*of.types, *of.any_types) if t in TYPES]
    return value if value.dtype in types or not types else value.astype(types[0])


def _rows(name: str, flat: list[int]) -> list[list[int]]:
    """Policy operator_list_of_lists: the length of each row, then its numbers."""
    rows, at = [], 0
    while at < len(flat):
        end = at + 1 + flat[at]
        if flat[at] < 0 or end > len(flat):
            problem = f"{name} is a list of lists: write the length of each row in front of its numbers"
            raise _RefusedError(_INVALID, f"{problem}; there is no row of {flat[at]} at {at}")
        rows.append(flat[at + 1 : end])
        at = end
    return rows


def _slots(call: Call, plan: Plan, wanted: _Request, known: list[Argument]) -> list[list[Any]]:
    """What the kernel gets, but for the workspace and the tiling data."""
    numbers = {a.of.name: n for n, a in enumerate(known) if isinstance(a.of, Parameter)}
    slots: list[list[Any]] = []
    for given in call.inputs:
        number = numbers[given.parameter.name]
        if given.absent:
            slots.append([_ABSENT, number, b"", 0])
        elif given.parameter.dynamic:
            own = [to_bits(a)[0].tobytes() for a in given.arrays] if number in wanted.from_host else []
            slots.append([_TABLE, number, head([a.shape for a in given.arrays]).tobytes(), len(own), *own])
        elif number in wanted.from_host:
            slots.append([_BYTES, number, to_bits(given.arrays[0])[0].tobytes(), 0])
        else:
            slots.append([_PLACED, number, b"", 0])
    inputs = {g.parameter.name for g in call.inputs}
    for output in call.outputs:
        number = numbers[output.parameter.name]
        same = output.parameter.name in inputs
        starts = [] if same else [s for shape in output.shapes if (s := start_of(output, shape, plan)) is not None]
        held = [to_bits(start)[0].tobytes() for start in starts]
        if output.parameter.dynamic:
            slots.append([_FILLED if held else _TABLE, number, head(output.shapes).tobytes(), len(held), *held])
        else:
            slots.append([_PLACED, number, held[0] if held else b"", 0])
    computed = sum(o.parameter.computed for o in call.outputs)
    return [*slots, [_BYTES, 0, bytes(8 * SHAPE_WORDS * computed), 0]] if computed else slots


def _reply(*words: Any) -> bytes:
    """An answer: all is well, then these words."""
    parts = [struct.pack("<q", 0)]
    for word in words:
        data = word.encode() if isinstance(word, str) else word
        parts.append(struct.pack("<q", len(data)) + data if isinstance(data, bytes) else struct.pack("<q", data))
    return b"".join(parts)


def _receive(count: int) -> bytes:
    out = bytearray()
    while len(out) < count:
        chunk = os.read(0, min(count - len(out), 1 << 20))
        if not chunk:
            return b""
        out += chunk
    return bytes(out)


def main() -> None:
    known: dict[tuple[Any, ...], Operator] = {}
    while size := _receive(8):
        (count,) = struct.unpack("<Q", size)
        try:
            answer = _answer(_parse_request(_receive(count), known))
        except _RefusedError as problem:
            text = str(problem).encode()
            answer = struct.pack("<qq", problem.status, len(text)) + text
        except LanewiseError as problem:
            text = problem.message.removesuffix(".").encode()
            answer = struct.pack("<qq", _INNER, len(text)) + text
        data = memoryview(struct.pack("<Q", len(answer)) + answer)
        while data:
            data = data[os.write(_ANSWER, data) :]
