"""Kernels of a C++ file, called from Python with arrays: `load("k.asc").add[8](x, y, z, n)`."""

from __future__ import annotations

import ctypes
import math
import os
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol

import numpy as np

from lanewise.check.findings import Finding, merge_duplicates
from lanewise.check.kinds import parse_kinds
from lanewise.cpp import checked, recorded
from lanewise.cpp.build import DoesNotCompileError, Request, build
from lanewise.cpp.build import prepare as begin_headers
from lanewise.cpp.diagnose import diagnose
from lanewise.cpp.faults import Faults, runtime
from lanewise.cpp.histories import read_history
from lanewise.cpp.kernels import Kernel, kernels
from lanewise.cpp.macro_kernels import may_make
from lanewise.cpp.sources import included_files, read_source
from lanewise.cpp.target import target
from lanewise.cpp.threads import PROGRAMS, Reach
from lanewise.cpp.ward import off_the_clock
from lanewise.errors import LanewiseError
from lanewise.machine.border import as_numpy, is_torch, write_back
from lanewise.machine.history import History
from lanewise.machine.launch import Run, notify_watchers
from lanewise.machine.schedule import planned
from lanewise.machine.settings import settings
from lanewise.numerics.formats import dtype

_one_at_a_time = threading.Lock()  # the runtime has one handler for faults and one file for records
_THREADS = "threads"  # precedes the parameters of a SIMT kernel
_DIMENSIONS, _PAIR = 3, 2
_RAW = ("int8", "uint8")  # a pointer to bytes may mean anything


def load(
    source: str | os.PathLike[str], chip: str | None = None, *, defines: Sequence[str] | dict[str, Any] = (),
    include_dirs: Sequence[str] = (), flags: Sequence[str] = (), cores: int | None = None, observed: bool = False,
    check: str | bool | None = None, schedule: str | None = None, timeout: float | None = 300.0,
) -> Module:
    """A C++ file as an object whose attributes are its kernels. Nothing of its main() runs.

    `cores` is how many vector cores the chip has for code that asks. With `observed`, launches with `trace=True` also
    know each access, of instructions and of the kernel's own code. With `check`, True or a list such as "race,init",
    launches return what was found (`run.findings`); with `schedule`, "late" or "random:SEED", pipes run when
    synchronisation makes them. The defaults are those set by `configure`. A launch that takes longer than `timeout`
    seconds is an error at the line where it was; None lets it run.
    """
    if isinstance(defines, dict):
        defines = [f"{name}={value}" for name, value in defines.items()]
    return Module(_request(source, chip, defines, include_dirs, flags, cores, observed, check, schedule), timeout)


def _request(
    source: str | os.PathLike[str], chip: str | None, defines: Sequence[str] = (), include_dirs: Sequence[str] = (),
    flags: Sequence[str] = (), cores: int | None = None, observed: bool = False, check: str | bool | None = None,
    schedule: str | None = None,
) -> Request:
    path = os.path.abspath(source)
    if not os.path.isfile(path):
        raise FileNotFoundError(path)
    if cores is not None:
        flags = [*flags, f"-DLANEWISE_CORES={cores}"]  # our own headers include it too
    what = settings().check if check is None else parse_kinds(check)
    plan = planned(settings().schedule if schedule is None else schedule, what)
    name, arch = target(chip)
    return Request(
        (path,), name, arch, tuple(defines), tuple(os.path.abspath(d) for d in include_dirs), tuple(flags), shared=True,
        observed=observed or settings().history or bool(what or plan), check=what, schedule=plan,
    )


def compile_file(source: str | os.PathLike[str], chip: str | None = None, *, observed: bool = False) -> str:
    """The path of the library that `load` opens. Nothing of the file runs; one of templates only may not compile."""
    return build_library(_request(source, chip, observed=observed))


def prepare(source: str | os.PathLike[str], chip: str | None = None, *, observed: bool = False) -> None:
    """Precompiles our headers for files that are loaded so, and waits until that is done."""
    for _ in range(2):  # the second time waits for the first
        begin_headers(_request(source, chip, observed=observed))


