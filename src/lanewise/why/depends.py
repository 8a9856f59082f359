"""Which elements that an instruction read decide what it wrote somewhere: found by running it again, on what it found,
with other bytes in some places. So what counts is what the instruction means, and no second table of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np

from lanewise.chips.cores import kind_for
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import by_opcode
from lanewise.isa.issued import GM, in_memory
from lanewise.isa.record import Instruction
from lanewise.machine.core import Core
from lanewise.machine.memory import Gm
from lanewise.numerics.formats import DType
from lanewise.why.writers import Home, Writers

Array = np.ndarray[Any, Any]
_SEED = 20_041
_ABOVE_ADDRESSES = 56  # bits
_REGISTER = 512  # bytes: two that share wide elements
_SPREAD = 64 << 20  # bytes of GM that one instruction may reach over
# What is put in the place of elements: zeros, large and small numbers of either sign, all alike, and then each operand
# another one than its neighbours, in turn: of two that are compared each is the larger one once. Random ones follow, of
# which each turns a comparison with a chance of one half.
_INSTEAD = (0x00, 0x7B, 0xC5, 0x3C)
_RANDOM = 6


class Part(NamedTuple):
    """An element that an instruction read."""

    operand: int  # of the instruction; -1: none of them
    home: Home
    address: int
    size: int
    bits: int  # of each byte of it, those that matter


@dataclass
class _Segment:
    home: Home
    start: int
    before: Array  # what it held
    at: int  # in the image of all segments


def instruction_of(writers: Writers, step: int) -> Instruction:
    ins = by_opcode()[int(writers.steps[step]["record"]["opcode"])]
    assert ins is not None
    return ins


def type_bytes(operand: Any) -> int:
    from lanewise.numerics.formats import BY_CODE

    kind = BY_CODE.get(int(operand["dtype"]))
    return kind.size if kind else 1


def operand_at(record: Any, ins: Instruction, space: int, address: int, *, write: bool) -> int:
    """Which operand lies there; -1: none."""
    best, where = -1, -1
    for i, operand in enumerate(ins.form.operands[: int(record["operand_count"])]):
        o = record["operands"][i]
        fits = operand.writes if write else (operand.reads or ins.accumulates)
        if not fits or int(o["space"]) != space or not int(o["address"]) <= address:
            continue
        if int(o["extent"]) and address >= int(o["address"]) + int(o["extent"]):
            continue
        if int(o["address"]) >= where:
            best, where = i, int(o["address"])
    return best


class Again:
    """One instruction, to run again."""

    def __init__(self, writers: Writers, step: int) -> None:
        self.writers, self.step = writers, step
        row = writers.steps[step]
        self.record = row["record"]
        self.launch, self.block = int(writers.step_launch[step]), int(self.record["block"])
        self.ins = instruction_of(writers, step)
        self.tick = int(row["tick"])
        touches = writers.of_step(step)
        rows = writers.touches[touches]
        self.reads = [
            (int(r["space"]), int(r["address"]), int(r["bytes"])) for r in rows[rows["row"]["write"] == 0]["row"]
        ]
        self.wrote = rows[rows["row"]["write"] > 0]
        self.known = bool(row["state"]) and bool(len(self.wrote))
        self._core: Core | None = None
        if self.known:
            self.known = self._prepare(row) and self._same()

    def _prepare(self, row: Any) -> bool:
        """The memories as the instruction found them."""
        launched = self.writers.history.launches[self.launch]
        own = launched.kinds[self.block % len(launched.kinds)] if launched.kinds else ""
        kind = own or kind_for("vector").name
        self._core = core = _core(launched.chip, kind)
        self._state = self.writers.states[int(row["state"]) - 1]
        self.segments: list[_Segment] = []
        self._image_bytes = 0
        issued = self.record.copy()
        issued["mask"], issued["repeat"] = row["mask"], row["repeat"]
        issued["operand_count"] = issued["mask_mode"] = 0
        self._gm = Gm(extension())
        for space, start, end in self._reach():
            if space == GM and end - start > _SPREAD:
                return False
            if in_memory(space) and space != GM and end > core.memory(space).size:
                return False  # it is another core's
            home = self.writers.home(space, self.launch, self.block)
            held = self.writers.look(home, start, end - start, self.tick).bytes
            self.segments.append(_Segment(home, start, held, self._image_bytes))
            self._image_bytes += held.size
        self._places: dict[int, Any] = {}  # of segments in GM and of registers, memory of ours
        used = int(self.record["operand_count"])
        for number, segment in enumerate(self.segments):
            if segment.home.space == GM:
                buffer = self._gm.allocate(segment.before.size, "again")
                self._places[number] = self._gm.contents(buffer)
                for i in range(used):
                    o = issued["operands"][i]
                    if o["space"] == GM:
                        o["address"] = np.uint64((buffer.address + int(o["address"]) - segment.start) & (1 << 64) - 1)
            elif not in_memory(segment.home.space):
                self._places[number] = room = np.zeros(_REGISTER + 64, np.uint8)
                first = room.ctypes.data + -room.ctypes.data % 64
                self._places[number] = room[first - room.ctypes.data :]
                for i in range(used):
                    o = issued["operands"][i]
                    if not in_memory(int(o["space"])) and int(self.record["operands"][i]["address"]) == segment.start:
                        o["address"] = first
        self._issued = issued.tobytes()
        start = int(self.record["payload"])
        self._payload = self.writers.payload[start : start + int(self.record["payload_count"])].tobytes()
        base = [segment.before for segment in self.segments]
        self._base = np.concatenate([np.zeros(0, np.uint8), *base])
        self._registers_as_read()
        return True

    def _reach(self) -> list[tuple[int, int, int]]:
        """What it touches: a range of each memory, and its registers."""
        ranges: dict[Any, list[int]] = {}
        wrote = [(int(r["space"]), int(r["address"]), int(r["bytes"])) for r in self.wrote["row"]]
        for space, address, size in (*self.reads, *wrote):
            key = space if in_memory(space) else (space, self._register(space, address))
            known = ranges.setdefault(key, [address, address + size])
            known[:] = min(known[0], address), max(known[1], address + size)
        for i in range(int(self.record["operand_count"])):
            o = self.record["operands"][i]
            if not in_memory(int(o["space"])) and int(o["address"]):
                first = int(o["address"])
                size = _REGISTER if int(o["extent"]) > _REGISTER // 2 else _REGISTER // 2
                ranges[(int(o["space"]), first)] = [first, first + size]
        return [(key if isinstance(key, int) else key[0], first, end) for key, (first, end) in ranges.items()]

    def _register(self, space: int, address: int) -> int:
        for i in range(int(self.record["operand_count"])):
            o = self.record["operands"][i]
            if int(o["space"]) == space and int(o["address"]) <= address < int(o["address"]) + _REGISTER:
                return int(o["address"])
        return address

    def _registers_as_read(self) -> None:
        """What was kept of registers that it read: the program may copy them without an instruction."""
        for touch in self.writers.touches[self.writers.of_step(self.step)]:
            row = touch["row"]
            if not row["write"] and touch["kept"] and not in_memory(int(row["space"])):
                at = self._index(int(row["space"]), int(row["address"]))
                if at is not None:
                    size, first = int(touch["kept"]), int(touch["data"])
                    self._base[at : at + size] = self.writers.data[first : first + size]

    def _index(self, space: int, address: int) -> int | None:
        """Where a byte is in the image."""
        for segment in self.segments:
            if segment.home.space == space and 0 <= address - segment.start < segment.before.size:
                return segment.at + address - segment.start
        return None

    def run(self, image: Array) -> Array | None:
        """What is in the image behind it; None: it is refused."""
        core = self._core
        assert core is not None
        core.state[()] = self._state
        for number, segment in enumerate(self.segments):
            held = image[segment.at : segment.at + segment.before.size]
            if number in self._places:
                self._places[number][: held.size] = held
            else:
                core.memory(segment.home.space)[segment.start : segment.start + held.size] = held
        try:
            core.native.again(self._gm.native, self._issued, self._payload)
        except LanewiseError:
            return None
        out = np.empty_like(image)
        for number, segment in enumerate(self.segments):
            size = segment.before.size
            source = (
                self._places[number] if number in self._places else core.memory(segment.home.space)[segment.start :]
            )
            out[segment.at : segment.at + size] = source[:size]
        return out

    def _same(self) -> bool:
        """Whether it writes again what it wrote."""
        found = self.run(self._base)
        if found is None:
            return False
        for touch in self.wrote:
            at = self._index(int(touch["row"]["space"]), int(touch["row"]["address"]))
            size, first = int(touch["kept"]), int(touch["data"])
            if (
                at is None
                or not size
                or not np.array_equal(found[at : at + size], self.writers.data[first : first + size])
            ):
                return False
        self._left = found
        return True

    def parts(self) -> list[Part]:
        """Every element that it read."""
        found = self._elements()
        homes = [self.writers.home(space, self.launch, self.block) for space, _, _ in self.reads]
        return [Part(int(operand), homes[read], int(address), int(size), 0xFF)
                for operand, read, address, size in zip(*found, strict=True)]  # fmt: skip

    def _elements(self) -> tuple[Array, Array, Array, Array]:
        """Of every element that it read the operand, which of the reads it is of, its address and its size."""
        columns: list[list[Array]] = [[], [], [], []]
        used = self.record["operands"][: int(self.record["operand_count"])]
        for number, (space, first, size) in enumerate(self.reads):
            end = first + size
            edges = {first, end}  # between which all bytes belong to the same operand
            for o in used[used["space"] == space]:
                bounds = int(o["address"]), int(o["address"]) + int(o["extent"])
                edges |= {edge for edge in bounds if first < edge < end}
            cuts = sorted(edges)
            for at, to in pairwise(cuts):
                operand = operand_at(self.record, self.ins, space, at, write=False)
                start, wide = at, 1
                if operand >= 0:
                    o = self.record["operands"][operand]
                    wide = type_bytes(o)
                    start = int(o["address"]) + (at - int(o["address"])) // wide * wide
                addresses = np.arange(start, to, wide)
                for column, value in zip(columns, (operand, number, addresses, wide), strict=True):
                    column.append(np.broadcast_to(np.asarray(value, np.int64), addresses.shape))
        operands, reads, addresses, sizes = (np.concatenate([np.zeros(0, np.int64), *column]) for column in columns)
        spaces = np.array([space for space, _, _ in self.reads] or [0])
        # An element that several reads touch is one: that of the first.
        _, once = np.unique(addresses | spaces[reads] << _ABOVE_ADDRESSES, return_index=True)
        once.sort()
        return operands[once], reads[once], addresses[once], sizes[once]

    def _in_image(self, reads: Array, addresses: Array) -> Array:
        """Where elements are in the image of all segments; -1: nowhere."""
        out = np.full(len(addresses), -1)
        spaces = np.array([space for space, _, _ in self.reads] or [0])[reads]
        for segment in self.segments:
            here = (out < 0) & (spaces == segment.home.space) & (addresses >= segment.start)
            here &= addresses < segment.start + segment.before.size
            out[here] = segment.at + addresses[here] - segment.start
        return out

    def decide(self, wanted: Sequence[tuple[Home, int, int, int]]) -> list[Part] | None:
        """The elements that decide bytes which it wrote: memory, address, size, which bits. None: it is not known."""
        if not self.known:
            return None
        at: list[int] = []
        bits: list[int] = []
        for home, address, size, mask in wanted:
            first = self._index(home.space, address)
            if first is None:
                return None
            at += range(first, first + size)
            bits += [mask] * size
        places, masks = np.array(at), np.array(bits, np.uint8)
        left = self._left[places] & masks
        random = np.random.default_rng(_SEED)
        noise = [random.integers(0, 256, self._base.size, np.uint8) for _ in range(_RANDOM)]
        operands, reads, addresses, sizes = self._elements()
        where = self._in_image(reads, addresses)
        turns = [np.array(_INSTEAD, np.uint8)[(operands + turn) % len(_INSTEAD)] for turn in range(len(_INSTEAD))]

        def changes(image: Array) -> bool:
            found = self.run(image)
            return found is None or bool((found[places] & masks != left).any())

        def matters(first: int, end: int) -> bool:
            """Whether some of these elements do, all of them changed at once."""
            there = np.flatnonzero(where[first:end] >= 0) + first
            if not there.size:
                return False
            wide = sizes[there]
            bytes_of = np.repeat(where[there] - np.cumsum(wide) + wide, wide) + np.arange(int(wide.sum()))
            others = chain(_INSTEAD, (np.repeat(turn[there], wide) for turn in turns), (one[bytes_of] for one in noise))
            for other in others:
                image = self._base.copy()
                image[bytes_of] = other
                if changes(image):
                    return True
            return False

        found: list[Part] = []
        groups = [(0, len(where))]
        while groups:
            first, end = groups.pop()
            if first == end or not matters(first, end):
                continue
            if end - first == 1:
                home = self.writers.home(self.reads[reads[first]][0], self.launch, self.block)
                part = Part(int(operands[first]), home, int(addresses[first]), int(sizes[first]), 0xFF)
                found.append(self._only_bits(part, changes))
                continue
            half = first + (end - first) // 2
            groups += [(half, end), (first, half)]
        return found

    def with_other(self, home: Home, address: int, kind: DType, part: Part, held: bytes) -> float | None:
        """What it gives there as a number, where an element that it reads holds something else."""
        at, to = self._index(part.home.space, part.address), self._index(home.space, address)
        if at is None or to is None:
            return None
        image = self._base.copy()
        image[at : at + len(held)] = np.frombuffer(held, np.uint8)
        found = self.run(image)
        return None if found is None else float(found[to : to + kind.size].view(kind.numpy)[0])

    def _only_bits(self, part: Part, changes: Any) -> Part:
        """Of a byte, the bits that matter: masks and results of comparisons hold one for each lane."""
        if part.size > 1:
            return part
        at = self._index(part.home.space, part.address)
        bits = 0
        for bit in range(8):
            image = self._base.copy()
            image[at] ^= 1 << bit
            bits |= changes(image) << bit
        return part._replace(bits=bits or 0xFF)


_cores: dict[tuple[str, str], Core] = {}


def _core(chip: str, kind: str) -> Core:
    if (chip, kind) not in _cores:
        _cores[chip, kind] = Core(chip, kind=kind)
    return _cores[chip, kind]


def extension() -> Any:
    from lanewise.machine.engine import native

    return native(required=True)
