"""Streams and cascades between cores: words go through as they are, whoever is too early waits."""

from __future__ import annotations

from typing import Any

from lanewise.isa.aie.record import Operation, any_type


def readincr(link: Any, size: int = 0) -> Any:
    """The next value of a stream, or the next `size` as a vector; of a cascade, as an accumulator."""
    if hasattr(link, "get"):
        return link.get(size)
    return link.read_v(size) if size else link.read()


def writeincr(link: Any, value: Any, last: bool = False) -> None:
    """A value, a vector, or an accumulator into a cascade; `last` ends a packet."""
    if hasattr(link, "put"):
        link.put(value)
    else:
        link.write(value, last)


def get_scd(link: Any, size: int) -> Any:
    """An accumulator from the core before."""
    return link.get(size)


def put_mcd(link: Any, acc: Any) -> None:
    """An accumulator to the core behind, bit for bit."""
    link.put(acc)


def get_ss(link: Any, size: int = 0) -> Any:
    """32 or 128 bits of the input stream."""
    return link.read_v(size) if size else link.read()


def put_ms(link: Any, value: Any, last: bool = False) -> None:
    """32 or 128 bits to the output stream."""
    link.write(value, last)


def packet_id(header: int) -> int:
    """The number that the header of a packet carries in its low bits."""
    return header & 31


def event(number: int = 0) -> None:
    """A mark for the tracing hardware; nothing is computed."""


def _port(name: str, said: str, meaning: Any, *names: str, **more: Any) -> Operation:
    return Operation(name, "adf/stream", said, meaning, more.pop("rows", any_type()), names, **more)


OPERATIONS = (
    _port("readincr", "The next value or vector of a stream, the next lanes of a cascade", readincr, "readincr",
          "readincr_v", "readincr_v{N}", "readincr_nb", "READINCR{,W}", timing="stream_in"),
    _port("writeincr", "A value or vector to a stream, lanes to a cascade", writeincr, "writeincr", "writeincr_v",
          "writeincr_v{N}", "WRITEINCR{,W}", policies=("cascade_padding",), timing="stream_out"),
    _port("get_scd", "Lanes of an accumulator from the core before", get_scd, "get_scd", "getc_scd", "get_scd_v{N}{T}",
          timing="cascade"),
    _port("put_mcd", "Lanes of an accumulator to the core behind", put_mcd, "put_mcd", policies=("cascade_padding",),
          timing="cascade"),
    _port("get_ss", "32 or 128 bits of the input stream", get_ss, "get{,c,f}_{ss,wss}", timing="stream_in"),
    _port("put_ms", "32 or 128 bits to the output stream", put_ms, "put_{ms,wms}", timing="stream_out"),
    _port("packet_id", "The number of a packet", packet_id, "getPacketid", "writeHeader", evidence="inferred"),
    _port("event", "A mark for tracing hardware", event, "event{0,1}", evidence="inferred"),
)
