"""Data moves in all their forms, each against plain loops over bytes."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest

from lanewise.errors import LanewiseError
from lanewise.isa.record import Flag
from lanewise.machine.memory import GUARD

ALL = ("ascend910b", "ascend910_93", "ascend950", "ascend310b", "ascend310p", "ascend310p_vector", "ascend910")
PADDED = ("ascend910b", "ascend910_93", "ascend950", "ascend310b")
PAD = Flag.SET_MASK | Flag.PAD_VALUE
COMPACT = Flag.SET_MASK | Flag.COMPACT
NEAREST = Flag.SET_MASK | Flag.NEAREST
OLD = 0x5C  # what destinations hold before


def numbers(n: int, seed: int = 0) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).integers(0, 256, n, dtype=np.uint8)


def fresh_bytes(n: int) -> np.ndarray[Any, Any]:
    return np.full(n, OLD, np.uint8)


def gm_bytes(core: Any, index: int) -> np.ndarray[Any, Any]:
    buffer = core.gm_space.buffers[index]
    return buffer.data[: buffer.size]


# --- plain copies ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chip", ALL)
@pytest.mark.parametrize(("kind", "count"), [("uint8", 100), ("half", 31), ("float", 8), ("float", 7), ("int64", 5)])
def test_data_copy_count_rounds_down(make_core: Any, call: Any, chip: str, kind: str, count: int) -> None:
    core = make_core(chip)
    data = numbers(256)
    dst, src = core.ub(fresh_bytes(256)), core.gm(data)
    out = core.gm(fresh_bytes(256))
    call(core, "data_copy", dst.reinterpret_cast(kind), src.reinterpret_cast(kind), count=count)
    size = count * {"uint8": 1, "half": 2, "float": 4, "int64": 8}[kind] // 32 * 32
    wanted = [*data[:size], *fresh_bytes(256 - size)]
    assert dst.numpy().tolist() == wanted
    call(core, "data_copy", out.reinterpret_cast(kind), dst.reinterpret_cast(kind), count=count)
    assert gm_bytes(core, 1).tolist() == wanted


@pytest.mark.parametrize("chip", ALL)
@pytest.mark.parametrize("blocks", [(3, 2, 1, 0), (2, 1, 0, 3), (1, 4, 5, 5), (4, 2, 2, 1), (0, 2, 0, 0), (2, 0, 1, 1)])
@pytest.mark.parametrize("way", ["in", "out", "inside"])
def test_data_copy_blocks_with_gaps(make_core: Any, call: Any, chip: str, blocks: Any, way: str) -> None:
    """Lengths and gaps in 32-byte blocks; a gap runs from the end of one piece to the start of the next."""
    if way == "inside" and chip in ("ascend310b", "ascend310p_vector"):
        pytest.skip("no copy inside UB here")
    core = make_core(chip)
    data = numbers(1024)
    count, length, src_gap, dst_gap = blocks
    wanted = fresh_bytes(1024)
    for b in range(count):
        for j in range(32 * length):
            wanted[32 * b * (length + dst_gap) + j] = data[32 * b * (length + src_gap) + j]
    dst = core.gm(fresh_bytes(1024)) if way == "out" else core.ub(fresh_bytes(1024))
    src = core.gm(data) if way == "in" else core.ub(data)
    call(core, "data_copy_ub" if way == "inside" else "data_copy", dst, src, params=blocks)
    assert dst.numpy().tolist() == wanted.tolist()


def test_data_copy_inside_ub_missing(make_core: Any, call: Any) -> None:
    core = make_core("ascend310b")
    x = core.ub(fresh_bytes(64))
    with pytest.raises(LanewiseError) as caught:
        call(core, "data_copy_ub", x, x, count=64)
    assert caught.value.id == "OP-001"


# --- padded copies --------------------------------------------------------------------------------------------------


def pad_in(
    data: Any, count: int, length: int, src_stride: int, dst_stride: int, left: int, right: int, fill: Any, size: int
) -> np.ndarray[Any, Any]:
    """`fill(piece)` gives the filler element of a piece, as bytes."""
    wanted = fresh_bytes(2048)
    pitch = -(-(32 * dst_stride + length + (left + right) * size) // 32) * 32
    for b in range(count):
        piece = [int(v) for v in data[b * (length + src_stride) : b * (length + src_stride) + length]]
        filler = list(fill(piece))
        row = filler * left + piece + filler * right
        row += (filler * 32)[: -len(row) % 32]  # whole elements up to the end of the block
        wanted[b * pitch : b * pitch + len(row)] = row
    return wanted


@pytest.mark.parametrize("chip", PADDED)
@pytest.mark.parametrize("size", [1, 2, 4])
@pytest.mark.parametrize("seed", range(6))
def test_data_copy_pad_with_a_value(make_core: Any, call: Any, chip: str, size: int, seed: int) -> None:
    rng = random.Random(f"{size} {seed}")
    core = make_core(chip)
    kind = {1: "uint8", 2: "uint16", 4: "uint32"}[size]
    count, length = rng.randrange(1, 5), size * rng.randrange(1, 20)
    src_stride, dst_stride = rng.randrange(0, 9), rng.randrange(0, 3)
    left, right = rng.randrange(32 // size), rng.randrange(32 // size)
    value = rng.getrandbits(8 * size)
    data = numbers(512, seed)
    dst, src = core.ub(fresh_bytes(2048)), core.gm(data)
    call(core, "data_copy_pad", dst.reinterpret_cast(kind), src.reinterpret_cast(kind), flags=PAD,
         params=(count, length, src_stride, dst_stride, left, right, value))  # fmt: skip
    wanted = pad_in(data, count, length, src_stride, dst_stride, left, right,
                    lambda _: value.to_bytes(size, "little"), size)  # fmt: skip
    assert dst.numpy().tolist() == wanted.tolist()


@pytest.mark.parametrize("chip", PADDED)
@pytest.mark.parametrize("size", [1, 2, 4])
def test_data_copy_pad_filler_is_the_first_element(make_core: Any, call: Any, chip: str, size: int) -> None:
    """No padding asked for and no value known: each piece fills its last block with its own first element."""
    core = make_core(chip)
    kind = {1: "uint8", 2: "uint16", 4: "uint32"}[size]
    data = numbers(512)
    dst, src = core.ub(fresh_bytes(2048)), core.gm(data)
    call(core, "data_copy_pad", dst.reinterpret_cast(kind), src.reinterpret_cast(kind), params=(3, 20, 4, 1, 0, 0, 0))
    assert dst.numpy().tolist() == pad_in(data, 3, 20, 4, 1, 0, 0, lambda p: p[:size], size).tolist()


@pytest.mark.parametrize("chip", PADDED)
@pytest.mark.parametrize("size", [1, 2, 4])
def test_data_copy_pad_value_without_padding(make_core: Any, call: Any, chip: str, size: int) -> None:
    """Published results: on ascend950 the value fills the last block, elsewhere the first element of the piece does."""
    core = make_core(chip)
    kind = {1: "uint8", 2: "uint16", 4: "uint32"}[size]
    data, value = numbers(512), b"\x12\x34\x56\x78"[:size]
    dst, src = core.ub(fresh_bytes(2048)), core.gm(data)
    call(core, "data_copy_pad", dst.reinterpret_cast(kind), src.reinterpret_cast(kind), flags=PAD,
         params=(3, 20, 4, 1, 0, 0, int.from_bytes(value, "little")))  # fmt: skip
    filler = (lambda _: value) if chip == "ascend950" else (lambda piece: piece[:size])
    assert dst.numpy().tolist() == pad_in(data, 3, 20, 4, 1, 0, 0, filler, size).tolist()


@pytest.mark.parametrize("chip", ["ascend910b", "ascend910_93", "ascend950"])
@pytest.mark.parametrize("pads", [(0, 0), (3, 2)])
def test_data_copy_pad_set_pad_value(make_core: Any, call: Any, chip: str, pads: tuple[int, int]) -> None:
    core = make_core(chip)
    data = numbers(512)
    dst, src = core.ub(fresh_bytes(2048)), core.gm(data)
    call(core, "set_pad_value", params=(0xBEEF,))
    call(core, "data_copy_pad", dst.reinterpret_cast("uint16"), src.reinterpret_cast("uint16"),
         params=(2, 10, 0, 0, *pads, 0))  # fmt: skip
    assert dst.numpy().tolist() == pad_in(data, 2, 10, 0, 0, *pads, lambda _: b"\xef\xbe", 2).tolist()


@pytest.mark.parametrize("chip", PADDED)
def test_data_copy_pad_unknown_value_is_poison(make_core: Any, call: Any, chip: str) -> None:
    """Padding without a value is random on hardware, so it is made visible here."""
    core = make_core(chip)
    data = numbers(512)
    dst = core.ub(fresh_bytes(2048))
    call(core, "data_copy_pad", dst, core.gm(data), params=(2, 10, 0, 0, 3, 2, 0))
    assert dst.numpy().tolist() == pad_in(data, 2, 10, 0, 0, 3, 2, lambda _: b"\xa5", 1).tolist()


@pytest.mark.parametrize("chip", PADDED)
@pytest.mark.parametrize("params", [(0, 10, 0, 0, 0, 0, 0), (3, 0, 0, 0, 0, 0, 0)])
def test_data_copy_pad_nothing_to_do(make_core: Any, call: Any, chip: str, params: Any) -> None:
    core = make_core(chip)
    dst = core.ub(fresh_bytes(256))
    call(core, "data_copy_pad", dst, core.gm(numbers(256)), params=params)
    assert dst.numpy().tolist() == fresh_bytes(256).tolist()


@pytest.mark.parametrize("chip", PADDED)
@pytest.mark.parametrize("offset", [0, 1, 3, 31])
def test_data_copy_pad_gm_needs_no_alignment(make_core: Any, call: Any, chip: str, offset: int) -> None:
    core = make_core(chip)
    data = numbers(256)
    dst = core.ub(fresh_bytes(64))
    call(core, "data_copy_pad", dst.reinterpret_cast("float"), core.gm(data)[offset].reinterpret_cast("float"),
         params=(1, 64, 0, 0, 0, 0, 0))  # fmt: skip
    assert dst.numpy().tolist() == data[offset : offset + 64].tolist()


@pytest.mark.parametrize("chip", PADDED)
@pytest.mark.parametrize(("count", "length", "src_stride", "dst_stride"), [(3, 10, 0, 0), (2, 40, 1, 7), (4, 32, 2, 3)])
def test_data_copy_pad_out(
    make_core: Any, call: Any, chip: str, count: int, length: int, src_stride: int, dst_stride: int
) -> None:
    """Exactly `length` bytes a piece reach GM; UB pieces start on block boundaries."""
    core = make_core(chip)
    data = numbers(1024)
    out = core.gm(fresh_bytes(512))
    call(core, "data_copy_pad", out, core.ub(data), params=(count, length, src_stride, dst_stride, 0, 0, 0))
    wanted = fresh_bytes(512)
    for b in range(count):
        for j in range(length):
            wanted[b * (length + dst_stride) + j] = data[b * (-(-length // 32) * 32 + 32 * src_stride) + j]
    assert gm_bytes(core, 0).tolist() == wanted.tolist()


def test_data_copy_pad_negative_stride_repeats_a_piece_on_950(make_core: Any, call: Any) -> None:
    core = make_core("ascend950")
    data = numbers(64)
    dst = core.ub(fresh_bytes(256))
    call(core, "data_copy_pad", dst, core.gm(data), flags=PAD, params=(4, 20, -20, 0, 0, 0, 9))
    row = [*data[:20], *[9] * 12]
    assert dst.numpy().tolist() == row * 4 + [OLD] * 128


@pytest.mark.parametrize(("count", "length"), [(3, 20), (2, 32), (5, 7), (1, 3)])
def test_data_copy_pad_compact_on_950(make_core: Any, call: Any, count: int, length: int) -> None:
    """Pieces back to back; strides and pads in UB ignored; filler only behind the last piece."""
    core = make_core("ascend950")
    data = numbers(512)
    dst = core.ub(fresh_bytes(256))
    call(core, "data_copy_pad", dst, core.gm(data), flags=COMPACT | Flag.PAD_VALUE,
         params=(count, length, 5, 3, 2, 2, 0x11))  # fmt: skip
    row = [int(v) for b in range(count) for v in data[b * (length + 5) : b * (length + 5) + length]]
    row += [0x11] * (-len(row) % 32)
    assert dst.numpy().tolist() == row + [OLD] * (256 - len(row))


# --- loop mode (ascend950) ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["in", "out"])
def test_loop_mode_repeats_a_copy(make_core: Any, call: Any, way: str) -> None:
    core = make_core("ascend950")
    data = numbers(4096)
    sizes, src1, dst1, src2, dst2 = (3, 2), 64, 96, 512, 640
    dst = core.gm(fresh_bytes(4096)) if way == "out" else core.ub(fresh_bytes(4096))
    src = core.gm(data) if way == "in" else core.ub(data)
    call(core, "set_loop_mode_para", params=(int(way == "in"), *sizes, src1, dst1, src2, dst2))
    call(core, "data_copy", dst, src, params=(1, 1, 0, 0))
    wanted = fresh_bytes(4096)
    for j, i in product(range(sizes[1]), range(sizes[0])):
        at, frm = j * dst2 + i * dst1, j * src2 + i * src1
        wanted[at : at + 32] = data[frm : frm + 32]
    assert dst.numpy().tolist() == wanted.tolist()
    call(core, "reset_loop_mode_para", params=(int(way == "in"),))
    again = core.ub(fresh_bytes(64))
    call(core, "data_copy", again, core.gm(data), params=(1, 1, 0, 0))
    assert again.numpy().tolist() == [*data[:32], *fresh_bytes(32)]


def test_loop_mode_of_one_direction_leaves_the_other(make_core: Any, call: Any) -> None:
    core = make_core("ascend950")
    data = numbers(64)
    call(core, "set_loop_mode_para", params=(0, 2, 2, 32, 32, 32, 32))
    dst = core.ub(fresh_bytes(128))
    call(core, "data_copy", dst, core.gm(data), params=(1, 1, 0, 0))
    assert dst.numpy().tolist() == [*data[:32], *fresh_bytes(96)]


def test_loop_mode_with_padded_copies(make_core: Any, call: Any) -> None:
    core = make_core("ascend950")
    data = numbers(256)
    dst = core.ub(fresh_bytes(256))
    call(core, "set_loop_mode_para", params=(1, 2, 1, 50, 64, 0, 0))
    call(core, "data_copy_pad", dst, core.gm(data), flags=PAD, params=(1, 10, 0, 0, 0, 2, 9))
    row = [*data[:10], *[9] * 22, *fresh_bytes(32), *data[50:60], *[9] * 22]
    assert dst.numpy().tolist() == row + [OLD] * (256 - len(row))


# --- slices ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chip", ["ascend910b", "ascend910_93", "ascend950", "ascend310p"])
@pytest.mark.parametrize("way", ["in", "out"])
def test_slice_copy_two_dimensions(make_core: Any, call: Any, chip: str, way: str) -> None:
    """Pieces of 16 floats, 8 apart, in rows 0 and 2 of a 48-column source, packed into a 2-row destination."""
    core = make_core(chip)
    data = np.arange(48 * 3, dtype=np.float32)
    src_info = (8, 47, 8, 2, 48, 0, 2, 1, 1, 3)  # columns 8..23 and 32..47; rows 0 and 2 (one skipped between)
    dst_info = (0, 31, 0, 2, 32, 0, 1, 0, 1, 2)
    dst = core.gm(np.zeros(64, np.float32)) if way == "out" else core.ub(np.zeros(64, np.float32))
    src = core.gm(data) if way == "in" else core.ub(data)
    call(core, "data_copy_slice", dst, src, params=(2, *dst_info, *src_info))
    rows = data.reshape(3, 48)
    wanted = [float(v) for r in (0, 2) for start in (8, 32) for v in rows[r, start : start + 16]]
    assert dst.numpy().tolist() == wanted


@pytest.mark.parametrize("seed", range(8))
def test_slice_copy_three_dimensions(make_core: Any, call: Any, seed: int) -> None:
    """Random slices against index arithmetic: (N-1)*stride + N*burst elements a side."""
    rng = random.Random(seed)
    core = make_core(rng.choice(("ascend910b", "ascend950", "ascend310p")))
    burst = rng.randrange(1, 3)
    pieces = [rng.randrange(1, 3) for _ in range(3)]

    def draw_slices() -> tuple[list[tuple[int, ...]], int]:
        fields, total = [], 1
        for d in range(3):
            span = burst * 8 if d == 0 else 1
            stride = 8 * rng.randrange(3) if d == 0 else rng.randrange(3)
            start = 8 * rng.randrange(2) if d == 0 else rng.randrange(2)
            end = start + (pieces[d] - 1) * stride + pieces[d] * span - 1
            shape = end + 1 + (8 if d == 0 else 1) * rng.randrange(2)
            fields.append((start, end, stride, burst if d == 0 else 1, shape))
            total *= shape
        return fields, total

    def slice_offsets(fields: list[tuple[int, ...]]) -> list[int]:
        out = []
        for k2, k1, k0 in product(*(range(n) for n in reversed(pieces))):
            spans = (burst * 8, 1, 1)
            index = [f[0] + k * (span + f[2]) for k, f, span in zip((k0, k1, k2), fields, spans, strict=True)]
            out.append(index[0] + fields[0][4] * (index[1] + fields[1][4] * index[2]))
        return out

    (to, to_size), (frm, frm_size) = draw_slices(), draw_slices()
    data = np.arange(1, frm_size + 1, dtype=np.float32)
    dst = core.ub(np.zeros(to_size, np.float32))
    flat = tuple(v for f in (*to, *frm) for v in f)
    call(core, "data_copy_slice", dst, core.gm(data), params=(3, *flat))
    wanted = np.zeros(to_size)
    for d, s in zip(slice_offsets(to), slice_offsets(frm), strict=True):
        wanted[d : d + 8 * burst] = data[s : s + 8 * burst]
    assert dst.numpy().tolist() == wanted.tolist()


# --- fractals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chip", ["ascend910b", "ascend910_93", "ascend950", "ascend310p"])
@pytest.mark.parametrize(
    ("n", "d", "src_d", "c0_stride", "n_stride"), [(4, 32, 40, 4, 1), (3, 20, 20, 5, 1), (2, 16, 16, 2, 2)]
)
def test_nd_to_nz(
    make_core: Any, call: Any, chip: str, n: int, d: int, src_d: int, c0_stride: int, n_stride: int
) -> None:
    """Row r, column group c of 16 halfs goes to block c * c0_stride + r * n_stride; the tail of a group is zero."""
    core = make_core(chip)
    matrices, src_matrix, dst_matrix = 2, n * src_d, 512
    data = np.arange(1, matrices * src_matrix + 1, dtype=np.float16)
    dst = core.ub(np.full(1024, -1, np.float16))
    call(core, "data_copy_nd2nz", dst, core.gm(data),
         params=(matrices, n, d, src_matrix, src_d, c0_stride, n_stride, dst_matrix, 0))  # fmt: skip
    wanted = np.full(1024, -1.0)
    for m, r, col in product(range(matrices), range(n), range(-(-d // 16) * 16)):
        at = m * dst_matrix + 16 * (col // 16 * c0_stride + r * n_stride) + col % 16
        wanted[at] = data[m * src_matrix + r * src_d + col] if col < d else 0
    assert dst.numpy().tolist() == wanted.tolist()


def test_nd_to_nz_small_c0_on_950(make_core: Any, call: Any) -> None:
    """Up to four columns pack into units of four elements."""
    core = make_core("ascend950")
    data = np.arange(1, 13, dtype=np.float16)
    dst = core.ub(np.full(32, -1, np.float16))
    call(core, "data_copy_nd2nz", dst, core.gm(data), params=(1, 4, 3, 0, 3, 4, 1, 0, 1))
    wanted = [v for r in range(4) for v in (*data[3 * r : 3 * r + 3], 0)]
    assert dst.numpy().tolist() == [float(v) for v in wanted] + [-1] * 16


@pytest.mark.parametrize("chip", ["ascend910b", "ascend910_93", "ascend950", "ascend310p"])
@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_nz_to_nd(make_core: Any, call: Any, chip: str, kind: Any) -> None:
    """Source column groups are src_n * 16 elements apart, matrices src_matrix * 256; rows dst_d apart."""
    core = make_core(chip)
    matrices, n, d, src_matrix, src_n, dst_d, dst_matrix = 2, 5, 32, 2, 8, 40, 220
    data = np.arange(1, 1025).astype(kind)
    out = core.gm(np.zeros(512, kind))
    call(core, "data_copy_nz2nd", out, core.ub(data), params=(matrices, n, d, src_matrix, src_n, dst_d, dst_matrix))
    wanted = np.zeros(512)
    for m, r, col in product(range(matrices), range(n), range(d)):
        at = m * dst_matrix + r * dst_d + col
        wanted[at] = data[m * src_matrix * 256 + col // 16 * src_n * 16 + r * 16 + col % 16]
    assert out.numpy().tolist() == wanted.tolist()


def test_nd_to_nz_and_back(make_core: Any, call: Any) -> None:
    core = make_core("ascend910b")
    data = np.arange(1, 257, dtype=np.float16)
    ub, out = core.ub(np.zeros(256, np.float16)), core.gm(np.zeros(256, np.float16))
    call(core, "data_copy_nd2nz", ub, core.gm(data), params=(1, 8, 32, 0, 32, 8, 1, 0, 0))
    call(core, "data_copy_nz2nd", out, ub, params=(1, 8, 32, 1, 8, 32, 1))
    assert out.numpy().tolist() == data.tolist()


# --- NdDma (ascend950) ----------------------------------------------------------------------------------------------

AXES = [
    [(1, 1, 5, 2, 1)],
    [(1, 1, 4, 1, 2), (10, 8, 3, 1, 0)],
    [(2, 1, 3, 0, 1), (9, 5, 2, 1, 1), (20, 32, 2, 1, 0)],
    [(1, 1, 2, 0, 0), (2, 2, 2, 0, 0), (4, 4, 2, 0, 0), (8, 8, 2, 0, 0), (16, 16, 2, 0, 0)],
]  # per dimension: source stride, destination stride, size, left, right; innermost first


@pytest.mark.parametrize("axes", AXES)
@pytest.mark.parametrize("nearest", [False, True])
@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.float32])
def test_nd_dma_padding(make_core: Any, call: Any, axes: Any, nearest: bool, kind: Any) -> None:
    core = make_core("ascend950")
    data = np.arange(1, 129).astype(kind)
    dst = core.ub(np.full(512, 77, kind))
    constant = int.from_bytes(np.array([9], kind).tobytes(), "little")
    flat = tuple(v for axis in axes for v in axis)
    call(core, "data_copy_nddma", dst, core.gm(data), params=(len(axes), constant, *flat),
         flags=NEAREST if nearest else Flag.SET_MASK)  # fmt: skip
    wanted = np.full(512, 77.0)
    for index in product(*(range(left + n + right) for _, _, n, left, right in axes)):
        at = sum(i * axis[1] for i, axis in zip(index, axes, strict=True))
        place = [i - axis[3] for i, axis in zip(index, axes, strict=True)]
        inside = all(0 <= p < axis[2] for p, axis in zip(place, axes, strict=True))
        edge = [min(max(p, 0), axis[2] - 1) for p, axis in zip(place, axes, strict=True)]
        value = data[sum(p * axis[0] for p, axis in zip(edge, axes, strict=True))]
        wanted[at] = value if inside or nearest else 9
    assert dst.numpy().tolist() == wanted.tolist()


def test_nd_dma_transposes(make_core: Any, call: Any) -> None:
    core = make_core("ascend950")
    data = np.arange(24, dtype=np.float32)
    dst = core.ub(np.zeros(24, np.float32))
    call(core, "data_copy_nddma", dst, core.gm(data), params=(2, 0, 6, 1, 4, 0, 0, 1, 4, 6, 0, 0))
    assert dst.numpy().tolist() == data.reshape(4, 6).T.ravel().tolist()


# --- global memory --------------------------------------------------------------------------------------------------


def test_gm_guard_bytes_are_read_and_reported(make_core: Any, call: Any) -> None:
    """Without strict mode an overrun reads guard bytes and is written down."""
    core = make_core("ascend910b")
    gm = core.gm(np.ones(10, np.float32), "input")
    dst = core.ub(np.zeros(16, np.float32))
    call(core, "data_copy", dst, gm, count=16)
    guard = np.frombuffer(bytes([GUARD] * 4), np.float32)[0]
    assert dst.numpy().tolist()[:10] == [1] * 10
    assert np.all(dst.numpy()[10:] == guard)
    (overrun,) = core.gm_space.overruns
    assert (overrun.op, overrun.operand, overrun.size, overrun.first, overrun.last) == ("data_copy", "src", 40, 0, 63)


def test_gm_overrun_beyond_what_the_allocator_gives_is_refused(make_core: Any, call: Any) -> None:
    """40 bytes come as two blocks of 32, and one more."""
    core = make_core("ascend910b")
    out, x = core.gm(np.zeros(10, np.float32), "out"), core.ub(np.ones(64, np.float32))
    call(core, "data_copy", out, x, count=24)
    with pytest.raises(LanewiseError) as caught:
        call(core, "data_copy", out, x, count=32)
    assert caught.value.id == "MEM-004"


def test_gm_overrun_writes_stay_in_the_guard_bytes(make_core: Any, call: Any) -> None:
    core = make_core("ascend910b")
    out = core.gm(np.zeros(10, np.float32), "out")
    neighbour = core.gm(np.zeros(10, np.float32), "neighbour")
    call(core, "data_copy", out, core.ub(np.ones(64, np.float32)), count=16)
    assert out.numpy().tolist() == [1] * 10
    assert neighbour.numpy().tolist() == [0] * 10
    assert len(core.gm_space.overruns) == 1


def test_gm_exact_copy_reports_nothing(make_core: Any, call: Any) -> None:
    core = make_core("ascend910b")
    call(core, "data_copy", core.ub(np.zeros(16, np.float32)), core.gm(np.ones(16, np.float32)), count=16)
    assert not list(core.gm_space.overruns)


def test_gm_overrun_refused_in_strict_mode(make_core: Any, call: Any, unchanged: Any) -> None:
    core = make_core("ascend910b", strict=True)
    out, x = core.gm(np.zeros(10, np.float32)), core.ub(np.ones(64, np.float32))
    before = unchanged.snapshot(core)
    with pytest.raises(LanewiseError) as caught:
        call(core, "data_copy", out, x, count=16)
    assert caught.value.id == "MEM-004"
    unchanged(core, before)
    call(core, "data_copy", out, x, count=8)
    assert out.numpy().tolist() == [1] * 8 + [0] * 2
