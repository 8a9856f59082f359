"""What tracing and timing add to a launch, and how many records the lens takes a second: vector_add with many tiles."""

from __future__ import annotations

import importlib.util
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from lanewise import timing

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "vector_add.py"
TILES, ROUNDS, BUDGET = 1000, 5, 2.0


def _kernel() -> Any:
    spec = importlib.util.spec_from_file_location("vector_add", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.TILES = TILES
    return module.vector_add


def measure() -> dict[str, Any]:
    kernel = _kernel()
    x = np.ones(TILES * 256, np.float32)
    y, z = x.copy(), x.copy()

    def elapsed(trace: bool, timed: bool) -> float:
        start = perf_counter()
        run = kernel[1](x, y, z, trace=trace)
        if timed:
            timing.of(run)
        return perf_counter() - start

    rounds = [(elapsed(False, False), elapsed(True, False), elapsed(True, True)) for _ in range(ROUNDS)]
    plain, traced, timed = (median(r[k] for r in rounds) for k in range(3))
    run = kernel[1](x, y, z, trace=True)
    start = perf_counter()
    report = timing.of(run)
    middle = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        timing.write_perfetto(Path(folder) / "trace.pftrace", report)
        end, size = perf_counter(), (Path(folder) / "trace.pftrace").stat().st_size
        timing.write_perfetto(Path(folder) / "trace.json", report)
        as_json, json_size = perf_counter() - end, (Path(folder) / "trace.json").stat().st_size
    records = len(report.blocks[0].records)
    return {
        "report_per_s": records / (middle - start), "perfetto_per_s": records / (end - middle),
        "perfetto_bytes": size / records, "json_per_s": records / as_json, "json_bytes": json_size / records,
        "plain_s": plain, "traced_s": traced, "timed_s": timed, "budget": BUDGET,
        "traced_ratio": median(r[1] / r[0] for r in rounds), "timed_ratio": median(r[2] / r[0] for r in rounds),
    }


def show(result: dict[str, Any]) -> None:
    print(f"\nPython kernel of {TILES} tiles: {result['plain_s'] * 1e3:.0f} ms; traced {result['traced_ratio']:.2f} "
          f"times that, traced and timed {result['timed_ratio']:.2f} (budget {result['budget']:.1f})")
    print(f"A million records: report {1e6 / result['report_per_s']:.1f} s, written for Perfetto "
          f"{1e6 / result['perfetto_per_s']:.1f} s and {result['perfetto_bytes']:.0f} MB, "
          f"as JSON {1e6 / result['json_per_s']:.1f} s and {result['json_bytes']:.0f} MB")
