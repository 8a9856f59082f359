"""What the records of AI Engine operations say, as plain data and as a page for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lanewise.chips.chip import Chip, chips, policies, weakest
from lanewise.cli.definition import source, source_text
from lanewise.errors import LanewiseError
from lanewise.isa.aie.catalogue import named, operations
from lanewise.isa.aie.record import Operation

Data = dict[str, Any]


def matching(name: str | None, chip: Chip | None) -> list[Operation]:
    """Operations by any of their names, only those that exist on `chip`."""
    hits = list(operations().values()) if name is None else named(name)
    if chip is None:
        return hits
    there = [o for o in hits if chip.instructions in o.chips]
    if name is not None and hits and not there:
        raise LanewiseError("OP-001", op=hits[0].name, chip=chip.name, known=", ".join(hits[0].chips))
    return there


def _chips_with(of: Operation, only: Chip | None) -> dict[str, Chip]:
    return {c: chips("aie")[c] for c in of.chips if only is None or c == only.instructions}


def operation(of: Operation, only: Chip | None = None) -> Data:
    """One operation, on every chip that has it or on one."""
    there = _chips_with(of, only)
    return {
        "id": of.name,
        "family": of.family,
        "python": [of.name],
        "call": of.signature,
        "intrinsics": list(of.intrinsics),
        "api": list(of.api),
        "types": {c: [row.label for row in of.rows_on(c)] for c in there},
        "modes": list(of.modes),
        "sets": list(of.sets),
        "status": list(of.status),
        "policies": {
            p: {"question": policies("aie")[p].question, "chips": {c: _choice(p, chip) for c, chip in there.items()}}
            for p in of.policies
        },
        "row_evidence": {c: _rows(of, c) for c in there},
        "evidence": {c: weakest([_rows(of, c), *_rules(of, chip)]) for c, chip in there.items()},
        "notes": list(of.notes),
        "meaning": {"summary": of.summary, "source": _definition(of)},
    }


def operations_on(chip: Chip) -> list[Data]:
    """The operations of a chip, in the words that its page has for instructions."""
    return [
        {
            "id": of.name,
            "vendor": [*of.api, *of.intrinsics],
            "family": of.family,
            "types": {"plain": [row.label for row in of.rows_on(chip.name)]},
            "row_evidence": _rows(of, chip.name),
            "evidence": weakest([_rows(of, chip.name), *_rules(of, chip)]),
        }
        for of in matching(None, chip)
    ]


def _definition(of: Operation) -> str:
    """Its meaning, and what the record says a reader wants to see with it."""
    parts = [source(of.meaning), *(source_text(function) for function in of.stands_on)]
    return "\n\n".join(dict.fromkeys(parts))


def _rows(of: Operation, chip: str) -> str:
    return str(weakest([of.evidence, *(row.evidence for row in of.rows_on(chip))]))


def _rules(of: Operation, chip: Chip) -> Iterator[str]:
    return (chip.policies[p].evidence for p in of.policies)


def _choice(policy: str, of: Chip) -> Data:
    fact = of.policies[policy]
    return {"choice": fact.value, "meaning": policies("aie")[policy].choices[fact.value], "evidence": fact.evidence,
            "source": fact.source}


def listing(found: list[Operation], only: Chip) -> None:
    """A line for each."""
    from lanewise.cli.show import console, table

    rows: list[list[Any]] = [
        [one.family, one.name, " ".join([*one.api, *(n for n in one.intrinsics if n != one.name)]), one.summary,
         len(_chips_with(one, only))]
        for one in found
    ]  # fmt: skip
    rows.sort(key=lambda row: row[0])
    console().print(table(["family", "name", "also called", "what it does", "chips"], rows, right=["chips"]))


def page(data: Data, *, first: bool) -> None:
    from lanewise.cli.frame import begin, end
    from lanewise.cli.frame import policies as policy_lines
    from lanewise.cli.show import EVIDENCE_KEY, console, table

    begin(data, _head(data), first=first)
    out = console()
    out.print()
    lines = [[chip, types, data["row_evidence"][chip], data["evidence"][chip]]
             for chip, types in ((c, ", ".join(t)) for c, t in data["types"].items())]
    out.print(table(["chip", "of", "types", "bits"], lines))
    out.print(EVIDENCE_KEY)
    end(data, {"Policies": policy_lines(data), "Notes": data["notes"]})


def _head(data: Data) -> Iterator[tuple[str, str]]:
    yield "Python", f"aie.{data['call']}"
    if data["api"]:
        yield "AIE API", ", ".join(data["api"])
    if data["intrinsics"]:
        yield "intrinsics", ", ".join(data["intrinsics"])
    yield "family", data["family"]
    if data["modes"]:
        yield "modes", f"{' and '.join(data['modes'])} of the core"
    if data["sets"]:
        yield "sets", f"{' and '.join(data['sets'])} of the core"
    if data["status"]:
        yield "status", ", ".join(data["status"])
