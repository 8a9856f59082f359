"""What is installed is complete: a wheel is refused that lacks a file."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from wheels import contents, tools
from wheels.target import Target

BUILT = ["lanewise/_engine.cpython-311-x86_64-linux-gnu.so", "lanewise/lib/liblanewise.so",
         "lanewise/lib/liblanewise_scalar.so", "lanewise/lib/lanewise_ward",
         "lanewise/lib/include/lanewise/x.h"]  # fmt: skip
git = pytest.mark.skipif(not shutil.which("git") or not (tools.ROOT / ".git").exists(), reason="this is no clone")


def pack(path: Path, names: list[str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, "")
    return path


@git
def test_wheel_with_everything_is_taken(tmp_path: Path) -> None:
    assert "lanewise/chips/policies.toml" in contents.wanted()
    assert contents.check(pack(tmp_path / "a.whl", [*contents.wanted(), *BUILT])) == []


@git
@pytest.mark.parametrize("lost", [*BUILT[:4], "lanewise/cpp/include/lanewise/abi.h", "lanewise/report/page.js"])
def test_wheel_that_lacks_a_file_is_refused(tmp_path: Path, lost: str) -> None:
    names = [name for name in [*contents.wanted(), *BUILT] if name != lost]
    (missing,) = contents.check(pack(tmp_path / "a.whl", names))
    assert lost.startswith(missing)


@pytest.mark.parametrize("machine", ["aarch64", "x86_64"])
def test_compiler_gets_words_that_it_knows(machine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CMakeLists.txt says -march; zig knows processors by other names, and keeps everything else."""
    zig = tmp_path / "zig"
    zig.write_text('#!/bin/sh\nfor word do echo "$word"; done\n')
    zig.chmod(0o755)
    monkeypatch.setattr(tools, "ZIG", zig)
    monkeypatch.setattr(tools, "FOLDER", tmp_path / "a folder")
    compiler = Target(machine).environment["CXX"]
    said = subprocess.run(
        [compiler, "-march=armv8-a", "-DA=b c", "-march=x86-64", "-Wl,-Bsymbolic-functions", "-march=armv8.2-a+fp16",
         ""],
        capture_output=True, text=True, check=True,
    ).stdout.split("\n")  # fmt: skip
    assert said[:4] == ["c++", "-target", f"{machine}-linux-gnu.2.17", "-fno-sanitize=undefined"]
    assert said[4:] == ["-mcpu=generic", "-DA=b c", "-mcpu=x86_64", "-mcpu=generic+v8_2a+fullfp16", "", ""]
