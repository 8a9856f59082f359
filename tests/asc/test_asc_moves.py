"""data_copy and data_copy_pad in every overload. Expected bytes are worked out by hand or with numpy slices."""

from __future__ import annotations

import numpy as np
import pytest

import lanewise
from lanewise import asc
from lanewise.machine import settings

X = np.arange(256, dtype=np.int32)


@pytest.mark.filterwarnings("ignore:COPY-001")
@pytest.mark.parametrize(("args", "named"), [((32,), {}), ((), {"count": 32}), ((np.int64(32),), {}), ((37,), {})])
def test_count_copies_round_down_to_blocks(make_core, args, named):
    with make_core() as core:
        g, u = core.gm(X), core.ub(np.full(64, -1, np.int32))
        asc.data_copy(u, g[8:], *args, **named)
        assert u.numpy().tolist() == [*range(8, 40), *[-1] * 32]
        v = core.ub(np.full(64, -1, np.int32))
        asc.data_copy(v, u, *args, **named)
        assert (v.numpy() == u.numpy()).all()
        out = core.gm(np.zeros(64, np.int32))
        asc.data_copy(out, v, *args, **named)
        assert out.numpy().tolist() == [*range(8, 40), *[0] * 32]


@pytest.mark.parametrize("count", [21, np.int32(21)])
def test_count_copies_say_what_they_leave(make_core, count):
    with make_core() as core:
        g, u = core.gm(np.arange(64, dtype=np.float16)), core.ub(np.zeros(64, np.float16))
        text = "COPY-001 data_copy: 21 half are 42 .* only 16 arrive"
        with pytest.warns(lanewise.LanewiseWarning, match=text) as said:
            asc.data_copy(u, g, count)
        assert [w.filename for w in said] == [__file__]
        assert u.numpy().tolist() == [*range(16), *[0] * 48]
        asc.data_copy(u, g, 0)


def test_padding_value_without_padding_is_not_used(make_core):
    with make_core() as core:
        g, u = core.gm(X + 7), core.ub(np.full(32, -1, np.int32))
        shape = asc.DataCopyExtParams(2, 12, 4, 0)
        asc.data_copy_pad(u, g, shape, asc.DataCopyPadExtParams(asc.int32, True, 0, 0, 5))
        assert u.numpy().tolist() == [7, 8, 9, *[7] * 5, 11, 12, 13, *[11] * 5, *[-1] * 16]
        asc.data_copy_pad(u, g, shape, asc.DataCopyPadExtParams(asc.int32, True, 0, 1, 5))
        assert u.numpy().tolist() == [7, 8, 9, *[5] * 5, 11, 12, 13, *[5] * 5, *[-1] * 16]


def test_cores_are_those_of_the_chip_or_of_the_settings(monkeypatch):
    monkeypatch.setattr(settings, "_settings", settings.Settings())
    assert [lanewise.cores(c) for c in ("ascend910b", "ascend950", "ascend310b", None)] == [48, 64, 1, 48]
    lanewise.configure(cores=6)
    assert lanewise.cores() == lanewise.cores("ascend950") == 6
    monkeypatch.setenv("LANEWISE_CORES", "3")
    monkeypatch.setattr(settings, "_settings", None)
    assert lanewise.cores() == 3
    with pytest.raises(ValueError, match="cores is 0"):
        lanewise.configure(cores=0)


@pytest.mark.parametrize("key", ["repeat_params", "params", None])
def test_block_copies(make_core, key):
    shape = asc.DataCopyParams(block_count=2, block_len=1, src_stride=2, dst_stride=1)
    extra = ((shape,), {}) if key is None else ((), {key: shape})
    with make_core() as core:
        g, u = core.gm(X), core.ub(np.full(32, -1, np.int32))
        asc.data_copy(u, g, *extra[0], **extra[1])
        expected = [*range(8), *[-1] * 8, *range(24, 32), *[-1] * 8]
        assert u.numpy().tolist() == expected
        asc.data_copy(u, g, shape, asc.DataCopyEnhancedParams())
        assert u.numpy().tolist() == expected


