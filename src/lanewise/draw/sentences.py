"""What one instruction touches, in words: a sentence, a row for each operand, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from lanewise.draw.access import REGISTERS
from lanewise.draw.use import Touched, Use
from lanewise.isa.events import COPY_IN, COPY_OUT, VECTOR, Pipe
from lanewise.isa.issued import MaskMode
from lanewise.isa.record import Overload
from lanewise.timing import model
from lanewise.timing.kinds import label
from lanewise.timing.numbers import numbers
from lanewise.timing.tables import changes_of

WORTH = 0.5  # cycles lost that are worth a word
NO_MEMORY = {space.name: word for space, word in REGISTERS.items()}
EVERY = {1: "side by side", 2: "every second block", 3: "every third block", 0: "one block again and again"}
VERBS = {"dst": "writes", "src": "reads", "inout": "reads, writes", "scratch": "may use"}
STEPS = {"sum": "WholeReduceSum", "max": "WholeReduceMax", "min": "WholeReduceMin"}
HEAD = ("operand", "", "type", "starts at", "in a repeat", "the next repeat", "bank groups")
MOVED = ("operand", "", "type", "starts at", "in a piece", "the next piece", "")


def sentence(what: Touched) -> str:
    """What it does, to how much."""
    ins, lanes = what.ins, what.lanes
    kinds = "/".join(dict.fromkeys(use.kind.name for use in what.uses if use.role != "scratch" and use.kind.code))
    does = f"{label(ins)}{f' ({kinds})' if kinds else ''}: {ins.summary}."
    if what.pieces is not None:
        return f"{does} {_plural(what.pieces.count, 'piece')} of {_plural(what.pieces.size, 'byte')}."
    if lanes is None and all(use.space in NO_MEMORY for use in what.uses):
        return f"{does} It works on registers." if what.uses else f"{does} It touches no data."
    if lanes is None:
        return f"{does} Its parameters and its data, not strides, say what it touches."
    per, blocks = lanes.per_repeat, "8 blocks of 32 bytes"
    if lanes.mode == MaskMode.COUNTER and not lanes.each:
        total = (lanes.repeats - 1) * per + lanes.last
        whole = lanes.repeats - (lanes.last < per)
        tail = "" if lanes.last == per else f"{' and ' if whole else ''}a tail of {_plural(lanes.last, 'lane')}"
        name = "" if what.how == Overload.COUNT else ", counted by MASK (Counter mode)"
        many = f"{_plural(whole, 'whole repeat')} of {per} lanes ({blocks})" if whole else ""
        return f"{does} {_plural(total, 'element')}{name}: {many}{tail}."
    taking = len(lanes.active(0)) if lanes.repeats else 0
    many = f"{_plural(lanes.repeats, 'repeat')} of {blocks}"
    if taking == per:
        return f"{does} {_plural(taking * lanes.repeats, 'element')}: {many}, all {per} lanes."
    return (f"{does} {_plural(taking * lanes.repeats, 'element')}: {many}, "
            f"{taking} of {per} lanes; the others keep their bytes.")


def operand_table(what: Touched) -> list[tuple[str, ...]]:
    """A head and a row for each operand."""
    groups = _groups(what)
    rows: list[tuple[str, ...]] = [HEAD if what.pieces is None else MOVED]
    for use in what.uses:
        place = NO_MEMORY.get(use.space) or f"{use.space} {use.address:#x}"
        phrases = _repeat_phrases(what, use)
        rows.append((use.name, VERBS[use.role], use.kind.name, place, *phrases, groups.get(use.name, "")))
    return rows


def notes(what: Touched) -> Iterator[tuple[str, str]]:
    """(about, sentence)."""
    for text in (*_twice(what), *_overlaps(what)):
        yield "writes", text
    for text in _banks(what):
        yield "banks", text
    for text in _time(what):
        yield "time", text


def _plural(n: int, word: str) -> str:
    return f"{n:,} {word}{'' if n == 1 else 's'}"


def _cycles(n: float) -> str:
    if n == 1:
        return "1 cycle"
    return f"{n:,.0f} cycles" if n >= 10 or n == int(n) else f"{n:.1f} cycles"


def _repeat_phrases(what: Touched, use: Use) -> tuple[str, str]:
    """What it takes of a repeat, and where the next one starts."""
    if not use.rows:
        by_lanes = what.lanes is not None and use.role != "scratch"
        return ("where bits or offsets say" if by_lanes else "", "")
    blocks = len(use.rows[0])
    if what.ins.form.executor == "reduce" and use.role == "dst":
        results = sum(row.bit_count() for row in use.rows[0].values())
        if what.ins.form.group == "all":
            return _plural(results, "element") + " in all", ""
        return _plural(results, "element"), f"{_plural(use.repeat, 'byte')} on" if what.repeats > 1 else ""
    if what.pieces is not None:
        taken = what.pieces.size if use.rows else 0
        then = f"{_plural(use.repeat, 'byte')} on" if len(use.rows) > 1 else ""
        return f"{_plural(taken, 'byte')}", then
    return f"{_plural(blocks, 'block')}, {EVERY.get(use.block, f'{use.block} apart')}" if blocks > 1 else \
        _plural(blocks, "block"), _next_repeat(use, what.repeats)


def _next_repeat(use: Use, repeats: int) -> str:
    if repeats < 2:
        return ""
    if use.repeat == 0:
        return "the same blocks again"
    gap = use.repeat - (max(use.rows[0], default=0) + 1)
    on = f"{_plural(use.repeat, 'block')} on"
    if gap >= 0:
        return f"{on}, " + (f"after a gap of {gap}" if gap else "right behind")
    shared = len(set(use.rows[0]) & set(use.rows[1])) if len(use.rows) > 1 else 0
    return f"{on}, " + (f"meets {_plural(shared, 'block')} again" if shared else "between the first ones")


def _groups(what: Touched) -> dict[str, str]:
    """The bank groups of each operand's first repeat."""
    known = numbers(what.chip)
    if not known.rule or not what.repeats or not model.has_engine():
        return {}
    return {name: _ranges(found) for name, found in model.groups(what.chip.name, what.record).items()}


