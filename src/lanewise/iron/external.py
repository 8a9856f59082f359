"""Kernels in C++: compiled for the design's chip, one copy with its static variables for each worker."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from lanewise.aie import counted
from lanewise.aie.load import Module, another, load, on_one_core, place
from lanewise.cpp import cache
from lanewise.errors import user_location
from lanewise.iron.addresses import as_addresses
from lanewise.iron.buffers import Buffer
from lanewise.iron.current import current_run, current_worker
from lanewise.iron.devices import Device, Tile
from lanewise.iron.elements import Element
from lanewise.iron.kernelfiles import Found, checkout, of_object
from lanewise.iron.refusals import IronError, wrong, wrong_type
from lanewise.iron.scalars import Condition, Scalar, number
from lanewise.iron.types import ArrayType, array_type, element_name, element_type, is_array_type

_functions: dict[str, set[str]] = {}  # what designs call, by the object file


class Kernel:
    """A function of an object file."""

    def __init__(
        self, name: str, object_file_name: str | None = None, arg_types: Sequence[Any] = (), *more: Any,
        bin_name: str | None = None, **ignored: Any,
    ) -> None:  # fmt: skip
        if isinstance(object_file_name, (list, tuple)):  # Kernel(name, types), with the file by name
            object_file_name, arg_types = bin_name, object_file_name
        self._name = name
        self.object_file_name = object_file_name or bin_name or f"{name}.o"
        self._types = [self._argument(k, of) for k, of in enumerate(arg_types or (), 1)]
        self.where = user_location()
        self._found: Found | None = None
        _functions.setdefault(self.object_file_name, set()).add(name)

    def _argument(self, number_: int, of: Any) -> Any:
        return array_type(of, f"{self._name}, argument {number_}") if is_array_type(of) else element_type(of)

    @property
    def name(self) -> str:
        return self._name

    @property
    def bin_name(self) -> str:
        return self.object_file_name

    def arg_types(self) -> list[Any]:
        return [kind.annotation if isinstance(kind, ArrayType) else kind.type for kind in self._types]

    def _array(self, index: int) -> ArrayType:
        kind = self._types[index]
        if not isinstance(kind, ArrayType):
            raise wrong_type(self._name, "number_for_array", index=index + 1, type=element_name(kind))
        return kind

    def arg_shape(self, index: int = 0) -> tuple[int, ...]:
        return self._array(index).shape

    def arg_dtype(self, index: int = 0) -> Any:
        kind = self._types[index]
        return (kind.dtype if isinstance(kind, ArrayType) else kind).type

    def tile_size(self, index: int = 0) -> int:
        return self._array(index).shape[0]

    def __call__(self, *arguments: Any) -> Any:
        if len(arguments) != len(self._types):
            raise wrong(self._name, "argument_count", need=len(self._types), count=len(arguments))
        given = [self._checked(k, kind, value)
                 for k, (kind, value) in enumerate(zip(self._types, arguments, strict=True), 1)]  # fmt: skip
        function, run, worker = self._function()
        before = counted.cycles()
        result = function(*given, **run.ports.get(worker, worker.ports))
        if counted.watches():
            calls, spent = run.spent.get(worker, (0, 0.0))
            took = counted.cycles() - before
            run.spent[worker] = (calls + 1, spent + took)
            run.clocks.spend(f"worker {run.design.names[worker]}", took, self._name)
        return result

    def _checked(self, place: int, kind: Any, value: Any) -> Any:
        """The memory of an object, or a number, where it is what the design says that the kernel takes."""
        if isinstance(value, Buffer):
            value = value.element()
        if isinstance(kind, ArrayType):
            if not isinstance(value, Element):
                raise self._differs(place, _describe(value), str(kind))
            same = value.shape == kind.shape or (len(kind.shape) == 1 and value.type.size == kind.size)
            if value.type.dtype != kind.dtype or not same:
                raise self._differs(place, f"{value.type}, {value.what}", str(kind))
            return value.array()
        if not isinstance(value, (int, float, Scalar, Condition, np.generic)):
            want = f"a number of {element_name(kind)}"
            raise self._differs(place, _describe(value), want)
        plain = number(value)
        return int(plain) if kind.kind in "iub" and not isinstance(plain, float) else plain

    def _differs(self, place: int, got: str, want: str) -> IronError:
        return IronError("IRON-002", kernel=self._name, number=place, got=got, want=want)

    def _function(self) -> tuple[Any, Any, Any]:
        """What a call runs: the function in this core's own copy of the file."""
        run, worker = current_run(), current_worker()
        if run is None or worker is None:
            raise wrong(self._name, "kernel_outside")
        found = run.functions.get((worker, self))
        if found is None:
            found = run.functions[worker, self] = as_addresses(self._loaded(run, worker))
        return found, run, worker

    def _loaded(self, run: Any, worker: Any) -> Any:
        loaded: dict[Any, Module] = run.kept.setdefault(worker, {})
        key = self._key(run.design.device)
        if key not in loaded:
            loaded[key] = self._load(run.design.device)
            on_one_core(*loaded.values())
            tile = worker.tile
            if len(loaded) == 1 and isinstance(tile, Tile) and tile.col is not None and tile.row is not None:
                place(loaded[key], tile.col, tile.row)
        try:
            return getattr(loaded[key], self._name)
        except AttributeError:
            there = ", ".join(dir(loaded[key])) or "none"
            raise wrong(self._name, "no_function", source=self._source(run.design.device).source, there=there) from None

    def _key(self, device: Device) -> tuple[str, str]:
        """What it shares static variables with: functions of the same object file, made of the same source."""
        maker = _made.get(self.object_file_name)
        return maker._key(device) if maker is not None else (self.object_file_name, self._source(device).source)

    def _source(self, device: Device) -> Found:
        maker = _made.get(self.object_file_name)
        if maker is not None:
            return maker._source(device)
        beside = self.where[0] if self.where else None
        found = self._found = self._found or of_object(
            self.object_file_name, self._name, _functions[self.object_file_name], device, beside
        )
        if found is None:
            raise IronError("IRON-006", kernel=self._name, file=self.object_file_name)
        return found

    def _load(self, device: Device) -> Module:
        source, flags = self._source(device)
        maker = _made.get(self.object_file_name)
        folders = list(maker.include_dirs) if maker is not None else []
        root = checkout()
        folders += [str(root), str(root / "aie_kernels")] if root is not None else []
        defines = [f.removeprefix("-D") for f in flags if f.startswith("-D")]
        rest = [f for f in flags if not f.startswith(("-D", "-I", "-O", "-Wno"))]
        folders += [f.removeprefix("-I") for f in flags if f.startswith("-I")]
        key = (source, device.chip, *defines, "", *folders, "", *rest)
        if key in _loaded:
            return another(_loaded[key])
        folders = [os.path.dirname(source), *folders]
        _loaded[key] = load(source, device.chip, defines=["NDEBUG", *defines], include_dirs=folders, flags=rest)
        return _loaded[key]

    def __repr__(self) -> str:
        return f"<kernel {self._name} of {self.object_file_name}>"


