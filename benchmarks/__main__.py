"""Measures every case in interleaved rounds and shows the median of each ratio."""

from __future__ import annotations

import json
import platform
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import checked, functions, graphs, growth, issuing, operators, process, programs, sides, threads, timed
from benchmarks.all import all_cases
from benchmarks.limits import build
from lanewise import _engine

ROUNDS = 9
RESULTS = Path(__file__).with_name("results.json")


def measure(case: Any) -> dict[str, Any]:
    rounds = [(case.limit(), case.ours(), case.numpy()) for _ in range(ROUNDS)]
    return {
        "name": case.name,
        "elements": case.elements,
        "limit_ns": median(r[0] for r in rounds) * 1e9,
        "lanewise_ns": median(r[1] for r in rounds) * 1e9,
        "numpy_ns": median(r[2] for r in rounds) * 1e9,
        "ratio_to_limit": median(r[1] / r[0] for r in rounds),
        "numpy_to_limit": median(r[2] / r[0] for r in rounds),
        "budget": case.budget,
    }


def main() -> None:
    library = build()
    results = [measure(case) for case in all_cases(library)]
    print(f"CPU level {_engine.cpu_level()}, {platform.machine()}; times are medians of {ROUNDS} interleaved rounds\n")
    print(f"{'what':54} {'C++ limit':>11} {'Lanewise':>11} {'numpy':>11}   {'ratio':>6} {'numpy':>6}  budget")
    for r in results:
        budget = f"{r['budget']:.1f}" if r["budget"] else "-"
        print(
            f"{r['name']:54} {r['limit_ns']:8.0f} ns {r['lanewise_ns']:8.0f} ns {r['numpy_ns']:8.0f} ns   "
            f"{r['ratio_to_limit']:6.2f} {r['numpy_to_limit']:6.2f}  {budget}"
        )
    beside = sides.measure(results)
    sides.show(beside)
    whole = process.measure()
    process.show(whole)
    built = [*programs.measure(library), *operators.measure()]
    programs.show(built)
    vector = functions.measure(library)
    functions.show(vector)
    single = issuing.measure()
    issuing.show(single)
    lens = timed.measure()
    timed.show(lens)
    looked_at = checked.measure()
    checked.show(looked_at)
    chain = graphs.measure()
    graphs.show(chain)
    grown = growth.measure()
    growth.show(grown)
    many = threads.measure()
    threads.show(many)
    report = {"cpu_level": _engine.cpu_level(), "machine": platform.machine(), "results": results, "programs": built,
              "registers": vector, "issued": single, "timing": lens, "checked": looked_at, "graphs": chain,
              "growth": grown, "threads": many, "sides": beside, "process": whole}
    RESULTS.write_text(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
