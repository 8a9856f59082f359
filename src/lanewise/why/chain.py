"""From an element back to where it comes from: who wrote it, what that was made of, who wrote those, and so on."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lanewise.isa.issued import GM, MaskMode, Space, in_memory
from lanewise.isa.record import Instruction, Overload
from lanewise.machine.history import LAST, Argument, History
from lanewise.machine.trace import file_name
from lanewise.numerics.formats import BY_CODE, DTYPES, DType, dtype
from lanewise.numerics.rounding import RoundMode
from lanewise.why.depends import Again, Part, instruction_of, operand_at
from lanewise.why.writers import CODE, HOST, Found, Home, Writers

Array = np.ndarray[Any, Any]
BYTE = DTYPES["uint8"]
MOST_NODES = 2000  # that a chain follows
FEW = 8  # inputs that are all followed; of more those that decide
_DECIDE = 3
_WHOLE = 0xFF


@dataclass(frozen=True)
class Place:
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass
class Node:
    """An element at a moment, and what made it."""

    name: str  # as the program calls it: z[137], UB 0x1200
    kind: DType
    raw: bytes
    source: str  # instruction, code, host, unwritten, unknown, parts, number
    home: Home
    address: int
    bits: int = _WHOLE  # of its byte, where only some matter
    place: Place | None = None
    op: str = ""
    step: int = -1
    touch: int = -1
    block: int = -1
    launch: int = -1
    how: list[str] = field(default_factory=list)  # mask, rounding mode
    note: str = ""
    inputs: list[tuple[str, Node]] = field(default_factory=list)  # role, element
    count: int = 0  # of inputs, where not all are followed
    by: str = ""  # and why these are
    again: bool = False  # it stands elsewhere in the tree with all that made it
    first: Node | None = None  # and is that one

    @property
    def value(self) -> Any:
        return value_of(self.raw, self.kind)


def value_of(raw: bytes, kind: DType) -> Any:
    """As a number; bits where the type has none."""
    if len(raw) != kind.size or kind.kind not in "iufb":
        return int.from_bytes(raw, "little")
    found = np.frombuffer(raw, kind.numpy)[0]
    return float(found) if kind.is_float else int(found)


@dataclass
class Inputs:
    """All that an element depends on."""

    elements: set[tuple[int, int]] = field(default_factory=set)  # bytes of what the host left in GM: address, size
    unwritten: set[tuple[Home, int]] = field(default_factory=set)
    code: set[Place | None] = field(default_factory=set)  # lines of the kernel's own code that wrote something
    unknown: set[Place | None] = field(default_factory=set)  # instructions that are not known lane by lane
    places: dict[tuple[str, Place | None], int] = field(default_factory=dict)  # instructions, and how often


class Chains:
    """Of one history."""

    gm = Home(GM)

    def __init__(self, history: History) -> None:
        self.history = history
        self.writers = Writers(history)
        self._again: dict[int, Again] = {}
        self._decided: dict[tuple[int, tuple[tuple[Home, int, int, int], ...]], list[Part] | None] = {}

    # --- which element ---

    def end_of(self, launch: int) -> int:
        """The first tick behind a launch."""
        later = self.history.launches[launch + 1 :]
        return later[0].begin if later else LAST

    def find(self, name: str | int) -> tuple[int, Argument]:
        """The argument of the last launch that has one of that name or number."""
        names: list[str] = []
        for launch in range(len(self.history.launches) - 1, -1, -1):
            for argument in self.history.launches[launch].arguments:
                words = {word for one in argument.names for word in re.findall(r"\w+", one)}
                if str(name) == str(argument.number) or name in words:
                    return launch, argument
                names += argument.names[:1] or [str(argument.number)]
        known = ", ".join(dict.fromkeys(names)) or "none"
        raise ValueError(f"no launch has an array in GM called {name}; there are: {known}")

    def type_of(self, launch: int, argument: Argument) -> DType:
        """Of its elements: as the kernel says, else as the last instruction that wrote or read there."""
        if argument.type:
            return dtype(argument.type)
        found = BYTE
        rows = self.writers.touches["row"]
        here = np.flatnonzero((rows["space"] == GM) & (rows["address"] >= argument.address)
                              & (rows["address"] < argument.address + argument.size)
                              & (self.writers.touch_launch == launch) & (self.writers.touch_step >= 0))  # fmt: skip
        for touch in sorted(here, key=lambda at: (bool(rows["write"][at]), int(self.writers.touches["tick"][at]))):
            step = int(self.writers.touch_step[touch])
            record, ins = self.writers.steps[step]["record"], instruction_of(self.writers, step)
            at = operand_at(record, ins, GM, int(rows["address"][touch]), write=bool(rows["write"][touch]))
            kind = BY_CODE.get(int(record["operands"][at]["dtype"])) if at >= 0 else None
            found = kind or found
        return found

    def values(self, launch: int, argument: Argument) -> Found:
        """An array behind a launch."""
        return self.writers.look(Home(GM), argument.address, argument.size, self.end_of(launch))

    # --- back ---

    def check_index(self, argument: Argument, index: int, kind: DType) -> None:
        most = argument.size // kind.size
        if not 0 <= index < most:
            raise ValueError(f"{argument.names[0] if argument.names else argument.number} has {most:,} elements of "
                             f"{kind.vendor}; there is no [{index}]")  # fmt: skip

    def element(self, launch: int, argument: Argument, index: int, kind: DType) -> Node:
        self.check_index(argument, index, kind)
        return self.follow(self.gm, argument.address + index * kind.size, kind, self.end_of(launch), launch)

    def follow(self, home: Home, address: int, kind: DType, before: int, launch: int) -> Node:
        """The element there with all that made it."""
        known: dict[Any, Node] = {}
        root, more = self._node(home, address, kind, _WHOLE, before, launch, known)
        left = deque([root] if more else [])
        while left and len(known) < MOST_NODES:
            node = left.popleft()
            left += self._inputs(node, known)
        for node in left:
            node.note = "the chain goes on"
        return root

    def _node(
        self, home: Home, address: int, kind: DType, bits: int, before: int, launch: int, known: dict[Any, Node]
    ) -> tuple[Node, bool]:
        """An element, and whether it is new."""
        found = self.writers.look(home, address, kind.size, before)
        key = (home, address, kind.name, bits, tuple(found.owners.tolist()))
        if key in known:
            old = known[key]
            repeated = old.source in ("instruction", "parts", "code") and bool(
                old.inputs or old.source == "instruction"
            )
            if not repeated:
                return old, False
            shown = Node(**{**old.__dict__, "inputs": [], "count": 0, "again": True, "first": old})
            return shown, False
        owner = int(found.owners[0])
        node = Node(
            self._name(home, address, kind, launch), kind, found.bytes.tobytes(), "unwritten", home, address, bits
        )
        node.launch = launch
        known[key] = node
        if len(set(found.owners.tolist())) > 1:
            node.source, node.note = "parts", "its bytes have several writers"
            first = 0
            for end in range(1, kind.size + 1):
                if end == kind.size or found.owners[end] != found.owners[first]:
                    for at in range(first, end):
                        part, _ = self._node(home, address + at, BYTE, _WHOLE, before, launch, known)
                        node.inputs.append((f"byte {at}", part))
                    first = end
            return node, True
        if owner < 0:
            node.note = self._unwritten(home)
            return node, False
        self._written(node, owner)
        return node, node.source in ("instruction", "code")

    def _unwritten(self, home: Home) -> str:
        if not in_memory(home.space):
            return "no instruction has written this register: the kernel's own code has"
        if home.space == GM:
            return "device memory of which nothing is known"
        if len(self.history.launches[home.launch].kinds) > 1:
            return "nothing on this core has written it: nobody has, or another core of its group"
        return "nobody has written it"

    def _written(self, node: Node, owner: int) -> None:
        row, step = self.writers.touches[owner]["row"], int(self.writers.touch_step[owner])
        node.touch = owner
        if step == HOST:
            node.source, node.note = "host", self._left_by_host(node)
            return
        node.block, node.launch = int(row["block"]), int(self.writers.touch_launch[owner])
        node.place = place_of(row)
        if step == CODE:
            node.source, node.op = "code", "the kernel's own code"
            thread = f", thread {int(row['thread'])}" if row["thread"] else ""
            node.note = f"what it computes is not on the stream{thread}"
            return
        record = self.writers.steps[step]["record"]
        ins = instruction_of(self.writers, step)
        node.source, node.op, node.step, node.place = "instruction", self.called(ins), step, place_of(record)
        node.how = self._how(record, ins, node.launch)
        if not self.writers.touches[owner]["kept"]:
            node.note = "what was written is not known: it lies on another core"

    def called(self, ins: Instruction) -> str:
        """An instruction as the program names it."""
        return ins.vendor[0] if self.history.compiled and ins.vendor else ins.name

    def _left_by_host(self, node: Node) -> str:
        argument = self._argument(node.launch, node.address)
        if argument is None:
            return "left by the host in device memory"
        return f"argument {argument.number} of {self.history.launches[node.launch].kernel}, as the host left it"

    def _argument(self, launch: int, address: int) -> Argument | None:
        best = None
        for one in self.history.launches[launch].arguments:
            if one.address <= address < one.address + one.size and (best is None or one.address > best.address):
                best = one
        return best

    def _name(self, home: Home, address: int, kind: DType, launch: int) -> str:
        if home.space == GM:
            argument = self._argument(launch, address)
            if argument is not None:
                name = argument.names[0] if argument.names else f"argument {argument.number}"
                offset = address - argument.address
                return f"{name}[{offset // kind.size}]" if offset % kind.size == 0 else f"{name} byte {offset}"
            return f"GM {address:#x}"
        if in_memory(home.space):
            return f"{Space(home.space).name} {address:#x}"
        return {"REG": "a register", "MASK": "a mask register"}.get(Space(home.space).name, "an unaligned register")

    def _how(self, record: Any, ins: Instruction, launch: int) -> list[str]:
        out = []
        mode = MaskMode(int(record["mask_mode"]))
        if mode == MaskMode.COUNTER:
            out.append(f"{'count' if record['overload'] == Overload.COUNT else 'counter'} {int(record['mask'][0])}")
        elif mode == MaskMode.NORMAL:
            words = [int(word) for word in record["mask"]]
            lanes = sum(word.bit_count() for word in words[:2])
            out.append(f"mask of {lanes} lanes ({words[1]:x}:{words[0]:016x}), {int(record['repeat'])} repeats")
        if any(row.round_modes for row in ins.rows) and record["payload_count"]:
            number = int(self.writers.payload[int(record["payload"])])
            out.append(RoundMode(number).name if number in list(RoundMode) else f"rounding mode {number}")
        return out

    def again(self, step: int) -> Again:
        if step not in self._again:
            self._again[step] = Again(self.writers, step)
        return self._again[step]

    def decide(self, step: int, wanted: Sequence[tuple[Home, int, int, int]]) -> list[Part] | None:
        key = step, tuple(wanted)
        if key not in self._decided:
            self._decided[key] = self.again(step).decide(wanted)
        return self._decided[key]

    def _inputs(self, node: Node, known: dict[Any, Node]) -> list[Node]:
        """Finds what a node was made of; those that are new."""
        new: list[Node] = []

        def add(role: str, home: Home, address: int, kind: DType, bits: int, before: int) -> None:
            child, more = self._node(home, address, kind, bits, before, node.launch, known)
            node.inputs.append((role, child))
            if more:
                new.append(child)

        if node.source == "parts":
            return [child for _, child in node.inputs if child.source in ("instruction", "code") and not child.again]
        if node.source == "code":
            tick = int(self.writers.touches[node.touch]["tick"])
            for touch in self.writers.read_by_code(node.touch)[-FEW:]:
                row = self.writers.touches[touch]["row"]
                home = self.writers.home(int(row["space"]), node.launch, node.block)
                if int(row["bytes"]) == node.kind.size:
                    add("read just before", home, int(row["address"]), node.kind, _WHOLE, tick)
            return new
        step = node.step
        row = self.writers.steps[step]
        record, ins, tick = row["record"], instruction_of(self.writers, step), int(row["tick"])
        parts = self.decide(step, [(node.home, node.address, node.kind.size, node.bits)])
        if parts is None:
            node.note = node.note or "which of the elements that it read decide is not known: it can not be run again"
            parts = self.again(step).parts()
        self._numbers(node, record, ins)
        chosen = self._deciding(node, parts, record, ins, tick)
        for part in chosen:
            add(self._role(part, record, ins), part.home, part.address, self._kind(part, record), part.bits, tick)
        return new

    @staticmethod
    def _role(part: Part, record: Any, ins: Instruction) -> str:
        """The operands that begin where the one does that it belongs to."""
        if part.operand < 0:
            return ""
        mine = record["operands"][part.operand]
        return ", ".join(operand.name for operand, o in zip(ins.form.operands, record["operands"], strict=False)
                         if operand.reads and o["address"] == mine["address"] and o["space"] == mine["space"]
                         ) or ins.form.operands[part.operand].name  # fmt: skip

    def _kind(self, part: Part, record: Any) -> DType:
        kind = BY_CODE.get(int(record["operands"][part.operand]["dtype"])) if part.operand >= 0 else None
        return kind if kind is not None and kind.size == part.size else BYTE

    def _deciding(self, node: Node, parts: list[Part], record: Any, ins: Instruction, tick: int) -> list[Part]:
        """All of a few; of many those that matter most."""
        if len(parts) <= FEW:
            return parts
        node.count = len(parts)
        numbers = []
        for part in parts:
            kind = self._kind(part, record)
            number = value_of(self.writers.look(part.home, part.address, part.size, tick).bytes.tobytes(), kind)
            numbers.append(float(number) if isinstance(number, (int, float)) else 0.0)
        found = np.array(numbers)
        wrong = np.flatnonzero(~np.isfinite(found))
        if wrong.size:
            node.by = "the first that are no finite numbers"
            return [parts[i] for i in wrong[:_DECIDE]]
        same = np.flatnonzero(found == node.value)
        if same.size and ins.fold in ("max", "min"):
            node.by = "the one that it equals"
            return [parts[i] for i in same[:1]]
        node.by = "the largest"
        return [parts[i] for i in np.argsort(-np.abs(found), kind="stable")[:_DECIDE]]

    def _numbers(self, node: Node, record: Any, ins: Instruction) -> None:
        """Scalars of the call: they come from the kernel's own code."""
        for i, name in enumerate(ins.form.scalars):
            if i >= len(record["scalars"]) or record["flags"] & 8:
                continue
            kind = self.scalar_kind(record, ins, node.launch)
            raw = int(record["scalars"][i]).to_bytes(8, "little")[: kind.size]
            number = Node(name, kind, raw, "number", node.home, 0)
            number.note, number.launch = "a number of the call, from the kernel's own code", node.launch
            node.inputs.append(("", number))

    @staticmethod
    def operand_kinds(record: Any) -> list[DType]:
        return [BY_CODE[int(o["dtype"])] for o in record["operands"][: int(record["operand_count"])]
                if int(o["dtype"]) in BY_CODE]  # fmt: skip

    def scalars(self, record: Any, ins: Instruction, launch: int) -> list[float]:
        """Those that the call gives, as numbers."""
        if record["flags"] & 8:
            return []
        kind = self.scalar_kind(record, ins, launch)
        raw = [int(record["scalars"][i]).to_bytes(8, "little")[: kind.size] for i in range(len(ins.form.scalars))]
        return [float(value_of(one, kind)) for one in raw]

    def scalar_kind(self, record: Any, ins: Instruction, launch: int) -> DType:
        kinds = tuple(kind.name for kind in self.operand_kinds(record))
        row = next((r for r in ins.rows if r.types == kinds), None)
        name = ins.scalar_type(row) if row is not None else kinds[-1]
        return DTYPES.get(name, BYTE)

    # --- all of it ---

    def inputs(self, home: Home, address: int, size: int, before: int) -> Inputs:
        """Every element of what the host left that an element depends on."""
        found = Inputs()
        left: list[tuple[Home, int, int, int, int]] = [(home, address, size, _WHOLE, before)]
        seen: set[Any] = set()
        while left:
            home, address, size, bits, before = left.pop()
            owners = self.writers.look(home, address, size, before).owners
            for owner in sorted(set(owners.tolist())):
                mine = np.flatnonzero(owners == owner)
                first, count = address + int(mine[0]), int(mine[-1] - mine[0]) + 1
                key = (home, first, count, bits, owner)
                if key in seen:
                    continue
                seen.add(key)
                if owner < 0:
                    found.unwritten.add((home, first))
                    continue
                step = int(self.writers.touch_step[owner])
                if step == HOST:
                    found.elements.add((first, count))
                elif step == CODE:
                    found.code.add(place_of(self.writers.touches[owner]["row"]))
                else:
                    record = self.writers.steps[step]["record"]
                    place = place_of(record)
                    name = self.called(instruction_of(self.writers, step)), place
                    found.places[name] = found.places.get(name, 0) + 1
                    parts = self.decide(step, [(home, first, count, bits)])
                    if parts is None:
                        found.unknown.add(place)
                        parts = self.again(step).parts()
                    tick = int(self.writers.steps[step]["tick"])
                    left += [(part.home, part.address, part.size, part.bits, tick) for part in parts]
        return found


def place_of(row: Any) -> Place | None:
    name = file_name(int(row["file"]))
    return Place(name, int(row["line"])) if name and row["line"] else None


def nodes(root: Node) -> Iterable[Node]:
    """Each once, the element itself first."""
    seen: set[int] = set()
    left = deque([root])
    while left:
        node = left.popleft()
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        left += [child for _, child in node.inputs]
