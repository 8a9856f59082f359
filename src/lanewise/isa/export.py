"""The records, chips and error texts as C++ for the engine. The build writes them; nothing of it is committed."""

from __future__ import annotations

import re
from collections import Counter

from lanewise import findings
from lanewise.chips import cores
from lanewise.chips.chip import told_policies
from lanewise.chips.parts import FACTS, SIZES, USABLE
from lanewise.isa.ascend.move import no_effect
from lanewise.isa.catalogue import instructions
from lanewise.isa.cplusplus import HEADER, NOTE, text
from lanewise.isa.issued import GM, MAX_OPERANDS, REGISTERS, VECTOR_MEMORY, Space, cpp_structs, on_core
from lanewise.isa.record import Flag, Instruction, Overload
from lanewise.isa.registers import UNWRITTEN
from lanewise.isa.tables import families, instruction_sets, kernel_families, kernel_list, tables
from lanewise.numerics import elementary as _elementary  # noqa: F401  registers its functions
from lanewise.numerics import special, straight
from lanewise.numerics.formats import DTYPES
from lanewise.severities import Mode, Severity, table

VENDOR_WORDS = {
    "init_buffer": "InitBuffer", "set_global_buffer": "SetGlobalBuffer", "release_event_id": "ReleaseEventID",
    "repeat_times": "repeatTime", "round_mode": "roundMode", "valid_bit": "validBit",
}
FRONT = "front/lanewise/generated"  # what the headers of the C++ front include too


def layouts() -> str:
    flags = "\n".join(f"    {f.name} = {int(f)}," for f in Flag)
    overloads = "\n".join(f"    {o.name} = {int(o)}," for o in Overload)
    types = "\n".join(f"    {t.name}_ = {t.code}," for t in DTYPES.values())
    sizes = ", ".join(["0", *(str(t.bits) for t in DTYPES.values())])
    names = ", ".join(['""', *(text(t.name) for t in DTYPES.values())])
    return f"""{HEADER}
#include <cstdint>

#include "lanewise/generated/cores.hpp"

namespace lanewise {{

{cpp_structs()}
enum Flag : std::uint32_t {{
{flags}
}};
enum class Overload : std::uint8_t {{
{overloads}
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


def core_parts() -> str:
    """Memories, pipes, events and kinds of cores: what of chips/cores.toml the engine and the headers need."""
    there, all_ = cores.pipes(), len(cores.pipes())
    numbers = {pipe.name: k for k, pipe in enumerate(there)}
    vendors = {pipe.vendor: numbers.get(name, -1) for name, pipe in cores.every_pipe().items()}
    uses = "".join(f", {pipe.use}_pipe = {k}" for k, pipe in enumerate(there))
    ends = [(cores.every_pipe()[e.source].vendor, cores.every_pipe()[e.target].vendor) for e in cores.events()]
    by_vendor = ", ".join(str(vendors.get(k, -1)) for k in range(max(vendors) + 1))
    names = ", ".join(text(name) for name in [*(e.name for e in cores.events()), cores.end_of_events()])
    named = "// programs have a name for the end, too"
    spaces = [*(one.use for one in cores.memories()), *(space.name.lower() for space in Space if not on_core(space))]
    words = [text(REGISTERS.get(space.name, space.name)) for space in Space]
    infos = [f"{{{text(one.name)}, {text(one.title)}, {text(one.places)}, {one.align}, {one.unit}}}"
             for one in cores.every_memory().values()]  # fmt: skip
    lies = {cores.positions()[at]: Space[one.name] for one in cores.every_memory().values() for at in one.positions}
    positions = {k: name for name, k in reversed(cores.positions().items())}
    places = [str(int(lies.get(k, -1))) for k in range(max(cores.positions().values()))]
    here = [k if 0 <= (k := lies.get(at, -1)) < GM else VECTOR_MEMORY for at in range(len(places) + 1)]
    movers = ", ".join(f"{{{', '.join(_mover(source, target) for target in Space)}}}" for source in Space)
    kinds = list(cores.kinds().values())
    return f"""{HEADER}
#include <cstdint>

