"""`lanewise ops`: what each instruction is, and where."""

from __future__ import annotations

from typing import Any


def ops(name: str | None, chip: str | None, json: bool, missing: bool) -> None:
    """List the instructions, or show one in full.

    In full: its names, forms, types and ranges on each chip, the policies it depends on, evidence and its definition.
    """
    from lanewise.chips import chip as chip_files
    from lanewise.cli import engines, facts, threads
    from lanewise.cli.show import as_json

    if missing:
        _missing(json)
        return
    only = None if chip is None else chip_files.any_chip(chip)
    if name == "simt" and not json:
        threads.listing(threads.matching(None, only))
        return
    found, operations, functions = _find_records(name, only)
    if name is None and not json:  # which needs only a little of each
        _lists(found, operations, functions, only)
        return
    data = [facts.instruction(ins, only) for ins in found]
    more = [engines.operation(one, only) for one in operations]
    of_threads = [threads.function(one, only) for one in functions]
    if json:
        as_json([*data, *more, *of_threads])
    else:
        from lanewise.cli.page import page

        for number, one in enumerate(data):
            page(one, first=number == 0)
        for number, one in enumerate(more):
            engines.page(one, first=number == 0 and not data)
        for number, one in enumerate(of_threads):
            threads.page(one, first=number == 0 and not data and not more)


def _find_records(name: str | None, only: Any) -> tuple[list[Any], list[Any], list[Any]]:
    """Instructions of Ascend, operations of AI Engines and functions of threads; a name may be one of each."""
    from lanewise.cli import engines, facts, threads
    from lanewise.errors import LanewiseError

    said = (name or "").partition(".")[0]  # asc.add, aie.srs, simt.expf: as Python and the pages write it
    if name is not None and "." in name and said in ("asc", "aie", "simt"):
        name = name[len(said) + 1 :]
    elif name in ("asc", "aie", "simt"):
        name = None if name == "simt" else ""
    functions = [] if said in ("asc", "aie") else threads.matching(name, only)
    if said == "simt":
        if name is not None and not functions:
            raise _unknown(name, ("simt",))
        return [], [], functions
    if (only is not None and only.family == "aie") or (only is None and said == "aie"):
        found = engines.matching(name, only)
        if name is not None and not found:
            raise _unknown(name, ("aie",))
        return [], found, []
    operations = engines.matching(name, None) if only is None and said != "asc" else []
    try:
        return facts.matching(name, only), operations, functions
    except LanewiseError as problem:
        if (operations or functions) and problem.id == "OP-004":
            return [], operations, functions
        if problem.id == "OP-004" and name is not None:
            raise _unknown(name, ("ascend", "simt") if only else ("ascend", "aie", "simt")) from None
        raise


def _unknown(name: str, families: tuple[str, ...]) -> Exception:
    import difflib

    from lanewise.errors import LanewiseError
    from lanewise.isa.aie import catalogue as aie
    from lanewise.isa.catalogue import instructions

    known: list[str] = list(aie.names()) if "aie" in families else []
    if "simt" in families:
        from lanewise.isa.ascend_simt.catalogue import functions

        known += functions()
    if "ascend" in families:
        known += sorted({n for i in instructions().values() for n in (*i.python_names, *i.vendor)})
    near = difflib.get_close_matches(name, list(dict.fromkeys(known)), 5, 0.3) or known[:5]
    return LanewiseError("OP-004", asked=name, known=", ".join(near))


def _lists(found: list[Any], more: list[Any], functions: list[Any], only: Any) -> None:
    from lanewise.cli import engines
    from lanewise.cli.show import console

    if found:
        _list(found, only)
    if only is not None and only.family == "aie":
        engines.listing(more, only)
        console().print(f"\n{len(more)} operations on {only.name} ({only.title}). One in full: lanewise ops NAME")
    elif more:
        console().print(f"{len(more)} operations of AI Engines: lanewise ops --chip aie (or aie-ml, aie-mlv2)")
    if functions:
        console().print(f"{len(functions)} functions of threads (SIMT): lanewise ops simt")


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
