"""`lanewise ops`: what each instruction is, and where."""

from __future__ import annotations

from typing import Any


def ops(name: str | None, chip: str | None, json: bool, missing: bool) -> None:
    """List the instructions, or show one in full.

    In full: its names, forms, types and ranges on each chip, the policies it depends on, evidence and its definition.
    """
    from lanewise.chips import chip as chip_files
    from lanewise.cli import engines, facts
    from lanewise.cli.show import as_json

    if missing:
        _missing(json)
        return
    only = None if chip is None else chip_files.any_chip(chip)
    found, operations = _found(name, only)
    if name is None and not json:  # which needs only a little of each
        _lists(found, operations, only)
        return
    data = [facts.instruction(ins, only) for ins in found]
    more = [engines.operation(one, only) for one in operations]
    if json:
        as_json([*data, *more])
    else:
        from lanewise.cli.page import page

        for number, one in enumerate(data):
            page(one, first=number == 0)
        for number, one in enumerate(more):
            engines.page(one, first=number == 0 and not data)


def _found(name: str | None, only: Any) -> tuple[list[Any], list[Any]]:
    """Instructions of Ascend and operations of AI Engines; a name may be one of both."""
    from lanewise.cli import engines, facts
    from lanewise.errors import LanewiseError

    said = (name or "").partition(".")[0]  # asc.add, aie.srs: as Python and the pages write it
    if name is not None and said in ("asc", "aie"):
        name = name[4:]
    if (only is not None and only.family == "aie") or (only is None and said == "aie"):
        found = engines.matching(name, only)
        if name is not None and not found:
            raise _unknown(name, ("aie",))
        return [], found
    operations = engines.matching(name, None) if only is None and said != "asc" else []
    try:
        return facts.matching(name, only), operations
    except LanewiseError as problem:
        if operations and problem.id == "OP-004":
            return [], operations
        if problem.id == "OP-004" and name is not None:
            raise _unknown(name, ("ascend",) if only else ("ascend", "aie")) from None
        raise


def _unknown(name: str, families: tuple[str, ...]) -> Exception:
    import difflib

    from lanewise.errors import LanewiseError
    from lanewise.isa.aie import catalogue as aie
    from lanewise.isa.catalogue import instructions

    known: list[str] = list(aie.names()) if "aie" in families else []
    if "ascend" in families:
        known += sorted({n for i in instructions().values() for n in (*i.python_names, *i.vendor)})
    near = difflib.get_close_matches(name, list(dict.fromkeys(known)), 5, 0.3) or known[:5]
    return LanewiseError("OP-004", asked=name, known=", ".join(near))


def _lists(found: list[Any], more: list[Any], only: Any) -> None:
    from lanewise.cli import engines
    from lanewise.cli.show import console

    if found:
        _list(found, only)
    if only is not None and only.family == "aie":
        engines.listing(more, only)
        console().print(f"\n{len(more)} operations on {only.name} ({only.title}). One in full: lanewise ops NAME")
    elif more:
        console().print(f"{len(more)} operations of AI Engines: lanewise ops --chip aie (or aie-ml, aie-mlv2)")


def _list(found: list[Any], only: Any) -> None:
    from lanewise.chips.chip import chips
    from lanewise.cli import facts
    from lanewise.cli.show import console, table

    rows = [
        [ins.family, ins.name, ", ".join([*ins.vendor, *(f"{n} (old)" for n in ins.old)]),
         ", ".join(facts.forms(ins, only)), len(ins.chips)]
        for ins in found
    ]  # fmt: skip
    rows.sort(key=lambda row: row[0])
    out = console()
    out.print(table(["family", "name", "Ascend C", "forms", "chips"], rows, right=["chips"]))
    where = f"on {only.name} ({only.title})" if only else f"on {len(chips())} chips"
    out.print(f"\n{len(rows)} instructions {where}. One in full: lanewise ops NAME")


def _missing(json: bool) -> None:
    from lanewise.cli.show import as_json, console, table
    from lanewise.cpp import highlevel

    absent, all_of_them = highlevel.missing(), highlevel.functions()
    if json:
        as_json([{"name": f.name, "family": f.family, "summary": f.summary} for f in absent])
        return
    out = console()
    if absent:
        out.print(table(["family", "name", "what it does"], [[f.family, f.name, f.summary] for f in absent]))
    out.print(f"{len(absent)} of {len(all_of_them)} high-level functions are missing.")
