from __future__ import annotations

import numpy as np
import pytest

from lanewise import draw
from lanewise.errors import LanewiseError

pytestmark = pytest.mark.usefixtures("wide_terminal")


def cells(text: str) -> list[str]:
    """The signs of each block."""
    return [line.split()[6] for line in text.splitlines() if line.startswith("block")]


def test_bitwise_mask() -> None:
    text = draw.mask([0x5555555555555555, 0x5555555555555555], "int16")
    assert text.splitlines()[0] == "int16: 128 lanes in a repeat, 64 take part"
    assert text.splitlines()[1] == "block 0  bytes   0..31   lanes   0..15   ■□■□■□■□■□■□■□■□"
    assert cells(text) == ["■□" * 8] * 8


def test_words_run_from_the_lowest_lane() -> None:
    """{8, 2} is lanes 3 and 65."""
    assert cells(draw.mask([8, 2], "half"))[0] == "□□□■" + "□" * 12
    assert cells(draw.mask([8, 2], "half"))[4] == "□■" + "□" * 14


@pytest.mark.parametrize(("kind", "per_block"), [("int8", 32), ("int16", 16), ("float", 8), (np.int64, 4)])
def test_a_block_is_32_bytes(kind: object, per_block: int) -> None:
    full = 8 * per_block
    assert cells(draw.mask(full, kind, ascii=True)) == ["#" * per_block] * 8
    assert cells(draw.mask(1, kind, ascii=True))[0] == "#" + "-" * (per_block - 1)


def test_numpy_numbers_count() -> None:
    assert draw.mask(np.int32(3), "float") == draw.mask(3, "float")


def test_values_stand_beside_their_block() -> None:
    text = draw.mask(128, "int16", np.arange(128))
    assert text.splitlines()[1].endswith("   0 1 2 3 4 5 … 14 15")
    assert draw.mask(64, "float", np.arange(64)).splitlines()[2].endswith("   8 9 10 11 12 13 14 15")


@pytest.mark.parametrize(
    ("mask", "kind", "id"),
    [(129, "int16", "MASK-001"), (-1, "int16", "MASK-001"), ([0, 1], "int32", "MASK-003"), ("ab", "int16", "MASK-004")],
)
def test_what_a_call_refuses_is_not_drawn(mask: object, kind: str, id: str) -> None:
    with pytest.raises(LanewiseError) as caught:
        draw.mask(mask, kind)  # type: ignore[arg-type]
    assert caught.value.id == id
