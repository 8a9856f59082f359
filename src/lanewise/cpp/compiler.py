"""The C++ compiler of this computer, and how Lanewise asks it for things."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from typing import NamedTuple

import lanewise
from lanewise.cpp import cache
from lanewise.errors import LanewiseError

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HEADERS = os.path.join(PACKAGE, "cpp", "include")
# An editable install keeps what was built apart from the sources; both are parts of the package.
LIBRARY = next((lib for part in lanewise.__path__ if os.path.isdir(lib := os.path.join(part, "lib"))), PACKAGE)
RUNTIME = os.path.join(LIBRARY, "liblanewise.so")
INCLUDES = (HEADERS, os.path.join(LIBRARY, "include"))

EXACT = ("-fno-fast-math", "-ffp-contract=off")  # one result on every host; clang's first one turns contraction on
_UNFUSED = {"x86_64": ("-mfpmath=sse", "-mno-fma", "-mno-fma4", "-mno-avx512f"), "aarch64": ("-march=armv8-a",)}
FLAGS = (
    "-std=gnu++20", "-pipe", "-fPIC",  # the vendor's compiler takes GNU's extensions, too
    "-fno-char8_t",  # programs are mostly older than C++20
    *EXACT, "-fwrapv", "-fno-strict-aliasing",  # casts everywhere
    "-Wno-narrowing", "-Wno-unknown-pragmas", "-Wno-deprecated", "-Wno-attributes",
    "-DLANEWISE_TEXT(...)=#__VA_ARGS__",
)  # fmt: skip
QUICK = ("-Og", "-g1")  # compiled soon, and our calls run as fast as with -O1; lines for reports
_PREDEFINED = re.compile(r"^(__\w+__) = \{ value = (\d+)", re.MULTILINE)  # quicker than reading the whole chip
DEBUG = ("-O0", "-g")  # every line can hold a breakpoint, every variable can be seen


class Front(NamedTuple):
    """What the programs of a family of chips are compiled with."""

    arch: str  # the macro that holds the chip's number
    prelude: str  # the headers that are precompiled; empty: none
    always: bool  # they stand in front of every source, not only of those that ask for them


ASCEND = Front("__NPU_ARCH__", "lanewise/prelude_kernel.h", False)
AIE = Front("__AIE_ARCH__", "lanewise/aie/api.h", True)


class Compiler(NamedTuple):
    command: tuple[str, ...]
    clang: bool
    machine: str  # that it compiles for
    identity: str

    @property
    def lenient(self) -> tuple[str, ...]:
        """A UB address is a number that programs also take for a pointer; clang has no such mercy."""
        return () if self.clang else ("-fpermissive",)

    @property
    def exact(self) -> tuple[str, ...]:
        """Stands behind the flags of a user or a recipe, whatever these ask of the host.

        GCC's vectoriser takes complex products for fused instructions although contraction is off, so it is left none.
        """
        return (*EXACT, *(() if self.clang else _UNFUSED.get(self.machine, ())))

    @property
    def plain_output(self) -> tuple[str, ...]:
        """One line per finding; pictures of the source only confuse where the source was rewritten."""
        if self.clang:
            return ("-fno-caret-diagnostics", "-fno-color-diagnostics")
        return ("-fno-diagnostics-show-caret", "-fdiagnostics-color=never", "-fno-diagnostics-show-option")


def linker() -> tuple[str, ...]:
    """The quickest that is here; the usual one takes a tenth of the time after an edit."""
    return next(((f"-fuse-ld={name}",) for name in ("lld", "gold") if shutil.which(f"ld.{name}")), ())


def find() -> Compiler:
    """What CXX names, else g++, clang++ or c++, else the compiler of the `compiler` extra."""
    chosen = os.environ.get("CXX")
    for words in ([shlex.split(chosen)] if chosen else [["g++"], ["clang++"], ["c++"]]):
        path = shutil.which(words[0])
        if path:
            return _known((path, *words[1:]))  # a link's own name may be what it goes by: clang++ is clang
    if chosen:
        raise LanewiseError("CPP-001", problem=f"CXX names {chosen}, which is not there")
    if importlib.util.find_spec("ziglang"):
        return _known((sys.executable, "-m", "ziglang", "c++"))
    raise LanewiseError("CPP-001", problem="there is no g++ or clang++ here")


def _known(command: tuple[str, ...]) -> Compiler:
    """Whether it is clang, and what it compiles for, is asked once and remembered."""
    identity = cache.key(command, cache.stamp(command[0]), "machine")
    note = os.path.join(cache.folder("compilers"), identity)
    facts = cache.read(note)
    if facts is None:
        said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
        target = subprocess.run([*command, "-dumpmachine"], capture_output=True, text=True, check=False)
        facts = {
            "version": said.stdout.splitlines()[:1], "clang": "clang" in said.stdout,
            "machine": target.stdout.strip().partition("-")[0],
        }  # fmt: skip
        cache.write(note, facts)
    return Compiler(command, facts["clang"], facts["machine"], identity)


def target(chip: str, arch: int, front: Front = ASCEND) -> tuple[str, ...]:
    python = (sys.executable or "python3").replace("\\", "\\\\").replace('"', '\\"')
    macros = (f"{front.arch}={arch}", *predefined(chip), f'LANEWISE_CHIP="{chip}"', f'LANEWISE_PYTHON="{python}"')
    return tuple(f"-D{macro}" for macro in macros)


def predefined(chip: str) -> list[str]:
    """What the vendor's compiler defines for the chip. Undefined names are 0 in #if, which takes the wrong branch."""
    with open(os.path.join(PACKAGE, "chips", f"{chip}.toml"), encoding="utf-8") as file:
        return ["=".join(found) for found in _PREDEFINED.findall(file.read())]


def ours() -> str:
    """Our headers, library and this driver, as they are installed now."""
    here = os.path.dirname(os.path.abspath(__file__))
    driver = [cache.stamp(entry.path) for entry in os.scandir(here) if entry.name.endswith(".py")]
    return cache.key([cache.stamps(tree) for tree in INCLUDES], cache.stamp(RUNTIME), sorted(map(str, driver)))