namespace lanewise {{

// Where operands are, as records number it: in a memory of a core, by its use; in what all cores share; in a register.
enum class Space : std::uint8_t {{ {", ".join(spaces)} }};
inline constexpr int memory_count = {len(cores.memories())}, space_count = {len(Space)};
inline constexpr const char* space_names[] = {{{", ".join(text(space.name) for space in Space)}}};
// As messages call them.
inline constexpr const char* space_words[] = {{{", ".join(words)}}};
constexpr const char* name_of(Space space) {{ return space_names[static_cast<int>(space)]; }}
constexpr bool on_core(Space space) {{ return space < Space::{spaces[GM]}; }}
constexpr bool in_memory(Space space) {{ return space <= Space::{spaces[GM]}; }}

struct MemoryInfo {{
    const char *name, *title, *positions;
    std::uint32_t align, unit;  // where its tensors start, and what is read and written at once, in bytes
}};
inline constexpr MemoryInfo memory_infos[] = {{{", ".join(infos)}}};
constexpr const MemoryInfo& info_of(Space space) {{ return memory_infos[static_cast<int>(space)]; }}

// In which memory tensors at a position lie (TPosition); -1: in none that is known.
inline constexpr std::int8_t memory_by_position[] = {{{", ".join(places)}}};
inline constexpr const char* position_names[] = {{{", ".join(text(positions[k]) for k in sorted(positions))}}};
// And in which memory of a core: where none is known, in that of vector instructions.
inline constexpr Space space_by_position[] = {{{", ".join(f"Space::{spaces[k]}" for k in here)}}};
inline constexpr int position_count = {len(places)}, plain_position = {cores.positions()[cores.plain_position()]};

// A kind of core: a bit for each of its memories, for each of its pipes as records number them, and for those memories
// of other cores of its group that it reaches where the chip links them.
struct CoreKind {{
    const char *name, *title;
    std::uint32_t memories, pipes, linked;
    constexpr bool has(Space space) const {{ return memories >> static_cast<int>(space) & 1; }}
    constexpr bool reaches(Space space) const {{ return linked >> static_cast<int>(space) & 1; }}
    constexpr bool has_pipe(int pipe) const {{ return pipe >= 0 && pipes >> pipe & 1; }}
}};
inline constexpr CoreKind core_kinds[] = {{{", ".join(_kind(kind) for kind in kinds)}}};
// By the part of the work that each does.
inline constexpr std::uint8_t {", ".join(f"{kind.part}_core = {k}" for k, kind in enumerate(kinds))};

// Pipes as records number them. No instruction runs on all of them; a move's pipe depends on its memories.
inline constexpr int pipe_count = {all_}, no_pipe = -1, all_pipes = {all_}, moving_pipe = {all_ + 1}{uses};
inline constexpr const char* pipe_names[] = {{{", ".join(text(pipe.name) for pipe in there)}}};
// By the vendor's numbers.
inline constexpr int all_pipes_by_vendor = {cores.all_pipes()[1]};
inline constexpr std::int8_t pipes_by_vendor[] = {{{by_vendor}}};
// By the memories that it moves data from and to.
inline constexpr std::int8_t movers[][{len(Space)}] = {{{movers}}};

// Who sets an event and who waits for it, in the vendor's numbers.
struct EventEnds {{
    std::int8_t source, target;
}};
inline constexpr EventEnds event_ends[] = {{{", ".join(f"{{{a}, {b}}}" for a, b in ends)}}};
inline constexpr int event_count = {len(ends)}, event_numbers = event_count + 1;  {named}
inline constexpr const char* event_names[event_numbers] = {{{names}}};

// A pipe by the vendor's number; no_pipe: cores here have none such, or it means all of them.
constexpr int pipe_by_vendor(std::int64_t vendor) {{
    return vendor >= 0 && vendor < {max(vendors) + 1} ? pipes_by_vendor[vendor] : no_pipe;
}}

struct EventPipes {{
    int source, target;
}};
constexpr EventPipes event_pipes(std::int64_t event) {{
    if (event < 0 || event >= event_count) return {{no_pipe, no_pipe}};
    return {{pipe_by_vendor(event_ends[event].source), pipe_by_vendor(event_ends[event].target)}};
}}

// The event from one pipe to another, by the vendor's numbers and by those of records; event_count: there is none.
constexpr int event_by_vendor(int source, int target) {{
    int event = 0;
    while (event < event_count && (event_ends[event].source != source || event_ends[event].target != target)) ++event;
    return event;
}}
constexpr int event_between(int source, int target) {{
    int event = 0;
    while (event < event_count && (event_pipes(event).source != source || event_pipes(event).target != target)) ++event;
    return event;
}}

}}  // namespace lanewise
"""


def _mover(source: Space, target: Space) -> str:
    return str(next((k for k, pipe in enumerate(cores.pipes()) if (source.name, target.name) in pipe.moves), -1))


def _kind(kind: cores.Kind) -> str:
    memories = sum(1 << Space[name] for name in kind.memories)
    pipes = sum(1 << k for k, pipe in enumerate(cores.pipes()) if pipe.name in kind.pipes)
    linked = sum(1 << Space[name] for name in kind.reaches)
    return f"{{{text(kind.name)}, {text(kind.title)}, {memories:#x}, {pipes:#x}, {linked:#x}}}"


def pipe_names() -> str:
    """The vendor's enumerators of pipes."""
    name, number = cores.all_pipes()
    vendors = {pipe.vendor: pipe.name for pipe in cores.every_pipe().values()} | {number: name}
    return NOTE + "".join(f"PIPE_{vendors[k]} = {k},\n" for k in sorted(vendors))


