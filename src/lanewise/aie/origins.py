"""Where an element comes from that a kernel of an AI Engine stored: back through the operations that its call asked
for, which are computed again by their Python functions, from what its arrays held before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from lanewise.aie.trace import Issued, Trace
from lanewise.isa.aie.catalogue import timing
from lanewise.isa.aie.vectors import Vector
from lanewise.isa.issued import GM
from lanewise.machine.history import Argument
from lanewise.markup import Printed
from lanewise.numerics.accumulator import ROUNDINGS, SATURATIONS
from lanewise.numerics.formats import DTYPES, DType, dtype
from lanewise.why.chain import Node, Place
from lanewise.why.compare import Compared, Tolerance, contents, pattern_of, share
from lanewise.why.texts import data as node_data
from lanewise.why.texts import line, number_of, tree, where_at
from lanewise.why.writers import Home

Array = np.ndarray[Any, Any]
_MOST = 400  # operations that a chain follows
_LANES = 4  # elements of a load that are named
_SHIFTS = 64  # that are tried
_LONG = 4000  # operations of a call that is computed again for each trial
_VALUES = 8  # lanes that are shown of a vector


@dataclass
class Held:
    """A call: its arrays before and after it, and what it asked for."""

    kernel: str
    chip: str
    names: Sequence[str]  # of its parameters
    before: dict[int, Array]  # by number from 1
    after: dict[int, Array]
    trace: Trace

    @cached_property
    def stores(self) -> list[tuple[int, Issued]]:
        return [(at, one) for at, one in enumerate(self.trace)
                if one.argument and one.bytes and timing(one.name) == "store"]  # fmt: skip

    def find(self, name: str | int) -> int:
        for number in self.after:
            if str(name) in (str(number), self.names[number - 1]):
                return number
        known = ", ".join(self.names[number - 1] or str(number) for number in self.after)
        raise ValueError(f"{self.kernel} has no array called {name}; there are: {known or 'none'}")

    # --- one element ---

    def element(self, number: int, index: int) -> Node:
        array = self.after[number]
        if not 0 <= index < array.size:
            name = self.names[number - 1]
            raise ValueError(f"{name} has {array.size:,} elements, and no [{index}]; give one below that")
        kind = _kind(array)
        node = Node(f"{self.names[number - 1]}[{index}]", kind, array.reshape(-1)[index].tobytes(), "host", Home(GM),
                    index * kind.size)  # fmt: skip
        first = index * kind.size
        mine = [(at, one) for at, one in self.stores
                if one.argument == number and one.offset <= first < one.offset + one.bytes]  # fmt: skip
        if not mine:
            node.note = f"argument {number} of {self.kernel}: no vector was stored there"
            return node
        at, one = mine[-1]
        lane = (first - one.offset) // kind.size
        known: dict[tuple[int, int], Node] = {}
        self._made(node, at, one)
        for to in self._makers(one):
            node.inputs.append(("", self._operation(to, lane, known)))
        return node

    def _makers(self, one: Issued) -> list[int]:
        """Operations whose results it takes; what else is noted has other types."""
        fitting = [to for to in one.after if _type_of(self.values.get(to)) in one.types]
        return fitting or list(one.after)

    def _made(self, node: Node, at: int, one: Issued) -> None:
        node.source, node.op, node.step, node.place = "instruction", one.name, at, Place(one.file, one.line)
        words = []
        if one.name in _NARROWING:
            words += [f"shift {one.numbers[0]}"] if one.numbers else []
            words += [f"rounding {one.rounding}", f"saturation {one.saturation}"]
        node.how = words

    def _operation(self, at: int, lane: int, known: dict[tuple[int, int], Node]) -> Node:
        """What an operation gave, in the lane that matters where it has one like the result."""
        one, value = self.trace[at], self.values.get(at)
        if (at, lane) in known:
            old = known[at, lane]
            return Node(**{**old.__dict__, "inputs": [], "again": True, "first": old})
        lanes = _lanes(value)
        whole = lanes is not None and lane < len(lanes)
        kind = DTYPES["int64"] if lanes is None or lanes.dtype.kind in "iuO" else DTYPES["double"]
        raw = _raw(lanes[lane], kind) if lanes is not None and whole else b""
        name = f"lane {lane} of {_type_of(value)}" if whole else one.text
        node = Node(name, kind, raw, "instruction", Home(GM), at)
        known[at, lane] = node
        self._made(node, at, one)
        if len(known) >= _MOST:
            node.note = "the chain goes on"
            return node
        if one.argument and timing(one.name) == "load":
            array = self.before[one.argument]
            of, size = _kind(array), array.dtype.itemsize
            first, count = one.offset // size, max(1, one.bytes // size)
            picked = [first + lane] if whole and lane < count else range(first, first + min(count, _LANES))
            node.count = count if not whole and count > _LANES else 0
            node.by = "the first"
            for index in picked:
                if index < array.size:
                    name = f"{self.names[one.argument - 1]}[{index}]"
                    leaf = Node(name, of, array.reshape(-1)[index].tobytes(), "host", Home(GM), index * size)
                    leaf.note = f"argument {one.argument} of {self.kernel}, as it was before the call"
                    node.inputs.append(("", leaf))
            return node
        for to in self._makers(one):
            node.inputs.append(("acc" if to in one.sums else "", self._operation(to, lane, known)))
        return node

    # --- what operations gave ---

    @cached_property
    def values(self) -> dict[int, Any]:
        """Of each operation its result, where it can be computed again and gives what the call stored."""
        return self._as_it_was[1]

    @cached_property
    def _as_it_was(self) -> tuple[set[tuple[str, int]], dict[int, Any]]:
        """Lines whose two operands stand the other way round than they are noted, and what operations gave."""
        pairs = dict.fromkeys((one.name, one.line) for one in self.trace if len(one.after) == 2 and not one.sums)
        for turned in (set(), *({one} for one in pairs), set(pairs)) if len(self.trace) <= _LONG else ():
            found, stored = self.computed({}, turned)
            if all(np.array_equal(array.view(np.uint8), self.after[number].view(np.uint8))
                   for number, array in stored.items()):  # fmt: skip
                return turned, found
        return set(), {}

    def computed(
        self, other: dict[tuple[str, int], dict[str, Any]], turned: set[tuple[str, int]]
    ) -> tuple[dict[int, Any], dict[int, Array]]:
        """All operations once more, those of some lines with something else; and what arrays hold then."""
        from lanewise.aie.cores import core

        found: dict[int, Any] = {}
        arrays = {number: array.copy() for number, array in self.before.items()}
        with core(self.chip) as running:
            for at, one in enumerate(self.trace):
                if (one.name, one.line) in turned:
                    one = replace(one, after=one.after[::-1])
                one = replace(one, **other.get((one.name, one.line), {}))
                running.rounding, running.saturation = one.rounding, one.saturation
                given = _operands(one, [found.get(to) for to in one.after])
                moves = timing(one.name)
                try:
                    if moves == "load" and one.argument:
                        held = arrays[one.argument].view(np.uint8).reshape(-1)[one.offset : one.offset + one.bytes]
                        found[at] = Vector(held.view(arrays[one.argument].dtype).copy(), _type(one.types[0]))
                    elif moves == "store" and one.argument and given and given[0] is not None:
                        raw = np.ascontiguousarray(_lanes(given[0])).astype(arrays[one.argument].dtype).tobytes()
                        to = arrays[one.argument].view(np.uint8).reshape(-1)
                        to[one.offset : one.offset + len(raw)] = np.frombuffer(raw, np.uint8)
                    elif one.name in _NARROWING and given and given[0] is not None:
                        found[at] = given[0].to_vector(one.types[-1], one.numbers[0] if one.numbers else 0)
                    elif given and None not in given:
                        found[at] = _again(one, given)
                except Exception:  # what cannot be written so in Python is not known
                    continue
        return found, arrays

    # --- all of an array ---

    def compared(self, wanted: dict[str, Any], tolerance: Tolerance) -> Wrong:
        out = Wrong(self)
        for name, want in wanted.items():
            number = self.find(name)
            got = self.after[number].reshape(-1)
            should = np.asarray(want).reshape(-1)
            if should.size > got.size:
                raise ValueError(f"{name} has {got.size:,} elements; give no more than that, not {should.size:,}")
            got = got[: should.size]
            kind = _kind(got)
            one = Compared(self.names[number - 1], 0, Argument(number, (name,), 0, got.nbytes), kind, got,
                           should.astype(got.dtype), np.zeros(0, int), tolerance)  # fmt: skip
            one.wrong = np.flatnonzero(~one.close(got))
            said = [word for word in (pattern_of(one), contents(one)) if word] if len(one.wrong) else []
            out.lines.append("; ".join([share(one), *said]))
            out.wrong += len(one.wrong)
            if len(one.wrong) and out.element is None:
                first = int(one.wrong[0])
                out.element = self.element(number, first)
                made = f"no cause is proved; it was made by {_lines(out.element)}"
                out.lines += self._causes(one, out.element) or [made]
                lines = tree(out.element)
                out.lines.append(f"{line(out.element)}; it should be {number_of(one.want[first].tobytes(), kind)}")
                out.lines += lines[1:]
        return out

    def _causes(self, one: Compared, node: Node) -> list[str]:
        """With something else at one line all would be as expected."""
        number = one.argument.number
        if len(self.trace) > _LONG or not self.values:
            return []
        records = [self.trace[one.step] for one in _nodes(node) if one.step >= 0]
        places = {(one.name, one.line): one for one in records}
        for (name, place), record in places.items():
            turned = self._as_it_was[0]
            for text, other, turns in _trials(record):
                mine = turned ^ {(name, place)} if turns else turned
                now = self.computed({(name, place): other}, mine)[1][number].reshape(-1)[: one.got.size]
                if one.close(now).all():
                    count = len(one.wrong)
                    which = f"all {count:,}" if count > 1 else "it"
                    return [f"proved: {where_at(Place(record.file, place))}{name}: with {text} {which} would be right"]
        return []


@dataclass(repr=False)
class Wrong(Printed):
    """What is not as it should be."""

    held: Held
    lines: list[str] = field(default_factory=list)
    element: Node | None = None
    wrong: int = 0

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def __bool__(self) -> bool:
        return not self.wrong

    def data(self) -> dict[str, Any]:
        return {"lines": self.lines, "wrong": self.wrong, "element": node_data(self.element) if self.element else None}


@dataclass(repr=False)
class Origin(Printed):
    """The chain of one element."""

    element: Node

    def __str__(self) -> str:
        return "\n".join(tree(self.element))

    def data(self) -> dict[str, Any]:
        return node_data(self.element)


_NARROWING = ("to_vector", "srs")


def _trials(one: Issued) -> Iterator[tuple[str, dict[str, Any], bool]]:
    """What else it may say: in words, as fields of its record, and whether its operands are turned."""
    if one.name in _NARROWING:
        for shift in range(_SHIFTS) if one.numbers else ():
            if shift != one.numbers[0]:
                numbers = {"numbers": (shift, *one.numbers[1:])}
                yield f"a shift of {shift} in the place of {one.numbers[0]}", numbers, False
        for mode in SATURATIONS:
            if mode != one.saturation:
                yield f"saturation {mode} in the place of {one.saturation}", {"saturation": mode}, False
        for mode in ROUNDINGS:
            if mode != one.rounding:
                yield f"rounding {mode} in the place of {one.rounding}", {"rounding": mode}, False
    if len(one.after) == 2 and not one.sums:
        yield "its operands swapped", {}, True
    for at, number in enumerate(one.numbers if one.name not in _NARROWING else ()):
        for by in (1, -1, 2, -2):
            now = (*one.numbers[:at], number + by, *one.numbers[at + 1 :])
            yield f"the numbers {now} in the place of {one.numbers}", {"numbers": now}, False


def _type_of(value: Any) -> str:
    if isinstance(value, Vector):
        return value.type.name
    return str(getattr(value, "tag", "")) if value is not None else ""


def _operands(one: Issued, made: Sequence[Any]) -> list[Any]:
    """Of each operand what it is. A result that is taken twice is noted once; what is of no operand's type is left."""
    out, left = [], list(made)
    for kind in one.types:
        fits = [value for value in left if _type_of(value) == kind]
        again = [value for value in made if _type_of(value) == kind]
        out.append((fits or again or [None])[0])
        if fits:
            left.pop(next(i for i, value in enumerate(left) if value is fits[0]))
    return out


