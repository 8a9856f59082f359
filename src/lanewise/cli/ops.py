"""`lanewise ops`: what each instruction is, and where."""

from __future__ import annotations

from typing import Annotated, Any

import typer


def ops(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="In any spelling: shift_right, ShiftRight, an old name.")
    ] = None,
    chip: Annotated[str | None, typer.Option(metavar="CHIP", help="Only what exists on this chip.")] = None,
    json: Annotated[bool, typer.Option("--json", help="The same as data: an array of instructions.")] = False,
    missing: Annotated[
        bool, typer.Option("--missing", help="Only the high-level functions that C++ kernels cannot call yet.")
    ] = False,
) -> None:
    """List the instructions, or show one in full.

    In full: its names, forms, types and ranges on each chip, the policies it depends on, evidence and its definition.
    """
    from lanewise.chips import chip as chip_files
    from lanewise.cli import facts
    from lanewise.cli.show import as_json

    if missing:
        _missing(json)
        return
    only = None if chip is None else chip_files.chip(chip)
    found = [facts.instruction(ins, only) for ins in facts.matching(name, only)]
    if json:
        as_json(found)
    elif name is None:
        _list(found, only)
    else:
        from lanewise.cli.page import page

        for number, data in enumerate(found):
            page(data, first=number == 0)


def _list(found: list[dict[str, Any]], only: Any) -> None:
    from lanewise.chips.chip import chips
    from lanewise.cli.show import console, table
    from lanewise.isa.catalogue import instructions

    rows = [
        [d["family"], d["id"], ", ".join([*d["vendor"], *(f"{n} (old)" for n in d["vendor_old"])]),
         ", ".join(d["forms"]), len(instructions()[d["id"]].chips)]
        for d in found
    ]  # fmt: skip
    rows.sort(key=lambda row: row[0])
    out = console()
    out.print(table(["family", "name", "Ascend C", "forms", "chips"], rows, right=["chips"]))
    where = f"on {only.name} ({only.title})" if only else f"on {len(chips())} chips"
    out.print(f"\n{len(rows)} instructions {where}. One in full: lanewise ops NAME")


def _missing(json: bool) -> None:
    from lanewise.cli.show import as_json, console, table
    from lanewise.library import highlevel

    absent, all_of_them = highlevel.missing(), highlevel.functions()
    if json:
        as_json([{"name": f.name, "family": f.family, "summary": f.summary} for f in absent])
        return
    out = console()
    if absent:
        out.print(table(["family", "name", "what it does"], [[f.family, f.name, f.summary] for f in absent]))
    out.print(f"{len(absent)} of {len(all_of_them)} high-level functions are missing.")
