"""What a core was asked for, one record for each operation: the same from Python kernels and from C++ ones."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, overload

import numpy as np

from lanewise.aie.element import element_name
from lanewise.aie.makers import Makers
from lanewise.aie.work import NONE, Ports, Work, multiplying
from lanewise.draw import selection
from lanewise.errors import LanewiseError, user_location
from lanewise.isa.aie.accums import Accum
from lanewise.isa.aie.catalogue import timing
from lanewise.isa.aie.issued import ISSUED, MOST_AFTER, MOST_NUMBERS, MOST_TYPES, PORTS, SUM
from lanewise.isa.aie.masks import Mask
from lanewise.isa.aie.operands import Operand
from lanewise.isa.aie.types import LANE_TYPES, TAGS, LaneType, Tag
from lanewise.isa.aie.vectors import Vector
from lanewise.markup import paragraph, table
from lanewise.numerics.accumulator import ROUNDINGS, SATURATIONS

_SHOWN = 20  # kinds of records that a notebook shows


class Rows(NamedTuple):
    """Records as they are kept, with what their numbers stand for."""

    records: Any  # of ISSUED; behind them those that stand for operations without one
    words: Sequence[str]
    places: Sequence[tuple[str, int]]


@dataclass(frozen=True)
class Issued:
    """One operation. `argument` and `offset` say where it reaches in the arrays of a call, counted in bytes."""

    name: str
    types: tuple[str, ...]
    lanes: int
    numbers: tuple[int, ...]
    rounding: str
    saturation: str
    file: str
    line: int
    order: str = ""  # of operands and numbers: v for an operand, n for a number, b for true or false
    argument: int = 0
    offset: int = 0
    bytes: int = 0
    site: int = 0  # tells calls on one line apart
    after: tuple[int, ...] = ()  # records of the same call whose results it takes, counted from 0
    sums: tuple[int, ...] = ()  # those of them that it adds to
    work: Work = NONE  # what it asks of units and ports

    @property
    def same(self) -> tuple[Any, ...]:
        """What it asks for, wherever that stands."""
        return self.name, self.types, self.lanes, self.numbers, self.rounding, self.saturation

    @property
    def text(self) -> str:
        words = self._words(iter(self.types))
        memory = f" argument {self.argument} at {self.offset}" if self.argument else ""
        return f"{self.name}({', '.join(words)}) x {self.lanes}{memory}"

    def _words(self, operands: Iterator[str]) -> list[str]:
        numbers, words = iter(self.numbers), []
        for letter in self.order:
            if letter == "v":
                words.append(next(operands))
            else:
                n = next(numbers)
                words.append(str(bool(n)).lower() if letter == "b" else f"{n:#x}" if n > 0xFFFF else str(n))
        return words

    def draw(self) -> str:
        """Which lane reads which element, for multiplications that select their lanes."""
        lanes = [t for t in self.types if t in LANE_TYPES]
        names = iter(["acc"] * (len(self.types) - len(lanes)) + (["x", "y", "z"] if len(lanes) > 2 else ["x", "z"]))
        call = f"{self.name}({', '.join(self._words(names))})"
        if not selection.is_selection(call):
            raise LanewiseError("CALL-001", op="draw", case="no_lanes", name=self.name, usage="trace[i].text")
        return str(selection.explain(call, f"{lanes[0]}/{lanes[-1]}"))

    def __str__(self) -> str:
        return f"{os.path.basename(self.file)}:{self.line}: {self.text}"


class Trace(Sequence[Issued]):
    """Records in the order of the calls; `array` has them as numpy, `counts` how often each operation was asked for."""

    def __init__(self, records: Iterable[Issued], more: int = 0, rows: Rows | None = None) -> None:
        """`records` may be read from `rows` when somebody looks at them."""
        self._source, self.more, self._rows = records, more, rows

    @cached_property
    def _records(self) -> list[Issued]:
        return list(self._source)

    @overload
    def __getitem__(self, at: int) -> Issued: ...
    @overload
    def __getitem__(self, at: slice) -> list[Issued]: ...
    def __getitem__(self, at: int | slice) -> Issued | list[Issued]:
        return self._records[at]

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[Issued]:
        return iter(self._records)

    @property
    def counts(self) -> Counter[str]:
        return Counter(one.name for one in self)

    @property
    def words(self) -> list[str]:
        """Names and types, by the numbers that `array` has."""
        return sorted({word for one in self for word in (one.name, *one.types)})

    @cached_property
    def rows(self) -> Rows:
        """As a C++ kernel kept them, or `array`."""
        return self._rows or Rows(self.array, self.words, list(self._places))

    @property
    def _places(self) -> dict[tuple[str, int], int]:
        return {place: i for i, place in enumerate(dict.fromkeys((one.file, one.line) for one in self))}

    @property
    def array(self) -> Any:
        out, number = np.zeros(len(self), ISSUED), {word: i for i, word in enumerate(self.words)}
        places = self._places
        for row, one in zip(out, self, strict=True):
            for field in ("lanes", "bytes"):
                row[field] = getattr(one, field)
            row["name"], row["place"], row["address"] = number[one.name], places[one.file, one.line], one.offset
            row["rounding"], row["saturation"] = ROUNDINGS.index(one.rounding), SATURATIONS.index(one.saturation)
            row["types_count"], row["numbers_count"] = len(one.types), len(one.numbers)
            row["types"][: len(one.types)] = [number[t] for t in one.types]
            row["numbers"][: len(one.numbers)] = one.numbers
            row["before"][: len(one.types)] = [
                sum(letter != "v" for letter in one.order[:at]) for at, v in enumerate(one.order) if v == "v"
            ]
            after = [n + 1 | SUM * (n in one.sums) for n in one.after if n >= 0][:MOST_AFTER]
            row["after_count"], row["after"][: len(after)] = len(after), after
            for field, value in one.work._asdict().items():
                row[field] = value
            row["flags"] = sum(1 << i for i, c in enumerate(one.order.replace("v", "")) if c == "b")
        return out

    def __repr__(self) -> str:
        counts = ", ".join(f"{name} {count}" for name, count in self.counts.most_common())
        return f"<trace of {len(self) + self.more} operations: {counts or 'none'}>"

    def _repr_html_(self) -> str:
        alike = Counter((f"{os.path.basename(one.file)}:{one.line}", one.text) for one in self)
        rows = [(where, what, count) for (where, what), count in alike.most_common(_SHOWN)]
        less = len(alike) - len(rows)
        left = paragraph(f"and {less} that are asked for less often") if less else ""
        return paragraph(f"{len(self) + self.more} operations") + table(("line", "operation", "times"), rows) + left

    def __str__(self) -> str:
        lines = [str(one) for one in self]
        return "\n".join([*lines, *([f"and {self.more} more"] if self.more else [])]) or "nothing was asked for"


class Recorder:
    """Keeps and counts what a Python kernel asks of its core."""

    def __init__(self, modes: Callable[[], tuple[str, str]]) -> None:
        self._modes, self.records, self._makers = modes, list[Issued](), Makers()
        self.since = 0  # records that were taken already
        self._products = 0  # real ones, of the operation that runs now
        self._ports = Ports()

    def take(self) -> list[Issued]:
        """What was kept since the last time."""
        first, self.since = self.since, len(self.records)
        return [_counted_from(first, one) for one in self.records[first:]]

    def multiplied(self, count: int) -> None:
        self._products += count

    def __call__(self, name: str, arguments: Sequence[Any]) -> None:
        self._products = 0
        types, numbers, lanes, order = list[str](), list[int](), 0, ""
        memory = timing(name) in ("load", "store")
        for value in arguments:
            kind, count = _operand(value)
            if kind:
                types.append(kind)
                order += "v"
            elif isinstance(value, bool | int | np.integer) and not memory:
                numbers.append(int(value))
                order += "b" if isinstance(value, bool) else "n"
            lanes = max(lanes, count)
        file, line = user_location() or ("?", 0)
        after, sums = self._makers.of(arguments)
        self.records.append(
            Issued(name, tuple(types[:MOST_TYPES]), lanes, tuple(numbers[:MOST_NUMBERS]), *self._modes(), file, line,
                   order, after=after, sums=sums)
        )  # fmt: skip

    def done(self, arguments: Sequence[Any], result: Any) -> None:
        one, number = self.records[-1], len(self.records) - 1
        self._makers.made(result, number)
        if self._products:
            self.records[-1] = replace(one, work=multiplying(self._products, one.types, result))
        moves = timing(one.name)
        if moves not in ("load", "store", *PORTS[1:]):
            return
        moved = next((v for v in (result, *arguments[1:]) if isinstance(v, Vector | Accum)), None)
        if moves in ("load", "store"):
            if not isinstance(moved, Vector):
                return  # scalar code is not counted
            size = moved.size * moved.type.lane_bits // 8
            if moves == "store":
                self._makers.stored(arguments, size, number)
            else:
                one = replace(one, after=self._makers.loaded(arguments, size))
            self.records[-1] = replace(one, types=(moved.type.name,), lanes=moved.size, order="v", bytes=size)
        else:
            link = arguments[0] if arguments else None
            self.records[-1] = replace(one, work=self._ports.crossing(moves, moved, link))


def _counted_from(first: int, one: Issued) -> Issued:
    """A record of a call, which knows nothing of the calls before it."""
    after, sums = (tuple(n - first for n in numbers if n >= first) for numbers in (one.after, one.sums))
    return replace(one, after=after, sums=sums) if first else one


def _operand(value: Any) -> tuple[str, int]:
    """The type and the lanes of what is no number."""
    if isinstance(value, Vector | Operand):
        return value.type.name, value.size or 0
    if isinstance(value, Accum):
        return value.tag.name, value.size
    if isinstance(value, Mask):
        return "", value.size
    if isinstance(value, LaneType | Tag):
        return value.name, 0
    if isinstance(value, str) and (value in LANE_TYPES or value in TAGS):
        return value, 0
    if isinstance(value, np.ndarray):
        return element_name(value) or "", 0
    return "", 0


def read_rows(rows: Rows, arrays: Sequence[tuple[int, int, int]] = (), more: int = 0) -> Trace:
    """The trace of a C++ kernel. `arrays` has address, size and number of each argument."""
    return Trace(_read(rows, arrays), more, rows)


def _read(rows: Rows, arrays: Sequence[tuple[int, int, int]]) -> Iterator[Issued]:
    records, words, places = rows
    works = list(zip(*(records[field].tolist() for field in Work._fields), strict=True))
    for row, work in zip(records, works, strict=True):
        if row["times"]:
            continue
        types = [words[i] for i in row["types"][: row["types_count"]]]
        count, flags, order = int(row["numbers_count"]), int(row["flags"]), ""
        before = row["before"][: len(types)].tolist()
        for at in range(count + 1):
            order += "v" * before.count(at)
            if at < count:
                order += "b" if flags >> at & 1 else "n"
        address, reach = int(row["address"]), int(row["bytes"])
        argument, offset = next(((n, address - a) for a, size, n in arrays if a <= address < a + size), (0, 0))
        file, line = places[row["place"]]
        after = row["after"][: row["after_count"]].tolist()
        yield Issued(
            words[row["name"]], tuple(types), int(row["lanes"]), tuple(row["numbers"][:count].tolist()),
            ROUNDINGS[row["rounding"]], SATURATIONS[row["saturation"]], file, line, order, argument, offset, reach,
            int(row["place"]), tuple((n & ~SUM) - 1 for n in after), tuple((n & ~SUM) - 1 for n in after if n & SUM),
            Work(*work),
        )  # fmt: skip


def not_traced(maker: str) -> LanewiseError:
    return LanewiseError("AIE-004", op="trace", case="not_traced", maker=maker)
