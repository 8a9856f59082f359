"""All functions of threads."""

from __future__ import annotations

from functools import cache

from lanewise.isa.ascend_simt import conversions, halves, integers, mathematics, rounding, vectors
from lanewise.isa.ascend_simt.record import Function


@cache
def functions() -> dict[str, Function]:
    """By name, in the order of their families."""
    families = (rounding, mathematics, integers, halves, conversions, vectors)
    return {one.name: one for family in families for one in family.FUNCTIONS}


@cache
def _by_any_name() -> dict[str, Function]:
    return {name: one for one in functions().values() for name in one.all_names}


def named(name: str) -> Function | None:
    """A function by any of its names, with or without its namespace."""
    known = _by_any_name()
    return known.get(name) or known.get(f"AscendC::Simt::{name}")
