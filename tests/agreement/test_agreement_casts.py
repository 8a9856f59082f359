"""Every 8- and 16-bit element in every legal round mode, under every control bit, on each distinct set of rules."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from test_agreement import core_of

from lanewise.isa.catalogue import instructions, opcodes
from lanewise.isa.record import Flag, Instruction, Overload, Row
from lanewise.machine.engine import native
from lanewise.machine.tensor import LocalTensor
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.rounding import RoundMode

pytestmark = pytest.mark.skipif(native() is None, reason="the compiled engine is not built")

PART = 16384  # elements a call: source and result fit the smallest UB


def narrow_rows() -> list[tuple[str, str, str, str]]:
    """(name, chip, source, destination); one chip for each way the policies of the instruction are answered."""
    out = []
    for ins in instructions().values():
        for row in ins.rows:
            if row.round_modes and DTYPES[row.types[1]].bits <= 16 and Overload.COUNT in row.overloads:
                distinct = {tuple(core_of(c).policy[p] for p in ins.policies): c for c in row.chips}
                out += [(ins.name, chip, row.types[1], row.types[0]) for chip in distinct.values()]
    return out


def row_of(ins: Instruction, chip: str, source: str, target: str) -> Row:
    return next(r for r in ins.rows_on(chip) if r.types == (target, source))


@pytest.mark.parametrize(("name", "chip", "source", "target"), narrow_rows())
def test_agreement_exhaustive_cast(name: str, chip: str, source: str, target: str) -> None:
    core, ins = core_of(chip), instructions()[name]
    of, to = DTYPES[source], DTYPES[target]
    modes = [m for m in RoundMode if row_of(ins, chip, source, target).round_modes >> m & 1]
    bits = (48, 59) if chip != "ascend950" else (48, 59, 50, 60)
    size = 8 * of.size
    values = np.arange(1 << size, dtype=f"u{of.size}")
    if of.packed:  # every byte is a pair
        values = np.concatenate([values, values])
    count = min(PART, len(values))
    for mode, set_bits in product(modes, product((0, 1), repeat=len(bits))):
        if name == "truncate" and any(set_bits):
            continue
        if (to.is_integer and set_bits[0]) or (to.is_float and set_bits[1]):  # the other half of the rules
            continue
        core.reset_state()
        ctrl = int(core.state["ctrl"])
        for bit, on in zip(bits, set_bits, strict=True):
            ctrl = ctrl & ~(1 << bit) | on << bit
        core.state["ctrl"] = ctrl
        for start in range(0, len(values), count):
            part = values[start : start + count]
            core.mem[: part.nbytes] = part.view(np.uint8)
            n = 2 * count if of.packed else count
            tensors = (LocalTensor(core, 98304, n, to), LocalTensor(core, 0, n, of))
            core.issue(opcodes()[name], 0, int(Flag.SET_MASK), tensors, (), n, 1, None, (int(mode),))