def event_names() -> str:
    """The vendor's enumerators of events."""
    return NOTE + "".join(f"{name},\n" for name in [*(e.name for e in cores.events()), cores.end_of_events()])


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
    """What a chip is for the engine: it has no chips of its own, but is told about them."""
    enums = []
    for name, policy in told_policies().items():
        choices = ", ".join(f"{name}_{choice}" for choice in policy.choices)
        enums.append(f"enum {name}_choice : std::uint8_t {{ {choices} }};")
    at = {name: f"n[{k}]" for k, name in enumerate(["arch", *FACTS, *told_policies()])}
    of_memories = {"sizes": SIZES, "usable": USABLE}
    numbers = [name for name in ["arch", *FACTS] if not any(name in of for of in of_memories.values())]
    fields = [f"std::uint64_t {name};" for name in numbers]
    fields += [f"std::uint64_t {name}[memory_count];" for name in of_memories]
    fields += [f"{name}_choice {name};" for name in told_policies()]
    values = [f".{name} = {at[name]}," for name in numbers]
    values += [f".{name} = {{{', '.join(at[one] for one in of)}}}," for name, of in of_memories.items()]
    values += [f".{name} = static_cast<{name}_choice>({at[name]})," for name in told_policies()]
    return f"""{HEADER}
#include <cstddef>
#include <cstdint>

#include "lanewise/generated/cores.hpp"

namespace lanewise {{

{chr(10).join(enums)}

// One chip's sizes, those of memories by Space, and its choice for every policy.
struct Rules {{
    const char *name, *timing, *product;
    std::uint16_t bit;  // of the chip whose instructions it has, in the masks of the tables
    {f"{chr(10)}    ".join(fields)}
}};

inline constexpr std::size_t rule_count = {len(at)};

// From the numbers that a chip's file has been made of (src/lanewise/chips/header.py).
constexpr Rules read_rules(const char* name, const char* timing, const char* product, std::uint16_t bit,
                           const std::uint64_t* n) {{
    return {{
        .name = name,
        .timing = timing,
        .product = product,
        .bit = bit,
        {f"{chr(10)}        ".join(values)}
    }};
}}

// The chips that tables of instructions name, by bit.
inline constexpr const char* instruction_sets[] = {{{", ".join(map(text, instruction_sets()))}}};

}}  // namespace lanewise
"""


def family_list(families: list[str]) -> str:
    return NOTE + "".join(f"LANEWISE_FAMILY({family})\n" for family in families)


def kernel_lists(families: list[str]) -> str:
    """The kernels of all families, for a level that has some of each."""
    return NOTE + "".join(f"LANEWISE_BEGIN({family})\n{kernel_list(family)}LANEWISE_END\n" for family in families)


def headers(executor: str, folder: str) -> str:
    return HEADER + "".join(f'#include "{folder}/{family}.hpp"\n' for family in families(executor))


def dispatch(executor: str, call: str) -> str:
    cases = []
    for ins in instructions().values():
        if ins.form.executor != executor:
            continue
        if ins.meaning is no_effect:
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

{straight.tables_as_cpp()}

{straight.as_cpp(straight.FUNCTIONS)}

}}  // namespace LANEWISE_LEVEL
}}  // namespace lanewise::elementary
"""


def elementary_of_programs() -> str:
    """For headers: what programs call inline."""
    return f"""{HEADER}
#include "lanewise/shared/straight.h"

