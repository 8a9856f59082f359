"""make quick: tests that the work in this clone can have broken, the likeliest first, as many as fit into 90 s.

What changed is what git says, against the commit that this branch left `main` at (on `main`: against its last commit).
How long a file of tests takes is known from its last run here (tests/conftest.py keeps it in .pytest_cache).
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
SECONDS, WORKERS, START = 90, 2, 10  # pytest starts, and the last files do not end together
ALWAYS = ("tests/test_architecture.py", "tests/test_engine_groups.py")
DURATIONS = "lanewise/durations"  # in pytest's cache
UNKNOWN = 5.0  # seconds of a file that was never run here

# Rooms of the sources whose tests lie in rooms of other names.
ROOMS = {
    "src/lanewise/isa/aie/": ("aie",), "src/lanewise/isa/": ("isa", "agreement", "instructions"),
    "src/lanewise/findings/": ("check", "site"), "src/lanewise/aie/adf/": ("aie_graph",), "src/lanewise/cpp/": ("cpp",),
    "include/lanewise/aie/graph/": ("aie_graph",), "include/lanewise/aie/": ("aie",),
    "include/lanewise/operator/": ("op",), "include/lanewise/testing/": ("op",), "include/": ("cpp",),
    "engine/graph/": ("aie_graph",), "engine/aie/": ("aie",), "engine/runtime/": ("cpp",), "engine/ward/": ("cpp",),
    "engine/": ("agreement", "machine", "stream"), "website/": ("site",), "docs/": ("site",),
}  # fmt: skip


def git(*words: str) -> list[str]:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


def changed() -> list[str]:
    """Files that differ from where this work began, new ones too."""
    start = git("merge-base", "HEAD", "main")[0]
    if start == git("rev-parse", "HEAD")[0] and not git("status", "--porcelain"):
        start = "HEAD~1"
    return [*git("diff", "--name-only", start), *git("ls-files", "--others", "--exclude-standard")]


def rooms_of(path: str) -> tuple[str, ...]:
    """Rooms of tests that a source file is about: that of its own name, and what the table says."""
    parts = Path(path).parts
    own = parts[2:3] if parts[0] == "src" else parts[1:2]
    return (*own, *next((rooms for start, rooms in ROOMS.items() if path.startswith(start)), ()))


def score(test: str, text: str, files: Iterable[str]) -> int:
    """How likely it is that a file of tests sees one of these changes; 0: it does not."""
    total = 0
    for path in files:
        if path == test:
            return 1000
        stem = Path(path).stem
        module = ".".join(Path(path).with_suffix("").parts[1:])
        if path.endswith(".py") and f"{module} import" in text:
            total += 20
        elif Path(test).parts[1] in rooms_of(path):
            total += 10 if re.search(rf"\b{re.escape(stem)}\b", text) else 2
    return total


def chosen(tests: Mapping[str, str], files: list[str], seconds: Mapping[str, float]) -> tuple[list[str], list[str]]:
    """Files of tests that fit, and those that do not; of equal likelihood the shorter first."""
    scores = {test: score(test, text, files) for test, text in tests.items()}
    likely = sorted((t for t in tests if scores[t]), key=lambda t: (-scores[t], seconds.get(t, UNKNOWN)))
    left, fit, rest = float((SECONDS - START) * WORKERS), [], []
    for test in [t for t in ALWAYS if t in tests] + [t for t in likely if t not in ALWAYS]:
        cost = seconds.get(test, UNKNOWN)
        # One worker has to run a whole file.
        if cost <= min(left, SECONDS - START):
            left -= cost
            fit.append(test)
        else:
            rest.append(test)
    return fit, rest


def main() -> int:
    tests = {str(p.relative_to(ROOT)): p.read_text(encoding="utf-8") for p in sorted(ROOT.glob("tests/**/test_*.py"))}
    kept = ROOT / ".pytest_cache" / "v" / DURATIONS
    seconds = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    fit, rest = chosen(tests, changed(), seconds)
    if rest:
        print(f"make: {len(rest)} more files of tests do not fit into {SECONDS} s: {', '.join(rest[:6])}, ...")
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(WORKERS), "--dist", "loadfile", *fit]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
