"""lanewise.asc.reg: every register record is a function, with the arguments its record says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lanewise import asc, core
from lanewise.asc import reg
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import instructions
from lanewise.isa.issued import Space
from lanewise.machine.tensor import LocalTensor, TPosition


def test_every_register_record_has_a_function() -> None:
    for ins in instructions().values():
        if ins.form.executor.startswith("register"):
            for name in ins.python_names:
                function = getattr(reg, name.removeprefix("reg."))
                assert ins.summary in function.__doc__
    assert asc.reg is reg


def test_older_names_are_there_too() -> None:
    for name in ("mula", "compare_scalar", "add_carry_out", "fused_exp_sub", "reduce_max_with_data_block", "copy"):
        assert callable(getattr(reg, name))


def test_records_that_share_a_name_are_told_apart_by_their_arguments(make_core: Any) -> None:
    with make_core("ascend950"):
        dst = reg.RegTensor("float")
        reg.duplicate(dst, 3.0)
        assert dst.numpy().tolist() == [3.0] * 64
        reg.duplicate(dst, reg.RegTensor("float", range(7, 71)))
        assert dst.numpy().tolist() == [7.0] * 64
        reg.abs(dst, reg.RegTensor("complex64", np.complex64(3 + 4j), 2))
        assert dst.numpy().tolist() == [5.0] * 64


def test_a_call_that_does_not_fit_shows_how_it_is_written(make_core: Any) -> None:
    with make_core("ascend950"):
        dst = reg.RegTensor("float", 1.0)
        with pytest.raises(LanewiseError, match=r"Write reg\.add\(dst, src0, src1, mask\)"):
            reg.add(dst, dst)
        with pytest.raises(LanewiseError, match="there is no order"):
            reg.add(dst, dst, dst, order=1)
        with pytest.raises(LanewiseError, match=r"TYPE-001|OP-002"):
            reg.add(dst, dst, reg.RegTensor("half", 1.0))


def test_a_broken_rule_names_the_function_that_was_called(make_core: Any) -> None:
    with make_core("ascend950") as c:
        place = LocalTensor.place(c, 4100, 64, "float", TPosition.VECCALC)
        with pytest.raises(LanewiseError, match=r"ALIGN-001 reg\.load_align: src starts at UB byte 4100"):
            reg.load_align(reg.RegTensor("float"), place)
        with pytest.raises(LanewiseError, match=r"REG-001 reg\.mula: src1 is read"):
            reg.mula(reg.RegTensor("float", 1.0), reg.RegTensor("float", 1.0), reg.RegTensor("float"))
        with pytest.raises(LanewiseError, match=r"3 registers or tensors and 1 other arguments were given"):
            reg.add(*[reg.RegTensor("float", 1.0)] * 3, [True])


def test_other_chips_have_no_registers(make_core: Any) -> None:
    with make_core("ascend910b"):
        dst = reg.RegTensor("float", 1.0)
        with pytest.raises(LanewiseError, match="ascend950"):
            reg.add(dst, dst, dst)


def test_registers_are_made_from_numbers_and_arrays(make_core: Any) -> None:
    with make_core("ascend950"):
        assert reg.RegTensor("int16", [1, 2]).numpy().tolist() == [1, 2] + [0] * 126
        two = reg.RegTensor("uint64", np.arange(64, dtype=np.uint64) << np.uint64(33), 2)
        assert two.numpy().tolist() == [i << 33 for i in range(64)]
        assert not two.data[:256].any()  # low words in the first register
        assert reg.MaskReg("half", [True, False, True]).lanes("half").tolist() == [True, False, True] + [False] * 125


def test_both_engines_trace_mask_and_unaligned_registers_alike() -> None:
    traced = []
    for engine in ("fast", "definition"):
        with core("ascend950", engine=engine) as c:
            mask, stream, x = reg.MaskReg("float", 5), reg.UnalignReg(), reg.RegTensor("float", 1.0)
            reg.add(x, x, x, mask)
            reg.store_un_align(LocalTensor.place(c, 4100, 64, "float", TPosition.VECCALC), x, stream, form=2, count=8)
            fields = ("extent", "space", "dtype")
            traced.append([[tuple(int(o[f]) for f in fields) for o in r["operands"][: r["operand_count"]]]
                           for r in c.trace().records])
    assert traced[0] == traced[1]
    assert (0, Space.MASK, 0) in traced[0][0]
