"""Fractals drawn: where a load takes them from and puts them, how a matrix lies in them, and what a product reads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from lanewise.chips.chip import chip as find_chip
from lanewise.chips.cores import memory
from lanewise.errors import LanewiseError
from lanewise.isa.ascend.move import BLOCK, MoveEnv
from lanewise.isa.catalogue import instructions, opcodes
from lanewise.isa.fractals import FRACTAL, ROWS, in_square
from lanewise.isa.record import Overload
from lanewise.markup import paragraph
from lanewise.numerics.formats import DType
from lanewise.numerics.formats import dtype as find_dtype
from lanewise.terminal import flowing

MOST = 64  # cells in a row
_WORDS = {"true": 1, "false": 0}
NOTHING = "."
_CELL, _GAP, _TOP = 34, 8, 20

# The record of a structure, its fields in the order of its constructor, and the record's parameters among them.
_LOADS = {
    "LoadData2DParams": ("load_data", "startIndex repeatTimes srcStride sid dstGap ifTranspose addrMode",
                         "startIndex repeatTimes srcStride dstGap ifTranspose addrMode"),
    "LoadData2DParamsV2": ("load_data_2dv2",
                           "mStartPosition kStartPosition mStep kStep srcStride dstStride ifTranspose sid",
                           "mStartPosition kStartPosition mStep kStep srcStride dstStride ifTranspose"),
    "LoadData2dTransposeParams": ("load_data_with_transpose",
                                  "startIndex repeatTimes srcStride dstGap dstFracGap addrMode",
                                  "startIndex repeatTimes srcStride dstGap dstFracGap addrMode srcFracGap"),
    "LoadData2dTransposeParamsV2": ("load_data_with_transpose",
                                    "startIndex repeatTimes srcStride dstGap dstFracGap srcFracGap addrMode",
                                    "startIndex repeatTimes srcStride dstGap dstFracGap addrMode srcFracGap"),
    "Nd2NzParams": ("data_copy_nd2nz", "ndNum nValue dValue srcNdMatrixStride srcDValue dstNzC0Stride dstNzNStride "
                    "dstNzMatrixStride", "ndNum nValue dValue srcNdMatrixStride srcDValue dstNzC0Stride dstNzNStride "
                    "dstNzMatrixStride sid"),
    "Dn2NzParams": ("data_copy_dn2nz", "dnNum nValue dValue srcDnMatrixStride srcDValue dstNzC0Stride dstNzNStride "
                    "dstNzMatrixStride", "dnNum nValue dValue srcDnMatrixStride srcDValue dstNzC0Stride dstNzNStride "
                    "dstNzMatrixStride"),
}  # fmt: skip
_PRODUCT = "m n k unitFlag cmatrixSource cmatrixInitVal"
_CALL = re.compile(
    r"^\s*(?:AscendC::|lanewise\.|asc\.)*"
    r"(LoadData|load_data|LoadDataWithTranspose|load_data_with_transpose|DataCopy|data_copy|Mmad|mmad)\s*"
    r"\((\s*\w+\s*,\s*\w+\s*,(?:\s*\w+\s*,)?)\s*(?:AscendC::|asc\.)?(\w*)\s*([({].*)\)\s*;?\s*$", re.S)  # fmt: skip


@dataclass(frozen=True)
class Grid:
    """A matrix of fractals, or a row of memory: what each cell is called."""

    name: str
    caption: str
    cells: Sequence[Sequence[str]]


@dataclass(frozen=True, repr=False)
class Fractals:
    """`print` it, ask for `svg()`, or let a notebook show it."""

    call: str
    about: str
    grids: Sequence[Grid]
    notes: Sequence[str]

    def text(self, *, ascii: bool = False) -> str:
        del ascii  # there are no other signs
        grids = ["\n".join(_lines(grid)) for grid in self.grids]
        return "\n\n".join([flowing(self.about), *grids, "\n".join(map(flowing, self.notes))]).rstrip()

    def svg(self, title: str = "") -> str:
        """The grids, one below the other."""
        shapes, down, across = [], _TOP, 0
        shapes.append(_text(_GAP, down, title or self.call))
        for grid in self.grids:
            down += _TOP + _GAP
            shapes.append(_text(_GAP, down, f"{grid.name}: {grid.caption}"))
            down += _GAP
            for row in grid.cells:
                for k, cell in enumerate(row):
                    shapes.append(_box(_GAP + k * _CELL, down, cell))
                across = max(across, len(row) * _CELL)
                down += _CELL
        for note in self.notes:
            down += _TOP
            shapes.append(_text(_GAP, down, note))
        wide = max(across, 8 * max(len(one) for one in (self.call, *self.notes))) + 2 * _GAP
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{down + _TOP}" '
                f'font-family="monospace" font-size="12">{"".join(shapes)}</svg>')  # fmt: skip

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return paragraph(self.about) + self.svg() + "".join(map(paragraph, self.notes))


def fractals(call: str, chip: Any, dtype: str) -> Fractals | None:
    """A load, a copy to fractals or a product as a user types it; None: another call."""
    found = _CALL.match(call)
    if not found:
        return None
    name, _, structure, text = found.groups()
    given = [part.strip() for part in text.strip()[1:-1].split(",") if part.strip()]
    if name.lower() == "mmad":
        types = [find_dtype(one) for one in dtype.split("/")] if dtype else []
        return _product(call, chip, types[-1] if types else find_dtype("half"), _fields(call, _PRODUCT, given))
    kind = structure or _unnamed(name, len(given))
    if kind not in _LOADS:
        return None
    record, fields, params = _LOADS[kind]
    values, element = _fields(call, fields, given), find_dtype(dtype or "half")
    if kind == "LoadData2dTransposeParams":  # they count squares, the record fractals
        for one in ("startIndex", "srcStride"):
            values[one] = values.get(one, 0) * in_square(element)
    return _move(call, chip, element, record, [values.get(one, 0) for one in params.split()])


def _unnamed(name: str, given: int) -> str:
    """The structure that braces alone mean."""
    if name in ("LoadDataWithTranspose", "load_data_with_transpose"):
        return "LoadData2dTransposeParams"
    if name in ("DataCopy", "data_copy"):
        return "Nd2NzParams" if given == 8 else ""
    return "LoadData2DParamsV2" if given == 8 else "LoadData2DParams"


def _fields(call: str, names: str, given: Sequence[str]) -> dict[str, int]:
    """In their order, or by name: nValue, or n_value as Python has it."""
    known = names.split()
    by_name = {name.lower(): name for name in known}
    out: dict[str, int] = {}
    for place, part in enumerate(given):
        word, joined, text = (side.strip() for side in part.rpartition("="))
        name = by_name.get(word.replace("_", "").lower()) if joined else known[place] if place < len(known) else None
        value = _number(text)
        if name is None or value is None:
            raise LanewiseError("CALL-001", op="explain", case="drawn_number", part=repr(part), call=repr(call),
                                known=", ".join(known), usage="numbers in that order")
        out[name] = value
    return out


def _number(text: str) -> int | None:
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    try:
        return int(text.rstrip("uUlL"), 0)
    except ValueError:
        return None


# --- moves ---


def _move(call: str, chip: Any, kind: DType, record: str, params: Sequence[int]) -> Fractals:
    from lanewise.machine.core import core as make_core
    from lanewise.machine.tensor import TPosition, local_tensor

    ins = instructions()[record]
    copies = record.startswith("data_copy")
    with make_core(chip, kind="AIC", trace=False) as core:  # what is no legal call is said as ever
        room = 32 * 1024 * 8 // kind.bits
        source = core.gm(np.zeros(256 * 1024, np.uint8)).reinterpret_cast(kind) if copies else local_tensor(
            core, room, kind, TPosition.A1)
        target = local_tensor(core, room, kind, TPosition.A1 if copies else TPosition.B2)
        core.issue(opcodes()[record], int(Overload.PLAIN), 0, (target, source), (), 0, 1, None, tuple(params))
        env = MoveEnv(kind, tuple(params), 0, Overload.PLAIN, source.space, target.space, 0, 0, of=kind,
                      policy=find_chip(chip).policy)  # fmt: skip
    layout = ins.meaning(env)
    to, frm, _ = layout.places()
    per = 8 * FRACTAL // layout.bits  # items in a fractal
    about = f"{ins.vendor[0]} ({kind.name}): {ins.summary}."
    if not to.size:
        return Fractals(call, f"{about} It moves nothing.", [], [])
    if copies:
        cell = f"A cell is {ROWS} rows of {BLOCK // kind.size} elements of the matrix"
        note = f"{cell}; its number says which {FRACTAL} bytes behind dst hold it."
        return Fractals(call, about, [_matrix(to, per, kind, params)], [note])
    pairs = np.unique(np.stack([to // per, frm // per], axis=1), axis=0)
    groups = _together(pairs)
    turned = bool((np.diff(frm.reshape(-1)) != 1).any()) and (to % per != frm % per).any()
    rows = [Grid(name, f"fractals of {FRACTAL} bytes from the start of {name}",
                 [_row({place: groups[side, place] for place in set(pairs[:, side].tolist())})])
            for side, name in ((1, "src"), (0, "dst"))]  # fmt: skip
    notes = [f"{len(pairs)} fractals move; a number is the same data on both sides"
             + (", turned on the way." if turned else ".")]  # fmt: skip
    return Fractals(call, about, rows, notes)


def _together(pairs: Any) -> dict[tuple[int, int], str]:
    """What fractals that move together are called, by (side, fractal): side 0 is the target's. Several become one where
    squares of several fractals are turned."""
    number: dict[tuple[int, int], int] = {}
    for fresh, (to, source) in enumerate(pairs.tolist()):
        ends = (0, to), (1, source)
        known = {number[end] for end in ends if end in number}
        mine = min(known, default=fresh)
        number |= {end: mine for end, old in number.items() if old in known} | dict.fromkeys(ends, mine)
    order = {old: str(new) for new, old in enumerate(dict.fromkeys(number[0, to] for to in pairs[:, 0].tolist()))}
    return {end: order[old] for end, old in number.items()}


def _row(cells: dict[int, str]) -> list[str]:
    last = max(cells)
    shown = [cells.get(k, NOTHING) for k in range(min(last + 1, MOST))]
    return [*shown, "..."] if last >= MOST else shown


def _matrix(to: Any, per: int, kind: DType, params: Sequence[int]) -> Grid:
    """Where fractals of the first matrix are."""
    n, d = params[1], params[2]
    c0 = BLOCK // kind.size
    padded = -(-d // c0) * c0
    count = n * padded
    at = to[:count].reshape((n, padded)) if to.size >= count else to.reshape((n, -1))
    rows = [[str(int(at[i, j]) // per) for j in range(0, padded, c0)][:MOST] for i in range(0, n, ROWS)]
    return Grid("dst", f"a matrix of {n} x {d}, fractals of {ROWS} x {c0}", rows)


# --- products ---


def _product(call: str, chip: Any, kind: DType, p: dict[str, int]) -> Fractals:
    m, n, k = (p.get(name, 0) for name in "mnk")
    c0 = 8 * BLOCK // (4 if kind.packed else kind.bits)
    a, b, c = (memory(use).name for use in ("left", "right", "product"))
    m1, n1, k1 = -(-m // ROWS), -(-n // ROWS), -(-k // c0)
    zz = find_chip(chip).policy["left_layout"] == "zz"
    about = f"Mmad ({kind.name}): C ({m} x {n}) = A ({m} x {k}) * B ({k} x {n})"
    about += "." if p.get("cmatrixInitVal", 1) else ", added to a bias." if p.get("cmatrixSource") else ", added to C."
    if not (m and n and k):
        return Fractals(call, f"{about} It does nothing.", [], [])
    single = m == 1
    left = [[str(ki) for ki in range(k1)]] if single else [
        [str(mi * k1 + ki if zz else ki * m1 + mi) for ki in range(k1)] for mi in range(m1)]
    grids = [
        Grid("A", f"in {a}, one row of k: blocks of {BLOCK} bytes ({c0} elements)" if single else
             f"in {a}, {'Zz' if zz else 'Nz'}: fractals of {ROWS} x {c0}", left),
        Grid("B", f"in {b}, Zn: fractals of {c0} x {ROWS}, each with n along its rows",
             [[str(ki * n1 + ni) for ni in range(n1)] for ki in range(k1)]),
        Grid("C", f"in {c}, Nz: fractals of {ROWS} x {ROWS}",
             [[str(ni * m1 + mi) for ni in range(n1)] for mi in range(m1)]),
    ]  # fmt: skip
    notes = ["A number says where a fractal lies, counted from the start of its operand."]
    if not single and m % ROWS:
        notes.append(f"Rows {m} to {m1 * ROWS - 1} are not among the results: what C holds there is not defined.")
    if n % ROWS:
        notes.append(f"Columns {n} to {n1 * ROWS - 1} are not among the results.")
    if k % c0:
        notes.append(f"Elements {k} to {k1 * c0 - 1} along k take no part, whatever is there.")
    shown = [Grid(one.name, one.caption, [row[:MOST] for row in one.cells[:MOST]]) for one in grids]
    return Fractals(call, about, shown, notes)


# --- text and pictures ---


def _lines(grid: Grid) -> Iterator[str]:
    wide = max(len(cell) for row in grid.cells for cell in row) + 1
    yield f"{grid.name}: {grid.caption}"
    for row in grid.cells:
        yield "  " + "".join(f"{cell:>{wide}}" for cell in row)


def _text(left: int, down: int, text: str) -> str:
    return f'<text x="{left}" y="{down}">{escape(text)}</text>'


def _box(left: int, down: int, text: str) -> str:
    fill = "none" if text == NOTHING else "#dbe9f6"
    inside = "" if text == NOTHING else (
        f'<text x="{left + _CELL // 2}" y="{down + _CELL // 2 + 4}" text-anchor="middle">{escape(text)}</text>')
    return f'<rect x="{left}" y="{down}" width="{_CELL}" height="{_CELL}" fill="{fill}" stroke="#888"/>{inside}'
