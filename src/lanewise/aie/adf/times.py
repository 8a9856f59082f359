"""How long a graph takes on the chip: its slowest stage, what it can give, and a timeline of its cores and links."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lanewise.aie.adf.levels import Link, Node, Picture
from lanewise.aie.adf.observed import Called
from lanewise.aie.adf.replay import Replay
from lanewise.terminal import columns
from lanewise.timing.lanes import Rates
from lanewise.timing.numbers import numbers
from lanewise.timing.trace_files import write_events

_OUTSIDE = ("PLIO", "GMIO")
_SIZES = {"int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "bfloat16": 2, "int32": 4, "uint32": 4, "float": 4,
          "float32": 4, "int64": 8, "uint64": 8, "cint16": 4, "cint32": 8, "cfloat": 8, "cfloat32": 8}  # fmt: skip


class GraphTime:
    def __init__(self, picture: Picture, calls: list[Called], chip: str) -> None:
        known = numbers(chip, "aie")
        self._clock, self._usual = known.facts["unit.clock_mhz"], known["unit.plio_share"] * known["unit.clock_mhz"]
        self.replay = Replay(picture, calls, Rates.of(chip), known["unit.clock_mhz"])
        self.picture, self.chip = picture, known.chip
        self._kernels = [n for n in picture.nodes if n.kind == "kernel" and self.replay.calls[n.id]]

    @property
    def slowest(self) -> str:
        """What is busy for the longest: a kernel's core, or a port."""
        kernel = self._slowest_kernel()
        ports = max(self.picture.links, key=self.replay.carries, default=None)
        if ports and (kernel is None or self.replay.carries(ports) > self._core_busy(kernel)):
            return f"{ports.kind} {ports.name}, {self._port(ports)}"
        return "" if kernel is None else self.replay.nodes[kernel].name

    def _port(self, link: Link) -> str:
        """How fast its port is, and why."""
        rate = self.replay.rate(link)
        slow = [n for n in self._plios() if n.id in (link.source, link.sink) and self.replay.plio_rate(n) == rate]
        why = f" ({slow[0].bits} bits at {slow[0].mhz:g} MHz)" if slow and rate < self.replay.rates.stream else ""
        return f"{rate:.3g} bytes a cycle{why}"

    def _without_frequency(self) -> list[str]:
        """PLIOs that may be slower than a port, but for which the program names no frequency."""
        unnamed = [n for n in self._plios() if not n.mhz > 0]
        usual = {n.name: self.replay.plio_rate(n, self._usual) for n in unnamed}
        slower = [f"{name} {rate:g}" for name, rate in usual.items() if rate < self.replay.rates.stream]
        if not slower:
            return []
        return ["without a frequency in create() PLIOs keep up with their ports here; at the tools' default, a quarter "
                "of the array's clock, bytes a cycle are: " + ", ".join(slower)]

    def _plios(self) -> list[Node]:
        return [n for n in self.picture.nodes if n.kind == "PLIO"]

    def _core_busy(self, kernel: int) -> float:
        core = self.replay.nodes[kernel].core
        return sum(self.replay.busy(n.id) for n in self._kernels if n.core == core)

    def _slowest_kernel(self) -> int | None:
        cores: dict[int, float] = {}
        for node in self._kernels:
            cores[node.core] = cores.get(node.core, 0.0) + self.replay.busy(node.id)
        if not cores:
            return None
        core = max(cores, key=lambda c: cores[c])
        return max((n.id for n in self._kernels if n.core == core), key=self.replay.busy)

    def data(self) -> dict[str, Any]:
        total = self.replay.cycles
        return {
            "chip": self.chip, "cycles": total, "slowest": self.slowest,
            "kernels": [
                {"name": n.name, "calls": len(self.replay.calls[n.id]), "cycles": self.replay.busy(n.id),
                 "busy": self.replay.busy(n.id) / total if total else 0.0,
                 "bound": self.replay.calls[n.id][-1].time.bound}
                for n in self._kernels
            ],
            "outputs": [
                {"name": link.name, "bytes": link.bytes, "bytes_per_cycle": link.bytes / total if total else 0.0}
                for link in self._outputs()
            ],
        }  # fmt: skip

    def text(self) -> str:
        total = self.replay.cycles
        if not total:
            return "the graph's kernels asked for nothing that has a time"
        every = [call.time for n in self._kernels for call in self.replay.calls[n.id]]
        assumed = {name: why for time in every for name, why in time.assumed.items()}
        lines = [f"at least {total:,.0f} cycles on {self.chip}; the slowest stage is {self.slowest}"]
        for link in self._outputs():
            lines.append(f"  {link.name} gives {_rate(link, total)}")
        rows = [("kernel", "calls", "cycles each", "busy", "bound by, and waits mostly for")]
        for n in self._kernels:
            busy, count = self.replay.busy(n.id), len(self.replay.calls[n.id])
            bound = ", ".join(filter(None, (self.replay.calls[n.id][-1].time.bound, self._waits(n.id))))
            rows.append((n.name, str(count), f"{busy / count:,.1f}", f"{busy / total:.0%}", bound))
        lines.append(columns(rows, right=(1, 2, 3)))
        if any(self.replay.rate(link) < self.replay.rates.stream for link in self.picture.links):
            assumed["clock_mhz"] = self._clock.source
        if assumed:
            lines.append("rests on assumptions: " + "; ".join(f"{name} ({why})" for name, why in assumed.items()))
        lines += self._without_frequency()
        lines.append(f"a port carries {self.replay.rates.stream:g} bytes a cycle; files and memory outside always have "
                     "data and room; arithmetic of the scalar unit, calls and locks of windows are not counted")
        return "\n".join(lines)

    def events(self) -> Iterator[dict[str, Any]]:
        """For Perfetto: a lane for each core, with what it waits for, and how full each link is; 1 us is a cycle."""
        yield {"ph": "M", "pid": 0, "name": "process_name", "args": {"name": "cores"}}
        yield {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "links, in bytes"}}
        for core in sorted({n.core for n in self._kernels}):
            names = ", ".join(n.name for n in self._kernels if n.core == core)
            yield {"ph": "M", "pid": 0, "tid": core, "name": "thread_name", "args": {"name": names}}
        fills: list[tuple[float, int, int]] = []
        for span in self.replay.spans:
            name = self.replay.nodes[span.kernel].name
            begin = span.start
            if span.waits and span.start > span.free:
                yield _slice(f"waits for {span.waits}", span.core, span.free, span.start, {})
            elif span.waits:  # inside the call
                begin = span.end - span.cycles
                yield _slice(f"waits for {span.waits}", span.core, span.start, begin, {})
            yield _slice(name, span.core, begin, span.end, {"call": span.number + 1, "cycles": span.cycles})
            for at, count in self.replay.calls[span.kernel][span.number].moved.items():
                fills.append((span.end, at, -count if self.replay.links[at].sink == span.kernel else count))
        level = [0] * len(self.replay.links)
        inside = {at for at, link in enumerate(self.replay.links) if self._joins_kernels(link)}
        for when, at, change in sorted(fills, key=lambda f: (f[0], -f[2])):
            if at in inside:
                level[at] += change
                yield {"ph": "C", "pid": 1, "ts": when, "name": self.replay.links[at].name,
                       "args": {"bytes": max(0, level[at])}}  # fmt: skip

    def write(self, path: str) -> None:
        write_events(path, self.events(), {"chip": self.chip, "unit": "1 us here is 1 cycle"})

    def _joins_kernels(self, link: Link) -> bool:
        ends = (self.replay.nodes.get(link.source), self.replay.nodes.get(link.sink))
        return all(n is not None and n.kind == "kernel" for n in ends)

    def _outputs(self) -> list[Link]:
        def outside(link: Link) -> bool:
            node = self.replay.nodes.get(link.sink)
            return node is not None and node.kind in _OUTSIDE

        return [link for link in self.picture.links if outside(link)]

    def _waits(self, kernel: int) -> str:
        """What most of its waiting is for."""
        lost: dict[str, float] = {}
        for span in self.replay.spans:
            if span.kernel == kernel and span.waits:
                lost[span.waits] = lost.get(span.waits, 0.0) + span.end - span.free - span.cycles
        return max(lost, key=lambda w: lost[w]) if lost else ""


def _rate(link: Link, cycles: float) -> str:
    size = _SIZES.get(link.type, 0)
    if not size:
        return f"{link.bytes / cycles:.3g} bytes a cycle"
    return f"{link.bytes / size / cycles:.3g} {link.type} a cycle ({link.bytes // size} in all)"


def _slice(name: str, lane: int, start: float, end: float, details: dict[str, Any]) -> dict[str, Any]:
    return {"ph": "X", "pid": 0, "tid": lane, "ts": start, "dur": max(0.0, end - start), "name": name, "args": details}
