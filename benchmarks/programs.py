"""C++ programs: how long an edit takes to run, and what a launch costs beside a plain loop."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from benchmarks.limits import pointer

SOURCE = Path(__file__).with_name("add.asc")
MILLION = Path(__file__).with_name("million.asc")
EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "vector_add.asc"
ELEMENTS = 16 << 20  # 64 MiB of floats
ROUNDS = 5


def run(
    folder: Path, *args: str, options: tuple[str, ...] = (), program: str = "add.asc"
) -> tuple[float, str]:
    """Seconds of `lanewise run add.asc`, as a user waits for them, and what it printed."""
    env = {**os.environ, "LANEWISE_CACHE": str(folder / "cache")}
    command = [sys.executable, "-m", "lanewise", "run", str(folder / program), *options, "--", *args]
    start = time.perf_counter()
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return time.perf_counter() - start, done.stdout


def edit_and_run(folder: Path) -> list[dict[str, Any]]:
    """The first run makes the precompiled headers too."""
    first = run(folder)[0]
    edited, unchanged = [], []
    for number in range(ROUNDS):
        source = folder / "add.asc"
        source.write_text(SOURCE.read_text().replace("i % 1000", f"i % {1001 + number}"), encoding="utf-8")
        edited.append(run(folder)[0])
        unchanged.append(run(folder)[0])
    rows = (("first run of a program", first, 3.0), ("run after an edit", median(edited), 0.5),
            ("run of an unchanged program", median(unchanged), 0.2))  # fmt: skip
    return [{"name": name, "seconds": seconds, "budget_seconds": budget} for name, seconds, budget in rows]


def large_add(folder: Path, library: Any) -> list[dict[str, Any]]:
    """64 MiB through the machine in tiles of 8192, beside one plain loop over the same amount."""
    x, y, z = (np.ones(ELEMENTS, np.float32) for _ in range(3))
    size, once = ctypes.c_size_t(ELEMENTS), ctypes.c_int(1)
    rows = []
    for blocks in (1, os.cpu_count() or 1):
        pairs = []
        for _ in range(ROUNDS):
            limit = float(library.float_add(pointer(z), pointer(x), pointer(y), size, once))
            pairs.append((limit, float(run(folder, str(blocks), str(ELEMENTS), "3")[1])))
        rows.append({
            "name": f"64 MiB add in tiles of 8192, {blocks} block{'s' if blocks > 1 else ''}",
            "limit_seconds": median(p[0] for p in pairs), "seconds": median(p[1] for p in pairs),
            "ratio_to_limit": median(p[1] / p[0] for p in pairs),
        })  # fmt: skip
    return rows


def timed(folder: Path) -> list[dict[str, Any]]:
    """What `--time` adds: to a launch as the program measures it, and to whole commands as a user waits for them."""
    args = ("1", str(ELEMENTS // 4), "3")
    options = ("--json", str(folder / "time.json"))
    launches = [(run(folder, *args), run(folder, *args, options=options)) for _ in range(ROUNDS)]
    rows = [{
        "name": "16 MiB add in tiles of 8192, timed", "seconds": median(float(noted[1]) for _, noted in launches),
        "ratio_to_plain": median(float(noted[1]) / float(plain[1]) for plain, noted in launches), "budget_ratio": 2.0,
    }]  # fmt: skip
    blocks = EXAMPLE.read_text(encoding="utf-8").replace("BLOCKS = 8", "BLOCKS = 48")
    (folder / "add48.asc").write_text(blocks, encoding="utf-8")
    shutil.copy(MILLION, folder)
    for name, program, chip in (("run --time of vector_add.asc in 48 blocks", "add48.asc", "ascend910b"),
                                ("run --time of a million register instructions", MILLION.name, "ascend950")):
        on = ("--chip", chip)
        run(folder, options=on, program=program)  # compiled
        pairs = [(run(folder, options=on, program=program)[0], run(folder, options=(*on, "--time"), program=program)[0])
                 for _ in range(ROUNDS)]
        rows.append({"name": name, "seconds": median(t for _, t in pairs), "budget_ratio": 2.0,
                     "ratio_to_plain": median(t / plain for plain, t in pairs)})
    rows[-1]["budget_seconds"] = 3.0
    return rows


def measure(library: Any) -> list[dict[str, Any]]:
    folder = Path(tempfile.mkdtemp(prefix="lanewise-bench-"))
    try:
        shutil.copy(SOURCE, folder)
        return [*edit_and_run(folder), *large_add(folder, library), *timed(folder)]
    finally:
        shutil.rmtree(folder)


def show(rows: list[dict[str, Any]]) -> None:
    print(f"\n{'C++ programs':54} {'plain C++':>11} {'Lanewise':>11}   {'ratio':>6}  budget")
    for r in rows:
        limit = f"{r['limit_seconds'] * 1e3:8.1f} ms" if "limit_seconds" in r else f"{'':11}"
        ratio = f"{r['ratio_to_limit']:6.2f}" if "ratio_to_limit" in r else f"{'':6}"
        budget = f"{r['budget_seconds']:.1f} s" if "budget_seconds" in r else "-"
        if "ratio_to_plain" in r:
            ratio = f"{r['ratio_to_plain']:6.2f}"
            budget = budget if "budget_seconds" in r else f"{r['budget_ratio']:.1f} times the same left alone"
        print(f"{r['name']:54} {limit} {r['seconds'] * 1e3:8.1f} ms   {ratio}  {budget}")
