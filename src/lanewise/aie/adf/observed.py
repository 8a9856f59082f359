"""What the calls of a graph's kernels took and moved, read from what the program has left."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lanewise.aie.steps import call_time
from lanewise.aie.trace import Rows, read_rows
from lanewise.cpp.lines import source_places
from lanewise.isa.aie.issued import ISSUED
from lanewise.timing.units import Time


@dataclass(frozen=True)
class Called:
    """One call: its kernel, how long it computes, and the bytes that it moves over links, by their numbers."""

    kernel: int
    time: Time
    moved: dict[int, int]


def read(path: str, chip: str) -> list[Called]:
    """In the order in which the calls ended."""
    rows = np.fromfile(path + ".records", ISSUED)
    kinds: dict[int, Time] = {}
    calls = []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            one = json.loads(line)
            if "kind" in one:
                kinds[one["kind"]] = _time(one, rows, chip)
            else:
                calls.append(Called(one["call"], kinds[one["of"]], {link: n for link, n in one["moved"]}))
    return calls


def _time(kind: dict[str, Any], rows: Any, chip: str) -> Time:
    own = rows[kind["first"] : kind["first"] + kind["count"]]
    found = _resolve_places(kind["library"], kind["places"])
    return call_time(chip, read_rows(Rows(own, kind["words"], found), more=kind["more"]))


def _resolve_places(library: str, stacks: Sequence[Sequence[int]]) -> list[tuple[str, int]]:
    known = source_places(list({(library, at) for stack in stacks for at in stack}))
    out = []
    for stack in stacks:
        place = next((known[library, at] for at in stack if (library, at) in known), None)
        out.append((place.file, place.line) if place else (library, 0))
    return out
