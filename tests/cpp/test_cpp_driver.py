"""Building C++ programs: files, options, the cache, and where errors point."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest
from driving import environment

import lanewise.cpp
from lanewise.errors import LanewiseError

HELLO = '#include <cstdio>\nint main(int n, char** a) { std::printf("%d %s\\n", n, a[n - 1]); return 5; }\n'


def test_program_is_itself(lanewise, write) -> None:
    write("a.cpp", HELLO)
    done = lanewise("run", "a.cpp", "--", "--chip", "x y")
    assert (done.returncode, done.stdout, done.stderr) == (5, "3 x y\n", "")


def test_program_reads_our_input(lanewise, write) -> None:
    write("a.cpp", "#include <cstdio>\nint main() { return std::getchar(); }\n")
    assert lanewise("run", "a.cpp", input="!").returncode == ord("!")


def test_several_sources_headers_macros_and_folders(lanewise, write) -> None:
    write("main.cpp", '#include "part.h"\nint main() { return part() + BASE + SWITCH; }\n')
    write("lib/part.cpp", '#include "part.h"\n#include "near.h"\nint part() { return NEAR + FROM_OTHER; }\n')
    write("lib/near.h", "#pragma once\n#include <other.h>\n#define NEAR 3\n")
    write("include/part.h", "#pragma once\nint part();\n")
    write("more/other.h", "#define FROM_OTHER 4\n")
    done = lanewise("run", "main.cpp", "lib/part.cpp", "-Iinclude", "-I", "more", "-DBASE=10", "-D", "SWITCH")
    assert (done.returncode, done.stderr) == (18, "")


def test_macros_of_the_command_line_may_have_any_short_name(lanewise, write) -> None:
    """Our headers use N, COUNT and MAX themselves: a user's -D N=1024 is none of theirs."""
    names = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "COUNT", "MAX", "MIN", "SIZE", "MASK", "PLAIN", "ROUND", "UB", "GM", "TYPE"]
    right = f"{' + '.join(names)} == {sum(range(len(names)))}"
    write("a.asc", f'#include "kernel_operator.h"\nint main() {{ return {right} ? 7 : 1; }}\n')
    done = lanewise("run", "a.asc", *(word for i, name in enumerate(names) for word in ("-D", f"{name}={i}")))
    assert (done.returncode, done.stderr) == (7, "")


def test_lines_and_names_are_the_users(lanewise, write) -> None:
    print_all = 'std::printf("%s %d %s", __FILE__, __LINE__, b());'
    write("sub/a.cpp", f'#include "b.h"\n#include <cstdio>\nint main() {{\n  {print_all}\n}}\n')
    write("sub/b.h", "#pragma once\ninline const char* b() { return __FILE__; }\n")
    assert lanewise("run", "sub/a.cpp").stdout == "sub/a.cpp 4 sub/b.h"


def test_error_in_a_header_points_there(lanewise, write) -> None:
    write("a.cpp", '#include "b.h"\nint main() { return b(); }\n')
    write("b.h", "#pragma once\n\ninline int b() { return nothing; }\n")
    done = lanewise("run", "a.cpp")
    assert done.returncode == 4
    assert re.fullmatch(r"b.h:3:25: error: .*'nothing'.*\n", done.stderr)


def test_error_list_is_short_unless_asked(lanewise, write) -> None:
    write("a.cpp", "int main() {\n" + "".join(f"  a{n} = {n};\n" for n in range(9)) + "}\n")
    short = lanewise("run", "a.cpp")
    assert short.stderr.splitlines()[-1] == "and 4 more (--verbose shows everything the compiler said)"
    assert len(short.stderr.splitlines()) == 6
    long = lanewise("run", "a.cpp", "--verbose")
    assert long.returncode == 4
    assert len(long.stderr.splitlines()) >= 9


def test_missing_main_and_missing_function(lanewise, write) -> None:
    write("a.cpp", "int f();\nint g() { return f(); }\n")
    assert "a.cpp: error: there is no main() in a.cpp" in lanewise("run", "a.cpp").stderr
    write("b.cpp", "int f();\nint main() {\n  return f();\n}\n")
    done = lanewise("run", "b.cpp")
    assert done.returncode == 4
    assert "f() is declared, but no source defines it" in done.stderr


