"""Explicit routes: locks, descriptors, flows, packets, streams of cores, and who waits for whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from small_designs import array_type

from lanewise import iron
from lanewise.errors import LanewiseError
from lanewise.iron import (
    Acquire,
    AIETileType,
    Bd,
    DmaChannel,
    DMAChannelDir,
    Flow,
    Lock,
    PacketDest,
    PacketFlow,
    Release,
    Tile,
    TileDma,
    WireBundle,
)
from lanewise.iron.devices import LockAction
from lanewise.iron.dialect import (
    EndOp,
    bds,
    buffer,
    dma_await_task,
    dma_bd,
    dma_configure_task,
    dma_free_task,
    dma_start,
    dma_start_task,
    end,
    flow,
    lock,
    mem,
    memtile_dma,
    next_bd,
    npu_maskwrite32,
    npu_push_queue,
    npu_write32,
    npu_writebd,
    set_lock_value,
    shim_dma_bd,
    shim_dma_single_bd_task,
    shim_mem,
    use_lock,
    write_tm,
)  # fmt: skip

N = 16
ROW = array_type(N, np.int32)
S2MM, MM2S = DMAChannelDir.S2MM, DMAChannelDir.MM2S
SHIM = Tile(col=0, row=0, tile_type=AIETileType.ShimNOCTile)
MEM = Tile(col=0, row=1, tile_type=AIETileType.MemTile)
CORES = [Tile(col=0, row=2 + k, tile_type=AIETileType.CoreTile) for k in range(4)]


def called(build: Callable[[Any], Callable[..., None]], *sizes: int, device: Any = iron.NPU2) -> list[Any]:
    """Results of a design whose first tensor is 0, 1, 2, ..., the others zeros; build(rt) gives what the host does."""

    @iron.jit
    def design(*tensors):  # type: ignore[no-untyped-def]
        rt = iron.Runtime()
        host = build(rt)
        with rt.sequence(*(array_type(n, np.int32) for n in sizes)) as data:
            rt.inline_ops(host, list(data) if isinstance(data, tuple) else [data])
        return iron.Program(device(), rt).resolve_program()

    given = [iron.arange(sizes[0], dtype=np.int32), *(iron.zeros(n, dtype=np.int32) for n in sizes[1:])]
    design(*given)
    return [t.numpy() for t in given]


def transfer(symbol: str, data: Any, wait: bool, **more: Any) -> Any:
    task = shim_dma_single_bd_task(symbol, data.op, issue_token=wait, **more)
    dma_start_task(task)
    return task


def through(first: str, last: str, **more: Any) -> Callable[..., None]:
    """The host sends the first tensor and waits for the second."""

    def host(a: Any, b: Any) -> None:
        transfer(first, a, False, **more)
        task = transfer(last, b, True)
        dma_await_task(task)
        dma_free_task(task)

    return host


def adding(rt: Any, where: Tile = CORES[0], init: Any = None) -> tuple[Any, Any]:
    """A core between two buffers with two locks each; what was there at first is added to what comes."""
    taken = iron.Buffer(ROW, name="taken")
    given = iron.Buffer(ROW, initial_value=init, name="given")
    room, full = Lock(where, lock_id=0, init=1, name="room"), Lock(where, lock_id=1, init=0, name="full")
    free, done = Lock(where, lock_id=2, init=1, name="free"), Lock(where, lock_id=3, init=0, name="done")
    for one in (room, full, free, done):
        rt.add_lock(one)

    def core(x: Any, y: Any, full: Any, room: Any, free: Any, done: Any) -> None:
        full.acquire()
        free.acquire(1)
        for i in iron.range_(N):
            y[i] = x[i] + (y[i] if init is not None else 100)
        room.release()
        done.release(1)

    rt.start(iron.Worker(core, [taken, given, full, room, free, done], tile=where))
    rt.add_tile_dma(TileDma(where, [
        DmaChannel(S2MM, 0, [Bd(taken, acquires=[Acquire(room)], releases=[Release(full)])]),
        DmaChannel(MM2S, 0, [Bd(given, acquires=[Acquire(done, 1)], releases=[Release(free, 1)])]),
    ]))  # fmt: skip
    return taken, given


def test_core_between_two_channels() -> None:
    def build(rt: Any) -> Any:
        adding(rt)
        rt.add_flow(Flow(SHIM, CORES[0], shim_symbol="in"))
        rt.add_flow(Flow(CORES[0], SHIM, shim_symbol="out"))
        return through("in", "out")

    assert called(build, 4 * N, 4 * N)[1].tolist() == [i + 100 for i in range(4 * N)]


def test_buffers_have_initial_values() -> None:
    def build(rt: Any) -> Any:
        adding(rt, init=np.arange(N, dtype=np.int32) * 7)
        rt.add_flow(Flow(SHIM, CORES[0], shim_symbol="in"))
        rt.add_flow(Flow(CORES[0], SHIM, shim_symbol="out"))
        return through("in", "out")

    assert called(build, N, N)[1].tolist() == [8 * i for i in range(N)]


def test_memory_tile_chains_descriptors_and_reorders() -> None:
    """Two buffers in turn; the way out goes through columns."""

    def build(rt: Any) -> Any:
        pair = [iron.Buffer(array_type((4, 4), np.int32), name=f"m{k}", tile=MEM) for k in range(2)]
        room = [Lock(MEM, init=1, name=f"room{k}") for k in range(2)]
        full = [Lock(MEM, init=0, name=f"full{k}") for k in range(2)]
        ways = [(S2MM, room, full, None), (MM2S, full, room, [(4, 1), (4, 4)])]
        rt.add_tile_dma(TileDma(MEM, [
            DmaChannel(way, 3, [
                Bd(pair[k], acquires=[Acquire(first[k])], releases=[Release(second[k])], next=1 - k, dimensions=dims)
                for k in range(2)
            ]) for way, first, second, dims in ways
        ]))  # fmt: skip
        rt.add_flow(Flow(SHIM, MEM, dst_channel=3, shim_symbol="in"))
        rt.add_flow(Flow(MEM, SHIM, src_channel=3, src_port=WireBundle.DMA, shim_symbol="out"))
        return through("in", "out")

    got = called(build, 3 * N, 3 * N)[1].reshape(3, 4, 4)
    assert got.tolist() == np.arange(3 * N).reshape(3, 4, 4).transpose(0, 2, 1).tolist()


def test_descriptor_takes_a_part_and_a_channel_stops() -> None:
    """Twelve elements from the second on, once; the last transfer is not waited for."""

    def build(rt: Any) -> Any:
        store = iron.Buffer(ROW, initial_value=np.arange(N, dtype=np.int32), tile=MEM)
        rt.add_tile_dma(TileDma(MEM, [DmaChannel(MM2S, 0, [Bd(store, offset=2, length=12, next=None)])]))
        rt.add_flow(Flow(MEM, SHIM, shim_symbol="out"))

        def host(a: Any, b: Any) -> None:
            dma_await_task(transfer("out", b, True, sizes=[1, 1, 1, 12], strides=[0, 0, 0, 1]))

        return host

    assert called(build, 4, N)[1].tolist() == [*range(2, 14), 0, 0, 0, 0]


def test_channel_goes_through_its_descriptors_twice() -> None:
    """By the compiler's words: repeat_count is how often they come again; shim tiles have the same ones."""

    class Sender:
        def tiles(self) -> list[Tile]:
            return [MEM]

        def resolve(self, loc: Any = None, ip: Any = None) -> None:
            parts = [buffer(MEM, ROW, f"part{k}", np.arange(N, dtype=np.int32) + 100 * k) for k in range(2)]
            flow(MEM, WireBundle.DMA, 0, SHIM, WireBundle.DMA, 0)

            @memtile_dma(MEM)
            def _(block: Any) -> None:
                dma_start(MM2S, 0, dest=block[1], chain=block[3], repeat_count=1)
                for k in range(2):
                    with block[1 + k]:
                        dma_bd(parts[k], len=4)
                        next_bd(block[2]) if k == 0 else EndOp()
                with block[3]:
                    EndOp()

    def build(rt: Any) -> Any:
        rt.start(iron.Worker(None, [Sender()]))

        def host(a: Any, b: Any) -> None:
            take = dma_configure_task(SHIM.op, S2MM, 0, issue_token=True)
            with bds(take) as bd, bd[0]:
                shim_dma_bd(b.op, transfer_len=N)
                EndOp()
            dma_start_task(take)
            dma_await_task(take)

        return host

    once = [*range(4), *range(100, 104)]
    assert called(build, 4, N)[1].tolist() == [*once, *once]
    assert shim_mem is memtile_dma


