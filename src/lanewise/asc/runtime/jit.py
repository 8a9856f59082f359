"""`@asc.jit`: a function becomes a kernel that is launched as `kernel[blocks](arguments)`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from lanewise.asc.runtime.kinds import group_of
from lanewise.asc.runtime.launcher import Launcher
from lanewise.asc.runtime.launcher import MockTensor as MockTensor
from lanewise.asc.runtime.launcher import MockValue as MockValue
from lanewise.errors import LanewiseError
from lanewise.machine.core import _current
from lanewise.machine.launch import Run
from lanewise.machine.settings import settings


@dataclass
class CodegenOptions:
    """Accepted and without effect: nothing is generated."""

    capture_exceptions: bool = False
    ir_multithreading: bool = False


@dataclass
class CompileOptions:
    """Accepted and without effect on values, as nothing is compiled, but for the cores that a kernel runs on."""

    debug: bool = False
    kernel_type: Any = None
    opt_level: int = 3
    auto_sync: bool = True
    auto_sync_log: str = ""
    insert_sync: bool | None = None
    verify_sync: bool | None = None
    always_compile: bool = False
    matmul_cube_only: bool = False
    bisheng_options: Any = None
    run_asc2_passes: bool = False


@dataclass
class LaunchOptions:
    core_num: int | None = None
    stream: Any = None


@dataclass
class EmulatorOptions:
    """Lanewise's own: None means the current default (`lanewise.configure`)."""

    chip: str | None = None
    engine: str | None = None
    strict: bool | None = None
    trace: bool | None = None


_PYASC = {f.name for kind in (CodegenOptions, CompileOptions, LaunchOptions) for f in fields(kind)}
_OWN = {f.name for f in fields(EmulatorOptions)}


def _checked_options(options: dict[str, Any]) -> dict[str, Any]:
    unknown = sorted(set(options) - _PYASC - _OWN)
    if unknown:
        raise RuntimeError(f"unknown option(s) {', '.join(unknown)}; known: {', '.join(sorted(_PYASC | _OWN))}")
    return options


class JITFunction:
    """A kernel, or a helper that kernels call."""

    __name__: str

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        functools.update_wrapper(self, function)
        self.fn = function
        self.options = _checked_options(options)
        self.signature = inspect.signature(function)
        self.last_run: Run | None = None
        clash = sorted(set(self.signature.parameters) & _PYASC)
        if clash:
            raise RuntimeError(f"rename {', '.join(clash)} of {function.__name__}: options have these names")

    def __getitem__(self, launch: Any) -> Callable[..., Run]:
        """`kernel[blocks]` or `kernel[blocks, stream]`."""
        blocks, *rest = launch if isinstance(launch, tuple) else (launch,)
        if len(rest) > 1 or isinstance(blocks, bool) or not hasattr(blocks, "__index__"):
            raise LanewiseError(
                "KERNEL-002", case="subscript", kernel=self.__name__, given=launch
            )
        return functools.partial(self._launch, blocks.__index__())

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Inside a kernel an ordinary call; outside a launch, when the option core_num says on how many blocks."""
        if _current.get() is not None:
            return self.fn(*args, **named)
        blocks = named.get("core_num", self.options.get("core_num"))
        if blocks is None:
            raise LanewiseError(
                "KERNEL-002", case="called", kernel=self.__name__
            )
        return self._launch(blocks, *args, **named)

    def _launch(self, blocks: int, *args: Any, **named: Any) -> Run:
        own = {n for n in named if n not in self.signature.parameters}
        options = {**self.options, **_checked_options({n: named[n] for n in own})}
        bound = self.signature.bind(*args, **{n: v for n, v in named.items() if n not in own})
        bound.apply_defaults()
        chosen = settings().using(**{n: options.get(n) for n in _OWN})
        group = group_of(self.fn, options.get("kernel_type"), bool(options.get("matmul_cube_only")))
        self.last_run = Launcher(self.fn, self.__name__, blocks, chosen, group).run(bound.arguments)
        return self.last_run


def jit(function: Any = None, **options: Any) -> Any:
    """`@asc.jit` or `@asc.jit(option=...)`."""
    if function is not None:
        return JITFunction(function, options)
    _checked_options(options)
    return lambda f: JITFunction(f, options)