def test_missing_header(lanewise, write) -> None:
    write("a.cpp", '#include "acl/acl_x.h"\nint main() {}\n')
    done = lanewise("run", "a.cpp")
    want = "a.cpp:1:10: error: there is no acl/acl_x.h beside the source or under -I, and Lanewise does not have it."
    assert done.stderr.startswith(want)
    assert "Nearest: " in done.stderr


@pytest.mark.parametrize(
    "name",
    ["lib/activation/softmax.h", "adv_api/quantization/ascend_quant.h", "lib/transpose/confusion_transpose.h",
     "adv_api/activation/softmax_tiling.h", "lib/index/arithprogression.h", "lib/math/is_finite.h",
     "interface/kernel_operator_vec_any_intf.h"],
)  # fmt: skip
def test_library_headers_have_several_names(lanewise, write, name: str) -> None:
    write("a.cpp", f'#include "{name}"\nint main() {{}}\n')
    assert lanewise("run", "a.cpp").stderr == ""


def test_users_header_is_nearer_than_a_part_of_ours(lanewise, write) -> None:
    write("a.cpp", '#include "kernel_common.h"\nint main() { return MINE; }\n')
    write("include/kernel_common.h", "#define MINE 6\n")
    assert lanewise("run", "a.cpp", "-Iinclude").returncode == 6


def test_launch_by_name_needs_the_kernels_file(lanewise, write) -> None:
    write("main.cpp", '#include "aclrtlaunch_k.h"\nint main() { ACLRT_LAUNCH_KERNEL(k)(1, nullptr, 1); }\n')
    write("k.cpp", '#include "kernel_operator.h"\nextern "C" __global__ void k(int a, int b) {}\n')
    done = lanewise("run", "main.cpp")
    assert (done.returncode, "ACLRT_LAUNCH_KERNEL(k): no source defines that kernel" in done.stderr) == (3, True)
    done = lanewise("run", "main.cpp", "k.cpp")
    assert (done.returncode, done.stderr) == (3, "lanewise: k takes 2 arguments behind the stream, not 1\n")


BY_NAME = """#include "kernel_operator.h"
struct Two { int a, b; };
extern "C" __global__ void k(int* out, GM_ADDR other, Two two, half h) {
    out[0] += two.b + (int)(float)h + (other ? ((int*)other)[0] : 100);
}
"""


CALLS_BY_NAME = [
    ("out, NULL, two, 3", 105, ""),  # as a prototype would have taken them
    ("out, 0, &two, 3", 105, ""),
    ("out, nullptr, two, 3.5", 105, ""),
    ("out, more, two, 3", 14, ""),
    ("out, 0, 7, 3", 3, "lanewise: argument 3 of k must be a struct of 8 bytes, not a number\n"),
    ("out, 0, NULL, 3", 3, "lanewise: argument 3 of k must be a struct of 8 bytes, not a number\n"),
    ("out, 0, nullptr, 3", 3, "lanewise: argument 3 of k must be a struct of 8 bytes, not a null pointer\n"),
    ("out, 0, three, 3", 3, "lanewise: argument 3 of k must be a struct of 8 bytes, not a struct of 12 bytes\n"),
    ("out, two, two, 3", 3, "lanewise: argument 2 of k must be a pointer, not a struct of 8 bytes\n"),
]


def test_launch_by_name_converts_arguments(lanewise, write) -> None:
    """All of them in one program, which is told which one to make."""
    calls = "\n".join(
        f"    if (which == {i}) ACLRT_LAUNCH_KERNEL(k)(1, nullptr, {arguments});"
        for i, (arguments, _, _) in enumerate(CALLS_BY_NAME)
    )
    write("k.cpp", BY_NAME)
    write("main.cpp", f"""#include "aclrtlaunch_k.h"
#include <cstdlib>
struct {{ int a, b; }} two{{1, 2}};
struct {{ int a, b, c; }} three;
static int out[1], more[] = {{9, 9, 9, 9}};
int main(int, char** arguments) {{
    int which = std::atoi(arguments[1]);
{calls}
    return out[0];
}}
""")
    for i, (_, status, error) in enumerate(CALLS_BY_NAME):
        done = lanewise("run", "main.cpp", "k.cpp", "--", str(i))
        assert (i, done.returncode, done.stderr) == (i, status, error)


