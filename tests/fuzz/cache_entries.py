"""Entries of the cache, damaged at random: flipped, cut, swapped, replaced. Every program still gives its own result,
and what was damaged is made again once. Headers of Lanewise are part of what programs are made of: who edits them
meanwhile ends it with "it is made again every time".

    python tests/fuzz/cache_entries.py SECONDS [SEED]
"""

from __future__ import annotations

import os
import random
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from lanewise.cpp import build, prelude
from lanewise.cpp.child import Limits, run, start
from lanewise.cpp.compiler import Front

# Small headers, so that precompiling them takes no time: prelude.py treats them as it does the others.
FRONT = Front("", "lanewise/shared/abi.h", True, False, kernels=False)
PROGRAMS = {name: f'#include "{name}.h"\nextern "C" int puts(const char*);\nint main() {{ puts(WORD); }}\n'
            for name in ("one", "two", "three")}  # fmt: skip


class Programs:
    """A few programs whose results differ, and a cache of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        os.environ["LANEWISE_CACHE"] = str(folder / "cache")
        for name, text in PROGRAMS.items():
            (folder / f"{name}.cpp").write_text(text)
            (folder / f"{name}.h").write_text(f'#define WORD "{name}"\n')
        self.made = 0
        make = build._make

        def counting(*words: object) -> object:
            self.made += 1
            return make(*words)  # type: ignore[arg-type]

        build._make = counting  # type: ignore[assignment]
        self._restore = lambda: setattr(build, "_make", make)
        self.results()
        self.results()  # with what is precompiled by now

    def close(self) -> None:
        _wait()
        self._restore()

    def results(self) -> dict[str, tuple[int, str]]:
        """What each program ends with and prints."""
        found = {}
        for name in PROGRAMS:
            program = build.build(build.Request((str(self.folder / f"{name}.cpp"),), "ascend910b", 2201, front=FRONT))
            said = bytearray()
            ended = run(start(program), Limits(20), out=said.extend, err=said.extend)
            found[name] = ended.status, said.decode(errors="replace").strip()
        _wait()
        return found

    def entries(self) -> list[Path]:
        return [path for path in sorted((self.folder / "cache").rglob("*")) if not path.is_dir() or path.is_symlink()]


def _wait() -> None:
    for process in list(prelude._making.values()):
        process.wait()


# --- what happens to an entry ---


def _flip(path: Path, others: list[Path], rng: random.Random) -> None:
    data = bytearray(path.read_bytes() or b"\0")
    for _ in range(rng.choice((1, 1, 8))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(data)


def _cut(path: Path, others: list[Path], rng: random.Random) -> None:
    os.truncate(path, rng.choice((0, 1, rng.randrange(path.stat().st_size + 1))))


def _swap(path: Path, others: list[Path], rng: random.Random) -> None:
    top = _top(path)
    alike = [other for other in others if other.relative_to(top).parts[0] == path.relative_to(top).parts[0]]
    other = rng.choice(alike if rng.random() < 0.7 else others)
    data = path.read_bytes()
    path.write_bytes(other.read_bytes())
    other.write_bytes(data)


def _swap_folders(path: Path, others: list[Path], rng: random.Random) -> None:
    one, other = path.parent, rng.choice(others).parent
    if one.parent == other.parent and one != other:
        aside = one.parent / "aside"
        one.rename(aside)
        other.rename(one)
        aside.rename(other)


def _replace(path: Path, others: list[Path], rng: random.Random) -> None:
    path.unlink()
    kind = rng.randrange(8)
    if kind == 0:
        path.mkdir()
        (path / "inside").touch()
    elif kind == 1:
        os.mkfifo(path)
    elif kind == 2:
        path.symlink_to("/bin/true")
    elif kind == 3:
        path.symlink_to(path)
    elif kind == 4:
        path.write_text("#!/bin/sh\necho wrong\n")
        path.chmod(0o700)
    elif kind == 5:
        shutil.copy("/bin/true", path)
    elif kind == 6:
        path.write_text("[" * 100_000)
    # else it is gone


def _mode(path: Path, others: list[Path], rng: random.Random) -> None:
    path.chmod(rng.choice((0, 0o400, 0o600, 0o666, 0o777)))


def _folder_mode(path: Path, others: list[Path], rng: random.Random) -> None:
    path.parent.chmod(rng.choice((0o777, 0o770)))


def _no_folder(path: Path, others: list[Path], rng: random.Random) -> None:
    if path.parent.parent != _top(path).parent:
        shutil.rmtree(path.parent)


def _top(path: Path) -> Path:
    return next(above for above in path.parents if above.name == "cache")


DAMAGE: list[Callable[[Path, list[Path], random.Random], None]] = [
    _flip, _flip, _flip, _cut, _cut, _swap, _swap, _swap_folders, _replace, _replace, _mode, _folder_mode, _no_folder,
]  # fmt: skip


def damage(programs: Programs, rng: random.Random) -> str:
    """Damages one entry; what was done to it."""
    entries = [path for path in programs.entries() if stat.S_ISREG(path.lstat().st_mode)]
    path, how = rng.choice(entries), rng.choice(DAMAGE)
    how(path, entries, rng)
    return f"{how.__name__} {path.relative_to(programs.folder)}"


def check(programs: Programs, done: str) -> None:
    """The right results now, and the next time nothing is left to be made again."""
    expected = {name: (0, name) for name in PROGRAMS}
    for turn in ("first", "second", "third"):
        programs.made = 0
        found = programs.results()
        assert found == expected, f"{done}: the {turn} time {found}"
    assert programs.made == 0, f"{done}: it is made again every time"


def main(seconds: float, seed: int) -> None:
    rng = random.Random(seed)
    count, end = 0, time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        programs = Programs(Path(folder))
        try:
            while time.monotonic() < end:
                done = [damage(programs, rng) for _ in range(rng.choice((1, 1, 1, 2, 4)))]
                check(programs, f"seed {seed}, number {count}: {'; '.join(done)}")
                count += 1
        finally:
            programs.close()
    print(f"{count} times damaged, seed {seed}: every result right, nothing stuck")


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30))
