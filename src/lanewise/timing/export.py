"""The numbers of all chips, and what the model reads of the records, as C++ for engine/timing/. The build writes it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from enum import IntEnum

from lanewise.chips.chip import chips
from lanewise.isa.ascend_reg.reg_load import DISTS, MASK_SPANS
from lanewise.isa.ascend_reg.reg_store import FIRST, PACK
from lanewise.isa.catalogue import by_opcode
from lanewise.isa.record import Instruction
from lanewise.isa.registers import BYTES
from lanewise.timing.kinds import kind
from lanewise.timing.layouts import ROW, SUMMARY, TALLY, Layout, compiled
from lanewise.timing.numbers import PARTS, REDUCE_ALL, UNITS, Numbers, numbers
from lanewise.timing.order import Act, Why

_TYPES = {"d": "double", "Q": "std::uint64_t", "q": "std::int64_t", "I": "std::uint32_t", "i": "std::int32_t",
          "H": "std::uint16_t", "B": "std::uint8_t", "?": "bool", "s": "std::uint8_t"}
WIDTHS = (8, 16, 32, 64, 0)  # bits that costs may be told apart by, and any other


def header(note: str) -> str:
    every = {chip.timing: numbers(chip) for chip in chips().values() if numbers(chip).clock}
    facts = sorted({fact for found in every.values() for fact in found.facts if fact.split(".")[0] in PARTS})
    most = {name: max(int(found.get(fact, 1)) for found in every.values()) for name, fact in (
        ("units", "function.units"), ("slots", "function.slots"), ("groups", "banks.groups"))}
    banks = max(int(found.get("banks.groups") * found.get("banks.in_group", 1)) for found in every.values())
    return f"""{note}
#include <cstdint>

#include "isa.hpp"

namespace lanewise::timing {{

{_enum("Act", Act)}
{_enum("Why", Why)}
{_struct("Row", ROW)}
{_struct("Tally", TALLY)}
{_struct("Summary", SUMMARY)}
// fixed + repeat * repeats, in cycles.
struct Line {{
    double fixed, repeat;
    bool known;
}};

// An instruction inside a vector function: cycles until its result can be used, and how long it takes its unit.
enum class Unit : std::uint8_t {{ unknown, {", ".join(UNITS)} }};
struct Latency {{
    std::int16_t latency, every;
    Unit unit;
}};

inline constexpr int opcodes = {len(by_opcode())};
inline constexpr int most_units = {most["units"]}, most_slots = {most["slots"]};
inline constexpr int most_groups = {most["groups"]}, most_banks = {banks};

// What is known of a generation of cores; 0 where nothing is.
struct Numbers {{
    const char* name;
    bool banked;  // whether it is known how UB banks collide
    bool has_copy_in, has_copy_out, has_reduce_all;
    double {", ".join(_name(fact) for fact in facts)};
    Line lines[opcodes][{len(WIDTHS)}];  // by bits of a lane: 8, 16, 32, 64 and any other
    Latency latencies[opcodes][{len(WIDTHS)}];
}};

inline constexpr Numbers generations[] = {{
{"".join(_generation(name, found, facts) for name, found in every.items())}}};

// Operands that are packed bits or go by offsets, whatever their strides say: a bit for each.
inline constexpr std::uint8_t unstrided[opcodes] = {{{_list(_unstrided(ins) for ins in by_opcode())}}};

// Bytes of memory that an access of a vector function touches, by its first parameter; none: a whole register.
struct Spans {{
    std::uint16_t opcode;
    std::uint16_t count;
    std::uint16_t bytes[{len(_loads())}];
}};
inline constexpr Spans spans[] = {{
{_spans()}}};

// Whether a record is something that the model times; the others only tell what happens.
inline constexpr bool timed[opcodes] = {{{_list(str(bool(ins and ins.timed)).lower() for ins in by_opcode())}}};

// What the tables need to know of an instruction, as JSON.
inline constexpr const char* kinds[opcodes] = {{{_list(_kind(ins) for ins in by_opcode())}}};

}}  // namespace lanewise::timing
"""


def _struct(name: str, layout: Layout) -> str:
    fields = []
    for field, letter in layout:
        count = f"[{letter[:-1]}]" if letter[:-1] else ""
        fields.append(f"    {_TYPES[letter[-1]]} {field}{count};")
    size = f"static_assert(sizeof({name}) == {compiled(layout).size});"
    return "\n".join([f"struct {name} {{", *fields, "};", size, ""])


def _name(fact: str) -> str:
    return fact.replace(".", "_")


def _list(values: Iterable[object]) -> str:
    return ", ".join(str(value) for value in values)


def _enum(name: str, kinds: type[IntEnum]) -> str:
    return f"enum class {name} : std::uint8_t {{ {_list(f'{kind.name} = {int(kind)}' for kind in kinds)} }};\n"


def _generation(name: str, found: Numbers, facts: list[str]) -> str:
    flags = (bool(found.rule), found.has("copy_in"), found.has("copy_out"), REDUCE_ALL in found.facts)
    lines = ",\n".join(f"        {{{_list(_line(found, ins, bits) for bits in WIDTHS)}}}" for ins in by_opcode())
    latencies = ",\n".join(
        f"        {{{_list(_latency(found, ins, bits) for bits in WIDTHS)}}}" for ins in by_opcode())
    return (f"    {{\"{name}\", {_list(str(flag).lower() for flag in flags)},\n"
            f"     {_list(found.get(f) for f in facts)},\n"
            f"     {{\n{lines}}},\n     {{\n{latencies}}}}},\n")


def _line(found: Numbers, ins: Instruction | None, bits: int) -> str:
    """Of a reduction of a whole tensor: the line of the instruction that it repeats."""
    if ins is None or (of := kind(ins)).on_registers:
        return "{}"
    cost = found.cost(of.step if of.reduces_all else of.timing, bits)
    return "{}" if cost is None else f"{{{cost.fixed}, {cost.repeat}, true}}"


def _latency(found: Numbers, ins: Instruction | None, bits: int) -> str:
    cost = found.register(ins.timing, bits) if ins and kind(ins).on_registers else None
    return "{}" if cost is None else f"{{{cost.latency}, {cost.every}, Unit::{cost.unit}}}"


def _kind(ins: Instruction | None) -> str:
    return '""' if ins is None else f'R"({json.dumps(kind(ins))})"'


def _unstrided(ins: Instruction | None) -> int:
    return 0 if ins is None else sum(1 << i for i, o in enumerate(ins.form.operands) if not o.strided)


def _loads() -> list[int]:
    out = [BYTES] * 32
    for number, dist in DISTS.items():
        out[number] = dist.span
    return out


def _stores() -> list[int]:
    out = [BYTES] * 32
    for number, width in FIRST.items():
        out[number] = width
    for number, (wide, kept) in PACK.items():
        out[number] = BYTES * kept // wide
    return out


def _spans() -> str:
    masks = [MASK_SPANS[k][0] for k in sorted(MASK_SPANS)]
    found = {"reg_load": _loads(), "reg_store": _stores(), "reg_load_mask": masks, "reg_store_mask": masks,
             "reg_load_two": [2 * BYTES], "reg_store_two": [2 * BYTES], "reg_load_unaligned": [BYTES],
             "reg_store_unaligned": [BYTES]}
    numbered = {ins.name: number for number, ins in enumerate(by_opcode()) if ins is not None}
    return "".join(f"    {{{numbered[name]}, {len(sizes)}, {{{_list(sizes)}}}}},\n" for name, sizes in found.items())
