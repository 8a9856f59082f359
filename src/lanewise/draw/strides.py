"""Which 32-byte blocks an operand touches, repeat by repeat, counted from its first byte."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lanewise.draw.glyphs import glyphs

WIDEST = 64  # blocks in one line


def strides(block: int = 1, repeat: int = 8, repeats: int = 2, *, ascii: bool = False) -> str:
    """Eight whole blocks a repeat, by the block and repeat stride of one operand."""
    return rows([{r * repeat + b * block: True for b in range(8)} for r in range(repeats)], ascii=ascii)


def rows(repeats: Sequence[Mapping[int, bool]], *, ascii: bool = False) -> str:
    """One line per repeat: block number -> touched in full (True) or in part (False)."""
    signs = glyphs(ascii)
    last = max((max(blocks, default=-1) for blocks in repeats), default=-1)
    width = min(last + 1, WIDEST)
    lines = []
    for number, blocks in enumerate(repeats):
        cells = "".join(
            signs.none if at not in blocks else signs.on if blocks[at] else signs.part for at in range(width)
        )
        beyond = sum(1 for at in blocks if at >= width)
        note = f" {signs.more} {beyond} more, up to block {max(blocks)}" if beyond else ""
        lines.append(f"repeat {number:<3} {cells}{note}")
    return "\n".join(lines)
