"""Routes in the compiler's own words (dialect.py): locks, flows, and programs of DMAs as blocks of descriptors.

They stand in a device, or in the `resolve` of an object that a worker of a design has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from lanewise.iron.buffers import Buffer
from lanewise.iron.current import current_worker
from lanewise.iron.devices import DMAChannelDir, LockAction, Tile, WireBundle
from lanewise.iron.integers import whole_number
from lanewise.iron.locks import Lock
from lanewise.iron.refusals import missing, wrong, wrong_type
from lanewise.iron.routes import (
    DMA,
    SHIM_ROW,
    Acquire,
    Bd,
    DmaChannel,
    End,
    Flow,
    PacketDest,
    PacketFlow,
    Release,
    Routes,
    TileDma,
)  # fmt: skip

_said: list[Routes] = []


@contextmanager
def saying(routes: Routes) -> Iterator[None]:
    """What is said inside belongs to these."""
    _said.append(routes)
    try:
        yield
    finally:
        _said.pop()


def _current_routes(what: str) -> Routes:
    if not _said:
        raise wrong(what, "outside_routes")
    return _said[-1]


def lock(tile: Any, *, lock_id: int | None = None, init: int | None = None, sym_name: str | None = None,
         **ignored: Any) -> Lock:  # fmt: skip
    made = Lock(tile, lock_id, init, sym_name)
    _current_routes("lock").locks.append(made)
    return made


def buffer(tile: Any, datatype: Any, name: str | None = None, initial_value: Any = None, **more: Any) -> Buffer:
    made = Buffer(datatype, initial_value, name, tile, more.get("use_write_rtp", False))
    _current_routes("buffer").buffers.append(made)
    return made


def flow(
    source: Any, source_bundle: Any = WireBundle.DMA, source_channel: int = 0, dest: Any = None,
    dest_bundle: Any = WireBundle.DMA, dest_channel: int = 0, **ignored: Any,
) -> None:  # fmt: skip
    made = Flow(source, dest, src_port=source_bundle, src_channel=source_channel, dst_port=dest_bundle,
                dst_channel=dest_channel)  # fmt: skip
    _current_routes("flow").flows.append(made)


def packetflow(
    pkt_id: int, source: Any, source_port: Any = WireBundle.DMA, source_channel: int = 0, dests: Any = (),
    keep_pkt_header: bool = False, **ignored: Any,
) -> None:  # fmt: skip
    """`dests` is a dictionary of dest, port and channel, or a list of them. Traces go nowhere."""
    if WireBundle(source_port) == WireBundle.Trace:
        return
    ends = [PacketDest(d["dest"], d.get("port", WireBundle.DMA), d.get("channel", 0))
            for d in (dests if isinstance(dests, (list, tuple)) else [dests])]  # fmt: skip
    first, *others = ends
    made = PacketFlow(
        pkt_id, source, first.tile, src_port=source_port, src_channel=source_channel, dst_port=first.port,
        dst_channel=first.channel, extra_dsts=others, keep_pkt_header=keep_pkt_header,
    )  # fmt: skip
    _current_routes("packetflow").flows.append(made)


def shim_dma_allocation(sym_name: str, *more: Any, **named: Any) -> None:
    """A name for a channel of a shim tile: (name, tile, direction, channel), or (name, direction, channel, column)."""
    rest = list(more)
    at = next((k for k, one in enumerate(rest) if isinstance(one, DMAChannelDir)), None)
    way = named.get("channel_dir") if at is None else rest.pop(at)
    if way is None:
        raise wrong_type("shim_dma_allocation", "no_direction", sym_name=sym_name)
    tile = named.get("shim_tile", named.get("tile"))
    if rest and not isinstance(rest[0], int | np.integer):
        tile = rest.pop(0)
    channel = rest.pop(0) if rest else named.get("channel_index", 0)
    if tile is None:
        tile = Tile(whole_number(rest.pop(0) if rest else named.get("col", 0), "shim_dma_allocation"), SHIM_ROW)
    end = End(tile, DMA, whole_number(channel, "shim_dma_allocation"), DMAChannelDir(way) == DMAChannelDir.MM2S)
    if not end.is_host:
        raise wrong("shim_dma_allocation", "not_shim", sym_name=sym_name, end=end)
    _current_routes("shim_dma_allocation").shim_ends[str(sym_name)] = end


# --- programs of DMAs -----------------------------------------------------------------------------------------------


class Block:
    """`with block[1]:`, what a descriptor does; the first one has what channels start with."""

    def __init__(self, program: _Program, number: int) -> None:
        self.program, self.number = program, number
        self.acquires: list[Acquire] = []
        self.releases: list[Release] = []
        self.moves: dict[str, Any] | None = None
        self.next: Block | None = None

    def __enter__(self) -> Block:
        self.program.stack.append(self)
        return self

    def __exit__(self, *_: Any) -> None:
        self.program.stack.pop()


class _Program:
    """The blocks of a tile's DMA, made on demand."""

    def __init__(self) -> None:
        self._blocks: dict[int, Block] = {}
        self.stack: list[Block] = [self[0]]
        self.starts: list[tuple[Any, int, Block, int]] = []

    def __getitem__(self, number: int) -> Block:
        place = whole_number(number, "block")
        return self._blocks.setdefault(place, Block(self, place))

    def channels(self) -> list[DmaChannel]:
        return [DmaChannel(way, channel, _descriptors(first), rounds) for way, channel, first, rounds in self.starts]


