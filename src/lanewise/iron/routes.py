"""Explicit routes of a design: descriptors of DMAs, the channels that go through them, and flows between channels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lanewise.errors import user_location
from lanewise.iron.buffers import Buffer
from lanewise.iron.devices import DMAChannelDir, Tile, WireBundle
from lanewise.iron.integers import whole_number
from lanewise.iron.locks import Lock
from lanewise.iron.refusals import wrong, wrong_type

DMA, CORE = WireBundle.DMA, WireBundle.Core
SHIM_ROW = 0


class Acquire(NamedTuple):
    """Before a descriptor moves data: wait for a lock, for at least a value that is then taken, or for just that."""

    lock: Lock
    value: int = 1
    greater_equal: bool = True


class Release(NamedTuple):
    lock: Lock
    value: int = 1


class Bd:
    """A descriptor: `length` elements of a buffer from `offset` on, in the order that dimensions say."""

    def __init__(
        self, buffer: Buffer, offset: int = 0, length: int | None = None, acquires: Sequence[Acquire] = (),
        releases: Sequence[Release] = (), next: int | str | None = "self", packet: Any = None,
        dimensions: Any = None,
    ) -> None:  # fmt: skip
        if not isinstance(buffer, Buffer):
            raise wrong_type("Bd", "no_buffer", buffer=repr(buffer))
        what = f"descriptor of Buffer {buffer.name}"
        self.buffer, self.where = buffer, user_location()
        self.offset = whole_number(offset or 0, what)
        self.length = buffer.array.size - self.offset if length is None else whole_number(length, what)
        if self.offset < 0 or self.length < 1 or self.offset + self.length > buffer.array.size:
            raise wrong(what, "descriptor_outside", length=self.length, offset=self.offset, array=buffer.array)
        self.acquires, self.releases = list(acquires), list(releases)
        self.next = next
        self.packet = checked_packet(packet, what)
        self.dimensions = dimensions or None


def checked_packet(of: Any, what: str) -> tuple[int, int] | None:
    """(type, id), or None."""
    if of is None:
        return None
    try:
        kind, number = (whole_number(n, what) for n in of)
    except (TypeError, ValueError):
        raise wrong_type(what, "packet_form", of=repr(of)) from None
    if not 0 <= kind < 8 or not 0 <= number < 32:
        raise wrong(what, "packet_range", of=repr(of))
    return kind, number


class DmaChannel:
    """Descriptors that a channel goes through, from the first one on; so many rounds of them where they end."""

    def __init__(self, direction: Any, channel: int, bds: Sequence[Bd], repeat_count: int = 0) -> None:
        self.direction = DMAChannelDir(direction)
        self.channel = whole_number(channel, "DmaChannel")
        self.bds = list(bds)
        self.rounds = 1 + whole_number(repeat_count, "DmaChannel")
        if not self.bds:
            raise wrong("DmaChannel", "no_descriptor")
        for number, bd in enumerate(self.bds):
            if bd.next not in (None, "self") and not (isinstance(bd.next, int) and 0 <= bd.next < len(self.bds)):
                raise wrong("DmaChannel", "next_descriptor", number=number, next=repr(bd.next), last=len(self.bds) - 1)

    def after(self, number: int) -> int | None:
        """Which descriptor follows another one."""
        following = self.bds[number].next
        return number if following == "self" else following  # type: ignore[return-value]


class TileDma:
    """The channels of one tile."""

    def __init__(self, tile: Tile, channels: Sequence[DmaChannel]) -> None:
        self.tile, self.channels, self.where = tile, list(channels), user_location()


class End(NamedTuple):
    """Where a stream begins or ends."""

    tile: Any
    port: WireBundle
    channel: int
    gives: bool  # into the stream

    def __str__(self) -> str:
        side = DMAChannelDir.MM2S if self.gives else DMAChannelDir.S2MM
        name = side.name if self.port == DMA else self.port.name
        return f"{name} {self.channel} of {tile_words(self.tile)}"

    @property
    def is_host(self) -> bool:
        """Whether the host reaches it, where no TileDma says otherwise."""
        return self.port == DMA and is_shim(self.tile)


def is_shim(tile: Any) -> bool:
    kind = getattr(tile, "tile_type", None)
    if kind is not None:
        return getattr(kind, "name", "").startswith("Shim")
    return getattr(tile, "row", None) == SHIM_ROW or getattr(tile, "value", None) == "shim"


def tile_words(tile: Any) -> str:
    if isinstance(tile, Tile) and tile.is_placed:
        return f"tile ({tile.col}, {tile.row})"
    kind = getattr(getattr(tile, "tile_type", None), "name", None)
    return f"a {kind}" if kind else "a tile"


@dataclass(eq=False)
class Route:
    """From one end to others: all that comes, or packets of one id alone."""

    source: End
    dests: list[End]
    packet_id: int | None = None
    keeps_header: bool = False
    symbol: str | None = None
    where: Any = None

    @property
    def name(self) -> str:
        return f"flow from {self.source} to {', '.join(map(str, self.dests))}"

    @property
    def shim(self) -> End | None:
        return next((end for end in (self.source, *self.dests) if is_shim(end.tile)), None)


def _route(
    source: End, dests: list[End], symbol: str | None, packet_id: int | None = None, keeps_header: bool = False
) -> Route:
    made = Route(source, dests, packet_id, keeps_header, symbol, user_location())
    if symbol is not None and made.shim is None:
        raise wrong(f"flow {symbol}", "shim_symbol")
    return made


def Flow(
    src: Any, dst: Any, *, src_port: Any = DMA, src_channel: int = 0, dst_port: Any = DMA, dst_channel: int = 0,
    shim_symbol: str | None = None,
) -> Route:  # fmt: skip
    """A stream from channel to channel."""
    return _route(End(src, WireBundle(src_port), int(src_channel), True),
                  [End(dst, WireBundle(dst_port), int(dst_channel), False)], shim_symbol)  # fmt: skip


class PacketDest(NamedTuple):
    tile: Any
    port: Any = DMA
    channel: int = 0


def PacketFlow(
    pkt_id: int, src: Any, dst: Any, *, src_port: Any = DMA, src_channel: int = 0, dst_port: Any = DMA,
    dst_channel: int = 0, extra_dsts: Sequence[PacketDest] = (), keep_pkt_header: bool = False,
    shim_symbol: str | None = None,
) -> Route:  # fmt: skip
    """Where packets of one id go."""
    dests = [PacketDest(dst, dst_port, dst_channel), *extra_dsts]
    number = whole_number(pkt_id, "PacketFlow")
    if not 0 <= number < 32:
        raise wrong("PacketFlow", "packet_id", number=number)
    return _route(End(src, WireBundle(src_port), int(src_channel), True),
                  [End(d.tile, WireBundle(d.port), int(d.channel), False) for d in dests], shim_symbol,
                  number, keep_pkt_header)  # fmt: skip


@dataclass
class Routes:
    """What a design declares about them."""

    locks: list[Lock] = field(default_factory=list)
    buffers: list[Buffer] = field(default_factory=list)
    flows: list[Route] = field(default_factory=list)
    dmas: list[TileDma] = field(default_factory=list)
    shim_ends: dict[str, End] = field(default_factory=dict)  # that shim_dma_allocation has named

    def channels(self) -> dict[End, DmaChannel]:
        found: dict[End, DmaChannel] = {}
        for dma in self.dmas:
            for channel in dma.channels:
                end = End(dma.tile, DMA, channel.channel, channel.direction == DMAChannelDir.MM2S)
                if end in found:
                    raise wrong(str(end), "two_dmas").at(dma.where)
                found[end] = channel
        return found

    def all_buffers(self) -> list[Buffer]:
        return [*self.buffers, *(bd.buffer for dma in self.dmas for c in dma.channels for bd in c.bds)]

    def all_locks(self) -> list[Lock]:
        bds = [bd for dma in self.dmas for channel in dma.channels for bd in channel.bds]
        return [*self.locks, *(s.lock for bd in bds for s in bd.acquires), *(s.lock for bd in bds for s in bd.releases)]

    def named(self, symbol: str) -> Route | None:
        return next((flow for flow in self.flows if flow.symbol == symbol), None)
