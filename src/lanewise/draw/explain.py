"""One instruction explained: in words, as text for a terminal, as SVG, and in a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lanewise.draw.strip import strips
from lanewise.draw.svg import svg
from lanewise.draw.use import Touched, touched
from lanewise.draw.words import sentences


@dataclass(frozen=True)
class Explanation:
    """`print` it, ask for `svg()`, or let a notebook show it."""

    touched: Touched

    def words(self) -> list[str]:
        return list(sentences(self.touched))

    def drawing(self, *, ascii: bool = False) -> str:
        return "\n".join(strips(self.touched, ascii=ascii))

    def text(self, *, ascii: bool = False) -> str:
        drawing = self.drawing(ascii=ascii)
        return "\n".join(self.words()) + (f"\n\n{drawing}" if drawing else "")

    def svg(self, title: str = "", repeats: int = 4) -> str:
        return svg(self.touched, title, repeats)

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        from html import escape

        return f"{self.svg()}<pre>{escape(self.text())}</pre>"


def explain(record: Any, *, chip: Any = "ascend910b") -> Explanation:
    """Explain a row of a trace, or a call as a user types it: `explain("Add(dst, a, b, 64, 2, {1,1,1,8,8,8})")`."""
    if isinstance(record, str):
        from lanewise.draw.call import issue

        record = issue(record, chip=chip)
    return Explanation(touched(record, chip))
