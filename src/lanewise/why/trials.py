"""What would make it right: a launch runs once more from what was kept, with one line of it changed. What then gives
the expected array in all places is no guess."""

from __future__ import annotations

import copy
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa.issued import ALL_ONES, GM, MaskMode, in_memory
from lanewise.isa.record import Flag, Overload
from lanewise.numerics.rounding import RoundMode
from lanewise.why.chain import Chains, Node, Place, nodes, place_of
from lanewise.why.depends import Again, instruction_of
from lanewise.why.writers import CODE, HOST, Home

if TYPE_CHECKING:
    from lanewise.why.compare import Compared

Array = np.ndarray[Any, Any]
_MOST_STEPS = 6000  # of a launch that runs once more
_MOST_BYTES = 64 << 20  # of GM
_COUNTS = 6  # that other lines say
_LINES = 12  # that are tried
_NUMBERS = (1, -1, 2, -2)  # by which a number of a call may be wrong
_LARGE = 1 << 16  # what is no stride and no count


class _Changed(Again):
    """An instruction with something else in it, to run on whole memories."""

    record: Any
    numbers: Array

    def restart(self) -> None:
        self.record = self.writers.steps[self.step]["record"].copy()
        row = self.writers.steps[self.step]
        self.record["mask"], self.record["repeat"] = row["mask"], row["repeat"]
        first = int(self.record["payload"])
        self.numbers = self.writers.payload[first : first + int(self.record["payload_count"])].copy()


@dataclass(frozen=True)
class Trial:
    """Something else that a line may say."""

    text: str
    change: Callable[[_Changed, _Again], bool]  # whether it has changed the step


