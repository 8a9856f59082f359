"""The C++ compiler of this computer, and how Lanewise asks it for things."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lanewise.cpp import cache, probe
from lanewise.cpp.addresses import RANGES
from lanewise.cpp.chip_file import chip_file
from lanewise.cpp.package import HEADERS as HEADERS
from lanewise.cpp.package import INCLUDES as INCLUDES
from lanewise.cpp.package import LIBRARY as LIBRARY
from lanewise.cpp.package import PACKAGE as PACKAGE
from lanewise.cpp.package import RUNTIME as RUNTIME
from lanewise.errors import LanewiseError

EXACT = ("-fno-fast-math", "-ffp-contract=off")  # one result on every host; clang's first one turns contraction on
# Processors answer differently: the runtime does instead (undefined.cpp), by names that no user's -fsanitize changes.
CHECKED = tuple(f"-fsanitize{how}=float-cast-overflow,integer-divide-by-zero" for how in ("", "-recover"))
_UNFUSED = {"x86_64": ("-mfpmath=sse", "-mno-fma", "-mno-fma4", "-mno-avx512f"), "aarch64": ("-march=armv8-a",)}
FLAGS = (
    "-std=gnu++20", "-pipe", "-fPIC",  # the vendor's compiler takes GNU's extensions, too
    "-fno-char8_t",  # programs are mostly older than C++20
    *EXACT, "-fwrapv", "-fno-strict-aliasing",  # casts everywhere
    "-fno-finite-loops",  # for (;;); is a program that is stopped, not one that may do anything
    "-fsigned-char",  # as on x86-64; Arm's is unsigned
    "-Wno-narrowing", "-Wno-unknown-pragmas", "-Wno-deprecated", "-Wno-attributes",
    "-DLANEWISE_TEXT(...)=#__VA_ARGS__",
)  # fmt: skip
QUICK = ("-Og", "-g1")  # compiled soon, and our calls run as fast as with -O1; lines for reports
# Both compilers then call a function before each access to memory. Nothing of the sanitizer itself is linked.
OBSERVED = ("-fsanitize=thread", "-fno-plt", "-DLANEWISE_OBSERVED")  # called often, so without a jump in between
_OBSERVED_GCC = (
    "-ftree-pta",  # what no other function can see is not told, also where little is optimised
    # Small ones would become instructions that no function is called for. Our headers say __builtin_ where nobody
    # is to be told.
    "-fno-builtin-memcpy", "-fno-builtin-memmove", "-fno-builtin-memset",
    "--param=tsan-distinguish-volatile=1",
)  # fmt: skip
# Large ones are calls elsewhere; here they would be instructions of their own that no function is called for.
_OBSERVED_GCC_ON = {"x86_64": ("-mmemcpy-strategy=libcall:-1:noalign", "-mmemset-strategy=libcall:-1:noalign")}
_OBSERVED_CLANG = ("-mllvm", "-tsan-instrument-read-before-write=1", "-mllvm", "-tsan-instrument-func-entry-exit=0",
                   "-mllvm", "-tsan-distinguish-volatile=1")  # fmt: skip
OBSERVED_LINK = ("-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset", "-llanewise_scalar")
# Elementary functions whose calls are counted where time is: lanewise/aie/library_calls.h.
LIBRARY_CALLS = tuple(name + kind for name in (
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "expm1", "log", "log2", "log10",
    "log1p", "cbrt", "atan2", "pow", "hypot", "fmod",
) for kind in ("", "f"))  # fmt: skip
# For what the program's own functions leave out: atomics.
LISTENS_LINK = ("-Wl," + ",".join(f"--wrap={name}" for name in LIBRARY_CALLS), "-llanewise_scalar")
# What ends a process asks the runtime first: engine/runtime/ending.cpp.
ENDS_LINK = ("-Wl,--wrap=exit,--wrap=_exit,--wrap=_Exit,--wrap=quick_exit,--wrap=pthread_exit",)
# Stands before the level of debug information. In DWARF 5 addr2line loses inlined calls of clang's and, until a second
# file is named, takes g++'s first file for the copy.
LINES = ("-gdwarf-4",)
DEBUG = ("-O0", "-g")  # every line can hold a breakpoint, every variable can be seen
# How the environment decides what a compiler makes.
_ENVIRONMENT = ("CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX", "LD_RUN_PATH",
                "SOURCE_DATE_EPOCH", "CCC_OVERRIDE_OPTIONS")  # fmt: skip
_NEWEST_CLANG = 30  # names with a number are looked for from here down


class Front(NamedTuple):
    """What the programs of a family of chips are compiled with."""

    arch: str  # the vendor's macro that holds the chip's number; empty: only our own headers know the chip
    prelude: str  # the headers that are precompiled; empty: none
    always: bool  # they stand in front of every source, not only of those that ask for them
    ordered: bool  # kernels rely on the order in which the hardware's compiler usually evaluates arguments
    kernels: bool = True  # else code for the host alone, where nothing is predefined and no order matters
    early: tuple[str, ...] | None = None  # how macros begin that our headers look at; all others never reach them
    switches: tuple[str, ...] = ()  # macros of ours that our headers are precompiled with


ASCEND = Front(
    "__NPU_ARCH__", "lanewise/ascend/prelude_kernel.h", False, False,
    early=("_", "ACLRT_LAUNCH_KERNEL", "ASCENDC_", "LANEWISE_", "NDEBUG", "TILING_KEY_VAR"),
)  # fmt: skip
AIE = Front(
    "__AIE_ARCH__", "lanewise/aie/entry.h", True, True, early=("AIE2_FP32_EMULATION", "AIE_API_EMULATE", "LANEWISE_"),
    switches=("LANEWISE_AIE_TRACE", "LANEWISE_AIE_STATUS"),
)  # fmt: skip
AIE_GRAPH = AIE._replace(prelude="lanewise/aie/graph/graph.h")  # programs that connect kernels, with main()
OPERATOR_HOST = Front("", "lanewise/operator/host.h", True, False, kernels=False)
BINDING = Front("", "", False, False, kernels=False)  # a host file of torch


class Compiler(NamedTuple):
    command: tuple[str, ...]
    clang: bool
    machine: str  # that it compiles for
    identity: str
    version: str
    order: str  # in which it evaluates arguments: see probe.py
    headers: tuple[str, ...] = ()  # folders of its own and of the system
    problem: str = ""  # why it cannot be used

    @property
    def linker(self) -> tuple[str, ...]:
        """The quickest that is here; the usual one takes a tenth of the time after an edit. zig brings its own."""
        if self.zig:
            return ()
        return next(((f"-fuse-ld={name}",) for name in ("lld", "gold") if shutil.which(f"ld.{name}")), ())

    @property
    def zig(self) -> bool:
        """The compiler of the extra: clang, with a linker and a C++ library of its own."""
        return os.path.basename(self.command[0]) == "zig"

    @property
    def lenient(self) -> tuple[str, ...]:
        """A UB address is a number that programs also take for a pointer; for clang, see addresses.py.

        A function without its `return` goes back to its caller with either compiler.
        """
        return ("-fno-strict-return",) if self.clang else ("-fpermissive",)

    @property
    def recursive(self) -> tuple[str, ...]:
        """`always_inline` is a kernel's wish: g++ refuses it for recursive functions and pointers. Our own headers
        spell it with underscores."""
        return () if self.clang else ("-Dalways_inline=unused",)

    @property
    def unique_statics_flags(self) -> tuple[str, ...]:
        """Every loaded file has its own static variables; g++ makes one of all those of a name in inline functions."""
        return () if self.clang else ("-fno-gnu-unique",)

    @property
    def exact(self) -> tuple[str, ...]:
        """Stands behind the flags of a user or a recipe, whatever these ask of the host.

        GCC's vectoriser takes complex products for fused instructions although contraction is off, so it is left none.
        """
        return (*EXACT, *CHECKED, *(() if self.clang else _UNFUSED.get(self.machine, ())))

    @property
    def observed(self) -> tuple[str, ...]:
        """Makes a program tell its own reads and writes: see engine/scalar."""
        own = _OBSERVED_CLANG if self.clang else (*_OBSERVED_GCC, *_OBSERVED_GCC_ON.get(self.machine, ()))
        return (*OBSERVED, *own)

    @property
    def indices(self) -> tuple[str, ...]:
        """Makes a program tell indices that leave their array, where the compiler sees how long it is."""
        kind = "array-bounds" if self.clang else "bounds"  # clang's other kind would end the program
        return tuple(f"-fsanitize{how}={kind}" for how in ("", "-recover"))

    @property
    def listens(self) -> tuple[str, ...]:
        """The same for one element and one iteration at a time, as a core without vector instructions of its own choice
        does it: how far loops of unknown length are unrolled is the host's business."""
        own = ("-fno-vectorize", "-mllvm", "-unroll-runtime=false") if self.clang else ("-fno-tree-vectorize",)
        return (*self.observed, *own, "-fno-tree-slp-vectorize", "-fno-omit-frame-pointer", *self.thread_variables)

    @property
    def thread_variables(self) -> tuple[str, ...]:
        """What is kept for each thread is found without a call of the loader."""
        return ("-mtls-dialect=gnu2",) if not self.clang and self.machine == "x86_64" else ()

    @property
    def plain_output(self) -> tuple[str, ...]:
        """One line per finding; pictures of the source only confuse where the source was rewritten."""
        if self.clang:
            return ("-fno-caret-diagnostics", "-fno-color-diagnostics", "-ferror-limit=0", *RANGES)
        return ("-fno-diagnostics-show-caret", "-fdiagnostics-color=never", "-fno-diagnostics-show-option")


