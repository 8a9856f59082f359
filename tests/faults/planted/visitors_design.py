"""Designs of two workers in a row: `lanewise run visitors_design.py -- CASE fault`."""

import sys

import aie.iron as iron
import numpy as np
from aie.iron import In, ObjectFifo, Out, Program, Runtime, Worker
from aie.iron.controlflow import range_

CASE, FAULT = sys.argv[1], sys.argv[2] == "fault"
TILE, TILES = 16, 4
WHOLE, PART = np.ndarray[(TILE * TILES,), np.dtype[np.int32]], np.ndarray[(TILE,), np.dtype[np.int32]]


def doubles(x, middle):
    for _ in range_(TILES):
        given, made = x.acquire(1), middle.acquire(1)
        for i in range_(TILE):
            made[i] = 2 * given[i]
        x.release(1)
        middle.release(1)


def adds_up(middle, y):
    for _ in range_(TILES):
        given, made = middle.acquire(1), y.acquire(1)  #! input_never_given_back 67 IRON-010 warning
        for i in range_(TILE):
            made[i] = given[i] + 1
        if not FAULT:
            middle.release(1)
        y.release(1)


def beyond_its_row(middle, y):
    for _ in range_(TILES):
        given, made = middle.acquire(1), y.acquire(1)
        for i in range_(TILE):
            made[i] = given[i + 1 if FAULT else i]  #! beyond_its_row 68 IRON-005 check
        middle.release(1)
        y.release(1)


@iron.jit
def design(a: In, b: Out):
    first, middle, last = ObjectFifo(PART, name="first"), ObjectFifo(PART, name="middle"), ObjectFifo(PART, name="last")
    workers = [
        Worker(doubles, [first.cons(), middle.prod()]),
        Worker(beyond_its_row if CASE == "beyond_its_row" else adds_up, [middle.cons(), last.prod()]),
    ]
    runtime = Runtime()
    with runtime.sequence(WHOLE, WHOLE) as (x, y):
        runtime.start(*workers)
        runtime.fill(first.prod(), x)
        runtime.drain(last.cons(), y, wait=True)
    return Program(iron.get_current_device(), runtime).resolve_program()


x, y = iron.arange(TILE * TILES, dtype=np.int32), iron.zeros(TILE * TILES, dtype=np.int32)
design(x, y)
