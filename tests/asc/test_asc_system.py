"""Questions to the core, control bits, scalar functions and debug output."""

from __future__ import annotations

import numpy as np

from lanewise import asc


def test_questions(make_core):
    with make_core(block=2, blocks=5) as core:
        assert (asc.get_block_idx(), asc.get_block_num()) == (2, 5)
        assert (asc.get_sub_block_idx(), asc.get_sub_block_num(), asc.get_task_ratio()) == (0, 1, 1)
        assert (asc.get_arch_version(), asc.get_data_block_size_in_bytes()) == (2201, 32)
        assert (asc.ascend_is_aiv(), asc.ascend_is_aic()) == (True, False)
        before = asc.get_program_counter()
        a = core.ub(np.zeros(16, np.int16))
        asc.adds(a, a, 1, 16)
        assert asc.get_program_counter() == before + 1


def test_control_bits(make_core, refuses):
    with make_core() as core:
        d = core.ub(np.full(16, 60000, np.float16))
        asc.add(d, d, d, 16)
        assert (d.numpy() == 65504).all()
        asc.set_ctrl_spr(48, 48, 1)
        assert asc.get_ctrl_spr(48, 48) == 1
        asc.add(d, d, d, 16)
        assert np.isinf(d.numpy()).all()
        asc.set_saturation_flag(asc.SaturationMode.FLOAT, True)
        assert asc.get_saturation_flag(asc.SaturationMode.FLOAT)
        assert asc.get_ctrl_spr(48, 48) == 0
        refuses("STATE-001", asc.set_ctrl_spr, 53, 53, 1)
        refuses("STATE-001", asc.set_ctrl_spr, 48, 48, 2)
    with make_core("ascend950") as core:
        d = core.ub(np.full(16, 30000, np.int16))
        asc.set_ctrl_spr(53, 53, 1)
        asc.add(d, d, d, 16)
        assert (d.numpy() == 32767).all()
        asc.reset_ctrl_spr(53, 53)
        assert asc.get_ctrl_spr(53, 53) == 0
        refuses("STATE-001", asc.set_saturation_flag, asc.SaturationMode.FLOAT, True)


def test_init_soc_state(make_core):
    with make_core() as core:
        asc.set_vector_mask(0, 1, asc.int16)
        asc.set_mask_count()
        asc.init_soc_state()
        assert int(core.state["mask"][0]) == 2**64 - 1
        assert int(core.state["ctrl"]) >> 56 & 1 == 0


def test_what_is_not_there_yet_says_so(make_core, refuses):
    with make_core():
        refuses("KERNEL-002", asc.trap)
    refuses("KERNEL-002", asc.inline, "code")
    refuses("KERNEL-002", asc.static_assert, False, "why")
    asc.static_assert(True)


def test_scalar_functions(refuses):
    assert asc.scalar_get_count_of_value(0xF0, 1) == 4
    assert asc.scalar_get_count_of_value(0xF0, 0) == 60
    assert [asc.scalar_count_leading_zero(v) for v in (0, 1, -1)] == [64, 63, 0]
    assert [asc.count_bits_cnt_same_as_sign_bit(v) for v in (0, -1, 1, 2**63 - 1, -(2**63))] == [-1, -1, 62, 0, 0]
    assert [asc.scalar_get_sff_value(v, 1) for v in (0, 8, 1)] == [-1, 3, 0]
    assert [asc.scalar_get_sff_value(v, 0) for v in (-1, 7, 0)] == [-1, 3, 0]
    assert float(asc.scalar_cast(3.14159, asc.float16, asc.RoundMode.CAST_ODD)) == 3.142578125
    assert float(asc.scalar_cast(3.14159, asc.bfloat16)) == 3.140625
    modes = {"CAST_ROUND": 3, "CAST_CEIL": 3, "CAST_FLOOR": 2, "CAST_RINT": 2}
    for name, expected in modes.items():
        assert asc.scalar_cast(2.5, asc.int32, asc.RoundMode[name]) == expected
    refuses("CALL-001", asc.scalar_cast, 1.0, asc.int32, asc.RoundMode.CAST_ODD)
    assert [asc.ceildiv(a, 8) for a in (0, 1, 8, 9)] == [0, 1, 1, 2]
    assert list(asc.range(1, 4)) == list(asc.static_range(1, 4)) == [1, 2, 3]


def test_dump_tensor(make_core, capsys):
    with make_core() as core:
        t = core.ub(np.arange(16, dtype=np.float32))
        asc.dump_tensor(t, 5, 3)
        asc.dump_tensor(core.ub(np.arange(16, dtype=np.int32)), 6, 3, asc.ShapeInfo([2, 2]))
        asc.dump_acc_chk_point(t, 7, 8, 2)
    assert capsys.readouterr().out.splitlines() == [
        "DumpTensor: desc=5, addr=0, data_type=float32, position=UB, dump_size=3",
        "[0.000000, 1.000000, 2.000000]",
        "DumpTensor: desc=6, addr=40, data_type=int32, position=UB, dump_size=3",
        "shape is [2, 2], dumpSize is 3, data is not enough.",
        "[[0,1],", "[2,-]]",
        "DumpTensor: desc=7, addr=20, data_type=float32, position=UB, dump_size=2",
        "[8.000000, 9.000000]",
    ]


def test_functions_without_effect_exist(make_core):
    with make_core():
        asc.print_time_stamp(0)
        asc.metrics_prof_start()
        asc.metrics_prof_stop()