namespace lanewise::elementary::programs {{

{straight.tables_as_cpp()}

{straight.as_cpp(straight.FUNCTIONS, inline_only=True)}

}}  // namespace lanewise::elementary::programs
"""


def special_of_programs() -> str:
    """For headers of functions with threads: what no instruction computes."""
    return f"""{HEADER}
#include "lanewise/generated/elementary.hpp"

namespace lanewise::elementary::programs {{

{straight.as_cpp(special.FUNCTIONS)}

}}  // namespace lanewise::elementary::programs
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
        lines.append(f"case Opcode::{ins.name}_: return macros::{call};")
    return NOTE + "\n".join(lines) + "\n"


def in_vendor_words(message: str) -> str:
    """An error text for a C++ program: what Python calls alloc_tensor is AllocTensor there."""
    words = {name.rpartition(".")[2]: i.vendor[0] for i in instructions().values() for name in i.python_names}
    words = {name: vendor for name, vendor in words.items() if "_" in name or name in ("enque", "deque")} | VENDOR_WORDS
    return re.sub(r"(?<!\{)\b[a-z][a-z0-9_]+\b(?!\})", lambda m: words.get(m[0], m[0]), message)


def errors() -> str:
    said = findings.texts()
    entries = "\n".join(
        f"    {{{text(id)}, {text(case)}, {text(in_vendor_words(one))}}}," for (id, case), one in said.items()
    )
    rows = "\n".join(
        f"    {{{text(rule.id)}, {text(rule.case)}, "
        f"{{{', '.join(f'Severity::{one.name.lower()}' for one in rule.row)}}}}},"
        for rule in table() if rule.id in {id for id, _ in said}
    )
    modes = ", ".join(m.name.lower() for m in Mode)
    severities = ", ".join(s.name.lower() for s in Severity)
    names = Counter(i.vendor[0] for i in instructions().values())
    shared = [i for i in instructions().values() if names[i.vendor[0]] > 1]
    kinds = "\n".join(f"    {{{text(i.name)}, {text(i.summary.partition(':')[0])}}}," for i in shared)
    return f"""{HEADER}
namespace lanewise {{

struct ErrorText {{
    const char* id;
    const char* variant;
    const char* text;
}};
inline constexpr ErrorText error_texts[] = {{
{entries}
}};

// What a broken rule is: see findings/. Rules without a row end every run.
enum class Mode {{ {modes} }};
enum class Severity {{ {severities} }};
struct SeverityRow {{
    const char* id;
    const char* variant;
    Severity severities[{len(Mode)}];
}};
inline constexpr SeverityRow severity_rows[] = {{
{rows}
}};

// Instructions whose vendor's name others have, too, and what they do.
struct SharedName {{
    const char* name;
    const char* does;
}};
inline constexpr SharedName shared_names[] = {{
{kinds}
}};

}}  // namespace lanewise
"""


def files() -> dict[str, str]:
    """Everything the engine needs, by file name."""
    return {
        f"{FRONT}/cores.hpp": core_parts(),
        f"{FRONT}/pipes.inc": pipe_names(),
        f"{FRONT}/events.inc": event_names(),
        f"{FRONT}/layouts.hpp": layouts(),
        f"{FRONT}/opcodes.hpp": opcodes(),
        "rules.hpp": rules(),
        "tables.hpp": tables(),
        **{f"kernels_{family}.inc": kernel_list(family) for family in kernel_families()},
        "families.inc": family_list(kernel_families()),
        "kernels.inc": kernel_lists(kernel_families()),
        "kernel_lanes.hpp": HEADER + "".join(f'#include "lanes/{family}.hpp"\n' for family in kernel_families()),
        "register_walks.hpp": headers("register-walk", "registers"),
        "register_walks.inc": dispatch("register-walk", "{}(walk)"),
        "walks.hpp": headers("walk", "walks"),
        "walks.inc": dispatch("walk", "{}(walk)"),
        "elementary.hpp": elementary_names(),
        "elementary_functions.hpp": elementary_functions(),
        f"{FRONT}/elementary.hpp": elementary_of_programs(),
        f"{FRONT}/special.hpp": special_of_programs(),
        "elementary.inc": elementary_list(),
        "macro_names.inc": macro_names(),
        "macros.inc": macro_dispatch(),
        "moves.inc": dispatch("move", "{}(move, layout)"),
        "states.inc": dispatch("state", "{}(state, params)"),
        "errors.hpp": errors(),
    }
