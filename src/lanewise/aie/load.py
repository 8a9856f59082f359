"""Functions of a C++ file for the AI Engine, called from Python with arrays: `load("fir.cc", chip="aie").fir(x, taps, y, n)`.

A loaded file is a core: its modes and its static variables stay from one call to the next. Loading a file again gives
another core.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from lanewise.aie.functions import Function, functions
from lanewise.cpp import cache
from lanewise.cpp.build import DoesNotCompileError, Request, build
from lanewise.cpp.compiler import AIE
from lanewise.cpp.diagnose import diagnose
from lanewise.cpp.target import target
from lanewise.errors import LanewiseError

_FLAGS = ("-O2", "-fno-gnu-unique")  # one copy of every static variable per loaded file
# Words that change our headers when a file defines them before it includes these.
_EARLY = ("AIE2_FP32_EMULATION", "AIE_API_EMULATE")
_ALIGN = 64
_BEHIND = 4096  # kernels read past the last row; there they find zeros


def load(
    source: str | os.PathLike[str], chip: str = "aie-ml", *, defines: Mapping[str, Any] | Sequence[str] = (),
    include_dirs: Sequence[str | os.PathLike[str]] = (), flags: Sequence[str] = (),
) -> Module:
    """A C++ file as an object whose attributes are its functions."""
    path = os.path.abspath(source)
    if not os.path.isfile(path):
        raise FileNotFoundError(path)
    if isinstance(defines, Mapping):
        defines = [name if value is None else f"{name}={value}" for name, value in defines.items()]
    name, arch = target(chip)
    if not name.startswith("aie"):
        raise LanewiseError("AIE-002", asked=chip, what="chip of the AI Engine", known="aie, aie-ml, aie-mlv2")
    folders = tuple(os.path.abspath(d) for d in include_dirs)
    request = Request(
        (path,), name, arch, tuple(defines), folders, (*_FLAGS, *flags), shared=True, front=AIE
    )
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        text = file.read()
    if any(word in text or any(word in d for d in defines) for word in _EARLY):
        request = request._replace(front=AIE._replace(prelude=""))
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
    for number, function in enumerate(found):
        pointer = f"::lanewise::aie::entry::among<void({function.parameters})>::pick(&{function.name})"
        opening, close = "".join(f"namespace {n} {{ " for n in function.namespace), "}" * len(function.namespace)
        text += [
            f'{opening}extern "C" const char* lanewise_types_{number}() '
            f"{{ return ::lanewise::aie::entry::describe({pointer}); }}",
            f'extern "C" const char* lanewise_call_{number}(::lanewise::aie::entry::slot* slots, '
            f"::lanewise::aie::entry::slot* result) {{ return ::lanewise::aie::entry::call({pointer}, slots, result); }}{close}",
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
    return kernels


def _open(library: str) -> ctypes.CDLL:
    """The loader gives a file it knows no second life; a copy is another file. It may go once it is open."""
    with cache.workshop() as shop:
        copy = os.path.join(shop, os.path.basename(library))
        shutil.copyfile(library, copy)
        return ctypes.CDLL(copy)


class _Slot(ctypes.Structure):
    """slot of lanewise/aie/entry.h."""

    _fields_ = [("data", ctypes.c_void_p), ("count", ctypes.c_uint64), ("used", ctypes.c_uint64)]


class Kernel:
    """One function."""

    def __init__(self, name: str, result: str, parameters: Sequence[str], call: Any) -> None:
        self.name, self.parameters, self._result, self._call = name, parameters, result, call

    def __call__(self, *arguments: Any) -> Any:
        if len(arguments) != len(self.parameters):
            listed = ", ".join(self.parameters)
            raise self._wrong(f"it takes {len(self.parameters)} arguments ({listed}), not {len(arguments)}")
        staged: dict[int, _Staged] = {}
        kept: list[Any] = []
        slots = (_Slot * max(1, len(arguments)))()
        for number, (kind, value) in enumerate(zip(self.parameters, arguments, strict=True), 1):
            self._fill(slots[number - 1], number, kind, value, staged, kept)
        result = None if self._result in ("void", "?") else np.zeros(_shape(self._result), _face(self._result))
        given_back = _Slot(result.ctypes.data if result is not None else None, 1, 0)
        problem = self._call(slots, ctypes.byref(given_back))
        for one in staged.values():
            one.take_back()
        if problem is not None:
            raise LanewiseError("AIE-009", kernel=self.name, problem=problem.decode(errors="replace"))
        self._check(slots, staged)
        return None if result is None else result.item() if result.ndim == 0 else result

    def _fill(self, slot: Any, number: int, kind: str, value: Any, staged: dict[int, _Staged], kept: list[Any]) -> None:
        what, *constant, element = kind.split(" ")
        if what == "?":
            raise self._wrong(f"argument {number} has a C++ type that Python cannot give")
        if what == "value":
            scalar = self._scalar(number, element, value)
            kept.append(scalar)
            slot.data = scalar.ctypes.data
            return
        if value is None:
            return
        array = self._array(number, element, value)
        if id(value) not in staged:
            staged[id(value)] = _Staged(number, array)
        one = staged[id(value)]
        one.writes |= not constant and what != "in"
        slot.data = one.address
        slot.count = array.size // (1 if element == "void" else int(np.prod(_shape(element))))
        slot.used = number

    def _array(self, number: int, element: str, value: Any) -> Any:
        if not isinstance(value, np.ndarray):
            raise self._wrong(f"argument {number} must be an array of {element}, not {type(value).__name__}")
        if element == "void":
            return value
        face = _face(element)
        plain = (value.dtype.itemsize == face.itemsize and value.dtype.kind in "iu" and face.kind in "iuV") or value.dtype == face
        pairs = value.ndim > 0 and value.shape[-1] == 2
        if element.startswith("c"):
            if value.dtype.kind == "c" and value.dtype.itemsize == 2 * face.itemsize and face.kind == "f":
                return value.view(face).reshape(*value.shape, 2) if value.flags.c_contiguous else value
            if not (plain and (pairs or value.size % 2 == 0)):
                raise self._wrong(f"argument {number} must be an array of {face} with a trailing axis of two, not {value.dtype} {value.shape}")
        elif not plain:
            raise self._wrong(f"argument {number} must be an array of {element}, not of {value.dtype}")
        return value

    def _scalar(self, number: int, element: str, value: Any) -> Any:
        face = _face(element)
        out = np.zeros(_shape(element), face)
        try:
            if element.startswith("c"):
                out[...] = (value.real, value.imag) if isinstance(value, complex) else value
            else:
                given = np.asarray(value)
                out[...] = given.astype(face)
                whole = face.kind in "iu"
                fits = not whole or (given.dtype.kind in "iub" and (int(given) - int(out)) % (1 << 8 * face.itemsize) == 0)
                if given.ndim or not fits:
                    raise TypeError
        except (TypeError, ValueError):
            raise self._wrong(f"argument {number} must be a number of type {element}, not {value!r}") from None
        return out

    def _check(self, slots: Any, staged: dict[int, _Staged]) -> None:
        for number, kind in enumerate(self.parameters, 1):
            slot = slots[number - 1]
            if kind.startswith("out") and slot.data and slot.used != slot.count:
                raise LanewiseError(
                    "AIE-009", kernel=self.name,
                    problem=f"argument {number} has room for {slot.count} values and the kernel wrote {slot.used}",
                )
        for one in staged.values():
            if one.overrun():
                warnings.warn(f"{self.name} writes past the end of argument {one.number}", RuntimeWarning, stacklevel=3)

    def _wrong(self, problem: str) -> LanewiseError:
        return LanewiseError("CPP-003", kernel=self.name, problem=problem)

    def __repr__(self) -> str:
        return f"<function {self.name}({', '.join(self.parameters)})>"


class Overloads:
    """Several functions of one name: the one that takes the arguments is called."""

    def __init__(self, kernels: Sequence[Kernel]) -> None:
        self._kernels = kernels

    def __call__(self, *arguments: Any) -> Any:
        fitting = [k for k in self._kernels if len(k.parameters) == len(arguments)] or list(self._kernels)
        for kernel in fitting[:-1]:
            try:
                return kernel(*arguments)
            except LanewiseError as problem:
                if problem.id != "CPP-003":
                    raise
        return fitting[-1](*arguments)


class _Staged:
    """An array in aligned memory with zeros behind it, for the time of one call."""

    def __init__(self, number: int, array: Any) -> None:
        self.number, self.array, self.writes = number, array, False
        self._size = array.nbytes
        self._raw = np.zeros(self._size + _ALIGN + _BEHIND, np.uint8)
        self._at = -self._raw.ctypes.data % _ALIGN
        self.address = self._raw.ctypes.data + self._at
        self._inside[...] = np.ascontiguousarray(array).reshape(-1).view(np.uint8)

    @property
    def _inside(self) -> Any:
        return self._raw[self._at : self._at + self._size]

    def take_back(self) -> None:
        if self.writes and self.array.flags.writeable:
            self.array[...] = self._inside.view(self.array.dtype).reshape(self.array.shape)

    def overrun(self) -> bool:
        return bool(self._raw[self._at + self._size :].any())


def _shape(element: str) -> tuple[int, ...]:
    return (2,) if element.startswith("c") else ()


def _face(element: str) -> np.dtype[Any]:
    """The numpy type of an element, or of its real part."""
    name = element.removeprefix("c")
    if name == "bfloat16":
        import ml_dtypes

        return np.dtype(ml_dtypes.bfloat16)
    return np.dtype(name)
