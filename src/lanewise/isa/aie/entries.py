"""How C++ programs call operations: a line for each of their names (lanewise/aie/operations.h says what becomes of it).

An operation's record names it, and the lane function of that name does the work: for a name of the
interface in namespace `aie::lanes`, for an intrinsic in `lanewise_intrinsics`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product

from lanewise.chips.header import macro_name
from lanewise.isa.aie.catalogue import operations
from lanewise.isa.aie.record import FIRST, LATER, PLACES, Operation
from lanewise.isa.aie.types import FAMILIES

# Names that stand for objects, and for what these do: members of theirs are the operations.
_OBJECTS = ("type", "lazy operand", "iterator", "lookup", "utility")
_OTHER_SPELLINGS = re.compile(
    r"aie::(?:mmul|fft_dit|block_vector|sparse_vector|.*_buffer_stream|.*_ops"  # classes
    r"|load_.*|store_.*|floor_pointer|to_vector|to_vector_zip|from_vector|sliding_.*"  # functions that call a member
    r"|extract|insert|grow|push|get|set|cast_to|pack_sign|unpack_sign"  # the members
    r"|zero|get_rounding|get_saturation)"  # numbers of the scalar unit
    r"|get_rnd|get_sat|get_satmode|as_c?(?:int|float)\d*|event\d|cyclic_add|byte_incr|(?:ext|upd)_x[23]"
    r"|window_(?:size|acquire|release)|swap_rounding|swap_saturation|conj|real|imag"
)
# Intrinsics that some chips of an operation lack.
_ONLY = {
    **dict.fromkeys(("fix", "flt"), FIRST),
    **dict.fromkeys(("shiftl_elem", "extract_elem", "insert_elem", "band", "bor", "bxor", "bneg"), LATER),
}



def entries(operation: Operation) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Names that programs call it by, each with the chips that have it. The interface is the same on all chips."""
    if operation.family in _OBJECTS:
        return
    for pattern in operation.names:
        for name in _expand_pattern(pattern):
            if not _OTHER_SPELLINGS.fullmatch(name):
                yield name, _chips(operation, name)


def _chips(operation: Operation, name: str) -> tuple[str, ...]:
    if name.startswith("aie::"):
        return FAMILIES
    return LATER if name.startswith("broadcast_") else _ONLY.get(name, operation.chips)


def _expand_pattern(pattern: str) -> list[str]:
    """The names that a pattern stands for; none where it stands for one of each type, which are other spellings."""
    parts = re.split(r"\{([^}]*)\}", pattern)
    if any(part in PLACES for part in parts[1::2]):
        return []
    return ["".join(words) for words in product(*(p.split(",") if i % 2 else [p] for i, p in enumerate(parts)))]


# What a check looks at of operations, by their classes of cost, families and names (lanewise/aie/operations.h).
_MOVES = re.compile(r"(?:fp)?(?:select|shuffle)\d*|(?:vector|accum)_cast")
_MOVING = ("", "load", "move", "reshape", "shuffle")  # classes of cost, and families
_SUMS = ("multiply", "multiply_lanes")
_READING = ("store", "adf/stream", "reduction")
_LANE_BY_LANE = ("arithmetic", "bit", "comparison", "elementary", "fp conversion")
_PRODUCTS = re.compile(r"aie::(?:(?:neg)?mul|mac|msc)(?:_square)?|aie::abs_square")


def _does(found: Iterable[Operation]) -> str:
    """Of the operations of one name."""
    if any({one.timing, one.family} & set(_MOVING) or _MOVES.fullmatch(one.name) for one in found):
        return "MOVES"
    if all({one.timing, one.family} & set(_READING) for one in found):
        return "READS"
    if all(one.timing in _SUMS for one in found):
        return "MULTIPLIES" if any(_PRODUCTS.fullmatch(name) for one in found for name in one.names) else "SUMS"
    return "COMPUTES" if any(one.family in _LANE_BY_LANE and one.api for one in found) else "SELECTS"


def table() -> str:
    """The lines, chip by chip where a chip lacks some."""
    interface, intrinsics = set[str](), dict[tuple[str, ...], set[str]]()
    called: dict[str, list[Operation]] = {}
    for operation in operations().values():
        for name, chips in entries(operation):
            called.setdefault(name.removeprefix("aie::"), []).append(operation)
            if name.startswith("aie::"):
                interface.add(name.removeprefix("aie::"))
            else:
                intrinsics.setdefault(chips, set()).add(name)
    does = {name: _does(found) for name, found in called.items()}
    lines = ["namespace aie {"]
    lines += [f"LANEWISE_AIE_OPERATION(lanes, {name}, {does[name]})" for name in sorted(interface)]
    lines.append("}")
    for chips, names in sorted(intrinsics.items()):
        lines.append(f"#if {' || '.join(f'LANEWISE_INSTRUCTIONS_{macro_name(chip)}' for chip in chips)}")
        lines += [
            f"using aie::{name};"
            if name in interface
            else f"LANEWISE_AIE_OPERATION(lanewise_intrinsics, {name}, {does[name]})"
            for name in sorted(names)
        ]
        lines.append("#endif")
    return "\n".join(lines) + "\n"
