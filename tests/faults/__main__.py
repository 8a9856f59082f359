"""`make faults`: every plant on every front, as the table of docs/faults.md."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))
import corpus

BEGIN, END = "<!-- made by make faults -->", "<!-- end -->"
_FRONTS = {"Ascend C": "C++", "Python": "Python", "AI Engine C++": "C++"}


def table(seen: dict[corpus.Plant, corpus.Seen]) -> str:
    rows = ["| class | fault | should be | fronts | planted | found | exact line | false alarms | vendor's sanitizer |",
            "|---|---|---|---|---|---|---|---|---|"]  # fmt: skip
    for one in corpus.classes():
        here = {p: s for p, s in seen.items() if p.number == one.number}
        if one.reason:
            rows.append(f"| {one.number} | {one.title} | {one.verdict} | | - | | | | {one.sanitizer} |")
            continue
        fronts = ", ".join(sorted({_FRONTS[p.front] for p in here}))
        counts = [sum(getattr(s, what) for s in here.values()) for what in ("found", "exact", "false_alarm")]
        numbers = " | ".join(map(str, (len(here), *counts)))
        rows.append(f"| {one.number} | {one.title} | {one.verdict} | {fronts} | {numbers} | {one.sanitizer} |")
    host = [s for p, s in seen.items() if p.number == "host"]
    counts = [sum(getattr(s, what) for s in host) for what in ("found", "exact", "false_alarm")]
    title = "device memory freed twice, never freed, touched before its stream is waited for, or on two streams"
    numbers = " | ".join(map(str, (len(host), *counts)))
    rows.append(f"| host | {title} | | C++ | {numbers} | illegal free, memory leaks |")
    whole = f"{len(seen)} faults are planted; {sum(s.found for s in seen.values())} are found, "
    whole += f"{sum(s.exact for s in seen.values())} of them at their line, with "
    whole += f"{sum(s.false_alarm for s in seen.values())} false alarms on the clean twins."
    reasons = [f"- Class {one.number}, {one.title}: {one.reason}." for one in corpus.classes() if one.reason]
    misses = [f"- {name}: {why}." for name, why in corpus.MISSED.items()]
    parts = [whole, "\n".join(rows)]
    if reasons:
        parts += ["Without a plant:", "\n".join(reasons)]
    if misses:
        parts += ["Not found:", "\n".join(misses)]
    return "\n\n".join(parts)


def main(page: str) -> int:
    plants = corpus.plants()
    with ThreadPoolExecutor(2) as pool:  # the work is in child processes
        seen = dict(zip(plants, pool.map(corpus.see, plants), strict=True))
    text = Path(page).read_text(encoding="utf-8")
    head, rest = text.split(BEGIN)
    Path(page).write_text(f"{head}{BEGIN}\n\n{table(seen)}\n\n{END}{rest.split(END)[1]}", encoding="utf-8")
    bad = [p for p, s in seen.items() if s.false_alarm or (not corpus.missed(p) and not s.exact)]
    for plant in bad:
        print(plant.name, seen[plant])
    print(f"{len(plants)} planted, {sum(s.found for s in seen.values())} found")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
