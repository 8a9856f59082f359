"""What an instruction makes of a few numbers: for who asks what rounding does, or which way a difference goes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from lanewise.isa.record import Instruction
from lanewise.numerics.formats import DType

SAMPLES = {"i": (17, -17, 100, -100, 1, -1, 7, 8), "u": (17, 100, 1, 255, 7, 8, 64, 3),
           "f": (1.5, -2.5, 0.25, 100, 3, -0.75, 2, 0.5)}  # fmt: skip
_SIGNS = {"shift_right": ">>", "shift_left": "<<", "add": "+", "adds": "+", "sub": "-", "mul": "*", "muls": "*",
          "div": "/"}  # fmt: skip
Array = np.ndarray[Any, Any]


class Put(NamedTuple):
    """Numbers that lie in the memory of a core."""

    ins: Instruction
    sources: dict[str, Array]  # by name
    to: tuple[str, int, DType]  # name, address, type


def write_samples(
    memory: Array, ins: Instruction, names: list[str], types: list[DType], tensors: list[Any]
) -> Put | None:
    """Writes samples where the sources are; None where that shows nothing."""
    if ins.form.executor not in ("elementwise", "reduce") or any(t.kind not in SAMPLES for t in types):
        return None
    sources: dict[str, Array] = {}
    for name, kind, tensor, operand in zip(names, types, tensors, ins.form.operands, strict=True):
        if operand.role in ("src", "inout") and name not in sources:
            values = np.array(SAMPLES[kind.kind]).astype(kind.numpy)
            sources[name] = values[::-1] if sources else values
            raw = sources[name].tobytes()
            memory[tensor.address : tensor.address + len(raw)] = np.frombuffer(raw, np.uint8)
    return Put(ins, sources, (names[0], tensors[0].address, types[0])) if sources else None


def read_rows(memory: Array, put: Put, scalars: tuple[int, ...], rounds: bool, lanes: int) -> list[str]:
    """A row for each source and the result, and one lane in words."""
    name, address, kind = put.to
    count = 1 if put.ins.form.executor == "reduce" else min(8, lanes)
    if count < 1:
        return []
    result = memory[address : address + count * kind.size].view(kind.numpy)
    rows = [f"{name}: {_row(values)}{'  (then zeros)' if put.ins.form.executor == 'reduce' else ''}"
            for name, values in put.sources.items()]  # fmt: skip
    rows.append(f"{name} becomes: {_row(result)}")
    if put.ins.name in _SIGNS and count:
        first = [_format_value(values[0]) for values in put.sources.values()] + [str(s) for s in scalars]
        rounded = ", rounded," if rounds else ""
        rows.append(f"{f' {_SIGNS[put.ins.name]} '.join(first[:2])}{rounded} is {_format_value(result[0])}")
    return rows


def _row(values: Array) -> str:
    return " ".join(map(_format_value, values))


def _format_value(value: Any) -> str:
    return f"{float(value):.6g}" if np.dtype(type(value)).kind in "fV" else str(int(value))