def _describe(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], Element):
        return f"a list of {len(value)} objects"
    return f"{value!r}"


class ExternalFunction(Kernel):
    """A function of a C++ file or text."""

    def __init__(
        self, name: str, object_file_name: str | None = None, source_file: Any = None, source_string: str | None = None,
        arg_types: Sequence[Any] | None = None, include_dirs: Sequence[Any] | None = None,
        compile_flags: Sequence[str] | None = None, *, symbol_prefix: str | None = None, use_chess: bool = False,
        **ignored: Any,
    ) -> None:  # fmt: skip
        if (source_file is None) == (source_string is None):
            raise wrong_type(name, "sources")
        self.source_file, self.source_string = source_file, source_string
        self.include_dirs = [os.fspath(d) for d in include_dirs or ()]
        self.compile_flags = list(compile_flags or ())
        text = repr((str(source_file), source_string, self.include_dirs, self.compile_flags))
        mark = hashlib.sha256(text.encode()).hexdigest()[:8]
        super().__init__(name, object_file_name or f"{name}_{mark}.o", arg_types or ())
        _made[self.object_file_name] = self
        self._mark = mark
        # What some factories add.
        self.zero: Kernel | None = None
        self.get_only: Kernel | None = None
        self.put_only: Kernel | None = None
        self.put_get: Kernel | None = None
        self.mac_dims: tuple[int, int, int] | None = None

    def _key(self, device: Device) -> tuple[str, str]:
        return self.object_file_name, self._mark

    def _source(self, device: Device) -> Found:
        flags = tuple(self.compile_flags)
        if self.source_string is not None:
            return Found(_written(self.name, self.source_string), flags)
        path = os.path.abspath(os.fspath(self.source_file))
        if not os.path.isfile(path) and self.where is not None:  # relative to the design, where that is not here
            path = os.path.join(os.path.dirname(self.where[0]), os.fspath(self.source_file))
        if not os.path.isfile(path):
            raise IronError("IRON-006", kernel=self.name, file=self.source_file)
        return Found(path, flags)


CoreFunction = ExternalFunction  # its first name
_loaded: dict[tuple[str, ...], Module] = {}  # the first core of each file; others are made like it
_made: dict[str, ExternalFunction] = {}  # by the name of the object file


def _written(name: str, text: str) -> str:
    """A file with the text, the same one for the same text."""
    folder = cache.folder("iron", hashlib.sha256(text.encode()).hexdigest()[:24])
    return cache.write_once(os.path.join(folder, f"{name}.cc"), text)

