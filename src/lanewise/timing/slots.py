"""What the clock of an AI Engine's core is given and says, shared with the engine (engine/timing/slots.hpp)."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from lanewise.chips.chip import chips
from lanewise.isa.aie.issued import ISSUED, WIDTHS
from lanewise.isa.aie.record import TIMINGS
from lanewise.timing.numbers import Numbers, numbers

CLASSES = {name: number for number, name in enumerate(TIMINGS)}
# What a kernel asks for, in cycles of each, and the words of reports for it.
UNITS = {"multiplier": "multiplier", "loads": "loads", "stores": "stores", "alu": "vector ALU", "moves": "moves",
         "functions": "functions", "stream_in": "stream in", "stream_out": "stream out", "cascade": "cascade",
         "chain": "chain"}  # fmt: skip


class Flag(IntEnum):
    """Bits of what a record asks of the clock, beside its class."""

    floats = 1
    words = 2  # all of its operands have lanes of 32 bits
    pipelined = 4  # its loop has a pragma
    adds_first = 8  # to the first result that it takes, although that is no accumulator


class Counted(NamedTuple):
    """Of a whole call: what its records add up to."""

    products: tuple[int, ...]  # of factors of 8, 16, 32 and 64 bits, a row for each width of the first
    small_floats: int
    floats: int
    results: int
    loads: int
    stores: int
    chain: int
    float_chain: int
    stream_in: int
    stream_out: int
    cascade: int
    scalar_loads: int
    scalar_stores: int


def header(note: str) -> str:
    """Numbers of all generations, as C++ for engine/timing/. The build writes it."""
    every = {chip.timing: numbers(chip, "aie") for chip in chips("aie").values()}
    facts = sorted({f for found in every.values() for f in found.facts if f.startswith("unit.")})
    names = ["float_" if fact == "unit.float" else fact.removeprefix("unit.") for fact in facts]
    own = [facts.index(fact) if (fact := f"unit.products_{bits}") in facts else -1 for bits in WIDTHS]
    counts = "".join(f"    std::int64_t {name}{'[4][4]' if name == 'products' else ''};\n" for name in Counted._fields)
    return f"""{note}
#include <cstddef>
#include <cstdint>

#include "lanewise/shared/aie/issued.h"

namespace lanewise::timing {{

enum class SlotCost : std::uint8_t {{ {", ".join(name or "none" for name in TIMINGS)} }};
enum class SlotFact : std::uint8_t {{ {", ".join(names)} }};
enum class SlotUnit : std::uint8_t {{ {", ".join(UNITS)} }};
inline constexpr const char* slot_facts[] = {{{", ".join(f'"{fact}"' for fact in facts)}}};
inline constexpr int own_products[] = {{{", ".join(map(str, own))}}};  // by width
inline constexpr std::size_t slot_units = {len(UNITS)};

struct SlotFlag {{
    static constexpr std::uint8_t {", ".join(f"{flag.name} = {int(flag)}" for flag in Flag)};
}};
static_assert(sizeof(aie::issued) == {ISSUED.itemsize});

struct SlotCounts {{
{counts}}};

// What is known of a generation of cores.
struct SlotNumbers {{
    const char* name;
    double values[{len(facts)}];
    bool known[{len(facts)}], documented[{len(facts)}];
    double operator[](SlotFact fact) const {{ return values[static_cast<std::size_t>(fact)]; }}
    bool has(SlotFact fact) const {{ return known[static_cast<std::size_t>(fact)]; }}
    bool sure(SlotFact fact) const {{ return documented[static_cast<std::size_t>(fact)]; }}
}};
inline constexpr SlotNumbers slot_generations[] = {{
{"".join(_generation(name, found, facts) for name, found in every.items())}}};

}}  // namespace lanewise::timing
"""


def _generation(name: str, found: Numbers, facts: list[str]) -> str:
    known = [fact in found.facts for fact in facts]
    sure = [fact in found.facts and found.facts[fact].evidence == "documented" for fact in facts]
    values, has, documented = (", ".join(str(v).lower() for v in row) for row in (map(found.get, facts), known, sure))
    return f'    {{"{name}", {{{values}}}, {{{has}}}, {{{documented}}}}},\n'
