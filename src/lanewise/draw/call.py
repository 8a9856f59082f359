"""A call as a user types it, in Ascend C or Python, issued on a core so that its record can be looked at.

Names stand for tensors, which lie one after the other in UB unless `at` says where. A mask that is only a name means
all lanes, a count or repeat that is only a name means one repeat.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lanewise.chips import DEFAULT
from lanewise.chips.chip import chip as find_chip
from lanewise.draw import numbers
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import find, opcodes
from lanewise.isa.record import Flag, Instruction, Overload
from lanewise.numerics.formats import DType
from lanewise.numerics.formats import dtype as find_dtype
from lanewise.numerics.rounding import RoundMode
from lanewise.timing.stream import Stream

BLOCK, REPEAT = 32, 256
WALKS = ("compare", "compare-scalar", "select", "select-scalar", "gather", "scatter")  # beside the elementwise ones
COPIES = ("data_copy", "data_copy_pad")
USAGE = '"Add(dst, src0, src1, mask, 2, {1,1,1,8,8,8})"'
COPY_USAGE = '"DataCopyPad(local, gm, {4, 100, 0, 0, 0}, {true, 0, 14, 0})" or "DataCopy(local, gm, 64)"'
_WORDS = {"true": 1, "false": 0}
Value = int | str | list[int]
_CALL = re.compile(
    r"^\s*(?:AscendC::|lanewise\.|asc\.)*((?:Reg::)?\w+)\s*(?:<(.*?)>)?\s*\((.*)\)\s*;?\s*$", re.S
)
_NAME = re.compile(r"\s*(?:AscendC::|lanewise\.|asc\.)*((?:Reg::)?\w+)\s*")
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
    rounds: bool = False  # roundEn of a shift


def issue(
    text: str, dtype: str = "", chip: Any = DEFAULT, at: Mapping[str, int] | None = None,
    counter: int | None = None,
) -> Any:
    """The record of the call."""
    return issued(text, dtype, chip, at, counter)[0]


def issued(
    text: str, dtype: str = "", chip: Any = DEFAULT, at: Mapping[str, int] | None = None,
    counter: int | None = None,
) -> tuple[Any, tuple[int, ...]]:
    """The record of the call and its extra parameters."""
    row, params, _ = parse_with_samples(text, dtype, chip, at, counter)
    return row, params


def parse_with_samples(
    text: str, dtype: str = "", chip: Any = DEFAULT, at: Mapping[str, int] | None = None,
    counter: int | None = None,
) -> tuple[Any, tuple[int, ...], list[str]]:
    """The same, and what it makes of some numbers, in words.

    `dtype` is one type, or one per operand with slashes; `counter` is a count in MASK.
    """
    call = _parse(text)
    ins = _instruction(call)
    kind = dtype or _template_type(call, ins) or _usual_type(ins, chip)
    if ins.form.executor == "move":
        return *_copy(call, find_dtype(kind), chip, at or {}), []
    types = _types(ins, kind, chip)
    sizes = [t.size for t in types]
    lanes = REPEAT // (sizes[1] if ins.form.executor == "reduce" else ins.form.width(sizes))
    names = [str(a) for a in call.args[: len(types)]]
    form = _parse_form(ins, call, call.args[len(types) :], lanes)
    stream = Stream(chip)
    stream.core.mem[:] = 0  # offsets and bits that go nowhere
    if counter is not None:
        form.repeat = -(-counter // lanes)
    tensors = _place_tensors(stream, ins, names, types, form, lanes, at or {})
    shown = numbers.write_samples(stream.core.mem, ins, names, types, tensors) if counter is None else None
    flags = int(Flag.SET_MASK | Flag.ROUND) if form.rounds else int(Flag.SET_MASK)
    if counter is not None:
        stream.state("set_mask_count")
        stream.set_count(counter)
        flags, form.how, form.mask, form.repeat = 0, Overload.CONTIGUOUS, 0, 1
    stream.core.issue(
        opcodes()[ins.name], int(form.how), flags, tuple(tensors), form.scalars, form.mask, form.repeat, form.strides,
        form.params,
    )
    words = numbers.read_rows(stream.core.mem, shown, form.scalars, form.rounds, _leading(form)) if shown else []
    return stream.core.trace()[-1], form.params, words


def _leading(form: _Form) -> int:
    """How many lanes take part from the first one on."""
    if isinstance(form.mask, list):
        bits = form.mask[0] if form.mask else 0
        return next((k for k in range(64) if not bits >> k & 1), 64)
    return int(form.mask)


# --- reading --------------------------------------------------------------------------------------------------------


def named_alone(text: str, chip: Any = DEFAULT) -> str:
    """A call of the instruction that a name alone stands for, with numbers that show something; empty: it is none."""
    word = _NAME.fullmatch(text)
    if word is None:
        return ""
    known = find(word[1])
    walked = next((i for i in known if i.form.executor in ("elementwise", "reduce") or i.shape in WALKS), None)
    if walked is None:
        if known[0].name not in COPIES:
            return ""
        padded = "pad" in known[0].name
        return "DataCopyPad(local, gm, {4, 100, 0, 0, 0}, {true, 0, 14, 0})" if padded else "DataCopy(local, gm, 64)"
    base = ["0"] if walked.shape in ("gather", "scatter") else []
    scalars = ["5" if "shift" in walked.name else "2" for _ in walked.form.scalars]
    rows = list(walked.rows_on(find_chip(chip).instructions))
    legal = rows[0].modes if rows else ()
    mode = [walked.modes[legal[0] if legal else 0]] if walked.modes else []
    if any(row.round_modes for row in rows):
        mode = ["CAST_RINT"]
    # By a count where there is that form; Compare takes whole repeats alone.
    counted = not rows or any(Overload.COUNT in row.overloads for row in rows)
    amount = (["128"] if walked.name.startswith("compare") else ["64"]) if counted else ["64", "2"]
    return f"{word[1]}({', '.join([*(o.name for o in walked.form.operands), *scalars, *mode, *base, *amount])})"


def _parse(text: str) -> _Call:
    found = _CALL.match(text)
    if not found:
        raise _call_error("explain", "no_call", text=repr(text))
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
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    try:
        return int(text.rstrip("uUlL"), 0)
    except ValueError:
        pass
    held = _LIST.match(text)
    if held:
        items = [_value(p) for p in _split(held[1])]
        return [i if isinstance(i, int) else 0 for i in items]
    return text


def _call_error(op: str, case: str, usage: str = "", **fields: Any) -> LanewiseError:
    return LanewiseError("CALL-001", case=case, op=op, usage=usage or USAGE, **fields)


def _instruction(call: _Call) -> Instruction:
    """The instruction of that name that walks memory by strides or a count, or that copies."""
    known = find(call.name)
    for ins in known:
        walks = ins.form.executor in ("elementwise", "reduce") or ins.shape in WALKS or ins.name in COPIES
        if walks and len(call.args) > len(ins.form.operands) - 1 and _tensors_fit(ins, call):
            return ins
    walked = next((i for i in known if i.form.executor in ("elementwise", "reduce") or i.shape in WALKS), None)
    if walked is None and known[0].name not in COPIES:
        raise _call_error(call.name, "not_drawn")
    raise _call_error(call.name, "missing", _usage(walked, call) if walked else COPY_USAGE)


def _usage(ins: Instruction, call: _Call) -> str:
    """The count form, with the names of its operands."""
    base = ["0"] if ins.shape in ("gather", "scatter") else []
    words = [*(o.name for o in ins.form.operands), *ins.form.scalars, *ins.modes[:1], *base, "64"]
    return f'"{call.name}({", ".join(words)})"'


def _tensors_fit(ins: Instruction, call: _Call) -> bool:
    """Names stand where the operands are: Select with a scalar has a number in place of a tensor."""
    given = call.args[: len(ins.form.operands)]
    return not ins.modes or all(isinstance(a, str) and a[0].isalpha() and not _mode(ins, a) for a in given)


def _mode(ins: Instruction, word: Value) -> str:
    """CMPMODE::LT, CMPMODE.LT and LT are all LT."""
    last = word.split("::")[-1].split(".")[-1] if isinstance(word, str) else ""
    return last if last in ins.modes else ""


def _usual_type(ins: Instruction, chip: Any) -> str:
    """half where the instruction takes it, else the first type that it does; one per operand where they must differ."""
    rows = list(ins.rows_on(find_chip(chip).instructions))
    kinds = [t for row in rows for t in row.types]
    usual = "half" if "half" in kinds or not rows else rows[0].types[-1]
    whole = [r.types for r in rows if len(r.types) == len(ins.form.operands)]
    if whole and ins.shape not in WALKS and all(len(set(types)) > 1 for types in whole if usual in types):
        from_usual = [types for types in whole if types[-1] == usual] or whole
        size = find_dtype(usual).size
        return "/".join(min((abs(find_dtype(types[0]).size - size), types) for types in from_usual)[1])
    return usual


def _template_type(call: _Call, ins: Instruction) -> str:
    """The first type of the template's arguments, or all of them where each operand has one: Cast<int8_t, half>."""
    found = []
    for word in call.template:
        with contextlib.suppress(LanewiseError):
            found.append(find_dtype(word).name)
    return "/".join(found) if len(found) == len(ins.form.operands) else "".join(found[:1])


