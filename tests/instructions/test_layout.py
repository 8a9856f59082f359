"""Transpose and TransDataTo5HD against plain loops over lists."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from lanewise import asc
from lanewise.errors import LanewiseError
from lanewise.machine.tensor import LocalTensor

EVERY = ("ascend950", "ascend910b", "ascend910_93", "ascend310b", "ascend310p", "ascend910")
WITH_NCHW = ("ascend950", "ascend910b", "ascend910_93", "ascend310p")
NCHW2NHWC, NHWC2NCHW = asc.TransposeType.TRANSPOSE_NCHW2NHWC, asc.TransposeType.TRANSPOSE_NHWC2NCHW


def numbers(count: int, kind: Any, seed: int = 0) -> np.ndarray[Any, Any]:
    """Random bit patterns: nothing here may look at what they mean."""
    size = np.dtype(kind).itemsize
    return np.frombuffer(random.Random(seed).randbytes(count * size), f"u{size}").copy()


def ub(core: Any, values: np.ndarray[Any, Any], kind: str) -> Any:
    return core.ub(values).reinterpret_cast(kind)


def bits(tensor: Any) -> list[int]:
    return tensor.reinterpret_cast(f"uint{8 * tensor.dtype.size}").numpy().tolist()


def refused(what: Any) -> str:
    with pytest.raises(LanewiseError) as caught:
        what()
    return caught.value.id


# --- Transpose ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chip", EVERY)
@pytest.mark.parametrize("kind", ["int16", "uint16", "half"])
def test_transpose_tile(make_core: Any, chip: str, kind: str) -> None:
    with make_core(chip) as core:
        x = numbers(256, np.int16)
        src, dst = ub(core, x, kind), ub(core, np.zeros(300, np.uint16), kind)
        asc.transpose(dst, src)
        assert bits(dst) == [int(x[16 * k + i]) for i in range(16) for k in range(16)] + [0] * 44
        assert bits(src) == x.tolist()


@pytest.mark.parametrize("chip", EVERY)
def test_transpose_in_place(make_core: Any, chip: str) -> None:
    with make_core(chip) as core:
        x = numbers(256, np.int16, 1)
        tile = ub(core, x, "uint16")
        asc.transpose(tile, tile)
        assert bits(tile) == [int(x[16 * k + i]) for i in range(16) for k in range(16)]
        asc.transpose(tile, tile)
        assert bits(tile) == x.tolist()


def test_transpose_reads_a_shifted_tile_before_it_writes(make_core: Any) -> None:
    with make_core() as core:
        x = numbers(512, np.int16, 2)
        whole = ub(core, x, "int16")
        asc.transpose(whole[64:], whole)
        wanted = x.tolist()
        wanted[64:320] = [int(x[16 * k + i]) for i in range(16) for k in range(16)]
        assert bits(whole) == wanted


@pytest.mark.parametrize("chip", ["ascend950", "ascend910b", "ascend910_93", "ascend310b", "ascend310p"])
def test_transpose_nd2nd_b16_is_the_tile(make_core: Any, chip: str) -> None:
    with make_core(chip) as core:
        x = numbers(256, np.int16, 3)
        tile = ub(core, x, "uint16")
        params = asc.TransposeParamsExt(1, 16, 16, 16, asc.TransposeType.TRANSPOSE_ND2ND_B16)
        asc.transpose(tile, tile, core.ub(32, "uint8"), params)
        assert bits(tile) == [int(x[16 * k + i]) for i in range(16) for k in range(16)]
        if chip != "ascend950":  # only ascend950 takes other 16-bit types here
            half = tile.reinterpret_cast("half")
            assert refused(lambda: asc.transpose(half, half, core.ub(32, "uint8"), params)) == "OP-002"


SIZES = {"int8": 1, "uint8": 1, "half": 2, "int16": 2, "float": 4, "uint32": 4}
SHAPES = [
    (kind, (n, c, h, w)) for kind in SIZES for n, c, h, w in ((1, 3, 4, 8), (2, 5, 2, 32), (3, 1, 16, 4), (1, 17, 8, 8))
    if h * w * SIZES[kind] % 32 == 0  # whole blocks
]  # fmt: skip


@pytest.mark.parametrize("chip", WITH_NCHW)
@pytest.mark.parametrize(("kind", "shape"), SHAPES)
def test_transpose_nchw_and_back(make_core: Any, chip: str, kind: str, shape: tuple[int, ...]) -> None:
    n, c, h, w = shape
    size = SIZES[kind]
    total = n * c * h * w
    with make_core(chip) as core:
        x = numbers(total, f"u{size}", 4)
        src, dst, back = (ub(core, v, kind) for v in (x, np.zeros_like(x), np.zeros_like(x)))
        scratch = core.ub((2 * c + 2) * 1024, "uint8")
        asc.transpose(dst, src, scratch, asc.TransposeParamsExt(n, c, h, w, NCHW2NHWC))
        wanted = [
            int(x[((a * c + z) * h + i) * w + j])
            for a in range(n) for i in range(h) for j in range(w) for z in range(c)
        ]  # fmt: skip
        assert bits(dst) == wanted
        asc.transpose(back, dst, scratch, asc.TransposeParamsExt(n, c, h, w, NHWC2NCHW))
        assert bits(back) == x.tolist()


@pytest.mark.parametrize("kind", ["bfloat16", "complex32", "hifloat8", "fp8_e8m0", "fp4x2_e2m1", "int4x2"])
def test_transpose_nchw_moves_any_bits_on_950(make_core: Any, kind: str) -> None:
    with make_core("ascend950") as core:
        size = LocalTensor(core, 0, 1, kind).dtype.size
        x = numbers(2 * 3 * 64, f"u{size}", 5)
        dst = ub(core, np.zeros_like(x), kind)
        asc.transpose(dst, ub(core, x, kind), core.ub(8192, "uint8"), asc.TransposeParamsExt(2, 3, 8, 8, NCHW2NHWC))
        assert bits(dst) == [int(x[(a * 3 + z) * 64 + p]) for a in range(2) for p in range(64) for z in range(3)]


def test_transpose_of_nothing_writes_nothing(make_core: Any) -> None:
    with make_core() as core:
        x, scratch = ub(core, numbers(256, np.int16), "half"), core.ub(32, "uint8")
        before = core.mem.copy()
        for shape in ((0, 4, 4, 8), (1, 0, 4, 8), (1, 4, 0, 8)):
            asc.transpose(x, x, scratch, asc.TransposeParamsExt(*shape, NCHW2NHWC))
        asc.transpose(x, x, scratch, asc.TransposeParamsExt(1, 1, 4, 8, asc.TransposeType.TRANSPOSE_TYPE_NONE))
        assert (core.mem == before).all()


def test_transpose_rules(make_core: Any) -> None:
    with make_core() as core:
        x, y, scratch = core.ub(4096, "half"), core.ub(4096, "half"), core.ub(65536, "uint8")

        def call(n: int, c: int, h: int, w: int, kind: Any = NCHW2NHWC, tmp: Any = scratch) -> str:
            return refused(lambda: asc.transpose(y, x, tmp, asc.TransposeParamsExt(n, c, h, w, kind)))

        assert call(1, 4, 3, 5) == "PARAM-001"  # 15 halfs are not whole blocks
        assert call(1, 4096, 4, 4) == "STRIDE-001"
        assert call(1, 1, 64, 64) == "STRIDE-001"  # 4096 positions
        assert call(65536, 1, 4, 4) == "STRIDE-001"
        assert call(1, 64, 16, 16) == "MEM-002"
        assert call(1, 4, 4, 4, asc.TransposeType.TRANSPOSE_ND2ND_ONLY) == "PARAM-001"
        assert call(1, 4, 4, 4, tmp=core.ub(6 * 512 - 32, "uint8")) == "MEM-002"  # one block short of C + 2 tiles
        asc.transpose(y, x, core.ub(6 * 512, "uint8"), asc.TransposeParamsExt(1, 4, 4, 4, NCHW2NHWC))
        assert call(1, 4, 4, 4, NHWC2NCHW, core.ub(9 * 512 - 32, "uint8")) == "MEM-002"
        asc.transpose(y, x, core.ub(9 * 512, "uint8"), asc.TransposeParamsExt(1, 4, 4, 4, NHWC2NCHW))
        assert refused(lambda: asc.transpose(y, x[8:])) == "ALIGN-001"
        assert refused(lambda: asc.transpose(y, x[3856:])) == "MEM-002"
        assert refused(lambda: asc.transpose(y, core.ub(256, "int16"))) == "TYPE-001"
        assert refused(lambda: asc.transpose(core.ub(256, "float"), core.ub(256, "float"))) == "OP-002"
    with make_core("ascend310p") as core:  # needs no temporary buffer
        x, y = core.ub(256, "half"), core.ub(256, "half")
        asc.transpose(y, x, core.ub(32, "uint8"), asc.TransposeParamsExt(1, 4, 4, 4, NCHW2NHWC))


# --- TransDataTo5HD -------------------------------------------------------------------------------------------------


def by_lists(
    memory: bytes, kind_size: int, to: list[int], frm: list[int], repeat: int, dst_stride: int = 0, src_stride: int = 0,
    dst_high: int = 0, src_high: int = 0,
) -> bytes:
    """The page's rules on plain bytes: repeats one after the other, all reads of a repeat before its writes."""
    mem = bytearray(memory)
    for r in range(repeat):
        shift = 1 if repeat == 1 else r
        dst = [a + 32 * shift * dst_stride for a in to]
        src = [a + 32 * shift * src_stride for a in frm]
        now = bytes(mem)

        def put(block: int, lane: int, source: int, element: int, dst: list[int] = dst, src: list[int] = src,
                now: bytes = now) -> None:
            at, start = dst[block] + lane * kind_size, src[source] + element * kind_size
            mem[at : at + kind_size] = now[start : start + kind_size]

        if kind_size == 2:
            for i in range(16):
                for k in range(16):
                    put(i, k, k, i)
        elif kind_size == 4:
            for i in range(8):
                for k in range(8):
                    put(2 * i, k, k, i)
                    put(2 * i + 1, k, 8 + k, i)
        else:
            for i in range(16):
                for k in range(16):
                    put(i, 16 * dst_high + k, k, 16 * src_high + i)
    return bytes(mem)