def test_broadcast_waits_for_all_its_ends() -> None:
    def build(rt: Any) -> Any:
        for k in range(2):
            store = iron.Buffer(ROW, name=f"copy{k}", tile=CORES[k])
            full, room = Lock(CORES[k], init=0, name=f"full{k}"), Lock(CORES[k], init=1, name=f"room{k}")
            rt.add_tile_dma(TileDma(CORES[k], [
                DmaChannel(S2MM, 1, [Bd(store, acquires=[Acquire(room)], releases=[Release(full)])]),
                DmaChannel(MM2S, 1, [Bd(store, acquires=[Acquire(full)], releases=[Release(room)])]),
            ]))  # fmt: skip
            rt.add_flow(Flow(SHIM, CORES[k], dst_channel=1, shim_symbol="in" if k == 0 else None))
            rt.add_flow(Flow(CORES[k], SHIM, src_channel=1, dst_channel=k, shim_symbol=f"out{k}"))

        def host(a: Any, b: Any, c: Any) -> None:
            transfer("in", a, False)
            tasks = [transfer("out0", b, True), transfer("out1", c, True)]
            dma_await_task(*tasks)

        return host

    _, b, c = called(build, 2 * N, 2 * N, 2 * N)
    assert b.tolist() == c.tolist() == list(range(2 * N))


