"""Three ways to compute an operation, held together for every record, type and chip: Python on the engine, the
definition, and the C++ headers. Calls are made from the records; coverage.py says what they reach.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from all_cases import calls, modes_of, settings_of
from operation_cases import ROWS, Case, numbers

from compiled import needs_compiler
from lanewise import aie
from lanewise.isa.aie.env import codes
from lanewise.isa.aie.types import FAMILIES, LANE_TYPES
from lanewise.numerics.accumulator import SATURATION_CODES

pytestmark = needs_compiler
HEADER = Path(__file__).with_name("agreement.h")
CALLS = 6  # of each case in each mode
FEW = 2  # where Python takes them one by one


class Compiled:
    """Every case of a chip in one C++ function, chosen by number."""

    def __init__(self, chip: str, folder: Path, only: str = "", everything: bool = False) -> None:
        self.chip, self.cases = chip, calls(chip, only, everything)
        self._numbers = {id(case): number for number, case in enumerate(self.cases)}
        body = "\n".join(case.cpp(number) for number, case in enumerate(self.cases))
        path = folder / f"operations_{chip}.cc"
        path.write_text(
            f'#include "{HEADER}"\n'
            "void run(int32 which, const int64* rows, int64* results, int32 calls, int32 wide, int32 room, int32 rnd,\n"
            "         int32 sat) {\n"
            "    set_rnd(rnd); set_satmode(sat);\n"
            "    for (int32 call = 0; call < calls; ++call) {\n"
            "        const int64* in = rows + call * wide; int64* out = results + call * room;\n"
            f"        switch (which) {{\n{body}\n        }}\n    }}\n}}\n",
            encoding="utf-8",
        )
        self.kernels = aie.load(path, chip=chip, flags=("-O0",))

    def results(self, case: Case, words: Any, count: int, rounding: str, saturation: str) -> Any:
        room = np.zeros((len(words), count), np.int64)
        self.kernels.run(self._numbers[id(case)], words.reshape(-1), room.reshape(-1), len(words), words.shape[1],
                         count, codes(self.chip)[rounding], SATURATION_CODES[saturation])
        return room


@pytest.fixture(scope="module", params=FAMILIES)
def compiled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    return Compiled(request.param, tmp_path_factory.mktemp("operations"))


def same(case: Case, compiled: Compiled, operands: list[Any], rounding: str, saturation: str) -> None:
    """All three give the same words, and note the same."""
    found = {}
    for engine in ("fast", "definition"):
        with aie.core(case.chip, rounding, saturation, engine) as core:
            found[engine] = case.python(operands), core.status
    fast, slow = found["fast"], found["definition"]
    where = f"{case.label} on {case.chip}, {rounding}, {saturation}"
    assert np.array_equal(fast[0], slow[0]), f"{where}: the engine and the definition differ"
    assert fast[1] == slow[1], f"{where}: {fast[1]} from the engine, {slow[1]} from the definition"
    assert fast[1] <= set(case.operation.status), f"{where}: the record does not say that it notes {fast[1]}"
    cpp = compiled.results(case, case.words(operands), fast[0].shape[1], rounding, saturation)
    if not np.array_equal(cpp, fast[0]):
        call, lane = next(zip(*np.nonzero(cpp != fast[0]), strict=True))
        given = [None if o is None else np.asarray(o)[call].tolist() for o in operands]
        raise AssertionError(
            f"{where}: word {lane} of call {call} is {fast[0][call, lane]} from Python and {cpp[call, lane]} from C++, "
            f"operands {given}"
        )


def shifts_fixed(case: Case, operands: list[Any]) -> list[Any]:
    """One shift or number for all calls, so that Python can take them together."""
    out = []
    for (_, kind, _), values in zip(case.kinds, operands, strict=True):
        out.append(np.repeat(values[:1], len(values), 0) if kind not in ROWS else values)
    return out


def test_aie_operations_agree(compiled: Compiled) -> None:
    """What is called, and what is not, says test_aie_coverage.py."""
    rng = np.random.default_rng(16)
    for turn, case in enumerate(compiled.cases):
        for rounding, saturation in settings_of(case, turn):
            operands = case.draw(rng, CALLS if case.by_lane else FEW)
            same(case, compiled, shifts_fixed(case, operands) if case.by_lane else operands, rounding, saturation)


def exhaustive(case: Case) -> list[Any] | None:
    """All values of one operand of up to 16 bits, all pairs of two of up to 8; the other operands are drawn."""
    vectors = [i for i, (_, kind, _) in enumerate(case.kinds) if kind == "vector"]
    types = [LANE_TYPES[case.kinds[i][2]] for i in vectors]
    if not case.by_lane or not vectors or any(t.is_complex or t.bits == 32 for t in types):
        return None
    if len(vectors) == 2 and max(t.bits for t in types) > 8:
        return None
    values = [every(t) for t in types]
    whole = [values[0]] if len(vectors) == 1 else [g.reshape(-1) for g in np.meshgrid(*values)]
    count = max(1, len(whole[0]) // case.lanes)
    operands = shifts_fixed(case, case.draw(np.random.default_rng(5), count))
    for i, all_of_them in zip(vectors, whole, strict=True):
        operands[i] = np.resize(all_of_them, (count, case.lanes))
    return operands


def every(of: Any) -> Any:
    if of.is_float:  # bfloat16, by its bits; one NaN stands for all, others do not pass through numpy unchanged
        values = (np.arange(65536, dtype=np.uint32) << 16).view(np.float32)
        return np.where(np.isnan(values), np.float32(np.nan), values)
    return np.arange(of.lowest, of.highest + 1, dtype=np.int64)


def test_aie_operations_agree_on_every_small_number(compiled: Compiled) -> None:
    """All sources of 8 and 16 bits, in one mode each; the sweep has all modes."""
    done = 0
    for number, case in enumerate(compiled.cases):
        operands = exhaustive(case)
        if operands is None:
            continue
        modes = settings_of(case, number)
        same(case, compiled, operands, *modes[number % len(modes)])
        done += 1
    assert done > 80


@pytest.mark.sweep
@pytest.mark.parametrize("chip", FAMILIES)
def test_aie_operations_agree_in_every_mode(chip: str, tmp_path: Path) -> None:
    """Every row, on every chip, in every pair of modes, with every small number."""
    compiled = Compiled(chip, tmp_path, everything=True)
    rng = np.random.default_rng(17)
    for case in compiled.cases:
        small = exhaustive(case)
        for rounding, saturation in itertools.product(*modes_of(case)):
            operands = case.draw(rng, CALLS)
            same(case, compiled, shifts_fixed(case, operands) if case.by_lane else operands, rounding, saturation)
            if small is not None:
                same(case, compiled, small, rounding, saturation)


def test_aie_operations_unsigned_words_of_32_bit_lanes() -> None:
    """Lanes -1 and the lowest number to uint32 under saturation: the fronts once differed."""
    with aie.core("aie-ml", saturation="saturate"):
        acc = aie.accum([-1, -(2**31)], "acc32")
        assert aie.to_vector(acc, "uint32").numpy().tolist() == [4294967295, 2147483648]


def test_aie_operations_symmetric_words_of_32_bit_lanes(compiled: Compiled) -> None:
    """Symmetric saturation of 32-bit lanes to int32: they are read as they are, from both fronts."""
    if compiled.chip == "aie":
        pytest.skip("there are no 32-bit lanes")
    case = next(c for c in compiled.cases if c.operation.name == "to_vector" and c.row.types == ("acc32", "int32"))
    values = np.array([[-(2**31), 2**31 - 1, -1, 0] * (case.lanes // 4)], object)
    operands = [values, None, np.array([[0]])]
    same(case, compiled, operands, "floor", "symmetric")
    with aie.core(compiled.chip, saturation="symmetric"):
        assert case.python(operands)[0, :4].tolist() == [-(2**31), 2**31 - 1, -1, 0]


def test_aie_operations_numbers_have_extremes() -> None:
    drawn = numbers(np.random.default_rng(0), LANE_TYPES["int16"], (200,))
    assert {-32768, 32767} <= set(drawn.tolist())
