"""Multiplications of AI Engines with lane selection: which lane reads which element, and what it does with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from lanewise.errors import LanewiseError
from lanewise.isa.aie.catalogue import named, operations
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.mac import Kind, Numbers, Reads, elements_read, parse
from lanewise.isa.aie.record import Row
from lanewise.isa.aie.selection import x_scheme
from lanewise.isa.aie.types import LANE_TYPES, LaneType
from lanewise.markup import pre
from lanewise.terminal import flowing

_CALL = re.compile(r"\s*(\w+)\s*\((.*)\)\s*;?\s*", re.S)
_NUMBER = re.compile(r"-?(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)[uUlL]*")
_TYPED = re.compile(r"\bv\d+(c?u?(?:int|float)\d*)\s+(\w+)")  # v16cint16 va
_COLUMN = {"sym": "({x} + {y})", "antisym": "({x} - {y})", "abs": "|{x}|", "": "{x}", "max": "max({x}, {y})",
           "min": "min({x}, {y})", "maxdiff": "max({x} - {y}, 0)"}


def _product(x: str, z: str, conj_x: bool, conj_z: bool) -> str:
    return f"{f'conj({x})' if conj_x else x} * {f'conj({z})' if conj_z else z}"


@dataclass(frozen=True)
class Buffer:
    name: str
    type: LaneType
    size: int


@dataclass(frozen=True, repr=False)
class Selected:
    """A call with everything it reads. `print` it, or ask for `svg()`."""

    call: str
    kind: Kind
    x: Buffer
    y: Buffer
    z: Buffer
    row: Row
    reads: Reads

    def term(self, lane: int, column: int) -> str:
        """`(x[0] - x[7]) * z[0]`."""
        found = self.reads
        x = f"{self.x.name}[{found.x[lane, column]}]"
        y = "" if found.y is None else f"{self.y.name}[{found.y[lane, column]}]"
        last = found.centre is not None and column == found.x.shape[1] - 1
        if found.centre is not None and last:
            data = f"{self.x.name}[{found.centre[lane]}]"
        else:
            data = _COLUMN[self.kind.adder].format(x=x, y=y)
        z = f"{self.z.name}[{found.z[lane, column]}]"
        if self.kind.conj_z and not last:
            sign = "-" if self.kind.adder == "antisym" else "+"
            pair = _product(x, z, found.conj_x, found.conj_z), _product(y, z, found.conj_x, not found.conj_z)
            return f"{pair[0]} {sign} {pair[1]}"
        return _product(data, z, found.conj_x, found.conj_z)

    def formulas(self) -> Iterator[str]:
        """What every lane computes."""
        start = {"mul": "", "negmul": "-", "mac": "acc + ", "msc": "acc - "}[self.kind.verb]
        count = self.reads.x.shape[1]
        for lane in range(self.kind.lanes):
            total = " + ".join(self.term(lane, c) for c in range(count))
            whole = f"({total})" if start.strip() in ("-", "acc -") and count > 1 else total
            yield f"lane {lane:<3} = {start}{whole}"
        if self.reads.unit is not None:
            for lane, element in enumerate(self.reads.unit.tolist()):
                yield f"lane {lane + self.kind.lanes:<3} = {start}{self.x.name}[{element}] << {self.reads.shift}"

    def strips(self) -> Iterator[str]:
        """The buffers with the column that reads each element, lane by lane."""
        found = self.reads
        yield from self._strip("x", self.x, found.x)
        if found.y is not None:
            yield ""
            yield from self._strip("y", self.y, found.y)
        yield ""
        yield from self._strip("z", self.z, found.z)

    def _strip(self, role: str, buffer: Buffer, where: Array) -> Iterator[str]:
        shown = min(buffer.size, -(-(int(where.max()) + 1) // 8) * 8)
        yield f"{buffer.name} for {role}".ljust(12) + "".join(f"{n:<8}" for n in range(0, shown, 8)).rstrip()
        for lane, row in enumerate(where):
            marks = ["·"] * shown
            for column, element in enumerate(row):
                marks[element] = "*" if marks[element] != "·" else "0123456789abcdef"[column]
            yield f"  lane {lane}".ljust(12) + "".join(marks)

    def sentences(self) -> list[str]:
        count = self.reads.x.shape[1]
        adder = {"sym": "The pre-adder adds y to x", "antisym": "The pre-adder subtracts y from x",
                 "abs": "The pre-adder takes |x|", "": "The pre-adder is not used"}
        said = adder.get(self.kind.adder, f"The pre-adder takes {self.kind.adder} of x and y")
        wider = f", exactly, in {self.x.type.bits + 1} bits" if self.kind.adder else ""
        width = "1 column" if count == 1 else f"{count} columns"
        return [
            f"{self.kind.name}: {self.kind.lanes} lanes of {self.row.types[-1]}, {width} of "
            f"{self.x.type} x {self.z.type}. {said}{wider}; z is the coefficient.",
        ]

    def text(self, *, ascii: bool = False) -> str:
        """A sentence, what every lane computes, and the buffers."""
        count = self.reads.x.shape[1]
        legend = "a digit is the column that reads the element, * several, · none" if count > 1 else ""
        formulas = (flowing(one, "", " " * 11) for one in self.formulas())
        parts = ["\n".join(flowing(w) for w in self.sentences()), "\n".join(formulas), "\n".join(self.strips()), legend]
        found = "\n\n".join(part for part in parts if part)
        return found.replace("·", ".") if ascii else found

    def __str__(self) -> str:
        return self.text()

    def svg(self, title: str = "") -> str:
        """A row for every lane, a box for every column."""
        count = self.reads.x.shape[1]
        box, left, top, high = 9 * max(len(self.term(0, c)) for c in range(count)), 70, 76, 26
        out = [_text(16, 28, title or self.call, 15), _text(16, 48, self.sentences()[0], 12)]
        out += [_text(left + c * (box + 6) + 6, top - 8, f"column {c}", 12) for c in range(count)]
        colours = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#994f00")
        for lane in range(self.kind.lanes):
            y = top + lane * (high + 4)
            out.append(_text(16, y + 17, f"lane {lane}", 12))
            for c in range(count):
                x = left + c * (box + 6)
                out.append(f'<rect x="{x}" y="{y}" width="{box}" height="{high}" rx="3" fill="{colours[c % 8]}" '
                           f'fill-opacity="0.18" stroke="{colours[c % 8]}"/>')
                out.append(_text(x + 6, y + 17, self.term(lane, c), 12))
        wide, tall = left + count * (box + 6) + 10, top + self.kind.lanes * (high + 4) + 10
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{tall}" viewBox="0 0 {wide} {tall}">'
                f'<rect width="100%" height="100%" fill="white"/>{"".join(out)}</svg>')

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return f"{self.svg()}{pre(self.text())}"


def _text(x: int, y: int, words: str, size: int) -> str:
    return f'<text x="{x}" y="{y}" font-family="monospace" font-size="{size}">{escape(words)}</text>'


def is_selection(text: str) -> bool:
    """Whether a call as typed is one of these."""
    found = _CALL.fullmatch(text)
    return found is not None and parse(found[1]) is not None


def explain(text: str, dtype: str = "") -> Selected:
    """`mul8_antisym(x, 0, 0x03020100, 2, 0x2110, 6, 0x1201, z, 0, 0, 1)`: names are buffers, `...` the usual numbers.

    `dtype` is the type of x and of z, as in int16/int16, unless the call says them, as in `mul8(v32int16 x, 0, ...)`:
    else the first pair that the intrinsic takes.
    """
    found = _CALL.fullmatch(text)
    kind = parse(found[1]) if found else None
    if found is None or kind is None:
        raise LanewiseError("CALL-001", op="explain", case="no_selection", text=repr(text),
                            usage='"mul8_sym(x, 0, 0x03020100, 2, 0x2110, 6, 0x1201, z, 0, 0, 1)"')
    record = next(iter(named(kind.name)), None)
    if record is None:
        near = ", ".join(o for o in operations() if o.startswith(kind.verb))[:200]
        raise LanewiseError("OP-004", asked=kind.name, known=near)
    typed = {name: kind for kind, name in _TYPED.findall(found[2])}
    parts, usual = _parse_buffers(kind, _TYPED.sub(r"\2", found[2]))
    if len(parts) < 2 or len(parts) > 3:
        raise LanewiseError("CALL-001", op=kind.name, case="buffers",
                            usage=f'"{record.signature}"')
    if not dtype and parts[0][0] in typed and parts[-1][0] in typed:
        dtype = f"{typed[parts[0][0]]}/{typed[parts[-1][0]]}"
    problem: LanewiseError | None = None
    for row in _matching_rows(kind, record.rows, dtype):
        try:
            return _select_lanes(text.strip(), kind, row, parts, usual)
        except LanewiseError as refused:  # numbers for other types
            problem = problem or refused
    assert problem is not None
    raise problem


def _select_lanes(
    text: str, kind: Kind, row: Row, parts: Sequence[tuple[str, list[int | bool]]], usual: bool
) -> Selected:
    x, z = (LANE_TYPES[name] for name in row.types[-3:-1])
    kinds = [x, *[x] * (len(parts) - 2), z]
    bits = [512 if kind.lanes < 16 else 1024] * (len(parts) - 1) + [256]
    made = [Buffer(name, t, b // t.lane_bits) for (name, _), t, b in zip(parts, kinds, bits, strict=True)]
    defaults = [*[_default_parameters(kind, x, z, usual)] * (len(parts) - 1), _usual_z(usual)]
    numbers = [Numbers(kind, list(values), some) for (_, values), some in zip(parts, defaults, strict=True)]
    found = elements_read(kind, list(zip(made, numbers, strict=True)))
    return Selected(text, kind, made[0], made[1] if len(made) == 3 else made[0], made[-1], row, found)


def _matching_rows(kind: Kind, rows: Sequence[Row], dtype: str) -> list[Row]:
    """The row of the types that were asked for, or all, words of 16 bits first."""
    if not dtype:
        return sorted(rows, key=lambda row: row.types[-3:-1] != ("int16", "int16"))
    words = tuple(dtype.split("/"))
    wanted = words * 2 if len(words) == 1 else words
    found = [row for row in rows if row.types[-3:-1] == wanted]
    if not found:
        known = ", ".join("/".join(row.types[-3:-1]) for row in rows)
        raise LanewiseError("OP-002", op=kind.name, chip="aie", types=" x ".join(wanted), known=known)
    return found


def _parse_buffers(kind: Kind, inside: str) -> tuple[list[tuple[str, list[int | bool]]], bool]:
    """Buffers with the numbers behind each, and whether the call leaves the rest open."""
    words = [w.strip() for w in inside.split(",") if w.strip()]
    if kind.verb in ("mac", "msc") and words:
        words.pop(0)  # the accumulator
    open_end = "..." in words
    parts: list[tuple[str, list[int | bool]]] = []
    for word in words:
        if word == "...":
            continue
        if word in ("true", "false", "True", "False") and parts:
            parts[-1][1].append(word.lower() == "true")
        elif _NUMBER.fullmatch(word) and parts:
            parts[-1][1].append(int(word.rstrip("uUlL"), 0))
        else:
            parts.append((word, []))
    if open_end and len(parts) == 1:
        parts.append(("z", []))
    return parts, open_end


def _default_parameters(kind: Kind, x: LaneType, z: LaneType, usual: bool) -> Mapping[str, int]:
    """The numbers of a filter that starts at the first element."""
    if not usual:
        return {}
    halves = x_scheme(x, z) != "regular"
    count = max(1, 128 * 64 // (x.bits * z.bits) // (1 + x.is_complex) // (1 + z.is_complex) // kind.lanes)
    return {"a start": 0, "offsets": 0x03020100 if halves else 0x76543210, "offsets_hi": 0x07060504,
            "a step": 1 + halves, "a square": 0x2110, "the start of y": 2 * count - 1 - halves,
            "the square of y": 0x1201, "the middle tap": count - 1, "the column of the unit tap": 0,
            "the shift of the unit tap": 0}


def _usual_z(usual: bool) -> Mapping[str, int]:
    if not usual:
        return {}
    return {"a start": 0, "offsets": 0, "offsets_hi": 0, "a step": 1, "a square": 0x3210,
            "the shift of the unit tap": 0}
