"""The figures of docs/explain.md and of the tutorials, drawn from real calls.

    python -m lanewise.draw.figures docs/figures
"""

from __future__ import annotations

import sys
from pathlib import Path

from lanewise.draw.explain import explain

EVERY_SECOND = "0x5555555555555555"
FIGURES = {
    "figure-1": ("Exp in a single repeat: eight blocks in, eight blocks out",
                 "Exp<half>(dst, src, 128, 1, {1, 1, 8, 8})"),
    "figure-2": ("Exp in two repeats: 512 bytes", "Exp<half>(dst, src, 128, 2, {1, 1, 8, 8})"),
    "figure-3": ("Abs under a bitwise mask: every second element takes part",
                 f"Abs<half>(dst, src, {{{EVERY_SECOND}, {EVERY_SECOND}}}, 1, {{1, 1, 8, 8}})"),
    "figure-4": ("A source with block stride 2", "Exp<half>(dst, src, 128, 1, {1, 2, 8, 8})"),
    "figure-5": ("Repeat stride 9: a gap of one block between repeats", "Exp<half>(dst, src, 128, 2, {1, 1, 9, 9})"),
    "figure-6": ("Block strides 1, 2 and 3", "Add<half>(dst, src0, src1, 128, 1, {1, 2, 3, 8, 8, 8})"),
    "every-second": ("Every second element of two repeats",
                     f"Adds<float>(dst, src, 100, {{{EVERY_SECOND}, 0}}, 2, {{1, 1, 8, 8}})"),
    "row-again": ("A row added to three rows: src1 has repeat stride 0",
                  "Add<float>(dst, src0, src1, 64, 3, {1, 1, 1, 8, 8, 0})"),
    "whole-reduce": ("WholeReduceSum: a sum for each repeat", "WholeReduceSum<float>(dst, src, 64, 2, 1, 1, 8)"),
}


def draw_all(folder: Path) -> list[Path]:
    out = []
    for name, (title, call) in FIGURES.items():
        path = folder / f"{name}.svg"
        path.write_text(explain(call).svg(title), encoding="utf-8")
        out.append(path)
    return out


if __name__ == "__main__":
    for path in draw_all(Path(sys.argv[1])):
        print(path)
