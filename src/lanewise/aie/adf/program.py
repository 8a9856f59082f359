"""A graph program: its own file with main(), and the libraries of its kernels, made when init() asks for them."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import NamedTuple

from lanewise.aie.adf.names import plain, renamed
from lanewise.aie.adf.sources import folders, kernel_source
from lanewise.aie.compiled import FLAGS, TRACING, WATCHING, behind, built
from lanewise.aie.entries import Entry, by_call
from lanewise.aie.words import macros
from lanewise.chips import DEFAULT_GRAPH
from lanewise.chips.chip import chip as find_chip
from lanewise.cpp.build import Request
from lanewise.cpp.compiler import AIE, AIE_GRAPH, Front
from lanewise.cpp.definitions import Function, functions
from lanewise.cpp.kernel_stubs import has_main
from lanewise.cpp.sources import included_files, read_source
from lanewise.cpp.target import target
from lanewise.errors import LanewiseError

_SIMULATED = "__X86SIM__=1"  # many a main() stands inside #ifdef of it
_CYCLES = "__AIESIM__"  # and some inside of this alone
_NAME = "X86SIM_KERNEL_NAME"  # a literal in a kernel's file, so that each kernel gets a library of its own
_NAMED = re.compile(r'"([^"\n]+\.(?:cc|cpp|cxx|c))"')  # files of kernels: source(k) = "fir.cc"
_BY_NAME = re.compile(r'\bextern\s*"C"')
_GRAPH_CLASS = re.compile(r":\s*(?:public\s+)?(?:adf\s*::\s*)?graph\b")
_SHARED = (
    b"printf", b"__printf_chk", b"vprintf", b"puts", b"putchar", b"fprintf", b"__fprintf_chk", b"fputs", b"fputc",
    b"fwrite", b"putc", b"_ZSt4cout", b"_ZSt4cerr", b"fopen", b"rand", b"srand", b"random", b"drand48",
)  # fmt: skip
# Sizes that a constructor computes may have any integer type: `dimensions(k.in[0]) = {count}`.
_SWITCHES = (*(flag for flag in FLAGS if flag != "-O2" and not flag.startswith("-Wl,")), "-Wno-narrowing")


class Wanted(NamedTuple):
    """A kernel, as the program names it (engine/graph/library.cpp)."""

    source: str
    function: str  # empty: an object
    type: str
    member: str
    signature: str
    initialization: str
    arguments: tuple[str, ...]  # types, of the constructor


class Library(NamedTuple):
    path: str
    call: int
    make: int | None
    begin: int | None
    talks: int  # 1: its kernels take turns with all others, so that what they print has one order


class Program:
    def __init__(
        self, sources: Sequence[str], chip: str | None, *, defines: Sequence[str] = (),
        include_dirs: Sequence[str] = (), flags: Sequence[str] = (), counts: bool = False,
        watches: bool = False,
    ) -> None:
        self.sources = tuple(os.path.abspath(s) for s in sources)
        self.include_dirs = tuple(os.path.abspath(d) for d in include_dirs)
        self.chip = chip or DEFAULT_GRAPH
        self._name, self._arch = target(self.chip)
        self._defines, self._flags = tuple(defines), tuple(flags)
        # Kernels say what they ask of their cores, and what happens to their numbers.
        self._lenses = (*((TRACING,) if counts else ()), *((WATCHING,) if watches else ()))
        self.folders = folders(self.sources, self.include_dirs)
        self.main_for_cycles = False  # known when it is built

    def build(self) -> str:
        """The program; where it has a main() for the cycle simulator alone, that one: kernels are the same."""
        request = self._request(self.sources, AIE_GRAPH, _SWITCHES)._replace(graph=True)
        program = built(request)
        if has_main(program) or not self._mentions(_CYCLES):
            return program
        other = built(request._replace(defines=(*request.defines, f"{_CYCLES}=1")))
        self.main_for_cycles = has_main(other)
        return other if self.main_for_cycles else program

    def _mentions(self, word: str) -> bool:
        return any(
            word in read_source(file) for source in self.sources for file in included_files(source, self.folders)
        )

    def environment(self, unbounded: bool = False) -> dict[str, str]:
        """What the runtime needs to know of the chip."""
        chip = find_chip(self.chip, "aie")
        return {
            "LANEWISE_GRAPH_STREAM_WORDS": "0" if unbounded else str(chip.fact("graph_stream_depth")),
            "LANEWISE_GRAPH_CASCADE_WORDS": str(chip.fact("cascade_depth")),
        }

    def libraries(self, kernels: Sequence[Wanted]) -> list[Library]:
        """One library for each file, with all its kernels; where a file has their names, one for each name."""
        kinds = [self._kind(kernel) for kernel in kernels]
        entries: dict[tuple[str, str], list[Entry]] = {kind: [] for kind in kinds}
        found = [_numbers(kernel, self._namespace(kernel, kind[0]), entries[kind])
                 for kernel, kind in zip(kernels, kinds, strict=True)]  # fmt: skip
        with ThreadPoolExecutor(os.cpu_count()) as pool:  # the work is in compilers
            paths = dict(zip(entries, pool.map(self._library, entries, entries.values()), strict=True))
        talks = {kind: int(_talks(path)) for kind, path in paths.items()}
        return [Library(paths[kind], *numbers, talks[kind]) for kind, numbers in zip(kinds, found, strict=True)]

    def _kind(self, kernel: Wanted) -> tuple[str, str]:
        """The file of a kernel, and the kernel's name where the file asks for it."""
        file = kernel_source(kernel.source, self.folders)
        asks = any(_NAME in read_source(path) for path in included_files(file, self.folders))
        full = plain(kernel.function or kernel.type).partition("<")[0]
        return file, full.rpartition("::")[2] if asks else ""

    def _namespace(self, kernel: Wanted, file: str) -> tuple[str, ...]:
        """Around a kernel whose symbol does not say it: `extern "C"` inside of a namespace."""
        if not kernel.function or "::" in kernel.function:
            return ()
        if not any(_BY_NAME.search(read_source(path)) for path in included_files(file, self.folders)):
            return ()
        defines = (f"__AIE_ARCH__={self._arch}", *self._defines, _SIMULATED)
        found = {f.namespace for f in functions(file, defines, self.folders)
                 if isinstance(f, Function) and f.name == kernel.function}  # fmt: skip
        return min(found, key=len, default=())

    def requests(self) -> list[Request]:
        """One for each source and for each file of kernels that the text of the program names."""
        out = [self._request((source,), AIE_GRAPH, ()) for source in self.sources]
        files = [file for source in self.sources for file in included_files(source, self.folders)]
        for name in dict.fromkeys(name for file in files for name in _NAMED.findall(read_source(file))):
            with suppress(LanewiseError):  # a name in some other text
                out.append(self._of_kernels(kernel_source(name, self.folders), ()))
        return out

    def _of_kernels(self, file: str, switches: Sequence[str]) -> Request:
        has_graph = any(_GRAPH_CLASS.search(read_source(path)) for path in included_files(file, self.include_dirs))
        return self._request((file,), AIE_GRAPH if has_graph else AIE, switches)

    def _library(self, kind: tuple[str, str], entries: Sequence[Entry]) -> str:
        file, name = kind
        request = self._of_kernels(file, FLAGS)
        defines = (*request.defines, *self._lenses, *([f'{_NAME}="{name}"'] if name else []))
        request = request._replace(shared=True, defines=defines, behind=behind(defines, entries),
                                   listens=bool(self._lenses), indices=WATCHING in self._lenses)
        try:
            return built(request)
        except LanewiseError as problem:
            # Headers that kernels share with graphs may name what only these have: `std::array<port<input>, N>`.
            if request.front == AIE_GRAPH or problem.id != "CPP-002":
                raise
            with suppress(LanewiseError):
                return built(request._replace(front=AIE_GRAPH))
            raise

    def _request(self, sources: tuple[str, ...], front: Front, switches: Sequence[str]) -> Request:
        where = (*self.include_dirs, *(f for f in self.folders if f not in self.include_dirs))
        texts = "\n".join(read_source(file) for source in sources for file in included_files(source, where))
        defines = (*self._defines, _SIMULATED, *macros(texts))
        flags, ahead = (*switches, *self._flags), renamed(texts, kernels=sources == self.sources)
        return Request(sources, self._name, self._arch, defines, where, flags, ahead=ahead, front=front)


def _numbers(kernel: Wanted, namespace: tuple[str, ...], entries: list[Entry]) -> tuple[int, int | None, int | None]:
    """Of the functions of a kernel, which are added where they are new."""
    make = None
    if kernel.function:
        how = by_call(plain(kernel.signature), plain(kernel.function))
        call = _number(entries, Entry(kernel.function, namespace, how))
    else:
        type_ = plain(kernel.type)
        types = ", ".join([type_, *map(plain, kernel.arguments)])
        make = _number(entries, Entry(type_, (), f"create_from<{types}>("))
        call = _number(entries, Entry(type_, (), f"call(&{type_}::{kernel.member}, "))
    begin = None
    if kernel.initialization:
        begin = _number(entries, Entry(kernel.initialization, (), by_call("void()", kernel.initialization)))
    return call, make, begin


def _number(entries: list[Entry], entry: Entry) -> int:
    if entry not in entries:
        entries.append(entry)
    return entries.index(entry)


def _talks(library: str) -> bool:
    """Whether it prints, or draws from what all kernels of a process share."""
    with open(library, "rb") as file:
        names = file.read()
    return any(b"\0" + name + b"\0" in names for name in _SHARED)
