"""The command lines that designs share: exactly the flags that AMD's package adds, as designs add others."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any

from lanewise.iron.devices import AIEArch, Device, from_name, get_current_device, set_current_device
from lanewise.iron.jitting import CallableDesign
from lanewise.iron.program import Design
from lanewise.iron.refusals import wrong_value

DEVICES = ("npu", "npu2")


def add_compile_args(
    parser: Any, *, with_dev: bool = True, dev_choices: Sequence[str] = DEVICES, default_dev: str | None = None,
    short_dev: str | None = "-d", with_elf: bool = False, with_emit_mlir: bool = False,
) -> Any:  # fmt: skip
    """What a design is built for."""
    if with_dev:
        names = [short_dev, "--dev"] if short_dev else ["--dev"]
        parser.add_argument(*names, choices=list(dev_choices), default=default_dev, help="The device.")
    if with_emit_mlir:
        parser.add_argument("--emit-mlir", action="store_true", help="Print the design; needs --dev.")
    parser.add_argument("--xclbin-path", default=None, help="Only build; needs --insts-path.")
    parser.add_argument("--insts-path", default=None, help="Only build.")
    if with_elf:
        parser.add_argument("--elf-path", default=None, help="Only build.")
    return parser


def add_benchmark_args(parser: Any, *, default_warmup: int = 2, default_iters: int = 5) -> Any:
    parser.add_argument("-w", "--warmup", type=int, default=default_warmup, help="Calls before those that count.")
    parser.add_argument("-i", "--iters", type=int, default=default_iters, help="Calls that count.")
    return parser


def add_trace_arg(parser: Any, *, with_short: bool = True, default: int = 0) -> Any:
    names = ["-t", "--trace_size"] if with_short else ["--trace_size"]
    parser.add_argument(*names, type=int, default=default, help="Traces are not made.")
    return parser


def add_runtime_args(parser: Any, *, with_io_sizes: bool = False, with_benchmark: bool = False) -> Any:
    """What host programs take."""
    parser.add_argument("--xclbin", required=True, help="What a design was built to, or the design's own file.")
    parser.add_argument("--instr", default="instr.txt")
    parser.add_argument("-k", "--kernel", default="MLIR_AIE")
    parser.add_argument("-v", "--verbosity", type=int, default=0)
    parser.add_argument("--verify", action=argparse.BooleanOptionalAction, default=True)
    add_trace_arg(parser)
    parser.add_argument("--trace-file", default="trace.txt")
    parser.add_argument("--ddr-id", type=int, default=4)
    parser.add_argument("--enable-ctrl-pkts", action="store_true")
    if with_io_sizes:
        for name in ("--in1-size", "--in2-size", "--out-size"):
            parser.add_argument(name, type=int, default=0)
    if with_benchmark:
        add_benchmark_args(parser)
    return parser


def device_from_args(args: Any, *, dev_attr: str = "dev", n_cols: Any = "auto") -> Device | None:
    """The device that the command line names; None where it names none."""
    name = getattr(args, dev_attr)
    if name is None:
        return None
    if isinstance(n_cols, str):
        if n_cols != "auto":
            raise wrong_value("device_from_args", "n_cols", n_cols=repr(n_cols))
        asked = getattr(args, "n_cols", None)
        n_cols = 1 if asked is None else asked
    return from_name(name, n_cols=n_cols)


def run_design_cli(
    design: Any, opts: Any, compile_kwargs: Any = None, run_and_verify: Callable[[Any], Any] | None = None,
    device: Any = None, emit_mlir: Any = None, validate: Callable[[Any], Any] | None = None,
) -> Any:  # fmt: skip
    """Prints the design, builds it, or runs it and compares its results."""
    emits = bool(getattr(opts, "emit_mlir", False))
    if getattr(opts, "xclbin_path", None) and not getattr(opts, "insts_path", None):
        sys.exit("--xclbin-path goes with --insts-path: give both")
    if getattr(opts, "dev", None) is None:
        if emits:
            sys.exit("--emit-mlir needs a device: give --dev, too")
        opts.dev = "npu2" if get_current_device().arch is AIEArch.AIE2p else "npu"
        if device is None:
            device = get_current_device()
    chosen = device(opts) if callable(device) else device
    set_current_device(from_name(opts.dev, None) if chosen is None else chosen)
    if validate is not None:
        validate(opts)
    values = dict((compile_kwargs(opts) if callable(compile_kwargs) else compile_kwargs) or {})
    if emits:
        print(emit_mlir(opts) if callable(emit_mlir) else _built(design, values))
        return None
    paths = {name: getattr(opts, name, None) for name in ("xclbin_path", "insts_path", "elf_path")}
    if paths["xclbin_path"] or paths["elf_path"]:
        built = design.specialize(**values).compile(**paths) if isinstance(design, CallableDesign) else None
        print(f"design {getattr(design, '__name__', 'design')}: built, compile-only")
        return built
    if run_and_verify is None:
        # AMD's package ends here. Built, the design can be tried on made-up data.
        print(f"design {getattr(design, '__name__', 'design')}: no run_and_verify, so it is compile-only")
        return _built(design, values)
    return run_and_verify(opts)


def _built(design: Any, values: dict[str, Any]) -> Any:
    if isinstance(design, CallableDesign):
        return design.build(**values)[0]
    made = design(**values) if callable(design) else design
    return made if isinstance(made, Design) else str(made)
