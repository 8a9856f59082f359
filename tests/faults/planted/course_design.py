"""Designs that a course would hand in: `lanewise run course_design.py -- CASE fault`."""

import sys

import aie.iron as iron
import numpy as np
from aie.iron import In, ObjectFifo, Out, Program, Runtime, Worker
from aie.iron.controlflow import range_

CASE, FAULT = sys.argv[1], sys.argv[2] == "fault"
TILE, TILES = 16, 4
WHOLE, PART = np.ndarray[(TILE * TILES,), np.dtype[np.int32]], np.ndarray[(TILE,), np.dtype[np.int32]]


def output_never_released(x, y):
    for _ in range_(TILES):
        given, made = x.acquire(1), y.acquire(1)
        for i in range_(TILE):
            made[i] = given[i] + 1
        x.release(1)
        if not FAULT:
            y.release(1)


def three_at_a_time(x, y):
    for _ in range_(TILES):
        given, made = x.acquire(3 if FAULT else 1), y.acquire(1)  #! three_at_a_time 68 IRON-005 check
        for i in range_(TILE):
            made[i] = given[0][i] if FAULT else given[i]
        x.release(3 if FAULT else 1)
        y.release(1)


def writes_its_input_after_release(x, y):
    for _ in range_(TILES):
        given, made = x.acquire(1), y.acquire(1)
        for i in range_(TILE):
            made[i] = given[i] + 1
        y.release(1)
        if FAULT:
            made[0] = 7  #! writes_its_input_after_release 68 IRON-012 warning check
        x.release(1)


@iron.jit
def design(a: In, b: Out):
    fifo_in, fifo_out = ObjectFifo(PART, name="in"), ObjectFifo(PART, name="out")
    worker = Worker(globals()[CASE], [fifo_in.cons(), fifo_out.prod()])
    runtime = Runtime()
    with runtime.sequence(WHOLE, WHOLE) as (x, y):
        runtime.start(worker)
        runtime.fill(fifo_in.prod(), x)
        runtime.drain(fifo_out.cons(), y, wait=True)  #! output_never_released 67 IRON-003 check
    return Program(iron.get_current_device(), runtime).resolve_program()


x, y = iron.arange(TILE * TILES, dtype=np.int32), iron.zeros(TILE * TILES, dtype=np.int32)
design(x, y)
