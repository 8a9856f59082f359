"""CONTRIBUTING's examples, applied to a copy of the sources: what the page promises of two files is true.

The copy's tables, headers, stub and page are made here, and its definition runs. With `make sweep` the copy is built,
and its engine is held against the definition.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import lanewise._engine
import numpy as np
import pytest

import starting
from lanewise import aie, asc

ROOT = Path(__file__).resolve().parents[1]
_BLOCK = re.compile(r"here\s`(?P<path>[\w/.]+)`:\n\n```(?P<language>\w+)\n(?P<code>.*?)```", re.DOTALL)

KERNEL = """#include "kernel_operator.h"
template <class T> __aicore__ void both(AscendC::LocalTensor<T> d, AscendC::LocalTensor<T> a) {
    AscendC::MulSub(d, a, a, 64);
    AscendC::MulSub<T, false>(d, a, a, 64);
}
__simd_vf__ void registers(AscendC::Reg::RegTensor<int16_t>& d, const AscendC::Reg::MaskReg& mask) {
    AscendC::Reg::Nand(d, d, d, mask);
    AscendC::MicroAPI::Nand<int16_t, AscendC::MicroAPI::MaskMergeMode::MERGING>(d, d, d, mask);
}
template void both(AscendC::LocalTensor<float>, AscendC::LocalTensor<float>);
template void both(AscendC::LocalTensor<half>, AscendC::LocalTensor<half>);
"""

# Expected values by hand: 3 * 5 - 2, 2^-1 * 3 - 2; ~(0b1100 & 0b1010) in 16 bits.
RUN = """
import numpy as np
import lanewise
from lanewise import asc
with lanewise.core("ascend950", engine=ENGINE) as core:
    d, a, b = (core.ub(np.array(v, np.float32)) for v in ([2] * 64, [3, 0.5] * 32, [5, 3] * 32))
    asc.mul_sub(d, a, b, 64)
    assert d.numpy()[:2].tolist() == [13.0, -0.5], d.numpy()
    x, y, z = asc.reg.RegTensor("int16", 0b1100), asc.reg.RegTensor("int16", 0b1010), asc.reg.RegTensor("int16")
    asc.reg.nand(z, x, y)
    assert set(z.numpy().tolist()) == {-9}
    try:
        asc.mul_sub(*(core.ub(np.zeros(64, np.int32)) for _ in range(3)), 64)
    except lanewise.LanewiseError as problem:
        assert "OP-002" in str(problem) and "half" in str(problem), problem
    else:
        raise AssertionError("int32 is no type of mul_sub")
"""


def merged(text: str, code: str) -> str:
    """Lines of tables that a file has: those of a key in its place, others as the first of their table."""
    for table in code.strip().split("\n\n"):
        head, *lines = table.splitlines()
        before, after = text.split(f"{head}\n", 1)
        inside, *rest = re.split(r"(?m)^(?=\[)", after, maxsplit=1)
        for line in lines:
            key = line.partition(" = ")[0]
            old = re.search(rf"(?m)^{key} = .*\n", inside)
            inside = inside.replace(old[0], f"{line}\n") if old else f"{line}\n{inside}"
        text = f"{before}{head}\n{inside}{''.join(rest)}"
    return text


def applied(root: Path, page: str, below: str = "") -> set[str]:
    """Do what the page says (of files below a folder) in a copy of the sources; the files that were touched."""
    touched = set()
    for block in _BLOCK.finditer(page):
        if not block["path"].startswith(below) or (not below and block["path"].endswith("cores.toml")):
            continue  # a memory moves the numbers of all others: it has a copy of its own
        path, code = root / block["path"], block["code"]
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        if block["language"] == "toml" and code.splitlines()[0] in text.splitlines():
            text = merged(text, code)
        elif block["language"] == "toml" or not text:
            text = f"{text}\n{code}"
        elif block["language"] == "python":
            meaning, name, record = re.split(r"(INSTRUCTIONS|OPERATIONS) = \(\n    \.\.\.,\n", code)
            at = text.index(f"\n{name} = (")
            text = f"{text[:at]}\n{meaning}{text[at:].rstrip().removesuffix(')')}{record.rstrip().removesuffix(')')})\n"
        else:
            at = text.rindex("}  // namespace aie" if path.suffix == ".h" else "}  // namespace lanes")
            text = f"{text[:at]}{code}\n{text[at:]}"
        path.write_text(text, encoding="utf-8")
        touched.add(block["path"])
    return touched


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources with all examples in them."""
    root = tmp_path_factory.mktemp("contributing")
    for name in ("src", "engine", "include", "tests"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "programs"))
    for name in ("pyproject.toml", "CMakeLists.txt", "README.md", "CONTRIBUTING.md", "LICENSE"):
        shutil.copy(ROOT / name, root)
    touched = applied(root, (ROOT / "CONTRIBUTING.md").read_text())
    assert touched == {"src/lanewise/isa/ascend/compound.py", "engine/lanes/compound.hpp",
                       "src/lanewise/isa/ascend_reg/reg_logic.py", "engine/lanes/reg_logic.hpp",
                       "src/lanewise/isa/aie/arithmetic.py", "include/lanewise/aie/arithmetic.h",
                       "engine/check/rules/barriers.cpp", "src/lanewise/findings/sync.toml",
                       "src/lanewise/cli/lenses/counts.py"}
    return root


