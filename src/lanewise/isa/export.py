"""The records, chips and error texts as C++ for the engine. The build writes them; nothing of it is committed."""

from __future__ import annotations

import re
from typing import Any

from lanewise.chips.chip import chips, policies
from lanewise.errors import CATALOGUE
from lanewise.isa.ascend.move import nothing
from lanewise.isa.catalogue import homes, instructions
from lanewise.isa.issued import MAX_OPERANDS, Pipe, cpp_structs
from lanewise.isa.record import CONVERT, Flag, Instruction, Overload, Row
from lanewise.isa.registers import UNWRITTEN
from lanewise.numerics import elementary as _elementary  # noqa: F401  registers its functions
from lanewise.numerics import straight
from lanewise.numerics.formats import DTYPES, DType

WITH_KERNELS = ("elementwise", "reduce", "registers")  # executors whose lane functions are compiled per type
SPACES = {"ub": 0, "reg": 2, "mask": 3, "unaligned": 4}
ROLES = {"dst": 1, "src": 2, "inout": 3, "scratch": 4}
NOTE = "// Generated from the instruction records. Do not edit.\n"
FACTS = ("ub_bytes", "event_ids", "live_tensors", "buffers", "queue_buffers", "ctrl_reset")  # of a chip
VENDOR_WORDS = {
    "init_buffer": "InitBuffer", "set_global_buffer": "SetGlobalBuffer", "release_event_id": "ReleaseEventID",
    "repeat_times": "repeatTime", "round_mode": "roundMode", "valid_bit": "validBit",
}
FRONT = "front/lanewise/generated"  # what the headers of the C++ front include too
HEADER = NOTE + "#pragma once\n"


def cpp_type(kind: DType, convert: bool = False) -> str:
    """The C++ type that stands for an element in lane functions. Only conversions tell storage types apart."""
    if kind.kind in "fc" or (convert and kind.kind == "s"):
        return kind.name
    return f"std::{kind.name}_t" if kind.is_integer else "std::uint8_t"


def text(s: str) -> str:
    return '"' + s.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def layouts() -> str:
    flags = "\n".join(f"    {f.name} = {int(f)}," for f in Flag)
    overloads = "\n".join(f"    {o.name} = {int(o)}," for o in Overload)
    pipes = "\n".join(f"    {p.name} = {int(p)}," for p in Pipe)
    types = "\n".join(f"    {t.name}_ = {t.code}," for t in DTYPES.values())
    sizes = ", ".join(["0", *(str(t.bits) for t in DTYPES.values())])
    names = ", ".join(['""', *(text(t.name) for t in DTYPES.values())])
    return f"""{HEADER}
#include <cstdint>

namespace lanewise {{

{cpp_structs()}
enum Flag : std::uint32_t {{
{flags}
}};
enum class Overload : std::uint8_t {{
{overloads}
}};
enum class Pipe : std::uint8_t {{
{pipes}
}};
enum class DType : std::uint8_t {{
    none_ = 0,
{types}
}};
inline constexpr std::uint8_t dtype_bits[] = {{{sizes}}};
inline constexpr const char* dtype_names[] = {{{names}}};
inline constexpr int max_operands = {MAX_OPERANDS};
// What a register starts with that nobody wrote.
inline constexpr std::uint64_t unwritten[] = {{{', '.join(f"{word:#x}" for word in UNWRITTEN)}}};

}}  // namespace lanewise
"""


def opcodes() -> str:
    names = "\n".join(f"    {name}_," for name in instructions())
    return f"""{HEADER}
#include <cstdint>

namespace lanewise {{

enum class Opcode : std::uint16_t {{
    none_ = 0,
{names}
}};

}}  // namespace lanewise
"""