def test_users_macros_do_not_reach_our_headers(lanewise, write) -> None:
    names = ["A", "D", "E", "F", "K", "M", "N", "P", "S", "T", "U", "L", "count", "name", "size", "value"]
    macros = "".join(f"#define {name} 1\n" for name in names) + "#define max(a, b) ((a) > (b) ? (a) : (b))\n"
    includes = ["a.h", "acl/acl.h", "tiling/tiling_api.h", "aclrtlaunch_k.h", "kernel_operator.h"]
    write("a.cpp", macros + "".join(f'#include "{name}"\n' for name in includes) + "int main() { return max(N, 0); }\n")
    write("a.h", '#pragma once\n#include "a.h"\n#include "register/tilingdata_base.h"\n')
    write("k.cpp", '#include "kernel_operator.h"\nextern "C" __global__ void k() {}\n')
    done = lanewise("run", "a.cpp", "k.cpp")
    assert (done.returncode, done.stderr) == (1, "")


def test_extensions_and_older_c(lanewise, write) -> None:
    write("a.cpp", 'int main() { const char* s = u8"abc"; typeof(s[0]) c = s[1]; return c ?: 1; }\n')
    assert lanewise("run", "a.cpp").returncode == ord("b")


def test_program_for_the_cpu_twin(lanewise, write) -> None:
    declaration = 'extern "C" __global__ __aicore__ void k(GM_ADDR x, int add)'
    body = "if (TILING_KEY_IS(7)) ((__gm__ int*)x)[AscendC::GetBlockIdx()] += add;"
    write("k.cpp", f'#include "kernel_operator.h"\n{declaration} {{ {body} }}\n')
    write("main.cpp", f'''#include "tikicpulib.h"
{declaration};
int main() {{
    uint8_t* x = (uint8_t*)AscendC::GmAlloc(64);
    ((int*)x)[1] = 3;
    AscendC::SetKernelMode(KernelMode::AIV_MODE);
    ICPU_RUN_KF(k, 2, x, 100);
    ICPU_SET_TILING_KEY(7);
    ICPU_RUN_KF(k, 2, x, 2);
    const int got = ((int*)x)[1];
    AscendC::GmFree(x);
    return got;
}}
''')
    done = lanewise("run", "main.cpp", "k.cpp", "-DASCENDC_CPU_DEBUG")
    assert (done.returncode, done.stderr) == (5, "")


@pytest.mark.parametrize(
    ("own", "count"),
    [
        ("struct Tiling { uint32_t block_num; long block_idx; };\ninline int count(Tiling t) { return t.block_num; }\n"
         "inline int host() { uint32_t block_idx = 3; return count({block_idx, 5}); }\n", "host()"),
        ("static constexpr uint32_t block_num = 3;\n", "block_num"),
        ("namespace sizes { inline int block_num() { return 3; } }\nusing namespace sizes;\n", "block_num()"),
    ],
)  # fmt: skip
def test_header_may_have_names_of_built_in_variables(lanewise, write, own: str, count: str) -> None:
    write("tiling.h", f"#pragma once\n#include <cstdint>\n{own}")
    kernel = "__global__ void k(int* x) { x[block_idx] += block_idx; }\n"
    write("a.asc", f'#include "tiling.h"\n#include "kernel_operator.h"\n{kernel}'
          f"int main() {{ int x[3] = {{4, 4, 4}}; k<<<{count}, 0>>>(x); return x[2]; }}\n")
    done = lanewise("run", "a.asc")
    assert (done.returncode, done.stderr) == (6, "")


def test_built_in_variables_are_numbers(lanewise, write) -> None:
    write("a.asc", r"""#include "kernel_operator.h"
__global__ void k(int64_t* x) {
    auto number = block_num;
    AscendC::printf("%d of %ld\n", block_idx, number);
    x[block_idx] = std::max(block_idx, int64_t{0}) + 10 * std::min<int64_t>(block_num, 7);
    if (block_idx == 1) std::printf("plain %ld\n", block_idx);
}
int main() { int64_t x[2]; k<<<2, 0>>>(x); return x[0] + x[1]; }
""")
    done = lanewise("run", "a.asc")
    assert (done.returncode, done.stderr) == (41, "")
    assert {"plain 1", "0 of 2"} <= {line.split("] ")[-1] for line in done.stdout.splitlines()}, done.stdout


