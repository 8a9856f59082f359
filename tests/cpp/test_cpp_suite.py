"""`lanewise suite`: what it finds, and what it says about what it ran."""

from __future__ import annotations

import json
import re
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from lanewise.cpp.recipes import find
from lanewise.cpp.suite import run_suite
from lanewise.errors import LanewiseError

# Adds SCENARIO_NUM to every input and writes the result; a script compares.
PROGRAM = """\
#include <cstdio>
#include "part.h"
int main() {
    int x[4], y[4];
    std::FILE* f = std::fopen("./input/x.bin", "rb");
    if (!f || std::fread(x, 4, 4, f) != 4) return 9;
    std::fclose(f);
    for (int i = 0; i < 4; ++i) y[i] = part(x[i]);
#if SCENARIO_NUM == 3
    y[2] = 0;
#endif
    f = std::fopen("./output/output.bin", "wb");
    std::fwrite(y, 4, 4, f);
    std::fclose(f);
}
"""
GENERATE = """\
import argparse, os
import numpy as np
parser = argparse.ArgumentParser()
parser.add_argument("-scenarioNum", type=int, default=1, choices=[1, 2, 3])
n = parser.parse_args().scenarioNum
os.makedirs("input", exist_ok=True)
x = np.arange(4, dtype=np.int32)
x.tofile("./input/x.bin")
(x + n).tofile("./output/golden.bin")
"""
VERIFY = """\
import sys
import numpy as np
got, want = (np.fromfile(p, np.int32) for p in sys.argv[-2:])
if not np.array_equal(got, want):
    print(f"[ERROR] result differs: {got} {want}")
    sys.exit(1)
print("test pass!")
"""
RECIPE = """\
cmake_minimum_required(VERSION 3.16)
set(SCENARIO_NUM "1" CACHE STRING "which one")
project(demo LANGUAGES CXX)
add_library(part STATIC lib/part.cpp)  # its own library
add_executable(demo main.asc)
target_include_directories(demo PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/include)
target_compile_definitions(demo PRIVATE SCENARIO_NUM=${SCENARIO_NUM} EXTRA=${NOWHERE} FIXED=5)
target_compile_options(demo PRIVATE --npu-arch=dav-2201)
"""
README = """\
    python3 ../scripts/gen_data.py -scenarioNum=1
    ./demo
    python3 ../scripts/verify_result.py -scenarioNum=1 ./output/output.bin ./output/golden.bin
"""


# A kernel that is launched by its name, and who does so: without its types, so that numbers must be converted.
LAUNCHED = """\
#include "kernel_operator.h"
struct Tiling { int32_t n; float v; };
extern "C" __global__ __aicore__ void set_two(GM_ADDR out, int16_t a, half b, Tiling t) {
    AscendC::GlobalTensor<float> gm;
    gm.SetGlobalBuffer((__gm__ float*)out);
    gm.SetValue(AscendC::GetBlockIdx() * 8, a + t.n);
    gm.SetValue(AscendC::GetBlockIdx() * 8 + 1, (float)b + t.v);
}
"""
BY_NAME = """\
#include <cstdio>
#include "acl/acl.h"
#include "aclrtlaunch_set_two.h"
const char* word();
int main() {
    struct { int n; float v; } tiling{3, 0.5f};
    const int block_num = 2;  // the kernel language's names are free here
    float* device;
    float got[16];
    aclrtMalloc((void**)&device, sizeof(got), ACL_MEM_MALLOC_HUGE_FIRST);
    if (ACLRT_LAUNCH_KERNEL(set_two)(block_num, nullptr, device, 4ull, 2.0, &tiling)) return 1;
    ACLRT_LAUNCH_KERNEL(set_two)(1, nullptr, device, 3.9, 2, tiling);
    aclrtSynchronizeDevice();
    aclrtMemcpy(got, sizeof(got), device, sizeof(got), ACL_MEMCPY_DEVICE_TO_HOST);
    if (got[0] != 6) return 2;
    std::FILE* file = std::fopen("output/out.bin", "w");
    std::fprintf(file, "%g %g %s", got[8], got[9], word());
    std::fclose(file);
}
"""


