"""The instruction records as the engine's tables (engine/isa.hpp), and the kernels that they need.

What the engine cannot represent is refused here, with the name of the record: nothing is dropped on the way to C++.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from lanewise.chips.chip import chips
from lanewise.isa.catalogue import instructions, module_of_instruction
from lanewise.isa.cplusplus import HEADER, NOTE, Struct, UnrepresentableError
from lanewise.isa.events import Pipe
from lanewise.isa.issued import MAX_OPERANDS, SPACES
from lanewise.isa.record import MOVES, Instruction, Row
from lanewise.numerics.formats import DTYPES, DType

WITH_KERNELS = ("elementwise", "reduce", "registers")  # executors whose lane functions are compiled per type
ROLES = {"dst": 1, "src": 2, "inout": 3, "scratch": 4}
ORDERS = 4  # of the results of a reduction

ROW = Struct(
    chips="16", types=f"8,{MAX_OPERANDS}", overloads="8", unit="8", scalar="8", lane_bytes="8", packed="bool",
    family="8", kernel="-16", modes="16", round_modes="16",
)
INSTRUCTION = Struct(
    name="text", vendor="text", executor="name", operand_count="8", roles=f"8,{MAX_OPERANDS}",
    spaces=f"8,{MAX_OPERANDS}", places=f"16,{MAX_OPERANDS}", operands=f"text,{MAX_OPERANDS}", counted="16",
    scalars="8", block_bits="8",
    repeat_bits="8", counts_each_repeat="bool", resets_mask="bool", compares="bool", packed="bool", loops="bool",
    whole_elements="bool", whole_blocks="bool", keeps_padding="bool", converts="bool", modes="text", least_width="8",
    saturates="bool",
    wraps_wide="bool", accumulates="bool", count_reads_mask="bool", flexible="16", rounds="16", algorithms="16",
    ranged="16", unbounded="16", low="-32", pipe="name", first_row="16", last_row="16", group="name", fold="name",
    orders=f"16,{ORDERS}", most_repeats="32",
)


def cpp_type(kind: DType, convert: bool = False) -> str:
    """The C++ type that stands for an element in lane functions. Only conversions tell storage types apart."""
    if kind.kind in "fc" or (convert and kind.kind == "s"):
        return kind.name
    return f"std::{kind.name}_t" if kind.is_integer else "std::uint8_t"


def instruction_sets() -> list[str]:
    """The chips that rows name: those of Lanewise."""
    return list(chips())


def chip_mask(names: Iterable[str]) -> int:
    wanted = set(names)
    return sum(1 << i for i, name in enumerate(instruction_sets()) if name in wanted)


def families(executor: str) -> list[str]:
    """Family modules with instructions of an executor: each has a file of lane functions of its own."""
    return sorted({module_of_instruction()[i.name] for i in instructions().values() if i.form.executor == executor})


# --- kernels ----------------------------------------------------------------------------------------------------------


class Kernel(NamedTuple):
    """A lane function compiled for element types. Instructions that need the same one share it."""

    macro: str  # how the lane function is run (engine/kernels/kernels.cpp)
    lane: str
    types: tuple[str, ...]


def lane_of(ins: Instruction) -> str:
    """The lane function, by the name of the instruction whose it is."""
    lane = ins.lane or ins.name
    if lane not in module_of_instruction():
        raise UnrepresentableError(f"{ins.name}: no file is known to hold lane function {lane}")
    return lane


def kernel_of(ins: Instruction, row: Row) -> Kernel:
    types = [row.unit or t for t in row.types if t]
    if ins.form.scalars:
        types.append(row.unit or ins.scalar_type(row))
    named = [cpp_type(DTYPES[t], ins.form.packed) for t in types]
    operands = [o for o in ins.form.operands if o.space != "mask"]
    reads = [t for t, o in zip(named, operands, strict=False) if o.reads]
    lane = lane_of(ins)
    if ins.form.executor == "reduce":
        return Kernel("TREE", lane, (named[0], named[1]))
    if ins.form.scalars:
        return Kernel("SCALAR", lane, (named[0], named[-1], *reads))
    return Kernel("PAIR" if sum(o.writes for o in operands) == 2 else "PLAIN", lane, (named[0], *reads))


def _clamps(ins: Instruction, row: Row) -> bool:
    """Whether CTRL may ask for results that saturate."""
    to = DTYPES[row.unit or row.types[0]]
    return ins.saturates if to.name == "half" else to.is_integer and "integer_overflow" in ins.policies


@cache
def kernels() -> dict[str, dict[Kernel, bool]]:
    """By the family that holds the lane function: its kernels in order, and whether a saturating variant exists."""
    found: dict[str, dict[Kernel, bool]] = {}
    for ins in instructions().values():
        if ins.form.executor in WITH_KERNELS:
            of_family = found.setdefault(module_of_instruction()[lane_of(ins)], {})
            for row in ins.rows:
                kernel = kernel_of(ins, row)
                of_family[kernel] = of_family.get(kernel, False) or _clamps(ins, row)
    return found


def kernel_families() -> list[str]:
    """Families with kernels that are compiled once per CPU level."""
    return sorted(kernels())


def fused_lanes() -> set[tuple[str, str]]:
    """(family, lane function) of those that round a product and a sum together where the chip does. No other may."""
    asking = (i for i in instructions().values() if i.form.executor in WITH_KERNELS and "multiply_add" in i.policies)
    return {(module_of_instruction()[lane_of(i)], lane_of(i)) for i in asking}


def kernel_list(family: str) -> str:
    """One line per kernel, for a file that is compiled once per CPU level."""
    lines = []
    for kernel, clamps in kernels()[family].items():
        both = () if kernel.macro == "PAIR" else (str(clamps).lower(),)
        lines.append(f"LANEWISE_{kernel.macro}({', '.join((kernel.lane, *both, *kernel.types))})")
    return NOTE + "\n".join(lines) + "\n"


# --- tables -----------------------------------------------------------------------------------------------------------


def row_of(ins: Instruction, row: Row) -> str:
    family, kernel = 0, -1
    if ins.form.executor in WITH_KERNELS:
        home = module_of_instruction()[lane_of(ins)]
        family, kernel = kernel_families().index(home), list(kernels()[home]).index(kernel_of(ins, row))
    units = [DTYPES[row.unit or t] if t else None for t in row.types]
    width = 0
    if ins.form.executor == "reduce":
        width = DTYPES[row.types[1]].size
    elif ins.form.executor in ("elementwise", "walk"):
        width = ins.form.width([u.size for u in units if u])
    if max((*row.modes, len(ins.modes) - 1, 0)) >= 16:
        raise UnrepresentableError(f"{ins.name}: a call has one of at most 16 modes")
    return ROW.initializer(ins.name, {
        "chips": chip_mask(row.chips),
        "types": [DTYPES[t].code if t else 0 for t in row.types],
        "overloads": sum(1 << o for o in row.overloads),
        "unit": DTYPES[row.unit].code if row.unit else 0,
        "scalar": DTYPES[ins.scalar_type(row)].code if ins.form.scalars else 0,
        "lane_bytes": width,
        "packed": any(u and ins.form.lane_bits(u) == 4 for u in units),
        "family": family,
        "kernel": kernel,
        "modes": sum(1 << m for m in row.modes or range(len(ins.modes))),
        "round_modes": row.round_modes,
    })  # fmt: skip


def _scalar_lower_bound(ins: Instruction) -> int:
    """The lower bound of the scalar, which is one on all chips; the upper one is the width of an element, or none."""
    lows = {bounds.low for bounds in ins.ranges.values()}
    if len(lows) > 1:
        raise UnrepresentableError(f"{ins.name}: the lower bounds of its scalar differ between chips: {sorted(lows)}")
    if any(bounds.high not in (None, "bits") for bounds in ins.ranges.values()):
        raise UnrepresentableError(f"{ins.name}: the upper bound of its scalar is a number")
    return lows.pop() if lows else 0


def instruction_of(ins: Instruction, first_row: int, last_row: int) -> str:
    form, operands, strides = ins.form, ins.form.operands, ins.form.strides
    if any("," in mode for mode in ins.modes):
        raise UnrepresentableError(f"{ins.name}: the name of a mode has a comma")
    if any(order >= ORDERS for orders in ins.orders.values() for order in orders):
        raise UnrepresentableError(f"{ins.name}: results have one of {ORDERS} orders")
    return INSTRUCTION.initializer(ins.name, {
        "name": ins.name,
        "vendor": ins.vendor[0],
        "executor": f"Executor::{form.executor.replace('-', '_')}",
        "operand_count": len(operands),
        "roles": [ROLES[o.role] for o in operands],
        "spaces": [int(SPACES[o.space]) for o in operands],
        "places": [sum(1 << space for space in ins.operand_spaces(i)) for i in range(len(operands))],
        "operands": [o.name for o in operands],
        "counted": sum(1 << i for i, o in enumerate(operands) if o.counted),
        "scalars": len(form.scalars),
        "block_bits": strides.block if strides else 0,
        "repeat_bits": strides.repeat if strides else 0,
        "counts_each_repeat": form.counts_each_repeat,
        "resets_mask": ins.resets_mask,
        "compares": form.compares,
        "packed": form.packed,
        "loops": form.loops,
        "whole_elements": form.whole_elements,
        "whole_blocks": form.whole_blocks,
        "keeps_padding": form.keeps_padding,
        "converts": form.converts,
        "modes": ",".join(ins.modes),
        "least_width": form.least_width,
        "saturates": ins.saturates,
        "wraps_wide": ins.wraps_wide,
        "accumulates": ins.accumulates,
        "count_reads_mask": ins.count_reads_mask,
        "flexible": chip_mask(ins.flexible),
        "rounds": chip_mask(ins.rounds),
        "algorithms": chip_mask(ins.algorithms),
        "ranged": chip_mask(ins.ranges),
        "unbounded": chip_mask(c for c, r in ins.ranges.items() if r.high is None),
        "low": _scalar_lower_bound(ins),
        "pipe": "moving_pipe" if ins.pipe == MOVES else str(int(Pipe[ins.pipe])),
        "first_row": first_row,
        "last_row": last_row,
        "group": f"Group::{form.group or 'none'}",
        "fold": f"Fold::{ins.fold or 'none'}",
        "orders": [chip_mask(c for c, orders in ins.orders.items() if order in orders) for order in range(ORDERS)],
        "most_repeats": form.most_repeats,
    })  # fmt: skip


def tables() -> str:
    rows: list[str] = []
    infos: list[str] = []
    for ins in instructions().values():
        first = len(rows)
        rows += [row_of(ins, row) for row in ins.rows]
        infos.append(instruction_of(ins, first, len(rows)))
    every_row, every_instruction = (",\n    ".join(lines) for lines in (rows, infos))
    return f"""{HEADER}
#include "isa.hpp"
#include "lanewise/generated/opcodes.hpp"

namespace lanewise {{

inline constexpr RowInfo rows[] = {{
    {every_row},
}};

inline constexpr InstructionInfo instructions[] = {{
    {{}},
    {every_instruction},
}};
inline constexpr int instruction_count = {len(infos)};

}}  // namespace lanewise
"""
