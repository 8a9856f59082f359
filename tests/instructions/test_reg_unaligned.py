"""Streams at any address: what is in memory after each step, and what may not be forgotten."""

from __future__ import annotations

from typing import Any

import pytest
from register_memory import BASE, at, fill, mask_of, memory, ramp, raw, register_of

from lanewise.asc import reg
from lanewise.errors import LanewiseError
from lanewise.isa.ascend_reg.reg_unaligned import Use

OLD = 0xEE
COUNT, ADDRESS, SQUEEZED = int(Use.STORE), int(Use.STORE_ADDRESS), int(Use.STORE_COUNTED)


def append(core: Any, offset: int, data: list[int], stream: Any, count: int, kind: str = "uint32") -> None:
    reg.store_un_align(at(core, offset, kind), register_of(kind, data), stream, form=COUNT, count=count)


# --- loads ---


@pytest.mark.parametrize("start", [0, 1, 13, 31, 32, 45])
def test_one_pre_serves_a_stream_without_gaps(make_core: Any, start: int) -> None:
    with make_core("ascend950", strict=True) as core:
        data = fill(core)
        stream, d = reg.UnalignReg(), reg.RegTensor("uint8")
        reg.load_un_align_pre(stream, at(core, start))
        for i in range(4):
            at_byte = start + 256 * i
            reg.load_un_align(d, stream, at(core, at_byte))
            assert raw(d) == data[at_byte : at_byte + 256]


def test_the_head_of_a_load_comes_from_the_block_read_ahead(make_core: Any) -> None:
    with make_core("ascend950") as core:
        data = fill(core)
        stream, d = reg.UnalignReg(), reg.RegTensor("uint8")
        reg.load_un_align_pre(stream, at(core, 20))
        core.mem[BASE : BASE + 64] = 0
        reg.load_un_align(d, stream, at(core, 20))
        assert raw(d) == data[20:32] + [0] * 32 + data[64:276]


@pytest.mark.parametrize("second", [256, 40])
def test_two_registers_follow_each_other(make_core: Any, second: int) -> None:
    with make_core("ascend950") as core:
        data = fill(core)
        stream, d = reg.UnalignReg(), reg.RegTensor("int64", registers=2)
        reg.load_un_align_pre(stream, at(core, 8, "int64"))
        reg.load_un_align(d, stream, at(core, 8, "int64"), second=second)
        joined = data[8:264] + data[8 + second : 264 + second]
        pieces = [joined[i : i + 4] for i in range(0, 512, 4)]
        assert raw(d) == [b for p in pieces[::2] + pieces[1::2] for b in p]


def test_a_load_without_pre_is_refused(make_core: Any) -> None:
    with make_core("ascend950") as core:
        stream, d = reg.UnalignReg(), reg.RegTensor("float")
        with pytest.raises(LanewiseError, match="REG-006"):
            reg.load_un_align(d, stream, at(core, 4, "float"))
        append(core, 4, ramp(256), stream, 1)
        with pytest.raises(LanewiseError, match=r"REG-006.*stores with a count"):
            reg.load_un_align(d, stream, at(core, 4, "float"))


def test_a_jump_needs_another_pre_in_strict_mode(make_core: Any) -> None:
    for strict in (False, True):
        with make_core("ascend950", strict=strict) as core:
            data = fill(core)
            stream, d = reg.UnalignReg(), reg.RegTensor("uint8")
            reg.load_un_align_pre(stream, at(core, 3))
            if strict:
                with pytest.raises(LanewiseError, match="REG-007"):
                    reg.load_un_align(d, stream, at(core, 99))
            else:
                reg.load_un_align(d, stream, at(core, 99))
                assert raw(d) == data[99:355]


def test_the_last_bytes_of_ub_can_be_loaded(make_core: Any) -> None:
    with make_core("ascend950") as core:
        end = int(core.mem.size) - BASE
        stream, d = reg.UnalignReg(), reg.RegTensor("uint8")
        reg.load_un_align_pre(stream, at(core, end - 256))
        reg.load_un_align(d, stream, at(core, end - 256))
        with pytest.raises(LanewiseError, match="MEM-001"):
            reg.load_un_align(d, stream, at(core, end - 255))


# --- stores ---


def test_mistake_8_the_tail_waits_and_bytes_below_the_start_stay(make_core: Any) -> None:
    """The worked numbers of the documentation: start 48, two whole registers, Post."""
    with make_core("ascend950") as core:
        core.mem[:] = OLD
        first, second = ramp(256), ramp(512)[256:]
        stream = reg.UnalignReg()
        append(core, 48, first, stream, 64)
        assert memory(core, 320) == [OLD] * 48 + first[:240] + [OLD] * 32
        append(core, 304, second, stream, 64)
        assert memory(core, 576) == [OLD] * 48 + first + second[:240] + [OLD] * 32
        reg.store_un_align_post(at(core, 560, "uint32"), stream, form=COUNT)
        assert memory(core, 600) == [OLD] * 48 + first + second + [OLD] * 40
        reg.end_of_stream(stream)


