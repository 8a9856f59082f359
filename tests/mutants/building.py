"""One engine with all faults in it, built in a scratch copy of the sources. Faults that do not compile are dropped."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from sites import Site, rewritten

COPIED = ("engine", "include", "src", "CMakeLists.txt")
ATTEMPTS = 12
# A fault that reaches beyond an array shows itself.
BOUNDS = "-D_GLIBCXX_ASSERTIONS -fsanitize=bounds -fsanitize-undefined-trap-on-error"
# Counts the calls of compiled programs that no fast path takes: a fault that only adds to them changes no result.
COUNTED = "engine/runtime/kernel_calls.cpp", "    fill(instructions[record.opcode], record);\n"
COUNTER = 'extern "C" { [[gnu::visibility("default")]] int lw_slow_calls = 0; }\n'
UNWANTED = shutil.ignore_patterns("__pycache__")


class BuildError(RuntimeError):
    """The engine does not build, and no fault is to blame."""


def copy_sources(root: Path, scratch: Path) -> None:
    scratch.mkdir(parents=True, exist_ok=True)
    for name in COPIED:
        if (root / name).is_dir():
            shutil.copytree(root / name, scratch / name, dirs_exist_ok=True, ignore=UNWANTED)
        else:
            shutil.copy2(root / name, scratch / name)


def plant(root: Path, scratch: Path, chosen: list[Site]) -> None:
    for path in sorted((root / "engine").rglob("*.[hc]pp")):
        file = str(path.relative_to(root))
        text = rewritten(path.read_text(), [s for s in chosen if s.file == file])
        if file == COUNTED[0]:
            assert text.count(COUNTED[1]) == 1
            text = COUNTER + text.replace(COUNTED[1], COUNTED[1] + "    ++lw_slow_calls;\n")
        if (scratch / file).read_text() != text:
            (scratch / file).write_text(text)


def build(root: Path, scratch: Path, chosen: list[Site]) -> tuple[Path, list[Site]]:
    """Where the package with the faults is, and the faults that are in it."""
    copy_sources(root, scratch)
    header = Path(__file__).with_name("schemata.hpp")
    out, bin_folder = scratch / "out", Path(sys.executable).parent
    configure = [
        str(bin_folder / "cmake"), "-G", "Ninja", "-S", str(scratch), "-B", str(out), "-DSKBUILD=1",
        f"-DCMAKE_MAKE_PROGRAM={bin_folder / 'ninja'}", f"-DPython_EXECUTABLE={sys.executable}",
        "-DLANEWISE_LEVELS=baseline", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG",
        f"-DCMAKE_CXX_FLAGS=-std=c++20 -w {BOUNDS} -include {header}",
    ]  # fmt: skip
    for attempt in range(ATTEMPTS):
        plant(root, scratch, chosen)
        if attempt == 0:
            subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
        ninja = [str(bin_folder / "ninja"), "-C", str(out), "-k", "0", "-j", "2", "_engine", "ward"]
        done = subprocess.run(ninja, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode == 0:
            break
        wrong = blamed(done.stdout, scratch, chosen)
        if not wrong:
            raise BuildError(done.stdout[-4000:])
        print(f"  {len(wrong)} faults do not compile and are dropped", flush=True)
        chosen = [s for s in chosen if s not in wrong]
    else:
        raise BuildError("faults that do not compile are found without end")
    site = scratch / "site"
    shutil.copytree(root / "src" / "lanewise", site / "lanewise", dirs_exist_ok=True, ignore=UNWANTED)
    for file in out.glob("_engine*.so"):  # it finds its library where that was built
        shutil.copy2(file, site / "lanewise" / file.name)
    library = site / "lanewise" / "lib"  # what compiled programs load and include
    library.mkdir(exist_ok=True)
    for part in (out / "liblanewise.so", out / "lanewise_ward", out / "generated" / "front"):
        link = library / part.name.replace("front", "include")
        if not link.exists():
            link.symlink_to(part)
    return site, chosen


def blamed(output: str, scratch: Path, chosen: list[Site]) -> list[Site]:
    """The faults on lines of which the compiler complains; where there are none, those it came from."""
    places = {(s.file, s.line): s for s in chosen}
    several: dict[tuple[str, int], list[Site]] = {}
    for s in chosen:
        several.setdefault((s.file, s.line), []).append(s)
    found: set[int] = set()
    for block in re.split(r"(?=^FAILED: )", output, flags=re.M):
        errors = _lines(block, scratch, r"error:") or _lines(block, scratch, r"")
        here = {s.number for place in errors if place in places for s in several[place]}
        if not here:
            here = {s.number for place in _lines(block, scratch, r"") if place in places for s in several[place]}
        found |= here
    return [s for s in chosen if s.number in found]


def _lines(text: str, scratch: Path, what: str) -> set[tuple[str, int]]:
    pattern = re.compile(rf"(?:{re.escape(str(scratch))}|\.\.)/(engine/[\w/.]+):(\d+)[^\n]*?{what}")
    return {(m[1], int(m[2])) for m in pattern.finditer(text)}
