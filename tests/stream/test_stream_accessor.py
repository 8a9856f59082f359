"""No form, walk, move or register instruction reaches memory but through the accessor, engine/access/window.hpp."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playing import arrange, with_gm
from poking import Trial, check_bytes
from strategies import Call

from lanewise.isa.catalogue import instructions
from lanewise.isa.record import Overload
from lanewise.machine.core import Core
from lanewise.machine.engine import native
from lanewise.numerics.formats import DTYPES

ENGINE = Path(__file__).parents[2] / "engine"
ROOMS = ("forms", "walks", "moves", "registers", "machine", "states", "macros")

# Ways around the accessor that a compiler would let pass or that would open it.
AROUND = {
    r"_cast<[^<>]*\*>\([^()]*\baddress": "makes a pointer from an address",
    r"\([\w: ]+\*\)\s*\(?[\w.>\[\]-]*\baddress": "makes a pointer from an address",
    r"\bstart_\b|\bdata_\b|\.host\b|->host\b": "looks into a memory",
    r"friend class WindowOf": "opens a memory",
    r"\b(read|write)\((?:[^;()]|\([^()]*\))*,\s*0\)": "takes a pointer and names no byte",
}
# Where a pointer without bytes is right: they are named beside it, or it is a note about a register.
NAMED_ELSEWHERE = {"walks/strided_operand.hpp", "registers/walk.hpp", "forms/registers.cpp"}


def offences(name: str, text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0]
        for pattern, what in AROUND.items():
            if re.search(pattern, code) and not ("names no byte" in what and name in NAMED_ELSEWHERE):
                yield f"engine/{name}:{number} {what}"


def sources() -> list[str]:
    return [str(p.relative_to(ENGINE)) for room in ROOMS for p in sorted((ENGINE / room).glob("*.[ch]pp"))]


def test_accessor_is_the_only_way() -> None:
    assert [found for name in sources() for found in offences(name, (ENGINE / name).read_text())] == []


# One of each room, changed to go around: (file, what it says, what it would say).
MUTANTS = [
    ("walks/gather.hpp", "source.load<T>(data[k] & field)",
     "*reinterpret_cast<const T*>(w.record.operands[1].address + data[k])"),
    ("registers/active.hpp", "walk.window(mask).read(0, sizeof words_)",
     "(const void*)walk.record.operands[mask].address"),
    ("forms/move.cpp", "from_window.read(run.source * size, bytes)", "from_window.read(run.source * size, 0)"),
    ("forms/move.cpp", "return Window::gm(core, buffer, o.address);", "return buffer.host + o.address;"),
    ("forms/elementwise.cpp", "strided[i].read_all(n)",
     "core.vector_memory().bytes.start_ + record.operands[i].address"),
    ("forms/reduce.cpp", "target.write(0, static_cast<std::uint64_t>(dst_size_))", "target.data_"),
    ("forms/issue.cpp", "Window::vector(core, o.address).read(0, bytes)",
     "Window::vector(core, o.address).read(0, 0)"),
]


@pytest.mark.parametrize(("name", "old", "new"), MUTANTS)
def test_accessor_names_who_goes_around(name: str, old: str, new: str) -> None:
    text = (ENGINE / name).read_text()
    line = text[: text.index(old)].count("\n") + 1
    assert [found.split()[0] for found in offences(name, text.replace(old, new, 1))] == [f"engine/{name}:{line}"]


def generated() -> Path | None:
    """What the build made of the records, where the engine was built."""
    made = sorted((ENGINE.parent / "build").glob("*/generated/tables.hpp"), key=lambda p: p.stat().st_mtime)
    return made[-1].parent if made else None


def compile_form(name: str, changed: dict[str, str], folder: Path) -> str:
    """What the compiler says about a form when some files have other contents."""
    made, compiler = generated(), os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if made is None or compiler is None:
        pytest.skip("the engine was not built here")
    for path, text in changed.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    source = folder / name if name in changed else ENGINE / name
    front = ENGINE.parent / "include"
    folders = [f"-I{p}" for p in (folder, ENGINE, made, made / "front", front)]
    command = [compiler, "-std=c++20", "-fsyntax-only", "-DLANEWISE_HEARS=0", *folders, str(source)]
    return subprocess.run(command, capture_output=True, text=True).stderr


def test_accessor_is_kept_by_the_compiler(tmp_path: Path) -> None:
    name = "forms/move.cpp"
    text = (ENGINE / name).read_text()
    assert "error" not in compile_form(name, {}, tmp_path)
    window = "return Window::on(core, space, o.address);"
    inside = text.replace(window, "return Window(core.memory(space).bytes.start_ + o.address);")
    line = text[: text.index(window)].count("\n") + 1
    said = compile_form(name, {name: inside}, tmp_path)
    assert re.search(rf"move\.cpp:{line}:\d+: error: .*start_.*private", said), said


# --- the test of bytes would notice --------------------------------------------------------------------------------


def an_add(core: Core) -> Trial:
    kind = DTYPES["int16"]
    call = Call(instructions()["add"], "ascend910b", Overload.BITWISE, [(a, 512, kind) for a in (0, 2048, 4096)],
                mask=(0x5555555555555555, 3, 0, 0), repeat=2, strides=(1, 1, 1, 8, 8, 8), seed=5)
    return Trial(core, arrange(core, call))


@pytest.mark.skipif(native() is None, reason="the compiled engine is not built")
@pytest.mark.parametrize(("write", "shift", "complaint"), [
    (0, None, "depends on a byte that the stream does not say is read"),
    (1, None, "is written, the stream says it is not"),
    (1, 2, "is written, the stream says it is not|is not written, the stream says it is"),
])
def test_bytes_notice_what_the_stream_leaves_out(
    write: int, shift: int | None, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    core = with_gm(Core("ascend910b"))
    trial = an_add(core)
    assert check_bytes(trial, np.random.default_rng(1)) is not None
    honest = core.accesses

    def lying() -> Any:
        rows = honest().copy()
        of_kind = np.flatnonzero(rows["write"] == write)
        if len(of_kind) and shift is None:
            rows = np.delete(rows, of_kind[7])
        elif len(of_kind):
            rows["address"][of_kind[7]] += shift
        return rows

    monkeypatch.setattr(core, "accesses", lying)
    with pytest.raises(AssertionError, match=complaint):
        check_bytes(trial, np.random.default_rng(1))
