"""Random calls of reductions: every order, unit of stride, alignment and buffer size, few and many repeats."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from strategies import COUNTS, UB_WINDOW, Call, mask_words, rows

from lanewise.isa.record import Flag, Instruction, Overload
from lanewise.numerics.formats import DTYPES

LONG = [2000, 4097, 9000]  # several stretches of repeats, two levels of trees


@st.composite
def reduction(draw: Any, ins: Instruction) -> Call:
    row, chip, overload = draw(rows(ins))
    kinds = [DTYPES[t] for t in row.types]
    lanes = 256 // kinds[1].size
    unit = draw(st.sampled_from([2, 32]))
    dst = unit * draw(st.integers(0, UB_WINDOW // unit))
    src = 32 * draw(st.integers(0, UB_WINDOW // 64)) + draw(st.sampled_from([0] * 30 + [2, 16]))
    call = Call(
        ins, chip, overload,
        [(dst, draw(st.sampled_from([8192, 8192, 300, 8, 1])), kinds[0]),
         (src, draw(st.sampled_from([16384, 16384, 16384, 512, 64, 20])), kinds[1])],
        seed=draw(st.integers(0, 2**32 - 1)),
    )  # fmt: skip
    if ins.form.group == "all":
        room = draw(st.sampled_from([8192, 8192, 64, 16, 8, 0]))
        call.tensors.append((32 * draw(st.integers(0, 200)) + draw(st.sampled_from([0] * 20 + [4])), room, kinds[2]))
    if ins.fold != "sum":
        call.params = (draw(st.integers(0, 1 if ins.form.group == "all" else 3)),)
    if draw(st.integers(0, 3)) == 0:
        call.flags = 0
    counter = draw(st.integers(0, 3)) == 0
    call.control = counter << 56 | draw(st.booleans()) << 48 | draw(st.booleans()) << 53
    call.register = draw(mask_words(128))
    if counter:
        call.register = (draw(st.sampled_from([*COUNTS, *LONG])), 0, 0, 0)
    if overload == Overload.COUNT:
        call.mask = draw(st.sampled_from([*COUNTS, *LONG, 2 * lanes, 3 * lanes - 1, 4 * lanes - 5, 4 * lanes + 1, -1]))
        return call
    call.repeat = draw(st.sampled_from([*[1, 1, 2, 3, 5, 40, 130, 255] * 3, 0, 256, -1, 2**31]))
    if call.repeat > 40 and draw(st.booleans()):
        call.flags = int(Flag.SET_MASK)
        call.repeat = draw(st.sampled_from([130, 255]))
    if overload == Overload.CONTIGUOUS:
        call.mask = draw(st.one_of(st.sampled_from([0, 1, lanes - 1, lanes, lanes, lanes + 1]), st.integers(0, lanes)))
    else:
        call.mask = draw(mask_words(lanes))
    blocks = draw(st.sampled_from([*[1, 1, 1, 0, 2, 3] * 4, 70000]))
    repeats = draw(st.sampled_from([*[8, 8, 0, 1, 4, 9, 20] * 4, -1]))
    if ins.form.group == "all":
        call.strides = (1, 1, 1, 0, repeats, 0)
    else:
        call.strides = (1, blocks, draw(st.sampled_from([*[0, 1, 1, 1, 2, 3, 9] * 4, 65536])), repeats)
    return call
