"""What the agreement test must know of the computing register instructions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from lanewise.isa.record import Row

Draw = Callable[[np.random.Generator, Row], tuple[int, ...]]


def below(*ends: int) -> Draw:
    """One number below each end."""
    return lambda rng, row: tuple(int(rng.integers(0, end)) for end in ends)


def cast(rng: np.random.Generator, row: Row) -> tuple[int, ...]:
    """A round mode that the pair has, any layout up to one too far, any wish for saturation."""
    modes = [m for m in range(8) if row.round_modes >> m & 1] if row.round_modes else [0, 1, 5]
    return int(rng.choice(modes)), int(rng.integers(-1, 5)), int(rng.integers(-1, 2))


PARAMS: dict[str, Draw] = {
    "reg_arange": below(2),
    "reg_cast": cast,
    "reg_compare": below(6),
    "reg_compares": below(6),
    "reg_exp_sub": below(2),
    "reg_histograms": below(2, 2),
    "reg_muls_cast": below(2),
    "reg_pack": below(2),
    "reg_truncate": below(6),
    "reg_un_pack": below(2),
}
