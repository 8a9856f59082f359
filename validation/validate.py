"""Compares the model with every published measurement that can be re-created.

    python -m validation.validate [--write docs/timing.md]
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lanewise.timing.accuracy import FILE as ACCURACY
from validation import kernels
from validation.recreate import A2, AT, attempts, reason_left_out
from validation.split import LABELS, part

PUBLISHED = Path(__file__).with_name("published.json")
BEGIN, END = "<!-- validation: made by make validate-timing -->", "<!-- end of validation -->"
CLOSE = 0.02  # published values nearer than this say nothing about an order
_AHEAD = "loads run as far ahead as the window lets them, so that neither banks nor unrolling show"
WRONG = {
    ("add.a2.0.mte2", "add.a2.1.mte2"): "the same copies in both; their source does not say why they differ by 5 %",
    ("bank3510.1", "bank3510.6"): _AHEAD,
    ("bank3510.7", "bank3510.6"): _AHEAD,
    ("bank3510.6", "bank3510.3"): _AHEAD,
    ("nz.a2.145.e2e", "nz.a2.144.e2e"): "the copies take longer in both, and conflicts of V hide behind them",
}


@dataclass(frozen=True)
class Check:
    id: str
    row: str  # the published one
    predicted: float
    published: float
    fitted: str

    @property
    def error(self) -> float:
        return self.predicted / self.published - 1

    @property
    def label(self) -> str:
        return "fitted" if self.fitted else part(self.id)

    @property
    def group(self) -> str:
        return ".".join(self.id.split(".")[:2]) if self.id.startswith(("add", "nz", "l2", "copy")) else \
            self.id.split(".")[0]


@dataclass(frozen=True)
class Ordering:
    """A published A against B: the faster one must be the faster one here too."""

    faster: str
    slower: str
    published: float  # slower / faster
    predicted: float
    judged: bool  # at least one of the two is, and the other was not fitted either

    @property
    def right(self) -> bool:
        return self.predicted > 1

    @property
    def reason(self) -> str:
        """Why it comes out wrong, where that is known."""
        return WRONG.get((self.faster, self.slower), "")


def published() -> dict[str, Any]:
    return {row["id"]: row for row in json.loads(PUBLISHED.read_text(encoding="utf-8"))}


def checks() -> list[Check]:
    rows = published()
    return [Check(a.id, a.row, a.predict(), a.published(rows[a.row]["value"]), a.fitted) for a in attempts()]


def left_out(done: Sequence[Check]) -> dict[str, str]:
    """Rows that are not re-created, with the reason."""
    seen = {c.id for c in done} | {c.id.rpartition(".")[0] for c in done}
    return {row: reason_left_out(row) for row in published() if row not in seen}


def pairs() -> list[tuple[str, str]]:
    """Rows published against each other: each pair once; the seed's sums of 256 floats are all against all."""
    found = [(row["id"], row["against"]) for row in published().values() if "against" in row]
    sums = [f"seed.256.{chain}" for chain in ("BW", "WW", "BBB")]
    found += [(a, b) for k, a in enumerate(sums) for b in sums[k + 1 :]]
    found.append(("nz.a2.144.e2e", "nz.a2.145.e2e"))
    return list({frozenset(pair): pair for pair in found}.values())


def orderings(done: Sequence[Check]) -> list[Ordering]:
    """The pairs of which both rows are re-created and not too close."""
    by, none = {c.id: c for c in done}, skipped(done)
    out = []
    for pair in pairs():
        if pair not in none:
            fast, slow = sorted((by[name] for name in pair), key=lambda c: c.published)
            labels = {fast.label, slow.label}
            judged = "judged" in labels and "fitted" not in labels
            out.append(Ordering(fast.id, slow.id, slow.published / fast.published, slow.predicted / fast.predicted,
                                judged))
    return out


def skipped(done: Sequence[Check]) -> dict[tuple[str, str], str]:
    """Pairs that are not compared, with the reason."""
    by, rows = {c.id: c for c in done}, published()
    out = {}
    for pair in pairs():
        missing = [name for name in pair if name not in by]
        if missing:
            why = {n: reason_left_out(n) if n in rows else "not among our rows" for n in missing}
            out[pair] = "; ".join(f"{name}: {reason}" for name, reason in why.items())
        elif abs(by[pair[0]].published / by[pair[1]].published - 1) < CLOSE:
            out[pair] = f"published within {CLOSE:.0%} of each other"
    return out


def ratios() -> dict[int, float]:
    """WholeReduceSum over Add, which the published range 2 to 5 speaks of, by repeats."""
    add, whole = ((0x8000, "float"), (0, "float"), (0x10100, "float")), ((0x8000, "float"), (0, "float"))
    return {
        r: kernels.masked_cycles(A2, "reduce_repeat_sum", whole, r, (1, 1, 1, 8))
        / kernels.masked_cycles(A2, "add", add, r)
        for r in (1, 4, 8, 16, 32, 64)
    }


