"""Kernels joined by cascades, streams and buffers, and what happens when nobody can go on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lanewise import aie
from lanewise.errors import LanewiseError


def test_cascade_carries_accumulators_whole() -> None:
    link = aie.Cascade("acc48")
    seen: list[Any] = []

    def first(out: aie.Cascade) -> None:
        for n in range(10):  # more than fit at once
            acc = aie.accum([2**47 - 1 - n] * 8)
            out.put(aie.mac(acc, aie.vector([n + 1] * 8, "int16"), aie.vector([1] * 8, "int16")))

    def second(source: aie.Cascade) -> None:
        aie.set_sat()
        seen.extend(source.get(8).values()[0] for _ in range(10))

    cores = aie.run((first, link), (second, link), chip="aie")
    assert seen == [-(2**47)] * 10  # beyond 16 bits, wrapped, not rounded
    assert (cores[0].status, cores[1].status) == ({"accumulator_overflow"}, set())
    assert (cores[0].saturation, cores[1].saturation) == ("none", "saturate")  # a core each
    assert not link.words


@pytest.mark.parametrize(
    ("chip", "tag", "lanes"),
    [("aie", "acc48", 8), ("aie", "cacc48", 4), ("aie", "acc80", 4), ("aie", "cacc80", 2), ("aie", "accfloat", 8),
     ("aie", "caccfloat", 4), ("aie-ml", "acc32", 16), ("aie-ml", "acc64", 8), ("aie-ml", "cacc64", 4),
     ("aie-ml", "accfloat", 16)],
)  # fmt: skip
def test_cascade_word(chip: str, tag: str, lanes: int) -> None:
    """One transfer carries a register; larger accumulators go in parts, low lanes first."""
    link = aie.Cascade(tag)
    with aie.core(chip):
        shape = (2 * lanes, 2) if tag.startswith("c") else (2 * lanes,)
        values = np.arange(np.prod(shape)).reshape(shape)
        link.put(aie.accum(values.tolist(), tag))
        assert len(link.words) == 2
        assert link.get(lanes).values().tolist() == values[:lanes].tolist()
        assert link.get(lanes).values().tolist() == values[lanes:].tolist()


def test_streams_bounded_and_in_order() -> None:
    data = np.arange(100, dtype=np.int32)
    source, middle, sink = aie.Stream("int32", data), aie.Stream("int32", name="middle"), aie.OutputStream("int32")
    deepest = 0

    def scale(source: aie.Stream, out: aie.Stream) -> None:
        nonlocal deepest
        for _ in range(25):
            out.write(aie.mul(source.read_v(4), 3).to_vector("int32"))
            deepest = max(deepest, len(out.words))

    def total(source: aie.Stream, out: aie.Stream) -> None:
        running = 0
        for n in range(100):
            running += source.read()
            out.write(running, last=n == 99)

    aie.run((scale, source, middle), (total, middle, sink), chip="aie")
    assert sink.numpy().tolist() == (3 * np.cumsum(data)).tolist()
    assert deepest <= 4
    assert [last for _, last in sink.words] == [False] * 99 + [True]


def test_buffers_go_back_and_forth_with_a_margin() -> None:
    """A filter over blocks: the margin is the history."""
    taps = np.array([1, -2, 3, 4, 5], np.int16)
    data = np.arange(-40, 40, dtype=np.int16)
    source = aie.Buffer("int16", 16, values=data)
    middle = aie.Buffer("int16", 16, margin=4)
    sink = aie.OutputBuffer("int16", 16)

    def copy(x: aie.Block, y: aie.Block) -> None:
        for _ in range(4):
            y.writeincr(x.readincr_v(4))

    def fir(x: aie.Block, y: aie.Block) -> None:
        assert x.size == 20
        acc = aie.sliding_mul(aie.vector(taps), x.readincr_v(20), 16)
        y.writeincr(acc.to_vector("int16", 0))

    aie.run((copy, source.input, middle.output), (fir, middle.input, sink.output), chip="aie", times=5)
    padded = np.concatenate([np.zeros(4, np.int64), data])
    assert sink.numpy().tolist() == np.correlate(padded, taps, "valid").tolist()


def test_blocks_wrap_and_keep_their_content() -> None:
    buffer = aie.Buffer("int32", 4)
    sink = aie.OutputBuffer("int32", 4)

    def half(block: aie.Block) -> None:
        block.incr(3)
        block.writeincr(7)
        block.writeincr(8)  # around the end
        block.decr(2)
        assert block.readincr() == 7

    def move(x: aie.Block, y: aie.Block) -> None:
        y.writeincr(x.readincr_v(4))

    aie.run((half, buffer.output), (move, buffer.input, sink.output), chip="aie-ml", times=2)
    assert sink.numpy().tolist() == [8, 0, 0, 7] * 2


def test_deadlock_says_who_waits_for_whom() -> None:
    ahead, back = aie.Cascade("acc48", name="ahead"), aie.Stream("int32", name="back")

    def producer(out: aie.Cascade, reply: aie.Stream) -> None:
        for _ in range(5):  # one more than fits
            out.put(aie.zeros("acc48", 8))
        reply.read()

    def consumer(source: aie.Cascade, reply: aie.Stream) -> None:
        aie.Stream("int32", name="never").read()

    with pytest.raises(LanewiseError) as caught:
        aie.run((producer, ahead, back), (consumer, ahead, back), chip="aie")
    assert caught.value.id == "SYNC-003"
    text = str(caught.value)
    assert "producer waits for room in cascade ahead (4 of 4 words are full)" in text
    assert "consumer waits for data in stream never (empty)" in text
    assert "test_aie_graph.py" in text


def test_deadlock_when_the_other_has_ended() -> None:
    link = aie.Cascade("acc48", name="partial")

    def short(out: aie.Cascade) -> None:
        out.put(aie.zeros("acc48", 8))

    def long(source: aie.Cascade) -> None:
        source.get(16)

    with pytest.raises(LanewiseError, match=r"long waits for data in cascade partial \(empty\).*; short ended"):
        aie.run((short, link), (long, link), chip="aie")


def test_kernels_of_one_name_are_numbered() -> None:
    streams = [aie.Stream("int32", name=f"s{n}") for n in range(2)]

    def stage(source: aie.Stream, out: aie.Stream) -> None:
        out.write(source.read())

    with pytest.raises(LanewiseError, match=r"stage\[0\] waits for data in stream s0 .*; stage\[1\] waits for .* s1"):
        aie.run((stage, streams[0], streams[1]), (stage, streams[1], streams[0]), chip="aie")


def test_waiting_alone_is_an_error_at_once(aie1: aie.Core) -> None:
    with pytest.raises(LanewiseError, match="SYNC-003"):
        aie.Stream("int32").read()
    link = aie.Cascade("acc48")
    for _ in range(4):
        link.put(aie.zeros("acc48", 8))
    with pytest.raises(LanewiseError, match="SYNC-003"):
        link.put(aie.zeros("acc48", 8))


def test_errors_name_their_kernel() -> None:
    def broken(link: aie.Stream) -> None:
        link.write(aie.zeros("int16", 4))

    with pytest.raises(LanewiseError, match=r"AIE-006.*kernel broken"):
        aie.run((broken, aie.Stream("int32")), chip="aie")

    def crash() -> None:
        raise ZeroDivisionError("here")

    with pytest.raises(ZeroDivisionError, match="here"):
        aie.run((crash,), chip="aie")


def test_links_refuse() -> None:
    with pytest.raises(LanewiseError, match="AIE-006"):
        aie.Buffer("int16", 16, values=np.zeros(17, np.int16))
    with aie.core("aie"), pytest.raises(LanewiseError, match="AIE-006"):
        aie.Cascade("acc48").put(aie.zeros("acc80", 4))


def test_output_stream_takes_whole_vectors() -> None:
    sink = aie.OutputStream("int16")

    def kernel(out: aie.Stream) -> None:
        for n in range(3):
            out.write(aie.vector(np.arange(16, dtype=np.int16) + 16 * n), last=n == 2)

    aie.run((kernel, sink), chip="aie-ml")
    assert sink.numpy().tolist() == list(range(48))
    assert [last for _, last in sink.words] == [False] * 47 + [True]


def test_a_buffer_has_sides_for_kernels_of_cpp() -> None:
    with pytest.raises(LanewiseError, match=r"AIE-006 .*buffer blocks: .* give it \.input or \.output"):
        aie.Buffer("int16", 8, name="blocks").cross(True, np.zeros(16, np.uint8))