def switched(kept: bool) -> Callable[[Any], Any]:
    """Two cores behind one channel of the shim: the id of a packet says which one computes."""
    size = N + 1 if kept else N

    def build(rt: Any) -> Any:
        for k, factor in enumerate((3, 5)):
            tile = CORES[k]
            taken = iron.Buffer(array_type(size, np.int32), name=f"taken{k}")
            given = iron.Buffer(array_type(size, np.int32), name=f"given{k}")
            full, room = Lock(tile, init=0, name=f"full{k}"), Lock(tile, init=1, name=f"room{k}")
            free, done = Lock(tile, init=1, name=f"free{k}"), Lock(tile, init=0, name=f"done{k}")

            def core(x: Any, y: Any, full: Any, room: Any, free: Any, done: Any, factor: int) -> None:
                full.acquire()
                free.acquire()
                for i in iron.range_(size - N):
                    y[i] = x[i]
                for i in iron.range_(N):
                    y[size - N + i] = x[size - N + i] * factor
                room.release()
                done.release()

            rt.start(iron.Worker(core, [taken, given, full, room, free, done, factor], tile=tile))
            out = None if kept else (0, k + 4)
            rt.add_tile_dma(TileDma(tile, [
                DmaChannel(S2MM, 0, [Bd(taken, acquires=[Acquire(room)], releases=[Release(full)])]),
                DmaChannel(MM2S, 0, [Bd(given, acquires=[Acquire(done)], releases=[Release(free)], packet=out)]),
            ]))  # fmt: skip
            rt.add_flow(PacketFlow(k + 1, SHIM, tile, keep_pkt_header=kept, shim_symbol="in"))
            back = k + 1 if kept else k + 4
            rt.add_flow(PacketFlow(back, tile, SHIM, keep_pkt_header=False, shim_symbol="out"))

        def host(a: Any, b: Any) -> None:
            for row, number in enumerate((2, 1, 2)):
                task = transfer("in", a, True, offset=row * N, sizes=[1, 1, 1, N], packet=(0, number))
                back = transfer("out", b, True, offset=row * N, sizes=[1, 1, 1, N])
                dma_await_task(task, back)

        return host

    return build


