"""The door to the model, which is part of the engine (engine/timing/): bytes go in and come out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from lanewise.chips.chip import chip as find_chip
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import by_opcode
from lanewise.machine.engine import native, register_chip
from lanewise.timing.layouts import ROW, summary, tallies
from lanewise.timing.reports import BlockTime

Array = np.ndarray[Any, Any]
ROWS = np.dtype([(name, {"5s": "V5", "?": "?"}.get(letter, f"<{letter}")) for name, letter in ROW])


@cache
def _timed() -> Array:
    """By opcode: whether a record has a row."""
    return np.array([ins is not None and ins.timed for ins in by_opcode()])


def has_rows(records: Array) -> Array:
    """Of each record: whether the model gives it a row."""
    out: Array = _timed()[records["opcode"]]
    return out


def has_engine() -> bool:
    return native() is not None


def engine() -> Any:
    found = native()
    if found is None:
        raise LanewiseError("ENGINE-001", what="timing")
    return found.timing


def time_blocks(
    chip: str, parts: Sequence[tuple[Array, Array]], blocks: int, buffers: Sequence[tuple[int, int]] = (),
    cores: Sequence[str] = (),
) -> tuple[list[BlockTime], list[dict[str, Any]]]:
    """Of records with their parameters, a pair for each block; `blocks` share the memory, where `buffers` lie (address,
    bytes); `cores` are the kinds of those of a group. And what collides."""
    given = [(_bytes(r), _as_int64(p)) for r, p in parts]
    vectors, cubes = cores.count("AIV"), cores.count("AIC")
    said, collisions = engine().time_blocks(_register(chip), given, blocks, list(buffers), vectors, cubes)
    out = []
    for k, ((records, _), (rows, sums, whole)) in enumerate(zip(parts, said, strict=True)):
        records = records[has_rows(records)]
        index = int(records["block"][0]) if len(records) else k
        out.append(BlockTime(index, summary(whole.tobytes()), list(tallies(sums.tobytes())), rows.view(ROWS), records))
    return out, json.loads(collisions)


def lane_bits(record: Any) -> int:
    return int(engine().lane_bits(_record_bytes(record)))


def has_tail(record: Any) -> bool:
    """Counter mode with a last repeat that is not whole."""
    return bool(engine().has_tail(_record_bytes(record)))


def groups(chip: str, record: Any) -> dict[str, list[int]]:
    """The bank groups of the first repeat of each operand that walks UB by strides."""
    found: dict[str, list[int]] = engine().groups(_register(chip), _record_bytes(record))
    return found


def traffic(chip: str, record: Any) -> tuple[float, float] | None:
    """Cycles of all repeats of an instruction, and those of them that are lost at the banks; None: nothing walks."""
    cycles, ideal, walks = engine().traffic(_register(chip), _record_bytes(record))
    return (float(cycles), float(cycles - ideal)) if walks else None


def advise(chip: str, record: Any, told: int = 0) -> dict[str, Any]:
    """What meets at the banks, and what to change. `told` is the record's first parameter."""
    (found,) = json.loads(engine().advise(_register(chip), _record_bytes(record), told))
    out: dict[str, Any] = found
    return out


def vector_cost(chip: str, record: Any, payload: Array) -> float | None:
    """Cycles of an instruction of V on its own; None: unknown."""
    cycles, _, is_known = engine().vector_cost(_register(chip), _record_bytes(record), _as_int64(payload))
    return float(cycles) if is_known else None


def copy_cost(chip: str, record: Any, payload: Array) -> float | None:
    """Cycles of a copy where one core works alone; None: unknown."""
    cycles, is_known = engine().copy_cost(_register(chip), _record_bytes(record), _as_int64(payload))
    return float(cycles) if is_known else None


def _register(chip: str) -> str:
    return register_chip(find_chip(chip))


def _record_bytes(record: Any) -> Array:
    return _bytes(np.array([record], record.dtype))


def _bytes(records: Array) -> Array:
    return np.ascontiguousarray(records).view(np.uint8)


def _as_int64(payload: Array) -> Array:
    return np.ascontiguousarray(payload, np.int64)