def _types(ins: Instruction, text: str, chip: Any) -> list[DType]:
    """One type is that of the data: bits and offsets have the types that go with it."""
    names = text.split("/")
    if len(names) == 1 and ins.shape in WALKS:
        mixed = [r.types for r in ins.rows_on(find_chip(chip).instructions) if find_dtype(text).name in r.types]
        names = list(next((t for t in mixed if {"uint8", "uint32"} & set(t)), (text,) * len(ins.form.operands)))
    if len(names) == 1:
        names *= len(ins.form.operands)
    if len(names) != len(ins.form.operands):
        raise _call_error(ins.name, "types", text=text, count=len(names), operands=len(ins.form.operands))
    return [find_dtype(n) for n in names]


def _parse_form(ins: Instruction, call: _Call, rest: list[Value], lanes: int) -> _Form:
    """The form of the call, from what stands after its operands."""
    modes = [a for a in rest if isinstance(a, str) and a.split("::")[-1].split(".")[-1] in RoundMode.__members__]
    rest = [a for a in rest if a not in modes]
    params = tuple(int(RoundMode[str(m).split("::")[-1].split(".")[-1]]) for m in modes)
    if ins.modes:
        params = tuple(ins.modes.index(_mode(ins, a)) for a in rest if _mode(ins, a)) or (0,)
        rest = [a for a in rest if not _mode(ins, a)]
    if ins.shape in ("gather", "scatter") and rest:
        params, rest = (_number(rest[0], 0),), rest[1:]  # the base address
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
        raise _call_error(call.name, "no_amount", _usage(ins, call))
    if call.name.lower().replace("_", "").startswith(("blockreduce", "pairreduce", "repeatreduce")):
        rest[0], rest[1] = rest[1], rest[0]  # the older names take the repeat first
    how = Overload.BITWISE if isinstance(rest[0], list) else Overload.CONTIGUOUS
    mask = rest[0] if isinstance(rest[0], list) else _number(rest[0], lanes)
    rounds = bool(ins.rounds) and _number(named.get("round_en", rest[3] if len(rest) > 3 else 0), 0) == 1
    strides = _strides(ins, call, rest[2:3] if ins.rounds else rest[2:])
    return _Form(how, mask, _number(rest[1], 1), strides, _with_order(ins, params), scalars, rounds)


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
    if ins.shape in ("gather", "scatter"):
        step = given[0] if given else 8
        return (1, 1, 1, *((step, 0) if ins.shape == "gather" else (0, step)), 8)
    if ins.shape.startswith("select"):  # the bits have no strides
        given = (given + [1, 1, 1, 8, 8, 8][len(given) :])[:6]
        return (given[0], 1, *given[1 : operands - 1], given[3], 0, *given[4 : operands + 2])
    usual = [1] * operands + [8] * operands
    return tuple((given + usual[len(given) :])[: 2 * operands])


