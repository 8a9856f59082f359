"""Graphs and designs go by one rate of streams and one of DMAs, here one that does not keep up."""

from __future__ import annotations

import numpy as np
import pytest

from lanewise.aie.adf.levels import Link, Node, Picture
from lanewise.aie.adf.observed import Called
from lanewise.aie.adf.replay import Replay
from lanewise.iron.channels import CoreStream
from lanewise.iron.patterns import Pattern
from lanewise.iron.streams import HostEnd, Stream, Task
from lanewise.timing.lanes import Lanes, Rates, cycles
from lanewise.timing.units import Tally, Time

SLOW = Rates(stream=4, dma=2)
BYTES = 64


def test_words_are_not_parted() -> None:
    assert [cycles(n, 4) for n in (0, 1, 4, 5, 64)] == [0, 1, 1, 2, 16]
    assert cycles(5, 2) == 4


@pytest.mark.parametrize("chip", ["aie", "aie-ml", "aie-mlv2"])
def test_what_moves_a_word_a_cycle_is_known_of_every_chip(chip: str) -> None:
    assert Rates.of(chip) == (4, 4)


@pytest.mark.parametrize(("elements", "took"), [(BYTES // 4, BYTES / 2), (0, BYTES / 4)])
def test_blocks_of_a_graph_go_at_the_rate_of_dmas_and_words_at_that_of_streams(elements: int, took: float) -> None:
    nodes = [Node(0, "PLIO", "in", ""), Node(1, "kernel", "k", "k.cc", core=1), Node(2, "PLIO", "out", "")]
    links = [Link(a, a + 1, "", "", "int32", elements, elements, 0, 0, 0, 0, BYTES, 0, 0) for a in (0, 1)]
    call = Called(1, Time("aie", 7.0, {}, 0.0, 0.0, (), Tally(), {}), {0: BYTES, 1: BYTES})
    replay = Replay(Picture(nodes, links), [call], SLOW, 1000)
    assert replay.carries(links[0]) == took
    assert replay.cycles == (took + 7 + took if elements else took)  # words of a stream go and come while it computes


@pytest.mark.parametrize("end", [HostEnd, lambda: CoreStream("core", BYTES)])
def test_streams_of_a_design_go_at_the_rate_of_their_ends(end) -> None:
    lanes = Lanes(SLOW)
    source, sink = end(), end()
    memory = np.arange(BYTES, dtype=np.uint8), np.zeros(BYTES, np.uint8)
    is_dma = isinstance(source, HostEnd)
    if is_dma:
        for at, of in zip((source, sink), memory, strict=True):
            at.queue.append(Task(of, Pattern(BYTES, 1, None), None))
    else:
        source.words += memory[0].tobytes()
    assert Stream("s", source, [sink], lanes).move()
    assert lanes.end == BYTES / (2 if is_dma else 4)
    assert (memory[1] if is_dma else np.frombuffer(bytes(sink.words), np.uint8)).tolist() == memory[0].tolist()
