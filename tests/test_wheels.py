"""What is installed is complete: a wheel is refused that lacks a file."""

from __future__ import annotations

import io
import shutil
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from wheels import contents, counting, macho, tools
from wheels.target import TARGETS

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
    assert "lanewise/chips/policies.toml" in contents.expected_files()
    assert contents.check(pack(tmp_path / "a.whl", [*contents.expected_files(), *BUILT]), "linux") == []


@git
@pytest.mark.parametrize("lost", [*BUILT[:4], "lanewise/include/lanewise/shared/abi.h", "lanewise/report/page.js"])
def test_wheel_that_lacks_a_file_is_refused(tmp_path: Path, lost: str) -> None:
    names = [name for name in [*contents.expected_files(), *BUILT] if name != lost]
    (missing,) = contents.check(pack(tmp_path / "a.whl", names), "linux")
    assert lost.startswith(missing)


@git
def test_wheel_for_macos_is_the_engine_alone(tmp_path: Path) -> None:
    built = ["lanewise/_engine.cpython-311-darwin.so", "lanewise/lib/liblanewise.dylib"]
    assert contents.check(pack(tmp_path / "a.whl", [*contents.expected_files(), *built]), "macos") == []
    assert contents.check(pack(tmp_path / "b.whl", [*contents.expected_files(), built[0]]), "macos") == [f"{built[1]}"]


def test_wheel_for_this_computer_is_built_where_make_has_built() -> None:
    settings = tools.ROOT / "pyproject.toml"
    assert f'build-dir = "{TARGETS["native"].build}"' in settings.read_text(encoding="utf-8")
    assert Path(TARGETS["x86_64"].build).is_relative_to(tools.FOLDER)


