"""Kernels as libraries write them: iterators and buffers read as others, streams and cascades in every form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanewise import aie

KERNELS = Path(__file__).resolve().parent / "kernels"


@pytest.fixture(scope="module")
def walks() -> Any:
    return aie.load(KERNELS / "walks.cc", chip="aie")


@pytest.fixture(scope="module", params=["aie", "aie-ml"])
def forms(request: pytest.FixtureRequest) -> tuple[str, Any]:
    return request.param, aie.load(KERNELS / "forms.cc", chip=request.param)


def test_a_vector_iterator_goes_on_as_a_pointer(walks: Any) -> None:
    x, y = np.arange(32, dtype=np.int32) * 3, np.zeros(20, np.int32)
    walks.on_by_one(x, y)
    assert y.tolist() == x[:20].tolist()


def test_four_lanes_are_read_as_eight_of_the_same_ring(walks: Any) -> None:
    x, y = np.arange(32, dtype=np.int32) - 7, np.zeros(32, np.int32)
    walks.wider(x, y)
    assert y.tolist() == np.roll(x, -8).tolist()


def test_memory_banks_change_no_value(walks: Any) -> None:
    x, inside, y = np.arange(8, dtype=np.int32) + 50, np.arange(16, dtype=np.int32) ** 2, np.zeros(5, np.int32)
    walks.resources(x, inside, y)
    table = np.arange(1, 9)
    assert y.tolist() == [
        inside[1] + inside[2], inside[1] + inside[17 % 16], table[12 % 8] + inside[4 + 1] + inside[20 % 16 + 2],
        inside[7] + x[1], x[12 % 8] + table[1],
    ]  # fmt: skip


def test_a_buffer_is_its_object_and_not_its_type(walks: Any) -> None:
    x, y = np.arange(24, dtype=np.int16) + 1000, np.zeros(32, np.int16)
    walks.keeps(x, y)
    assert y[:8].tolist() == x[:8].tolist()  # from the margin on
    assert y[8:16].tolist() == x[16:].tolist()  # around the ring
    assert y[16:21].tolist() == [8, 24, x[8], 100 + 5 * 8 % 32, 1]


def pairs(count: int) -> np.ndarray:
    return np.arange(2 * count, dtype=np.int16).reshape(count, 2) * 7 - 40


def test_vectors_and_elements_of_streams(forms: tuple[str, Any]) -> None:
    x, y = pairs(14), np.zeros((14, 2), np.int16)
    forms[1].vectors(x, y)
    assert np.array_equal(y, np.concatenate([x[:10], -x[10:]]))


def test_lanes_cross_a_cascade_whatever_its_pointer_is_called(forms: tuple[str, Any]) -> None:
    x, lanes, y = pairs(8), np.zeros((8, 2), np.int64), np.zeros((8, 2), np.int16)
    forms[1].give(x, lanes)
    assert np.array_equal(lanes, np.concatenate([x[:4] * np.int64(4), x[4:] * np.int64(8)]))
    forms[1].take(lanes, y)
    assert np.array_equal(y, np.concatenate([x[:4] * 2, x[4:] * 4]))
    words, wire, out = np.arange(8, dtype=np.int32), np.zeros(8, np.int32), np.zeros(8, np.int32)
    forms[1].give_vectors(words, wire)
    forms[1].take_vectors(wire, out)
    assert np.array_equal(out, words)


def test_words_of_old_style(forms: tuple[str, Any]) -> None:
    chip, core = forms
    if chip != "aie":
        assert not hasattr(core, "old_style")
        return
    x, y = pairs(5), np.zeros((13, 2), np.int16)
    core.old_style(x, y)
    assert np.array_equal(y, np.concatenate([x[:4], [[1, 0], [2, 0], [3, 0], [5, 4]], x[:4], x[4:]]))
    a, b = np.arange(5, dtype=np.int32), np.arange(5, dtype=np.int32) + 100
    first, second = np.zeros(5, np.int32), np.zeros(5, np.int32)
    core.ports(a, b, first, second)
    assert first.tolist() == [0, 101, 102, 103, 104]
    assert second.tolist() == [100, 1, 2, 3, 4]
