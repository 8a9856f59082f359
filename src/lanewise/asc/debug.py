"""Output from inside a kernel."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from lanewise.asc.params import ShapeInfo
from lanewise.isa.issued import Space
from lanewise.machine.core import current_core

_LENGTH = re.compile(r"%([-+ #0]*\d*(?:\.\d+)?)(?:hh|h|ll|l|z)?([diuxXfFeEgGsc%p])")
_NAMES = {"half": "float16", "float": "float32"}


def printf(fmt: str, *args: Any) -> None:
    """C's printf, with the block in front."""
    core = current_core("printf")

    def unsized_conversion(match: re.Match[str]) -> str:
        flags, letter = match.groups()
        return f"0x%{flags}x" if letter == "p" else f"%{flags}{letter}"

    values = tuple(a.item() if isinstance(a, np.generic) else a for a in args)
    print(
        f"[{core.kind.name} Block {core.seat.place}/{core.blocks}] " + _LENGTH.sub(unsized_conversion, fmt) % values,
        end="",
    )


def dump_tensor(tensor: Any, desc: int, dump_size: int, shape_info: ShapeInfo | None = None) -> None:
    """A line that describes the tensor, then its first elements."""
    current_core("dump_tensor")
    kind = tensor.dtype
    place = Space(tensor.space).name
    print(
        f"DumpTensor: desc={desc}, addr={int(tensor.address):x}, data_type={_NAMES.get(kind.name, kind.name)}, "
        f"position={place}, dump_size={dump_size}"
    )
    values = [_text(tensor.get_value(i)) for i in range(dump_size)]
    if shape_info is None or not shape_info.shape:
        print(f"[{', '.join(values)}]")
        return
    wanted = int(np.prod(shape_info.shape))
    if dump_size != wanted:
        why = "dumpSize is greater than shapeSize." if dump_size > wanted else "data is not enough."
        shape = ", ".join(str(n) for n in shape_info.shape)
        print(f"shape is [{shape}], dumpSize is {dump_size}, {why}")
    values = (values + ["-"] * wanted)[:wanted]
    print(_nested(values, list(shape_info.shape)))


def _text(value: Any) -> str:
    return f"{float(value):f}" if np.asarray(value).dtype.kind in "fV" else str(value)


def _nested(values: list[str], shape: list[int]) -> str:
    if len(shape) == 1:
        return f"[{','.join(values)}]"
    step = len(values) // shape[0]
    rows = (_nested(values[i : i + step], shape[1:]) for i in range(0, len(values), step))
    return "[" + ",\n".join(rows) + "]"


def dump_acc_chk_point(tensor: Any, index: int, count_off: int, dump_size: int) -> None:
    """dump_tensor from an element on."""
    dump_tensor(tensor[count_off:], index, dump_size)


def print_time_stamp(desc_id: int) -> None:
    """Nothing is printed: time stamps need a profiling build on hardware too."""
    current_core("print_time_stamp")


def metrics_prof_start() -> None:
    """No effect on values."""


def metrics_prof_stop() -> None:
    """No effect on values."""
