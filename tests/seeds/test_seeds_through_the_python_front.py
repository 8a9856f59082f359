"""The documented results of the mask page and of ShiftRight once more, written as a user writes them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lanewise
from lanewise.errors import LanewiseError

asc = pytest.importorskip("lanewise.asc")

SHIFTING = ("ascend910b", "ascend910_93", "ascend950", "ascend310b")
A2A3 = ("ascend910b", "ascend910_93")
ALTERNATE = 6148914691236517205
ONES = (1 << 64) - 1


def opened(chip: str, engine: str) -> Any:
    return lanewise.core(chip, engine=engine)


def binary() -> Any:
    return asc.BinaryRepeatParams(1, 1, 1, 8, 8, 8)


def unary() -> Any:
    return asc.UnaryRepeatParams(1, 1, 8, 8)


@pytest.mark.parametrize("chip", [*SHIFTING, "ascend310p"])
@pytest.mark.parametrize(
    ("kind", "mask", "active"),
    [(np.int16, 64, range(64)), (np.int32, 64, range(64)), (np.int16, [ALTERNATE, ALTERNATE], range(0, 128, 2)),
     (np.int32, [ALTERNATE, 0], range(0, 64, 2)), (np.int16, [8, 2], [3, 65])],
)  # fmt: skip
def test_front_add_masks(engine: str, chip: str, kind: Any, mask: Any, active: Any) -> None:
    with opened(chip, engine) as core:
        n = 256 // np.dtype(kind).itemsize
        src = np.arange(1, n + 1, dtype=kind)
        dst, a, b = core.ub(np.full(n, -7, kind)), core.ub(src), core.ub(src)
        asc.add(dst, a, b, mask=mask, repeat_times=1, repeat_params=binary())
        assert dst.numpy().tolist() == [2 * (k + 1) if k in active else -7 for k in range(n)]


@pytest.mark.parametrize("chip", SHIFTING)
@pytest.mark.parametrize("form", ["count", "contiguous", "bitwise"])
def test_front_shift_right_512_by_2(engine: str, chip: str, form: str) -> None:
    with opened(chip, engine) as core:
        src, dst = core.ub(np.arange(1, 513, dtype=np.int16)), core.ub(512, np.int16)
        if form == "count":
            asc.shift_right(dst, src, 2, count=512)
        else:
            mask = 128 if form == "contiguous" else [ONES, ONES]
            asc.shift_right(dst, src, 2, mask=mask, repeat_times=4, repeat_params=unary(), round_en=False)
        assert dst.numpy().tolist() == [i // 4 for i in range(1, 513)]


@pytest.mark.parametrize("chip", SHIFTING)
def test_front_shift_right_patterns(engine: str, chip: str) -> None:
    pattern = np.full(16, 0b1010101010101010, np.uint16)
    with opened(chip, engine) as core:
        for kind, shift, wanted in ((np.uint16, 1, 0x5555), (np.int16, 1, 0xD555), (np.int16, 3, 0xF555)):
            dst = core.ub(16, kind)
            asc.shift_right(dst, core.ub(pattern.view(kind)), shift, count=16)
            assert dst.numpy().view(np.uint16).tolist() == [wanted] * 16


@pytest.mark.parametrize("chip", A2A3)
def test_front_shift_right_rounds(engine: str, chip: str) -> None:
    with opened(chip, engine) as core:
        dst = core.ub(16, np.int16)
        asc.shift_right(
            dst, core.ub(np.full(16, 17, np.int16)), 5, mask=16, repeat_times=1, repeat_params=unary(), round_en=True
        )
        assert dst.numpy().tolist() == [1] * 16


@pytest.mark.parametrize("chip", ["ascend310b", "ascend950"])
def test_front_shift_right_rounding_refused(engine: str, chip: str) -> None:
    with opened(chip, engine) as core:
        x = core.ub(np.full(16, 17, np.int16))
        with pytest.raises(LanewiseError) as caught:
            asc.shift_right(x, x, 5, mask=16, repeat_times=1, repeat_params=unary(), round_en=True)
        assert caught.value.id == "OP-005"
        assert "test_seeds_through_the_python_front.py" in str(caught.value)


def test_front_shift_right_above_the_width(engine: str) -> None:
    with opened("ascend950", engine) as core:
        dst = core.ub(3, np.int16)
        asc.shift_right(dst, core.ub(np.array([5, 0, -5], np.int16)), 17, count=3)
        assert dst.numpy().tolist() == [0, 0, -1]


@pytest.mark.parametrize("chip", A2A3)
def test_front_shift_right_nop_on_zero(engine: str, chip: str) -> None:
    with opened(chip, engine) as core:
        dst, src = core.ub(np.full(128, 77, np.int16)), core.ub(np.ones(128, np.int16))
        asc.shift_right(dst, src, 1, count=0)
        asc.shift_right(dst, src, 1, mask=128, repeat_times=0, repeat_params=unary())
        assert dst.numpy().tolist() == [77] * 128


@pytest.mark.parametrize("chip", ["ascend310p", "ascend910"])
def test_front_shift_right_missing(engine: str, chip: str) -> None:
    with opened(chip, engine) as core:
        x = core.ub(np.ones(16, np.int16))
        with pytest.raises(LanewiseError) as caught:
            asc.shift_right(x, x, 1, count=16)
        assert caught.value.id == "OP-001"


@pytest.mark.parametrize("chip", ["ascend910b", "ascend310b"])
def test_front_shift_right_scalar_range(engine: str, chip: str) -> None:
    with opened(chip, engine) as core:
        x = core.ub(np.ones(16, np.int16))
        with pytest.raises(LanewiseError) as caught:
            asc.shift_right(x, x, 17, count=16)
        assert caught.value.id == "SCALAR-001"
