"""A design in the style of each generation of the API, as a user runs it."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np

import starting
from lanewise import iron
from lanewise.iron import imports

DESIGNS = Path(__file__).resolve().parent / "designs"


def start(name: str, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lanewise", "run", str(DESIGNS / name), *more]
    return starting.run(command, capture_output=True, text=True, timeout=120)


def test_generation_a_is_built_and_ends_on_made_up_data(tmp_path: Path) -> None:
    picture = tmp_path / "a.svg"
    out = start("a_matrix_product.py", "--fifos", "--draw", str(picture))
    assert out.returncode == 0, out.stderr
    assert "design main on npu1_1col" in out.stdout
    assert "fifo memA: 2 x int16[16x16] from forward of inA to worker core" in out.stdout
    assert "it ends on made-up data" in out.stderr
    assert "fifo memC, int32[16x8]: worker core (" in out.stderr
    texts = [t.text for t in ElementTree.parse(picture).iter() if t.tag.endswith("text")]
    assert {"host", "core", "forward", "memA: 2 x int16[16x16]"} <= set(texts)


def test_generation_a_computes_the_product(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    import runpy

    from lanewise.iron.running import run

    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.syspath_prepend(str(DESIGNS))
    monkeypatch.setattr(sys, "argv", [str(DESIGNS / "a_matrix_product.py")])
    imports.install()
    design = runpy.run_path(str(DESIGNS / "a_matrix_product.py"))["product"]("npu", 32, 48, 32, 16, 16, 8)
    rng = np.random.default_rng(1)
    a, b = rng.integers(-99, 99, (32, 48)).astype(np.int16), rng.integers(-99, 99, (48, 32)).astype(np.int16)
    c = np.zeros((32, 32), np.int32)
    run(design, [a, b, c])
    assert np.array_equal(c, a.astype(np.int32) @ b.astype(np.int32))


def test_generation_b_takes_tensors() -> None:
    out = start("b_two_columns.py", "--chip", "aie-mlv2")
    assert (out.returncode, out.stdout) == (0, "PASS\n"), out.stderr


def test_generation_c_has_a_command_line(tmp_path: Path) -> None:
    out = start("c_passthrough.py", "--", "-w", "0", "-i", "2")
    assert out.returncode == 0, out.stderr
    assert out.stdout.endswith("PASS!\n")
    half = start("c_passthrough.py", "--", "--xclbin-path", "x.xclbin", "--dev", "npu2")
    assert (half.returncode, half.stderr) == (1, "--xclbin-path goes with --insts-path: give both\n")
    paths = ["--xclbin-path", str(tmp_path / "x.xclbin"), "--insts-path", str(tmp_path / "x.bin")]
    built = start("c_passthrough.py", "--", *paths, "--dev", "npu2")
    assert built.returncode == 0, built.stderr
    assert "compile-only" in built.stdout


def test_whole_array_multiplies_matrices_in_another_order_of_cores() -> None:
    out = start("c_whole_array.py", "--schedule", "random:5")
    assert (out.returncode, out.stdout) == (0, "PASS!\n"), out.stderr


def test_companions_are_imported_and_what_is_missing_is_named(tmp_path: Path) -> None:
    file = tmp_path / "imports.py"
    shown = "print(T.i32(), iron.kernels.mm, ev.CoreEvent.X)"
    file.write_text("\n".join([*IMPORTS, shown, "from aie.iron import Wormhole"]))
    out = start(str(file))
    assert out.stdout.startswith("int32 <function mm")
    assert (out.returncode, out.stderr.splitlines()) == (
        1, [f"{file}:{len(IMPORTS) + 2}: IRON-001 the design needs Wormhole of aie.iron, which Lanewise does not have."]
    )  # fmt: skip


IMPORTS = """\
import aie.iron as iron
from aie import iron as again
from aie.dialects.aie import *
from aie.dialects.aiex import v8bfp16ebs8
from aie.dialects._aie_enum_gen import AIETileType, DMAChannelDir, WireBundle
from aie.helpers.dialects.ext.scf import _for as range_
from aie.helpers.dialects.scf import if_, else_
from aie.helpers.dialects.func import func
from aie.helpers.util import np_ndarray_type_get_shape, np_dtype_to_mlir_type
from aie.helpers.taplib.tap import TensorAccessPattern
from aie.helpers.taplib.tensortiler2d import TensorTiler2D
from aie.extras.context import mlir_mod_ctx
from aie.extras.dialects.ext import arith, memref
from aie.extras.dialects.memref import view
from aie.extras import types as T
from aie.iron.resolvable import Resolvable
from aie.iron.dataflow.objectfifo import ObjectFifoHandle
from aie.iron.kernel import ExternalFunction
from aie.iron.device import from_name, NPU1, NPU2Col3, Tile, AnyMemTile
from aie.iron.algorithms import transform, for_each
from aie.iron.kernels import mm, softmax_ref
from aie.utils.ml import DataShaper
from aie.utils.trace import TraceConfig, configure_packet_tracing_aie2
import aie.utils.trace.events as ev
from aie.utils import trace
trace.parse_events([])
import aie.utils.test as test_utils
from aie.utils.config import cxx_header_path, root_path
from aie.utils.hostruntime import get_current_device""".splitlines()


def test_names_of_all_companions_are_answered() -> None:
    for name, module in iron.WHERE.items():
        assert getattr(__import__(module, fromlist=[name]), name) is not None
