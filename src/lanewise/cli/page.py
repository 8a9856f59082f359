"""One instruction in full, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lanewise.chips.chip import EVIDENCE
from lanewise.cli.frame import begin, end
from lanewise.cli.show import EVIDENCE_KEY, console, table

Data = dict[str, Any]

ROLES = {"inout": " (read and written)", "scratch": " (scratch)"}


def page(data: Data, *, first: bool) -> None:
    begin(data, _head(data), first=first)
    out = console()
    out.print()
    out.print(table(["chip", "forms", "of", "types", "bits"], _chips(data)))
    out.print(EVIDENCE_KEY)
    end(data, {
        "C++": data["calls"]["cpp"],
        "Python": data["calls"]["python"],
        "C": data["calls"]["c"],
        "Scalar": _ranges(data),
        "Zero count or repeat": _choices(data["zero"]),
        "Policies": _policies(data),
        "Notes": data["notes"],
    })


def _linked_places(places: list[Data]) -> Iterator[tuple[str, str]]:
    """Where operands lie: said once where that is the same for all of them."""
    if not places:
        return
    alike = all(place["memories"] == places[0]["memories"] for place in places)
    if alike:
        places = [{**places[0], "spaces": [space for place in places for space in place["spaces"]]}]
    for what, words in (("positions", _positions), ("alignment", _alignments)):
        yield what, "; ".join(words(place) if alike else f"{place['operand']}: {words(place)}" for place in places)


def _positions(place: Data) -> str:
    held = [f"{', '.join(one['positions']) or 'beside its matrix'} ({one['name']})" for one in place["memories"]]
    return ", or ".join(["GM"] * ("GM" in place["spaces"]) + held)


def _alignments(place: Data) -> str:
    return ", ".join(f"a multiple of {one['alignment']} bytes in {one['name']}" for one in place["memories"])


def _head(data: Data) -> Iterator[tuple[str, str]]:
    yield "Python", ", ".join(f"asc.{n}" for n in data["python"])
    old = f" (earlier: {', '.join(data['vendor_old'])})" if data["vendor_old"] else ""
    yield "Ascend C", ", ".join(data["vendor"]) + old + (f", operator {data['operator']}" if data["operator"] else "")
    yield "family", f"{data['family']}, {data['kind']}"
    if data["operands"]:
        yield "operands", ", ".join([o["name"] + ROLES.get(o["role"], "") for o in data["operands"]] + data["scalars"])
    if data["forms"] != ["plain"]:
        yield "forms", ", ".join(data["forms"])
    yield from _linked_places(data["places"])
    if data["rounds"]:
        yield "round_en", " ".join(data["rounds"])
    if data["flexible_scalar"]:
        yield "scalar", f"may stand left or be a tensor element on {' '.join(data['flexible_scalar'])}"
    if data["algorithms"]:
        yield "precision", f"an algorithm may be asked for on {' '.join(data['algorithms'])}"
    if data["is_set_mask_in_count_form"]:
        yield "is_set_mask", "in the count form too"
    if data["saturates"]:
        yield "saturation", "CTRL[48] = 0 clamps half results"
    if data["accumulates"]:
        yield "overlap", "may accumulate into its second source (repeat stride 0)"


def _chips(data: Data) -> Iterator[list[str]]:
    """A line per chip and group of types that share their forms."""
    for chip, types in data["types"].items():
        groups: dict[tuple[str, ...], list[str]] = {}
        for kind in dict.fromkeys(k for kinds in types.values() for k in kinds):
            groups.setdefault(tuple(f for f, kinds in types.items() if kind in kinds), []).append(kind)
        row = data["row_evidence"][chip]
        for number, (forms, kinds) in enumerate(groups.items() or {tuple(types): ["-"]}.items()):
            label = "all" if len(forms) > 1 and list(forms) == data["forms"] else ", ".join(forms)
            yield ["" if number else chip, label, " ".join(kinds), "" if number else row, _bits(data, chip, kinds)]


def _bits(data: Data, chip: str, kinds: list[str]) -> str:
    """How sure the result is, for integers and for floats, and which policies make it so."""
    row = data["row_evidence"][chip]
    said: dict[str, str] = {}
    for group, name in (("int", "integer"), ("float", "float")):
        if not any(("int" in kind) == (group == "int") for kind in kinds):
            continue
        asked = {policy: one["chips"][chip]["evidence"] for policy, one in data["policies"].items()
                 if chip in one["chips"] and _type_of_policy(policy) in ("", name)}  # fmt: skip
        weakest = max([row, *asked.values()], key=EVIDENCE.index)
        why = [policy for policy, sure in asked.items() if sure == weakest] if weakest != row else []
        said[group] = weakest + (f" ({', '.join(why)})" if why else "")
    if len(set(said.values())) == 1:
        return next(iter(said.values()))
    return "; ".join(f"{group}: {words}" for group, words in said.items())


def _type_of_policy(policy: str) -> str:
    if policy.startswith(("float_", "nan_", "subnormal")):
        return "float"
    return "integer" if policy.startswith("integer_") else ""


def _ranges(data: Data) -> Iterator[str]:
    lines: dict[str, list[str]] = {}
    for chip, kinds in data["ranges"].items():
        texts: dict[str, list[str]] = {}
        for kind, r in kinds.items():
            bounds = f"{r['low']} or more" if r["high"] is None else f"{r['low']}..{r['high']}"
            texts.setdefault(f"{bounds} ({r['evidence']})", []).append(kind)
        text = "; ".join(f"{' '.join(kinds)}: {bounds}" for bounds, kinds in texts.items())
        lines.setdefault(text, []).append(chip)
    yield from (f"{' '.join(chips)}: {text}" for text, chips in lines.items())


def _policies(data: Data) -> Iterator[str]:
    for name, policy in data["policies"].items():
        yield f"{name}: {policy['question']}"
        yield from (f"  {line}" for line in _choices(policy["chips"]))


def _choices(chips: dict[str, Data]) -> Iterator[str]:
    """Each choice once, then who made it and how sure that is."""
    choices: dict[str, dict[str, list[str]]] = {}
    for chip, c in chips.items():
        choices.setdefault(f"{c['choice']}: {c['meaning']}", {}).setdefault(c["evidence"], []).append(chip)
    for choice, sure in choices.items():
        yield choice
        yield from (f"  {word:<10} {' '.join(sure[word])}" for word in EVIDENCE if word in sure)
