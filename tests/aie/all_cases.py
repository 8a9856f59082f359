"""Every call of the agreement test on a chip, and the modes that it is made in."""

from __future__ import annotations

from collections.abc import Sequence

from operation_cases import Case, cases
from product_cases import is_written, product_cases

from lanewise.isa.aie.env import codes
from lanewise.numerics.accumulator import SATURATIONS


def calls(chip: str, only: str = "", everything: bool = False) -> list[Case]:
    return [*cases(chip, only, everything), *(() if only else product_cases(chip, everything))]


def modes_of(case: Case) -> tuple[list[str], Sequence[str]]:
    """The modes that the record says count; one of the others."""
    rounds = "rounding" in case.operation.modes and (case.chip != "aie" or not case.multiplies_floats)
    if case.multiplies and not case.multiplies_floats:  # whole numbers are multiplied exactly
        rounds = False
    roundings = list(codes(case.chip)) if rounds else ["conv_even"]
    fits = "saturation" in case.operation.modes and not case.multiplies
    return roundings, SATURATIONS if fits else ("saturate",)


def takes_turns(case: Case) -> bool:
    """Roundings of products are those of floats in parts, one function of the unit: a call needs one of them."""
    return case.multiplies and (case.operation.family != "multiplication" or is_written(case.operation))


def settings_of(case: Case, turn: int = 0) -> list[tuple[str, str]]:
    """Every rounding and every saturation that counts, in pairs that change from turn to turn."""
    roundings, saturations = modes_of(case)
    if takes_turns(case):
        return [(roundings[turn % len(roundings)], saturations[0])]
    count = max(len(roundings), len(saturations))
    return [(roundings[i % len(roundings)], saturations[(i + turn) % len(saturations)]) for i in range(count)]
