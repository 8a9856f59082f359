"""Designs in the style of aie.dialects.aie: tiles, fifos between them, cores and the host's transfers."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from lanewise.errors import LanewiseError
from lanewise.iron.controlflow import range_
from lanewise.iron.devices import AIEDevice, ObjectFifoPort
from lanewise.iron.dialect import (
    EndOp,
    bds,
    core,
    device,
    dma_await_task,
    dma_configure_task_for,
    dma_start_task,
    dma_wait,
    npu_dma_memcpy_nd,
    object_fifo,
    object_fifo_link,
    runtime_sequence,
    shim_dma_bd,
    shim_dma_single_bd_task,
    tile,
)  # fmt: skip
from lanewise.iron.running import run

PRODUCE, CONSUME = ObjectFifoPort.Produce, ObjectFifoPort.Consume
LINES, HALF = 4, 8
LINE = 2 * HALF


def array(*shape: int) -> Any:
    return np.ndarray[shape, np.dtype[np.int32]]


def worker(where: Any, source: object_fifo, sink: object_fifo, factor: int) -> None:
    @core(where)
    def multiply() -> None:
        for _ in range_(sys.maxsize):
            x = source.acquire(CONSUME, 1)
            y = sink.acquire(PRODUCE, 1)
            for i in range_(HALF):
                y[i] = x[i] * factor
            source.release(CONSUME, 1)
            sink.release(PRODUCE, 1)


def halves(sequence: Any) -> Any:
    """Each line is split between two cores, which multiply by 3 and 5, and joined again."""

    @device(AIEDevice.npu1_1col)
    def design() -> None:
        shim, memory, low, high = (tile(0, row) for row in range(4))
        given = object_fifo("in", shim, memory, 2, array(LINE))
        taken = object_fifo("out", memory, shim, 2, array(LINE))
        parts = [object_fifo(f"in{c.row}", memory, c, 2, array(HALF)) for c in (low, high)]
        done = [object_fifo(f"out{c.row}", c, [memory], 2, array(HALF)) for c in (low, high)]
        object_fifo_link(given, parts, [], [0, HALF])
        object_fifo_link(done, taken, [0, HALF], [])
        worker(low, parts[0], done[0], 3)
        worker(high, parts[1], done[1], 5)
        runtime_sequence(array(LINES * LINE), array(LINES * LINE))(lambda a, b: sequence(given, taken, a, b))

    return design


def multiplied(x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return (x.reshape(LINES, 2, HALF) * np.array([3, 5])[None, :, None]).reshape(-1)


def test_split_cores_and_join_by_memcpy() -> None:
    def sequence(given: object_fifo, taken: object_fifo, a: Any, b: Any) -> None:
        npu_dma_memcpy_nd(metadata="in", bd_id=1, mem=a, sizes=[1, 1, 1, LINES * LINE])
        npu_dma_memcpy_nd(metadata=taken, bd_id=0, mem=b, sizes=[1, 1, 1, LINES * LINE])
        dma_wait(taken)

    x, y = np.arange(LINES * LINE, dtype=np.int32), np.zeros(LINES * LINE, np.int32)
    run(halves(sequence), [x, y])
    assert y.tolist() == multiplied(x).tolist()


def test_tasks_take_lines_backwards() -> None:
    def sequence(given: object_fifo, taken: object_fifo, a: Any, b: Any) -> None:
        for line in reversed(range(LINES)):
            give = shim_dma_single_bd_task(given, a, offset=line * LINE, sizes=[1, 1, 1, LINE])
            place = (LINES - 1 - line) * LINE
            take = shim_dma_single_bd_task(taken, b, offset=place, sizes=[1, 1, 1, LINE], issue_token=True)
            dma_start_task(give, take)
            dma_await_task(take)

    x, y = np.arange(LINES * LINE, dtype=np.int32), np.zeros(LINES * LINE, np.int32)
    run(halves(sequence), [x, y])
    assert y.tolist() == multiplied(x).reshape(LINES, LINE)[::-1].reshape(-1).tolist()


def test_a_task_has_several_descriptors() -> None:
    def sequence(given: object_fifo, taken: object_fifo, a: Any, b: Any) -> None:
        give, take = dma_configure_task_for(given), dma_configure_task_for(taken, issue_token=True)
        with bds(give) as bd:
            for k, line in enumerate((2, 0)):
                with bd[k]:
                    shim_dma_bd(a, offset=line * LINE, sizes=[1, 1, 1, LINE], strides=[0, 0, 0, 1])
            EndOp()
        with bds(take) as bd, bd[0]:
            shim_dma_bd(b, sizes=[2, LINE], strides=[LINE, 1])
            EndOp()
        dma_start_task(give, take)
        dma_await_task(take)

    x, y = np.arange(LINES * LINE, dtype=np.int32), np.zeros(LINES * LINE, np.int32)
    run(halves(sequence), [x, y])
    lines = multiplied(x).reshape(LINES, LINE)
    assert y[: 2 * LINE].tolist() == [*lines[2], *lines[0]]


def test_offsets_count_steps_of_the_strides() -> None:
    def sequence(given: object_fifo, taken: object_fifo, a: Any, b: Any) -> None:
        rows = {"offsets": [0, 0, 1, 0], "sizes": [1, 1, 2, LINE], "strides": [0, 0, LINE]}
        npu_dma_memcpy_nd(given, 1, a, **rows)
        npu_dma_memcpy_nd(taken, 0, b, sizes=[1, 1, 1, 2 * LINE])
        dma_wait(taken)

    x, y = np.arange(LINES * LINE, dtype=np.int32), np.zeros(LINES * LINE, np.int32)
    run(halves(sequence), [x, y])
    assert y[: 2 * LINE].tolist() == multiplied(x)[LINE : 3 * LINE].tolist()


def test_a_core_uses_the_end_that_it_is() -> None:
    @device(AIEDevice.npu1_1col)
    def design() -> None:
        shim, only = tile(0, 0), tile(0, 2)
        given, taken = object_fifo("in", shim, only, 2, array(4)), object_fifo("out", only, shim, 2, array(4))

        @core(only)
        def swapped() -> None:
            given.acquire(PRODUCE, 1)

        def sequence(a: Any, b: Any) -> None:
            npu_dma_memcpy_nd(given, 1, a, sizes=[1, 1, 1, 4])
            npu_dma_memcpy_nd(taken, 0, b, sizes=[1, 1, 1, 4])
            dma_wait(taken)

        runtime_sequence(array(4), array(4))(sequence)

    with pytest.raises(LanewiseError, match="produces into it, and is no such end"):
        run(design, [np.zeros(4, np.int32), np.zeros(4, np.int32)])


def test_words_of_a_design_stand_inside_a_device() -> None:
    with pytest.raises(LanewiseError, match="outside of a device"):
        object_fifo("in", tile(0, 0), tile(0, 2), 2, array(4))