def lists_of(core: Any, kind: str, to: list[int], frm: list[int]) -> tuple[list[Any], list[Any]]:
    length = 65536 // LocalTensor(core, 0, 1, kind).dtype.size
    return [LocalTensor(core, a, length, kind) for a in to], [LocalTensor(core, a, length, kind) for a in frm]


SIZES = {"int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "half": 2, "int32": 4, "uint32": 4, "float": 4}
FIVE_HD = [(chip, kind) for chip in EVERY for kind in SIZES if chip != "ascend910" or SIZES[kind] < 4]


@pytest.mark.parametrize(("chip", "kind"), [*FIVE_HD, ("ascend950", "bfloat16")])
@pytest.mark.parametrize("repeat", [1, 3])
def test_trans_data_to_5hd(make_core: Any, chip: str, kind: str, repeat: int) -> None:
    rng = random.Random(f"{kind}{repeat}")
    with make_core(chip) as core:
        core.mem[:65536] = np.frombuffer(rng.randbytes(65536), np.uint8)
        to, frm = ([32 * n for n in rng.sample(range(500), 16)] for _ in range(2))
        frm = [16384 + a for a in frm]
        strides = (0, 0) if repeat == 1 else (rng.randrange(1, 40), rng.randrange(40))
        high = rng.randrange(2), rng.randrange(2)
        before = core.mem.tobytes()
        asc.trans_data_to_5hd(*lists_of(core, kind, to, frm), asc.TransDataTo5HDParams(*high, repeat, *strides))
        assert core.mem.tobytes() == by_lists(before, SIZES.get(kind, 2), to, frm, repeat, *strides, *high)


def test_trans_data_to_5hd_repeats_see_what_earlier_ones_wrote(make_core: Any) -> None:
    rng = random.Random(7)
    with make_core() as core:
        core.mem[:65536] = np.frombuffer(rng.randbytes(65536), np.uint8)
        to, frm = [1024 + 32 * i for i in range(16)], [512 + 32 * i for i in range(16)]
        before = core.mem.tobytes()
        asc.trans_data_to_5hd(*lists_of(core, "half", to, frm), asc.TransDataTo5HDParams(False, False, 4, 16, 16))
        assert core.mem.tobytes() == by_lists(before, 2, to, frm, 4, 16, 16)


def test_trans_data_to_5hd_nchw_to_positions_of_channels(make_core: Any) -> None:
    """16 channels of 64 positions become 64 positions of 16 channels in four repeats."""
    with make_core() as core:
        x = np.arange(1024, dtype=np.float16).reshape(16, 64)
        src, dst = core.ub(x), core.ub(np.zeros(1024, np.float16))
        to, frm = [dst[16 * i :] for i in range(16)], [src[64 * i :] for i in range(16)]
        asc.trans_data_to_5hd(to, frm, asc.TransDataTo5HDParams(False, False, 4, 16, 1))
        assert (dst.numpy().reshape(64, 16) == x.T).all()


@pytest.mark.parametrize("chip", ["ascend910b", "ascend950"])
def test_trans_data_to_5hd_four_quarters_of_bytes(make_core: Any, chip: str) -> None:
    with make_core(chip) as core:
        x = numbers(1024, np.uint8, 6).view(np.int8).reshape(32, 32)
        src, dst = core.ub(x), core.ub(np.zeros(1024, np.int8))
        for high_src in (0, 1):
            for high_dst in (0, 1):
                frm = [src[(16 * high_dst + i) * 32 :].get_phy_addr() for i in range(16)]
                to = [dst[(16 * high_src + i) * 32 :].get_phy_addr() for i in range(16)]
                asc.trans_data_to_5hd(to, frm, asc.TransDataTo5HDParams(high_dst, high_src), dtype="int8")
        assert (dst.numpy().reshape(32, 32) == x.T).all()


def test_trans_data_to_5hd_takes_lists_addresses_and_tensors_of_addresses(make_core: Any) -> None:
    x = np.arange(128, dtype=np.float32).reshape(16, 8)
    with make_core() as core:
        src = core.ub(x)
        results = []
        for way in ("tensors", "addresses", "held"):
            dst = core.ub(np.zeros(128, np.float32))
            to, frm = [dst[8 * i :] for i in range(16)], [src[8 * i :] for i in range(16)]
            places = [[t.get_phy_addr() for t in one] for one in (to, frm)]
            if way == "tensors":
                asc.trans_data_to_5hd(to, frm, asc.TransDataTo5HDParams())
            elif way == "addresses":
                asc.trans_data_to_5hd(*places, asc.TransDataTo5HDParams(), dtype=asc.float32)
            else:
                held = [core.ub(np.array(one, np.uint64)) for one in places]
                asc.trans_data_to_5hd(dst=held[0], src=held[1], params=asc.TransDataTo5HDParams(), dtype="float")
            results.append(dst.numpy().reshape(8, 16).tolist())
        assert results == [x.T.tolist()] * 3


def test_mistake_21_a_lone_repeat_is_shifted_and_32_bits_interleave(make_core: Any) -> None:
    with make_core() as core:
        x = np.arange(16 * 8 * 2, dtype=np.float32)
        src, dst = core.ub(x), core.ub(np.zeros(512, np.float32))
        to, frm = [dst[8 * i :] for i in range(16)], [src[8 * i :] for i in range(16)]
        asc.trans_data_to_5hd(to, frm, asc.TransDataTo5HDParams(False, False, 1, 16, 1))
        out = dst.numpy()
        assert not out[:128].any()  # the only repeat went 16 blocks further
        assert out[128:136].tolist() == [8.0 * (k + 1) for k in range(8)]  # from sources one block further
        assert out[136:144].tolist() == [8.0 * (8 + k + 1) for k in range(8)]  # the upper eight, beside the lower
        dst = core.ub(np.zeros(512, np.float32))
        to = [dst[8 * i :] for i in range(16)]
        asc.trans_data_to_5hd(to, frm, asc.TransDataTo5HDParams(False, False, 2, 16, 1))
        assert dst.numpy()[:8].tolist() == [8.0 * k for k in range(8)]  # two repeats: the first is not shifted


def test_trans_data_to_5hd_of_nothing_writes_nothing(make_core: Any) -> None:
    with make_core() as core:
        before = core.mem.copy()
        asc.trans_data_to_5hd(*lists_of(core, "half", [64] * 16, [32] * 16), asc.TransDataTo5HDParams(repeat_times=0))
        assert (core.mem == before).all()


def test_trans_data_to_5hd_says_which_entry_is_wrong(make_core: Any) -> None:
    good = [32 * i for i in range(16)]
    with make_core() as core:
        for side in (0, 1):
            name = ("dst_list", "src_list")[side]
            for place, id in ((40, "ALIGN-001"), (196608, "MEM-001"), (-32, "MEM-001"), (1 << 40, "MEM-001")):
                lists = [list(good), list(good)]
                lists[side][5] = place
                before = core.mem.copy()
                with pytest.raises(LanewiseError) as caught:
                    asc.trans_data_to_5hd(*lists, asc.TransDataTo5HDParams(), dtype="half")
                assert caught.value.id == id
                assert f"{name}[5]" in str(caught.value)
                assert (core.mem == before).all()
        tensors = lists_of(core, "half", good, [512 + a for a in good])
        tensors[1][9] = LocalTensor(core, 512, 15, "half")
        with pytest.raises(LanewiseError) as caught:
            asc.trans_data_to_5hd(*tensors, asc.TransDataTo5HDParams())
        assert caught.value.id == "MEM-002"
        assert "src_list[9]" in str(caught.value)
        lists = lists_of(core, "half", good, good)
        assert refused(lambda: asc.trans_data_to_5hd(good, good, asc.TransDataTo5HDParams())) == "CALL-001"
        assert refused(lambda: asc.trans_data_to_5hd(lists[0][:15], lists[1], asc.TransDataTo5HDParams())) == "CALL-001"
        mixed = lists_of(core, "float", good, good)[1]
        assert refused(lambda: asc.trans_data_to_5hd(lists[0], mixed, asc.TransDataTo5HDParams())) == "TYPE-001"
        wide = asc.TransDataTo5HDParams(dst_rep_stride=70000, repeat_times=0)
        assert refused(lambda: asc.trans_data_to_5hd(*lists, wide)) == "STRIDE-001"


def test_trans_data_to_5hd_addresses_are_in_the_trace(make_core: Any) -> None:
    to, frm = [4096 + 32 * i for i in range(16)], [8192 - 32 * i for i in range(16)]
    with make_core() as core:
        core.set_trace(True)
        asc.trans_data_to_5hd(to, frm, asc.TransDataTo5HDParams(), dtype="half")
        trace = core.trace()
        record = trace.records[-1]
        first = int(record["payload"])
        assert trace.payload[first : first + 32].tolist() == [*to, *frm]
        operands = record["operands"]
        assert [int(o["address"]) for o in operands[:2]] == [4096, 8192 - 480]
        assert [int(o["extent"]) for o in operands[:2]] == [512, 512]
