"""What the stream says is read matters: another value of such an element changes something.

That nothing else is read is shown by test_stream_bytes, and that the definition reads the same by the agreement test.
Some values hide what an instruction reads: a shift by more than all bits, the smallest of many, numbers that are
unequal either way. So an instruction must show half of its reads, and one of HIDES at least one.
"""

from __future__ import annotations

import zlib
from collections import Counter
from typing import Any

import numpy as np
import pytest
from playing import arrange
from poking import Outcome, Trial, matters, some_reads, telling, written_once
from special import sample
from test_agreement_registers import CASES
from test_stream_bytes import MEMORY, core_of, register_trial

from lanewise.isa.catalogue import instructions
from lanewise.isa.issued import Space
from lanewise.isa.record import Flag
from lanewise.machine.core import Core
from lanewise.machine.engine import native

pytestmark = pytest.mark.skipif(native() is None, reason="the compiled engine is not built")

NOTHING = [n for n, ins in instructions().items() if not any(o.role in ("src", "inout") for o in ins.form.operands)]
READS = [n for n in MEMORY if n not in NOTHING]
_TAKEN = """max min maxs mins reduce_max reduce_min reduce_repeat_max reduce_repeat_min reduce_data_block_max
            reduce_data_block_min"""
_SHIFTED = "shift_left shift_right shift_left_tensor shift_right_tensor"
_CLIPPED = """mul_add_dst mul_add_relu div divs mul muls reciprocal prelu leaky_relu relu axpy mul_cast muls_cast
              exp_sub add_relu_cast sub_relu_cast add_deq_relu fused_mul_add reg_div reg_prelu reg_relu reg_axpy
              reg_muls_cast reg_exp_sub"""
_REGISTERS = """reg_max reg_min reg_maxs reg_mins reg_reduce_max reg_reduce_min reg_reduce_data_block_max
                reg_reduce_data_block_min"""
HIDES = {
    "cast_dequant": "small scales make everything 0",
    **dict.fromkeys(["compare", "compares", "compare_register", "reg_compare", "reg_compares"], "unequal either way"),
    **dict.fromkeys([*_TAKEN.split(), *_REGISTERS.split()], "not the one that is taken"),
    **dict.fromkeys(_SHIFTED.split(), "shifted out"),
    **dict.fromkeys(["reg_shift_left", "reg_shift_right", "reg_shift_lefts", "reg_shift_rights"], "shifted out"),
    **dict.fromkeys(_CLIPPED.split(), "a product with 0, a saturated or a clipped result"),
    "fixpipe": "clamped, or scaled to nothing",
    **dict.fromkeys(["mmad_mx", "mmad_mx_bias"], "lost beside sums of other magnitudes"),
    **dict.fromkeys(["mrg_sort", "mrg_sort4"], "a record that is only looked at for its score"),
    **{f"reg_mask_{what}": "the other mask decides" for what in ("and", "or", "not", "xor", "select", "move")},
    **dict.fromkeys(["reg_load_blocks", "reg_store_blocks"], "another lane of the block is active"),
}


def count_reads(trial: Trial, first: Outcome, size: int, count: int, rng: np.random.Generator) -> Counter[str]:
    hits: Counter[str] = Counter()
    for region, element in some_reads(trial, first, size, count, rng):
        hits["read"] += 1
        hits["matters"] += matters(trial, first, region, element, rng)
    return hits


def enough(name: str, hits: Counter[str]) -> bool:
    return hits["matters"] >= (1 if name in HIDES else 0.5 * hits["read"]) and hits["matters"] > 0


def show_calls(name: str, examples: int, calls: int, count: int) -> Counter[str]:
    hits: Counter[str] = Counter()
    seen = 0
    for call in sample(name, examples):
        core, rng = core_of(call), np.random.default_rng(call.seed)
        args = arrange(core, call)
        if call.kind:
            for space, (_, _, kind) in zip(call.spaces, call.tensors, strict=True):
                memory = core.memories.get(Space[space])
                if memory is not None:
                    memory[:] = telling(kind, memory.size, rng)
        elif not call.memory:
            kept = core.mem[40960:41984].copy()
            core.mem[:] = telling(call.tensors[call.like][2], core.mem.size, rng)
            if name in HIDES and seen % 2:
                core.mem[:] = 0  # where everything is equal, whatever changes shows
            core.mem[40960:41984] = kept  # offsets
        trial = Trial(core, args)
        first = trial.run()
        if first.fault == "" and written_once(trial, first):
            found = count_reads(trial, first, max((k.size for _, _, k in call.tensors), default=1), count, rng)
            seen += bool(found)
            hits.update(found)
        if seen >= calls:
            break
    return hits


@pytest.mark.parametrize("name", READS)
def test_stream_reads_matter(name: str) -> None:
    hits = show_calls(name, 300, 4, 3)
    assert enough(name, hits), hits


@pytest.mark.sweep
@pytest.mark.parametrize("name", READS)
def test_stream_reads_matter_long(name: str) -> None:
    hits = show_calls(name, 1000, 40, 10_000)
    assert enough(name, hits), hits


READ_NOTHING = """reg_mask_create reg_mask_update reg_mask_from_state reg_arange reg_clear_ar reg_barrier reg_duplicate
                  reg_store_post reg_end_of_stream"""
REGISTERS = sorted({case.values[0].name for case in CASES} - set(READ_NOTHING.split()))


def show_register_calls(name: str, cases: int, count: int) -> Counter[str]:
    core, hits = Core("ascend950"), Counter[str]()
    core.accesses()
    rows: list[Any] = [case.values for case in CASES if case.values[0].name == name]
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    for k in rng.permutation(len(rows))[:cases]:
        ins, row, twice = rows[int(k)]
        for pattern in ("any", "first lanes", "all"):
            trial = register_trial(core, ins, row, twice, pattern, int(Flag.MERGE) * int(rng.integers(0, 2)), rng)
            for tensor, operand in zip(trial.args[3], ins.form.operands, strict=True):
                if tensor.space == Space.REG and operand.name != "index":
                    tensor.data[:] = telling(tensor.dtype, len(tensor.data), rng)
            trial = Trial(core, trial.args)
            first = trial.run()
            if first.fault == "" and written_once(trial, first):
                sizes = [t.dtype.size for t in trial.args[3] if t.space == Space.REG]
                hits.update(count_reads(trial, first, max(sizes, default=1), count, rng))
    return hits


@pytest.mark.parametrize("name", REGISTERS)
def test_stream_register_reads_matter(name: str) -> None:
    hits = show_register_calls(name, 2, 2)
    assert enough(name, hits), hits


def test_stream_hides_are_instructions() -> None:
    assert set(HIDES) <= set(instructions())
