"""Every record is reachable from lanewise.asc, and says in its documentation what it takes."""

from __future__ import annotations

import builtins
import inspect
from functools import reduce

import pytest

from lanewise import asc
from lanewise.isa.catalogue import instructions
from lanewise.numerics.formats import DTYPES

RECORDS = list(instructions().values())


@pytest.mark.parametrize("ins", RECORDS, ids=lambda ins: ins.name)
def test_every_python_name_of_a_record_is_reachable(ins):
    for name in ins.python_names:
        function = reduce(getattr, name.split("."), asc)
        assert callable(function)
        if "." not in name:
            assert ins.summary in function.__doc__
            assert all(chip in function.__doc__ for chip in ins.chips)


def test_scalars_have_the_type_of_the_last_operand():
    """The front encodes a scalar in the type of the last tensor; a record that differs needs its own rule."""
    for ins in RECORDS:
        if ins.form.scalars and not ins.form.executor.startswith("register"):
            assert all(ins.scalar_type(row) == row.types[-1] for row in ins.rows), ins.name


@pytest.mark.parametrize("name", ["abs", "max", "min", "range", "print", "property"])
def test_names_that_hide_builtins_exist(name):
    assert callable(vars(asc)[name])
    assert hasattr(builtins, name)


def test_element_types_have_pyascs_names():
    sizes = {"int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "float16": 2, "half": 2, "bfloat16": 2, "int32": 4,
             "uint32": 4, "int_": 4, "float32": 4, "float_": 4, "int64": 8, "uint64": 8, "float64": 8, "double": 8}
    assert {name: getattr(asc, name).sizeof() for name in sizes} == sizes
    assert asc.half is asc.float16
    assert asc.float32 is asc.float_
    assert asc.DataType("int16") is asc.int16
    assert asc.float32 is DTYPES["float"]
    assert asc.KnownTypes.int32 is asc.int32


def test_signatures_name_what_pyasc_names():
    names = {
        "add": "dst src0 src1 mask repeat_times repeat_params is_set_mask count",
        "abs": "dst src mask repeat_times repeat_params is_set_mask count",
        "adds": "dst src scalar mask repeat_times repeat_params is_set_mask count",
        "shift_right": "dst src scalar mask repeat_times repeat_params is_set_mask round_en count",
        "duplicate": "dst scalar mask repeat_times dst_block_stride dst_repeat_stride is_set_mask count",
        "copy": "dst src mask repeat_time repeat_params is_set_mask",
        "brcb": "dst src0 repeat_times repeat_params",
        "bilinear_interpolation": "dst src0 src0_offset src1 mask h_repeat repeat_mode dst_blk_stride v_r_offset "
        "v_repeat shared_tmp_buffer",
        "data_copy_pad": "dst src data_copy_params pad_params mode",
        "set_flag": "event id event_id",
        "ib_set": "gm_ws ub_ws block_idx event_id is_aiv_only",
    }
    for name, wanted in names.items():
        assert set(wanted.split()) <= set(inspect.signature(getattr(asc, name)).parameters), name


def test_parameter_defaults_are_pyascs():
    assert asc.BinaryRepeatParams().strides == (1, 1, 1, 8, 8, 8)
    assert asc.UnaryRepeatParams().strides == (1, 1, 8, 8)
    assert asc.BrcbRepeatParams() == asc.BrcbRepeatParams(1, 8)
    assert asc.DataCopyParams() == asc.DataCopyParams(1, 0, 0, 0)
    assert (asc.MASK_PLACEHOLDER, tuple(asc.MASK_PLACEHOLDER_LIST)) == (0, (0, 0))
