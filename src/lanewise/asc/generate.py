"""One Python function per name in the records. Nothing here lists instructions: the form picks the maker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lanewise.asc import (
    atomics,
    casts,
    comparisons,
    cube,
    elementwise,
    fills,
    gathers,
    layouts,
    moves,
    reductions,
    selections,
    sorts,
    states,
    sync,
    system,
)
from lanewise.asc.elementwise import Function
from lanewise.isa.catalogue import instructions
from lanewise.isa.record import Instruction

MAKERS: dict[str, Callable[[Instruction], Function]] = {
    "unary": elementwise.unary,
    "binary": elementwise.binary,
    "vector-scalar": elementwise.vector_scalar,
    "convert": casts.convert,
    "dequant": casts.dequant,
    "fill": fills.fill,
    "ramp": fills.ramp,
    "copy": fills.copy,
    "block-broadcast": fills.block_broadcast,
    "block-padding": fills.block_padding,
    "bilinear": fills.bilinear,
    "block-lists": layouts.block_lists,
    "record-sort": sorts.record_sort,
    "merge": sorts.merge,
    "proposals": sorts.proposals,
    "proposal-field": sorts.proposal_field,
    "compare-scalar": comparisons.compares,
    "cmpmask-store": comparisons.get_register,
    "cmpmask-load": comparisons.set_register,
    "gather": gathers.gather,
    "scatter": gathers.scatter,
    "block-gather": gathers.block_gather,
    "interleave": gathers.pairs,
    "move": moves.data_copy_pad,
    "state": states.make_stateless_call,
}

# Records of several forms that share a name: the arguments tell them apart.
GROUPS: dict[frozenset[str], Callable[[dict[str, Instruction]], Function]] = {
    frozenset({"vector-scalar", "binary"}): lambda f: elementwise.vector_scalar(f["vector-scalar"], f["binary"]),
    frozenset({"compare", "compare-register"}): comparisons.compare,
    frozenset({"select", "select-scalar", "select-preset", "select-preset-scalar"}): selections.select,
    frozenset({"gather-mask", "gather-mask-builtin"}): selections.gather_mask,
    frozenset({"interleave", "de-interleave-one"}): gathers.split,
}


def by_name() -> dict[str, list[Instruction]]:
    """Records by Python name; methods of framework classes (with a dot) are written by hand."""
    names: dict[str, list[Instruction]] = {}
    for ins in instructions().values():
        for name in ins.python_names:
            if "." not in name:
                names.setdefault(name, []).append(ins)
    return names


def functions() -> dict[str, Function]:
    made: dict[tuple[str, ...], Function] = {}
    out = {}
    for name, records in by_name().items():
        key = tuple(r.name for r in records)
        if records[0].form.executor == "reduce":  # older names take their numbers in another order
            key = (name, *key)
        if key not in made:
            function = _make(name, records)
            if function is None:
                continue
            function.__name__ = function.__qualname__ = name
            function.__module__ = "lanewise.asc"
            function.__doc__ = describe(records, function.__doc__)
            made[key] = function
        out[name] = made[key]
    return out


def _make(name: str, records: list[Instruction]) -> Function | None:
    for module in (states, sync, sorts, atomics, casts, system):  # those whose arguments follow no form
        written: Any = vars(module).get(name)
        if written is not None and any(r.form.executor == "state" for r in records):
            return written
    if name in vars(cube) and records[0].family.startswith("cube"):
        made: Function = vars(cube)[name]
        return made
    if records[0].family == "reduction":
        return reductions.make(name, records[0])
    forms = {r.shape: r for r in records}
    if forms.keys() == {"move"} and len(records) > 1:
        return moves.data_copy({r.name: r for r in records})
    if forms.keys() == {"transpose"}:
        return layouts.transpose({r.name: r for r in records})
    group = GROUPS.get(frozenset(forms))
    if group is not None:
        return group(forms)
    maker = MAKERS.get(records[0].shape)
    return maker(records[0]) if maker is not None else None


def describe(records: list[Instruction], written: str | None) -> str:
    """The documentation of a function, from its records."""
    lines = []
    for ins in records:
        lines += [f"{', '.join(ins.vendor)}: {ins.summary}", ""]
        if len(lines) == 2 and written:
            lines += [written, ""]
        for chip in ins.chips:
            kinds: dict[str, list[str]] = {}
            for row in ins.rows_on(chip):
                named = [name for name in row.types if name]  # a mask register has no type
                types = named[0] if len(set(named)) == 1 else "/".join(named)
                kinds.setdefault(", ".join(o.label for o in row.overloads), []).append(types)
            lines += [f"    {chip}: {' '.join(types)} ({forms})" for forms, types in kinds.items()]
        lines += ["", *(f"Note: {note}" for note in ins.notes)]
    return "\n".join(lines).strip() + "\n"
