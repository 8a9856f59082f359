"""What everything held in a compiled program: what its runtime wrote down (engine/runtime/historian.cpp)."""

from __future__ import annotations

import mmap
import os
import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from lanewise.cpp.entries import HEADER, Entry
from lanewise.cpp.kernels import kernels
from lanewise.cpp.launch_outputs import Lines
from lanewise.cpp.lines import source_places
from lanewise.cpp.sources import read_source
from lanewise.machine.history import Argument, BlockHistory, History, Launched, block_history
from lanewise.machine.trace import file_number

_LARGE = (b"HMEM", b"HSTE", b"HTOU")
_NOWHERE = 0xFFFFFFFF  # the number of no file
_ROLE = re.compile(r"(?:(?P<name>.*), )?argument (?P<number>\d+) of .*", re.DOTALL)
_NAME = re.compile(r"(\w+)\s*(?:\[\s*\])?$")
_TYPES = {
    "half": "float16", "float": "float32", "bfloat16_t": "bfloat16", "double": "float64", "bool": "bool",
    "int8_t": "int8", "int16_t": "int16", "int32_t": "int32", "int64_t": "int64",
    "uint16_t": "uint16", "uint32_t": "uint32", "uint64_t": "uint64", "int": "int32",
}  # fmt: skip


def read_history(path: str, sources: Sequence[str] = (), observed: bool = True) -> History | None:
    """Of the process that launched last; None: nothing was launched."""
    by_process: dict[int, _Process] = {}
    calls: dict[tuple[int, int], tuple[str, int]] = {}
    last = None
    for kind, process, launch, number, first, second in _mapped_entries(path):
        here = by_process.setdefault(process, _Process())
        if kind == b"ADDR":
            address, offset = struct.unpack("<QQ", first)
            calls[process, address] = os.fsdecode(second), offset
        elif kind == b"LNCH":
            here.name(launch, first.decode(), second.decode(), number)
            last = process
        elif kind == b"CORE":
            here.launches[launch].kinds = tuple(first.decode().split())
        elif launch in here.launches:
            here.take(kind, launch, number, first, second)
    if last is None:
        return None
    lines = source_places({call for (process, _), call in calls.items() if process == last})
    of_addresses: Lines = {address: lines.get(call) for (process, address), call in calls.items() if process == last}
    history = by_process[last].history(of_addresses)
    history.observed = observed
    _name_arguments(history, sources)
    return history


def _mapped_entries(path: str) -> Iterator[Entry]:
    """What everything held is large: it stays in the file, of which what is looked at is read."""
    with open(path, "rb") as file:
        if not os.fstat(file.fileno()).st_size:
            return
        whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    at = 0
    while at + HEADER.size <= len(whole):
        kind, process, launch, number, first, second = HEADER.unpack(whole[at : at + HEADER.size])
        start, end = at + HEADER.size + first, at + HEADER.size + first + second
        if end > len(whole):
            return
        pieces: Any = whole[start - first : start], whole[start:end]
        yield kind, process, launch, number, *(pieces if kind in _LARGE else map(bytes, pieces))
        at = end


class _Process:
    def __init__(self) -> None:
        self.launches: dict[int, Launched] = {}
        self.arguments: dict[int, list[tuple[int, str]]] = {}
        self.buffers: dict[int, int] = {}
        self.sizes: dict[int, dict[int, int]] = {}
        self.memory: list[tuple[int, int, np.ndarray[Any, Any]]] = []
        self.pieces: list[tuple[int, int, dict[str, bytes]]] = []
        self._open: dict[tuple[int, int], dict[str, bytes]] = {}

    def name(self, launch: int, kernel: str, chip: str, blocks: int) -> None:
        self.launches[launch] = Launched(kernel, chip, blocks)
        self.arguments[launch] = []

    def take(self, kind: bytes, launch: int, number: int, first: bytes, second: bytes) -> None:
        piece = self._open.setdefault((launch, number), {})
        if kind == b"HARG":
            self.arguments[launch].append((struct.unpack("<Q", first)[0], second.decode(errors="replace")))
        elif kind == b"HBUF":
            address, size, tick = struct.unpack("<QQQ", first)
            self.launches[launch].begin = tick
            self.sizes.setdefault(launch, {})[address] = size
        elif kind == b"HMEM":
            address, tick = struct.unpack("<QQ", first)
            self.memory.append((address, tick, np.frombuffer(second, np.uint8)))
        elif kind == b"HCUT":
            self.launches[launch].cut = True
        elif kind == b"HSTE":
            piece |= {"steps": first, "payload": second}
        elif kind == b"HSTA":
            piece["states"] = first
        elif kind == b"HTOU":
            self.pieces.append((launch, number, {**piece, "touches": first, "data": second}))
            piece.clear()

    def history(self, lines: Lines) -> History:
        order = {launch: at for at, launch in enumerate(sorted(self.launches))}
        found = History(compiled=True)
        for launch in sorted(self.launches):
            launched, sizes = self.launches[launch], self.sizes.get(launch, {})
            for address, role in self.arguments[launch]:
                said = _ROLE.fullmatch(role)
                if said is None:
                    continue
                names = (said["name"],) if said["name"] else ()
                start = max((one for one in sizes if one <= address), default=None)
                size = max(0, start + sizes[start] - address) if start is not None else 0
                if size:
                    launched.arguments.append(Argument(int(said["number"]), names, address, size))
            found.launches.append(launched)
            found.buffers |= sizes
        found.memory = self.memory
        found.blocks = [self._block(order[launch], number, piece, lines) for launch, number, piece in self.pieces]
        return found

    @staticmethod
    def _block(launch: int, number: int, piece: dict[str, bytes], lines: Lines) -> BlockHistory:
        parts = (piece["steps"], piece["payload"], piece["states"], piece["touches"], piece["data"])
        block = block_history(launch, number, parts)
        block.steps, block.touches = block.steps.copy(), block.touches.copy()
        _find_lines(block.steps["record"], lines)
        _find_lines(block.touches["row"], lines)
        return block


def _find_lines(rows: Any, lines: Lines) -> None:
    """Puts files and lines in place of the addresses that the program wrote there."""
    addresses = rows["file"].astype(np.uint64) << np.uint64(32) | rows["line"]
    known, back = np.unique(addresses, return_inverse=True)
    places = [lines.get(int(address)) for address in known]
    numbers = [(_NOWHERE, 0) if place is None else (file_number(place.file), place.line) for place in places]
    files, numbered = np.array(numbers, np.uint32).reshape(-1, 2).T
    rows["file"], rows["line"] = files[back], numbered[back]


def _name_arguments(history: History, sources: Iterable[str]) -> None:
    """What kernels call their arguments, and the types of their elements, where the sources say so."""
    found: dict[str, list[str]] = {}
    for source in sources:
        if os.path.exists(source):
            for kernel in kernels(read_source(source)):
                found[kernel.name] = kernel.parameters.split(",")
    for launched in history.launches:
        parameters = found.get(re.split(r"[<(]", launched.kernel)[0].rpartition("::")[2].strip(), [])
        for argument in launched.arguments:
            if argument.number <= len(parameters):
                text = parameters[argument.number - 1].strip()
                name = _NAME.search(text)
                if name is not None:
                    argument.names = (name[1], *(one for one in argument.names if one != name[1]))
                    argument.type = next((_TYPES[word] for word in re.findall(r"\w+", text[: name.start()])
                                          if word in _TYPES), "")  # fmt: skip
