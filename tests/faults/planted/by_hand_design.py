"""A design whose worker uses what it has given back: `lanewise run by_hand_design.py -- CASE fault`."""

import sys

import aie.iron as iron
import numpy as np
from aie.iron import In, ObjectFifo, Out, Program, Runtime, Worker
from aie.iron.controlflow import range_

CASE, FAULT = sys.argv[1], sys.argv[2] == "fault"
TILE, TILES = 32, 4


def used_when_given_back(x, y):
    for _ in range_(TILES):
        given, made = x.acquire(1), y.acquire(1)
        if FAULT:
            x.release(1)
        for i in range_(TILE):
            made[i] = given[i] * 2  #! used_when_given_back 68 IRON-012 warning
        if not FAULT:
            x.release(1)
        y.release(1)


@iron.jit
def design(a: In, b: Out):
    whole, tile = np.ndarray[(TILE * TILES,), np.dtype[np.int32]], np.ndarray[(TILE,), np.dtype[np.int32]]
    fifo_in, fifo_out = ObjectFifo(tile, name="in"), ObjectFifo(tile, name="out")
    worker = Worker(globals()[CASE], [fifo_in.cons(), fifo_out.prod()])
    runtime = Runtime()
    with runtime.sequence(whole, whole) as (x, y):
        runtime.start(worker)
        runtime.fill(fifo_in.prod(), x)
        runtime.drain(fifo_out.cons(), y, wait=True)
    return Program(iron.get_current_device(), runtime).resolve_program()


design(iron.arange(TILE * TILES, dtype=np.int32), iron.zeros(TILE * TILES, dtype=np.int32))
