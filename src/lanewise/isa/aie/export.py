"""What each chip has not, as C++ that refuses it by name: the tables that Python looks at, too."""

from __future__ import annotations

from collections.abc import Iterator

from lanewise.chips.header import macro_name
from lanewise.isa.aie.mmul import shapes
from lanewise.isa.aie.types import FAMILIES, LANE_TYPES, SUPPORTED, TAGS


def tables() -> str:
    """Specialisations of the templates in lanewise/aie/chips.h."""
    parts = []
    for number, chip in enumerate(FAMILIES):
        parts.append(f"#{'elif' if number else 'if'} LANEWISE_INSTRUCTIONS_{macro_name(chip)}")
        parts += [*_types(chip), *_tags(chip), *_matrices(chip)]
    return "\n".join([*parts, "#endif"]) + "\n"


def _types(chip: str) -> Iterator[str]:
    known = ", ".join(name for name in LANE_TYPES if name in SUPPORTED[chip])
    for name in LANE_TYPES:
        if name not in SUPPORTED[chip]:
            said = f'LANEWISE_CHIP " has no vectors of {name}; it has {known}"'
            yield f"template <unsigned N> struct checked_vector<{name}, N> {{ static_assert(N == 0, {said}); }};"


def _tags(chip: str) -> Iterator[str]:
    known = ", ".join(name for name, tag in TAGS.items() if chip in tag.families)
    for name, tag in TAGS.items():
        if chip not in tag.families:
            said = f'LANEWISE_CHIP " has no accumulators of {name}; it has {known}"'
            yield f"template <unsigned N> struct checked_accum<{name}, N> {{ static_assert(N == 0, {said}); }};"


def _matrices(chip: str) -> Iterator[str]:
    types = [t for name, t in LANE_TYPES.items() if name in SUPPORTED[chip]]
    for a in types:
        for b in types:
            known = shapes(a, b, chip)
            if not known:
                continue
            sizes = [shape.split("x") for shape in known]
            test = " || ".join(f"(M == {m} && K == {k} && N == {n})" for m, k, n in sizes)
            said = f'LANEWISE_CHIP " multiplies matrices of {a} and {b} as {", ".join(known)}"'
            yield (
                f"template <unsigned M, unsigned K, unsigned N> struct checked_matrix<M, K, N, {a}, {b}> "
                f"{{ static_assert({test}, {said}); }};"
            )