class _Again:
    """A launch that runs once more: what memories hold, and which steps a line has."""

    def __init__(self, chains: Chains, launch: int) -> None:
        self.chains, self.writers, self.launch = chains, chains.writers, launch
        writers = chains.writers
        mine = np.flatnonzero(writers.step_launch == launch)
        self.steps = mine[np.argsort(writers.steps["tick"][mine], kind="stable")]
        rows = writers.touches["row"]
        writes = np.flatnonzero((writers.touch_launch == launch) & (rows["write"] > 0))
        self.loose = writes[np.isin(writers.touch_step[writes], (CODE, HOST))]
        self.begin = chains.history.launches[launch].begin + 1
        self._first: dict[Home, Array] = {}
        self.memory: dict[Home, tuple[int, Array]] = {}
        self.seen: set[Any] = set()  # what a trial has done once

    def fits(self) -> bool:
        sizes = sum(self.chains.history.buffers.values())
        return len(self.steps) <= _MOST_STEPS and sizes <= _MOST_BYTES

    def memory_at(self, home: Home, start: int, size: int) -> Array:
        """What is there now: bytes that may be written."""
        if home.space == GM:
            for first, all_of in self.buffers:
                if first <= start and start + size <= first + all_of.size:
                    return all_of[start - first : start - first + size]
            return np.full(size, 0xFF, np.uint8)
        if home not in self.memory:
            self.memory[home] = 0, np.full(self._size(home), 0xFF, np.uint8)
        return self.memory[home][1][start : start + size]

    def _size(self, home: Home) -> int:
        rows = self.writers.touches["row"]
        here = (self.writers.touch_launch == home.launch) & (rows["block"] == home.block)
        here &= rows["space"] == home.space
        return int((rows["address"][here] + rows["bytes"][here]).max()) if here.any() else 0

    def run(self, place: tuple[str, Place | None], trial: Trial | None) -> bool:
        """Whether a step was changed, and all could run."""
        writers = self.writers
        self.memory, self.seen = {}, set()
        self.buffers = [(first, writers.look(Home(GM), first, size, self.begin).bytes.copy())
                        for first, size in self.chains.history.buffers.items()]  # fmt: skip
        changed = False
        ticks = writers.touches["tick"]
        loose = self.loose[np.argsort(ticks[self.loose], kind="stable")]
        at = 0
        for step in self.steps.tolist():
            tick = int(writers.steps["tick"][step])
            while at < len(loose) and int(ticks[loose[at]]) < tick:
                self._write(int(loose[at]))
                at += 1
            again = self.chains.again(step)
            record = again.record
            if trial is not None and (self.chains.called(again.ins), place_of(record)) == place:
                done = self._run_changed(step, trial)
                if done is None:
                    return False
                if done:
                    changed = True
                    continue
            if not self._same_as_it_was(again):
                return False
        for touch in loose[at:].tolist():
            self._write(touch)
        return changed or trial is None

    def _write(self, touch: int) -> None:
        row = self.writers.touches[touch]
        size, first = int(row["kept"]), int(row["data"])
        if size and in_memory(int(row["row"]["space"])):
            home = self.writers.home(int(row["row"]["space"]), self.launch, int(row["row"]["block"]))
            self.memory_at(home, int(row["row"]["address"]), size)[:] = self.writers.data[first : first + size]

    def _same_as_it_was(self, again: Again) -> bool:
        """A step as it stands, on what is there now."""
        if not len(again.wrote):
            return True
        if again.known:
            image, same = again._base.copy(), True
            for segment in again.segments:
                if not in_memory(segment.home.space):
                    return False  # registers are not followed
                now = self.memory_at(segment.home, segment.start, segment.before.size)
                part = image[segment.at : segment.at + segment.before.size]
                same = same and np.array_equal(now, part)
                part[:] = now
            if not same:
                self._fill(again)
                found = again.run(image)
                if found is None:
                    return False
                for row in again.wrote["row"]:
                    home = self.writers.home(int(row["space"]), self.launch, again.block)
                    where = again._index(int(row["space"]), int(row["address"]))
                    if where is None:
                        return False
                    size = int(row["bytes"])
                    self.memory_at(home, int(row["address"]), size)[:] = found[where : where + size]
                return True
        for touch in self.writers.of_step(again.step):
            if self.writers.touches["row"]["write"][touch]:
                self._write(int(touch))
        return True

    def _fill(self, again: Again) -> None:
        """What lies around the elements that it read: it may read others now."""
        assert again._core is not None
        for home in {segment.home for segment in again.segments if segment.home.space != GM}:
            self.memory_at(home, 0, 0)
            now = self.memory[home][1]
            again._core.memory(home.space)[: now.size] = now

    def _run_changed(self, step: int, trial: Trial) -> bool | None:
        """It with something else in it; None: it cannot run so."""
        again = copy.copy(self.chains.again(step))
        if not again.known or again._core is None:
            return False
        other = _Changed.__new__(_Changed)
        other.__dict__.update(again.__dict__)
        other.restart()
        if not trial.change(other, self):
            return False
        record, core = other.record, again._core
        gm = [(first, all_of) for first, all_of in self.buffers]
        places = []
        from lanewise.machine.memory import Gm
        from lanewise.why.depends import extension

        fresh = Gm(extension())
        used = int(record["operand_count"])
        for first, all_of in gm:
            buffer = fresh.allocate(all_of.size, "again")
            held = fresh.contents(buffer)[: all_of.size]
            held[:] = all_of
            places.append((held, all_of))
            for i in range(used):
                o = record["operands"][i]
                was = self.writers.steps[step]["record"]["operands"][i]
                if o["space"] == GM and first <= int(was["address"]) < first + all_of.size:
                    o["address"] = np.uint64(buffer.address + int(o["address"]) - first)
        homes = {}
        for i in range(used):
            space = int(record["operands"][i]["space"])
            if space == GM:
                continue
            if not in_memory(space):
                return None
            home = self.writers.home(space, self.launch, again.block)
            now = self.memory_at(home, 0, self._size(home))
            homes[space] = now
            core.memory(space)[: now.size] = now
        record["operand_count"] = record["mask_mode"] = 0
        core.state[()] = other._state
        try:
            core.native.again(fresh.native, record.tobytes(), other.numbers.astype(np.int64).tobytes())
        except LanewiseError:
            return None
        for space, now in homes.items():
            now[:] = core.memory(space)[: now.size]
        for held, all_of in places:
            all_of[:] = held
        return True


