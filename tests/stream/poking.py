"""What a call touches, found without asking it: by looking at memory before and after, and by changing bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa.issued import Space
from lanewise.machine.core import Core
from lanewise.numerics.formats import DTYPES, DType

Array = np.ndarray[Any, Any]
STREAM_BYTES = 56  # of an unaligned register; the last eight have no use


@dataclass
class Region:
    """Bytes that an instruction may touch: a memory or a register."""

    space: Space
    address: int
    data: Array


@dataclass
class Outcome:
    fault: str
    before: list[Array]
    after: list[Array]
    state: bytes
    rows: Array  # what the stream said

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Outcome) and (self.fault, self.state) == (other.fault, other.state)
                and all(np.array_equal(a, b) for a, b in zip(self.after, other.after, strict=True)))


class Trial:
    """One call that can be run again and again from the same state, or from a changed one."""

    def __init__(self, core: Core, args: tuple[Any, ...]) -> None:
        self.core, self.args = core, args
        self.regions = [Region(space, 0, data) for space, data in core.memories.items()]
        self.regions += [Region(Space.GM, b.address, b.data) for b in core.gm_space.buffers]
        for tensor in {t.address: t for t in args[3] if t.space >= Space.REG}.values():
            size = STREAM_BYTES if tensor.space == Space.UNALIGNED else len(tensor.data)
            self.regions.append(Region(Space(tensor.space), tensor.address, tensor.data[:size]))
        self._start = [r.data.copy() for r in self.regions]
        self._state = core.state.copy()
        self._notes = [t.memory.copy() for t in args[3] if t.space >= Space.REG]

    def run(self, changed: list[Array] | None = None) -> Outcome:
        core = self.core
        for tensor, memory in zip((t for t in self.args[3] if t.space >= Space.REG), self._notes, strict=True):
            tensor.memory[:] = memory
        for region, data in zip(self.regions, changed or self._start, strict=True):
            region.data[:] = data
        core.state[...] = self._state
        before = [r.data.copy() for r in self.regions]
        core.accesses()
        core.touched.clear()
        fault = ""
        try:
            core.issue(*self.args)
        except LanewiseError as problem:
            fault = problem.id
        return Outcome(fault, before, [r.data.copy() for r in self.regions], core.state.tobytes(), core.accesses())

    def masks(self, rows: Array, write: bool) -> list[Array]:
        """For each region, which of its bytes the stream said were read, or written."""
        out = [np.zeros(len(r.data), bool) for r in self.regions]
        bounds = [(int(r.space), r.address, r.address + len(r.data)) for r in self.regions]
        rows = rows[rows["write"] == write]
        for space, first, size in zip(*(rows[name].tolist() for name in ("space", "address", "bytes")), strict=True):
            for covered, (of, start, end) in zip(out, bounds, strict=True):
                if of == space and start <= first and first + size <= end:
                    covered[first - start : first - start + size] = True
                    break
            else:
                raise AssertionError(f"an access outside of every operand: {space} {first} {size}")
        return out


def check_bytes(trial: Trial, rng: np.random.Generator) -> Outcome | None:
    """The bytes that the stream names are those that count. None: the call is refused."""
    first = trial.run()
    if first.fault:
        assert not len(first.rows), "a refused instruction touched something"
        assert all(np.array_equal(a, b) for a, b in zip(first.before, first.after, strict=True))
        return None
    reads, writes = trial.masks(first.rows, False), trial.masks(first.rows, True)
    seen = [a != b for a, b in zip(first.before, first.after, strict=True)]
    places = [np.flatnonzero(w) for w in writes]  # few of many: what is compared there is small
    for _ in range(2):
        # Every byte that is not read, as something else: nothing may come out differently.
        other = trial.run([_other_than(d, r, rng) for d, r in zip(first.before, reads, strict=True)])
        assert other.fault == "", f"{other.fault} depends on a byte that the stream does not say is read"
        assert other.state == first.state, "the state depends on a byte that the stream does not say is read"
        for i, region in enumerate(trial.regions):
            at, was = places[i], first.after[i][places[i]]
            left = (other.after[i][at] == other.before[i][at]) & (was == first.before[i][at])
            wrong = at[~left & (other.after[i][at] != was)]
            assert not wrong.size, _where("depends on a byte that the stream does not say is read", region, wrong)
            differs = other.after[i] != other.before[i]
            wrong = np.flatnonzero(differs > writes[i])
            assert not wrong.size, _where("is written, the stream says it is not", region, wrong)
            seen[i] |= differs
    for i, region in enumerate(trial.regions):
        wrong = np.flatnonzero(seen[i] > writes[i])
        assert not wrong.size, _where("is written, the stream says it is not", region, wrong)
        wrong = places[i][~reads[i][places[i]] & ~seen[i][places[i]]]  # one that is read, too, may be written as it was
        assert not wrong.size, _where("is not written, the stream says it is", region, wrong)
    return first


_NOISE = np.random.default_rng(0).integers(1, 256, 1 << 22, np.uint8)  # no zero: what it changes is another byte


def _other_than(data: Array, kept: Array, rng: np.random.Generator) -> Array:
    """Every byte another one but for those that are kept."""
    start = int(rng.integers(0, len(_NOISE) - len(data) + 1))
    out = data ^ _NOISE[start : start + len(data)]
    np.copyto(out, data, where=kept)
    return out


def _where(what: str, of: Region, wrong: Array) -> str:
    return f"{of.space.name} byte {of.address + int(wrong[0])} {what} ({wrong.size} in all)"


def telling(kind: DType, size: int, rng: np.random.Generator) -> Array:
    """Bytes of a type whose changes show in most results: floats between 1 and 2, any integers."""
    part = DTYPES[{"complex32": "half", "complex64": "float"}.get(kind.name, kind.name)]
    out = rng.integers(0, 256, size, np.uint8)
    if part.kind == "f" and part.size > 1:
        count = size // part.size
        values = (rng.choice([-1, 1], count) * (1 + rng.random(count))).astype(part.numpy)
        out[: values.nbytes] = values.view(np.uint8)
    return out


def matters(trial: Trial, first: Outcome, region: int, element: Array, rng: np.random.Generator) -> bool:
    """Whether some other value of an element, given by its bytes, makes anything else different."""
    for attempt in range(8):
        changed = [d.copy() for d in first.before]
        old = changed[region][element]
        changed[region][element] = ~old if attempt == 6 else rng.integers(0, 256, len(element), np.uint8)
        if attempt == 7:
            changed[region][element] = old
            changed[region][element[-1]] ^= 0x80
        other = trial.run(changed)
        if (other.fault, other.state) != (first.fault, first.state):
            return True
        for i, (a, b) in enumerate(zip(first.after, other.after, strict=True)):
            differs = a != b
            if i == region:  # a byte that was never written is what it was changed to
                differs[element] &= b[element] != changed[i][element]
            if differs.any():
                return True
    return False


def written_once(trial: Trial, outcome: Outcome) -> bool:
    """No result is replaced by a later one, so that every read may show."""
    rows = outcome.rows[outcome.rows["write"] == 1]
    return int(rows["bytes"].sum()) == sum(int(m.sum()) for m in trial.masks(outcome.rows, True))


def some_reads(
    trial: Trial, outcome: Outcome, size: int, count: int, rng: np.random.Generator
) -> list[tuple[int, Array]]:
    """Elements that the stream says were read and that are not written: the region of each, and its bytes."""
    reads, writes = trial.masks(outcome.rows, False), trial.masks(outcome.rows, True)
    out = []
    for i, region in enumerate(trial.regions):
        width = 1 if region.space == Space.MASK else size
        places = np.unique(np.flatnonzero(reads[i] & ~writes[i]) // width)
        if region.space != Space.UNALIGNED and places.size:
            for place in rng.choice(places, min(count, places.size), replace=False):
                bytes_ = np.arange(place * width, min((place + 1) * width, len(region.data)))
                out.append((i, bytes_[reads[i][bytes_]]))
    return out