@pytest.fixture
def public(write) -> None:
    """A program laid out as the public ones are, in a folder below the root."""
    write("root/group/demo/main.asc", PROGRAM)
    part = "int part(int x) { return x + SCENARIO_NUM + FIXED - 5; }"
    write("root/group/demo/lib/part.cpp", f'#include "part.h"\n{part}\n')
    write("root/group/demo/include/part.h", "#pragma once\nint part(int x);\n")
    write("root/group/demo/CMakeLists.txt", RECIPE)
    write("root/group/demo/README.md", README)
    write("root/group/demo/scripts/gen_data.py", GENERATE)
    write("root/group/demo/scripts/verify_result.py", VERIFY)
    write("root/group/demo/build/leftover.asc", "not a program")


@pytest.fixture
def own(write) -> None:
    """Programs with a case.toml: one that passes and the ways to fail."""
    bodies = {
        "good": 'std::puts("test pass!");',
        "silent": "",
        "wrong": 'std::puts("element 3 differs\\ntest failed!"); return 0;',
        "status": 'std::puts("test pass!"); return 3;',
        "crash": "std::fflush(stdout); *(volatile int*)8 = 1;",
        "broken": "nothing();",
        "slow": "for (;;);",
    }
    for name, body in bodies.items():
        write(f"root/{name}/{name}.asc", f"#include <cstdio>\nint main() {{\n    {body}\n}}\n")
        chips = '["ascend910b", "ascend950"]' if name == "good" else '["ascend910b"]'
        write(f"root/{name}/case.toml", f'name = "{name}"\nchips = {chips}\nexpect = "test pass!"\n')


def test_suite_finds_scenarios_sources_and_chips(public, tmp_path: Path) -> None:
    cases = find(str(tmp_path / "root"))
    assert [(c.name, c.scenario, c.chip) for c in cases] == [("group/demo", n, "ascend910b") for n in "123"]
    case = cases[1]
    assert [Path(s).name for s in case.sources] == ["main.asc", "part.cpp"]
    assert case.defines == ("FIXED=5", "SCENARIO_NUM=2")
    assert case.include_dirs[-1].endswith("include")
    assert case.data[-1] == "-scenarioNum=2"
    assert case.verify[-3:] == ("-scenarioNum=2", "./output/output.bin", "./output/golden.bin")
    assert case.expect == ("test pass!",)


def test_suite_runs_public_programs(public, tmp_path: Path) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        results = run_suite(str(tmp_path / "root"), executor=executor)
    assert [(r.passed, r.step) for r in results] == [(True, "verify"), (True, "verify"), (False, "verify")]
    assert results[2].why == "verifying: [ERROR] result differs: [3 4 0 6] [3 4 5 6]"
    assert not (tmp_path / "root/group/demo/input").exists()  # the sources' folder stays clean


def test_suite_says_why(own, tmp_path: Path) -> None:
    done = []
    with ThreadPoolExecutor(2) as executor:
        results = run_suite(str(tmp_path / "root"), executor=executor, timeout=6, done=done.append)
    assert sorted(done, key=lambda r: (r.case.name, r.case.chip)) == results
    said = {r.case.name: (r.passed, r.step, r.why) for r in results if r.case.chip == "ascend910b"}
    passed, step, why = said.pop("broken")
    assert (passed, step) == (False, "build")
    assert re.fullmatch(r"broken\.asc:3:5: error: .*'nothing'.*", why)  # in the compiler's words
    assert said == {
        "good": (True, "run", ""),
        "silent": (False, "run", "ended well, but never said 'test pass!'"),
        "wrong": (False, "run", "element 3 differs"),
        "status": (False, "run", "exit status 3, last line: test pass!"),
        "crash": (False, "run", "segmentation fault outside a kernel"),
        "slow": (False, "run", "stopped after 6 s (--timeout)"),
    }


def test_suite_picks_chips_and_names(own, tmp_path: Path) -> None:
    root = str(tmp_path / "root")
    assert [(c.name, c.chip) for c in find(root, ["ascend950"])] == [("good", "ascend950")]
    assert {c.name for c in find(root, only="s")} == {"silent", "status", "crash", "slow"}


def test_suite_without_a_recipe(write, tmp_path: Path) -> None:
    """No CMakeLists.txt: every file with a main() is a program, the others belong to each."""
    main = "int part(); int main() { return part() - 4; }\n"
    write("root/one/a.asc", main)
    write("root/one/b.asc", f"// AscendC::Reg::RegTensor\n{main}")
    write("root/one/part.cpp", "int part() { return 4; }\n")
    cases = find(str(tmp_path / "root"))
    assert [(c.name, c.chip) for c in cases] == [
        ("one/a", "ascend910b"), ("one/a", "ascend950"), ("one/b", "ascend950"),
    ]  # fmt: skip
    assert all(r.passed for r in run_suite(str(tmp_path / "root")))