def trials(
    chains: Chains, one: Compared, wrong: Node, right: Sequence[Node]
) -> Iterator[tuple[tuple[str, Place | None], str]]:
    """What was tried and gives all that is expected: a line, and what it would say."""
    launch = _Again(chains, one.launch)
    if wrong.launch != one.launch or not launch.fits():
        return
    steps: dict[tuple[str, Place | None], int] = {}
    for root in (wrong, *right):  # what right elements go through may have left this one out
        for node in nodes(root):
            if node.source == "instruction" and node.launch == one.launch:
                steps.setdefault((node.op, node.place), node.step)
    # What the launch gives when nothing is changed is what it gave, or nothing can be learnt from it.
    launch.run(("", None), None)
    if not np.array_equal(launch.memory_at(chains.gm, one.argument.address, one.got.nbytes), one.got.view(np.uint8)):
        return
    counts = [n for n, _ in Counter(_count(chains, int(step)) for step in launch.steps).most_common() if n is not None]
    for line, step in list(steps.items())[:_LINES]:
        for trial in _trials_of(step, chains, line, counts[:_COUNTS]):
            if not launch.run(line, trial):
                continue
            now = launch.memory_at(chains.gm, one.argument.address, one.got.nbytes).view(one.got.dtype)
            if one.close(now).all():
                yield line, trial.text
                return


def _count(chains: Chains, step: int) -> int | None:
    """Of elements, where the call says one and no more."""
    row = chains.writers.steps[step]
    record, ins = row["record"], instruction_of(chains.writers, step)
    if ins.form.executor == "move":
        return int(chains.writers.payload[int(record["payload"])]) if record["payload_count"] == 1 else None
    return int(row["mask"][0]) if record["overload"] == Overload.COUNT else None


def _counted(step: _Changed, run: _Again, was: int, to: int) -> bool:
    if step.ins.form.executor == "move":
        return _number(step, run, 0, to, was)
    if int(step.record["mask"][0]) != was:
        return False
    step.record["mask"][0] = to
    return True


