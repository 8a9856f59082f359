"""Sources of kernels that designs name by their object files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lanewise.iron import NPU1, NPU2
from lanewise.iron.kernelfiles import of_object

MAKEFILE = """\
bits ?= 16
width := ${bits}
M = 32
flags = -DDEEP=$(M) -DBIT_WIDTH=${width}

build/scale.o: ${srcdir}/scale.cc
\tmkdir -p ${@D}
\tcd ${@D} && ${CXX} $(WRAPPER) -DNAME='"x"' \\
\t\t$(flags) -c $< -o ${@F} -DHOME=${UNKNOWN}

%.cc.o: %.cc
\t$(CXX) -DPATTERN=1 -c $< -o $@
"""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with a design's folder below it."""
    for file in ("aie_kernels/generic/shared.cc", "aie_kernels/aie2/only.cc", "aie_kernels/aie2p/only.cc",
                 "aie_kernels/aie2/mm.cc", "designs/one/own.cc", "designs/one/kernels/inner.cc"):  # fmt: skip
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'extern "C" void f_{path.stem}(int *x) {{}}')
    (tmp_path / "designs/one/scale.cc").write_text("")
    (tmp_path / "designs/one/Makefile").write_text(MAKEFILE)
    monkeypatch.chdir(tmp_path / "designs/one")
    return tmp_path


def found(object_file: str, *functions: str, device: Any = NPU1) -> Any:
    return of_object(object_file, functions[0] if functions else "f", functions, device(), None)


def test_sources_are_found_by_name_from_near_to_far(tree: Path) -> None:
    assert found("own.o").source == str(tree / "designs/one/own.cc")
    assert found("inner.o").source == str(tree / "designs/one/kernels/inner.cc")
    assert found("shared.cc.o").source == str(tree / "aie_kernels/generic/shared.cc")
    assert found("only.o").source == str(tree / "aie_kernels/aie2/only.cc")
    assert found("only.o", device=NPU2).source == str(tree / "aie_kernels/aie2p/only.cc")
    assert found("none.o") is None


def test_sizes_and_types_are_in_names(tree: Path) -> None:
    got = found("mm_64x32x16.o", "matmul_i16_i32", "zero_i32")
    assert got.source == str(tree / "aie_kernels/aie2/mm.cc")
    assert got.flags == ("-DDIM_M=64", "-DDIM_K=32", "-DDIM_N=16", "-Di16_i32_ONLY")
    assert "_ONLY" not in str(found("mm_64x32x16.o", "matmul_i16_i32", "matmul_bf16_f32").flags)


def test_archives_are_searched_by_function(tree: Path) -> None:
    assert found("kernels.a", "f_shared").source == str(tree / "aie_kernels/generic/shared.cc")
    assert found("kernels.a", "f_inner").source == str(tree / "designs/one/kernels/inner.cc")


def test_flags_are_those_of_the_makefile(tree: Path) -> None:
    assert found("scale.o").flags == ('-DNAME="x"', "-DDEEP=32", "-DBIT_WIDTH=16")
    assert found("shared.cc.o").flags == ("-DPATTERN=1",)
    assert found("own.o").flags == ()


def test_sources_that_are_told_come_first(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANEWISE_KERNELS", "own.o=kernels/inner.cc,-DX=1")
    assert found("own.o") == (str(tree / "designs/one/kernels/inner.cc"), ("-DX=1",))