def test_program_may_call_its_own_variables_like_built_in_ones(lanewise, write) -> None:
    kernel = '#include "kernel_operator.h"\n__global__ void k(int* x, int block_num) { x[block_idx] = block_num; }\n'
    write("a.asc", kernel + "int main() { int block_num = 2; int x[2]; k<<<block_num, 0>>>(x, 7); return x[1]; }\n")
    done = lanewise("run", "a.asc")
    assert (done.returncode, done.stderr) == (7, "")
    write("b.asc", kernel.replace(", int block_num", "") + "int main() { int x[2]; k<<<2, 0>>>(x); return x[1]; }\n")
    done = lanewise("run", "b.asc", "-Dblock_num=9")
    assert (done.returncode, done.stderr) == (9, "")


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """How often a compiler that we put in between was asked to compile since the last call."""
    log = tmp_path / "log"
    log.touch()
    script = tmp_path / "compiler"
    script.write_text(f'#!/bin/sh\ncase " $* " in *" -c "*) echo x >> {log};; esac\nexec g++ "$@"\n')
    script.chmod(0o755)
    monkeypatch.setenv("CXX", str(script))
    monkeypatch.setenv("LANEWISE_CACHE", str(tmp_path / "cache"))

    def count() -> int:
        times = len(log.read_text().splitlines())
        log.write_text("")
        return times

    return count


def test_cache_follows_contents(lanewise, write, compiled) -> None:
    write("a.cpp", '#include "b.h"\nint main() { return B; }\n')
    write("b.h", "#define B 3\n")
    assert (lanewise("run", "a.cpp").returncode, compiled()) == (3, 1)
    assert (lanewise("run", "a.cpp").returncode, compiled()) == (3, 0)
    write("b.h", "#define B 4\n")
    assert (lanewise("run", "a.cpp").returncode, compiled()) == (4, 1)
    write("b.h", "#define B 3\n")  # as before: still known
    assert (lanewise("run", "a.cpp").returncode, compiled()) == (3, 0)
    assert (lanewise("run", "a.cpp", "-DX").returncode, compiled()) == (3, 1)
    assert (lanewise("run", "a.cpp", "--chip", "ascend950").returncode, compiled()) == (3, 1)


def test_cache_sees_files_that_no_plain_include_names(lanewise, write, compiled) -> None:
    write("a.cpp", '#define H "b.h"\n#include H\nint main() { return B; }\n')
    write("b.h", "#define B 3\n")
    assert lanewise("run", "a.cpp").returncode == 3
    write("b.h", "#define B 4\n")
    assert lanewise("run", "a.cpp").returncode == 4


def test_cache_is_shared_by_processes(write, tmp_path: Path, compiled) -> None:
    write("a.cpp", "int main() { return 6; }\n")
    command = [sys.executable, "-m", "lanewise", "run", "a.cpp"]
    started = [subprocess.Popen(command, cwd=tmp_path, env=environment(), stderr=subprocess.PIPE) for _ in range(4)]
    assert [(p.wait(), p.communicate()[1]) for p in started] == [(6, b"")] * 4


def test_build_gives_an_executable(lanewise, write, tmp_path: Path) -> None:
    write("sub/a.cpp", HELLO)
    assert lanewise("build", "sub/a.cpp", "-o", "prog").returncode == 0
    done = subprocess.run([tmp_path / "prog", "x"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (5, "2 x\n")
    assert lanewise("build", "sub/a.cpp").returncode == 0
    assert (tmp_path / "a").is_file()
    assert lanewise("build", "missing.cpp").returncode == 2


def test_start_loads_nothing_it_does_not_need(write, tmp_path: Path) -> None:
    """Not numpy, not the library that draws tables; that is most of the time a small program takes."""
    write("a.cpp", "int main() { return 3; }\n")
    code = """
import sys
sys.argv = ["lanewise", "run", "a.cpp"]
from lanewise.cli import main
try:
    main()
except SystemExit as stop:
    assert stop.code == 3, stop.code
assert not {"numpy", "rich"} & set(sys.modules), sorted(sys.modules)
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_build_says_where_programs_cannot_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on macOS, where the engine is built alone; no compiler is asked for what nothing could run."""
    source = tmp_path / "k.asc"
    source.write_text('#include "kernel_operator.h"\n__global__ __vector__ void k(__gm__ float* x) {}\n')
    importlib.import_module("lanewise.cpp.faults")  # else it is that library which all tests behind this one open
    monkeypatch.setattr("lanewise.cpp.compiler.RUNTIME", str(tmp_path / "liblanewise.so"))
    monkeypatch.setenv("CXX", "no-such-compiler")
    with pytest.raises(LanewiseError, match=r"CPP-006.*run it on Linux"):
        lanewise.cpp.load(str(source))
