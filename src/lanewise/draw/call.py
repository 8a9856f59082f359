"""A call as a user types it, in Ascend C or Python, issued on a core so that its record can be looked at.

Names stand for tensors, which lie one behind the other in UB unless `at` says where. A mask that is only a name means
all lanes, a count or repeat that is only a name means one repeat.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import find, opcodes
from lanewise.isa.record import Flag, Instruction, Overload
from lanewise.numerics.formats import DType
from lanewise.numerics.formats import dtype as find_dtype
from lanewise.numerics.rounding import RoundMode
from lanewise.timing.stream import Stream

BLOCK, REPEAT = 32, 256
Value = int | str | list[int]
_CALL = re.compile(r"^\s*(?:AscendC::|lanewise\.|asc\.)*(\w+)\s*(?:<(.*?)>)?\s*\((.*)\)\s*;?\s*$", re.S)
_LIST = re.compile(r"^(?:[\w.:]+\s*)?[({\[](.*)[)}\]]$", re.S)


@dataclass
class _Call:
    name: str
    args: list[Value]
    named: dict[str, Value] = field(default_factory=dict)
    template: list[str] = field(default_factory=list)


@dataclass
class _Form:
    """What the arguments after the operands say."""

    how: Overload
    mask: Any
    repeat: int = 1
    strides: tuple[int, ...] | None = None
    params: tuple[int, ...] = ()
    scalars: tuple[int, ...] = ()


def issue(
    text: str, dtype: str = "", chip: Any = "ascend910b", at: Mapping[str, int] | None = None,
    counter: int | None = None,
) -> Any:
    """The record of the call. `dtype` is one type, or one per operand with slashes; `counter` is a count in MASK."""
    call = _parse(text)
    ins = _instruction(call)
    types = _types(ins, dtype or _template_type(call) or "half")
    sizes = [t.size for t in types]
    lanes = REPEAT // (sizes[1] if ins.form.executor == "reduce" else ins.form.width(sizes))
    names = [str(a) for a in call.args[: len(types)]]
    form = _read(ins, call, call.args[len(types) :], lanes)
    stream = Stream(chip)
    if counter is not None:
        form.repeat = -(-counter // lanes)
    tensors = _place(stream, ins, names, types, form, lanes, at or {})
    flags = int(Flag.SET_MASK)
    if counter is not None:
        stream.state("set_mask_count")
        stream.set_count(counter)
        flags, form.how, form.mask, form.repeat = 0, Overload.CONTIGUOUS, 0, 1
    stream.core.issue(
        opcodes()[ins.name], int(form.how), flags, tuple(tensors), form.scalars, form.mask, form.repeat, form.strides,
        form.params,
    )
    return stream.core.trace()[-1]


# --- reading --------------------------------------------------------------------------------------------------------


def _parse(text: str) -> _Call:
    found = _CALL.match(text)
    if not found:
        raise _wrong("explain", f"{text!r} is not a call")
    call = _Call(found[1], [], {}, [t.strip() for t in (found[2] or "").split(",") if t.strip()])
    for part in _split(found[3]):
        key, joined, value = part.partition("=")
        if joined and key.strip().isidentifier():
            call.named[key.strip()] = _value(value)
        else:
            call.args.append(_value(part))
    return call


def _split(text: str) -> list[str]:
    """At the commas outside brackets."""
    parts, depth, start = [], 0, 0
    for k, sign in enumerate(text):
        depth += (sign in "({[") - (sign in ")}]")
        if sign == "," and not depth:
            parts.append(text[start:k])
            start = k + 1
    return [p.strip() for p in [*parts, text[start:]] if p.strip()]


def _value(text: str) -> Value:
    text = text.strip()
    try:
        return int(text.rstrip("uUlL"), 0)
    except ValueError:
        pass
    held = _LIST.match(text)
    if held:
        items = [_value(p) for p in _split(held[1])]
        return [i if isinstance(i, int) else 0 for i in items]
    return text


def _wrong(op: str, problem: str) -> LanewiseError:
    return LanewiseError("CALL-001", op=op, problem=problem, usage='"Add(dst, src0, src1, mask, 2, {1,1,1,8,8,8})"')


def _instruction(call: _Call) -> Instruction:
    """The instruction of that name that walks memory by strides or a count."""
    for ins in find(call.name):
        if ins.form.executor in ("elementwise", "reduce") and len(call.args) > len(ins.form.operands) - 1:
            return ins
    raise _wrong(call.name, "only instructions with strides, masks or a count are explained by a typed call")


def _template_type(call: _Call) -> str:
    for word in call.template:
        try:
            return find_dtype(word).name
        except LanewiseError:
            continue
    return ""


def _types(ins: Instruction, text: str) -> list[DType]:
    names = text.split("/")
    if len(names) == 1:
        names *= len(ins.form.operands)
    if len(names) != len(ins.form.operands):
        raise _wrong(ins.name, f"{text} has {len(names)} types for {len(ins.form.operands)} operands")
    return [find_dtype(n) for n in names]


def _read(ins: Instruction, call: _Call, rest: list[Value], lanes: int) -> _Form:
    """The form of the call, from what stands behind its operands."""
    modes = [a for a in rest if isinstance(a, str) and a.split("::")[-1].split(".")[-1] in RoundMode.__members__]
    rest = [a for a in rest if a not in modes]
    params = tuple(int(RoundMode[str(m).split("::")[-1].split(".")[-1]]) for m in modes)
    scalars: tuple[int, ...] = ()
    if ins.form.scalars and rest:
        scalars, rest = (rest[0] if isinstance(rest[0], int) else 0,), rest[1:]
    named = call.named
    count = named.get("count", rest[0] if len(rest) == 1 else None)
    if count is not None and "mask" not in named:
        return _Form(Overload.COUNT, _number(count, lanes), params=params, scalars=scalars)
    if "mask" in named:
        rest = [named["mask"], named.get("repeat_times", named.get("repeat_time", 1)),
                *([named["repeat_params"]] if "repeat_params" in named else []), *rest]
    if len(rest) < 2:
        raise _wrong(call.name, "behind its operands it needs a count, or a mask and a repeat")
    if call.name.lower().replace("_", "").startswith(("blockreduce", "pairreduce", "repeatreduce")):
        rest[0], rest[1] = rest[1], rest[0]  # the older names take the repeat first
    how = Overload.BITWISE if isinstance(rest[0], list) else Overload.CONTIGUOUS
    mask = rest[0] if isinstance(rest[0], list) else _number(rest[0], lanes)
    return _Form(how, mask, _number(rest[1], 1), _strides(ins, call, rest[2:]), _with_order(ins, params), scalars)


def _with_order(ins: Instruction, params: tuple[int, ...]) -> tuple[int, ...]:
    return (0,) if ins.orders and ins.form.group == "repeat" else params


def _number(value: Value, otherwise: int) -> int:
    return value if isinstance(value, int) else otherwise


def _strides(ins: Instruction, call: _Call, rest: Sequence[Value]) -> tuple[int, ...]:
    """All block strides, then all repeat strides."""
    operands = len(ins.form.operands)
    given = [v for a in rest for v in (a if isinstance(a, list) else [_number(a, 8)])]
    if ins.form.executor == "reduce":
        if ins.form.group == "all":
            return (1, 1, 1, 0, given[0] if given else 8, 0)
        if call.name.lower().replace("_", "").startswith("repeatreduce") and len(given) >= 4:
            given = [given[2], given[1], given[3]]
        to, block, repeat = [*given, 1, 1, 8][:3] if len(given) >= 3 else (1, 1, 8)
        return (1, block, to, repeat)
    usual = [1] * operands + [8] * operands
    return tuple((given + usual[len(given) :])[: 2 * operands])


# --- placing --------------------------------------------------------------------------------------------------------


def _place(
    stream: Stream, ins: Instruction, names: list[str], types: list[DType], form: _Form, lanes: int,
    at: Mapping[str, int],
) -> list[Any]:
    """Tensors where `at` puts them, the others one behind the other."""
    out, free = [], 0
    room = stream.core.mem.size
    for i, (name, kind) in enumerate(zip(names, types, strict=True)):
        address = at.get(name, at.get(ins.form.operands[i].name, free))
        out.append(stream.ub(address, max(0, room - address) * 8 // kind.bits, kind.name))
        if address == free:
            free += -(-_reach(i, len(types), kind, form, lanes) // BLOCK) * BLOCK
    return out


def _reach(i: int, operands: int, kind: DType, form: _Form, lanes: int) -> int:
    """Bytes from the first to the last one it may touch."""
    if form.how == Overload.COUNT or form.strides is None:
        return int(form.mask) * kind.size
    block, repeat = form.strides[i], form.strides[operands + i]
    return ((form.repeat - 1) * repeat + 7 * block + 1) * BLOCK