def rules() -> str:
    enums = []
    for name, policy in policies().items():
        choices = ", ".join(f"{name}_{choice}" for choice in policy.choices)
        enums.append(f"enum {name}_choice : std::uint8_t {{ {choices} }};")
    fields = "\n".join(f"    {name}_choice {name};" for name in policies())
    facts_ = "\n".join(f"    std::uint64_t {f};" for f in FACTS)
    tables = []
    for chip in chips().values():
        facts = ", ".join(f"{chip.fact(f)}ull" for f in FACTS)
        choice = ", ".join(f"{name}_{chip.policies[name].value}" for name in policies())
        tables.append(f'    {{"{chip.name}", {chip.arch}, {facts}, {choice}}},')
    return f"""{HEADER}
#include <cstdint>

namespace lanewise {{

{chr(10).join(enums)}

// One chip's sizes and its choice for every policy.
struct Rules {{
    const char* name;
    std::uint32_t arch;
{facts_}
{fields}
}};

inline constexpr Rules chips[] = {{
{chr(10).join(tables)}
}};
inline constexpr int chip_count = {len(chips())};

}}  // namespace lanewise
"""


def cores() -> str:
    """How many cores each chip has, for programs that ask; nothing else of the engine depends on it."""
    table = "\n".join(
        f'    {{"{c.name}", {c.arch}, {c.fact("cube_cores")}, {c.fact("vector_cores")}}},' for c in chips().values()
    )
    return f"""{HEADER}
#include <cstdint>

namespace lanewise {{

struct Cores {{
    const char* chip;
    std::uint32_t arch, cube, vector;
}};
inline constexpr Cores cores_of_chips[] = {{
{table}
}};

}}  // namespace lanewise
"""


def _chip_mask(names: Any) -> int:
    return sum(1 << i for i, name in enumerate(chips()) if name in names)


def families(executor: str) -> list[str]:
    """Family modules with instructions of an executor: each has a file of lane functions of its own."""
    return sorted({homes()[i.name] for i in instructions().values() if i.form.executor == executor})


def kernel_families() -> list[str]:
    """Families with kernels that are compiled once per CPU level."""
    return sorted({family for executor in WITH_KERNELS for family in families(executor)})


def fused_lanes() -> set[tuple[str, str]]:
    """(family, lane function) of those that round a product and a sum together where the chip does. No other may."""
    asking = (i for i in instructions().values() if i.form.executor in WITH_KERNELS and "multiply_add" in i.policies)
    return {(homes()[i.name], i.lane or i.name) for i in asking}


def _kernels(family: str) -> dict[tuple[str, tuple[str, ...]], int]:
    """Distinct (lane function, element types) pairs of the executors with kernels in a family, numbered."""
    found: dict[tuple[str, tuple[str, ...]], int] = {}
    for ins in instructions().values():
        if ins.form.executor in WITH_KERNELS and homes()[ins.name] == family:
            for row in ins.rows:
                found.setdefault((ins.lane or ins.name, _lane_types(ins, row)), len(found))
    return found


def _lane_types(ins: Instruction, row: Row) -> tuple[str, ...]:
    types = [row.unit or t for t in row.types if t]
    if ins.form.scalars:
        types.append(row.unit or ins.scalar_type(row))
    return tuple(cpp_type(DTYPES[t], ins.form.name == CONVERT.name) for t in types)


def _orders(ins: Instruction) -> list[int]:
    """For each order of a reduction's results, the chips that have it."""
    return [_chip_mask([c for c, orders in ins.orders.items() if order in orders]) for order in range(4)]