def for_threads(flags: tuple[str, ...]) -> tuple[str, ...]:
    """Of a source with functions of threads: a loop over them is worth more of the compiler's time. Without the second
    flag g++ calls each function that a library could replace, for every thread."""
    return (*("-O3" if flag == QUICK[0] else flag for flag in flags), "-fno-semantic-interposition")


def find(ordered: bool = False) -> Compiler:
    """What CXX names, else the best one here.

    Hardware's compilers are clang and evaluate arguments from left to right. Where that is wanted clang++ is best, then
    the compiler of the `compiler` extra; else g++, which forgives more.
    """
    chosen = shlex.split(os.environ.get("CXX", ""))
    if chosen:
        path = shutil.which(chosen[0])
        if path is None:
            raise LanewiseError("CPP-001", case="chosen_missing", command=chosen[0])
        found = probed((path, *chosen[1:]))
        if found.problem:
            raise LanewiseError("CPP-001", case="chosen_unfit", command=" ".join(chosen), why=found.problem)
        return found
    refused = []
    for command in candidates(ordered):
        found = probed(command)
        if not found.problem:
            return found
        refused.append(f"{' '.join(command)} cannot be used: {found.problem}")
    if not refused:
        raise LanewiseError("CPP-001", case="none")
    raise LanewiseError("CPP-001", case="all_unfit", why="; ".join(refused))