def test_slice_copies(make_core, refuses):
    rows = np.arange(3 * 16, dtype=np.int32).reshape(3, 16)
    take = [asc.SliceInfo(8, 15, 0, 1, 16), asc.SliceInfo(0, 2, 1, 1, 3)]
    keep = [asc.SliceInfo(0, 7, 0, 1, 8), asc.SliceInfo(0, 1, 0, 1, 2)]
    with make_core() as core:
        g = core.gm(rows)
        for args, named in (((keep, take, 2), {}), ((), {"slice_list1": keep, "slice_list2": take, "dim_value": 2})):
            u = core.ub(np.zeros(16, np.int32))
            asc.data_copy(u, g, *args, **named)
            assert u.numpy().tolist() == [*rows[0, 8:], *rows[2, 8:]]
        refuses("CALL-001", asc.data_copy, u, g, keep, take, 3)
        refuses("CALL-001", asc.data_copy, u, g, keep, [asc.SliceInfo(burst_len=2)], 1)
        nothing = [asc.SliceInfo(0, 7, 0, 0, 8)]
        refuses("PARAM-001", asc.data_copy, u, g, nothing, nothing, 1)


def test_nd_to_nz_and_back(make_core, refuses):
    matrix = np.arange(4 * 32, dtype=np.float16).reshape(4, 32)
    to = asc.Nd2NzParams(1, 4, 32, 0, 32, 4, 1, 0)
    back = asc.Nz2NdParamsFull(1, 4, 32, 1, 4, 32, 1)
    with make_core() as core:
        g, u = core.gm(matrix), core.ub(np.zeros(128, np.float16))
        asc.data_copy(u, g, to)
        assert (u.numpy().reshape(2, 4, 16) == np.stack([matrix[:, :16], matrix[:, 16:]])).all()
        out = core.gm(np.zeros((4, 32), np.float16))
        asc.data_copy(out, u, intri_params=back)
        assert (out.numpy().reshape(4, 32) == matrix).all()
        refuses("CALL-001", asc.data_copy, out, u, to)
        refuses("CALL-001", asc.data_copy, u, g, back)


def test_nd_dma(make_core, refuses):
    matrix = np.arange(12, dtype=np.int32).reshape(3, 4)
    info = asc.NdDmaLoopInfo([1, 4], [1, 8], [4, 3], [1, 0], [3, 1])
    with make_core("ascend950") as core:
        g, u = core.gm(matrix), core.ub(np.zeros(32, np.int32))
        asc.data_copy(u, g, asc.NdDmaParams(info, -5))
        assert (u.numpy().reshape(4, 8) == np.pad(matrix, ((0, 1), (1, 3)), constant_values=-5)).all()
        asc.data_copy(u, g, asc.NdDmaParams(info), config=asc.NdDmaConfig(is_nearest_value_mode=True))
        assert (u.numpy().reshape(4, 8) == np.pad(matrix, ((0, 1), (1, 3)), mode="edge")).all()
        refuses("CALL-001", asc.data_copy, u, g, asc.NdDmaParams(asc.NdDmaLoopInfo([1], [1, 2], [4])))
        asc.nd_dma_dci()
    with make_core() as core:
        refuses("OP-001", asc.data_copy, core.ub(32, np.int32), core.gm(matrix), asc.NdDmaParams(info))


