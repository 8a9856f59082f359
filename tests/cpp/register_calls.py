"""A program that calls every computing register instruction under each of its names with each of its types."""

from __future__ import annotations

from collections.abc import Iterator

from lanewise.isa.catalogue import instructions, module_of_instruction
from lanewise.isa.record import Instruction, Row
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.rounding import RoundMode

MODULES = ("reg_arithmetic", "reg_functions", "reg_logic", "reg_fused", "reg_fill", "reg_carry", "reg_cast",
           "reg_compare", "reg_histogram", "reg_permute", "reg_reduce")
SPLIT = ("int64", "uint64", "complex32", "complex64")
# What stands in front of the arguments where a name needs more than they say.
BEFORE = {
    "reg_histograms": "<{1}, {0}, Reg::HistogramsBinType::BIN1, Reg::HistogramsType::ACCUMULATE>",
    "reg_reduce_max": "<Reg::ReduceType::MAX>", "reg_reduce_min": "<Reg::ReduceType::MIN>",
    "reg_pair_reduce_elem": "<Reg::PairReduce::SUM, {0}>",
    "reg_reduce_data_block_sum": "<Reg::ReduceType::SUM>",
    "reg_reduce_data_block_max": "<Reg::ReduceType::MAX, {0}>",
    "reg_reduce_data_block_min": "<Reg::ReduceType::MIN, {0}, Reg::MaskMergeMode::ZEROING>",
    "reg_reduce_sum": "<Reg::ReduceType::SUM, {0}, {1}, Reg::MaskMergeMode::ZEROING>",
}


def vendor(kind: str) -> str:
    return DTYPES[kind].vendor


def calls() -> Iterator[str]:
    for ins in instructions().values():
        if module_of_instruction()[ins.name] not in MODULES:
            continue
        for row in ins.rows:
            for registers in (1, 2):
                if registers == 1 or _takes_two(ins, row):
                    yield from _call(ins, row, registers)


def _takes_two(ins: Instruction, row: Row) -> bool:
    return any(t in SPLIT for t in row.types) and not ins.name.startswith("reg_gather")


def _call(ins: Instruction, row: Row, registers: int) -> Iterator[str]:
    declared, passed = [], []
    for i, (operand, kind) in enumerate(zip(ins.form.operands, row.types, strict=True)):
        if operand.space == "mask":
            declared.append(f"Reg::MaskReg p{i}; Fill(p{i});")
        else:
            trait = ", Reg::RegTraitNumTwo" if registers == 2 and kind in SPLIT else ""
            declared.append(f"Reg::RegTensor<{vendor(kind)}{trait}> p{i}; Fill(p{i});")
        passed.append(f"p{i}")
    if ins.form.scalars:
        place = len(passed) - (ins.form.operands[-1].name == "mask")
        passed.insert(place, f"Number<{vendor(ins.scalar_type(row))}>()")
    kinds = [vendor(t) if t else "" for t in row.types]
    first = next(k for k in kinds if k)
    for name in (*ins.vendor, *ins.old):
        special = name in ins.vendor and ins.name in BEFORE
        told = BEFORE[ins.name].format(*kinds) if special else ""
        if ins.name == "reg_cast":
            told = f"<{kinds[0]}, {kinds[1]}, Trait<{_mode(row)}>>"
        lines = [f"{name}{told}({', '.join(passed)});"]
        if not special and ins.name != "reg_cast":
            lines.append(f"{name}<{first}>({', '.join(passed)});")
        if ins.name in ("reg_duplicate", "reg_move"):
            lines.append(f"{name}({', '.join(passed[:-1])});")
        yield f"{{ {' '.join(declared)} {' '.join(lines)} }}"


def _mode(row: Row) -> str:
    modes = [m for m in RoundMode if row.round_modes >> m & 1 and m]
    return f"AscendC::RoundMode::{modes[0].name}" if modes else "AscendC::RoundMode::UNKNOWN"


def program() -> str:
    lines = list(calls())
    parts = [lines[i : i + 40] for i in range(0, len(lines), 40)]
    functions = "\n".join(
        f"__simd_vf__ inline void Part{n}() {{\n{chr(10).join(part)}\n}}" for n, part in enumerate(parts)
    )
    run = " ".join(f"asc_vf_call<Part{n}>();" for n in range(len(parts)))
    return f"""#include <cstring>
#include "acl/acl.h"
#include "kernel_operator.h"
namespace Reg = AscendC::Reg;
template <class R> void Fill(R& r) {{ std::memset(static_cast<void*>(&r), 1, sizeof r); }}
void Fill(Reg::MaskReg& m) {{ std::memset(m.lanewise_bytes, 1, sizeof m.lanewise_bytes); }}
template <class T> T Number() {{ T x; std::memset(static_cast<void*>(&x), 1, sizeof x); return x; }}
template <AscendC::RoundMode mode>
constexpr Reg::CastTrait Trait = {{Reg::RegLayout::ZERO, Reg::SatMode::SAT, Reg::MaskMergeMode::ZEROING, mode}};
{functions}
__global__ __vector__ void kernel() {{ {run} }}
int main() {{
    aclInit(nullptr);
    aclrtSetDevice(0);
    kernel<<<1, 0>>>();
    aclrtSynchronizeDevice();
    aclFinalize();
    return 0;
}}
"""
