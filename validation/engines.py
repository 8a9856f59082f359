"""AI Engine kernels whose cycles are published, beside what we say of them.

    python -m validation.engines [--write docs/timing.md]
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lanewise import aie
from lanewise.timing.units import Time

SOURCE = Path(__file__).with_name("engines.cc")
BEGIN, END = "<!-- engines: made by make validate-timing -->", "<!-- end of engines -->"

_GUIDE = "NPU programming guide, section 4"
_TEXTS = "tutorial texts"
# Kernels that are published with their cycles, but not in words from which they can be written anew.
LEFT_OUT = {
    "farrow filter, final version (aie)": (1024, 1031),
    "farrow filter, step 1 (aie)": (5248, 1223),
    "farrow filter, first version (aie)": (7872, 1223),
    "farrow filter, first version (aie-ml)": (3680, 1031),
    "second-order section, 2048 samples, intrinsics (aie)": (6698, 3079),
    "bilinear interpolation (aie)": (537, 192),
    "softmax of floats (aie)": (25306, 2816),
    "data shuffle (aie)": (329, 23),
}


@dataclass(frozen=True)
class Figure:
    name: str
    chip: str
    published: float
    source: str
    run: Callable[[Any], Time]  # of the loaded file


@dataclass(frozen=True)
class Row:
    figure: Figure
    least: float
    as_written: float
    bound: str

    @property
    def low(self) -> float:
        return self.least / self.figure.published

    @property
    def ratio(self) -> float:
        return self.as_written / self.figure.published


def _figures() -> Iterator[Figure]:
    def scale(name: str, kind: Any) -> Callable[[Any], Time]:
        def run(loaded: Any) -> Time:
            kernel = getattr(loaded, name)
            kernel(np.arange(1024, dtype=kind), np.zeros(1024, kind), 3, 1024)
            return kernel.time()

        return run

    def product(name: str, size: int, kind: Any, to: Any) -> Callable[[Any], Time]:
        def run(loaded: Any) -> Time:
            kernel = getattr(loaded, name)
            kernel(np.zeros(size * size, kind), np.zeros(size * size, kind), np.zeros(size * size, to))
            return kernel.time()

        return run

    def one_by_one(loaded: Any) -> Time:
        loaded.one_by_one(np.zeros(512, np.int16), np.zeros(512, np.int16), 512)
        return loaded.one_by_one.time()

    def received(loaded: Any) -> Time:
        loaded.received(np.zeros(1024, np.int16), np.zeros(1024, np.int16), 1024)
        return loaded.received.time()

    def fir(loaded: Any) -> Time:
        loaded.fir(*(np.zeros((n, 2), np.int16) for n in (64 + 40, 32, 64)), 64)
        return loaded.fir.time()

    yield Figure("scale 1024 int16, pipelined", "aie-ml", 72, _GUIDE, scale("scale_int16", np.int16))
    yield Figure("scale 1024 int16, scalar code", "aie-ml", 10250, _GUIDE, scale("scale_scalar", np.int16))
    yield Figure("1024 int16 over one stream", "aie-ml", 512, _GUIDE, received)
    yield Figure("scale 1024 int32, pipelined", "aie-ml", 339, _TEXTS, scale("scale_int32", np.int32))
    yield Figure("32 iterations of load, multiply, srs, store", "aie-ml", 495, _TEXTS, one_by_one)
    yield Figure("matrix product 64x64x64, int16", "aie-ml", 2535, _GUIDE,
                 product("product_int16", 64, np.int16, np.int32))
    yield Figure("matrix product 64x64x64, int8 to int16", "aie-ml", 2089, _TEXTS,
                 product("product_int8_int16", 64, np.int8, np.int16))
    yield Figure("matrix product 64x64x64, int8 to int32", "aie-ml", 2092, _TEXTS,
                 product("product_int8_int32", 64, np.int8, np.int32))
    yield Figure("matrix product 32x32x32, int32", "aie-ml", 4978, _TEXTS,
                 product("product_int32", 32, np.int32, np.int32))
    yield Figure("filter of 32 taps, cint16, 64 outputs", "aie", 256, "kernel guide: 4 cycles an output", fir)


def rows() -> list[Row]:
    loaded: dict[str, Any] = {}
    out = []
    for figure in _figures():
        if figure.chip not in loaded:
            loaded[figure.chip] = aie.load(SOURCE, chip=figure.chip, timing=True)
        time = figure.run(loaded[figure.chip])
        out.append(Row(figure, time.cycles, time.as_written, time.bound))
    return out


def _summary(values: Sequence[float]) -> str:
    worst = max(values, key=lambda v: max(v, 1 / v))
    return f"median {statistics.median(values):.2f}, worst {worst:.2f}"


def markdown(done: Sequence[Row]) -> str:
    lines = ["| published kernel | chip | cycles | at least, here | ratio | bound by | as written, here | ratio |",
             "|---|---|---:|---:|---:|---|---:|---:|"]
    lines += [f"| {r.figure.name} | {r.figure.chip} | {r.figure.published:,g} | {r.least:,.0f} | {r.low:.2f} | "
              f"{r.bound} | {r.as_written:,.0f} | {r.ratio:.2f} |" for r in done]
    lines += ["", f"Ratios to what is published: at least, {_summary([r.low for r in done])}; "
              f"as written, {_summary([r.ratio for r in done])}."]
    lines += ["", "Published, and not written anew, because no text says what they consist of; the bounds are those "
              "that the vendor's sources had in an earlier version of this model:", "",
              "| published kernel | cycles | at least, then | ratio |", "|---|---:|---:|---:|"]
    lines += [f"| {name} | {cycles:,} | {least:,} | {least / cycles:.2f} |"
              for name, (cycles, least) in LEFT_OUT.items()]
    ratios = [least / cycles for cycles, least in LEFT_OUT.values()]
    lines += ["", f"Ratios: {_summary(ratios)}; of all {len(done) + len(ratios)} kernels, "
              f"{_summary([*(r.low for r in done), *ratios])}."]
    return "\n".join(lines)


def write(path: Path, done: Sequence[Row]) -> None:
    """Put the tables into a page, between its two marks."""
    page = path.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    path.write_text(f"{before}{BEGIN}\n\n{markdown(done)}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def main(words: Sequence[str]) -> None:
    done = rows()
    print(markdown(done))
    if words[:1] == ["--write"]:
        write(Path(words[1]), done)


if __name__ == "__main__":
    main(sys.argv[1:])
