"""iron.jit: a function that builds a design becomes one that runs it."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from lanewise.iron.markers import CompileTime, In, InOut, Out
from lanewise.iron.program import Design
from lanewise.iron.refusals import IronTypeError, wrong, wrong_type
from lanewise.iron.running import run
from lanewise.iron.tensors import Tensor, asarray

CONFIG = {
    "use_cache", "source_files", "aiecc_flags", "compile_flags", "include_paths", "object_files", "trace_config",
    "is_placed", "insts_path", "xclbin_path", "debug", "verbose",
}  # fmt: skip
_TENSORS = (In, Out, InOut)


class Result(NamedTuple):
    """What a design takes on the chip is not predicted: npu_time is not-a-number."""

    npu_time: float = math.nan

    def is_success(self) -> bool:
        return True


class Answer(NamedTuple):
    """What a call gives."""

    handle: Any
    result: Result


class Parameters:
    """What the parameters of a generator are."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.signature = inspect.signature(function)
        self.name = getattr(function, "__name__", "design")
        hints = _hints(function, self.signature)
        self.tensors = [n for n, h in hints.items() if h in _TENSORS]
        self.known = [n for n, h in hints.items() if h is CompileTime]
        self.marked = bool(self.tensors or self.known)
        if not self.marked:
            return
        for name, parameter in self.signature.parameters.items():
            free = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
            if name in self.tensors or name in self.known or free:
                continue
            if parameter.default is not parameter.empty:
                raise wrong_type(self.name, "unmarked", name=name)
            self.tensors.append(name)


def _hints(function: Callable[..., Any], signature: inspect.Signature) -> dict[str, Any]:
    """Markers by name, also where annotations are text."""
    space = {**getattr(function, "__globals__", {}), "In": In, "Out": Out, "InOut": InOut, "CompileTime": CompileTime}
    found = {}
    for name, parameter in signature.parameters.items():
        hint = parameter.annotation
        if isinstance(hint, str):
            try:
                hint = eval(hint, space)
            except Exception:
                hint = next((m for m in (CompileTime, InOut, In, Out) if hint.split("[")[0].endswith(repr(m))), None)
        found[name] = hint
    return found


class CallableDesign:
    """A design to be called with tensors."""

    def __init__(
        self, generator: Callable[..., Any], bound: dict[str, Any] | None = None, config: dict[str, Any] | None = None
    ) -> None:
        self.mlir_generator = generator
        self.__name__ = getattr(generator, "__name__", "design")
        self.__doc__ = generator.__doc__
        self.__wrapped__ = generator
        self._parameters = Parameters(generator)
        self._bound = bound or {}
        self.config = config or {}
        unknown = [n for n in self._bound if n not in self._parameters.signature.parameters]
        if unknown and self._parameters.marked:
            raise wrong_type(self.__name__, "unknown_parameter", unknown=", ".join(unknown))

    @property
    def compilable(self) -> CallableDesign:
        return self

    @property
    def aiecc_flags(self) -> list[str]:
        return list(self.config.get("aiecc_flags") or ())

    def specialize(self, **known: Any) -> CallableDesign:
        """The same design with some values given."""
        return CallableDesign(self.mlir_generator, {**self._bound, **known}, self.config)

    def build(self, *arguments: Any, **named: Any) -> tuple[Design, list[tuple[str, Any]]]:
        """The design and the tensors it is called with, by parameter."""
        known = self._parameters.signature.parameters
        values = {**self._bound, **{n: v for n, v in named.items() if n not in CONFIG or n in known}}
        kinds = inspect.Parameter
        extra = [n for n in values if n not in known and not any(p.kind is kinds.VAR_KEYWORD for p in known.values())]
        if extra:
            raise wrong_type(self.__name__, "extra_parameter", extra=", ".join(extra), known=", ".join(known))
        with _context(values):
            if self._parameters.marked:
                return self._marked(arguments, values)
            design = self._generated(arguments, values)
            bound = self._parameters.signature.bind(*arguments, **values).arguments
            tensors = [(n, v) for name, value in bound.items() for n, v in _flat(name, value)
                       if isinstance(v, (Tensor, np.ndarray))]  # fmt: skip
        return design, tensors

    def _marked(self, arguments: tuple[Any, ...], values: dict[str, Any]) -> tuple[Design, list[tuple[str, Any]]]:
        names = self._parameters.tensors
        rest = next((p.name for p in self._parameters.signature.parameters.values()
                     if p.kind is p.VAR_POSITIONAL), None)  # fmt: skip
        if len(arguments) > len(names) and rest is None:
            raise wrong_type(
                self.__name__,
                "call_tensors",
                need=len(names),
                names=", ".join(names),
                count=len(arguments),
            )
        tensors = list(zip(names, arguments, strict=False))
        tensors += [(f"{rest}[{i}]", v) for i, v in enumerate(arguments[len(names) :])]
        tensors += [(n, values[n]) for n in names if n in values]
        missing = [n for n in self._parameters.known if n not in values
                   and self._parameters.signature.parameters[n].default is inspect.Parameter.empty]  # fmt: skip
        if missing:
            raise wrong_type(self.__name__, "no_value", missing=", ".join(missing))
        given = dict(tensors[: len(names)])
        call = {n: given.get(n) for n in names}
        known = {n: v for n, v in values.items() if n not in names}
        positional = [call[n] for n in names if self._is_positional(n)]
        by_name = {n: call[n] for n in names if not self._is_positional(n)}
        extra = [v for _, v in tensors[len(names) :]]
        return self._generated((*positional, *extra), {**by_name, **known}), tensors

    def _is_positional(self, name: str) -> bool:
        return self._parameters.signature.parameters[name].kind is not inspect.Parameter.KEYWORD_ONLY

    def _generated(self, arguments: tuple[Any, ...], values: dict[str, Any]) -> Design:
        design = self.mlir_generator(*arguments, **values)
        if isinstance(design, CallableDesign | _Bound):
            design = design.build()[0]
        if not isinstance(design, Design):
            raise wrong_type(self.__name__, "returned", design=repr(design))
        return design

    def __call__(self, *arguments: Any, **named: Any) -> Answer:
        design, tensors = self.build(*arguments, **named)
        return call(design, tensors, self.__name__)

    def compile(self, *_: Any, xclbin_path: Any = None, inst_path: Any = None, insts_path: Any = None,
                elf_path: Any = None, **named: Any) -> tuple[Any, Any]:  # fmt: skip
        """Builds and checks the design; what is written says how to build it again (built_files.py)."""
        from lanewise.iron.built_files import write

        design = self.build(**named)[0]
        path, instructions = xclbin_path or elf_path, inst_path or insts_path
        if path:
            write(design, path, instructions)
        return path, instructions

    def as_mlir(self, *arguments: Any, **named: Any) -> str:
        return str(self.build(*arguments, **named)[0])

    def __repr__(self) -> str:
        return f"<design {self.__name__}>"


