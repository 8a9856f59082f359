"""What a judge says: data of the schema docs/verdict.schema.json, a line for people and an exit status."""

from __future__ import annotations

import json
import os
import platform
import sys
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from lanewise.markup import paragraph

SCHEMA = "lanewise.verdict/1"
# Exit statuses of one verdict.
STATUS = {
    "pass": 0, "wrong": 1, "build_error": 3, "run_error": 4, "limit": 5, "cheating": 6, "unsupported": 7,
    "internal": 70,
}  # fmt: skip


class Verdict(NamedTuple):
    data: dict[str, Any]

    @property
    def verdict(self) -> str:
        return str(self.data["verdict"])

    @property
    def passed(self) -> bool:
        return self.verdict == "pass"

    @property
    def status(self) -> int:
        return STATUS[self.verdict]

    @property
    def cheats(self) -> list[dict[str, Any]]:
        return list(self.data["cheats"])

    @property
    def benchmark_result(self) -> Any:
        """What the benchmark's own tool would have written."""
        return self.data["benchmark_result"]

    def json(self, indent: int | None = None) -> str:
        return json.dumps(self.data, indent=indent, ensure_ascii=False, allow_nan=False)

    @property
    def line(self) -> str:
        """For people."""
        return f"{self.data['task']['id']}: {self.verdict}, {_about(self.data)}"

    def __repr__(self) -> str:
        return f"<{self.line}>"

    def _repr_html_(self) -> str:
        return paragraph(self.line)


def _about(data: dict[str, Any]) -> str:
    cases = data["correctness"]["cases"]
    proved = [one for one in data["cheats"] if one["certainty"] == "proved"]
    word = data["verdict"]
    if word == "cheating" and proved:
        return f"{proved[0]['id']}: {proved[0]['text']}"
    if word == "pass":
        values = sum(case["compared"] for case in cases)
        steps = max((case["max_ulp"] or 0 for case in cases), default=0)
        said = f"{values:,} values, at most {steps:,} ulp"
        cycles = data["performance"]["cycles"]
        return said if cycles is None else f"{said}, {data['performance']['kind']} {cycles:,.0f} cycles"
    if word == "wrong":
        bad = next((case for case in cases if case["status"] != "pass"), None)
        if bad is not None and bad["first_wrong"] is not None:
            first = bad["first_wrong"]
            at = ", ".join(map(str, first["index"]))
            said = f"{bad['wrong']:,} of {bad['compared']:,} values of case {bad['id']}"
            return f"{said}, first [{at}]: {first['got']} for {first['want']}"
    if word == "build_error" and data["build"]["diagnostics"]:
        one = data["build"]["diagnostics"][0]
        place = f"{one['file']}:{one['line']}: " if one["file"] and one["line"] else ""
        return f"{place}{one['message'].splitlines()[0] if one['message'] else ''}"
    errors = [one for one in data["findings"] if one["severity"] == "error"]
    return str(data["reason"] or (errors[0]["text"] if errors else "no reason was given"))


def empty(task: Any, candidate: Any, language: str) -> dict[str, Any]:
    """A verdict of which nothing is known yet."""
    return {
        "schema": SCHEMA, "verdict": "internal", "reason": None,
        "task": {"benchmark": task.benchmark, "id": task.id, "source": task.source, "digest": task.digest},
        "candidate": {"path": candidate.path, "digest": candidate.digest, "files": sorted(candidate.files),
                      "language": language},
        "chip": task.chip,
        "build": {"status": "not started", "seconds": None, "diagnostics": []},
        "run": {"status": "not started", "seconds": None, "exit": None, "signal": None, "launches": 0,
                "instructions": None, "shapes": "as given", "shapes_note": None},
        "correctness": {"rule": task.ours.text, "benchmark_rule": task.rule.text, "passed_as_benchmark": None,
                        "passed": None, "cases": []},
        "findings": [],
        "performance": {"cycles": None, "kind": None, "evidence": None, "bound_by": None, "left_out": [],
                        "microseconds": None, "clock_hz": None, "lower_bound": None, "reference_cycles": None},
        "cheats": [], "environment": environment(),
        "reproduce": {"command": None, "seed": None, "inputs": None, "outputs": None, "runs": 0,
                      "same_every_time": None},
        "assumptions": [], "benchmark_result": None,
    }  # fmt: skip


def number(value: Any) -> Any:
    """A number as JSON has them: what is not finite is said in words."""
    value = float(value) if not isinstance(value, (int, float)) else value
    if isinstance(value, float):
        if np.isnan(value) or np.isinf(value):
            return str(value)
        return int(value) if value == int(value) and abs(value) < 1 << 53 else value
    return value


@cache
def _environment() -> dict[str, Any]:
    from lanewise import __version__
    from lanewise.cpp import compiler
    from lanewise.judge.child import is_isolating
    from lanewise.machine.engine import native

    engine = native()
    try:
        tool = " ".join(map(str, compiler.find().command))
    except Exception:  # a computer without one judges nothing, and says that in other words
        tool = None
    return {
        "lanewise": __version__, "engine": "native" if engine else "definition",
        "cpu_level": engine.cpu_level() if engine else None, "python": platform.python_version(),
        "numpy": np.__version__, "compiler": os.path.basename(tool) if tool else None,
        "os": f"{platform.system()} {platform.machine()}", "isolation": "files, network" if is_isolating() else "none",
    }  # fmt: skip


def environment() -> dict[str, Any]:
    return dict(_environment())


def command_of(words: list[str], seed: int) -> str:
    import shlex

    return shlex.join(["lanewise", "judge", *words, "--seed", str(seed)]) if words else f"{sys.argv[0]} (seed {seed})"
