"""Modes: names and numbers of each family, sticky on their core, floor and none after reset."""

from __future__ import annotations

import numpy as np
import pytest

from lanewise import aie
from lanewise.chips.chip import chip
from lanewise.errors import LanewiseError
from lanewise.isa.aie.env import codes
from lanewise.machine.engine import native
from lanewise.numerics.accumulator import ROUNDINGS

AIE = {"floor": 0, "ceil": 1, "positive_inf": 2, "negative_inf": 3, "symmetric_inf": 4, "symmetric_zero": 5, "conv_even": 6, "conv_odd": 7}  # fmt: skip  # noqa: E501
AIE_ML = {"floor": 0, "ceil": 1, "symmetric_floor": 2, "symmetric_ceil": 3, "negative_inf": 8, "positive_inf": 9, "symmetric_zero": 10, "symmetric_inf": 11, "conv_even": 12, "conv_odd": 13}  # fmt: skip  # noqa: E501


@pytest.mark.parametrize(("name", "table"), [("aie", AIE), ("aie-ml", AIE_ML), ("aie-mlv2", AIE_ML)])
def test_rounding_codes(name: str, table: dict[str, int]) -> None:
    assert codes(name) == table
    assert len(table) == chip(name, "aie").fact("rounding_modes")
    known = chip(name, "aie").fact("rounding_modes")
    assert native().aie.rounding_codes(known) == [table.get(mode, -1) for mode in ROUNDINGS]
    with aie.core(name) as core:
        for mode, number in table.items():
            aie.set_rnd(number)
            assert (core.rounding, aie.get_rnd(), aie.get_rounding()) == (mode, number, mode)


@pytest.mark.parametrize(("name", "wrong"), [("aie", (8, 12, -1)), ("aie-ml", (4, 7, 14, 15))])
def test_rounding_codes_that_are_none(name: str, wrong: tuple[int, ...]) -> None:
    for number in wrong:
        with aie.core(name), pytest.raises(LanewiseError) as caught:
            aie.set_rnd(number)
        assert caught.value.id == "AIE-003"


def test_first_generation_has_eight_modes() -> None:
    for mode in ("symmetric_floor", "symmetric_ceil"):
        with pytest.raises(LanewiseError, match="AIE-003"):
            aie.core("aie", rounding=mode)
        assert aie.core("aie-mlv2", rounding=mode).rounding == mode


def test_modes_after_reset_and_from_call_to_call(core: aie.Core) -> None:
    assert (core.rounding, core.saturation, core.status) == ("floor", "none", set())
    aie.set_rounding("conv_even")
    aie.set_sat()
    with aie.core("aie") as other:
        assert (aie.get_rounding(), other.saturation) == ("floor", "none")
    assert (aie.get_rounding(), aie.get_saturation(), aie.get_sat()) == ("conv_even", "saturate", 1)
    with core:
        assert core.rounding == "conv_even"
    assert aie.swap_rounding("ceil") == "conv_even"
    assert aie.swap_saturation("symmetric") == "saturate"
    assert (aie.get_rnd(), aie.get_satmode()) == (1, 3)
    aie.clr_rnd()
    aie.clr_sat()
    assert (aie.get_rounding(), aie.get_saturation()) == ("floor", "none")


def test_saturation_codes(core: aie.Core) -> None:
    for number, mode in enumerate(["none", "saturate", "none", "symmetric"]):  # 2 is no mode of its own
        aie.set_satmode(number)
        assert core.saturation == mode
    aie.set_symsat()
    assert core.saturation == "symmetric"
    aie.set_saturation("truncate")  # the older name
    assert core.saturation == "saturate"
    with pytest.raises(LanewiseError, match="AIE-002"):
        aie.set_satmode(4)


def test_modes_reach_to_vector(core: aie.Core) -> None:
    acc = aie.accum([3 << 3, (3 << 3) + 4, 40000 << 3, -40000 << 3], "acc64")
    assert acc.to_vector("int16", 3).data.tolist() == [3, 3, -25536, 25536]
    core.rounding, core.saturation = "conv_even", "symmetric"
    assert acc.to_vector("int16", 3).data.tolist() == [3, 4, 32767, -32767]
    assert core.status == {"srs_saturated"}


def test_functions_need_a_core() -> None:
    v = aie.vector(np.arange(4, dtype=np.int16))
    for call in (lambda: aie.mul(v, v), lambda: aie.set_sat(), lambda: aie.accum([1]), lambda: aie.registers()):
        with pytest.raises(LanewiseError) as caught:
            call()
        assert caught.value.id == "AIE-001"


def test_core_of_another_family() -> None:
    with pytest.raises(LanewiseError, match="CHIP-003"):
        aie.core("ascend910b")