@pytest.mark.parametrize(("name", "triple"), [
    ("aarch64", "aarch64-linux-gnu.2.17"), ("x86_64", "x86_64-linux-gnu.2.17"),
    ("macos-aarch64", "aarch64-macos.11.0"), ("macos-x86_64", "x86_64-macos.11.0"),
])  # fmt: skip
def test_compiler_gets_words_that_it_knows(
    name: str, triple: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CMakeLists.txt says -march; zig knows processors by other names, and keeps everything else."""
    zig = tmp_path / "zig"
    zig.write_text('#!/bin/sh\nfor word do echo "$word"; done\n')
    zig.chmod(0o755)
    monkeypatch.setattr(tools, "ZIG", zig)
    monkeypatch.setattr(tools, "FOLDER", tmp_path / "a folder")
    compiler = TARGETS[name].environment["CXX"]
    said = subprocess.run(
        [compiler, "-march=armv8-a", "-DA=b c", "-march=x86-64", "-Wl,-Bsymbolic-functions", "-march=armv8.2-a+fp16",
         "-Wl,@names.sym", "-bundle", ""],
        capture_output=True, text=True, check=True,
    ).stdout.split("\n")  # fmt: skip
    assert said[:4] == ["c++", "-target", triple, "-fno-sanitize=undefined"]
    assert said[4:8] == ["-mcpu=generic", "-DA=b c", "-mcpu=x86_64", "-mcpu=generic+v8_2a+fullfp16"]
    assert said[8:] == ["-Wl,-undefined,dynamic_lookup", "-shared", "", ""]


@pytest.mark.parametrize(("tag", "taken"), [
    ("manylinux2014_x86_64.manylinux_2_17_x86_64", True), ("manylinux_2_12_x86_64", True),
    ("manylinux_2_28_x86_64", False), ("linux_x86_64", False), ("manylinux_2_17_aarch64", False),
])  # fmt: skip
def test_wheel_for_newer_computers_is_refused(tag: str, taken: bool) -> None:
    assert TARGETS["x86_64"].is_old_enough(f"lanewise-0.1.0-cp311-cp311-{tag}.whl") == taken


SYSTEM, OURS = "/usr/lib/libSystem.B.dylib", "@rpath/liblanewise.dylib"
ARM, INTEL = 0x0100000C, 0x01000007
UNDEFINED, DEFINED, STAB = 0x01, 0x0F, 0x24  # types of symbols


def mac_file(cpu: int, needs: list[str], symbols: list[tuple[str, int, int]]) -> bytes:
    """A file as macOS has them: a header, load commands, symbols (name, type, number of a library), their names."""
    commands = b""
    for path in needs:
        text = path.encode() + b"\0" * (8 - len(path) % 8)
        commands += struct.pack("<6I", 0xC, 24 + len(text), 24, 0, 0, 0) + text
    names, table = b"\0", b""
    for name, kind, number in symbols:
        table += struct.pack("<IBBHQ", len(names), kind, 0, number << 8, 0)
        names += name.encode() + b"\0"
    first = 32 + len(commands) + 24
    commands += struct.pack("<6I", 0x2, 24, first, len(symbols), first + len(table), len(names))
    header = struct.pack("<8I", 0xFEEDFACF, cpu, 0, 6, len(needs) + 1, len(commands), 0, 0)
    return header + commands + table + names


ENGINE = mac_file(ARM, [SYSTEM], [("_malloc", UNDEFINED, 1), ("_lw_issue", DEFINED, 0), ("_hidden", STAB, 0)])
MODULE = [("_PyLong_FromLong", UNDEFINED, 0xFE), ("_PyErr_Occurred", UNDEFINED, 0), ("_lw_issue", UNDEFINED, 2),
          ("_free", UNDEFINED, 1)]  # fmt: skip


def loading(module: bytes) -> list[str]:
    files = {"lib/liblanewise.dylib": macho.read(ENGINE), "_engine.so": macho.read(module)}
    return macho.problems(files, "aarch64", {"_PyLong_FromLong", "_PyErr_Occurred"})


def test_mac_file_is_read() -> None:
    assert macho.read(ENGINE) == macho.Library("aarch64", [SYSTEM], {"_malloc": SYSTEM}, {"_lw_issue"})


def test_mac_files_that_find_everything_are_taken() -> None:
    assert loading(mac_file(ARM, [SYSTEM, OURS], MODULE)) == []


@pytest.mark.parametrize(("cpu", "needs", "symbol", "why"), [
    (INTEL, [SYSTEM, OURS], ("_free", UNDEFINED, 1), "_engine.so is for x86_64"),
    (ARM, [SYSTEM, OURS, "/usr/lib/libc++.1.dylib"], ("_free", UNDEFINED, 1),
     "_engine.so needs /usr/lib/libc++.1.dylib"),
    (ARM, [SYSTEM, OURS], ("_lw_launch", UNDEFINED, 2), f"_engine.so needs _lw_launch, which {OURS} does not have"),
    (ARM, [SYSTEM, OURS], ("_memfd_create", UNDEFINED, 0xFE),
     "_engine.so needs _memfd_create, which Python does not have"),
])  # fmt: skip
def test_mac_files_that_lack_something_are_refused(
    cpu: int, needs: list[str], symbol: tuple[str, int, int], why: str
) -> None:
    assert loading(mac_file(cpu, needs, [*MODULE, symbol])) == [why]


def test_file_of_linux_is_none_of_macos(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.whl", "w") as archive:
        archive.writestr("lanewise/_engine.so", b"\x7fELF" + bytes(60))
    assert macho.check(tmp_path / "a.whl", "aarch64") == ["lanewise/_engine.so is no file of macOS"]


def test_names_of_python_are_known() -> None:
    names = macho.python_names()
    assert "_PyLong_FromLong" in names
    assert "_memfd_create" not in names


def test_files_are_counted_while_the_engine_is_compiled(tmp_path: Path) -> None:
    """In a pipe a line for each tenth; what the build says comes where it fails, with its status."""
    build = tmp_path / "build.sh"
    before = 'echo "Preparing"\necho "[0/2] cmake -P"\necho "[1/2] Re-running CMake..."\n'
    build.write_text(before + 'for k in $(seq 1 40); do echo "  [$k/40] Building $k"; done\nexit ${1:-0}\n')
    command = [sys.executable, "-m", "wheels.counting", "sh", str(build)]
    done = subprocess.run(command, cwd=tools.ROOT, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert lines[0] == "compiling the engine: 1 of 40 files"
    assert lines[-1] == "compiling the engine: 40 of 40 files"
    assert len(lines) == 11
    assert done.stderr == ""
    failed = subprocess.run([*command, "7"], cwd=tools.ROOT, capture_output=True, text=True, check=False)
    assert failed.returncode == 7
    assert "[3/40] Building 3" in failed.stderr


def test_a_terminal_has_one_line_that_counts() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out = Terminal()
    counting.count([f"[{k}/3] x\n" for k in (1, 2, 3)], out)
    words = [f"compiling the engine: {k} of 3 files" for k in (1, 2, 3)]
    assert out.getvalue() == "".join(f"\r{one}" for one in words) + "\n"