def summary(done: Sequence[Check]) -> list[tuple[str, str, int, float, float]]:
    """(group, label, rows, median and worst absolute error); "all" first."""
    out = []
    for group in ("all", *dict.fromkeys(c.group for c in done)):
        for label in LABELS:
            errors = [abs(c.error) for c in done if c.label == label and group in ("all", c.group)]
            if errors:
                out.append((group, label, len(errors), statistics.median(errors), max(errors)))
    return out


def markdown(done: Sequence[Check]) -> str:
    lines = [f"{_share_within(done)}.".capitalize(), "", "| group | label | rows | median error | worst |",
             "|---|---|---:|---:|---:|"]
    lines += [f"| {g} | {label} | {n} | {median:.1%} | {worst:.1%} |" for g, label, n, median, worst in summary(done)]
    lines += ["", "| measurement | predicted | published | error | label |", "|---|---:|---:|---:|---|"]
    lines += [f"| {c.id} | {c.predicted:,.4g} | {c.published:,.4g} | {c.error:+.1%} | {c.label} |" for c in done]
    lines += ["", f"Published against each other ({_count_right(orderings(done))}):", "",
              "| faster | slower | published ratio | predicted ratio | judged | |", "|---|---|---:|---:|---|---|"]
    for o in orderings(done):
        verdict = "right" if o.right else o.reason
        kept = "yes" if o.judged else ""
        lines.append(f"| {o.faster} | {o.slower} | {o.published:.2f} | {o.predicted:.2f} | {kept} | {verdict} |")
    lines += ["", "Published against each other, and not compared:", ""]
    lines += [f"- {a} and {b}: {why}" for (a, b), why in skipped(done).items()]
    shown = ", ".join(f"{ratio:.1f} at {r}" for r, ratio in ratios().items())
    lines += ["", f"WholeReduceSum over Add, by repeats (published: 2 to 5): {shown}.", "", "Not re-created:", ""]
    why: dict[str, list[str]] = {}
    for row, reason in left_out(done).items():
        why.setdefault(reason, []).append(row)
    lines += [f"- {', '.join(rows)}: {reason}" for reason, rows in why.items()]
    return "\n".join(lines)


def _count_right(found: Sequence[Ordering]) -> str:
    judged = [o for o in found if o.judged]
    return (f"{sum(o.right for o in found)} of {len(found)} right; of those that nothing was fitted on, "
            f"{sum(o.right for o in judged)} of {len(judged)}")


def _share_within(done: Sequence[Check]) -> str:
    judged = [abs(c.error) for c in done if c.label == "judged"]
    return f"judged rows within 10 %: {sum(e <= 0.1 for e in judged)} of {len(judged)}"


def text(done: Sequence[Check]) -> str:
    lines = [f"{'measurement':<26} {'predicted':>11} {'published':>11} {'error':>7}  label"]
    lines += [f"{c.id:<26} {c.predicted:>11,.2f} {c.published:>11,.2f} {c.error:>+7.1%}  {c.label}" for c in done]
    lines += ["", f"{'group':<12} {'label':<10} {'rows':>4} {'median':>7} {'worst':>7}"]
    lines += [f"{g:<12} {label:<10} {n:>4} {mid:>7.1%} {worst:>7.1%}" for g, label, n, mid, worst in summary(done)]
    lines += ["", _share_within(done)]
    found = orderings(done)
    wrong = [o for o in found if not o.right]
    lines += ["", f"orderings: {_count_right(found)}"]
    for o in wrong:
        lines.append(f"  wrong: {o.slower} over {o.faster} is {o.published:.2f}, here {o.predicted:.2f}: {o.reason}")
    lines.append(f"lines are compared at {AT} repeats; {len(left_out(done))} rows are not re-created and "
                 f"{len(skipped(done))} pairs not compared (docs/timing.md)")
    return "\n".join(lines)


def judged_by_generation(done: Sequence[Check]) -> dict[str, dict[str, float]]:
    """What a report says of itself: rows, median and worst error of the judged ones."""
    rows = published()
    out = {}
    for generation in ("dav-2201", "dav-3510"):
        errors = [abs(c.error) for c in done if c.label == "judged" and _generation(rows[c.row]["chip"]) == generation]
        out[generation] = {"rows": len(errors), "median": round(statistics.median(errors), 3),
                           "worst": round(max(errors), 3)}
    return out


def _generation(chip: str) -> str:
    return "" if "AIE" in chip else "dav-3510" if "3510" in chip else "dav-2201"


def write(path: Path, done: Sequence[Check]) -> None:
    """Put the tables into a page, between its two marks."""
    page = path.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    path.write_text(f"{before}{BEGIN}\n\n{markdown(done)}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def main(words: Sequence[str]) -> None:
    done = checks()
    print(text(done))
    if words[:1] == ["--write"]:
        write(Path(words[1]), done)
        ACCURACY.write_text(json.dumps(judged_by_generation(done), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