def _again(one: Issued, given: Sequence[Any]) -> Any:
    """An operation as a function of its operands and numbers, in the order of the call."""
    from lanewise.aie.functions import function

    operands, numbers, arguments = iter(given), iter(one.numbers), []
    for letter in one.order:
        if letter == "v":
            value = next(operands, None)
            if value is None:
                raise ValueError
            arguments.append(value)
        else:
            n = next(numbers)
            arguments.append(bool(n) if letter == "b" else n)
    return function(one.name)(*arguments)


def _kind(array: Array) -> DType:
    return dtype(array.dtype)


def _type(name: str) -> Any:
    from lanewise.isa.aie.types import LANE_TYPES

    return LANE_TYPES[name]


def _lanes(value: Any) -> Any:
    if isinstance(value, Vector):
        return value.data
    lanes = getattr(value, "values", None)
    return np.asarray(lanes()) if callable(lanes) else None


def _raw(lane: Any, kind: DType) -> bytes:
    try:
        return np.array(lane).astype(kind.numpy).tobytes()
    except (OverflowError, TypeError, ValueError):
        return b""


def _nodes(root: Node) -> Iterator[Node]:
    yield root
    for _, child in root.inputs:
        yield from _nodes(child)


def _lines(root: Node) -> str:
    found = dict.fromkeys(f"{where_at(node.place)}{node.op}" for node in _nodes(root) if node.place)
    return ", ".join(list(found)[:6]) or "nothing that was stored"