def candidates(ordered: bool = False) -> Iterator[tuple[str, ...]]:
    """Every compiler that is here, the best one first."""
    if not ordered and (path := shutil.which("g++")):
        yield (path,)
    newest = range(_NEWEST_CLANG, probe.OLDEST_CLANG - 1, -1)
    for name in ("clang++", *(f"clang++-{version}" for version in newest)):
        if path := shutil.which(name):  # a link's own name may be what it goes by: clang++ is clang
            yield (path,)
    extra = importlib.util.find_spec("ziglang")
    if extra is not None and extra.origin:
        yield zig_at(os.path.join(os.path.dirname(extra.origin), "zig"))
    for name in ("g++", "c++") if ordered else ("c++",):
        if path := shutil.which(name):
            yield (path,)


def zig_at(path: str) -> tuple[str, ...]:
    """It would trap what -fwrapv allows, and compile for the very processor it runs on."""
    return (path, "c++", "-fno-sanitize=undefined", "-mcpu=baseline")


def probed(command: tuple[str, ...]) -> Compiler:
    """A compiler with what a probe has found of it."""
    identity = cache.key(command, cache.stamp(command[0]), *_working_folder())
    facts = probe.facts(command, identity)
    found = (facts["clang"], facts["machine"], identity, facts["version"], facts["order"], tuple(facts["headers"]))
    return Compiler(command, *found, facts["problem"])


def _working_folder() -> list[str]:
    """Relative paths mean different folders in different working folders."""
    found = [f"{name}={value}" for name in _ENVIRONMENT if (value := os.environ.get(name))]
    relative = any(not os.path.isabs(path) for one in found for path in one.partition("=")[2].split(os.pathsep))
    return [*found, os.getcwd()] if relative else found


def target(chip: str, arch: int, front: Front = ASCEND) -> tuple[str, ...]:
    vendor = (f"{front.arch}={arch}", *predefined(chip)) if front.kernels else ()
    return tuple(f"-D{macro}" for macro in (*vendor, f'LANEWISE_CHIP_FILE="{chip_file(chip).path}"'))


def predefined(chip: str) -> list[str]:
    """What the vendor's compiler defines for the chip. Undefined names are 0 in #if, which takes the wrong branch."""
    return list(chip_file(chip).predefined)


def has_cube_cores(chip: str) -> bool:
    """Whether cube and vector are cores of their own, which see different code."""
    with open(chip_file(chip).path, encoding="utf-8") as file:
        return "#define LANEWISE_HAS_SEPARATE_CORES 1\n" in file.read()


def on_cubes(flags: Sequence[str]) -> tuple[str, ...]:
    """The same for cube cores: names of what only vector code sees have a twin there."""
    twins = tuple(re.sub(r"^-D(__DAV_\w*?)VEC__(?==|$)", r"-D\1CUBE__", flag) for flag in flags)
    return *twins, "-DLANEWISE_CUBE_SIDE=1"


def our_headers() -> str:
    """Our headers, as they are installed now."""
    return cache.key([cache.stamps(tree) for tree in INCLUDES])


def installation_fingerprint(headers: str) -> str:
    """Our headers, library and this driver, as they are installed now."""
    here = os.path.dirname(os.path.abspath(__file__))
    driver = [cache.stamp(entry.path) for entry in os.scandir(here) if entry.name.endswith(".py")]
    return cache.key(headers, cache.stamp(RUNTIME), sorted(map(str, driver)))