# An installation that points to these sources would win over those of the copy.
ALONE = """import sys
sys.meta_path[:] = [f for f in sys.meta_path if type(f).__name__ != "ScikitBuildRedirectingFinder"]
"""
MODULE = """import runpy
sys.argv = sys.argv[1:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


def python(root: Path, *arguments: str, code: str = MODULE) -> str:
    """Python with the copy's modules, beside the engine as it is built here: a module with arguments, or code."""
    built = Path(lanewise._engine.__file__)
    here = root / "src/lanewise" / built.name
    if not here.exists():
        here.symlink_to(built)
    # Compiled once: a copy brings nothing that was compiled, and most of its time Python would compile it anew.
    environment = {**os.environ, "PYTHONPATH": str(root / "src"), "PYTHONPYCACHEPREFIX": str(root.parent / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-c", ALONE + code, *arguments]
    done = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_contributing_definition_runs(copy: Path) -> None:
    python(copy, code=RUN.replace("ENGINE", repr("definition")))


def test_contributing_calls_compile(copy: Path, tmp_path: Path) -> None:
    python(copy, "lanewise.cpp.export", str(tmp_path))
    tables = "".join(path.read_text() for path in tmp_path.rglob("*.hpp"))
    assert "mul_sub_" in tables and "reg_nand_" in tables  # noqa: PT018
    kernel = tmp_path / "kernel.cpp"
    kernel.write_text(KERNEL)
    includes = [copy / "include", tmp_path / "front"]
    subprocess.run(
        ["g++", "-std=c++20", "-fsyntax-only", '-DLANEWISE_CHIP_FILE="lanewise/generated/chips/ascend950.h"',
         "-include", "lanewise/ascend/prelude_kernel.h", *(f"-I{folder}" for folder in includes), str(kernel)],
        check=True,
    )  # fmt: skip


def test_contributing_page_and_stub(copy: Path) -> None:
    page = python(copy, "lanewise", "ops", "MulSub")
    assert "MulSub<T, isSetMask = true>(dst, src0, src1, count)" in page
    assert "asc.mul_sub(dst, src0, src1, mask=None" in page
    assert "ascend950" in page
    python(copy, "lanewise.asc.stubs")
    assert "def mul_sub(" in (copy / "src/lanewise/asc/__init__.pyi").read_text()
    registers = (copy / "src/lanewise/asc/reg/__init__.pyi").read_text()
    assert re.search(r"def nand\(\s*dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg", registers)


# What the entry of the page's rule becomes.
RULE = """
from lanewise import severities
from lanewise.check.findings import Place
from lanewise.check.texts import finding
found = finding("SYNC-190", {}, None, Place("a.asc", 7), "", 1, cpp=True)
assert found.text == ("warning: SYNC-190 this barrier directly follows that of line 7, and orders nothing. "
                      "Leave one of the two out"), found.text
assert "| SYNC-190 | | | | finding (warning) | |" in severities.markdown()
"""


TWO_BARRIERS = """#include "kernel_operator.h"
__global__ __vector__ void barriers(GM_ADDR gm) {
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::SetMaskNorm();
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::PipeBarrier<PIPE_ALL>();
}
int main() {
    barriers<<<1, nullptr, nullptr>>>(nullptr);
    aclrtSynchronizeDevice();
}
"""


def test_contributing_rule_of_the_checker(tmp_path: Path) -> None:
    """Two files, and a program is checked by it: here the rule is a library that the program is linked with."""
    copy = tmp_path / "copy"
    for name in ("src", "engine", "include"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    page = (ROOT / "CONTRIBUTING.md").read_text()
    touched = {*applied(copy, page, "engine/check/rules/"), *applied(copy, page, "src/lanewise/findings/")}
    assert touched == {"engine/check/rules/barriers.cpp", "src/lanewise/findings/sync.toml"}
    (copy / "src/lanewise/lib").symlink_to(Path(lanewise._engine.__file__).parent / "lib")
    tables = tmp_path / "tables"
    python(copy, "lanewise.cpp.export", str(tables))
    includes = [copy / "engine", copy / "include", tables, tables / "front"]
    library = tmp_path / "libbarriers.so"
    rule = copy / "engine/check/rules/barriers.cpp"
    subprocess.run(["g++", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", str(library),
                    *(f"-I{folder}" for folder in includes), str(rule)], check=True)  # fmt: skip
    source, data = tmp_path / "two.asc", tmp_path / "found.json"
    source.write_text(TWO_BARRIERS)
    linked = [f"--cxxflag={word}" for word in ("-Wl,--no-as-needed", f"-L{tmp_path}", "-lbarriers",
                                               f"-Wl,-rpath,{tmp_path}")]  # fmt: skip
    for what, expected in (("hints", [("SYNC-190", 6)]), ("race", [])):
        python(copy, "lanewise", "run", str(source), *linked, f"--check={what}", "--json", str(data))
        found = json.loads(data.read_text())["findings"]  # another hint: there is no vector instruction
        assert [(one["id"], one["place"]["line"]) for one in found if one["id"] != "KERNEL-008"] == expected
    python(copy, code=RULE)
    assert "Cure: Leave one of the two out." in python(copy, "lanewise", "explain", "SYNC-190")


def test_contributing_lens(tmp_path: Path) -> None:
    """It looks at programs of both kinds and at those of a suite, beside another lens; its option is in the help.
    Nothing is built for it."""
    copy = tmp_path / "copy"
    for name in ("src", "include"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    touched = applied(copy, (ROOT / "CONTRIBUTING.md").read_text(), "src/lanewise/cli/lenses/")
    assert touched == {"src/lanewise/cli/lenses/counts.py"}
    installed = Path(lanewise._engine.__file__).parent
    (copy / "src/lanewise/lib").symlink_to(installed / "lib")
    page = python(copy, "lanewise", "run", "--help")
    assert re.search(r"--counts +Say how often each instruction was called\.", page)
    for name, adds in (("vector_add.py", 8 * 4), ("vector_add.asc", 8 * 16)):  # blocks, and tiles of one
        data = tmp_path / f"{name}.json"
        example = str(ROOT / "examples" / name)
        said = python(copy, "lanewise", "run", example, "--counts", "--check", "--json", str(data))
        assert re.search(rf"^vector_add: add {adds}$", said, re.M), said
        assert json.loads(data.read_text())["findings"] == []
    programs = tmp_path / "programs"
    programs.mkdir()
    shutil.copy(ROOT / "examples" / "vector_add.asc", programs)
    said = python(copy, "lanewise", "suite", str(programs), "--chip", "ascend910b", "--counts", "--check")
    assert re.search(rf"^  vector_add: add {8 * 16}$", said, re.M), said
    assert "1 of 1 passed" in said


CHIP = re.compile(r"## Adding a chip: one file\n.*?```toml\n(.*?)```", re.DOTALL)
ON_THE_CHIP = """#include "kernel_operator.h"
#include <cstdio>
static_assert(__NPU_ARCH__ == 2299 && ASC_UB_SIZE == 98048);
__global__ __aicore__ void both(GM_ADDR where) {
    AscendC::LocalMemAllocator<> memory;
    auto x = memory.Alloc<int32_t>(64);
    AscendC::GlobalTensor<int32_t> gm;
    gm.SetGlobalBuffer((__gm__ int32_t*)where);
    AscendC::DataCopy(x, gm, 64);
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::Add(x, x, x, 64);
    AscendC::ShiftRight(x, x, 2, 64);
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::DataCopy(gm, x, 64);
}
int main() {
    int32_t* x;
    aclrtMalloc((void**)&x, 256, ACL_MEM_MALLOC_HUGE_FIRST);
    for (int i = 0; i < 64; ++i) x[i] = 100 * i - 3200;
    both<<<1, 0, nullptr>>>((uint8_t*)x);
    aclrtSynchronizeDevice();
    for (int i = 0; i < 64; ++i) std::printf("%d ", x[i]);
}
"""


def test_contributing_chip_runs(tmp_path: Path) -> None:
    """Add and ShiftRight on the page's chip, from Python and from a program."""
    found = CHIP.search((ROOT / "CONTRIBUTING.md").read_text())
    assert found
    path = tmp_path / "mine.toml"
    path.write_text(found[1])
    expected = [2 * (100 * i - 3200) >> 2 for i in range(64)]
    with lanewise.core(str(path), engine="lockstep") as core:
        assert (core.chip.arch, core.mem.size) == (2299, 98304)
        x = core.ub((np.arange(64) * 100 - 3200).astype(np.int32))
        asc.add(x, x, x, 64)
        asc.shift_right(x, x, 2, 64)
        assert x.numpy().tolist() == expected
    (tmp_path / "both.asc").write_text(ON_THE_CHIP)
    command = [sys.executable, "-m", "lanewise", "run", "both.asc", "--chip", "mine.toml"]
    done = starting.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert [int(word) for word in done.stdout.split()] == expected


ENGINE_CHIP = re.compile(r"One of AI Engines is the same.*?```toml\n(.*?)```", re.DOTALL)


def test_contributing_chip_of_ai_engines_runs(tmp_path: Path) -> None:
    """A shift that the page's chip does not have is refused, and the widest that it has is right."""
    found = ENGINE_CHIP.search((ROOT / "CONTRIBUTING.md").read_text())
    assert found
    path = tmp_path / "mine.toml"
    path.write_text(found[1])
    for engine in ("fast", "definition"):
        with aie.core(str(path), engine=engine):
            ones = aie.vector([1 << 30] * 16, "int32")
            products = aie.mul(ones, ones)  # 2 to the 60
            assert products.to_vector("int32", 31).numpy().tolist() == [1 << 29] * 16
            with pytest.raises(lanewise.LanewiseError, match="31"):
                products.to_vector("int32", 32)


MEMORY = """
import lanewise
from lanewise.chips.chip import chip
from lanewise.isa.events import Pipe
from lanewise.isa.issued import Space, on_core
assert on_core(Space.LT) and Pipe.MTE6.name == "MTE6"
for name, size in (("ascend910b", None), (CHIP, 4096)):
    with lanewise.core(name, engine="definition") as core:
        assert (len(core.memories[Space.LT]) if Space.LT in core.memories else None) == size, core.memories.keys()
print(chip(CHIP).size("table"))
"""
SHADOWED = """#include "check/memory_shadow.hpp"
using namespace lanewise;
static_assert(memory_infos[static_cast<int>(Space::table)].align == 64 && core_kinds[vector_core].has(Space::table));
int main() {}
"""


def test_contributing_memory(tmp_path: Path) -> None:
    """The one file: Python's core has the memory where a chip states its size, and so have the engine's tables."""
    copy = tmp_path / "copy"
    for name in ("src", "engine", "include"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    touched = applied(copy, (ROOT / "CONTRIBUTING.md").read_text(), "src/lanewise/chips/")
    assert touched == {"src/lanewise/chips/cores.toml"}
    path = tmp_path / "mine.toml"
    path.write_text('name = "mine"\ntitle = "One with a table"\nlike = "ascend910b"\narch = 2299\n\n[facts]\n'
                    'lt_bytes = { value = 4096, evidence = "documented", source = "data sheet" }\n')  # fmt: skip
    assert python(copy, code=MEMORY.replace("CHIP", repr(str(path)))).split() == ["4096"]
    tables = tmp_path / "tables"
    python(copy, "lanewise.cpp.export", str(tables))
    source = tmp_path / "shadows.cpp"
    source.write_text(SHADOWED)
    includes = [copy / "engine", copy / "include", tables, tables / "front"]
    subprocess.run(["g++", "-std=c++20", "-fsyntax-only", *(f"-I{folder}" for folder in includes), str(source)],
                   check=True)  # fmt: skip


# 5 - 9 and 7 - (-3); -128 - 127 is 255, which is -1 in a lane of 8 bits.
OPERATION = """
import numpy as np
from lanewise import aie
with aie.core("aie-ml", engine="definition"):
    a, b = aie.vector([5, 7, -128], "int8"), aie.vector([9, -3, 127], "int8")
    assert aie.absdiff(a, b).numpy().tolist() == [4, 10, -1]
from lanewise.aie import stubs
print(stubs.stub())
"""


def test_contributing_operation_of_ai_engines(copy: Path) -> None:
    assert "def absdiff(a: Any, b: Any) -> Vector:" in python(copy, code=OPERATION)
    page = python(copy, "lanewise", "ops", "absdiff")
    assert "aie::absdiff" in page
    assert "pre_adder_overflow" in page


def exported(root: Path, folder: Path) -> None:
    """What the build writes for the headers of AI Engines, in front of what is installed."""
    installed, made = root / "src/lanewise/lib", root / "include/lanewise/generated"
    if not installed.exists():
        installed.symlink_to(Path(lanewise._engine.__file__).parent / "lib")
    if not made.exists():
        python(root, "lanewise.cpp.export", str(folder / "tables"))
        made.mkdir()
        shutil.copy(folder / "tables/front/lanewise/generated/aie_operations.inc", made)


# What the test of all operations does, of the new one alone.
AGREEMENT = """
from pathlib import Path
import numpy as np
sys.path.insert(0, "tests/aie")
import test_aie_operations as test
compiled = test.Compiled(CHIP, Path(FOLDER), "absdiff")
for case in compiled.cases:
    for modes in test.settings_of(case):
        test.same(case, compiled, case.draw(np.random.default_rng(1), 4), *modes)
    whole = test.exhaustive(case)
    if whole is not None:
        test.same(case, compiled, whole, *modes)
print(len(compiled.cases))
"""


KERNEL_OF_ENGINES = """#include <aie_api/aie.hpp>
void differ(const int16* a, const int16* b, int16* to) {
    auto x = aie::load_v<32>(a);
    auto y = aie::absdiff(x, aie::load_v<32>(b));
    aie::store_v(to, aie::absdiff(aie::max(x, y), int16(3)));
}
"""
OBSERVED = """
import numpy as np
from lanewise import aie
from lanewise.aie.load import load
kernel = load(FILE, chip="aie-ml", trace=True, timing=True, flags=("-O0",)).differ
a, b, to = np.arange(32, dtype=np.int16), np.full(32, 7, np.int16), np.zeros(32, np.int16)
kernel(a, b, to)
assert to.tolist() == [abs(max(i, abs(i - 7)) - 3) for i in range(32)], to
found = [(one.name, one.line, one.types, one.lanes, one.after) for one in kernel.trace()]
both = ("int16", "int16")
assert found == [
    ("load_v", 3, ("int16",), 32, ()), ("load_v", 4, ("int16",), 32, ()), ("absdiff", 4, both, 32, (0, 1)),
    ("max", 5, both, 32, (0, 2)), ("absdiff", 5, ("int16",), 32, (3,)), ("store_v", 5, ("int16",), 32, (4,)),
], found
assert kernel.time().units["vector ALU"] == 3, kernel.time().units
with aie.core("aie-ml", trace=True) as core:
    x, y = aie.vector(a), aie.vector(b)
    aie.absdiff(x, y)
same = core.trace()[0]
assert (same.name, same.types, same.lanes) == ("absdiff", both, 32), same
"""


def test_contributing_operation_is_observed(copy: Path, tmp_path: Path) -> None:
    """The page's C++ function says nothing of who looks on, and is in traces and times all the same."""
    source = tmp_path / "differ.cc"
    source.write_text(KERNEL_OF_ENGINES)
    exported(copy, tmp_path)
    python(copy, code=OBSERVED.replace("FILE", repr(str(source))))


@pytest.mark.parametrize(
    ("chip", "types"),  # of whole numbers
    [("aie-ml", 6), *(pytest.param(*one, marks=pytest.mark.sweep) for one in (("aie", 4), ("aie-mlv2", 6)))],
)
def test_contributing_operation_agrees(copy: Path, tmp_path: Path, chip: str, types: int) -> None:
    """Python, C++ and the definition, for every type."""
    exported(copy, tmp_path)
    code = AGREEMENT.replace("FOLDER", repr(str(tmp_path))).replace("CHIP", repr(chip))
    assert python(copy, code=code).split() == [str(types)]


@pytest.mark.sweep
def test_contributing_builds(copy: Path, tmp_path: Path) -> None:
    """The whole of it: built, and the new instructions on both engines."""
    (copy / "src/lanewise" / Path(lanewise._engine.__file__).name).unlink(missing_ok=True)
    site = tmp_path / "site"
    (copy / "src" / "sitecustomize.py").write_text(ALONE)  # for what the build runs to read the records
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-build-isolation",
                    "--no-deps", "--target", str(site), str(copy)], check=True)
    environment = {**os.environ, "PYTHONPATH": str(site)}
    subprocess.run([sys.executable, "-c", ALONE + RUN.replace("ENGINE", repr("lockstep"))], env=environment, check=True,
                   cwd=tmp_path)
    tests = ["-q", "-p", "no:cacheprovider", "tests/agreement", "-k", "mul_sub or reg_nand"]
    subprocess.run([sys.executable, "-c", ALONE + MODULE, "pytest", *tests], env=environment, check=True, cwd=copy)
