"""Functions of a C++ file, called from Python with arrays: `load("fir.cc", chip="aie").fir(x, taps, y, n)`.

A loaded file is a core: its modes and its static variables stay from one call to the next. Loading a file again gives
another core.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, cast

from lanewise.aie import checked, counted
from lanewise.aie.calls import Kernel, Maker, Overloads
from lanewise.aie.compiled import FLAGS, TRACING, WATCHING, behind, built, host_flags
from lanewise.aie.entries import Entry, by_call
from lanewise.aie.templates import Beside, Broken, Kind, Templated, split
from lanewise.aie.words import macros
from lanewise.chips import DEFAULT_AIE
from lanewise.chips.chip import chips
from lanewise.cpp import cache
from lanewise.cpp.build import Request
from lanewise.cpp.build import prepare as begin_headers
from lanewise.cpp.chip_file import chip_file
from lanewise.cpp.compiler import AIE
from lanewise.cpp.definitions import Alias, Class, ClassName, Function, Template, functions
from lanewise.cpp.sources import included_files, read_source
from lanewise.errors import LanewiseError
from lanewise.machine.settings import settings


def load(
    source: str | os.PathLike[str], chip: str = DEFAULT_AIE, *, defines: Mapping[str, Any] | Sequence[str] = (),
    include_dirs: Sequence[str | os.PathLike[str]] = (), flags: Sequence[str] = (), timing: bool = False,
    status: bool = False, trace: bool = False, timeout: float | None = 300.0,
) -> Module:
    """A C++ file as an object whose attributes are its functions; with `timing` each has `time()` after a call, with
    `status` what was rounded, wrapped or clamped, with `trace` a record of every operation.

    A call that computes for more than `timeout` seconds is ended; None is forever.
    """
    return Compiled(_request(source, chip, defines, include_dirs, flags, timing or trace, status), timeout).open()


def compile_file(
    source: str | os.PathLike[str], chip: str = DEFAULT_AIE, *, flags: Sequence[str] = (), status: bool = False,
    trace: bool = False, timeout: float | None = 300.0,
) -> Compiled:
    """The first half of `load`: nothing of the file runs before it is opened."""
    return Compiled(_request(source, chip, (), (), flags, trace, status), timeout)


def prepare(
    source: str | os.PathLike[str], chip: str = DEFAULT_AIE, *, flags: Sequence[str] = (), status: bool = False,
    trace: bool = False,
) -> None:
    """Precompiles our headers for files that are loaded so, and waits until that is done."""
    request = _request(source, chip, (), (), flags, trace, status)
    for _ in range(2):  # the second time waits for the first
        begin_headers(request)


def _request(
    source: str | os.PathLike[str], chip: str, defines: Mapping[str, Any] | Sequence[str],
    include_dirs: Sequence[str | os.PathLike[str]], flags: Sequence[str], traced: bool, status: bool,
) -> Request:
    path = os.path.abspath(source)
    if not os.path.isfile(path):
        raise FileNotFoundError(path)
    if isinstance(defines, Mapping):
        defines = [name if value is None else f"{name}={value}" for name, value in defines.items()]
    try:
        found = chip_file(chip)
    except LanewiseError as problem:
        if problem.id != "CHIP-001":  # a file of a chip that is wrong says what is
            raise
        found = None
    if found is None or found.family != "aie":
        raise LanewiseError("AIE-002", asked=chip, what="chip of the AI Engine", known=", ".join(chips("aie")))
    folders = tuple(os.path.abspath(d) for d in include_dirs)
    switches = (*FLAGS, *host_flags(), *flags)
    request = Request((path,), found.name, found.arch, tuple(defines), folders, switches, shared=True, front=AIE)
    counts = traced or counted.watches() or settings().history
    counting = (
        *((TRACING,) if counts else ()),
        *((WATCHING,) if status or checked.watches() else ()),
    )  # fmt: skip
    texts = "\n".join(read_source(file) for file in included_files(path, folders))
    defines = (*request.defines, *counting, *macros(texts))
    return request._replace(defines=defines, listens=bool(counting), indices=WATCHING in counting)


class Compiled:
    """A file that is compiled and not open yet."""

    def __init__(self, request: Request, timeout: float | None) -> None:
        self._request, self._timeout = request, timeout
        names = [f"__AIE_ARCH__={request.arch}", *request.defines]
        self._found: list[Any] = functions(request.sources[0], names, request.include_dirs)
        plain = [f for f in self._found if isinstance(f, Function)]
        self._entries = [Entry(f.name, f.namespace, by_call(f"void({f.parameters})", f.name)) for f in plain]
        self._built: tuple[str, list[Entry]] = _compile_library(request, self._entries)

    @property
    def library(self) -> str:
        """The path of what was built."""
        return self._built[0]

    def open(self) -> Module:
        return Module(self._request, self._timeout, self)


class Module:
    """A core with the file's functions. Templates and classes are compiled when they are first used."""

    def __init__(self, request: Request, timeout: float | None, compiled: Compiled | None = None) -> None:
        self._request, self._timeout = request, timeout
        self._compiled = compiled or Compiled(request, timeout)
        found, entries, self._built = self._compiled._found, self._compiled._entries, self._compiled._built
        self._found: list[Any] = found
        self._library, kernels = _open_library(request, timeout, entries, *self._built)
        self._functions: dict[str, Callable[..., Any]] = {}
        overloads: dict[str, list[Kernel]] = {}
        make = partial(_load_additional, request, timeout, self._library)
        self._broken: dict[str, Broken] = {}
        for entry, kernel in zip(entries, kernels, strict=True):
            if kernel is not None:
                overloads.setdefault(kernel.name, []).append(kernel)
            else:
                self._broken[entry.name] = Broken(make, entry)
        for name, several in overloads.items():
            for kernel in several:
                kernel.home = self
            self._functions[name] = several[0] if len(several) == 1 else Overloads(several)
        self._made_later: dict[str, Templated | Kind] = {}
        classes = {one.name: one for one in found if isinstance(one, Class)}
        aliases = {one.name: one.of for one in found if isinstance(one, Alias)}
        for one in found:
            if isinstance(one, Template) and one.name in self._functions:
                self._functions[one.name] = Beside(self._functions[one.name], Templated(one, make))
            elif isinstance(one, Template):
                self._made_later[one.name] = Templated(one, make)
            elif isinstance(one, Class):
                self._made_later[one.name] = Kind(one, make, classes)
            elif isinstance(one, Alias) and (named := _class_behind(one.of, classes, aliases)):
                self._made_later[one.name] = Kind(classes[named.name], make, classes, named.arguments)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        for where in ("_functions", "_made_later"):
            if name in self.__dict__.get(where, ()):
                return cast("Callable[..., Any]", self.__dict__[where][name])
        if name in self.__dict__.get("_broken", ()):
            self._broken[name].tell()
        known = ", ".join(dir(self)) if "_made_later" in self.__dict__ else "none"
        raise AttributeError(f"no function is called {name}; there are: {known or 'none'}")

    def parameters_of(self, name: str, count: int) -> list[str] | None:
        """What a function calls its parameters, where its text says so."""
        for one in self._found:
            if isinstance(one, Function) and one.name == name:
                words = [re.findall(r"\w+", text.partition("=")[0]) for text in split(one.parameters)]
                if len(words) == count and all(words):
                    return [each[-1] for each in words]
        return None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled, it is loaded again where it arrives: another core."""
        return Module, (self._request, self._timeout)

    def __dir__(self) -> list[str]:
        return sorted([*self._functions, *(name for name, one in self._made_later.items() if one.is_kernel)])

    def __repr__(self) -> str:
        file = os.path.basename(self._request.sources[0])
        return f"<{file} on {self._request.chip}: {', '.join(dir(self))}>"


def _class_behind(of: ClassName, classes: Mapping[str, Class], aliases: Mapping[str, ClassName]) -> ClassName | None:
    """The class of the file that a name stands for, through other names of it."""
    for _ in range(len(aliases)):
        if of.name in classes:
            return of
        if of.name not in aliases:
            return None
        of = aliases[of.name]
    return None


def another(module: Module) -> Module:
    """The same file on another core, as it was when it was loaded; nothing is read or compiled again."""
    return module._compiled.open()


def place(module: Module, column: int, row: int) -> None:
    """Where its core is, as get_coreid() says it (policy core_id)."""
    module._library["lanewise_core_is"](ctypes.c_uint32(column << 16 | row))


def on_one_core(first: Module, *others: Module) -> None:
    """Files that are linked into one program: modes that a function of one leaves hold for the others."""
    for other in others:
        _join(first._library, other._library)


def _load_additional(
    request: Request, timeout: float | None, core: ctypes.CDLL, entries: Sequence[Entry]
) -> list[Kernel | None]:
    """Functions compiled later, that compute on the core of the ones before. Static variables are their own."""
    library, kernels = _open_library(request, timeout, entries, *_compile_library(request, entries))
    _join(core, library)
    return kernels


def _join(core: ctypes.CDLL, library: ctypes.CDLL) -> None:
    address = core["lanewise_core"]
    address.restype = ctypes.c_void_p
    library["lanewise_join"](ctypes.c_void_p(address()))


def _compile_library(request: Request, entries: Sequence[Entry]) -> tuple[str, list[Entry]]:
    """The library of a file, and those of the functions that it has."""
    wanted = list(entries)
    try:
        file = built(request._replace(behind=behind(request.defines, wanted)))
    except LanewiseError:
        wanted = _callable(request, wanted) if _compiles(request, ()) else []
        if not wanted:
            raise
        file = built(request._replace(behind=behind(request.defines, wanted)))
    return file, wanted


def _open_library(
    request: Request, timeout: float | None, entries: Sequence[Entry], file: str, wanted: list[Entry]
) -> tuple[ctypes.CDLL, list[Kernel | None]]:
    """Functions of the file, from a library of their own. None stands for one that nobody can call like this."""
    library = _open(file)
    maker = Maker(
        file, library, timeout, WATCHING in request.defines, TRACING in request.defines, request.sources[0],
        request.chip,
    )
    kernels: list[Kernel | None] = []
    for entry in entries:
        if entry not in wanted:
            kernels.append(None)
            continue
        number = wanted.index(entry)
        types = library[f"lanewise_types_{number}"]
        types.restype = ctypes.c_char_p
        call = library[f"lanewise_call_{number}"]
        call.restype = ctypes.c_char_p
        result, *parameters = types().decode().split(";")[:-1]
        kernels.append(Kernel(entry.name, result, parameters, call, maker))
    return library, kernels


def _callable(request: Request, entries: Sequence[Entry]) -> list[Entry]:
    """Those that compile. A member that makes no sense for these template arguments must not hide the others."""
    if _compiles(request, entries):
        return list(entries)
    if len(entries) == 1:
        return []
    half = len(entries) // 2
    return [*_callable(request, entries[:half]), *_callable(request, entries[half:])]


def _compiles(request: Request, entries: Sequence[Entry]) -> bool:
    try:
        built(request._replace(behind=behind(request.defines, entries)))
    except LanewiseError:
        return False
    return True


def _open(library: str) -> ctypes.CDLL:
    """The loader gives a file it knows no second life; a copy is another file. It may go once it is open."""
    with cache.temporary_folder() as shop:
        copy = os.path.join(shop, os.path.basename(library))
        shutil.copyfile(library, copy)
        return ctypes.CDLL(copy)
