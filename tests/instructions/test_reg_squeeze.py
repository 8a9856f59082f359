"""Compaction: what is kept, what AR counts, and the order that the instructions must come in."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from register_memory import at, mask_of, memory, ramp, raw, register_of, width

from lanewise.asc import reg
from lanewise.errors import LanewiseError
from lanewise.isa.ascend_reg.reg_unaligned import Use

OLD = 0xEE
TYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "half", "float")
SQUEEZED = int(Use.STORE_COUNTED)


def squeeze(kind: str, data: list[int], lanes: list[int], store: int = 1) -> Any:
    d = reg.RegTensor(kind)
    reg.squeeze(d, register_of(kind, data), mask_of([i * width(kind) for i in lanes]), store=store)
    return d


def store(core: Any, offset: int, kind: str, src: Any, stream: Any, update: int = 1) -> None:
    reg.store_un_align(at(core, offset, kind), src, stream, form=SQUEEZED, count=update)


def post(core: Any, offset: int, kind: str, stream: Any) -> None:
    reg.store_un_align_post(at(core, offset, kind), stream, form=SQUEEZED)


@pytest.mark.parametrize("kind", TYPES)
def test_active_lanes_move_to_the_low_end(make_core: Any, kind: str) -> None:
    with make_core("ascend950") as core:
        data, w = ramp(256), width(kind)
        lanes = [1, 2, 7, 30, 256 // w - 1]
        kept = [b for i in lanes for b in data[i * w : i * w + w]]
        assert raw(squeeze(kind, data, lanes, 0)) == kept + [0] * (256 - len(kept))
        assert int(core.state["ar"]) == int(core.state["squeezed"]) == 0


@pytest.mark.parametrize("kind", TYPES)
def test_mistake_9_the_destination_stays_and_ar_counts_bytes(make_core: Any, kind: str) -> None:
    with make_core("ascend950") as core:
        core.mem[:] = OLD
        rng, w = np.random.default_rng(5), width(kind)
        stream, want = reg.UnalignReg(), []
        reg.clear_spr()
        for keep in (0.5, 0.0, 1.0, 0.1, 0.9):
            data = [int(b) for b in rng.integers(0, 256, 256)]
            lanes = [i for i in range(256 // w) if rng.random() < keep]
            store(core, 3 * w, kind, squeeze(kind, data, lanes), stream)
            want += [b for i in lanes for b in data[i * w : i * w + w]]
            assert int(core.state["ar"]) == len(want)
        post(core, 3 * w, kind, stream)
        assert memory(core, 3 * w + len(want) + 40) == [OLD] * 3 * w + want + [OLD] * 40
        assert int(core.state["ar"]) == len(want)


def test_without_update_ar_stays(make_core: Any) -> None:
    with make_core("ascend950") as core:
        stream = reg.UnalignReg()
        store(core, 0, "float", squeeze("float", ramp(256), [0, 1]), stream, update=0)
        assert int(core.state["ar"]) == 0
        post(core, 8, "float", stream)
        assert memory(core, 8) == ramp(256)[:8]


def test_squeeze_and_store_take_turns(make_core: Any) -> None:
    with make_core("ascend950") as core:
        stream = reg.UnalignReg()
        with pytest.raises(LanewiseError, match=r"REG-002.*follows no Squeeze"):
            store(core, 0, "float", register_of("float", ramp(256)), stream)
        d = squeeze("float", ramp(256), [3])
        with pytest.raises(LanewiseError, match=r"REG-002.*two Squeeze"):
            squeeze("float", ramp(256), [3])
        with pytest.raises(LanewiseError, match=r"REG-002.*no StoreUnAlign has taken"):
            post(core, 0, "float", stream)
        store(core, 0, "float", d, stream)
        with pytest.raises(LanewiseError, match="REG-002"):
            store(core, 0, "float", d, stream)


def test_ar_is_cleared_before_a_new_compaction(make_core: Any) -> None:
    with make_core("ascend950") as core:
        stream = reg.UnalignReg()
        store(core, 0, "float", squeeze("float", ramp(256), [3]), stream)
        post(core, 0, "float", stream)
        with pytest.raises(LanewiseError, match=r"REG-003.*4 bytes"):
            squeeze("float", ramp(256), [3])
        squeeze("float", ramp(256), [3], store=0)  # does not count
        reg.clear_spr()
        squeeze("float", ramp(256), [3])


@pytest.mark.parametrize("kind", TYPES[:6])
def test_unsqueeze_counts_the_active_lanes_below(make_core: Any, kind: str) -> None:
    with make_core("ascend950"):
        w = width(kind)
        lanes = [i for i in range(256 // w) if i * 5 % 7 < 4]
        d = reg.RegTensor(kind)
        reg.unsqueeze(d, mask_of([i * w for i in lanes]))
        bits = 8 * w
        want = [sum(1 for j in lanes if j < i) % (1 << bits) for i in range(256 // w)]
        got = [int(v) % (1 << bits) for v in d.numpy()]
        assert got == want
        assert got[0] == 0


def test_barriers_change_nothing(make_core: Any) -> None:
    with make_core("ascend950") as core:
        before = core.mem.copy()
        reg.local_mem_bar(before=0, after=1)
        assert np.array_equal(core.mem, before)
