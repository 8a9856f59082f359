"""What one instruction touches, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from lanewise.draw.use import Touched, Use
from lanewise.isa.issued import MaskMode
from lanewise.isa.record import Overload
from lanewise.timing.banks import collision, cures, traffic
from lanewise.timing.numbers import numbers
from lanewise.timing.report import label
from lanewise.timing.vector import bits, partial, walks

EVERY = {1: "one after the other", 2: "every second block", 3: "every third block", 0: "the same block"}


def sentences(what: Touched) -> Iterator[str]:
    yield from _head(what)
    for use in what.uses:
        yield f"{use.name:<5} {_operand(what, use)}"
    yield from _twice(what)
    yield from _overlaps(what)
    yield from _banks(what)
    yield from _time(what)


def _plural(n: int, word: str) -> str:
    return f"{n:,} {word}{'' if n == 1 else 's'}"


def _cycles(n: float) -> str:
    return f"{n:,.0f} cycles" if n >= 10 or n == int(n) else f"{n:.1f} cycles"


def _head(what: Touched) -> Iterator[str]:
    ins, lanes = what.ins, what.lanes
    kinds = "/".join(dict.fromkeys(use.kind.name for use in what.uses))
    yield f"{label(ins)} on {kinds}, {what.how.label} form: {ins.summary}."
    if lanes is None:
        yield "Its parameters, not strides, say what it touches."
        return
    size = 256 // lanes.per_repeat
    yield f"A repeat is 8 blocks of 32 bytes: {lanes.per_repeat} lanes of {size} byte{'s' if size > 1 else ''}."
    if lanes.mode == MaskMode.COUNTER and not lanes.each:
        total = (lanes.repeats - 1) * lanes.per_repeat + lanes.last
        whole = lanes.repeats - (lanes.last < lanes.per_repeat)
        tail = "" if lanes.last == lanes.per_repeat else f" and a tail of {_plural(lanes.last, 'lane')}"
        name = "count" if what.how == Overload.COUNT else "Counter mode"
        yield f"{name}: {_plural(total, 'element')} = {_plural(whole, 'whole repeat')}{tail}."
        return
    taking = len(lanes.active(0)) if lanes.repeats else 0
    left = "" if taking == lanes.per_repeat else "; the others keep their bytes"
    yield f"{_plural(lanes.repeats, 'repeat')}, in each of them {taking} of {lanes.per_repeat} lanes{left}."


def _operand(what: Touched, use: Use) -> str:
    verb = {"dst": "writes", "src": "reads", "inout": "reads and writes", "scratch": "may use"}[use.role]
    place = f"{use.kind.name} at {use.space} {use.address:#x}"
    if not use.rows:
        return f"{verb} {place}" + (", placed by bits or offsets, not by strides" if what.lanes and use.role == "src"
                                    else "")
    if what.ins.form.executor == "reduce" and use.role == "dst":
        results = sum(row.bit_count() for row in use.rows[0].values())
        step = f", repeats {use.repeat} bytes apart" if what.repeats > 1 else ""
        return f"{verb} {_plural(results, 'element')} a repeat: {place}{step}"
    blocks = len(use.rows[0])
    text = f"{verb} {_plural(blocks, 'block')} a repeat, {EVERY.get(use.block, f'{use.block} blocks apart')}: {place}"
    return text + _next_repeat(use, what.repeats)


def _next_repeat(use: Use, repeats: int) -> str:
    if repeats < 2:
        return ""
    if use.repeat == 0:
        return "; every repeat takes the same blocks"
    gap = use.repeat - (max(use.rows[0], default=0) + 1)
    if gap >= 0:
        return f"; the next repeat starts {_plural(use.repeat, 'block')} on, " + (
            f"after a gap of {_plural(gap, 'block')}" if gap else "right behind")
    shared = len(set(use.rows[0]) & set(use.rows[1])) if len(use.rows) > 1 else 0
    again = f", and meets {_plural(shared, 'block')} again" if shared else ", between the blocks of the first"
    return f"; the next repeat starts {_plural(use.repeat, 'block')} on{again}"


def _twice(what: Touched) -> Iterator[str]:
    for use in what.uses:
        if use.role not in ("dst", "inout") or not use.rows:
            continue
        often = sum(1 for spot in use.times().values() for n in spot.values() if n > 1)
        if often:
            yield f"{_plural(often, 'element')} of {use.name} are written more than once; the last repeat stays."
        else:
            yield f"No element of {use.name} is written twice."


def _overlaps(what: Touched) -> Iterator[str]:
    def blocks(use: Use) -> set[int]:
        return {use.address // 32 + b for row in use.rows for b in row}

    for use in what.uses:
        for other in what.uses:
            if use.role == "dst" and other.role == "src" and use.space == other.space:
                shared = blocks(use) & blocks(other)
                if shared and use.address == other.address and use.rows == other.rows:
                    yield f"{use.name} is {other.name}: computed in place."
                elif shared:
                    yield f"{use.name} and {other.name} share {_plural(len(shared), 'block')}."


def _banks(what: Touched) -> Iterator[str]:
    known = numbers(what.chip)
    operands = walks(what.ins, what.record)
    cost = known.cost(what.ins.timing, bits(what.ins, what.record))
    if not known.rule or not operands or cost is None or not what.repeats:
        return
    groups = int(known["banks.groups"])
    for walk in operands:
        found = [int(b) % groups for b in walk.blocks(1)[0]]
        yield f"{walk.name:<5} bank groups of its first repeat: {' '.join(str(g) for g in dict.fromkeys(found))}"
    moved = traffic(known, operands, what.repeats, cost.repeat)
    if moved.lost < 0.5:
        yield "Nothing meets in a bank group."
        return
    yield f"Bank conflicts cost {_cycles(moved.lost)}: {collision(known, operands, what.repeats)}."
    advice = "; then ".join(str(c) for c in cures(known, operands, what.repeats, cost.repeat))
    if advice:
        yield f"{advice[0].upper()}{advice[1:]}."


def _time(what: Touched) -> Iterator[str]:
    known = numbers(what.chip)
    if not known.clock:
        return
    cost = known.cost(what.ins.timing, bits(what.ins, what.record))
    if cost is None:
        yield f"Time: no cost is published for {what.chip.name}."
        return
    moved = traffic(known, walks(what.ins, what.record), what.repeats, cost.repeat)
    tail = known.get("core.tail") if partial(what.ins, what.record) else 0
    parts = [f"{cost.fixed:g} + {what.repeats} x {cost.repeat:g}"]
    parts += [f"{_cycles(moved.lost).split()[0]} of conflicts"] if moved.lost >= 0.5 else []
    parts += [f"{tail:g} for the tail"] if tail else []
    took = _cycles(cost.fixed + tail + moved.cycles)
    yield f"Time on {what.chip.name}: {' + '.join(parts)} = {took} ({cost.evidence})."
