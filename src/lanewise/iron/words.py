"""A design in words, for `print(module)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lanewise.iron.program import Design


def described(design: Design) -> str:
    return "\n".join(_lines(design))


def _lines(design: Design) -> Iterator[str]:
    device = design.device
    yield f"design {design.name} on {device.name} ({device.chip}, {device.cols} columns)"
    for k, kind in enumerate(design.types):
        yield f"  tensor {k}: {kind}"
    for worker in design.workers:
        again = "" if worker.while_true else ", once"
        yield f"  worker {design.names[worker]}: {worker.tile_bytes} bytes of its tile{again}"
    for fifo in design.fifos:
        producer = fifo.producer
        assert producer is not None
        ends = ", ".join(design.owner_name(h.owner) + (f" (depth {h.depth})" if h.depth != fifo.depth else "")
                         for h in design.ends(fifo))  # fmt: skip
        yield f"  fifo {fifo.name}: {fifo.depth} x {fifo.type} from {design.owner_name(producer.owner)} to {ends}"
    for flow in design.runtime.routes.flows:
        packets = "" if flow.packet_id is None else f", packets {flow.packet_id}"
        yield f"  {flow.name}{packets}"
    for buffer in design.buffers:
        yield f"  Buffer {buffer.name}: {buffer.array}"