def _descriptors(first: Block) -> list[Bd]:
    """Those that follow each other from a block on."""
    chain: list[Block] = []
    at: Block | None = first
    while at is not None and at not in chain and at.moves is not None:
        chain.append(at)
        at = at.next
    if not chain:
        raise wrong("dma_start", "no_dma_bd", number=first.number)
    return [
        Bd(acquires=b.acquires, releases=b.releases, next=chain.index(b.next) if b.next in chain else None,
           **(b.moves or {}))
        for b in chain
    ]  # fmt: skip


_programs: list[_Program] = []


def _block(what: str) -> Block:
    if not _programs:
        raise wrong(what, "outside_memory")
    return _programs[-1].stack[-1]


def mem(tile: Any, **ignored: Any) -> Callable[[Callable[[Any], Any]], None]:
    """`@mem(tile)` in front of the program of its DMA, which runs at once."""

    def build(body: Callable[[Any], Any]) -> None:
        routes = _current_routes("mem")
        _programs.append(_Program())
        try:
            body(_programs[-1])
            routes.dmas.append(TileDma(tile, _programs[-1].channels()))
        finally:
            _programs.pop()

    return build


memtile_dma = shim_mem = shim_dma = mem


def dma_start(
    channel_dir: Any, channel_index: int = 0, dest: Block | None = None, chain: Block | None = None,
    repeat_count: int = 0, **ignored: Any,
) -> bool:  # fmt: skip
    """A channel starts with the descriptor of block `dest`; the next start, or the end, is in block `chain`."""
    block = _block("dma_start")
    if not isinstance(dest, Block):
        raise wrong_type("dma_start", "task_dest", dest=repr(dest))
    block.program.starts.append((channel_dir, whole_number(channel_index, "dma_start"), dest, repeat_count))
    return True


def dma_bd(
    buffer: Any, offset: int = 0, len: int | None = None, dimensions: Any = None, packet: Any = None, **ignored: Any
) -> None:
    _block("dma_bd").moves = {
        "buffer": buffer, "offset": offset, "length": len, "dimensions": dimensions, "packet": packet
    }  # fmt: skip


def use_lock(lock: Any, action: Any, value: int | None = 1, **ignored: Any) -> None:
    """In a descriptor it belongs to that; on a core it waits or gives."""
    if not isinstance(lock, Lock):
        raise wrong_type("use_lock", "no_lock", lock=repr(lock))
    count = 1 if value is None else whole_number(value, "use_lock")
    kind = LockAction(action)
    if _programs:
        block = _block("use_lock")
        if kind == LockAction.Release:
            block.releases.append(Release(lock, count))
        else:
            block.acquires.append(Acquire(lock, count, kind == LockAction.AcquireGreaterEqual))
    elif current_worker() is None:
        raise missing("use_lock outside of a core and of a DMA's program", "Let the host call set_lock_value.")
    elif kind == LockAction.Release:
        lock.release(count)
    elif kind == LockAction.AcquireGreaterEqual:
        lock.acquire(count)
    else:
        lock.acquire_exact(count)


def next_bd(block: Any = None, *_: Any, **ignored: Any) -> None:
    """The descriptor that follows. Those of the host's tasks follow each other as they are written."""
    if _programs and isinstance(block, Block):
        _block("next_bd").next = block


def EndOp(*_: Any, **ignored: Any) -> None:
    """Nothing follows."""


end = EndOp
