"""A mask made for lanes of one width and used on lanes of another: found where it says something else there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from register_memory import at

from lanewise.asc import reg
from lanewise.errors import LanewiseError

WIDE, NARROW = r"REG-009.*lane k follows lane 2k of the mask", r"REG-009.*of every 2 lanes only the first can take part"


def half(value: float = 1.5) -> Any:
    return reg.RegTensor("half", value)


def word(value: float = 1.5) -> Any:
    return reg.RegTensor("float", value)


def created(pitch: int, pattern: int = 5) -> Any:
    """VL8, unless another pattern is named."""
    mask = reg.MaskReg()
    reg.create_mask(mask, pattern=pattern, pitch=pitch)
    return mask


def compared(kind: str) -> Any:
    mask = reg.MaskReg()
    reg.compare(mask, reg.RegTensor(kind, range(256 // reg.RegTensor(kind).numpy().itemsize)), reg.RegTensor(kind, 5))
    return mask


MISTAKES: dict[str, tuple[str, Callable[[Any], None]]] = {
    "created": (WIDE, lambda core: reg.add(word(), word(), word(), created(2))),
    "created for wider ones": (NARROW, lambda core: reg.add(half(), half(), half(), created(4))),
    "compared": (WIDE, lambda core: reg.select(word(), word(), word(), compared("half"))),
    "reduced": (NARROW, lambda core: reg.reduce_sum(half(), half(), created(4, 0))),
    "squeezed": (NARROW, lambda core: reg.squeeze(half(), half(), created(4, 0))),
    "counted": (NARROW, lambda core: reg.unsqueeze(reg.RegTensor("int16"), created(4, 0))),
    "stored": (NARROW, lambda core: reg.store_align(at(core, kind="half"), half(), created(4, 0))),
    "packed by the store": (WIDE, lambda core: reg.store_align(at(core, kind="half"), half(), created(2), dist=7)),
    "gathered": (NARROW, lambda core: reg.gather(half(), at(core, kind="half"), reg.RegTensor("uint16", range(1, 129)),
                                                 created(4))),
    "blocks": (WIDE, lambda core: reg.gather_b(half(), at(core, kind="half"), reg.RegTensor("uint32", 0), created(2))),
    "cast as the target lies": (WIDE, lambda core: reg.cast(half(), word(), created(2), round_mode=1, layout=0)),
    "cast of odd lanes": (NARROW, lambda core: reg.cast(word(), half(), created(4), layout=1)),
    "filled": (NARROW, lambda core: reg.duplicate(half(), 1.0, created(4))),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mask_of_another_width_is_refused_and_changes_nothing(make_core: Any, name: str) -> None:
    text, call = MISTAKES[name]
    with make_core("ascend950") as core:
        before = core.mem.copy()
        with pytest.raises(LanewiseError, match=text):
            call(core)
        assert np.array_equal(core.mem, before)


def test_all_and_no_lanes_are_the_same_for_wider_ones(make_core: Any) -> None:
    with make_core("ascend950"):
        d = word(0)
        for pitch in (1, 2, 4):
            reg.add(d, word(), word(), created(pitch, 0))
            assert d.numpy().tolist() == [3.0] * 64
            reg.add(d, word(), word(), created(pitch, 15))
            assert not d.numpy().any()


def test_results_of_a_cast_lie_in_wide_places_and_keep_their_mask(make_core: Any) -> None:
    """float to half to int8, all under the mask of the floats."""
    with make_core("ascend950") as core:
        mask, halves, bytes_ = created(4), reg.RegTensor("half"), reg.RegTensor("int8")
        before = int(core.mem[4104])
        reg.cast(halves, word(3.0), mask, round_mode=1, layout=0)
        reg.adds(halves, halves, 2.0, mask)
        reg.mul(halves, halves, half(2.0), mask)  # one operand may be everywhere
        reg.cast(bytes_, halves, mask, round_mode=1, layout=0)
        reg.store_align(at(core, kind="int8"), bytes_, mask, dist=12)
        assert [int(b) for b in core.mem[4096:4105]] == [10] * 8 + [before]


def test_a_cast_of_even_lanes_takes_a_mask_of_either_side(make_core: Any) -> None:
    with make_core("ascend950"):
        d = word()
        reg.cast(d, half(), created(4), layout=0)
        assert d.numpy().tolist() == [1.5] * 8 + [0.0] * 56
        reg.cast(d, half(), created(2), layout=0)
        assert d.numpy().tolist() == [1.5] * 4 + [0.0] * 60


def test_what_converts_a_mask_makes_it_fit(make_core: Any) -> None:
    with make_core("ascend950") as core:
        packed, loaded, joined = reg.MaskReg(), reg.MaskReg(), reg.MaskReg()
        reg.mask_pack(packed, created(4))
        reg.store_align(at(core), created(4))
        reg.load_align(loaded, at(core))
        reg.mask_or(joined, created(4), created(2), reg.MaskReg())
        for mask in (packed, loaded, joined):
            reg.add(half(), half(), half(), mask)


def test_logic_on_masks_of_one_width_keeps_it(make_core: Any) -> None:
    with make_core("ascend950"):
        mask = reg.MaskReg()
        reg.mask_and(mask, created(4), created(4, 0), created(4, 0))
        reg.mask_mov(mask, mask)
        with pytest.raises(LanewiseError, match=NARROW):
            reg.add(half(), half(), half(), mask)