def test_suite_reads_a_recipe_of_kernel_libraries(write, tmp_path: Path) -> None:
    """A host program and kernels in .cpp files: listed by GLOB, in a library of an included recipe."""
    recipe = "add_subdirectory(op)\nset(HOST main.cpp more.cpp)\nadd_executable(k ${HOST})\n"
    write("root/k/CMakeLists.txt", recipe)
    write("root/k/op/CMakeLists.txt", "file(GLOB FILES ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)\ninclude(lib.cmake)\n")
    write("root/k/op/lib.cmake", "ascendc_library(kernels SHARED ${FILES})\n")
    write("root/k/op/set.cpp", LAUNCHED)
    write("root/k/more.cpp", 'const char* word() { return "done"; }\n')
    write("root/k/main.cpp", BY_NAME)
    write("root/k/run.sh", "python3 scripts/verify_result.py output/out.bin\n")
    write("root/k/scripts/verify_result.py", "import sys\nsys.exit(open(sys.argv[1]).read() != '7 2.5 done')\n")
    write("root/plain/CMakeLists.txt", "add_executable(plain main.cpp)\n")  # no kernel: not for us
    write("root/plain/main.cpp", "int main() {}\n")
    cases = find(str(tmp_path / "root"))
    assert [(c.name, c.chip) for c in cases] == [("k", "ascend910b"), ("k", "ascend950")]
    assert [Path(s).name for s in cases[0].sources] == ["main.cpp", "more.cpp", "set.cpp"]
    (result,) = run_suite(str(tmp_path / "root"), chips=["ascend950"])
    assert (result.passed, result.step) == (True, "verify"), result.why


def test_suite_reads_lists_of_a_recipe(write, tmp_path: Path) -> None:
    """Found below, appended, set again; recipes that include themselves end."""
    recipe = """set(HOST none.cpp)
set(HOST main.cpp)
list(APPEND HOST more.cpp)
if(SOMETHING)
  set(KIND one.cpp)
else()
  set(KIND two.cpp)
endif()
set(KIND two.cpp CACHE STRING "only where nothing is set")
file(GLOB_RECURSE KERNELS ${CMAKE_CURRENT_SOURCE_DIR}/op/*.cpp)
include(lib.cmake)
add_subdirectory(.)
add_executable(k ${HOST} ${KIND} ${KERNELS})
"""
    write("root/k/CMakeLists.txt", recipe)
    write("root/k/lib.cmake", "include(lib.cmake)\n")
    for name in ("main", "more", "one", "two", "none", "op/top", "op/deep/below/set"):
        write(f"root/k/{name}.cpp", LAUNCHED if "op/" in name else "int main() {}\n")
    sources = find(str(tmp_path / "root"))[0].sources
    assert [Path(s).name for s in sources] == ["main.cpp", "more.cpp", "one.cpp", "set.cpp", "top.cpp"]


def test_suite_reads_the_ways_to_write_a_case(write, tmp_path: Path) -> None:
    write("root/a/a.asc", "int main() {}\n")
    write("root/a/case.toml", 'chips = "ascend950"\nexpect_stdout = "done"\n')
    (case,) = find(str(tmp_path / "root"))
    assert (case.chip, case.expect) == ("ascend950", ("done",))
    for text, problem in (("chips = ", "Invalid value"), ("name = 'a'", "names no chips")):
        write("root/a/case.toml", text)
        with pytest.raises(LanewiseError, match=problem):
            find(str(tmp_path / "root"))


def test_suite_command(own, lanewise, tmp_path: Path) -> None:
    done = lanewise("suite", "root", "-k", "o", "--timeout", "6", "--json", "out.json")
    assert done.returncode == 1
    lines = {line.split()[0]: line.split()[1:3] for line in done.stdout.splitlines() if "ascend" in line}
    assert lines["good"] == ["ascend950", "pass"]
    assert lines["broken"] == ["ascend910b", "FAIL"]
    assert done.stdout.rstrip().endswith("2 of 5 passed")
    data = json.loads((tmp_path / "out.json").read_text())
    assert [(d["name"], d["passed"]) for d in data if d["chip"] == "ascend950"] == [("good", True)]
    assert lanewise("suite", "root", "-k", "good").returncode == 0
    assert lanewise("suite", "nowhere").returncode == 2