class _Bound(NamedTuple):
    """A design that was built for tensors already."""

    design: Design

    def build(self) -> tuple[Design, list[tuple[str, Any]]]:
        return self.design, []


def _flat(name: str, value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, (tuple, list)):
        return [(f"{name}[{i}]", v) for i, v in enumerate(value)]
    if isinstance(value, dict):
        return list(value.items())
    return [(name, value)]


def call(design: Design, tensors: list[tuple[str, Any]], name: str) -> Answer:
    """Runs a design on tensors, after comparing them with the types of its sequence."""
    types = design.types
    if len(tensors) < len(types):
        raise wrong(name, "sequence_tensors", need=len(types), count=len(tensors))
    arrays = []
    for (parameter, value), kind in zip(tensors, types, strict=False):
        array = asarray(value)
        if array.size != kind.size or array.nbytes != kind.nbytes:
            raise IronTypeError(
                "IRON-007", design=name, parameter=parameter, got=f"{array.dtype}[{'x'.join(map(str, array.shape))}]",
                want=kind,
            )  # fmt: skip
        if not array.flags.c_contiguous:
            raise wrong(name, "tensor_part", parameter=parameter)
        arrays.append(array)
    return Answer(run(design, arrays), Result())


_now: list[dict[str, Any]] = []


@contextmanager
def _context(values: dict[str, Any]) -> Any:
    _now.append(values)
    try:
        yield
    finally:
        _now.pop()


def building() -> bool:
    """Whether a design is being built for a call."""
    return bool(_now)


def get_compile_arg(name: str, default: Any = None) -> Any:
    """A compile-time value of the design that is being built."""
    return _now[-1].get(name, default) if _now else default


@contextmanager
def compile_context(**values: Any) -> Any:
    with _context(values):
        yield


def jit(function: Callable[..., Any] | None = None, **config: Any) -> Any:
    """`@iron.jit`, or `@iron.jit(option=..., NAME=value)`."""

    def make_design(generator: Callable[..., Any]) -> CallableDesign:
        names = inspect.signature(generator).parameters
        bound = {n: v for n, v in config.items() if n not in CONFIG or n in names}
        if any(n not in names for n in bound):
            unknown = ", ".join(n for n in bound if n not in names)
            raise wrong_type(getattr(generator, "__name__", "design"), "unknown_parameter", unknown=unknown)
        return CallableDesign(generator, bound, {n: v for n, v in config.items() if n in CONFIG})

    return make_design if function is None else make_design(function)


compileconfig = jit
CompilableDesign = CallableDesign
