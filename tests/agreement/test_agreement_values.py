"""Every 8- and 16-bit element through every instruction with one source: the engine equals the definition."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from cells import answers
from through import core_of, differences

from lanewise.isa.catalogue import instructions
from lanewise.isa.record import Flag, Instruction, Overload, Row
from lanewise.machine.engine import native
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.rounding import RoundMode

pytestmark = pytest.mark.skipif(native() is None, reason="the compiled engine is not built")
Case = tuple[str, Row, str]


def narrow_rows() -> list[Case]:
    """(name, row, chip) with one narrow source; one chip for each way the policies of the instruction are answered."""
    out = []
    for ins in instructions().values():
        sources = [o for o in ins.form.operands if o.reads]
        if ins.form.executor != "elementwise" or len(sources) != 1 or len(ins.form.operands) != 2:
            continue
        for row in ins.rows:
            if DTYPES[row.types[1]].bits <= 16 and Overload.COUNT in row.overloads:
                rules = {(answers(ins.name, c), c in ins.rounds, str(ins.ranges.get(c))): c for c in row.chips}
                out += [(ins.name, row, chip) for chip in rules.values()]
    return out


ROWS = narrow_rows()


def controls(chip: str, bits: tuple[int, ...]) -> list[int]:
    """CTRL as it is after a reset, with every choice of these bits."""
    core = core_of(chip)
    core.reset_state()
    rest = int(core.state["ctrl"]) & ~sum(1 << b for b in bits)
    choices = product((0, 1), repeat=len(bits))
    return [rest | sum(on << b for on, b in zip(choice, bits, strict=True)) for choice in choices]


def looked_at(ins: Instruction, row: Row, chip: str) -> tuple[int, ...]:
    """The bits of CTRL that decide about results of a conversion."""
    if "cast_saturation" not in ins.policies:
        return ()
    own = 48 if DTYPES[row.types[0]].is_float or DTYPES[row.types[0]].kind == "s" else 59
    nan = (50,) if DTYPES[row.types[1]].is_float else ()
    more = (*nan, 60) if dict(answers(ins.name, chip))["cast_saturation"] == "ctrl60" else ()
    return (own, *more)


def call_variants(name: str, row: Row, chip: str) -> Iterator[dict[str, Any]]:
    """How an instruction can be called with one source: control bits, and round modes, shift amounts or flags."""
    ins = instructions()[name]
    usual = controls(chip, ())[0]
    if row.round_modes:
        for mode, ctrl in product(RoundMode, controls(chip, looked_at(ins, row, chip))):
            if row.round_modes >> mode & 1:
                yield {"ctrl": ctrl, "params": (int(mode),)}
    elif ins.ranges:
        bounds, kind = ins.ranges.get(chip), DTYPES[row.types[1]]
        low, high = (bounds.low, bounds.high) if bounds is not None else (0, None)
        last = kind.bits if high == "bits" or high is None else int(high)
        for amount, flag in product(range(low, last + 1), (0, int(Flag.ROUND)) if chip in ins.rounds else (0,)):
            yield {"ctrl": usual, "flags": flag, "scalar": amount}
    elif not ins.form.scalars:
        for ctrl in controls(chip, (48, 53)):
            yield {"ctrl": ctrl}
        for flag in (Flag.KEEP_SUBNORMALS, Flag.EXACT) if chip in ins.algorithms else ():
            yield {"ctrl": usual, "flags": int(flag)}


@pytest.mark.parametrize(("name", "row", "chip"), [
    pytest.param(*c, id=f"{c[0]}-{'/'.join(c[1].types)}-{c[2]}") for c in ROWS
])  # fmt: skip
def test_agreement_exhaustive(name: str, row: Row, chip: str) -> None:
    """In every round mode, under every control bit, by every shift amount."""
    for how in call_variants(name, row, chip):
        assert differences(instructions()[name], row, chip, **how) == [], how
