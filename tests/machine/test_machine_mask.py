"""MASK, the mask mode, and what each kind of call reads and leaves behind."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lanewise.errors import LanewiseError
from lanewise.isa.record import Flag

ONES = (1 << 64) - 1
COUNTER = 1 << 56
OLDER = ("ascend910b", "ascend910_93", "ascend310b", "ascend310p")  # chips that keep what a call set
A2A3 = ("ascend910b", "ascend910_93")
WITH_MODES = (*OLDER, "ascend950")
UNIT = (1, 1, 8, 8)


def mask_of(core: Any) -> list[int]:
    return [int(w) for w in core.state["mask"][:2]]


def counting(core: Any) -> bool:
    return bool(int(core.state["ctrl"]) & COUNTER)


def halfs(core: Any, n: int = 1024) -> tuple[Any, Any]:
    """A destination of zeros and a source of minus ones: Abs marks what was active with ones."""
    return core.ub(np.zeros(n, np.float16)), core.ub(np.full(n, -1, np.float16))


def active(tensor: Any) -> list[int]:
    return [int(i) for i in np.flatnonzero(tensor.numpy())]


# --- reset and the four mask instructions ---------------------------------------------------------------------------


@pytest.mark.parametrize("chip", [*WITH_MODES, "ascend910"])
def test_mask_reset_state(make_core: Any, chip: str) -> None:
    core = make_core(chip)
    assert mask_of(core) == [ONES, ONES]
    assert not counting(core)


def test_ctrl_reset_on_950(make_core: Any) -> None:
    """Bit 60 (global saturation mode) and bit 3 are set, everything else is clear."""
    assert int(make_core("ascend950").state["ctrl"]) == 1 << 60 | 1 << 3
    assert int(make_core("ascend910b").state["ctrl"]) == 0


@pytest.mark.parametrize("chip", WITH_MODES)
def test_mode_switches(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    others = int(core.state["ctrl"])
    call(core, "set_mask_count")
    assert int(core.state["ctrl"]) == others | COUNTER
    call(core, "set_mask_norm")
    assert int(core.state["ctrl"]) == others


@pytest.mark.parametrize("chip", WITH_MODES)
def test_set_vector_mask_words(make_core: Any, call: Any, chip: str) -> None:
    """The record holds low then high (the vendor's call says high first) and does not switch the mode."""
    core = make_core(chip)
    call(core, "set_vector_mask", params=(5, 9))
    assert mask_of(core) == [5, 9]
    assert not counting(core)
    call(core, "set_mask_count")
    call(core, "set_vector_mask", params=(130, 0))
    assert counting(core)


@pytest.mark.parametrize("chip", WITH_MODES)
def test_reset_mask_keeps_the_mode(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    call(core, "set_mask_count")
    call(core, "set_vector_mask", params=(3, 0))
    call(core, "reset_mask")
    assert mask_of(core) == [ONES, ONES]
    assert counting(core)


# --- section 3.3, row by row ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("chip", WITH_MODES)
def test_bitwise_mask_stays_set(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    dst, src = halfs(core)
    call(core, "abs", dst, src, mask=(0b1011, 1 << 63), strides=UNIT)
    assert active(dst) == [0, 1, 3, 127]
    assert mask_of(core) == [0b1011, 1 << 63]


@pytest.mark.parametrize("chip", OLDER)
@pytest.mark.parametrize(
    ("n", "kind", "words"),
    [(1, np.float16, (1, 0)), (63, np.float16, (2**63 - 1, 0)), (64, np.float16, (ONES, 0)),
     (65, np.float16, (ONES, 1)), (100, np.float16, (ONES, 2**36 - 1)), (128, np.float16, (ONES, ONES)),
     (0, np.float16, (0, 0)), (64, np.float32, (ONES, 0)), (10, np.float32, (1023, 0))],
)  # fmt: skip
def test_contiguous_mask_stays_set_as_bits(
    make_core: Any, call: Any, chip: str, n: int, kind: Any, words: tuple[int, int]
) -> None:
    core = make_core(chip)
    src = core.ub(np.full(128, -1, kind))
    call(core, "abs", src, src, mask=n, strides=UNIT)
    assert mask_of(core) == list(words)


def test_contiguous_mask_is_not_written_on_950(make_core: Any, call: Any) -> None:
    core = make_core("ascend950")
    dst, src = halfs(core)
    call(core, "abs", dst, src, mask=7, strides=UNIT)
    assert active(dst) == list(range(7))
    assert mask_of(core) == [ONES, ONES]


@pytest.mark.parametrize("chip", WITH_MODES)
@pytest.mark.parametrize("placeholder", [0, (0, 0), 99])
def test_no_set_mask_uses_what_is_there(make_core: Any, call: Any, chip: str, placeholder: Any) -> None:
    core = make_core(chip)
    dst, src = halfs(core)
    call(core, "set_vector_mask", params=(0b110, 0b1))
    call(core, "abs", dst, src, mask=placeholder, repeat=2, strides=UNIT, flags=0)
    assert active(dst) == [1, 2, 64, 129, 130, 192]
    assert mask_of(core) == [0b110, 0b1]


@pytest.mark.parametrize("chip", WITH_MODES)
def test_no_set_mask_uses_counter_mode(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    dst, src = halfs(core)
    call(core, "set_mask_count")
    call(core, "set_vector_mask", params=(200, 0))
    call(core, "abs", dst, src, mask=0, repeat=1, strides=UNIT, flags=0)
    assert active(dst) == list(range(200))
    assert counting(core)


@pytest.mark.parametrize("chip", WITH_MODES)
@pytest.mark.parametrize("counter", [False, True])
def test_count_form_leaves_behind(make_core: Any, call: Any, chip: str, counter: bool) -> None:
    """Normal mode and all ones on the older chips; nothing at all on 950."""
    core = make_core(chip)
    dst, src = halfs(core)
    if counter:
        call(core, "set_mask_count")
    call(core, "set_vector_mask", params=(5, 0))
    call(core, "abs", dst, src, count=300)
    assert active(dst) == list(range(300))
    if chip == "ascend950":
        assert (mask_of(core), counting(core)) == ([5, 0], counter)
    else:
        assert (mask_of(core), counting(core)) == ([ONES, ONES], False)


@pytest.mark.parametrize("chip", A2A3)
@pytest.mark.parametrize("name", ["adds", "muls", "maxs", "mins", "leaky_relu"])
def test_count_form_without_set_mask_is_honoured(make_core: Any, call: Any, chip: str, name: str) -> None:
    """count is ignored: one repeat with the current MASK, which stays."""
    core = make_core(chip)
    dst = core.ub(np.full(256, 5, np.float16))
    call(core, "set_vector_mask", params=(0b1001, 0))
    call(core, name, dst, core.ub(np.full(256, 1, np.float16)), scalar=1, count=256, flags=0)
    assert [int(i) for i in np.flatnonzero(dst.numpy() != 5)] == [0, 3]
    assert mask_of(core) == [0b1001, 0]


@pytest.mark.parametrize("chip", A2A3)
def test_count_form_without_set_mask_in_counter_mode(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    dst = core.ub(np.zeros(256, np.float16))
    call(core, "set_mask_count")
    call(core, "set_vector_mask", params=(140, 0))
    call(core, "adds", dst, dst, scalar=1, count=3, flags=0)
    assert active(dst) == list(range(140))
    assert counting(core)


@pytest.mark.parametrize("name", ["adds", "muls", "maxs", "mins", "leaky_relu"])
def test_count_form_set_mask_is_ineffective_on_950(make_core: Any, call: Any, name: str) -> None:
    core = make_core("ascend950")
    dst = core.ub(np.full(256, 5, np.float16))
    call(core, "set_vector_mask", params=(0b1001, 0))
    call(core, name, dst, core.ub(np.full(256, 1, np.float16)), scalar=1, count=200, flags=0)
    assert [int(i) for i in np.flatnonzero(dst.numpy() != 5)] == list(range(200))


@pytest.mark.parametrize("chip", A2A3)
def test_count_form_of_other_instructions_has_no_set_mask(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    dst, src = halfs(core)
    call(core, "set_vector_mask", params=(1, 0))
    call(core, "abs", dst, src, count=20, flags=0)
    assert active(dst) == list(range(20))


# --- Counter mode ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chip", WITH_MODES)
@pytest.mark.parametrize("repeat", [0, 1, 2, 200])
def test_counter_mode_ignores_repeat(make_core: Any, call: Any, chip: str, repeat: int) -> None:
    core = make_core(chip)
    dst, src = halfs(core)
    call(core, "set_mask_count")
    call(core, "abs", dst, src, mask=(300, 0), repeat=repeat, strides=UNIT)
    assert active(dst) == list(range(300))


@pytest.mark.parametrize("chip", WITH_MODES)
def test_counter_mode_130_halfs_with_block_stride_2(make_core: Any, call: Any, chip: str) -> None:
    """128 elements in eight blocks two apart, then the last two elements in the next repeat."""
    core = make_core(chip)
    src = np.arange(1, 513, dtype=np.float16)
    dst = core.ub(np.zeros(512, np.float16))
    call(core, "set_mask_count")
    call(core, "abs", dst, core.ub(src), mask=(130, 0), repeat=1, strides=(2, 2, 16, 16))
    wanted = np.zeros(512)
    for j in range(130):
        repeat, e = divmod(j, 128)
        at = repeat * 256 + e // 16 * 32 + e % 16
        wanted[at] = src[at]
    assert dst.numpy().tolist() == wanted.tolist()


@pytest.mark.parametrize("chip", WITH_MODES)
def test_counter_mode_reads_32_bits(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    dst, src = halfs(core)
    call(core, "set_mask_count")
    call(core, "abs", dst, src, mask=(5 << 32 | 9, 77), strides=UNIT)
    assert active(dst) == list(range(9))


@pytest.mark.parametrize("chip", WITH_MODES)
def test_counter_mode_zero_is_nothing(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    dst, src = halfs(core)
    call(core, "set_mask_count")
    call(core, "abs", dst, src, mask=(0, 0), strides=UNIT)
    assert active(dst) == []


@pytest.mark.parametrize("chip", OLDER)
def test_counter_mode_contiguous_mask_is_a_bit_pattern(make_core: Any, call: Any, chip: str) -> None:
    """n = 3 becomes the bits 0b111, which count as 7 elements."""
    core = make_core(chip)
    dst, src = halfs(core)
    call(core, "set_mask_count")
    call(core, "abs", dst, src, mask=3, strides=UNIT)
    assert active(dst) == list(range(7))
    assert mask_of(core) == [7, 0]


@pytest.mark.parametrize("chip", OLDER)
def test_counter_mode_contiguous_mask_32_overruns(make_core: Any, call: Any, unchanged: Any, chip: str) -> None:
    """n = 32 counts as 2**32 - 1 elements, far more than UB holds; the message says where the number came from."""
    core = make_core(chip)
    dst, src = halfs(core)
    call(core, "set_mask_count")
    before = unchanged.snapshot(core)
    with pytest.raises(LanewiseError) as caught:
        call(core, "abs", dst, src, mask=32, strides=UNIT)
    assert caught.value.id == "MASK-005"
    assert str(2**32 - 1) in str(caught.value)
    unchanged(core, before)


@pytest.mark.parametrize("n", [3, 200])
def test_counter_mode_contiguous_mask_is_a_number_on_950(make_core: Any, call: Any, n: int) -> None:
    core = make_core("ascend950")
    dst, src = halfs(core)
    call(core, "set_mask_count")
    call(core, "abs", dst, src, mask=n, strides=UNIT)
    assert active(dst) == list(range(n))


@pytest.mark.parametrize("chip", WITH_MODES)
def test_counter_mode_beyond_255_repeats(make_core: Any, call: Any, chip: str) -> None:
    core = make_core(chip)
    n = 300 * 128 + 5
    x = core.ub(np.full(n, -1, np.float16))
    call(core, "set_mask_count")
    call(core, "abs", x, x, mask=(n, 0), strides=UNIT)
    assert np.all(x.numpy() == 1)


# --- Copy -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chip", ["ascend910b", "ascend910_93", "ascend310b", "ascend950"])
@pytest.mark.parametrize(("n", "repeat"), [(20, 3), (16, 1), (5, 2), (200, 2)])
def test_copy_counter_mode_counts_each_repeat(make_core: Any, call: Any, chip: str, n: int, repeat: int) -> None:
    """N elements in each repeat, block k at k * stride even beyond eight blocks, repeats effective."""
    core = make_core(chip)
    source = np.arange(2000, dtype=np.int16)
    dst, src = core.ub(np.full(2000, -1, np.int16)), core.ub(source)
    call(core, "set_mask_count")
    call(core, "copy", dst, src, mask=(n, 0), repeat=repeat, strides=(1, 2, 30, 40))
    wanted = np.full(2000, -1)
    for r in range(repeat):
        for e in range(n):
            wanted[r * 480 + e] = source[r * 640 + e // 16 * 32 + e % 16]
    assert dst.numpy().tolist() == wanted.tolist()


@pytest.mark.parametrize("chip", ["ascend910b", "ascend950"])
@pytest.mark.parametrize("kind", [np.int16, np.float32])
def test_copy_normal_mode(make_core: Any, call: Any, chip: str, kind: Any) -> None:
    core = make_core(chip)
    source = np.arange(1, 513).astype(kind)
    dst = core.ub(np.zeros(512, kind))
    call(core, "copy", dst, core.ub(source), mask=10, repeat=2, strides=(1, 1, 8, 8))
    per = 256 // source.itemsize
    assert active(dst) == [*range(10), *range(per, per + 10)]


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int64])
def test_copy_count_on_950(make_core: Any, call: Any, kind: Any) -> None:
    core = make_core("ascend950")
    dst = core.ub(np.zeros(100, kind))
    call(core, "copy", dst, core.ub(np.arange(1, 101).astype(kind)), count=70)
    assert dst.numpy().tolist() == [*range(1, 71)] + [0] * 30


def test_copy_8_bits_takes_four_mask_words_on_950(make_core: Any, call: Any) -> None:
    core = make_core("ascend950")
    dst = core.ub(np.zeros(256, np.uint8))
    call(core, "copy", dst, core.ub(np.ones(256, np.uint8)), mask=(1, 2, 4, 1 << 63), strides=UNIT)
    assert active(dst) == [0, 65, 130, 255]


# --- instructions without a mask ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("chip", "left"), [("ascend910b", [ONES, ONES]), ("ascend910_93", [ONES, ONES]),
                                            ("ascend950", [3, 0])])  # fmt: skip
def test_brcb_and_the_mask(make_core: Any, call: Any, chip: str, left: list[int]) -> None:
    """Brcb writes every element whatever MASK says; the older chips leave all ones."""
    core = make_core(chip)
    dst = core.ub(np.zeros(128, np.float16))
    call(core, "set_vector_mask", params=(3, 0))
    call(core, "brcb", dst, core.ub(np.arange(1, 17, dtype=np.float16)), repeat=1, params=(1, 8))
    assert dst.numpy().tolist() == np.repeat(np.arange(1, 9), 16).tolist()
    assert mask_of(core) == left


def test_data_copy_ignores_the_mask(make_core: Any, call: Any) -> None:
    core = make_core("ascend910b")
    call(core, "set_vector_mask", params=(1, 0))
    dst = core.ub(np.zeros(64, np.float16))
    call(core, "data_copy", dst, core.gm(np.ones(64, np.float16)), count=64)
    assert active(dst) == list(range(64))
    assert mask_of(core) == [1, 0]


# --- zero -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chip", WITH_MODES)
@pytest.mark.parametrize("how", [{"count": 0}, {"mask": 0}, {"mask": 128, "repeat": 0}, {"mask": (1, 0), "repeat": 0}])
def test_zero_writes_nothing(make_core: Any, call: Any, chip: str, how: Any) -> None:
    core = make_core(chip)
    dst, src = halfs(core)
    before = core.mem.copy()
    call(core, "abs", dst, src, **how)
    assert np.array_equal(core.mem, before)


def test_zero_repeat_still_sets_the_mask(make_core: Any, call: Any) -> None:
    core = make_core("ascend910b")
    dst, src = halfs(core)
    call(core, "abs", dst, src, mask=5, repeat=0, strides=UNIT)
    assert mask_of(core) == [31, 0]


def test_flag_numbers_are_stable() -> None:
    """Records on disk carry these bits."""
    assert {f.name: int(f) for f in Flag} == {
        "SET_MASK": 1, "ROUND": 2, "SCALAR_LEFT": 4, "SCALAR_TENSOR": 8, "KEEP_SUBNORMALS": 16, "EXACT": 32,
        "COMPACT": 64, "PAD_VALUE": 128, "NEAREST": 256, "MERGE": 512,
    }  # fmt: skip
