"""Kernels in C++ on the cores of a design: their own statics, shared modes, cascades."""

from __future__ import annotations

from typing import Any

import numpy as np
from small_designs import array_type

from lanewise import iron

ROW, ALL, ONE = array_type(16, np.int32), array_type(64, np.int32), array_type(1, np.int32)
SOURCE = """
#include <aie_api/aie.hpp>
extern "C" {
void send(int32 *in) {
  aie::accum<acc64, 8> low, high;
  low.from_vector(aie::load_v<8>(in));
  high.from_vector(aie::load_v<8>(in + 8));
  put_mcd(low);
  put_mcd(high);
}
void receive(int32 *in, int32 *out) {
  for (int i = 0; i < 16; i += 8) {
    aie::accum<acc64, 8> acc(get_scd_v8acc64());
    aie::store_v(out + i, aie::add(acc.to_vector<int32>(), aie::load_v<8>(in + i)));
  }
}
}
"""
MODES = """
#include <aie_api/aie.hpp>
extern "C" void set_up(int32 *out) { aie::set_rounding(aie::rounding_mode::positive_inf); out[0] = 1; }
"""
ROUNDS = """
#include <aie_api/aie.hpp>
extern "C" void halve(int32 *in, int32 *out) {
  static int calls = 0;
  aie::accum<acc64, 16> acc;
  acc.from_vector(aie::load_v<16>(in));
  aie::store_v(out, acc.to_vector<int32>(1));
  out[15] = ++calls;
}
"""


def test_cascade_joins_kernels_of_two_cores() -> None:
    @iron.jit
    def design(a, b, c):  # type: ignore[no-untyped-def]
        of_a, of_b, of_c = (iron.ObjectFifo(ROW, name=n) for n in "abc")
        send = iron.ExternalFunction("send", source_string=SOURCE, arg_types=[ROW])
        receive = iron.ExternalFunction("receive", source_string=SOURCE, arg_types=[ROW, ROW])

        def first(source: Any, send: Any) -> None:
            send(source.acquire(1))
            source.release(1)

        def second(source: Any, sink: Any, receive: Any) -> None:
            receive(source.acquire(1), sink.acquire(1))
            source.release(1)
            sink.release(1)

        workers = [iron.Worker(first, [of_a.cons(), send]), iron.Worker(second, [of_b.cons(), of_c.prod(), receive])]
        iron.CascadeFlow(*workers)
        rt = iron.Runtime()
        with rt.sequence(ALL, ALL, ALL) as (x, y, z):
            rt.start(*workers)
            rt.fill(of_a.prod(), x)
            rt.fill(of_b.prod(), y)
            rt.drain(of_c.cons(), z, wait=True)
        return iron.Program(iron.NPU1(), rt).resolve_program()

    a, b = iron.arange(64, dtype=np.int32), iron.arange(100, 164, dtype=np.int32)
    design(a, b, c := iron.zeros(64, dtype=np.int32))
    assert c.numpy().tolist() == [100 + 2 * i for i in range(64)]


def test_kernels_of_a_worker_share_modes_and_workers_share_nothing() -> None:
    """The second file rounds as the first one has set it; statics count the calls of one core in one run."""

    @iron.jit
    def design(a, b):  # type: ignore[no-untyped-def]
        ins = iron.ObjectFifo(array_type(32, np.int32), name="in").cons().split([0, 16], obj_types=[ROW] * 2)
        joined = iron.ObjectFifo(array_type(32, np.int32), name="out")
        outs = joined.prod().join([0, 16], obj_types=[ROW] * 2)
        set_up = iron.ExternalFunction("set_up", source_string=MODES, arg_types=[ONE])
        halve = iron.ExternalFunction("halve", source_string=ROUNDS, arg_types=[ROW, ROW])
        flags = [iron.Buffer(ONE) for _ in range(2)]

        def core(source: Any, sink: Any, flag: Any, prepares: bool, set_up: Any, halve: Any) -> None:
            if prepares:
                set_up(flag)
            halve(source.acquire(1), sink.acquire(1))
            source.release(1)
            sink.release(1)

        rt = iron.Runtime()
        with rt.sequence(ALL, ALL) as (x, y):
            for k in range(2):
                rt.start(iron.Worker(core, [ins[k].cons(), outs[k].prod(), flags[k], k == 0, set_up, halve]))
            rt.fill(ins[0].link_out.inputs[0].fifo.prod(), x)
            rt.drain(joined.cons(), y, wait=True)
        return iron.Program(iron.NPU1(), rt).resolve_program()

    for _ in range(2):
        design(iron.arange(64, dtype=np.int32), b := iron.zeros(64, dtype=np.int32))
        got = b.numpy().reshape(2, 2, 16)
        up, down = [(i + 1) // 2 for i in range(64)], [i // 2 for i in range(64)]
        assert got[:, 0, :15].tolist() == np.array(up).reshape(2, 2, 16)[:, 0, :15].tolist()
        assert got[:, 1, :15].tolist() == np.array(down).reshape(2, 2, 16)[:, 1, :15].tolist()
        assert got[:, :, 15].tolist() == [[1, 1], [2, 2]]
