"""The command lines that designs share."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable
from typing import Any

from lanewise.iron.devices import AIEArch, Device, from_name, get_current_device, set_current_device
from lanewise.iron.jitting import CallableDesign
from lanewise.iron.program import Design


def _has(parser: Any, name: str) -> bool:
    return name in parser._option_string_actions


def _add(parser: Any, *names: str, **options: Any) -> None:
    """Unless the design has one of that name."""
    free = [n for n in names if not _has(parser, n)]
    if any(n.startswith("--") for n in free):
        parser.add_argument(*free, **options)


def add_compile_args(parser: Any, *_: Any, **named: Any) -> Any:
    ours = "npu2" if get_current_device().arch is AIEArch.AIE2p else "npu"
    _add(parser, "-d", "--dev", choices=["npu", "npu1", "npu2"], default=ours, help="The device.")
    _add(parser, "--xclbin-path", default=None, help="Only build.")
    _add(parser, "--insts-path", default=None)
    _add(parser, "--elf-path", default=None)
    _add(parser, "--emit-mlir", action="store_true", help="Print the design.")
    _add(parser, "-v", "--verbose", action="store_true")
    return parser


def add_benchmark_args(parser: Any, *_: Any, **named: Any) -> Any:
    _add(parser, "-w", "--warmup", type=int, default=named.get("warmup", 2))
    _add(parser, "-i", "--iters", type=int, default=named.get("iters", 5))
    return parser


def add_trace_args(parser: Any, *_: Any, **named: Any) -> Any:
    _add(parser, "-t", "--trace_size", "--trace-size", type=int, default=0)
    return parser


def add_common_args(parser: Any, *_: Any, **named: Any) -> Any:
    for add in (add_compile_args, add_benchmark_args, add_trace_args):
        add(parser)
    return parser


def adder(name: str) -> Callable[..., Any]:
    """A function that adds arguments, by the words of its name."""
    words = {"bench": add_benchmark_args, "iter": add_benchmark_args, "warmup": add_benchmark_args,
             "trace": add_trace_args, "dev": add_compile_args}  # fmt: skip
    return next((add for word, add in words.items() if word in name), add_common_args)


def make_parser(*_: Any, **named: Any) -> argparse.ArgumentParser:
    return add_common_args(argparse.ArgumentParser(description=named.get("description")))


def resolve_device(opts: Any = None, n_cols: int | None = None, *_: Any, **named: Any) -> Device:
    """What the command line says, or the device of this run."""
    name = opts if isinstance(opts, str) else getattr(opts, "dev", None)
    return from_name(name, n_cols) if name else get_current_device()


def run_design_cli(
    design: Any, opts: Any = None, compile_kwargs: Any = None, run_and_verify: Callable[..., Any] | None = None,
    device: Any = None, emit_mlir: Any = None, validate: Callable[..., Any] | None = None, **ignored: Any,
) -> Any:  # fmt: skip
    """Builds the design, or runs it and compares its results."""
    chosen = _answer(device, design, opts) if callable(device) else device
    if isinstance(chosen, str):
        chosen = from_name(chosen, None)
    name = getattr(opts, "dev", None)
    if isinstance(chosen, Device):
        set_current_device(chosen)
    elif name:
        set_current_device(from_name(name, None))
    if validate is not None:
        _answer(validate, design, opts)
    known = _answer(compile_kwargs, design, opts) if callable(compile_kwargs) else compile_kwargs
    known = dict(known or {})
    if getattr(opts, "emit_mlir", False):
        made = _answer(emit_mlir, design, opts) if callable(emit_mlir) else None
        print(made if made is not None else _built(design, known))
        return None
    only_built = any(getattr(opts, n, None) for n in ("xclbin_path", "elf_path"))
    if run_and_verify is None or only_built:
        built = _built(design, known)
        print(f"design {getattr(design, '__name__', 'design')}: built; "
              f"{'compile-only' if only_built else 'no run_and_verify, so it is compile-only'}")  # fmt: skip
        return built
    return _answer(run_and_verify, design, opts, known)


def _built(design: Any, known: dict[str, Any]) -> Any:
    if isinstance(design, CallableDesign):
        return design.build(**known)[0]
    made = design(**known) if callable(design) else design
    return made if isinstance(made, Design) else str(made)


def _answer(function: Callable[..., Any], design: Any, opts: Any, known: dict[str, Any] | None = None) -> Any:
    """Calls it with what its parameters are named after: the design, its compile-time values, the options."""
    words = {"design": design, "kernel": design, "fn": design, "compile_kwargs": known, "kwargs": known,
             "device": get_current_device(), "dev": get_current_device()}  # fmt: skip
    wanted = [p for p in inspect.signature(function).parameters.values()
              if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]  # fmt: skip
    return function(*(words.get(p.name, opts) for p in wanted))