def _trials_of(step: int, chains: Chains, line: tuple[str, Place | None], counts: Sequence[int]) -> Iterator[Trial]:
    """All that may be meant in the place of what it says."""
    record, ins = chains.writers.steps[step]["record"], instruction_of(chains.writers, step)
    sources = [i for i, o in enumerate(ins.form.operands) if o.reads and o.space != "mask"]
    if len(sources) == 2 and len({int(record["operands"][i]["dtype"]) for i in sources}) == 1:
        yield Trial("its operands swapped", partial(_swap, one=sources[0], other=sources[1]))
    if any(row.round_modes for row in ins.rows) and record["payload_count"]:
        first = int(chains.writers.payload[int(record["payload"])])
        for mode in RoundMode:
            if int(mode) != first:
                yield Trial(f"{mode.name} in the place of {_mode(first)}",
                            partial(_number, at=0, to=int(mode)))
    if int(record["mask_mode"]) == MaskMode.NORMAL:
        yield Trial("all lanes in its mask", _all_lanes)
    for i in sources:
        if any(o.writes and int(record["operands"][n]["address"]) == int(record["operands"][i]["address"])
               for n, o in enumerate(ins.form.operands)):  # fmt: skip
            name = ins.form.operands[i].name
            yield Trial(f"zeros in {name} at the first of its steps", partial(_cleared, at=i))
    if sources and in_memory(int(record["operands"][sources[0]]["space"])):
        for i in sources:
            if int(record["operands"][i]["space"]) != GM and len(_buffers(chains, line, i)) > 1:
                yield Trial(f"{ins.form.operands[i].name} from the buffer that was filled last",
                            partial(_fresh, at=i, buffers=_buffers(chains, line, i)))
    if (count := _count(chains, step)) is not None:
        for other in counts:
            if other != count:
                yield Trial(f"a count of {other:,} in the place of {count:,}",
                            partial(_counted, was=count, to=other))
    if ins.form.executor == "move" and record["payload_count"] > 1:
        first, count = int(record["payload"]), int(record["payload_count"])
        numbers = chains.writers.payload[first : first + count].tolist()
        for i, number in enumerate(numbers):
            for by in _NUMBERS if abs(number) < _LARGE else ():
                if number + by >= 0:
                    now = [*numbers[:i], number + by, *numbers[i + 1 :]]
                    yield Trial(f"the numbers {tuple(now)} in the place of {tuple(numbers)}",
                                partial(_number, at=i, to=number + by, was=number))
    yield from _other_scalars(step, chains)
    for i, name in enumerate(o.name for o in ins.form.operands[: int(record["operand_count"])]):
        for what in ("block_stride", "repeat_stride"):
            stride = int(record["operands"][i][what])
            if ins.form.strides and stride and ins.form.executor != "move":
                for to in (0, stride * 2, stride // 2):
                    if to != stride:
                        yield Trial(f"{name} with a {what.replace('_', ' ')} of {to} in the place of {stride}",
                                    partial(_stride, at=i, field=what, to=to))


def _other_scalars(step: int, chains: Chains) -> Iterator[Trial]:
    """Numbers of the call that are twice what they should be, or half of it, of the other sign, or upside down."""
    record, ins = chains.writers.steps[step]["record"], instruction_of(chains.writers, step)
    launch = int(chains.writers.step_launch[step])
    if not ins.form.scalars or record["flags"] & Flag.SCALAR_TENSOR:
        return
    kind = chains.scalar_kind(record, ins, launch)
    if kind.kind not in "iuf" or kind.size > 8:
        return
    for i, (name, was) in enumerate(zip(ins.form.scalars, chains.scalars(record, ins, launch), strict=True)):
        if not was or not math.isfinite(was):
            continue
        others = (was * 2, was / 2, -was, 1 / was) if kind.is_float else (was * 2, was // 2, was + 1, was - 1)
        for other in others:
            held = np.array([other]).astype(kind.numpy)
            if other != was and (kind.is_float or float(held[0]) == other):
                word = int.from_bytes(held.tobytes().ljust(8, b"\0"), "little")
                old = int(record["scalars"][i])
                yield Trial(f"{name} {other:.6g} in the place of {was:.6g}", partial(_scalar, at=i, to=word, was=old))


def _scalar(step: _Changed, _: _Again, at: int, to: int, was: int) -> bool:
    if int(step.record["scalars"][at]) != was:
        return False
    step.record["scalars"][at] = to
    return True


def _mode(number: int) -> str:
    return RoundMode(number).name if number in list(RoundMode) else str(number)


def _swap(step: _Changed, _: _Again, one: int, other: int) -> bool:
    operands = step.record["operands"]
    was = operands[one].copy()
    operands[one] = operands[other]
    operands[other] = was
    return True


def _number(step: _Changed, _: _Again, at: int, to: int, was: int | None = None) -> bool:
    if at >= len(step.numbers) or (was is not None and int(step.numbers[at]) != was):
        return False
    step.numbers[at] = to
    return True


def _all_lanes(step: _Changed, run: _Again) -> bool:
    width = max(1, max(int(o.size) for o in run.chains.operand_kinds(step.record)))
    lanes = 256 // width
    words = [ALL_ONES if lanes >= 64 else (1 << lanes) - 1, ALL_ONES if lanes >= 128 else 0]
    step.record["mask"][:2] = words
    step._state = step._state.copy()  # where the call leaves the mask as it is
    step._state["mask"][:2] = words
    return True


def _stride(step: _Changed, _: _Again, at: int, field: str, to: int) -> bool:
    step.record["operands"][at][field] = to
    return True


def _cleared(step: _Changed, run: _Again, at: int) -> bool:
    """What it adds to is zero before the first of its steps."""
    key = step.block, at
    if key not in run.seen:
        run.seen.add(key)
        for space, first, size in step.reads:
            for row in step.wrote["row"]:
                start = max(first, int(row["address"]))
                end = min(first + size, int(row["address"]) + int(row["bytes"]))
                if space == int(row["space"]) and start < end:
                    run.memory_at(run.writers.home(space, run.launch, step.block), start, end - start)[:] = 0
    return True


def _buffers(chains: Chains, line: tuple[str, Place | None], operand: int) -> list[int]:
    """Where the operand lies, in all steps of a line."""
    writers, place = chains.writers, line[1]
    if place is None:
        return []
    rows = writers.steps["record"]
    at = np.flatnonzero(rows["line"] == place.line)
    at = at[[place_of(row) == place and chains.called(instruction_of(writers, int(n))) == line[0]
             for n, row in zip(at, rows[at], strict=True)]]  # fmt: skip
    return sorted({int(rows["operands"][n][operand]["address"]) for n in at})


def _fresh(step: _Changed, run: _Again, at: int, buffers: list[int]) -> bool:
    """It reads the one of the buffers that was written last."""
    if len(buffers) > 4:
        return False
    space = int(step.record["operands"][at]["space"])
    home = run.writers.home(space, run.launch, step.block)
    owners = [int(run.writers.look(home, address, 1, step.tick).owners[0]) for address in buffers]
    ticks = [int(run.writers.touches["tick"][owner]) if owner >= 0 else -1 for owner in owners]
    step.record["operands"][at]["address"] = buffers[int(np.argmax(ticks))]
    return True