# --- copies ---------------------------------------------------------------------------------------------------------


def _copy(call: _Call, kind: DType, chip: Any, at: Mapping[str, int]) -> tuple[Any, tuple[int, ...]]:
    """From GM unless a name says otherwise: "gm" and "global" mean GM; two local tensors stay in UB."""
    stream = Stream(chip)
    names = [str(a) for a in call.args[:2]]
    far = [any(word in name.lower() for word in ("gm", "global")) for name in names]
    if not any(far):
        far[1] = not all("local" in name.lower() for name in names)
    padded = call.name.lower().replace("_", "") == "datacopypad"
    if all(far) or (padded and not any(far)):
        raise _call_error(call.name, "sides", COPY_USAGE)
    numbers, flags = _shape(call, padded, far[0])
    tensors, free = [], 0
    for name, outside in zip(names, far, strict=True):
        room = stream.core.mem.size // 2
        place = at.get(name, 0 if name == names[0] else free)
        tensors.append(stream.gm(room // kind.size, kind.name) if outside else
                       stream.ub(place, (stream.core.mem.size - place) // kind.size, kind.name))
        free = free if outside else room
    op = "data_copy_pad" if padded else "data_copy" if any(far) else "data_copy_ub"
    how = Overload.COUNT if len(numbers) == 1 else Overload.PLAIN
    stream.core.issue(opcodes()[op], int(how), flags, tuple(tensors), (), 0, 1, None, numbers)
    return stream.core.trace()[-1], numbers


def _shape(call: _Call, padded: bool, out: bool) -> tuple[tuple[int, ...], int]:
    rest = [*call.args[2:], *call.named.values()]
    if not padded and rest and isinstance(rest[0], int):
        return (rest[0],), 0
    shape = rest[0] if rest and isinstance(rest[0], list) else []
    if len(shape) < 4 - padded:
        need = "{count, bytes, source gap, target gap, 0}" if padded else "a count, or {count, blocks, gap, gap}"
        raise _call_error(call.name, "no_shape", COPY_USAGE, need=need)
    shape = [*shape, 0][:4]
    if not padded:
        return tuple(shape), 0
    pad = rest[1] if len(rest) > 1 and isinstance(rest[1], list) else []
    pad = [*pad, 0, 0, 0, 0][:4]
    return (*shape, pad[1], pad[2], pad[3]), int(Flag.PAD_VALUE) if pad[0] and not out else 0


# --- placing --------------------------------------------------------------------------------------------------------


def _place_tensors(
    stream: Stream, ins: Instruction, names: list[str], types: list[DType], form: _Form, lanes: int,
    at: Mapping[str, int],
) -> list[Any]:
    """Tensors where `at` puts them, the others one after the other; a name that comes again is the same tensor."""
    out: list[Any] = []
    placed: dict[str, int] = {}
    free, room = 0, stream.core.mem.size
    reach = [_byte_extent(i, len(types), kind, form, lanes) for i, kind in enumerate(types)]
    if ins.form.executor == "reduce" and ins.form.group == "all" and form.how == Overload.COUNT:
        # A result, and scratch for a pair of each repeat.
        pairs = -(-int(form.mask) // lanes) * 2
        small = {"dst": BLOCK, "scratch": pairs * types[0].size}
        reach = [small.get(o.role, r) for r, o in zip(reach, ins.form.operands, strict=True)]
    for i, (name, kind) in enumerate(zip(names, types, strict=True)):
        if name not in placed:
            placed[name] = at.get(name, at.get(ins.form.operands[i].name, free))
            if placed[name] == free:
                most = max(r for r, other in zip(reach, names, strict=True) if other == name)
                free += -(-most // BLOCK) * BLOCK
        address = placed[name]
        out.append(stream.ub(address, max(0, room - address) * 8 // kind.bits, kind.name))
    return out


def _byte_extent(i: int, operands: int, kind: DType, form: _Form, lanes: int) -> int:
    """Bytes from the first to the last one it may touch."""
    if form.how == Overload.COUNT or form.strides is None:
        return int(form.mask) * kind.size
    block, repeat = form.strides[i], form.strides[operands + i]
    return ((form.repeat - 1) * repeat + 7 * block + 1) * BLOCK
