"""A listener sees a core and cannot change it: what would is refused by the compiler."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# What a listener may look at, and a line for each way to change something.
LISTENER = """#include "machine/requests.hpp"
using namespace lanewise;
struct Looks : Listener {
    void record(const Record&, const std::int64_t*) override {}
    void after(const Core& core) override {
        seen = core.place + core.state->ctrl + core.issued[1] + core.vector_memory().size + (core.listener == nullptr);
        Buffer buffer;
        core.gm->find(seen, buffer);
    }
    std::uint64_t seen = 0;
};
struct Changes : Listener {
    void record(const Record&, const std::int64_t*) override {}
    void after(const Core& core) override {
        LINES
    }
};
"""
CHANGES = (
    "core.place = 1;",
    "core.state->ctrl = 1;",
    "*core.state = State{};",
    "++core.issued[1];",
    "Gm& memory = *core.gm;",
    "core.memories[0].size = 0;",
    "core.vector_memory().held = Held{};",
    "core.listener->after(core);",
    "State* state = core.state; state->ctrl = 1;",
    "Record record{}; issue(core, record, nullptr);",
    "listen(core, nullptr);",
    "Requests asks(core);",
)


def errors(lines: tuple[str, ...], folder: Path) -> set[str]:
    """The lines that the compiler refuses."""
    made = sorted((ROOT / "build").glob("*/generated/tables.hpp"), key=lambda p: p.stat().st_mtime)
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if not made or compiler is None:
        pytest.skip("the engine was not built here")
    source = folder / "listener.cpp"
    text = LISTENER.replace("LINES", "\n        ".join(f"{{ {line} }}" for line in lines))
    source.write_text(text)
    generated = made[-1].parent
    folders = [f"-I{path}" for path in (ROOT / "engine", ROOT / "include", generated, generated / "front")]
    done = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", *folders, str(source)],
                          capture_output=True, text=True, check=False)  # fmt: skip
    numbers = {int(found) for found in re.findall(r"listener\.cpp:(\d+):\d+: error", done.stderr)}
    assert (done.returncode == 0) == (not numbers), done.stderr
    return {text.splitlines()[number - 1].strip(" {}") for number in numbers}


def test_listener_cannot_change_the_core(tmp_path: Path) -> None:
    assert errors((), tmp_path) == set()
    assert errors(CHANGES, tmp_path) == {line.strip(" {}") for line in CHANGES}