@pytest.mark.parametrize("kept", [False, True])
def test_packets_choose_their_core(kept: bool) -> None:
    """Where headers are kept, the core's answer goes back behind the header that came."""
    got = called(switched(kept), 3 * N, 3 * N)[1].reshape(3, N)
    want = np.arange(3 * N).reshape(3, N) * np.array([5, 3, 5])[:, None]
    assert got.tolist() == want.tolist()


def test_packet_goes_to_several_ends_and_repeats() -> None:
    """sizes[0] repeats the rest: each time is a packet of its own."""

    def build(rt: Any) -> Any:
        for k in range(2):
            store = iron.Buffer(ROW, name=f"copy{k}", tile=CORES[k])
            full, room = Lock(CORES[k], init=0), Lock(CORES[k], init=1)
            rt.add_tile_dma(TileDma(CORES[k], [
                DmaChannel(S2MM, 0, [Bd(store, acquires=[Acquire(room)], releases=[Release(full)])]),
                DmaChannel(MM2S, 0, [Bd(store, acquires=[Acquire(full)], releases=[Release(room)])]),
            ]))  # fmt: skip
            rt.add_flow(Flow(CORES[k], SHIM, dst_channel=k, shim_symbol=f"out{k}"))
        rt.add_flow(PacketFlow(9, SHIM, CORES[0], extra_dsts=[PacketDest(CORES[1])], shim_symbol="in"))

        def host(a: Any, b: Any, c: Any) -> None:
            transfer("in", a, False, sizes=[2, 1, 1, N], strides=[0, 0, 0, 1], packet=(1, 9))
            dma_await_task(transfer("out0", b, True), transfer("out1", c, True))

        return host

    _, b, c = called(build, N, 2 * N, 2 * N)
    assert b.tolist() == c.tolist() == [*range(N), *range(N)]


def test_packet_without_a_route_is_named() -> None:
    def build(rt: Any) -> Any:
        host = switched(False)(rt)
        rt.routes.flows = [f for f in rt.routes.flows if f.packet_id != 2]
        return host

    with pytest.raises(LanewiseError, match="packets from MM2S 0 of tile \\(0, 0\\): a packet with id 2 comes, "):
        called(build, 3 * N, 3 * N)


def test_host_sets_locks_and_writes_their_addresses() -> None:
    """A core computes when the host says so: by name, and by the address of lock 5 of a compute tile."""

    def build(rt: Any) -> Any:
        go, again = Lock(CORES[0], lock_id=4, name="go"), Lock(CORES[0], lock_id=5, name="again")
        up = iron.ObjectFifo(ROW, name="up")

        def core(sink: Any, go: Any, again: Any) -> None:
            for number, gate in enumerate((go, again)):
                gate.acquire_exact(2)
                x = sink.acquire(1)
                for i in iron.range_(N):
                    x[i] = number * 10 + i
                sink.release(1)
                gate.acquire(2)

        rt.start(iron.Worker(core, [up.prod(), go, again], tile=CORES[0]))

        def host(a: Any, b: Any) -> None:
            first = shim_dma_single_bd_task(up, b, sizes=[1, 1, 1, N], issue_token=True)
            second = shim_dma_single_bd_task("up", b, offset=N, transfer_len=N, issue_token=True)
            dma_start_task(first, second)
            set_lock_value(go, 2)
            dma_await_task(first)
            npu_write32(column=0, row=2, address=0x1F000 + 16 * 5, value=2)
            dma_await_task(second)

        return host

    assert called(build, 4, 2 * N)[1].tolist() == [*range(N), *range(10, 10 + N)]


