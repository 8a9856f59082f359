"""Command lines of designs: the flags of AMD's package and no other, devices by name, and how a run ends."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import starting
from lanewise import iron
from lanewise.iron.devices import set_current_device

HEAD = """\
import numpy as np
import aie.iron as iron
from aie.iron import CompileTime, In, ObjectFifo, Out, Program, Runtime, Worker
LINE = np.ndarray[(16,), np.dtype[np.int32]]
"""
COPY = """
@iron.jit
def copied(a: In, b: Out, *, body: CompileTime[object] = None):
    up, down = ObjectFifo(LINE, name="up"), ObjectFifo(LINE, name="down")
    def core(source, sink, line):
        line(source.acquire(1), sink.acquire(1))
        source.release(1); sink.release(1)
    kernel = iron.ExternalFunction("line", source_string=SOURCE, arg_types=[LINE, LINE])
    rt = Runtime()
    with rt.sequence(LINE, LINE) as (x, y):
        rt.start(Worker(core, [up.cons(), down.prod(), kernel]))
        rt.fill(up.prod(), x)
        rt.drain(down.cons(), y, wait=True)
    return Program(iron.get_current_device(), rt).resolve_program()
"""


@pytest.fixture(autouse=True)
def _no_device() -> Any:
    yield
    set_current_device(None)


def flags(add: Any, **named: Any) -> dict[str, Any]:
    """Flags with their defaults, as a parser has them afterwards."""
    parser = argparse.ArgumentParser(add_help=False)
    add(parser, **named)
    return {"/".join(a.option_strings): a.default for a in parser._actions}


def test_flags_are_those_of_the_sheet() -> None:
    compiled = {"-d/--dev": None, "--xclbin-path": None, "--insts-path": None}
    assert flags(iron.add_compile_args) == compiled
    assert flags(iron.add_compile_args, short_dev=None, default_dev="npu2", with_elf=True, with_emit_mlir=True) == {
        "--dev": "npu2", "--emit-mlir": False, "--xclbin-path": None, "--insts-path": None, "--elf-path": None,
    }  # fmt: skip
    assert flags(iron.add_compile_args, with_dev=False) == {"--xclbin-path": None, "--insts-path": None}
    assert flags(iron.add_benchmark_args) == {"-w/--warmup": 2, "-i/--iters": 5}
    assert flags(iron.add_benchmark_args, default_warmup=1, default_iters=9) == {"-w/--warmup": 1, "-i/--iters": 9}
    assert flags(iron.add_trace_arg) == {"-t/--trace_size": 0}
    assert flags(iron.add_trace_arg, with_short=False, default=8192) == {"--trace_size": 8192}
    host = {
        "--xclbin": None, "--instr": "instr.txt", "-k/--kernel": "MLIR_AIE", "-v/--verbosity": 0,
        "--verify/--no-verify": True, "-t/--trace_size": 0, "--trace-file": "trace.txt", "--ddr-id": 4,
        "--enable-ctrl-pkts": False,
    }  # fmt: skip
    assert flags(iron.add_runtime_args) == host
    more = {"--in1-size": 0, "--in2-size": 0, "--out-size": 0, "-w/--warmup": 2, "-i/--iters": 5}
    assert flags(iron.add_runtime_args, with_io_sizes=True, with_benchmark=True) == {**host, **more}


def test_designs_add_flags_of_their_own() -> None:
    parser = argparse.ArgumentParser()
    for add in (iron.add_compile_args, iron.add_benchmark_args, iron.add_trace_arg):
        add(parser)
    parser.add_argument("-v", "--verbose", action="store_true")
    assert parser.parse_args(["-v", "-d", "npu"]).verbose
    with pytest.raises(SystemExit):
        parser.parse_args(["-d", "npu1"])


@pytest.mark.parametrize(("options", "named", "name"), [
    ({"dev": None}, {}, None),
    ({"dev": "npu"}, {}, "npu1_1col"),
    ({"dev": "npu2"}, {}, "npu2_1col"),
    ({"dev": "npu2", "n_cols": 3}, {}, "npu2_3col"),
    ({"dev": "npu2", "n_cols": None}, {}, "npu2_1col"),
    ({"dev": "npu2", "n_cols": 3}, {"n_cols": 2}, "npu2_2col"),
    ({"dev": "npu2"}, {"n_cols": None}, "npu2"),
    ({"dev": "npu"}, {"n_cols": np.int64(4)}, "npu1"),
    ({"device": "npu2", "dev": "npu"}, {"dev_attr": "device"}, "npu2_1col"),
])  # fmt: skip
def test_device_of_arguments(options: dict[str, Any], named: dict[str, Any], name: str | None) -> None:
    found = iron.device_from_args(argparse.Namespace(**options), **named)
    assert (found and found.name) == name


def test_device_of_arguments_refuses_other_words() -> None:
    with pytest.raises(ValueError, match="n_cols is 'all'"):
        iron.device_from_args(argparse.Namespace(dev="npu"), n_cols="all")


def test_command_line_goes_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """The callable never sees None; the device is set before validate and the values of the design."""
    monkeypatch.setenv("LANEWISE_CHIP", "aie-mlv2")
    seen: list[Any] = []

    def device(opts: Any) -> Any:
        seen.append(("device", opts.dev))
        return iron.device_from_args(opts, n_cols=2)

    def validate(opts: Any) -> None:
        seen.append(("validate", iron.get_current_device().name))

    def verify(opts: Any) -> str:
        seen.append(("verify", opts.dev))
        return "done"

    opts = argparse.Namespace(dev=None, xclbin_path=None, insts_path=None)
    got = iron.run_design_cli(None, opts, device=device, validate=validate, run_and_verify=verify,
                              compile_kwargs=lambda o: {})  # fmt: skip
    assert got == "done"
    assert seen == [("device", "npu2"), ("validate", "npu2_2col"), ("verify", "npu2")]


@pytest.mark.parametrize(("options", "words"), [
    ({"dev": "npu", "xclbin_path": "x"}, "goes with --insts-path"),
    ({"dev": None, "emit_mlir": True}, "needs a device"),
])  # fmt: skip
def test_command_line_ends_where_flags_are_missing(options: dict[str, Any], words: str) -> None:
    with pytest.raises(SystemExit, match=words):
        iron.run_design_cli(None, argparse.Namespace(**options))


def test_user_chip_stays_where_the_device_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANEWISE_CHIP", "aie-mlv2")
    assert iron.from_name("npu2").chip == "aie-mlv2"
    assert iron.from_name("npu").chip == "aie-ml"


# --- how a run ends -----------------------------------------------------------------------------------------------


def start(file: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lanewise", "run", str(file), *more]
    return starting.run(command, capture_output=True, text=True, timeout=120)


def design(folder: Path, source: str, *lines: str) -> Path:
    file = folder / "design.py"
    file.write_text(HEAD + f"SOURCE = '''{source}'''\n" + COPY + "\n".join(lines) + "\n")
    return file


BUILT = "from aie.utils.hostruntime.cli import run_design_cli\nimport argparse\n" \
        "run_design_cli(copied, argparse.Namespace(dev='npu'))"  # fmt: skip


def test_design_without_a_check_is_built_and_tried(tmp_path: Path) -> None:
    source = 'extern "C" void line(int *a, int *b) { for (int i = 0; i < 16; ++i) b[i] = a[i]; }'
    out = start(design(tmp_path, source, BUILT))
    assert out.returncode == 0, out.stderr
    assert "no run_and_verify, so it is compile-only" in out.stdout
    assert "it ends on made-up data" in out.stderr


@pytest.mark.parametrize("line", [BUILT, "a = iron.ones(16, dtype=np.int32)\ncopied(a, iron.zeros_like(a))"])
def test_kernel_that_does_not_compile_shows_its_error(tmp_path: Path, line: str) -> None:
    out = start(design(tmp_path, 'extern "C" void line(int *a, int *b) { b[0] = unknown_name(a); }', line))
    assert out.returncode == 4
    assert "does not compile:" in out.stderr
    assert "unknown_name" in out.stderr
    assert "Traceback" not in out.stderr


def test_kernel_with_other_arguments_ends_with_a_status(tmp_path: Path) -> None:
    out = start(design(tmp_path, 'extern "C" void line(int *a) {}', BUILT))
    assert out.returncode == 3
    assert "CPP-003 line: it takes 1 argument" in out.stderr


def test_modules_of_packages_import_their_neighbours(tmp_path: Path) -> None:
    package = tmp_path / "net" / "inner"
    package.mkdir(parents=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").write_text("")
    (package.parent / "sizes.py").write_text("WIDTH = 7\n")
    (package / "chain.py").write_text(
        "import sys\nfrom ..sizes import WIDTH\nimport aie.iron\nprint(__name__, __package__, WIDTH, sys.argv[1:])\n"
    )
    out = start(package / "chain.py", "--", "regular", "--data-dir", "x")
    assert (out.returncode, out.stdout) == (0, "__main__ net.inner 7 ['regular', '--data-dir', 'x']\n"), out.stderr


def test_what_nobody_foresaw_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "odd.py"
    file.write_text(HEAD + "from aie.iron.kernels import relu_ref\nrelu_ref({})\n")
    out = start(file)
    assert out.returncode == 1
    assert out.stderr.startswith(f"{file}:6: IRON-005 relu_ref: TypeError: ")
    assert len(out.stderr.splitlines()) == 1


@pytest.mark.parametrize(("line", "words"), [
    ("Runtime().open_portal(1)", "IRON-001 the design needs Runtime.open_portal, which Lanewise does not have."),
    ("iron.add_compile_args(1, colour=2)", "IRON-005 add_compile_args: got an unexpected keyword argument 'colour'."),
    ("ObjectFifo()", "IRON-005 ObjectFifo: missing 1 required positional argument: 'obj_type'."),
    ("iron.run_conv_torch_test()", "IRON-001 the design needs torch"),
])  # fmt: skip
def test_what_is_not_there_is_one_line(tmp_path: Path, line: str, words: str) -> None:
    file = tmp_path / "odd.py"
    file.write_text(HEAD + line + "\n")
    out = start(file)
    assert out.returncode == 1
    assert out.stderr.startswith(f"{file}:5: {words}")
    assert len(out.stderr.splitlines()) == 1


def test_errors_of_the_design_itself_keep_their_traceback(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(HEAD + "@iron.jit\ndef f(a):\n    return 1 // 0\nf(iron.zeros(4))\n")
    out = start(file)
    assert out.returncode == 1
    assert "ZeroDivisionError" in out.stderr
    assert "Traceback" in out.stderr