def test_padded_copies(make_core, refuses):
    x = np.arange(1, 21, dtype=np.int16)
    with make_core() as core:
        g = core.gm(x)
        u = core.ub(np.full(32, -1, np.int16))
        pad = asc.DataCopyPadExtParams(asc.int16, True, 1, 2, 9)
        asc.data_copy_pad(u, g, asc.DataCopyExtParams(2, 6, 4, 0, 0), pad)
        assert u.numpy().tolist() == [9, 1, 2, 3, *[9] * 12, 9, 6, 7, 8, *[9] * 12]
        u = core.ub(np.full(32, -1, np.int16))
        asc.data_copy_pad(
            dst=u, src=g, data_copy_params=asc.DataCopyParams(1, 6), pad_params=asc.DataCopyPadParams(True, 1, 0, 7)
        )
        assert u.numpy()[:17].tolist() == [7, 1, 2, 3, *[7] * 12, -1]
        out = core.gm(np.zeros(5, np.int16))
        asc.data_copy_pad(out, u, asc.DataCopyExtParams(1, 6, 0, 0, 0))
        assert out.numpy().tolist() == [7, 1, 2, 0, 0]
        refuses("CALL-001", asc.data_copy_pad, u, u, asc.DataCopyParams(1, 6))
        refuses("CALL-001", asc.data_copy_pad, u, g, 6)
        refuses("CALL-001", asc.data_copy_pad, out, u, asc.DataCopyParams(1, 6), pad)
        refuses("STRIDE-001", asc.data_copy_pad, u, g, asc.DataCopyExtParams(4096, 6))
        refuses("STRIDE-001", asc.data_copy_pad, u, g, asc.DataCopyExtParams(1, 2), asc.DataCopyPadParams(False, 17, 0))
        refuses("OP-005", asc.data_copy_pad, u, g, asc.DataCopyExtParams(1, 2), mode=asc.PaddingMode.COMPACT)


def test_compact_padding_on_ascend950(make_core):
    with make_core("ascend950") as core:
        g, u = core.gm(np.arange(1, 9, dtype=np.int16)), core.ub(np.full(16, -1, np.int16))
        asc.data_copy_pad(u, g, asc.DataCopyExtParams(2, 4, 4, 0, 0), mode=asc.PaddingMode.COMPACT)
        assert u.numpy()[:4].tolist() == [1, 2, 5, 6]


@pytest.mark.parametrize(
    ("value", "named", "kind", "expected"),
    [(3, {}, np.int16, 3), (-3, {}, np.int16, -3), (1.5, {}, np.float32, 1.5),
     (1.5, {"dtype": asc.float16}, np.float16, 1.5), (np.float16(2.5), {}, np.float16, 2.5)],
)
def test_pad_value_stays_set(make_core, value, named, kind, expected):
    size = np.dtype(kind).itemsize
    with make_core() as core:
        g, u = core.gm(np.ones(4, kind)), core.ub(np.zeros(16, kind))
        asc.set_pad_value(value, **named)
        asc.data_copy_pad(u, g, asc.DataCopyExtParams(1, 2 * size), asc.DataCopyPadExtParams())
        assert u.numpy()[: 32 // size].tolist() == [1, 1, *[expected] * (32 // size - 2)]


def test_loop_mode(make_core, refuses):
    with make_core("ascend950") as core:
        g, u = core.gm(X), core.ub(np.full(32, -1, np.int32))
        asc.set_loop_mode_para(asc.LoopModeParams(2, 1, 64, 64, 0, 0), asc.DataCopyMVType.OUT_TO_UB)
        asc.data_copy_pad(u, g, asc.DataCopyExtParams(1, 32, 0, 0, 0))
        assert u.numpy().tolist() == [*range(8), *[-1] * 8, *range(16, 24), *[-1] * 8]
        asc.reset_loop_mode_para(asc.DataCopyMVType.OUT_TO_UB)
        asc.data_copy_pad(u, g, asc.DataCopyExtParams(1, 64, 0, 0, 0))
        assert u.numpy()[:20].tolist() == [*range(20)]
        bad = asc.LoopModeParams(2, 1, 64, 63, 0, 0)
        refuses("STRIDE-001", asc.set_loop_mode_para, bad, asc.DataCopyMVType.OUT_TO_UB)
        refuses("STRIDE-001", asc.set_loop_mode_para, asc.LoopModeParams(1 << 21, 1), asc.DataCopyMVType.UB_TO_OUT)


def test_wrong_copies(make_core, refuses):
    with make_core() as core:
        g, u = core.gm(X), core.ub(64, np.int32)
        refuses("CALL-001", asc.data_copy, u, 3, 8)
        refuses("CALL-001", asc.data_copy, u, g)
        refuses("CALL-001", asc.data_copy, u, g, "all")
        refuses("POS-001", asc.data_copy, g, g, 8)
        refuses("STRIDE-001", asc.data_copy, u, g, asc.DataCopyParams(1, 65536))
        refuses("MEM-002", asc.data_copy, u, g, 72)
