"""`lanewise chips`: the machines, with where each fact is from and how sure it is."""

from __future__ import annotations

from typing import Any


def chips(name: str | None, json: bool) -> None:
    """List the chips, or show one in full.

    In full: its facts, policies and legal instruction rows, each with its evidence.
    """
    from lanewise.chips import chip as chip_files
    from lanewise.cli import facts
    from lanewise.cli.show import as_json

    if name is not None:
        one = facts.chip(chip_files.any_chip(name))
        as_json(one) if json else _page(one)
        return
    every = [facts.chip(c) for c in chip_files.every_chip().values()]
    as_json(every) if json else _list(every)


def _list(every: list[dict[str, Any]]) -> None:
    from lanewise.chips.cores import memory
    from lanewise.chips.parts import size_of
    from lanewise.cli.show import console, table

    out = console()
    ascend = [
        [c["name"], c["title"], c["arch"], f"{c['facts'][size_of(memory('vector').name)]['value'] // 1024} KB",
         c["facts"]["event_ids"]["value"], len(c["instructions"]), ", ".join(c["aliases"])]
        for c in every if c["family"] == "ascend"
    ]  # fmt: skip
    numbers = ["arch", memory("vector").name, "event ids", "instructions"]
    out.print(table(["chip", "title", *numbers, "also called"], ascend, right=numbers))
    engines = [
        [c["name"], c["title"], c["arch"],
         f"{c['facts']['narrow_lane_bits']['value']}, {c['facts']['wide_lane_bits']['value']} bits",
         c["facts"]["rounding_modes"]["value"], f"{c['facts']['cascade_bits']['value']} bits", len(c["instructions"]),
         ", ".join(c["aliases"])]
        for c in every if c["family"] == "aie"
    ]  # fmt: skip
    numbers = ["arch", "accumulators", "rounding modes", "cascade", "operations"]
    out.print()
    out.print(table(["chip", "title", *numbers, "also called"], engines, right=numbers))
    out.print("\nOne in full: lanewise chips NAME")


def _page(chip: dict[str, Any]) -> None:
    from lanewise.cli.show import EVIDENCE_KEY, console, table

    out = console()
    out.print(chip["name"], style="bold", markup=False)
    out.print(f"{chip['title']}, arch {chip['arch']}, also called {', '.join(chip['aliases']) or '-'}", markup=False)
    out.print("\nFacts", style="bold")
    out.print(table(
        ["fact", "value", "evidence", "source"],
        [[n, _number(f["value"]), f["evidence"], f["source"]] for n, f in chip["facts"].items()], right=["value"],
    ))
    for title, part in (("Capabilities", "capabilities"), ("Bits of CTRL", "control"), ("Platform", "platform")):
        if chip[part]:
            out.print(f"\n{title}", style="bold")
            out.print(table(
                ["name", "value", "evidence", "source"],
                [[n, _value_text(f["value"]), f["evidence"], f["source"]] for n, f in chip[part].items()],
            ))
    if chip["predefined"]:
        out.print("\nMacros of its compiler", style="bold")
        out.print(table(
            ["macro", "value", "evidence", "source"],
            [[n, str(f["value"]), f["evidence"], f["source"]] for n, f in chip["predefined"].items()], right=["value"],
        ))
    out.print("\nPolicies", style="bold")
    out.print(table(
        ["policy", "choice", "meaning", "evidence", "source"],
        [[n, p["choice"], p["meaning"], p["evidence"], p["source"]] for n, p in chip["policies"].items()],
    ))
    if chip["instructions"]:
        out.print(f"\n{len(chip['instructions'])} instructions", style="bold")
        rows = [row for ins in chip["instructions"] for row in _rows(ins)]
        out.print(table(["instruction", "forms", "types", "row", "result"], rows))
    out.print(EVIDENCE_KEY)


def _value_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(v if isinstance(v, str) else "..".join(map(str, dict.fromkeys(v))) for v in value) or "-"
    return str(value)


def _number(value: int) -> str:
    return str(value) if value < 1 << 32 else hex(value)


def _rows(ins: dict[str, Any]) -> list[list[str]]:
    """Forms with the same types share a line."""
    groups: dict[str, list[str]] = {}
    for form, types in ins["types"].items():
        groups.setdefault(" ".join(types) or "-", []).append(form)
    rows = [["", ", ".join(forms), types, "", ""] for types, forms in groups.items()]
    rows[0][0], rows[0][3:] = ins["id"], [ins["row_evidence"], ins["evidence"]]
    return rows
