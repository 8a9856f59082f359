"""The instructions of a launch that differ, each once: what its operands are and what it touches.

A shape is an instruction without its addresses; a detail is a shape at addresses of the core's memories, on a line.
Loops issue few shapes, so what they touch is worked out once for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lanewise.chips.chip import Chip
from lanewise.draw.explain import Explanation
from lanewise.draw.use import Touched, touched_elements
from lanewise.isa.issued import GM, RECORD, on_core
from lanewise.machine.definition.lanes import BLOCK
from lanewise.machine.trace import Trace

Array = np.ndarray[Any, Any]
Data = dict[str, Any]
MOST = 20_000  # details that are kept
TEXTS = 200  # of them, those that are drawn
REGISTER = 256  # bytes that a load or store reaches at most
PICTURES = 24  # and those that are drawn as pictures, too
_PARAMETERS = 64  # that tell instructions apart
_WHERE_ISSUED = ("sequence", "payload", "block", "core", "thread")


@dataclass
class Instructions:
    """Details get numbers as they are met."""

    chip: Chip
    details: list[list[int]] = field(default_factory=list)  # site, shape, conflict cycles, addresses
    shapes: list[Data] = field(default_factory=list)
    missing: int = 0  # details that found no room
    _numbers: dict[int, int] = field(default_factory=dict)
    _shape_numbers: dict[int, int] = field(default_factory=dict)
    _examples: list[tuple[Any, tuple[int, ...]]] = field(default_factory=list)  # of each detail: record, parameters

    def numbers(self, records: Array, trace: Trace, sites: Array, lost: Array) -> Array:
        """The detail of each record; -1 for those without operands."""
        out = np.full(len(records), -1)
        with_operands = np.flatnonzero(records["operand_count"] > 0)
        if not len(with_operands):
            return out
        part = _strip_variable_fields(records[with_operands])
        shapes = _hashed(_without_addresses(part)) + _parameters(records[with_operands], trace.payload)
        found = shapes * np.uint64(3) + _hashed(part) + sites[with_operands].astype(np.uint64) * np.uint64(0x9E3779B9)
        keys, first, back = np.unique(found, return_index=True, return_inverse=True)
        met = np.full(len(keys), -1)
        for k in np.argsort(first, kind="stable").tolist():
            at = int(with_operands[first[k]])
            met[k] = self._number(int(keys[k]), int(shapes[first[k]]), records[at], trace, int(sites[at]), lost[at])
        out[with_operands] = met[back.reshape(-1)]
        return out

    def _number(self, key: int, shape: int, record: Any, trace: Trace, site: int, lost: float) -> int:
        if key in self._numbers:
            return self._numbers[key]
        if len(self.details) == MOST:
            self.missing += 1
            return -1
        start = int(record["payload"])
        params = tuple(int(v) for v in trace.payload[start : start + int(record["payload_count"])])
        if shape not in self._shape_numbers:
            self._shape_numbers[shape] = len(self.shapes)
            self.shapes.append(_shape(touched_elements(record, self.chip, params)))
        addresses = [int(o["address"]) if on_core(int(o["space"])) else 0 for o in _operands(record)]
        self._numbers[key] = len(self.details)
        self._examples.append((record, params))
        self.details.append([site, self._shape_numbers[shape], round(float(lost)), *addresses])
        return len(self.details) - 1

    def drawings(self, texts: int = TEXTS, pictures: int = PICTURES) -> list[Data]:
        """What `lanewise explain` says of details: one of each shape first, then others as far as there is room."""
        seen: set[int] = set()
        first: list[int] = []
        others: list[int] = []
        for number, (_, shape, *_) in enumerate(self.details):
            (others if shape in seen else first).append(number)
            seen.add(shape)
        return list(self._drawn([*first, *others][:texts], pictures))

    def _drawn(self, chosen: list[int], pictures: int) -> Iterator[Data]:
        for number in chosen:
            record, params = self._examples[number]
            drawn = Explanation(touched_elements(record, self.chip, params))
            out = {"detail": number, "shape": self.details[number][1], "text": drawn.text()}
            if pictures and any(use.rows for use in drawn.touched.uses):
                out["svg"] = drawn.svg()
                pictures -= 1
            yield out


def _operands(record: Any) -> Any:
    return record["operands"][: int(record["operand_count"])]


def _shape(what: Touched) -> Data:
    """Its operands: name, type, memory, whether it is written, and the bytes from its address on that it spans."""
    operands = []
    for use, o in zip(what.uses, _operands(what.record), strict=True):
        reach = REGISTER if what.ins.form.executor.startswith("register") else int(o["extent"])
        bytes_ = use.span * BLOCK if use.rows else reach
        operands.append([use.name, use.kind.name, use.space, int(use.role != "src"), bytes_])
    return {"operands": operands, "repeat": int(what.record["repeat"])}


def _strip_variable_fields(records: Array) -> Array:
    """Without what differs from call to call and says nothing of the core's memories."""
    out = records.copy()
    for name in _WHERE_ISSUED:
        out[name] = 0
    operands = out["operands"]
    elsewhere = operands["space"] >= GM
    operands["address"][elsewhere] = 0
    operands["extent"][operands["space"] == GM] = 0
    return out


def _without_addresses(records: Array) -> Array:
    out = records.copy()
    out["operands"]["address"] = 0
    out["file"], out["line"] = 0, 0
    return out


_WEIGHTS = np.random.default_rng(1).integers(1, 1 << 63, RECORD.itemsize // 8 + _PARAMETERS, np.uint64) | np.uint64(1)


def _hashed(records: Array) -> Array:
    words = np.ascontiguousarray(records).view(np.uint64).reshape(len(records), -1)
    return ((words ^ (words >> np.uint64(29))) * _WEIGHTS[: words.shape[1]]).sum(axis=1, dtype=np.uint64)


def _parameters(records: Array, payload: Array) -> Array:
    out = np.zeros(len(records), np.uint64)
    starts, counts = records["payload"].astype(np.int64), records["payload_count"]
    for k in range(min(_PARAMETERS, int(counts.max(initial=0)))):
        some = counts > k
        words = payload[starts[some] + k].astype(np.uint64)
        out[some] += (words + np.uint64(k + 1)) * _WEIGHTS[RECORD.itemsize // 8 + k]
    return out
