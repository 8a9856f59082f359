"""What a command writes is never what it reads, and that is known before anything is written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SOURCE = '#include "part.inc"\nint main() { __builtin_trap(); }\n'  # nobody must start it


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("a.asc", SOURCE), ("part.inc", "// included\n"), ("other.h", "// read by nobody\n"),
                       ("a.py", "raise SystemExit(9)\n"), ("old.json", "{}"), ("x.npy", "data")):  # fmt: skip
        Path(name).write_text(text)
    os.symlink("a.asc", "link.html")
    os.link("part.inc", "hard.html")


RUN = ("--trace", "--json", "--sarif", "--report", "--draw")
REFUSED = [
    *((["run", name, "--check", option, name], f"{option} {name}: that is {name}, which is read")
      for option in RUN for name in ("a.asc", "a.py")),
    (["run", "a.asc", "--report", "./a.asc"], "--report ./a.asc: that is a.asc, which is read"),
    (["run", "a.asc", "--report", "link.html"], "--report link.html: that is a.asc, which is read"),
    (["run", "a.asc", "--report", "hard.html"], "--report hard.html: that is part.inc, which is read"),
    (["run", "a.asc", "--report", "other.h"], "--report other.h: that is a source, and would be lost"),
    (["run", "a.asc", "--report", "p.html", "--against", "old.json", "--json", "old.json"],
     "--json old.json: that is old.json, which is read"),
    (["run", "a.asc", "--check", "--json", "f", "--sarif", "./f"], "--sarif ./f: --json is written there, too"),
    (["run", "a.asc", "--json", "x.npy", "--", "x.npy"], "--json x.npy: that is x.npy, which is read"),
    (["build", "a.asc", "-o", "a.asc"], "-o a.asc: that is a.asc, which is read"),
    (["build", "a.asc", "-o", "part.inc"], "-o part.inc: that is part.inc, which is read"),
    (["suite", ".", "--json", "other.h"], "--json other.h: that is a source, and would be lost"),
    (["op", ".", "x.npy", "--out", "x.npy"], "--out x.npy: that is x.npy, which is read"),
    (["op", ".", "y.npy", "--like", "x.npy", "--out", "x.npy"], "--out x.npy: that is x.npy, which is read"),
    (["explain", "Add(a, b, c, 64)", "--svg", "other.h"], "--svg other.h: that is a source, and would be lost"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "said"), REFUSED, ids=[" ".join(words) for words, _ in REFUSED])
def test_outputs_that_are_inputs_are_refused(lanewise, words: list[str], said: str) -> None:
    before = {path.name: path.read_bytes() for path in Path.cwd().iterdir()}
    done = lanewise(*words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(f"lanewise: {said}; name ")
    assert {path.name: path.read_bytes() for path in Path.cwd().iterdir()} == before


def test_outputs_that_are_no_files_may_be_the_same(lanewise) -> None:
    Path("quiet.cpp").write_text("int main() {}\n")
    assert lanewise("run", "quiet.cpp", "--check", "--json", "/dev/null", "--sarif", "/dev/null").status == 0
