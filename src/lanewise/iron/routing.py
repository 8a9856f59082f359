"""From what a design says of routes to streams between DMAs, cores and the host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lanewise.chips.chip import any_chip
from lanewise.iron.channels import Channel, CoreStream, PacketEnd, PacketStream
from lanewise.iron.refusals import wrong
from lanewise.iron.routes import CORE, End, Route
from lanewise.iron.streams import HostEnd, Stream

if TYPE_CHECKING:
    from lanewise.iron.running import Run
    from lanewise.iron.workers import Worker


def connect_routes(run: Run) -> list[Channel]:
    """Streams of all flows; the channels that have descriptors of their own."""
    return _Router(run).connected()


def core_stream(run: Run, worker: Worker, gives: bool) -> CoreStream:
    """The stream port of a core, which its kernels put to or get from."""
    port = "stream_out" if gives else "stream_in"
    ports = run.ports.setdefault(worker, dict(worker.ports))
    name = run.design.names[worker]
    if port in ports:
        raise wrong(f"worker {name}", "two_streams", port=port).at(worker.where)
    words = int(any_chip(run.design.device.chip).fact("stream_depth"))
    made = ports[port] = CoreStream(f"stream {'from' if gives else 'to'} worker {name}", words)
    return made


class _Router:
    def __init__(self, run: Run) -> None:
        self._run, self._flows = run, run.design.runtime.routes.flows
        self._programs = run.design.runtime.routes.channels()
        self._ends: dict[End, Any] = {}
        self._packet_ends: dict[End, PacketEnd] = {}
        self._channels: list[Channel] = []

    def connected(self) -> list[Channel]:
        for source in dict.fromkeys(flow.source for flow in self._flows):
            flows = [flow for flow in self._flows if flow.source == source]
            plain = [flow for flow in flows if flow.packet_id is None]
            if plain and len(plain) < len(flows):
                raise wrong(str(source), "mixed_flows").at(flows[-1].where)
            if plain:
                name = " and ".join(flow.name for flow in plain)
                sinks = [self._at(dest, flow) for flow in plain for dest in flow.dests]
                self._run.streams.append(Stream(name, self._at(source, plain[0]), sinks, self._run.clocks, name))
            else:
                self._run.streams.append(self._packets(source, flows))
        for end in self._programs:
            self._at(end, None)
        self._check_arrivals()
        return self._channels

    def _packets(self, source: End, flows: list[Route]) -> PacketStream:
        table: dict[int, list[tuple[PacketEnd, bool]]] = {}
        for flow in flows:
            for dest in flow.dests:
                if dest not in self._packet_ends:
                    self._packet_ends[dest] = PacketEnd(self._at(dest, flow))
                table.setdefault(flow.packet_id or 0, []).append((self._packet_ends[dest], flow.keeps_header))
        return PacketStream(f"packets from {source}", self._at(source, flows[0]), table, self._run.clocks)

    def _check_arrivals(self) -> None:
        taken: set[End] = set(self._packet_ends)
        for flow in self._flows:
            for dest in flow.dests if flow.packet_id is None else ():
                if dest in taken:
                    raise wrong(str(dest), "two_arrive").at(flow.where)
                taken.add(dest)

    def _at(self, end: End, flow: Route | None) -> Any:
        """What gives or takes there; the same thing for all flows."""
        if end not in self._ends:
            self._ends[end] = self._made(end, flow)
        return self._ends[end]

    def _made(self, end: End, flow: Route | None) -> Any:
        where = flow.where if flow is not None else None
        if end in self._programs:
            self._channels.append(Channel(end, self._programs[end]))
            return self._channels[-1]
        if end.is_host:
            return self._run.hosts.setdefault(end, HostEnd())
        if end.port != CORE:
            raise wrong(str(end), "no_tile_dma_there").at(where)
        worker = next((w for w in self._run.design.workers if w.tile is not None and w.tile == end.tile), None)
        if worker is None:
            raise wrong(str(end), "no_worker").at(where)
        return core_stream(self._run, worker, end.gives)