def tables() -> str:
    kernels = {family: _kernels(family) for family in kernel_families()}
    numbers = {family: n for n, family in enumerate(kernel_families())}
    infos: list[str] = []
    rows_out: list[str] = []
    names: list[str] = []
    for ins in instructions().values():
        first = len(rows_out)
        for row in ins.rows:
            kernel = -1
            if ins.form.executor in WITH_KERNELS:
                kernel = kernels[homes()[ins.name]][ins.lane or ins.name, _lane_types(ins, row)]
            types = [DTYPES[t].code if t else 0 for t in row.types] + [0] * (MAX_OPERANDS - len(row.types))
            overloads = sum(1 << o for o in row.overloads)
            unit = DTYPES[row.unit].code if row.unit else 0
            scalar = DTYPES[ins.scalar_type(row)].code if ins.form.scalars else 0
            codes = ", ".join(map(str, types))
            modes = sum(1 << m for m in row.modes or range(len(ins.modes)))
            rows_out.append(
                f"    {{{_chip_mask(row.chips)}, {{{codes}}}, {overloads}, {unit}, {scalar}, {kernel}, {modes}, "
                f"{row.round_modes}}},"
            )
        names.append(ins.name)
        operands = ins.form.operands
        roles = [ROLES[o.role] for o in operands] + [0] * (MAX_OPERANDS - len(operands))
        spaces = [SPACES[o.space] for o in operands] + [0] * (MAX_OPERANDS - len(operands))
        labels = [text(o.name) for o in operands] + ['""'] * (MAX_OPERANDS - len(operands))
        strides = ins.form.strides
        bounds = next(iter(ins.ranges.values()), None)
        unbounded = _chip_mask([c for c, r in ins.ranges.items() if r.high is None])
        infos.append(
            f"    {{{text(ins.name)}, {text(ins.vendor[0])}, Executor::{ins.form.executor.replace('-', '_')}, "
            f"{len(operands)}, {{{', '.join(map(str, roles))}}}, {{{', '.join(map(str, spaces))}}}, "
            f"{{{', '.join(labels)}}}, {len(ins.form.scalars)}, "
            f"{strides.block if strides else 0}, {strides.repeat if strides else 0}, "
            f"{str(ins.form.name == 'copy').lower()}, "
            f"{str(ins.form.name in ('block-broadcast', 'block-gather')).lower()}, "
            f"{str(ins.form.compares).lower()}, {str(ins.form.name == CONVERT.name).lower()}, "
            f"{text(','.join(ins.modes))}, "
            f"{-1 if ins.form.lanes_of is None else ins.form.lanes_of}, {ins.form.least_width}, "
            f"{str(ins.saturates).lower()}, {str(ins.accumulates).lower()}, "
            f"{str(ins.count_reads_mask).lower()}, {_chip_mask(ins.flexible)}, {_chip_mask(ins.rounds)}, "
            f"{_chip_mask(ins.algorithms)}, {_chip_mask(ins.ranges)}, {unbounded}, {bounds.low if bounds else 0}, "
            f"PipeOf::{ins.pipe}, {numbers.get(homes()[ins.name], 0)}, {first}, {len(rows_out)}, "
            f"Group::{ins.form.group or 'none'}, Fold::{ins.fold or 'none'}, {{{', '.join(map(str, _orders(ins)))}}}, "
            f"{ins.form.most_repeats}}},"
        )
    return f"""{HEADER}
#include "isa.hpp"
#include "lanewise/generated/opcodes.hpp"

namespace lanewise {{

inline constexpr RowInfo rows[] = {{
{chr(10).join(rows_out)}
}};

inline constexpr InstructionInfo instructions[] = {{
    {{}},
{chr(10).join(infos)}
}};
inline constexpr int instruction_count = {len(names)};

}}  // namespace lanewise
"""


def kernel_list(family: str) -> str:
    """One line per kernel, for a file that is compiled once per CPU level."""
    lines = []
    kinds = {cpp_type(t, True): t for t in reversed(DTYPES.values())}
    for name, types in _kernels(family):
        ins, to = _owner(family, name), kinds[types[0]]
        clamps = ins.saturates if to.name == "half" else "integer_overflow" in ins.policies
        both = "true" if clamps and (to.name == "half" or to.is_integer) else "false"
        operands = [o for o in ins.form.operands if o.space != "mask"]
        targets = sum(o.writes for o in operands)
        reads = [t for t, o in zip(types, operands, strict=False) if o.reads]
        if ins.form.executor == "reduce":
            lines.append(f"LANEWISE_TREE_KERNEL({name}, {both}, {types[0]}, {types[1]})")
        elif ins.form.scalars:
            lines.append(f"LANEWISE_SCALAR_KERNEL({name}, {both}, {', '.join([types[0], types[-1], *reads])})")
        elif targets == 2:
            lines.append(f"LANEWISE_PAIR_KERNEL({name}, {', '.join([types[0], *reads])})")
        else:
            lines.append(f"LANEWISE_KERNEL({name}, {both}, {', '.join([types[0], *reads])})")
    return NOTE + "\n".join(lines) + "\n"


def _owner(family: str, lane: str) -> Instruction:
    """An instruction of a family that uses a lane function."""
    return next(i for i in instructions().values() if homes()[i.name] == family and (i.lane or i.name) == lane)