def test_tasks_by_descriptors_of_a_shim() -> None:
    def build(rt: Any) -> Any:
        adding(rt)
        rt.add_flow(Flow(SHIM, CORES[0]))
        rt.add_flow(Flow(CORES[0], SHIM, dst_channel=1))

        def host(a: Any, b: Any) -> None:
            give = dma_configure_task(SHIM.op, MM2S, 0)
            take = dma_configure_task(SHIM.op, S2MM, 1, issue_token=True)
            for task, data in ((give, a), (take, b)):
                with bds(task) as bd, bd[0]:
                    shim_dma_bd(data.op, offset=0, sizes=[1, 1, 1, 2 * N], strides=[0, 0, 0, 1])
                    EndOp()
            dma_start_task(give, take)
            dma_await_task(take)

        return host

    assert called(build, 2 * N, 2 * N)[1].tolist() == [i + 100 for i in range(2 * N)]


class Doubler:
    """An object of a design's own: it says its DMA when it is asked to, and its methods belong to a core."""

    def __init__(self, tile: Tile) -> None:
        self.tile = tile

    def tiles(self) -> list[Tile]:
        return [self.tile]

    def resolve(self, loc: Any = None, ip: Any = None) -> None:
        where = self.tile.op
        self.room, self.full = lock(where, lock_id=0, init=1), lock(where, lock_id=1, init=0, sym_name="filled")
        self.store = iron.Buffer(ROW, name="store", tile=where)
        flow(SHIM, WireBundle.DMA, 0, MEM, WireBundle.DMA, 0)
        flow(MEM, WireBundle.DMA, 0, where, WireBundle.DMA, 0)
        staged = [iron.Buffer(ROW, name=f"staged{k}", tile=MEM) for k in range(2)]
        empty, ready = lock(MEM, init=2), lock(MEM, init=0)

        @memtile_dma(MEM)
        def _(block: Any) -> None:
            dma_start(S2MM, 0, dest=block[1], chain=block[3])
            for k in range(2):
                with block[1 + k]:
                    use_lock(empty, LockAction.AcquireGreaterEqual)
                    dma_bd(staged[k])
                    use_lock(ready, LockAction.Release, value=1)
                    next_bd(block[2 - k])
            with block[3]:
                dma_start(MM2S, 0, dest=block[4], chain=block[6])
            for k in range(2):
                with block[4 + k]:
                    use_lock(ready, LockAction.AcquireGreaterEqual, value=1)
                    dma_bd(staged[k], offset=0, len=N, dimensions=[(2, 1), (8, 2)])
                    use_lock(empty, LockAction.Release)
                    next_bd(block[5 - k])
            with block[6]:
                EndOp()

        @mem(where)
        def _(block: Any) -> None:
            dma_start(S2MM, 0, dest=block[1], chain=block[2])
            with block[1]:
                use_lock(self.room, LockAction.AcquireGreaterEqual, value=1)
                dma_bd(self.store)
                use_lock(self.full, LockAction.Release, value=1)
                next_bd(block[1])
            with block[2]:
                end()

    def doubled(self, i: Any) -> Any:
        return self.store[i] * 2

    def begin(self) -> None:
        use_lock(self.full, LockAction.AcquireGreaterEqual, value=1)

    def end(self) -> None:
        use_lock(self.room, LockAction.Release, value=1)