@pytest.mark.parametrize("kind", ["uint8", "half", "int32", "int64", "complex32"])
@pytest.mark.parametrize("counts", [(3, 3, 3, 3, 3), (1, 0, 31, 2), (32, 5, 17)])
def test_a_stream_is_a_plain_copy_in_the_end(make_core: Any, kind: str, counts: tuple[int, ...]) -> None:
    with make_core("ascend950") as core:
        core.mem[:] = OLD
        stream = reg.UnalignReg()
        size = reg.RegTensor(kind).dtype.size
        place, want = 24, [OLD] * 24
        for i, n in enumerate(counts):
            data = [(b + 50 * i) % 256 for b in ramp(256)]
            append(core, place, data, stream, n, kind)
            place += n * size
            want += data[: n * size]
        reg.store_un_align_post(at(core, place, kind), stream, form=COUNT)
        assert memory(core, place + 64) == want + [OLD] * 64


def test_two_registers_are_appended_in_memory_order(make_core: Any) -> None:
    with make_core("ascend950") as core:
        core.mem[:] = OLD
        data = ramp(512)
        src, stream = reg.RegTensor("int64", registers=2), reg.UnalignReg()
        src.data[:] = [b for h in (0, 4) for i in range(h, 512, 8) for b in data[i : i + 4]]
        reg.store_un_align(at(core, 8, "int64"), src, stream, form=COUNT, count=50)
        reg.store_un_align_post(at(core, 408, "int64"), stream, form=COUNT)
        assert memory(core, 440) == [OLD] * 8 + data[:400] + [OLD] * 32


def test_a_forgotten_post_is_refused_at_the_end(make_core: Any) -> None:
    with make_core("ascend950") as core:
        stream = reg.UnalignReg()
        append(core, 32, ramp(256), stream, 8)
        reg.end_of_stream(stream)  # nothing is pending: no bytes are lost
        append(core, 64, ramp(256), stream, 5)
        with pytest.raises(LanewiseError, match=f"REG-004.*20 bytes pending.*UB byte {BASE + 64}"):
            reg.end_of_stream(stream)


def test_post_must_be_of_the_same_form(make_core: Any) -> None:
    with make_core("ascend950") as core:
        stream = reg.UnalignReg()
        append(core, 32, ramp(256), stream, 5)
        for form in (ADDRESS, SQUEEZED):
            with pytest.raises(LanewiseError, match="REG-005"):
                reg.store_un_align_post(at(core, 52, "uint32"), stream, form=form)
        with pytest.raises(LanewiseError, match="REG-005"):
            reg.store_un_align(at(core, 52, "uint32"), register_of("uint32", ramp(256)), stream, form=ADDRESS)


def test_pending_bytes_do_not_move(make_core: Any) -> None:
    with make_core("ascend950") as core:
        stream = reg.UnalignReg()
        append(core, 32, ramp(256), stream, 5)
        with pytest.raises(LanewiseError, match=r"REG-008.*20 pending bytes"):
            append(core, 128, ramp(256), stream, 5)
        with pytest.raises(LanewiseError, match="REG-008"):
            reg.store_un_align_post(at(core, 32, "uint32"), stream, form=COUNT)


def test_address_registers_store_whole_registers(make_core: Any) -> None:
    with make_core("ascend950") as core:
        core.mem[:] = OLD
        data, stream = ramp(256), reg.UnalignReg()
        for place in (4, 260, 1004):
            reg.store_un_align(at(core, place, "float"), register_of("float", data), stream, form=ADDRESS)
        reg.store_un_align_post(at(core, 1004, "float"), stream, form=ADDRESS)
        assert memory(core, 1300) == [OLD] * 4 + data + data + [OLD] * 488 + data + [OLD] * 40


@pytest.mark.parametrize(("w", "kind"), [(2, "uint16"), (4, "uint32")])
def test_masks_are_appended_without_gaps(make_core: Any, w: int, kind: str) -> None:
    with make_core("ascend950") as core:
        core.mem[:] = OLD
        size, stream, want = 32 // w, reg.UnalignReg(), [OLD] * 16
        for i in range(5):
            bits = [b for b in range(256) if b * (i + 3) % 5 == 0]
            reg.store_mask_un_align(at(core, 16 + i * size), mask_of(bits), stream, width=w)
            lanes = [b // w for b in bits if b % w == 0]
            want += [sum(1 << lane % 8 for lane in lanes if lane // 8 == k) for k in range(size)]
        reg.store_un_align_post(at(core, 16 + 5 * size, kind), stream, form=COUNT)
        assert memory(core, len(want) + 32) == want + [OLD] * 32
        with pytest.raises(LanewiseError, match="ALIGN-001"):
            reg.store_mask_un_align(at(core, size // 2), mask_of([]), stream, width=w)


def test_more_lanes_than_a_register_has_are_refused(make_core: Any) -> None:
    with make_core("ascend950") as core, pytest.raises(LanewiseError, match=r"PARAM-001.*0\.\.64"):
        append(core, 0, ramp(256), reg.UnalignReg(), 65)
