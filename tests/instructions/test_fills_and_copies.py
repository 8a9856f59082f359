"""Fills and copies where their pages are narrow: overlaps, ranges and alignment, against plain loops."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from lanewise import asc
from lanewise.errors import LanewiseError

Array = np.ndarray[Any, Any]


def refused(what: Any, *args: Any, **named: Any) -> str:
    with pytest.raises(LanewiseError) as caught:
        what(*args, **named)
    return caught.value.id


def test_brcb_repeats_see_what_earlier_ones_wrote(make_core: Any) -> None:
    """The source lies in the destination of the first repeat; inside a repeat all reads come first."""
    with make_core() as core:
        x = np.arange(1, 1025, dtype=np.float32)
        whole = core.ub(x)
        asc.brcb(whole[0:], whole[56:], 3, asc.BrcbRepeatParams(1, 8))
        wanted = x.tolist()
        for r in range(3):
            values = wanted[56 + 8 * r : 64 + 8 * r]
            for j in range(8):
                start = 8 * (8 * r + j)
                wanted[start : start + 8] = [values[j]] * 8
        assert whole.numpy().tolist() == wanted


def test_vector_padding_repeats_see_what_earlier_ones_wrote(make_core: Any) -> None:
    with make_core("ascend310p") as core:
        x = np.arange(1, 513, dtype=np.float16)
        whole = core.ub(x)
        asc.vector_padding(whole[128:], whole, 0, True, 128, 3, asc.UnaryRepeatParams(1, 1, 8, 8))
        wanted = x.tolist()
        for r in range(3):
            row = wanted[128 * r : 128 * r + 128]
            wanted[128 * r + 128 : 128 * r + 256] = [row[16 * (e // 16) + 15] for e in range(128)]
        assert whole.numpy().tolist() == wanted


def test_create_vec_index_of_bytes_with_saturation(make_core: Any) -> None:
    """A repeat holds 256 bytes, more than a byte can count: with CTRL[53] the numbers stop at 127."""
    with make_core("ascend950") as core:
        dst = core.ub(np.zeros(256, np.int8))
        asc.create_vec_index(dst, 95, 256)
        assert dst.numpy().tolist() == [(95 + i + 128) % 256 - 128 for i in range(256)]
        asc.set_ctrl_spr(53, 53, 1)
        asc.create_vec_index(dst, 95, 256)
        assert dst.numpy().tolist() == [min(95 + i, 127) for i in range(256)]


# --- BilinearInterpolation ------------------------------------------------------------------------------------------


def interpolate(core: Any, offsets: Array, mask: Any = 128, h: int = 1, v: int = 1, v_offset: int = 128) -> Any:
    dst = core.ub(np.zeros(128 * v, np.float16))
    asc.bilinear_interpolation(
        dst, core.ub(np.ones(2048, np.float16)), core.ub(offsets.astype(np.uint32)), core.ub(np.ones(512, np.float16)),
        mask, h, False, 1, v_offset, v, core.ub(256, "uint8"),
    )
    return dst


def test_bilinear_interpolation_rules(make_core: Any) -> None:
    offsets = np.arange(0, 256, 32)
    with make_core() as core:
        assert refused(interpolate, core, offsets + 16) == "PARAM-001"  # every gathered block starts on a block
        assert refused(interpolate, core, offsets, h=0) == "STRIDE-001"
        assert refused(interpolate, core, offsets, v=256) == "STRIDE-001"
        assert refused(interpolate, core, offsets, h=16, v=16) == "STRIDE-001"  # 256 steps are counted in 8 bits
        assert refused(interpolate, core, offsets, v_offset=120) == "STRIDE-001"
        assert refused(interpolate, core, offsets, v_offset=136) == "PARAM-001"
        assert refused(interpolate, core, offsets + 4096) == "MEM-002"
        assert interpolate(core, offsets).numpy().tolist() == [1] * 128
    with make_core("ascend950") as core:
        steps = np.zeros(8 * 16 * 16)
        assert interpolate(core, steps, h=16, v=16).numpy().tolist() == [16] * 2048


def test_bilinear_interpolation_in_counter_mode_stays_in_its_row(make_core: Any) -> None:
    with make_core("ascend950") as core:
        asc.set_mask_count()
        assert refused(interpolate, core, np.arange(0, 256, 32), 129) == "MASK-001"
        assert interpolate(core, np.arange(0, 256, 32), 100).numpy().tolist() == [1] * 100 + [0] * 28


# --- slices ---------------------------------------------------------------------------------------------------------


def slice_axis(start: int, stride: int, pieces: int, span: int, shape: int, burst: int) -> asc.SliceInfo:
    return asc.SliceInfo(start, start + (pieces - 1) * stride + pieces * span - 1, stride, burst, shape)


@pytest.mark.parametrize("dims", range(1, 9))
def test_slice_copy_of_up_to_eight_dimensions(make_core: Any, dims: int) -> None:
    """Two pieces in every dimension, packed into UB."""
    with make_core() as core:
        shape = [24, *[3] * (dims - 1)]  # innermost first
        data = np.arange(24 * 3 ** (dims - 1), dtype=np.float32)
        frm = [slice_axis(0, 8, 2, 8, 24, 1)] + [slice_axis(0, 1, 2, 1, 3, 1) for _ in shape[1:]]
        to = [slice_axis(0, 0, 2, 8, 16, 1)] + [slice_axis(0, 0, 2, 1, 2, 1) for _ in shape[1:]]
        dst = core.ub(np.zeros(16 * 2 ** (dims - 1), np.float32))
        asc.data_copy(dst, core.gm(data), to, frm, dims)
        grid = data.reshape(shape[::-1])
        taken = grid[tuple(slice(0, 3, 2) for _ in shape[1:])]
        assert dst.numpy().tolist() == np.concatenate([taken[..., 0:8], taken[..., 16:24]], axis=-1).ravel().tolist()


def test_slice_copy_rules(make_core: Any) -> None:
    with make_core() as core:
        u, g = core.ub(np.zeros(64, np.float32)), core.gm(np.arange(64, dtype=np.float32))
        one = [slice_axis(0, 0, 2, 8, 16, 1)]
        apart = [slice_axis(0, 4, 2, 8, 32, 1)]
        asc.data_copy(u, g, one, apart, 1)  # GM may lie anywhere
        assert u.numpy()[:16].tolist() == [*range(8), *range(12, 20)]
        assert refused(asc.data_copy, u, g, apart, one, 1) == "ALIGN-001"  # every piece starts on a block of UB
        assert refused(asc.data_copy, g, u, one, apart, 1) == "ALIGN-001"
        assert refused(asc.data_copy, u, g, one, [slice_axis(0, 0, 3, 8, 24, 1)], 1) == "CALL-001"
        assert refused(asc.data_copy, u, g, one, [asc.SliceInfo(0, 14, 0, 1, 16)], 1) == "PARAM-001"


# --- fractals, NdDma and loops --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [np.int8, np.float16, np.float32])
@pytest.mark.parametrize("seed", range(4))
def test_nd_to_nz_by_index(make_core: Any, kind: Any, seed: int) -> None:
    rng = random.Random(seed)
    size = np.dtype(kind).itemsize
    c0 = 32 // size
    n, d, pitch = rng.randrange(1, 6), rng.randrange(1, 3 * c0), 3 * c0
    groups = -(-d // c0)
    row_step, group_step = 1, rng.randrange(n, n + 3)
    with make_core() as core:
        data = np.arange(2 * n * pitch).astype(kind)
        dst = core.ub(np.full(2048 // size, 77, kind))
        params = asc.Nd2NzParams(2, n, d, n * pitch, pitch, group_step, row_step, 1024 // size)
        asc.data_copy(dst, core.gm(data), params)
        wanted = [77] * (2048 // size)
        for m in range(2):
            for r in range(n):
                for c in range(groups * c0):
                    at = m * 1024 // size + (c // c0 * group_step + r * row_step) * c0 + c % c0
                    wanted[at] = data[m * n * pitch + r * pitch + c] if c < d else 0
        assert dst.numpy().tolist() == wanted


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_nz_to_nd_by_index(make_core: Any, kind: Any) -> None:
    n, d, src_n, dst_d = 3, 48, 5, 50
    with make_core() as core:
        data = np.arange(1024).astype(kind)
        out = core.gm(np.full(600, -1, kind))
        asc.data_copy(out, core.ub(data), asc.Nz2NdParamsFull(2, n, d, 1, src_n, dst_d, 200))
        wanted = [-1] * 600
        for m in range(2):
            for r in range(n):
                for c in range(d):
                    wanted[200 * m + r * dst_d + c] = data[256 * m + c // 16 * src_n * 16 + r * 16 + c % 16]
        assert out.numpy().tolist() == wanted
        assert refused(asc.data_copy, out, core.ub(data), asc.Nz2NdParamsFull(1, 1, 24, 1, 1, 24, 1)) == "PARAM-001"
        assert refused(asc.data_copy, out, core.ub(data), asc.Nz2NdParamsFull(1, 0, 16, 1, 1, 16, 1)) == "STRIDE-001"
        zero = asc.Nd2NzParams(1, 1, 16, 0, 16, 0, 1, 1)
        assert refused(asc.data_copy, core.ub(16, kind), out, zero) == "STRIDE-001"


@pytest.mark.parametrize("nearest", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_nd_dma_by_index(make_core: Any, nearest: bool, seed: int) -> None:
    """Three dimensions: where a position is padding, the constant or the nearest element inside."""
    rng = random.Random(seed)
    size = [rng.randrange(1, 4) for _ in range(3)]
    left, right = ([rng.randrange(3) for _ in range(3)] for _ in range(2))
    reach = [a + b + c for a, b, c in zip(size, left, right, strict=True)]
    src_stride, dst_stride = [1, 5, 17], [1, reach[0], reach[0] * reach[1]]
    with make_core("ascend950") as core:
        data = np.arange(100, 200, dtype=np.int32)
        dst = core.ub(np.full(reach[0] * reach[1] * reach[2] + 8, -1, np.int32))
        info = asc.NdDmaLoopInfo(src_stride, dst_stride, size, left, right)
        asc.data_copy(dst, core.gm(data), asc.NdDmaParams(info, 9), config=asc.NdDmaConfig(nearest))
        wanted = []
        for z in range(reach[2]):
            for y in range(reach[1]):
                for x in range(reach[0]):
                    place = [x - left[0], y - left[1], z - left[2]]
                    held = [min(max(p, 0), n - 1) for p, n in zip(place, size, strict=True)]
                    value = int(data[sum(p * s for p, s in zip(held, src_stride, strict=True))])
                    wanted.append(value if nearest or held == place else 9)
        assert dst.numpy().tolist() == [*wanted, *[-1] * 8]
        wide = core.ub(64, "int64")
        call = (wide, core.gm(np.zeros(64, np.int64)), asc.NdDmaParams(info, 0))
        if nearest:
            assert refused(asc.data_copy, *call, config=asc.NdDmaConfig(True)) == "CALL-001"


def test_loop_mode_repeats_whole_copies(make_core: Any) -> None:
    """Strides in bytes, from start to start, in both directions and only while the mode is set."""
    with make_core("ascend950") as core:
        data = np.arange(512, dtype=np.int32)
        g, u = core.gm(data), core.ub(np.full(512, -1, np.int32))
        inward, outward = asc.DataCopyMVType.OUT_TO_UB, asc.DataCopyMVType.UB_TO_OUT
        asc.set_loop_mode_para(asc.LoopModeParams(3, 2, 40, 64, 400, 1024), inward)
        asc.data_copy(u, g, asc.DataCopyParams(1, 1, 0, 0))
        wanted = [-1] * 512
        for j in range(2):
            for i in range(3):
                wanted[256 * j + 16 * i : 256 * j + 16 * i + 8] = range(100 * j + 10 * i, 100 * j + 10 * i + 8)
        assert u.numpy().tolist() == wanted
        out = core.gm(np.full(512, -1, np.int32))
        asc.data_copy(out, u, 8)  # the other direction has no loops
        assert out.numpy()[:9].tolist() == [*range(8), -1]
        asc.reset_loop_mode_para(inward)
        asc.set_loop_mode_para(asc.LoopModeParams(2, 1, 64, 36, 0, 0), outward)
        asc.data_copy_pad(out, u, asc.DataCopyExtParams(1, 20, 0, 0, 0))
        assert out.numpy()[:15].tolist() == [*range(5), *range(5, 8), -1, 10, 11, 12, 13, 14, -1]
        v = core.ub(np.full(16, -1, np.int32))
        asc.data_copy(v, g, 8)
        assert v.numpy().tolist() == [*range(8), *[-1] * 8]