class Module:
    """A loaded file. Pickled, it is loaded again where it arrives, from the same path."""

    def __init__(self, request: Request, timeout: float | None) -> None:
        self._request, self._timeout = request, timeout
        files = included_files(request.sources[0], request.include_dirs)
        found = [kernel for path in files for kernel in kernels(read_source(path))]
        # A file of templates only may need their arguments before it compiles.
        texts = [read_source(path) for path in files]
        plain = entries(request, timeout) if any(not k.template for k in found) or may_make(texts) else []
        self._kernels: dict[str, Launchable | Template] = {k.name: k for k in plain}
        reach = Reach(texts) if any(map(PROGRAMS.search, texts)) else Reach(())
        self._kernels.update(
            {k.name: Template(request, k, timeout, reach.known(k.name, "&{}")) for k in found if k.template}
        )

    def __getattr__(self, name: str) -> Any:  # a kernel or a template of some: what may follow differs
        try:
            return self.__dict__["_kernels"][name]
        except KeyError:
            known = ", ".join(sorted(self.__dict__.get("_kernels", ()))) or "none"
            raise AttributeError(f"no kernel is called {name}; there are: {known}") from None

    def __reduce__(self) -> tuple[Any, ...]:
        return Module, (self._request, self._timeout)

    def __dir__(self) -> list[str]:
        return sorted(self._kernels)

    def __repr__(self) -> str:
        file = os.path.basename(self._request.sources[0])
        return f"<kernels of {file} on {self._request.chip}: {', '.join(dir(self))}>"


class Template:
    """A kernel template: `kernel["float, 16"]` is one kernel of it."""

    def __init__(self, request: Request, kernel: Kernel, timeout: float | None, known: str) -> None:
        self._request, self._kernel, self._timeout = request, kernel, timeout
        self._known = known  # the type of what makes it known, with a place for the name
        self._made: dict[str, Launchable] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Template, (self._request, self._kernel, self._timeout, self._known)

    def __getitem__(self, arguments: str) -> Launchable:
        if not isinstance(arguments, str):
            raise LanewiseError(
                "CPP-003", kernel=self._kernel.name, case="template_kernel"
            )
        if arguments not in self._made:
            kernel = self._kernel
            name = f"{kernel.name}<{arguments}>"
            opening, close = "".join(f"namespace {n} {{ " for n in kernel.namespace), "}" * len(kernel.namespace)
            entry = f'static const {self._known.format(name)} lanewise_template("{name}");'
            made = entries(self._request._replace(behind=f"{opening}{entry}{close}\n"), self._timeout)
            self._made[arguments] = next(k for k in made if k.name == name)
        return self._made[arguments]