def _ranges(numbers: Sequence[int]) -> str:
    """0 1 2 3 9 -> "0-3 9"."""
    out: list[list[int]] = []
    for n in dict.fromkeys(numbers):
        if out and n == out[-1][-1] + 1:
            out[-1].append(n)
        else:
            out.append([n])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(map(str, run)) for run in out)


def _twice(what: Touched) -> Iterator[str]:
    if what.pieces is not None or what.ins.form.group == "all":
        return
    for use in what.uses:
        if use.role not in ("dst", "inout") or not use.rows:
            continue
        often = sum(1 for spot in use.times().values() for n in spot.values() if n > 1)
        if often:
            yield (f"{_plural(often, 'element')} of {use.name} {'is' if often == 1 else 'are'} written more than once; "
                   "the last repeat stays")
        else:
            yield f"no element of {use.name} is written twice"


def _overlaps(what: Touched) -> Iterator[str]:
    def blocks(use: Use) -> set[int]:
        return {use.address // 32 + b for row in use.rows for b in row}

    for use in what.uses:
        for other in what.uses:
            if use.role == "dst" and other.role == "src" and use.space == other.space:
                shared = blocks(use) & blocks(other)
                if shared and use.address == other.address and use.rows == other.rows:
                    yield f"{use.name} is {other.name}: computed in place"
                elif shared:
                    yield f"{use.name} and {other.name} share {_plural(len(shared), 'block')}"


def _banks(what: Touched) -> Iterator[str]:
    known = numbers(what.chip)
    if not known.rule or not what.repeats or not model.has_engine():
        return
    cost = known.cost(what.ins.timing, model.lane_bits(what.record)) if what.lanes else None
    moved = model.traffic(what.chip.name, what.record)
    if cost is None or moved is None:
        return
    if moved[1] < WORTH:
        yield "nothing meets in a bank group"
        return
    found = model.advise(what.chip.name, what.record)
    yield f"{_cycles(moved[1])} lost: {found['collides']}"
    if found["changes"]:
        yield "; then ".join(str(change) for change in changes_of(found))


def _unknown(what: Touched) -> str:
    return f"no cost is published for {what.chip.name}"


def _time(what: Touched) -> Iterator[str]:
    known, executor = numbers(what.chip), what.ins.form.executor
    if not known.clock or not model.has_engine():
        return
    if executor.startswith("register"):
        yield _in_function(what)
    elif int(what.record["pipe"]) in (COPY_IN, COPY_OUT):
        yield _copied(what)
    elif int(what.record["pipe"]) != VECTOR:
        yield f"{_cycles(known.get('core.issue'))} of the scalar unit; what waits for it is timed in context"
    elif what.ins.form.group == "all" or what.lanes is None:
        yield _in_all(what)
    else:
        yield _by_repeats(what)


def _in_function(what: Touched) -> str:
    wide = next((use.kind.bits for use in what.uses if use.space == "REG"), 32)
    cost = numbers(what.chip).register(what.ins.timing, wide)
    if cost is None:
        return f"no latency is published for {what.chip.name}"
    return (f"its result is there after {_cycles(cost.latency)} on {what.chip.name} ({cost.evidence}); "
            "timed in context, with the vector function around it")


def _alone(what: Touched) -> tuple[Any, np.ndarray[Any, Any]] | None:
    """The record with its parameters, as the model takes them; None where they did not come with it."""
    if len(what.params) < int(what.record["payload_count"]):
        return None
    return what.record, np.array(what.params or (0,), np.int64)


def _copied(what: Touched) -> str:
    alone = _alone(what)
    if alone is None:
        return "timed in context: it depends on parameters that this row came without"
    cycles = model.copy_cost(what.chip.name, *alone)
    if cycles is None:
        return _unknown(what)
    pipe = Pipe(int(what.record["pipe"])).name
    return (f"{_cycles(cycles)} of {pipe} on {what.chip.name} where one core works alone; "
            "timed in context, since cores share the memory and L2 may have the data")


def _in_all(what: Touched) -> str:
    """What goes through several steps, or by its parameters."""
    alone = _alone(what)
    if alone is None:
        return "timed in context: it depends on parameters that this row came without"
    cycles = model.vector_cost(what.chip.name, *alone)
    if cycles is None:
        return _unknown(what)
    how = f", as repeated {STEPS[what.ins.fold]} (assumed)" if what.ins.form.group == "all" else ""
    return f"{_cycles(cycles)} on {what.chip.name}{how}"


def _by_repeats(what: Touched) -> str:
    known = numbers(what.chip)
    cost = known.cost(what.ins.timing, model.lane_bits(what.record))
    if cost is None:
        return _unknown(what)
    cycles, lost = model.traffic(what.chip.name, what.record) or (cost.repeat * what.repeats, 0.0)
    tail = known.get("core.tail") if model.has_tail(what.record) else 0
    plain = cycles - (lost if lost >= WORTH else 0)  # memory may take longer than the unit, at best
    parts = [f"{cost.fixed:g} + {what.repeats} x {plain / max(1, what.repeats):.4g}"]
    parts += [f"{_cycles(lost).split()[0]} of conflicts"] if lost >= WORTH else []
    parts += [f"{tail:g} for the tail"] if tail else []
    took = _cycles(cost.fixed + tail + cycles)
    return f"{' + '.join(parts)} = {took} on {what.chip.name} ({cost.evidence})"
