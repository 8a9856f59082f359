"""Mask state from Python: words, lengths, counts and their ranges."""

from __future__ import annotations

import numpy as np
import pytest

from lanewise import asc

ALL = 2**64 - 1
NORMAL, COUNTER = asc.MaskMode.NORMAL, asc.MaskMode.COUNTER


def mask_words(core):
    return [int(w) for w in core.state["mask"]][:2]


@pytest.mark.parametrize(
    ("args", "named", "low", "high"),
    [
        ((0x12, 0x34, asc.int16, NORMAL), {}, 0x34, 0x12),
        ((), {"high": 0x12, "low": 0x34, "dtype": asc.int16, "mode": NORMAL}, 0x34, 0x12),
        ((5, asc.float16, NORMAL), {}, 0x1F, 0),
        ((), {"length": 70, "dtype": asc.float16, "mode": NORMAL}, ALL, 0x3F),
        ((128, asc.float16), {}, ALL, ALL),
        ((64, asc.float32, NORMAL), {}, ALL, 0),
        ((300, asc.float16, COUNTER), {}, 300, 0),
        ((0, 300, asc.float32, COUNTER), {}, 300, 0),
        ((ALL, ALL, asc.float32), {}, ALL, ALL),
    ],
)
def test_set_vector_mask(make_core, args, named, low, high):
    with make_core() as core:
        asc.set_vector_mask(*args, **named)
        assert mask_words(core) == [low, high]
        assert int(core.state["ctrl"]) >> 56 & 1 == 0


@pytest.mark.parametrize(
    ("error", "args"),
    [
        ("MASK-001", (129, asc.float16, NORMAL)), ("MASK-001", (65, asc.float32, NORMAL)),
        ("MASK-001", (-1, asc.float16, NORMAL)), ("MASK-001", (2**32, asc.float16, COUNTER)),
        ("MASK-003", (1, 1, asc.float32, NORMAL)), ("MASK-004", (ALL + 1, 0, asc.int16, NORMAL)),
        ("CALL-001", ()), ("CALL-001", (1, 2, 3)),
    ],
)
def test_set_vector_mask_ranges(make_core, refuses, error, args):
    with make_core() as core:
        before = mask_words(core)
        refuses(error, asc.set_vector_mask, *args)
        assert mask_words(core) == before


def test_mode_and_reset(make_core):
    with make_core() as core:
        asc.set_mask_count()
        assert int(core.state["ctrl"]) >> 56 & 1 == 1
        asc.set_vector_mask(70, asc.int16, COUNTER)
        a, d = core.ub(np.arange(128, dtype=np.int16)), core.ub(np.zeros(128, np.int16))
        asc.add(d, a, a, asc.MASK_PLACEHOLDER, 1, asc.BinaryRepeatParams(), is_set_mask=False)
        assert (d.numpy() == np.where(np.arange(128) < 70, 2 * np.arange(128), 0)).all()
        asc.reset_mask()
        assert mask_words(core) == [ALL, ALL]
        assert int(core.state["ctrl"]) >> 56 & 1 == 1
        asc.set_mask_norm()
        assert int(core.state["ctrl"]) >> 56 & 1 == 0


def test_state_functions_need_a_core(refuses):
    error = refuses("KERNEL-001", asc.set_mask_count)
    assert "set_mask_count" in error.message
    refuses("KERNEL-001", asc.TPipe)
    refuses("KERNEL-001", asc.LocalTensor, asc.int16)
    refuses("KERNEL-001", asc.get_block_idx)
