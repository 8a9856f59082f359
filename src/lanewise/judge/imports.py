"""What a built library asks of the system: the names that it does not define itself."""

from __future__ import annotations

import struct

_HEADER, _SECTION, _SYMBOL = struct.Struct("<16sHHIQQQIHHHHHH"), struct.Struct("<IIQQQQIIQQ"), struct.Struct("<IBBHQQ")
_DYNSYM = 11


def names(path: str) -> list[str]:
    """Of a library for Linux; none of others."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        return sorted(set(_undefined(data)))
    except (struct.error, ValueError, IndexError):
        return []


def _undefined(data: bytes) -> list[str]:
    if data[:6] != b"\x7fELF\x02\x01":
        return []
    header = _HEADER.unpack_from(data)
    at, count = header[6], header[12]
    sections = [_SECTION.unpack_from(data, at + number * _SECTION.size) for number in range(count)]
    found = []
    for one in sections:
        if one[1] != _DYNSYM:
            continue
        texts = sections[one[6]]
        strings = data[texts[4] : texts[4] + texts[5]]
        for fields in _SYMBOL.iter_unpack(data[one[4] : one[4] + one[5]]):
            if fields[3] == 0 and fields[0]:
                found.append(strings[fields[0] : strings.index(b"\0", fields[0])].decode(errors="replace"))
    return found
