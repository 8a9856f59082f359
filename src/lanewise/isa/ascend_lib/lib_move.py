"""Elements that change places or are made from numbers: broadcasts, margins, layouts, masks, progressions, random."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.calls import by_hand, call, scratched
from lanewise.isa.macro import ANY, EVERYWHERE, ONLY_950, Part, everywhere, first_elements, lines, macro, same_type

FAMILY = "library transform"
SIDE = 16  # of the squares of NZ layouts, and channels kept together
NCDHW, NDC1HWC0, FRACTAL_Z_3D = range(3)
NZ2ND_0213, NZ2NZ_0213, NZ2NZ_012_WITH_N, NZ2ND_012_WITH_N, NZ2ND_012_WITHOUT_N, NZ2NZ_012_WITHOUT_N = range(1, 7)
ND2ND_ONLY = 7
ND2ND_021, ND2ND_102, ND2ND_210 = 13, 14, 15
Array = np.ndarray[Any, Any]


def _round_up(value: int, unit: int) -> int:
    return -(-value // unit) * unit


def broadcast(m: Any) -> None:
    """params: rank, target lengths, source lengths. Packed arrays; axes of length 1 are repeated."""
    rank = m.params[0]
    to, frm = m.params[1 : 1 + rank], m.params[1 + rank : 1 + 2 * rank]
    for d in range(rank):
        if frm[d] != to[d] and frm[d] != 1:
            m.refuse(f"srcShape[{d}]", frm[d], f"1 or {to[d]}")
    size = int(np.prod(to, dtype=np.int64))
    x = m.raw(1, first_elements(int(np.prod(frm, dtype=np.int64)))) if size else np.zeros(0)
    m.put_raw(0, first_elements(size), np.broadcast_to(x.reshape(frm), to) if size else x)


def fill(m: Any) -> None:
    """params: how many elements of GM, the bits of the value."""
    n, kind = m.params[0], m.type(0)
    m.put_raw(0, first_elements(n), np.full(n, m.params[1] & (1 << kind.bits) - 1, f"u{kind.size}"))


def pad(m: Any) -> None:
    """params: rows, width, original width, left, right, value.

    Packed rows get margins and start at whole data blocks. Rows that are whole blocks already are copied, and the
    columns from their original width on become the margin.
    """
    rows, width, original, left, right = m.params[:5]
    value = m.encoded(np.array([float(m.params[5])]), 0)[0]
    pitch = _round_up(width, m.per_block(1))
    aligned = pitch == width
    data, left = (original, 0) if aligned else (width, left)
    if left + data + right > pitch:
        m.refuse("the padded width", left + data + right,
                 f"at most {pitch} elements, the row in whole data blocks")
    x = m.raw(1, first_elements(rows * width)).reshape(rows, width)
    out = np.full((rows, width if aligned else left + width + right), value, x.dtype)
    out[:, left : left + width] = x
    out[:, left + data : left + data + right] = value
    m.put_raw(0, Part(rows, pitch, out.shape[1]), out)


def unpad(m: Any) -> None:
    """params: rows, width, right. Rows lose their last elements and become packed."""
    rows, width, right = m.params[:3]
    if right > width:
        m.refuse("rightPad", right, f"at most the width, {width}")
    m.put_raw(0, first_elements(rows * (width - right)), m.raw(1, Part(rows, width, width - right)))


def _nz(s: Array, h: Array, rows: int) -> Array:
    """NZ of a matrix whose sides are multiples of 16: columns of squares."""
    return (h // SIDE * (rows // SIDE) + s // SIDE) * SIDE * SIDE + s % SIDE * SIDE + h % SIDE


def transpose(m: Any) -> None:
    """params: type, then b, n, s, h; or three lengths and 1."""
    kind, b_, n_, s_, h_ = m.params[:5]
    if NZ2ND_0213 <= kind <= NZ2NZ_012_WITHOUT_N:
        b, n, s, h = np.ogrid[:b_, :n_, :s_, :h_]
        rows, columns, wide, heads = (
            _round_up(s_, SIDE),
            _round_up(h_, SIDE),
            _round_up(n_ * h_, SIDE),
            _round_up(n_, SIDE),
        )
        split = (b * n_ + n) * rows * columns + _nz(s, h, rows)
        joined = b * rows * wide + _nz(s, n * h_ + h, rows)
        frm, to = {
            NZ2ND_0213: (split, ((b * s_ + s) * n_ + n) * h_ + h),
            NZ2NZ_0213: (split, (b * s_ + s) * heads * columns + _nz(n, h, heads)),
            NZ2NZ_012_WITH_N: (joined, split),
            NZ2ND_012_WITH_N: (joined, ((b * n_ + n) * s_ + s) * columns + h),
            NZ2ND_012_WITHOUT_N: (split, (b * s_ + s) * n_ * h_ + n * h_ + h),
            NZ2NZ_012_WITHOUT_N: (split, joined),
        }[kind]
    elif kind == ND2ND_ONLY or ND2ND_021 <= kind <= ND2ND_210:
        i, j, k = np.ogrid[:b_, :n_, :s_]
        frm = (i * n_ + j) * s_ + k
        to = {ND2ND_102: (j * b_ + i) * s_ + k, ND2ND_210: (k * n_ + j) * b_ + i}.get(kind, (i * s_ + k) * n_ + j)
    else:
        m.refuse("transposeType", kind, "1..7 or 13..15")
    frm, to = (np.ravel(a) for a in np.broadcast_arrays(frm, to))
    m.put_raw(0, to, m.raw(1, frm))


def _volume(
    layout: int, n_: int, c_: int, d_: int, hw: int, pitch: int, n: Array, c: Array, d: Array, i: Array
) -> Array:
    c1, n1 = -(-c_ // SIDE), -(-n_ // SIDE)
    if layout == NCDHW:
        return ((n * c_ + c) * d_ + d) * pitch + i
    if layout == NDC1HWC0:
        return (((n * d_ + d) * c1 + c // SIDE) * hw + i) * SIDE + c % SIDE
    return ((((d * c1 + c // SIDE) * hw + i) * n1 + n // SIDE) * SIDE + n % SIDE) * SIDE + c % SIDE


def trans_data(m: Any) -> None:
    """params: source layout, target layout, n, c, d, h * w. Missing channels and batches are zero when packed."""
    frm, to, n_, c_, d_, hw = m.params[:6]
    pitch = _round_up(hw, m.per_block(1))
    all_n = _round_up(n_, SIDE) if to == FRACTAL_Z_3D else n_
    all_c = c_ if to == NCDHW else _round_up(c_, SIDE)
    everything = np.ogrid[:all_n, :all_c, :d_, :hw]
    target = np.ravel(_volume(to, n_, c_, d_, hw, pitch, *everything))
    m.put_raw(0, target, np.zeros(target.size, np.uint8))
    present = np.ogrid[:n_, :c_, :d_, :hw]
    target, source = (np.ravel(_volume(side, n_, c_, d_, hw, pitch, *present)) for side in (to, frm))
    m.put_raw(0, target, m.raw(1, source))


def select(m: Any) -> None:
    """params: rows, columns, mask pitch, bits of src0, bits of src1. A mask element of 0 takes src0."""
    rows, columns, pitch = m.params[:3]
    kind, size = m.type(0), rows * columns
    zero, other = (
        m.raw(i, first_elements(size))
        if m.has(i)
        else np.full(size, m.params[2 + i] & (1 << kind.bits) - 1, f"u{kind.size}")
        for i in (1, 2)
    )
    m.put_raw(0, first_elements(size), np.where(m.raw(3, Part(rows, pitch, columns)) == 0, zero, other))


def dropout(m: Any) -> None:
    """params: rows, columns, mask pitch, mode, probability. Modes: 1 bytes in padded rows, 2 bytes, 3 bits, 4 bits in
    padded rows. A byte multiplies, a bit chooses."""
    rows, columns, pitch, mode = m.params[:4]
    name, size = m.type(0).name, rows * columns
    factor = float(m.rounded(np.float64(np.float32(1) / np.float32(m.real(4))), name))
    x = m.numbers(1, first_elements(size))
    if mode <= 2:
        kept = m.numbers(2, Part(rows, pitch, columns) if mode == 1 else first_elements(size))
        m.put(0, first_elements(size), m.rounded(x * factor, name) * kept)
        return
    if mode == 4:
        bytes_ = m.raw(2, Part(rows, pitch, -(-columns // 8))).reshape(rows, -(-columns // 8))
        bits = np.unpackbits(bytes_, axis=1, bitorder="little")[:, :columns].ravel()
    else:
        bits = np.unpackbits(m.raw(2, first_elements(-(-size // 8))), bitorder="little")[:size]
    m.put(0, first_elements(size), np.where(bits != 0, x * factor, 0.0))


def arange(m: Any) -> None:
    """params: how many, first value, difference. Floats grow block by block, as the chips make them."""
    n, kind = m.params[0], m.type(0)
    if kind.is_integer:
        values = [m.params[1] + i * m.params[2] & (1 << kind.bits) - 1 for i in range(n)]
        m.put_raw(0, first_elements(n), np.array(values, np.uint64))
        return
    block, repeat = m.per_block(0), 8 * m.per_block(0)
    start = repeat if m.policy["arange_start"] == "repeat" else block
    base, diff = m.real(1), m.real(2)
    out = m.rounded(base + diff * np.arange(min(n, start)), kind.name)
    while out.size < n:
        lanes = block if out.size < repeat else repeat
        step = m.rounded(np.float64(np.float32(diff * lanes)), kind.name)
        out = np.concatenate([out, m.rounded(out[out.size - lanes :] + step, kind.name)])
    m.put(0, first_elements(n), out[:n])


def philox(m: Any) -> None:
    """params: stride, rows, columns, two words of key, four of counter, rounds.

    Row r, column c takes number r * stride + c of the stream; floats are in [0, 1): 23 random bits of fraction.
    """
    stride, rows, columns = m.params[:3]
    key, counter, rounds = m.params[3:5], m.params[5:9], m.params[9]
    row, column = np.arange(rows, dtype=np.uint64)[:, None], np.arange(columns, dtype=np.uint64)
    number = (row * np.uint64(stride) + column).ravel()
    carry = number // np.uint64(4)
    low = np.uint64(0xFFFFFFFF)
    c = []
    for word in counter:
        total = (carry & low) + np.uint64(word & 0xFFFFFFFF)
        c.append(total & low)
        carry = (carry >> np.uint64(32)) + (total >> np.uint64(32))
    k0, k1 = (np.uint64(word & 0xFFFFFFFF) for word in key)
    for _ in range(rounds):
        a, b = np.uint64(0xD2511F53) * c[0], np.uint64(0xCD9E8D57) * c[2]
        c = [b >> np.uint64(32) ^ c[1] ^ k0, b & low, a >> np.uint64(32) ^ c[3] ^ k1, a & low]
        k0, k1 = np.uint64((int(k0) + 0x9E3779B9) & 0xFFFFFFFF), np.uint64((int(k1) + 0xBB67AE85) & 0xFFFFFFFF)
    words = np.choose((number % np.uint64(4)).astype(np.int64), c).astype(np.uint32)
    if m.type(0).name == "float":
        ones = ((words & np.uint32(0x7FFFFF)) | np.uint32(0x3F800000)).view(np.float32)
        words = (ones - np.float32(1)).view(np.uint32)
    m.put_raw(0, first_elements(rows * columns), words)


_MOVED = "int16 uint16 half int32 uint32 float"
_MASKS = "bool int8 uint8 int16 uint16 int32 uint32"


def _choices() -> str:
    return " ".join(
        f"{t}/{a}/{b}/{mask}" for t in ("half", "float") for a, b in ((t, ""), ("", t)) for mask in _MASKS.split()
    )


_SHAPES = "shapes are arrays, or follow from a tiling and a layout"

INSTRUCTIONS = (
    macro("broadcast", FAMILY, "Broadcast", "dst src", "repeat along an axis", broadcast,
          lines(EVERYWHERE, same_type(2, ANY)), old=("BroadCast",), parameters={"rank": 1},
          calls=by_hand(_SHAPES, "<T, dim:i32, axis:i32>(dst:T, src:T, dstShape:uint32_t[dim], srcShape:uint32_t[dim])",
                        "<T>(dst:T, src:T, dstShape:uint32_t*, srcShape:uint32_t*, tiling:BroadcastTiling*)")),
    macro("fill", FAMILY, "Fill", "dst", "fill global memory with a value", fill, lines(EVERYWHERE, ANY),
          pipe="MTE",  # on chips a piece of UB is filled once and copied out again and again
          parameters={"count": 0, "value": 0},
          calls=(call("<T>(dst:GlobalTensor<T>&, size:u64, value:plain T) -> size, "
                      "lanewise::library::bits_as<T>(value)",
                      operands="dst"),)),
    macro("pad", FAMILY, "Pad", "dst src", "give rows margins", pad,
          everywhere(same_type(2, _MOVED)) + lines(ONLY_950, same_type(2, "bfloat16"), evidence="inferred"),
          parameters={"rows": 0, "width": 0, "original": 0, "left": 0, "right": 0, "value": 0},
          calls=scratched("<T>(dst:T, src:T, params:PadParams&, {scratch}tiling:PadTiling&) -> tiling.srcHeight, "
                          "tiling.srcWidth, tiling.srcOriWidth, params.leftPad, params.rightPad, params.padValue")),
    macro("unpad", FAMILY, "UnPad", "dst src", "take the right margin from rows", unpad,
          everywhere(same_type(2, _MOVED)) + lines(ONLY_950, same_type(2, "bfloat16"), evidence="inferred"),
          parameters={"rows": 0, "width": 0, "right": 0},
          calls=scratched("<T>(dst:T, src:T, params:UnPadParams&, {scratch}tiling:UnPadTiling&) -> tiling.srcHeight, "
                          "tiling.srcWidth, params.rightPad")),
    macro("transpose", FAMILY, "Transpose", "dst src", "swap axes between NZ and ND layouts", transpose,
          lines(EVERYWHERE, same_type(2, ANY)), old=("ConfusionTranspose",),
          parameters={"type": 0, "b": 1, "n": 1, "s": 1, "h": 1},
          calls=by_hand(_SHAPES, "<T>(dst:T, src:T, transposeType:TransposeType, tiling:ConfusionTransposeTiling&)")),
    macro("trans_data", FAMILY, "TransData", "dst src", "between NCDHW and layouts of 16 channels", trans_data,
          everywhere(same_type(2, "int16 uint16 half bfloat16"))
          + lines(EVERYWHERE, same_type(2, "int8 uint8 int32 uint32 float"), evidence="inferred"),
          parameters={"from": 0, "to": 1, "n": 1, "c": 1, "d": 1, "hw": 1},
          calls=by_hand(_SHAPES, "<config:TransDataConfig>(dst:T, src:T, params:TransDataParams<U, S>&)")),
    macro("select", FAMILY, "Select", "dst src0 src1 mask", "choose between a tensor and a scalar by a mask of bytes",
          select, everywhere(_choices()), old=("SelectWithBytesMask",),
          parameters={"rows": 1, "columns": 0, "mask pitch": 0, "src0": 0, "src1": 0},
          calls=by_hand("either source is a number, and the mask has a pitch that follows from its shape",
                        "<T, U>(dst:T, src0:T, src1:plain T, mask:U, sharedTmpBuffer:uint8, "
                        "info:SelectWithBytesMaskShapeInfo&)")),
    macro("dropout", FAMILY, "DropOut", "dst src mask", "keep and scale what a mask of bytes or bits keeps", dropout,
          everywhere("half/half/uint8 float/float/uint8") + lines(ONLY_950, "bfloat16/bfloat16/uint8"),
          parameters={"rows": 1, "columns": 0, "mask pitch": 0, "mode": 2, "keep": 1.0},
          calls=by_hand("a mode of 0 is worked out from the shape of the mask", "<T, isInitBitMode:bool=false, "
                        "dropOutMode:u32=0>(dst:T, src:T, mask:uint8, keepProb:float, info:DropOutShapeInfo&)")),
    macro("arange", FAMILY, "Arange", "dst", "an arithmetic progression", arange,
          everywhere("int16 half int32 float") + lines(ONLY_950, "int64")
          + lines(EVERYWHERE, "uint16 uint32", evidence="inferred") + lines(ONLY_950, "bfloat16", evidence="inferred"),
          old=("ArithProgression",), policies=("arange_start", "float_saturation"),
          parameters={"count": 0, "first": 0, "difference": 0},
          calls=(call("<T>(dst:T, firstValue:plain T, diffValue:plain T, count:i32) -> count > 0 ? count : 0, "
                      "lanewise::library::number_as<T>(firstValue), lanewise::library::number_as<T>(diffValue)"),)),
    macro("philox_random", FAMILY, "PhiloxRandom", "dst", "Philox4x32 random numbers from a key and a counter", philox,
          lines(ONLY_950, "uint32 int32 float"),
          parameters={"stride": 0, "rows": 1, "columns": 0, "key0": 0, "key1": 0, "counter0": 0, "counter1": 0,
                      "counter2": 0, "counter3": 0, "rounds": 7},
          calls=by_hand("arrays of a key and a counter become six numbers",
                        "<Rounds:u16=7>(dst:T, philoxKey:PhiloxKey&, philoxCounter:PhiloxCounter&, count:u16)",
                        "<Rounds:u16=7>(dst:T, philoxKey:PhiloxKey&, philoxCounter:PhiloxCounter&, "
                        "params:PhiloxRandomParams&)")),
)
