"""Objects of a program's second side: the same sources, compiled for cube cores.

Both sides have functions of the same names, and one program holds both. So all that an object of the second side
defines gets another name, and what launches need of it a name that the runtime looks for. It starts nothing by itself:
the host's variables are made once, by the first side.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

SUFFIX = b".cube"
LINK = ("-Wl,--export-dynamic",)  # the runtime looks names up
# lanewise::Side<Closure>::run(void*), by which a launch is known on both sides: include/lanewise/ascend/launch.h.
# Where void* was named before, as in a function that gets a stream and launches, it is short for that.
_RUN = re.compile(rb"_ZN8lanewise4SideI(.+)E3runE(?:Pv|S[0-9A-Z]*_)")
_STARTS = re.compile(rb"\.(?:init_array|ctors|preinit_array)(?:\..*)?")
_HEADER, _SECTION, _SYMBOL = struct.Struct("<16sHHIQQQIHHHHHH"), struct.Struct("<IIQQQQIIQQ"), struct.Struct("<IBBHQQ")
_SYMTAB, _PROGBITS, _GROUP = 2, 1, 17
_GLOBAL = 1


class NotElfError(Exception):
    """An object of another kind of system."""


class _Section(NamedTuple):
    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    align: int
    entry: int


class _Object:
    def __init__(self, data: bytes) -> None:
        self.data = bytearray(data)
        if data[:6] != b"\x7fELF\x02\x01":
            raise NotElfError
        self.header = list(_HEADER.unpack_from(data))
        self.at, count = self.header[6], self.header[12]
        self.sections = [_Section(*_SECTION.unpack_from(data, self.at + k * _SECTION.size)) for k in range(count)]
        self.table = next(k for k, one in enumerate(self.sections) if one.kind == _SYMTAB)
        self.names = self.sections[self.table].link

    def bytes_of(self, section: int) -> bytes:
        one = self.sections[section]
        return bytes(self.data[one.offset : one.offset + one.size])

    def symbols(self) -> Iterator[tuple[list[int], bytes]]:
        texts = self.bytes_of(self.names)
        for fields in _SYMBOL.iter_unpack(self.bytes_of(self.table)):
            yield list(fields), texts[fields[0] : texts.index(b"\0", fields[0])]

    def replace(self, section: int, content: bytes) -> None:
        """Behind everything else: what was there stays as a gap."""
        self.data += bytes(-len(self.data) % 16)
        self.change(section, offset=len(self.data), size=len(content))
        self.data += content

    def change(self, section: int, **fields: int) -> None:
        self.sections[section] = self.sections[section]._replace(**fields)
        _SECTION.pack_into(self.data, self.at + section * _SECTION.size, *self.sections[section])


def _defined(one: _Object) -> set[bytes]:
    """What other objects can see of one."""
    return {name for fields, name in one.symbols() if fields[1] >> 4 and fields[3] and name}


def rename(paths: Sequence[str]) -> None:
    """Objects of the second side of one program, in place."""
    objects = []
    for path in paths:
        with open(path, "rb") as file:
            objects.append(_Object(file.read()))
    defined = set().union(*map(_defined, objects))
    for path, one in zip(paths, objects, strict=True):
        _rename(one, defined)
        with open(path, "wb") as file:
            file.write(one.data)


def _rename(one: _Object, defined: set[bytes]) -> None:
    texts, symbols, found = bytearray(one.bytes_of(one.names)), bytearray(), []
    # Of sections with one name linkers keep the first: those of the other side have the same names.
    groups = {section.info for section in one.sections if section.kind == _GROUP}
    for k, (fields, name) in enumerate(one.symbols()):
        if (run := _RUN.fullmatch(name)) and fields[3]:
            found.append((fields, b"lw_cube." + run[1]))
        if (fields[1] >> 4 and name in defined) or k in groups:
            fields[0] = len(texts)
            texts += name + SUFFIX + b"\0"
        symbols += _SYMBOL.pack(*fields)
    for fields, name in found:
        symbols += _SYMBOL.pack(len(texts), _GLOBAL << 4 | fields[1] & 15, 0, *fields[3:])
        texts += name + b"\0"
    one.replace(one.table, bytes(symbols))
    one.replace(one.names, bytes(texts))
    headings = one.bytes_of(one.header[13])
    for k, section in enumerate(one.sections):
        name = headings[section.name : headings.index(b"\0", section.name)]
        if _STARTS.fullmatch(name):
            # Its name without the first letter: no linker takes it for one of those that are run at the start.
            one.change(k, kind=_PROGBITS, name=section.name + 1)