def test_objects_of_a_design_say_their_dmas() -> None:
    def build(rt: Any) -> Any:
        own, down = Doubler(CORES[1]), iron.ObjectFifo(ROW, name="down")

        def core(own: Any, sink: Any) -> None:
            own.begin()
            y = sink.acquire(1)
            for i in iron.range_(N):
                y[i] = own.doubled(i)
            sink.release(1)
            own.end()

        rt.start(iron.Worker(core, [own, down.prod()], tile=CORES[1]))

        def host(a: Any, b: Any) -> None:
            give = dma_configure_task(SHIM.op, MM2S, 0)
            with bds(give) as bd, bd[0]:
                shim_dma_bd(a.op)
                EndOp()
            dma_start_task(give)
            dma_await_task(transfer("down", b, True))

        return host

    got = called(build, 3 * N, 3 * N)[1].reshape(3, N)
    want = np.arange(3 * N).reshape(3, 8, 2).transpose(0, 2, 1).reshape(3, N) * 2
    assert got.tolist() == want.tolist()


WORDS = """
#include <aie_api/aie.hpp>
extern "C" void send(int32_t *in, int32_t n) { for (int i = 0; i < n; ++i) put_ms(in[i] + 1, i == n - 1); }
extern "C" void receive(int32_t *out, int32_t n) { for (int i = 0; i < n; ++i) out[i] = get_ss() * 2; }
"""


def streamers() -> tuple[Any, Any]:
    types = [ROW, np.int32]
    send = iron.ExternalFunction("send", source_string=WORDS, arg_types=types)
    return send, iron.Kernel("receive", send.object_file_name, types)


def test_cores_write_and_read_streams_themselves() -> None:
    def build(rt: Any) -> Any:
        send, receive = streamers()
        up, down = iron.ObjectFifo(ROW, name="up"), iron.ObjectFifo(ROW, name="down")

        def first(source: Any, send: Any) -> None:
            send(source.acquire(1), N)
            source.release(1)

        def second(sink: Any, receive: Any) -> None:
            receive(sink.acquire(1), N)
            sink.release(1)

        rt.start(iron.Worker(first, [up.cons(), send], tile=CORES[0]))
        rt.start(iron.Worker(second, [down.prod(), receive], tile=CORES[1]))
        rt.add_flow(Flow(CORES[0], CORES[1], src_port=WireBundle.Core, dst_port=WireBundle.Core))
        return through("up", "down")

    assert called(build, 2 * N, 2 * N)[1].tolist() == [2 * (i + 1) for i in range(2 * N)]


PACKETS = """
#include <aie_api/aie.hpp>
namespace dealer {
extern "C" {
// Two packets for each object, of 5 and of 11 words: a header with the id, the numbers, the last of them marked.
void deal(int32_t *in, int32_t n) {
  for (int id = 3; id < 5; ++id) {
    const int first = id == 3 ? 0 : 5, last = id == 3 ? 5 : n;
    put_ms(id | 2 << 12, false);
    for (int i = first; i < last; ++i) put_ms(in[i], i == last - 1);
  }
}
void receive(int32_t *out, int32_t n) {
  for (int i = 0; i < n; ++i) out[i] = get_ss() + 1000 * (get_coreid() >> 16) + 100 * (get_coreid() & 31);
}
}
}
"""


def test_a_core_sends_packets_to_others() -> None:
    """Ids are in the words that it puts first; the array routes by them and drops them. Cores know where they are."""

    def build(rt: Any) -> Any:
        deal = iron.ExternalFunction("deal", source_string=PACKETS, arg_types=[ROW, np.int32])
        up, downs = iron.ObjectFifo(ROW, name="up"), []

        def first(source: Any, deal: Any) -> None:
            deal(source.acquire(1), N)
            source.release(1)

        rt.start(iron.Worker(first, [up.cons(), deal], tile=CORES[0]))
        for number, count in ((3, 5), (4, 11)):
            kind = array_type(count, np.int32)
            receive = iron.Kernel("receive", deal.object_file_name, [kind, np.int32])
            downs.append(iron.ObjectFifo(kind, name=f"down{number}"))

            def other(sink: Any, receive: Any, count: int = count) -> None:
                receive(sink.acquire(1), count)
                sink.release(1)

            there = CORES[number - 2]
            rt.start(iron.Worker(other, [downs[-1].prod(), receive], tile=there))
            rt.add_flow(PacketFlow(pkt_id=number, src=CORES[0], dst=there, src_port=WireBundle.Core,
                                   dst_port=WireBundle.Core))  # fmt: skip

        def host(a: Any, b: Any, c: Any) -> None:
            transfer("up", a, False)
            dma_await_task(transfer("down3", b, True), transfer("down4", c, True))

        return host

    rows = np.arange(3 * N).reshape(3, N)
    _, b, c = called(build, 3 * N, 15, 33)
    assert b.tolist() == (rows[:, :5] + 300).reshape(-1).tolist()
    assert c.tolist() == (rows[:, 5:] + 400).reshape(-1).tolist()