class Launchable:
    """A kernel: `kernel[blocks](...)`, or `kernel[blocks, bytes of dynamic UB](...)`; one of threads is
    `kernel[grid, block](...)`, or `kernel[grid, block, bytes of dynamic UB](...)`."""

    def __init__(
        self, name: str, types: Sequence[str], call: Any, request: Request, timeout: float | None = None
    ) -> None:
        self.name, self._call, self._request, self._timeout = name, call, request, timeout
        self.of_threads = types[:1] == [_THREADS]
        self.types = types[1:] if self.of_threads else types

    def __reduce__(self) -> tuple[Any, ...]:
        return _kernel_by_name, (self._request, self._timeout, self.name)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        raise LanewiseError("CPP-003", case="no_threads" if self.of_threads else "no_blocks", kernel=self.name)

    def __getitem__(self, blocks: Any) -> Any:
        if self.of_threads:
            return partial(self._launch, *self._extents(blocks))
        count, dynamic_ub = blocks if isinstance(blocks, tuple) else (blocks, 0)
        if count < 1:
            raise LanewiseError("CPP-003", kernel=self.name, case="block_count", count=count)
        return partial(self._launch, count, dynamic_ub, ())

    def _extents(self, asked: Any) -> tuple[int, int, tuple[int, ...]]:
        """How many blocks there are, the bytes of dynamic UB, and grid and block with three numbers each."""
        parts = asked if isinstance(asked, tuple) else (asked,)
        if len(parts) not in (2, 3):
            raise LanewiseError("CPP-003", case="grid", kernel=self.name)
        both = [tuple(part) if isinstance(part, (tuple, list)) else (part,) for part in parts[:2]]
        for what, extents in zip(("grid", "block"), both, strict=True):
            fits = all(isinstance(n, (int, np.integer)) and 0 < n < 1 << 32 for n in extents)
            if not fits or not 1 <= len(extents) <= _DIMENSIONS:
                raise LanewiseError(
                    "CPP-003", kernel=self.name,
                    case="extents", what=what, extents=extents,
                )
        grid, block = (extents + (1,) * (_DIMENSIONS - len(extents)) for extents in both)
        return math.prod(grid), parts[2] if len(parts) > _PAIR else 0, grid + block

    def _launch(
        self, blocks: int, dynamic_ub: int, extents: tuple[int, ...], *arguments: Any, trace: bool | None = None
    ) -> Run:
        """What the launch left: findings, where it was checked; with `trace`, what was issued, for
        `lanewise.timing.of`."""
        if len(arguments) != len(self.types):
            need = f"{len(self.types)} arguments ({', '.join(self.types)})"
            raise LanewiseError("CPP-003", kernel=self.name, case="argument_count", need=need, count=len(arguments))
        given = list(zip(self.types, arguments, strict=True))
        cargo = _Arguments(self.name, given)
        return self.run(blocks, dynamic_ub, cargo, settings().trace if trace is None else trace, extents)

    def run(self, blocks: int, dynamic_ub: int, cargo: Cargo, traced: bool, extents: tuple[int, ...] = ()) -> Run:
        """Launches with what the cargo holds. It is in GM only while somebody may be recording that."""
        request = self._request
        with (
            _one_at_a_time, off_the_clock(), Faults(self._timeout) as faults,
            _Records(traced, request.observed) as records, _Findings(request.check) as watch,
            _scheduled(request.schedule), _Held(request) as held,
        ):  # fmt: skip
            runtime().lw_run_as(settings().strict, settings().lenient)
            try:
                slots = [(ctypes.c_uint32 * len(extents))(*extents)] if extents else []
                slots += cargo.load()
                addresses = (ctypes.c_void_p * len(slots))(*(ctypes.addressof(s) for s in slots))
                self._call(blocks, dynamic_ub, None, addresses)
                runtime().aclrtSynchronizeDevice()
                if faults.check():
                    cargo.unload()
            finally:
                cargo.free()
        run = records.run or Run(self.name, blocks, settings().using(chip=request.chip))
        run.history = held.history
        if run.history is not None:
            run.history.name(cargo.names)
        if records.run or request.check or held.history:
            run.settings = run.settings.using(check=request.check)
            run.arrays, run.findings = cargo.places, watch.found
            notify_watchers(run)
        faults.complain()
        return run

    def __repr__(self) -> str:
        return f"<kernel {self.name}({', '.join(self.types)})>"


# --- building ---


class _Entry(ctypes.Structure):
    """lanewise::entry::Entry."""

    _fields_ = [
        ("kernel", ctypes.c_char_p), ("types", ctypes.CFUNCTYPE(ctypes.c_char_p)),
        ("call", ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_void_p,
                                  ctypes.c_void_p)),
    ]  # fmt: skip


def build_library(request: Request) -> str:
    """The library with the kernels of a request."""
    try:
        return build(request)
    except DoesNotCompileError as problem:
        said = "\n".join(diagnose(problem.output, request))
        raise LanewiseError("CPP-002", source=os.path.basename(request.sources[0]), output=said) from None


