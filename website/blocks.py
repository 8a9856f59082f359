"""Runs the blocks of code of a page, in a folder of its own, in the order in which they stand.

A block with a title is a file of that name. Python blocks of a page share their variables, shell blocks must end with
status 0. A text block titled "prints" behind one is what it printed. Where a page leaves out what every reader has,
arrays and kernels, `setups/<page>.txt` has them: a part behind `# --- n` runs ahead of the nth block. A comment in
front of a block says more:

    <!-- run: status 3 -->            the shell block ends with that status
    <!-- run: raises SCALAR-001 -->   the Python block ends with that error
    <!-- run: needs torch -->         it is run where that can be imported
    <!-- run: not: why -->            it is not run
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SETUPS = Path(__file__).with_name("setups")
ROOT = SETUPS.parents[1]
_BLOCK = re.compile(
    r"(?:<!-- run: (?P<how>[^\n]*?) -->\n\s*)?^```(?P<language>\w+)(?P<rest>[^\n]*)\n(?P<text>.*?)^```$", re.M | re.S
)
_TITLE = re.compile(r'title="([^"]+)"')
RUN = ("python", "bash", "cpp")
MARK = "@@ block"


@dataclass
class Block:
    language: str
    title: str
    text: str
    line: int
    how: str = ""

    @property
    def is_file(self) -> bool:
        return bool(self.title) and self.language in RUN


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    out = []
    for found in _BLOCK.finditer(text):
        title = _TITLE.search(found["rest"])
        line = text.count("\n", 0, found.start("language")) + 1
        out.append(Block(found["language"], title[1] if title else "", found["text"], line, found["how"] or ""))
    return out


def run(page: Path, folder: Path) -> Iterator[str]:
    """What is wrong with the blocks of a page: nothing, if they run and print what they should."""
    python: list[Block] = []
    wanted: dict[int, str] = {}
    last: Block | None = None
    parts: list[Block] = []
    for block in blocks(page):
        if block.language == "text" and block.title == "prints" and last is not None:
            wanted[last.line] = block.text
        elif block.is_file and not block.how.startswith("not"):
            (folder / block.title).write_text(block.text, encoding="utf-8")
        elif block.language in RUN and not block.how.startswith("not") and _can_run(block):
            if block.language == "cpp":
                yield f"{page.name}:{block.line}: a block of C++ needs a title, or says why it is not run"
                continue
            parts.append(block)
            last = block
    python = [b for b in parts if b.language == "python"]
    yield from _python(page, python, wanted, folder)
    for block in parts:
        if block.language == "bash":
            yield from _shell(page, block, wanted.get(block.line), folder)


def _can_run(block: Block) -> bool:
    needs = re.match(r"needs (\w+)", block.how)
    return needs is None or importlib.util.find_spec(needs[1]) is not None


def _python(page: Path, found: list[Block], wanted: dict[int, str], folder: Path) -> Iterator[str]:
    """All of them in one process."""
    if not found:
        return
    setup, parts = _setup(page), []
    for number, block in enumerate(found, 1):
        parts.append(setup.get(number, ""))
        parts.append(f'print("{MARK} {block.line}")\n{_guarded(block)}')
    (folder / "blocks_of_page.py").write_text("\n".join(parts), encoding="utf-8")
    done = _done([sys.executable, "blocks_of_page.py"], folder)
    said = {int(line): text for line, text in re.findall(rf"{MARK} (\d+)\n(.*?)(?={MARK}|\Z)", done.stdout, re.S)}
    if done.returncode:
        where = max(said, default=found[0].line)
        yield f"{page.name}:{where}: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else done.returncode}"
        return
    for line, text in wanted.items():
        if line in said and said[line].strip() != text.strip():
            yield f"{page.name}:{line}: prints {said[line].strip()!r}, the page says {text.strip()!r}"


def _setup(page: Path) -> dict[int, str]:
    """Number of a block -> what runs ahead of it."""
    path = SETUPS / f"{page.stem.lower()}.txt"
    text = path.read_text(encoding="utf-8") if path.is_file() and page.parent.name not in ("start", "tutorials") else ""
    parts = re.split(r"^# --- (\d+).*$", text, flags=re.M)
    return {int(number): body for number, body in zip(parts[1::2], parts[2::2], strict=True)}


def _guarded(block: Block) -> str:
    """The block; one that raises goes on behind its error."""
    raises = re.match(r"raises (\S+)", block.how)
    if not raises:
        return block.text
    body = "".join(f"    {line}\n" for line in block.text.splitlines())
    caught = f"except Exception as problem:\n    assert problem.id == '{raises[1]}'\n"
    return f"try:\n{body}    raise SystemExit('no error')\n{caught}"


def _shell(page: Path, block: Block, wanted: str | None, folder: Path) -> Iterator[str]:
    status = re.search(r"status (\d+)", block.how)
    done = _done(["bash", "-ec", block.text], folder)
    if done.returncode != (int(status[1]) if status else 0):
        yield f"{page.name}:{block.line}: status {done.returncode}: {(done.stderr or done.stdout).strip()[-300:]}"
    elif wanted is not None and done.stdout.strip() != wanted.strip():
        yield f"{page.name}:{block.line}: prints {done.stdout.strip()!r}, the page says {wanted.strip()!r}"


def _done(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=600,
                          env={**os.environ, "PATH": path, "NO_COLOR": "1", "LANEWISE_ROOT": str(ROOT)})


def pages(root: Path) -> list[Path]:
    """Hand-written pages in English; those in other languages have the same blocks, which a test holds."""
    return sorted([*root.glob("docs/*.md"), *root.glob("docs/site/en/**/*.md"), root / "README.md"])