def test_fifos_whose_ends_are_streams_of_cores() -> None:
    def build(rt: Any) -> Any:
        send, receive = streamers()
        up, down = iron.ObjectFifo(ROW, name="up"), iron.ObjectFifo(ROW, name="down", aie_stream=(0, 0))
        here, back = iron.ObjectFifo(ROW, name="here", aie_stream=(1, 1)), iron.ObjectFifo(ROW, name="back")

        def first(source: Any, sink: Any, send: Any) -> None:
            send(source.acquire(1), N)
            source.release(1)

        def second(source: Any, sink: Any, receive: Any) -> None:
            receive(sink.acquire(1), N)
            sink.release(1)

        rt.start(iron.Worker(first, [up.cons(), down.prod(), send]))
        rt.start(iron.Worker(second, [here.cons(), back.prod(), receive]))

        def host(a: Any, b: Any, c: Any) -> None:
            transfer("up", a, False)
            transfer("here", a, False)
            dma_await_task(transfer("down", b, True), transfer("back", c, True))

        return host

    _, b, c = called(build, 2 * N, 2 * N, 2 * N)
    assert b.tolist() == [i + 1 for i in range(2 * N)]
    assert c.tolist() == [2 * i for i in range(2 * N)]
    with pytest.raises(LanewiseError, match=r"aie_stream is \(3, 0\)"):
        iron.ObjectFifo(ROW, aie_stream=(3, 0))


def test_first_generation_has_locks_of_one_bit() -> None:
    one = Lock(Tile(0, 1), init=1)
    one.start(counts=False)
    one.release(0)
    assert one.value == 0
    one.release(1)
    one.acquire(1)
    assert one.value == 1  # waited for, not taken
    one.start()
    one.acquire(1)
    one.release(2)
    one.acquire_exact(2)
    assert one.value == 2
    with pytest.raises(LanewiseError, match="it would be 64; a lock holds 0 to 63"):
        one.release(62)


def test_deadlock_names_channels_and_their_locks() -> None:
    def build(rt: Any) -> Any:
        adding(rt)
        for dma in rt.routes.dmas:
            dma.channels[0].bds[0].releases.clear()  # the core never hears that data came
        rt.add_flow(Flow(SHIM, CORES[0], shim_symbol="in"))
        rt.add_flow(Flow(CORES[0], SHIM, shim_symbol="out"))
        return through("in", "out")

    with pytest.raises(LanewiseError) as caught:
        called(build, 2 * N, 2 * N)
    text = str(caught.value)
    assert caught.value.id == "IRON-003"
    assert "drain of out waits for 32 of 32 elements" in text
    assert "worker core waits for lock full to reach 1" in text
    assert "; it is 0, and nobody has released it; S2MM 0 of tile (0, 2): descriptor 0 (taken) waits" in text
    assert "descriptor 0 (taken) waits for lock room to reach 1; it is 0, and nobody has released it" in text
    assert "MM2S 0 of tile (0, 2): descriptor 0 (given) waits for lock done to reach 1; it is 0" in text


