"""One instruction explained: in words, as text for a terminal, as SVG, and in a notebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lanewise.chips import DEFAULT
from lanewise.draw.fractals import Fractals, fractals
from lanewise.draw.selection import Selected, is_selection
from lanewise.draw.selection import explain as explain_selection
from lanewise.draw.sentences import notes, operand_table, sentence
from lanewise.draw.sliding import Sliding, sliding
from lanewise.draw.strip import strips
from lanewise.draw.svg import svg
from lanewise.draw.use import Touched, touched_elements
from lanewise.markup import paragraph, table
from lanewise.terminal import columns, flowing


@dataclass(frozen=True, repr=False)
class Explanation:
    """`print` it, ask for `svg()`, or let a notebook show it."""

    touched: Touched
    call: str = ""  # as it was typed
    numbers: tuple[str, ...] = ()  # what it makes of some, in words

    def sentences(self) -> list[str]:
        """What it does, and what follows from it."""
        return [sentence(self.touched), *(text for _, text in notes(self.touched)), *self.numbers]

    def drawing(self, *, ascii: bool = False) -> str:
        return "\n".join(strips(self.touched, ascii=ascii))

    def text(self, *, ascii: bool = False) -> str:
        """A sentence, the picture, a table of the operands, and what follows from it."""
        parts = [flowing(sentence(self.touched)), self.drawing(ascii=ascii), _table(operand_table(self.touched)),
                 "\n".join(self._notes())]
        return "\n\n".join(part for part in parts if part)

    def _notes(self) -> list[str]:
        out, before = [], ""
        for about, text in (*notes(self.touched), *(("numbers", text) for text in self.numbers)):
            out.append(flowing(text, f"{about if about != before else '':<8}"))
            before = about
        return out

    def svg(self, title: str = "", repeats: int = 4) -> str:
        return svg(self.touched, title, repeats, self.call)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        head, *rows = operand_table(self.touched)
        return self.svg() + table(head, rows) + "".join(paragraph(words) for words in self.sentences())


def explain(
    record: Any, *, chip: Any = DEFAULT, dtype: str = "", at: Mapping[str, int] | None = None,
    counter: int | None = None, params: Sequence[int] = (),
) -> Explanation | Selected | Sliding | Fractals:
    """Explain a row of a trace, a call as a user types it, `explain("Add(dst, a, b, 64, 2, {1,1,1,8,8,8})")`, or the
    instruction of a name, `explain("ShiftRight")`. Loads of cube cores, copies to fractals and products are drawn as
    fractals.

    `dtype`, `at` (name -> address in UB) and `counter` (elements in MASK) belong to a typed call. `params` are the
    extra parameters of a bare record; rows taken from a trace have them. Without them a copy is only named.
    """
    if not isinstance(record, str):
        return Explanation(touched_elements(record, chip, params))
    if is_selection(record):
        return explain_selection(record, dtype)
    if slides := sliding(record):
        return slides
    if drawn := fractals(record, chip, dtype):
        return drawn
    from lanewise.draw.call import named_alone, parse_with_samples

    record = named_alone(record, chip) or record
    row, params, numbers = parse_with_samples(record, dtype, chip, at, counter)
    return Explanation(touched_elements(row, chip, params), record, tuple(numbers))


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Empty columns are left out."""
    kept = [k for k in range(len(rows[0])) if any(row[k] for row in rows[1:])]
    return columns([[row[k] for k in kept] for row in rows])
