"""Files that mean harm, or have bad luck: one line that names them, and the right status."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import starting

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "lanewise"]
needs_compiler = pytest.mark.skipif(
    not (os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")), reason="no C++ compiler"
)


def npy(path: Path, header: str) -> None:
    text = header.encode().ljust(117) + b"\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text)


def test_json_that_nests_too_deep(lanewise, tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 200_000)
    done = lanewise("compare", str(path), str(path))
    assert (done.status, done.err) == (2, f"lanewise: {path}: it nests too deep\n")


@needs_compiler
def test_arrays_that_are_none_or_absurd(lanewise, tmp_path: Path) -> None:
    npy(tmp_path / "absurd.npy", f"{{'descr': '<f2', 'fortran_order': False, 'shape': ({1 << 50},), }}")
    npy(tmp_path / "negative.npy", "{'descr': '<f2', 'fortran_order': False, 'shape': (-5,), }")
    npy(tmp_path / "objects.npy", "{'descr': '|O', 'fortran_order': False, 'shape': (4,), }")
    (tmp_path / "empty.npy").touch()
    npy(tmp_path / "brackets.npy", "[" * 110)
    os.mkfifo(tmp_path / "pipe.npy")
    for name in ("absurd", "negative", "objects", "empty", "brackets", "pipe"):
        path = str(tmp_path / f"{name}.npy")
        done = lanewise("op", str(ROOT / "examples/scaled_add"), path, path)
        assert (done.status, done.err.count("\n")) == (2, 1)
        assert done.err.startswith(f"lanewise: {path}")


@needs_compiler
def test_operators_that_want_absurd_memory(lanewise, tmp_path: Path) -> None:
    array = str(tmp_path / "x.npy")
    np.save(array, np.ones(64, np.float16))
    twice = "auto* z = context->GetOutputShape(0); z->SetDimNum(2); z->SetDim(0, 1l << 32); z->SetDim(1, 1l << 32);"
    changes = (
        ("GetWorkspaceSizes(1)[0] = 0;", "GetWorkspaceSizes(1)[0] = ~0ul;"),
        ("    return GRAPH_SUCCESS;", "    context->GetOutputShape(0)->SetDim(0, 1l << 50); return GRAPH_SUCCESS;"),
        ("    return GRAPH_SUCCESS;", f"{twice} return GRAPH_SUCCESS;"),  # whose product is 0 in 64 bits
    )
    for number, change in enumerate(changes):
        folder = tmp_path / str(number)
        shutil.copytree(ROOT / "examples/scaled_add", folder)
        host = folder / "op_host/scaled_add.cpp"
        assert change[0] in host.read_text()
        host.write_text(host.read_text().replace(*change))
        done = lanewise("op", str(folder), array, array, "--attr", "alpha=0.5")
        assert done.status == 1
        assert done.err.startswith("lanewise: there is not so much memory: ")
        assert done.err.count("\n") == 1


@needs_compiler
def test_names_that_are_not_utf8(tmp_path: Path) -> None:
    name = b"\xff\xe9 x.asc"
    source = ROOT / "tests/check/programs/copies.asc"
    shutil.copy(source, os.path.join(os.fsencode(tmp_path), name))
    words = ["run", os.fsdecode(name), "--check", "--json", "f.json", "--sarif", "f.sarif", "--report", "page.html"]
    done = subprocess.run([*COMMAND, *words], cwd=tmp_path, capture_output=True, timeout=120)
    assert done.returncode == 3
    assert done.stderr.startswith(name + b":21: RACE-001 ")
    (found,) = json.loads((tmp_path / "f.json").read_text())["findings"]
    assert os.fsencode(os.path.basename(found["place"]["file"])) == name
    (result,) = json.loads((tmp_path / "f.sarif").read_text())["runs"][0]["results"]
    where = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert where == "%FF%E9%20x.asc"
    assert "RACE-001" in (tmp_path / "page.html").read_text(errors="replace")
    done = subprocess.run([*COMMAND, "run", b"\xff.asc"], cwd=tmp_path, capture_output=True, timeout=120)
    assert (done.returncode, done.stderr) == (2, b"lanewise: there is no file \xff.asc\n")


def test_reading_a_source_counts_for_the_time_limit(tmp_path: Path) -> None:
    body = "a += 1;" * 3_000_000  # 21 MB in one line, which takes a minute to read
    kernel = f"__global__ __aicore__ void k() {{ int a; {body} }}\n"
    (tmp_path / "long.asc").write_text(f'#include "kernel_operator.h"\n{kernel}')
    done = starting.run([*COMMAND, "run", "long.asc", "--timeout", "1"], cwd=tmp_path, capture_output=True, text=True,
                        timeout=40)  # fmt: skip
    assert (done.returncode, done.stderr) == (124, "lanewise: long.asc: compiling took longer than 1 s (--timeout)\n")