def entries(request: Request, timeout: float | None = 300.0) -> list[Launchable]:
    """The kernels that there are on this chip, and a template's if the request names one."""
    library = ctypes.CDLL(build_library(request))
    count = ctypes.c_uint64()
    library.lanewise_entries.restype = ctypes.POINTER(_Entry)
    found = library.lanewise_entries(ctypes.byref(count))
    return [
        Launchable(e.kernel.decode(), e.types().decode().split(";")[:-1], partial(e.call, e.kernel), request,
                   timeout)
        for e in found[: count.value]
    ]


def _kernel_by_name(request: Request, timeout: float | None, name: str) -> Launchable:
    """A kernel that was pickled."""
    return next(kernel for kernel in entries(request, timeout) if kernel.name == name)


# --- arguments ---


class Cargo(Protocol):
    """The arguments of one launch."""

    places: dict[int, tuple[int, int]]  # argument from 1 -> where it is in GM, and its bytes
    names: dict[int, str]  # of arrays, by where they are, where the kernel's text does not say

    def load(self) -> list[Any]:
        """Memory that holds each argument as the kernel takes it."""

    def unload(self) -> None:
        """Takes the results out of GM."""

    def free(self) -> None: ...


class _Arguments:
    """Arrays in emulated GM for the time of one launch. An array that is given twice is there once."""

    def __init__(self, kernel: str, given: Sequence[tuple[str, Any]]) -> None:
        self.kernel, self.given = kernel, given
        self.placed: dict[int, tuple[Any, Any, ctypes.c_void_p, bool]] = {}
        self._sources: list[tuple[int, int]] = []  # of those, where and how many bytes
        self.places: dict[int, tuple[int, int]] = {}  # argument -> where it is in GM, and its bytes
        self.names: dict[int, str] = {}

    def load(self) -> list[Any]:
        return [self._slot(number, kind, value) for number, (kind, value) in enumerate(self.given, 1)]

    def _slot(self, number: int, kind: str, value: Any) -> Any:
        if kind.startswith("*"):
            return ctypes.c_void_p(self._pointer(number, kind[1:], value))
        if kind.startswith("bytes"):
            data = value if isinstance(value, bytes) else bytes(memoryview(value).cast("B"))
            if len(data) != int(kind[5:]):
                raise self._error(number, f"a struct of {kind[5:]} bytes", f"{len(data)} bytes")
        else:
            data = self._scalar(number, kind, value)
        return ctypes.create_string_buffer(data, len(data))

    def _scalar(self, number: int, kind: str, value: Any) -> bytes:
        face = _numpy_dtype(kind)
        try:
            given = np.asarray(value)
            got = given.astype(face)
        except (TypeError, ValueError):
            raise self._error(number, kind, repr(value)) from None
        whole = face.kind in "iu"
        if given.ndim or (whole and given.dtype.kind not in "iub") or (whole and int(got) != int(given)):
            raise self._error(number, kind, repr(value))
        return got.tobytes()

    def _pointer(self, number: int, kind: str, value: Any) -> int | None:
        if value is None:
            return None
        if not isinstance(value, np.ndarray) and not is_torch(value):
            raise self._error(number, f"an array of {kind}", type(value).__name__)
        element = kind.removeprefix("const ")
        raw = element in _RAW or element.startswith("bytes")
        if not raw and as_numpy(value).dtype != _numpy_dtype(element):
            raise self._error(number, f"an array of {element}", f"an array of {value.dtype}")
        if id(value) not in self.placed:
            self.placed[id(value)] = self._pass_array(value, writes=not kind.startswith("const "))
        place = self.placed[id(value)][2].value
        self.places[number] = place or 0, self.placed[id(value)][1].nbytes
        return place

    def _pass_array(self, array: Any, writes: bool) -> tuple[Any, Any, ctypes.c_void_p, bool]:
        whole = np.ascontiguousarray(as_numpy(array))
        device, start = ctypes.c_void_p(), whole.ctypes.data
        # Of arrays that share memory each is a copy, whole, so that the last one decides what is there afterwards.
        alone = all(start >= other + size or other >= start + whole.nbytes for other, size in self._sources)
        self._sources.append((start, whole.nbytes))
        if runtime().lw_put_array(ctypes.byref(device), ctypes.c_void_p(start), ctypes.c_size_t(whole.nbytes), alone):
            raise MemoryError(f"{whole.nbytes} bytes of GM")
        if whole.dtype == np.float64:
            runtime().lw_holds_doubles(device)
        return array, whole, device, writes and (is_torch(array) or array.flags.writeable)

    def unload(self) -> None:
        for array, whole, device, writes in self.placed.values():
            if writes:
                runtime().lw_take_array(ctypes.c_void_p(whole.ctypes.data), device, ctypes.c_size_t(whole.nbytes))
                if whole is not array:
                    write_back(array, whole.reshape(-1).view(np.uint8), dtype(whole.dtype))

    def free(self) -> None:
        for _, _, device, _ in self.placed.values():
            runtime().aclrtFree(device)

    def _error(self, number: int, need: str, got: str) -> LanewiseError:
        return LanewiseError("CPP-003", kernel=self.kernel, case="argument", number=number, need=need, got=got)


