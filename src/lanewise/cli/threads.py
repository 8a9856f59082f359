"""What the records of functions of threads (SIMT) say, as plain data and as a page for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lanewise.chips.chip import Chip, chips, policies, weakest
from lanewise.cli.definition import source, source_text
from lanewise.isa.ascend_simt.catalogue import functions
from lanewise.isa.ascend_simt.record import Function

Data = dict[str, Any]


def chips_with_threads(only: Chip | None) -> list[Chip]:
    """The chips whose cores have threads."""
    return [c for c in (chips().values() if only is None else [only]) if c.family == "ascend" and c.has("threads")]


def matching(name: str | None, only: Chip | None) -> list[Function]:
    """Functions by any of their names, where the chip has threads."""
    from lanewise import simt

    if not chips_with_threads(only):
        return []
    if name is None:
        return list(functions().values())
    found = simt.find(name)
    return [] if found is None else [found]


def function(of: Function, only: Chip | None = None) -> Data:
    there = {c.name: c for c in chips_with_threads(only)}
    rests = [c.policies[p].evidence for c in there.values() for p in of.policies]
    return {
        "id": of.name,
        "family": of.family,
        "python": of.name.rpartition("::")[2].lstrip("_"),
        "calls": {"cpp": list(of.signatures)},
        "names": list(of.names),
        "accuracy": of.accuracy,
        "policies": {
            p: {"question": policies()[p].question, "chips": {c: _choice(p, chip) for c, chip in there.items()}}
            for p in of.policies
        },
        "chips": list(there),
        "evidence": weakest([of.evidence, *rests]),
        "notes": list(of.notes),
        "meaning": {"summary": of.summary, "source": _definition(of)},
    }


def _definition(of: Function) -> str:
    parts = [source(of.meaning)] if hasattr(of.meaning, "__code__") else [f"# {of.meaning!r}"]
    parts += [source_text(one) for one in of.stands_on]
    return "\n\n".join(dict.fromkeys(parts))


def _choice(policy: str, of: Chip) -> Data:
    fact = of.policies[policy]
    return {"choice": fact.value, "meaning": policies()[policy].choices[fact.value], "evidence": fact.evidence,
            "source": fact.source}  # fmt: skip


def listing(found: list[Function]) -> None:
    """A line for each."""
    from lanewise.cli.show import console, table

    rows = [[one.family, one.name, " ".join(one.names), one.summary] for one in found]
    console().print(table(["family", "name", "also called", "what it does"], rows))
    console().print(f"\n{len(rows)} functions of threads. One in full: lanewise ops NAME")


def page(data: Data, *, first: bool) -> None:
    from lanewise.cli.frame import begin, end
    from lanewise.cli.frame import policies as policy_lines

    begin(data, _head(data), first=first)
    end(data, {"C++": data["calls"]["cpp"], "Policies": policy_lines(data), "Notes": data["notes"]})


def _head(data: Data) -> Iterator[tuple[str, str]]:
    yield "Python", f"simt.{data['python']}"
    if data["names"]:
        yield "also", ", ".join(data["names"])
    yield "family", f"{data['family']}, of threads"
    yield "chips", ", ".join(data["chips"])
    if data["accuracy"]:
        yield "documented", data["accuracy"]
    yield "evidence", data["evidence"]
