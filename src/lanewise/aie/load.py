"""Functions of a C++ file, called from Python with arrays: `load("fir.cc", chip="aie").fir(x, taps, y, n)`.

A loaded file is a core: its modes and its static variables stay from one call to the next. Loading a file again gives
another core.
"""

from __future__ import annotations

import ctypes
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from lanewise.aie.calls import Kernel, Overloads
from lanewise.aie.functions import Function, functions
from lanewise.cpp import cache
from lanewise.cpp.build import DoesNotCompileError, Request, build
from lanewise.cpp.compiler import AIE, HEADERS, find
from lanewise.cpp.diagnose import diagnose
from lanewise.cpp.target import target
from lanewise.errors import LanewiseError
from lanewise.timing.units import TALLY_WORDS, Tally, Time, time

# A loaded file has its own functions where the C library has one of that name. Some kernels include a header that is
# ours from the folder above.
_FLAGS = ("-O2", "-Wl,-Bsymbolic", f"-idirafter{os.path.join(HEADERS, 'adf')}")
_OWN_STATICS = ("-fno-gnu-unique",)  # else g++ makes one static variable of those of several loaded files
# Words that change our headers when a file defines them before it includes these.
_EARLY = ("AIE2_FP32_EMULATION", "AIE_API_EMULATE")
COUNTING = "LANEWISE_AIE_TIMING"  # headers count what a kernel asks of the units


def load(
    source: str | os.PathLike[str], chip: str = "aie-ml", *, defines: Mapping[str, Any] | Sequence[str] = (),
    include_dirs: Sequence[str | os.PathLike[str]] = (), flags: Sequence[str] = (), timing: bool = False,
) -> Module:
    """A C++ file as an object whose attributes are its functions; with `timing` each has `time()` after a call."""
    path = os.path.abspath(source)
    if not os.path.isfile(path):
        raise FileNotFoundError(path)
    if isinstance(defines, Mapping):
        defines = [name if value is None else f"{name}={value}" for name, value in defines.items()]
    name, arch = target(chip)
    if not name.startswith("aie"):
        raise LanewiseError("AIE-002", asked=chip, what="chip of the AI Engine", known="aie, aie-ml, aie-mlv2")
    folders = tuple(os.path.abspath(d) for d in include_dirs)
    switches = (*_FLAGS, *(() if find().clang else _OWN_STATICS), *flags)
    request = Request((path,), name, arch, tuple(defines), folders, switches, shared=True, front=AIE)
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        text = file.read()
    if any(word in text or any(word in d for d in defines) for word in _EARLY):
        request = request._replace(front=AIE._replace(prelude=""))
    if timing:
        request = request._replace(front=AIE._replace(prelude=""), defines=(*request.defines, COUNTING))
    return Module(request)


class Module:
    """A core with the file's functions."""

    def __init__(self, request: Request) -> None:
        self._request = request
        found = functions(request.sources[0], [f"__AIE_ARCH__={request.arch}", *request.defines], request.include_dirs)
        self._functions: dict[str, Callable[..., Any]] = {}
        overloads: dict[str, list[Kernel]] = {}
        for function, kernel in zip(found, _kernels(request, found), strict=True):
            overloads.setdefault(function.name, []).append(kernel)
        for name, several in overloads.items():
            self._functions[name] = several[0] if len(several) == 1 else Overloads(several)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        try:
            return self.__dict__["_functions"][name]
        except KeyError:
            known = ", ".join(self.__dict__.get("_functions", ())) or "none"
            raise AttributeError(f"no function is called {name}; there are: {known}") from None

    def __dir__(self) -> list[str]:
        return sorted(self._functions)

    def __repr__(self) -> str:
        file = os.path.basename(self._request.sources[0])
        return f"<{file} on {self._request.chip}: {', '.join(dir(self))}>"


def _kernels(request: Request, found: Sequence[Function]) -> list[Kernel]:
    """All functions of the file, from a library of their own."""
    text = ['#include "lanewise/aie/entry.h"']
    slot = "::lanewise::aie::entry::slot*"
    counting = COUNTING in request.defines
    if counting:
        text.append('extern "C" const void* lanewise_tally() { return &::lanewise::aie::counted; }')
    starts = "::lanewise::aie::start_counting(); " if counting else ""
    for number, function in enumerate(found):
        pointer = f"::lanewise::aie::entry::among<void({function.parameters})>::pick(&{function.name})"
        opening, close = "".join(f"namespace {n} {{ " for n in function.namespace), "}" * len(function.namespace)
        text += [
            f'{opening}extern "C" const char* lanewise_types_{number}() '
            f"{{ return ::lanewise::aie::entry::describe({pointer}); }}",
            f'extern "C" const char* lanewise_call_{number}({slot} lanewise_slots, {slot} lanewise_extra) '
            f"{{ {starts}return ::lanewise::aie::entry::call({pointer}, lanewise_slots, lanewise_extra); }}{close}",
        ]
    request = request._replace(behind="\n".join(text) + "\n")
    try:
        library = _open(build(request))
    except DoesNotCompileError as problem:
        said = "\n".join(diagnose(problem.output, request))
        raise LanewiseError("CPP-002", source=os.path.basename(request.sources[0]), problem=said) from None
    kernels = []
    for number, function in enumerate(found):
        types = library[f"lanewise_types_{number}"]
        types.restype = ctypes.c_char_p
        call = library[f"lanewise_call_{number}"]
        call.restype = ctypes.c_char_p
        result, *parameters = types().decode().split(";")[:-1]
        kernels.append(Kernel(function.name, result, parameters, call))
        if counting:
            kernels[-1].counter = partial(_read, library, request.chip)
    return kernels


def _read(library: ctypes.CDLL, chip: str) -> Time:
    """What the call that this thread made last has counted."""
    library.lanewise_tally.restype = ctypes.POINTER(ctypes.c_uint64)
    return time(chip, Tally.from_words(library.lanewise_tally()[:TALLY_WORDS]))


def _open(library: str) -> ctypes.CDLL:
    """The loader gives a file it knows no second life; a copy is another file. It may go once it is open."""
    with cache.workshop() as shop:
        copy = os.path.join(shop, os.path.basename(library))
        shutil.copyfile(library, copy)
        return ctypes.CDLL(copy)