def _numpy_dtype(kind: str) -> np.dtype[Any]:
    if kind == "bfloat16":
        import ml_dtypes

        return np.dtype(ml_dtypes.bfloat16)
    return np.dtype(kind)


# --- records ---


class _Records:
    """While it is open, the runtime writes down what it issues, and of observed kernels what they touch."""

    def __init__(self, wanted: bool, observed: bool) -> None:
        self.run: Run | None = None
        self._observed = observed
        self._folder = tempfile.TemporaryDirectory(prefix="lanewise-") if wanted else None

    def __enter__(self) -> _Records:
        if self._folder:
            runtime().lw_record(os.fsencode(self._file), self._observed)
        return self

    def __exit__(self, *problem: object) -> None:
        if self._folder:
            runtime().lw_record(None, False)
            runs = recorded.read_runs(self._file)
            self._folder.cleanup()
            self.run = runs[0] if len(runs) == 1 else None  # there is none when the launch was refused

    @property
    def _file(self) -> str:
        assert self._folder
        return os.path.join(self._folder.name, "records")


class _Held:
    """While it is open, the runtime writes down what everything holds, where that is wanted."""

    def __init__(self, request: Request) -> None:
        self.history: History | None = None
        self._request = request
        self._folder = tempfile.TemporaryDirectory(prefix="lanewise-") if settings().history else None

    def __enter__(self) -> _Held:
        if self._folder:
            runtime().lw_keep_history(os.fsencode(self._file))
        return self

    def __exit__(self, *problem: object) -> None:
        if self._folder:
            runtime().lw_keep_history(None)
            self.history = read_history(self._file, self._request.sources, self._request.observed)
            self._folder.cleanup()

    @property
    def _file(self) -> str:
        assert self._folder
        return os.path.join(self._folder.name, "history")


@contextmanager
def _scheduled(plan: str) -> Iterator[None]:
    """While it is open, what kernels issue happens as the schedule says."""
    runtime().lw_schedule(plan.encode())
    try:
        yield
    finally:
        runtime().lw_schedule(None)


class _Findings:
    """While it is open, the runtime looks for what is wrong."""

    def __init__(self, what: str) -> None:
        self.found: list[Finding] = []
        self._what = what
        self._folder = tempfile.TemporaryDirectory(prefix="lanewise-") if what else None

    def __enter__(self) -> _Findings:
        if self._folder:
            runtime().lw_check(os.fsencode(self._file), self._what.encode())
        return self

    def __exit__(self, *problem: object) -> None:
        if self._folder:
            runtime().lw_check(None, None)
            self.found = merge_duplicates(checked.read_findings(self._file))
            self._folder.cleanup()

    @property
    def _file(self) -> str:
        assert self._folder
        return os.path.join(self._folder.name, "findings")
