"""A trace: the issued records as a numpy structured array, and a listing for people."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from lanewise.errors import is_ours, user_location
from lanewise.isa.catalogue import by_opcode
from lanewise.isa.events import Pipe
from lanewise.isa.issued import ALL_ONES, GM, RECORD, MaskMode, Space, in_memory
from lanewise.isa.record import Overload
from lanewise.markup import paragraph, table
from lanewise.numerics.formats import BY_CODE

Array = np.ndarray[Any, Any]


_files: dict[str, int] = {}
_SHOWN = 4  # records at either end
_COLUMNS = ("line", "number", "block", "pipe", "instruction", "operands", "takes part", "more")


def file_number(name: str) -> int:
    """The number that records use for a source file; -1 for files of this package."""
    return -1 if is_ours(name) else _files.setdefault(name, len(_files))


def file_name(number: int) -> str | None:
    return next((name for name, known in _files.items() if known == number), None)


def decode_place(number: int) -> tuple[str, int] | None:
    """File and line of a place as the engine writes it."""
    name = file_name(number >> 32)
    return None if name is None else (name, number & 0xFFFFFFFF)


def location() -> tuple[int, int]:
    """File number and line of the user's call."""
    name, line = user_location() or ("", 0)
    return _files.setdefault(name, len(_files)), line


class Row(np.void):  # type: ignore[misc]  # numpy's stubs say final, numpy does not
    """One record of a trace, with the extra parameters that it points to."""

    params: tuple[int, ...] = ()


_ROW = np.dtype((Row, RECORD))


class Trace:
    """`records` has one row per instruction; `payload` holds the extra parameters that rows point into."""

    def __init__(self, records: Array, payload: Array) -> None:
        self.records, self.payload = records, payload

    @classmethod
    def from_bytes(cls, records: Array, payload: Array) -> Trace:
        return cls(records.view(RECORD), payload.view(np.int64))

    @classmethod
    def from_lists(cls, records: list[Any], payload: list[int]) -> Trace:
        rows = np.array(records, RECORD) if records else np.zeros(0, RECORD)
        return cls(rows, np.array([v & ALL_ONES for v in payload], np.uint64).view(np.int64))

    @property
    def files(self) -> list[str]:
        """The source files that records name by number."""
        return list(_files)

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, index: Any) -> Any:
        found = self.records.view(_ROW)[index]
        if not isinstance(found, Row):
            return self.records[index]
        found.params = self._params(found)
        return found

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return self.records

    def __str__(self) -> str:
        return "\n".join(self._line(r) for r in self.records) or "(nothing issued)"

    def __repr__(self) -> str:
        """The first and the last records; `print` shows all."""
        lines = [self._line(self.records[i]) for i in self._printed_rows()]
        if left := len(self.records) - len(lines):
            lines.insert(_SHOWN, f"... {left} more")
        return "\n".join([f"<{self._title()}>", *lines])

    def _repr_html_(self) -> str:
        rows = [self._columns(self.records[i]) for i in self._printed_rows()]
        if left := len(self.records) - len(rows):
            rows.insert(_SHOWN, [f"... {left} more"])
        return paragraph(self._title()) + table(_COLUMNS, rows)

    def _title(self) -> str:
        return f"trace of {len(self.records)} record{'' if len(self.records) == 1 else 's'}"

    def _printed_rows(self) -> Sequence[int]:
        count = len(self.records)
        return range(count) if count <= 2 * _SHOWN else [*range(_SHOWN), *range(count - _SHOWN, count)]

    def _line(self, r: Any) -> str:
        return "  ".join(word for word in self._columns(r) if word)

    def _columns(self, r: Any) -> list[str]:
        """One for each column."""
        ins = by_opcode()[int(r["opcode"])]
        assert ins is not None
        operands = []
        for i in range(int(r["operand_count"])):
            o = r["operands"][i]
            if not in_memory(o["space"]):  # where the host keeps a register says nothing
                operands.append(f"{ins.form.operands[i].name}={Space(int(o['space'])).name}")
                continue
            if not o["dtype"]:  # left out
                continue
            kind = BY_CODE[int(o["dtype"])].name
            strided = o["repeat_stride"] or o["block_stride"] != 1
            stride = f" stride {o['block_stride']}/{o['repeat_stride']}" if strided else ""
            place = f"{int(o['address']):#x}" if o["space"] == GM else int(o["address"])
            operands.append(f"{ins.form.operands[i].name}={Space(int(o['space'])).name}[{place}] {kind}{stride}")
        params = list(self._params(r))
        who = f"block {int(r['block'])}" + (f" thread {int(r['thread'])}" if r["thread"] else "")
        return [self._format_place(r), f"#{int(r['sequence'])}", who, Pipe(int(r["pipe"])).name,
                ins.name, "(" + ", ".join(operands) + ")", self._mask(r), f"params {params}" if params else ""]

    def _params(self, r: Any) -> tuple[int, ...]:
        start = int(r["payload"])
        return tuple(int(v) for v in self.payload[start : start + int(r["payload_count"])])

    def _format_place(self, r: Any) -> str:
        number = int(r["file"])
        return f"{os.path.basename(self.files[number])}:{int(r['line'])}" if number < len(self.files) else ""

    @staticmethod
    def _mask(r: Any) -> str:
        mode = MaskMode(int(r["mask_mode"]))
        if mode == MaskMode.NONE:
            return ""
        if mode == MaskMode.COUNTER:
            how = "count" if r["overload"] == Overload.COUNT else "counter"
            return f"{how} {int(r['mask'][0])}"
        words = [int(w) for w in r["mask"]]
        return f"mask {words[0]:016x}:{words[1]:016x} x {int(r['repeat'])}"