def twice(rt: Any) -> Any:
    adding(rt)
    rt.add_flow(Flow(SHIM, CORES[0], shim_symbol="in"))
    rt.add_flow(Flow(SHIM, CORES[0], src_channel=1))
    return through("in", "in")


def nothing_there(rt: Any) -> Any:
    rt.add_flow(Flow(SHIM, MEM, shim_symbol="in"))
    return through("in", "in")


def no_core(rt: Any) -> Any:
    rt.add_flow(Flow(SHIM, CORES[3], dst_port=WireBundle.Core, shim_symbol="in"))
    return through("in", "in")


def both_kinds(rt: Any) -> Any:
    adding(rt)
    rt.add_flow(Flow(SHIM, CORES[0], shim_symbol="in"))
    rt.add_flow(PacketFlow(1, SHIM, CORES[0]))
    return through("in", "in")


def not_awaited(rt: Any) -> Any:
    adding(rt)
    rt.add_flow(Flow(SHIM, CORES[0], shim_symbol="in"))
    return lambda a, b: dma_await_task(transfer("in", a, False))


@pytest.mark.parametrize(("build", "words"), [
    (twice, "S2MM 0 of tile (0, 2): two flows arrive at it"),
    (nothing_there, "S2MM 0 of tile (0, 1): a flow has it, and no TileDma says what it does"),
    (no_core, "Core 0 of tile (0, 5): no worker is on that tile"),
    (both_kinds, "MM2S 0 of tile (0, 0): a Flow and a PacketFlow leave it"),
    (not_awaited, "make it with issue_token=True"),
    (lambda rt: lambda a, b: dma_start_task(), "dma_start_task: it has no task"),
    (lambda rt: lambda a, b: transfer("nowhere", a, True), "'nowhere' is none; name it as"),
    (lambda rt: lambda a, b: npu_write32(0, 2, 0x1F000, 1), "npu_write32 of address 0x1f000 of tile (0, 2)"),
    (lambda rt: lambda a, b: npu_writebd(bd_id=0), "npu_writebd"),
    (lambda rt: lambda a, b: npu_push_queue(0, 0, 0, 0, 0, 0, 0), "npu_push_queue"),
    (lambda rt: lambda a, b: npu_maskwrite32(0, 0, 0, 1, 1), "compressed streams hold is not documented"),
    (lambda rt: lambda a, b: write_tm(1, 2), "compressed streams hold is not documented"),
    (lambda rt: rt.sync_parameters(), "Runtime.sync_parameters"),
    (lambda rt: rt.add_flow(Flow(MEM, CORES[0], shim_symbol="x")), "shim_symbol names its end at a shim tile"),
    (lambda rt: Bd(iron.Buffer(ROW), offset=8, length=9), "9 elements from element 8 on leave int32[16]"),
    (lambda rt: DmaChannel(MM2S, 0, [Bd(iron.Buffer(ROW), next=1)]), 'next is "self", None, or one of 0 to 0'),
    (lambda rt: Bd(iron.Buffer(ROW), packet=(0, 32)), "an id 0 to 31"),
    (lambda rt: PacketFlow(40, SHIM, MEM), "the id is 40"),
    (lambda rt: rt.add_flow("x"), "'x' is no Flow and no PacketFlow"),
    (lambda rt: rt.add_lock(1), "1 is no Lock"),
    (lambda rt: rt.add_tile_dma(1), "1 is no TileDma"),
    (lambda rt: flow(SHIM, WireBundle.DMA, 0, MEM, WireBundle.DMA, 0), "flow: it stands outside of a device"),
    (lambda rt: dma_bd(iron.Buffer(ROW)), "dma_bd: it stands outside of a DMA's program"),
])  # fmt: skip
def test_route_is_refused(build: Any, words: str) -> None:
    with pytest.raises(LanewiseError) as caught:
        called(build, N, N)
    assert words in str(caught.value)
    assert caught.value.id in ("IRON-001", "IRON-005")