def family_list(families: list[str]) -> str:
    return NOTE + "".join(f"LANEWISE_FAMILY({family})\n" for family in families)


def headers(executor: str, folder: str) -> str:
    return HEADER + "".join(f'#include "{folder}/{family}.hpp"\n' for family in families(executor))


def dispatch(executor: str, call: str) -> str:
    cases = []
    for ins in instructions().values():
        if ins.form.executor != executor:
            continue
        if ins.meaning is nothing:
            cases.append(f"case Opcode::{ins.name}_: return;")
        else:
            cases.append(f"case Opcode::{ins.name}_: return lanes::{call.format(ins.name)};")
    return NOTE + "\n".join(cases) + "\n"


ARITIES = {1: "ONE", 2: "TWO", 3: "THREE"}


def elementary_names() -> str:
    names = "\n".join(f"    {name}," for name in straight.FUNCTIONS)
    return f"""{HEADER}
#include <cstdint>

namespace lanewise {{

enum class Elementary : std::uint16_t {{
{names}
}};

}}  // namespace lanewise
"""


def elementary_functions() -> str:
    return f"""{HEADER}
#include "numerics/straight.hpp"

namespace lanewise::elementary {{
inline namespace LANEWISE_LEVEL {{

{straight.as_cpp()}

}}  // namespace LANEWISE_LEVEL
}}  // namespace lanewise::elementary
"""


def elementary_list() -> str:
    return NOTE + "".join(f"LANEWISE_{ARITIES[straight.arity(name)]}({name})\n" for name in straight.FUNCTIONS)


def macros() -> list[Instruction]:
    return [i for i in instructions().values() if i.form.executor == "macro"]


def macro_names() -> str:
    return NOTE + "".join(f"void {i.name}(Macro& m);\n" for i in macros() if not i.lane)


def macro_dispatch() -> str:
    lines = []
    for ins in macros():
        call = f"map(macro, Elementary::{ins.lane})" if ins.lane else f"{ins.name}(macro)"
        lines.append(f"case Opcode::{ins.name}_: return library::{call};")
    return NOTE + "\n".join(lines) + "\n"


def in_vendor_words(message: str) -> str:
    """An error text for a C++ program: what Python calls alloc_tensor is AllocTensor there."""
    words = {name.rpartition(".")[2]: i.vendor[0] for i in instructions().values() for name in i.python_names}
    words = {name: vendor for name, vendor in words.items() if "_" in name or name in ("enque", "deque")} | VENDOR_WORDS
    return re.sub(r"(?<!\{)\b[a-z][a-z0-9_]+\b(?!\})", lambda m: words.get(m[0], m[0]), message)


def errors() -> str:
    entries = "\n".join(f"    {{{text(k)}, {text(in_vendor_words(v))}}}," for k, v in CATALOGUE.items())
    return f"""{HEADER}
namespace lanewise {{

struct ErrorText {{
    const char* id;
    const char* text;
}};
inline constexpr ErrorText error_texts[] = {{
{entries}
}};

}}  // namespace lanewise
"""


def files() -> dict[str, str]:
    """Everything the engine needs, by file name."""
    return {
        f"{FRONT}/layouts.hpp": layouts(),
        f"{FRONT}/opcodes.hpp": opcodes(),
        "rules.hpp": rules(),
        "tables.hpp": tables(),
        **{f"kernels_{family}.inc": kernel_list(family) for family in kernel_families()},
        "families.inc": family_list(kernel_families()),
        "register_walks.hpp": headers("register-walk", "registers"),
        "register_walks.inc": dispatch("register-walk", "{}(walk)"),
        "walks.hpp": headers("walk", "walks"),
        "walks.inc": dispatch("walk", "{}(walk)"),
        "elementary.hpp": elementary_names(),
        "elementary_functions.hpp": elementary_functions(),
        "elementary.inc": elementary_list(),
        "macro_names.inc": macro_names(),
        "macros.inc": macro_dispatch(),
        "moves.inc": dispatch("move", "{}(move, emit)"),
        "states.inc": dispatch("state", "{}(state, params)"),
        "errors.hpp": errors(),
        "cores.hpp": cores(),
    }
