"""Everything the records and the chips say, as plain data. Tables and JSON both come from here."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

from lanewise import asc
from lanewise.asc.signatures import signatures
from lanewise.chips.chip import Chip, Fact, chips, policies, weakest
from lanewise.chips.cores import SHARED, every_memory
from lanewise.cli import engines
from lanewise.cli.definition import source
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import find, instructions
from lanewise.isa.issued import Space
from lanewise.isa.record import Instruction, Overload, Row
from lanewise.numerics.formats import DTYPES

Data = dict[str, Any]

ZERO = "zero_repeat"


def matching(name: str | None, chip: Chip | None) -> list[Instruction]:
    """Instructions by any of their names, the one with exactly that id first; only those that exist on `chip`."""
    hits = list(instructions().values()) if name is None else sorted(find(name), key=lambda i: i.name != name)
    if chip is None:
        return hits
    there = [i for i in hits if chip.instructions in i.chips]
    if name is not None and not there:
        raise LanewiseError("OP-001", op=hits[0].name, chip=chip.name, known=", ".join(hits[0].chips))
    return there


def forms(ins: Instruction, only: Chip | None = None) -> list[str]:
    """That it has on some chip, or on one."""
    known = [c for c in (chips().values() if only is None else [only]) if c.instructions in ins.chips]
    return _forms([row for c in known for row in ins.rows_on(c.instructions)])


def instruction(ins: Instruction, only: Chip | None = None) -> Data:
    """One instruction, on every chip that has it or on one."""
    known = [c for c in (chips().values() if only is None else [only]) if c.instructions in ins.chips]
    of = {c.name: c for c in known}
    names = list(of)
    sets = {c.name: c.instructions for c in known}
    rows = {c: list(ins.rows_on(sets[c])) for c in names}
    return {
        "id": ins.name,
        "family": ins.family,
        "python": list(ins.python_names),
        "vendor": list(ins.vendor),
        "vendor_old": list(ins.old),
        "operator": ins.operator,
        "calls": {"cpp": cpp_calls(ins), "python": python_calls(ins), "c": c_calls(ins)},
        "kind": ins.shape,
        "operands": [{"name": o.name, "role": o.role} for o in ins.form.operands],
        "scalars": list(ins.form.scalars),
        "forms": forms(ins, only),
        "types": {c: _types(rows[c]) for c in names},
        "ranges": {c: _ranges(ins, sets[c], rows[c]) for c in names if sets[c] in ins.ranges},
        "zero": {c: _choice(ZERO, of[c]) for c in names} if ins.form.executor in ("elementwise", "walk") else {},
        "rounds": [c for c in names if sets[c] in ins.rounds],
        "flexible_scalar": [c for c in names if sets[c] in ins.flexible],
        "algorithms": [c for c in names if sets[c] in ins.algorithms],
        "is_set_mask_in_count_form": ins.count_reads_mask,
        "accumulates": ins.accumulates,
        "saturates": ins.saturates,
        "places": _operand_memories(ins),
        "policies": {
            p: {
                "question": policies()[p].question,
                "chips": {c: _choice(p, of[c]) for c in names if p in ins.policies_on(sets[c])},
            }
            for p in ins.policies
        },
        "row_evidence": {c: weakest(r.evidence for r in rows[c]) for c in names},
        "evidence": {c: _evidence(ins, of[c]) for c in names},
        "weakened_by": {c: _weakened_by(ins, of[c]) for c in names},
        "timing": ins.timing,
        "pipe": ins.pipe,
        "notes": list(ins.notes),
        "meaning": {"summary": ins.summary, "source": source(ins.meaning)},
    }


def cpp_calls(ins: Instruction) -> list[str]:
    """Its overloads in C++, once for the newest of its names."""
    first = ins.vendor[0] if ins.vendor else ""
    outer = "Reg::" if first.startswith("Reg::") else ""
    return list(dict.fromkeys(outer + c.signature(first.removeprefix(outer)) for c in ins.overloads))


def c_calls(ins: Instruction) -> list[str]:
    """Its functions in the C interface; on memory they take a count, or repeats and strides."""
    if not isinstance(ins.c, str) or ins.form.executor == "registers":
        return list(dict.fromkeys(c.signature("") for c in ins.c_overloads))
    words = ", ".join([*(o.name for o in ins.form.operands), *("value" for _ in ins.form.scalars)])
    return [f"asc_{ins.c}({words}, {how})" for how in ("count", "repeat, block and repeat strides")]


def python_calls(ins: Instruction) -> list[str]:
    """The functions of `lanewise.asc` that issue it, with their parameters."""
    out = []
    for name in ins.python_names:
        found: Any = asc
        for part in name.split("."):
            found = getattr(found, part, None)
        if inspect.isfunction(found):
            out += [f"asc.{name}({', '.join(_format_parameters(signature))})" for signature in signatures(found, ins)]
    return out


def _format_parameters(signature: inspect.Signature) -> list[str]:
    """Parameters with their defaults; where a keyword is needed they stand after a star."""
    named = [p for p in signature.parameters.values() if p.kind is p.KEYWORD_ONLY]
    out = []
    for p in signature.parameters.values():
        if named and p is named[0] and not any(q.kind is q.VAR_POSITIONAL for q in signature.parameters.values()):
            out.append("*")
        out.append(str(p.replace(annotation=p.empty)))
    return out


def chip(of: Chip) -> Data:
    """One chip in full."""
    return {
        "name": of.name,
        "title": of.title,
        "aliases": list(of.aliases),
        "arch": of.arch,
        "family": of.family,
        "like": of.instructions if of.instructions != of.name else None,
        "facts": {n: _fact(f) for n, f in of.facts.items()},
        "capabilities": {n: _fact(f) for n, f in of.capabilities.items()},
        "control": {n: _fact(f) for n, f in of.control.items()},
        "platform": {n: _fact(f) for n, f in of.platform.items()},
        "predefined": {n: _fact(f) for n, f in of.predefined.items()},
        "policies": {n: {"question": policies(of.family)[n].question, **_choice(n, of)} for n in of.policies},
        "instructions": engines.operations_on(of) if of.family == "aie" else [
            {
                "id": ins.name,
                "vendor": list(ins.vendor),
                "family": ins.family,
                "types": _types(list(ins.rows_on(of.instructions))),
                "row_evidence": weakest(r.evidence for r in ins.rows_on(of.instructions)),
                "evidence": _evidence(ins, of),
            }
            for ins in matching(None, of)
        ],
    }


def type_label(row: Row) -> str:
    """One type where all operands hold the same; else destination/source/.../scalar."""
    parts = [name for name in (*row.types, row.scalar) if name]  # a mask register has no type
    if not parts:
        return ""
    label = parts[0] if len(set(parts)) == 1 else "/".join(parts)
    return f"{label} (as {row.unit})" if row.unit else label


def _forms(rows: Sequence[Row]) -> list[str]:
    return [o.label for o in Overload if any(o in r.overloads for r in rows)]


def _types(rows: Sequence[Row]) -> dict[str, list[str]]:
    """Form -> types."""
    return {
        o.label: [type_label(r) for r in rows if o in r.overloads and r.types]
        for o in Overload
        if any(o in r.overloads for r in rows)
    }


def _ranges(ins: Instruction, chip: str, rows: Sequence[Row]) -> dict[str, Data]:
    """Type -> bounds of the scalar; `high` is None where there is no upper bound."""
    bounds = ins.ranges[chip]
    kinds = dict.fromkeys(ins.scalar_type(r) for r in rows)
    return {
        kind: {
            "low": bounds.low,
            "high": DTYPES[kind].bits if bounds.high == "bits" else bounds.high,
            "evidence": bounds.evidence,
        }
        for kind in kinds
    }


def _operand_memories(ins: Instruction) -> list[Data]:
    """Where each operand may live: in global memory, or at positions in memories of the core."""
    if ins.form.executor == "state" or ins.form.executor.startswith("register"):
        return []
    found, whole = [], ins.form.executor == "tile"  # products start where a whole fractal does
    for i, operand in enumerate(ins.form.operands):
        held = [every_memory()[Space(space).name] for space in ins.operand_spaces(i)]
        memories = [
            {"name": one.name, "positions": list(one.positions), "alignment": one.unit if whole else one.align}
            for one in held if one.use != SHARED
        ]
        found.append({
            "operand": operand.name, "spaces": [one.name for one in held],
            "positions": [at for one in held if one.use != SHARED for at in one.positions], "memories": memories,
        })
    return found


def _fact(fact: Fact) -> Data:
    return {"value": fact.value, "evidence": fact.evidence, "source": fact.source}


def _choice(policy: str, of: Chip) -> Data:
    fact = of.policies[policy]
    return {
        "choice": fact.value,
        "meaning": policies(of.family)[policy].choices[fact.value],
        "evidence": fact.evidence,
        "source": fact.source,
    }


def _evidence(ins: Instruction, chip: Chip) -> str:
    """As sure as the least sure thing that a result depends on."""
    rows = [r.evidence for r in ins.rows_on(chip.instructions)]
    return weakest([*rows, *(chip.policies[p].evidence for p in ins.policies_on(chip.instructions))])


def _weakened_by(ins: Instruction, chip: Chip) -> list[str]:
    """The policies that are as unsure as the whole, where that is less than documented."""
    word = _evidence(ins, chip)
    return [p for p in ins.policies_on(chip.instructions) if chip.policies[p].evidence == word != "documented"]
