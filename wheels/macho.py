"""What files for macOS take from elsewhere, read from the files themselves: nothing here can run them.

A name that is missing comes from a library that the file lists, or from whoever loads it, which is Python.
"""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path
from typing import NamedTuple

_MAGIC = 0xFEEDFACF  # 64 bits, least significant byte first
_MACHINES = {0x0100000C: "aarch64", 0x01000007: "x86_64"}
_SYMBOLS, _LIBRARIES = 0x2, (0xC, 0x80000018)  # load commands: the table of names, and libraries (also optional ones)
_DEBUG, _KIND, _EXTERNAL = 0xE0, 0x0E, 0x01  # bits of a symbol's type
_ANYWHERE = (0xFE, 0)  # in place of a library's number: Apple's linker writes the first, zig's the second
_SYSTEM = "/usr/lib/libSystem.B.dylib"


class Library(NamedTuple):
    machine: str
    needs: list[str]  # other libraries
    missing: dict[str, str]  # name -> the library that has it; empty: whoever loads the file
    exports: set[str]


class NotForMacError(Exception):
    """The file is none that macOS loads."""


def read(data: bytes) -> Library:
    if len(data) < 32 or struct.unpack_from("<I", data)[0] != _MAGIC:
        raise NotForMacError
    _, machine, _, _, commands, *_ = struct.unpack_from("<8I", data)
    needs: list[str] = []
    symbols: list[tuple[str, int, int]] = []
    at = 32
    for _ in range(commands):
        command, size = struct.unpack_from("<2I", data, at)
        if command in _LIBRARIES:
            needs.append(_text(data, at + struct.unpack_from("<I", data, at + 8)[0]))
        elif command == _SYMBOLS:
            first, count, texts, _ = struct.unpack_from("<4I", data, at + 8)
            for name, kind, _, more, _ in struct.iter_unpack("<IBBHQ", data[first : first + 16 * count]):
                symbols.append((_text(data, texts + name), kind, more >> 8))
        at += size
    seen = [(name, kind & _KIND, number) for name, kind, number in symbols if kind & _EXTERNAL and not kind & _DEBUG]
    missing = {name: "" if number in _ANYWHERE else needs[number - 1] for name, kind, number in seen if not kind}
    return Library(_MACHINES.get(machine, "?"), needs, missing, {name for name, kind, _ in seen if kind})


def _text(data: bytes, at: int) -> str:
    return data[at : data.index(b"\0", at)].decode()


def problems(files: dict[str, Library], machine: str, of_python: set[str]) -> list[str]:
    """What would keep these files, which are loaded together, from being loaded on a Mac."""
    ours = {f"@rpath/{Path(name).name}": library for name, library in files.items()}
    found = []
    for name, library in files.items():
        if library.machine != machine:
            found.append(f"{name} is for {library.machine}")
        found += [f"{name} needs {other}" for other in library.needs if other != _SYSTEM and other not in ours]
        for symbol, source in library.missing.items():
            there = of_python if not source else ours[source].exports if source in ours else {symbol}
            if symbol not in there:
                found.append(f"{name} needs {symbol}, which {source or 'Python'} does not have")
    return found


def python_names() -> set[str]:
    """Functions of Python's that a module may call, as nanobind lists them for the linker of macOS."""
    import nanobind

    listed = Path(nanobind.cmake_dir()) / "darwin-ld-cpython.sym"
    return {word for word in listed.read_text().split() if word.startswith("_")}


def check(wheel: Path, machine: str) -> list[str]:
    files = {}
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith((".so", ".dylib")):
                try:
                    files[name] = read(archive.read(name))
                except NotForMacError:
                    return [f"{name} is no file of macOS"]
    for name, library in files.items():
        sources = sorted(set(library.missing.values()))
        print(f"{name}: {len(library.missing)} names from {', '.join(source or 'Python' for source in sources)}")
    return problems(files, machine, python_names())
