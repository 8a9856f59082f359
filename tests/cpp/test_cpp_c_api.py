"""The C interface: programs that check it, and every overload it has."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import compilers
import pytest
from c_api_calls import calls, program, trial

from lanewise.cpp import c_api, compiler
from lanewise.cpp.rewrite import rewrite

HERE = Path(__file__).parent / "c_api"
OLD, NEW = "ascend910b", "ascend950"
PROGRAMS = [
    ("ub_vector", OLD), ("ub_other", OLD), ("copies", OLD), ("copies", NEW), ("core", OLD), ("core", NEW),
    ("reg_compute", NEW), ("reg_moves", NEW),
]  # fmt: skip

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize(("name", "chip"), PROGRAMS)
def test_c_api_programs(lanewise: Run, name: str, chip: str, monkeypatch: pytest.MonkeyPatch) -> None:
    turn = compilers.in_turn(chip, monkeypatch) if (name, OLD) in PROGRAMS else ()
    done = lanewise("run", str(HERE / f"{name}.asc"), "--chip", chip, *turn)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


ARCHES = [(2201, OLD), (3510, NEW)]


def compiled(source: Path, text: str, arch: int, chip: str, *options: str) -> subprocess.CompletedProcess[str]:
    source.write_text(text, encoding="utf-8")
    found = compiler.find()
    includes = [f"-I{folder}" for folder in compiler.INCLUDES]
    command = [*found.command, *compiler.FLAGS, *compiler.target(chip, arch), *includes, str(source), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("arch", "chip"), ARCHES)
def test_c_api_overloads_compile(tmp_path: Path, arch: int, chip: str) -> None:
    """Each overload with exactly its types; the compiler names those that are missing."""
    done = compiled(tmp_path / "calls.cpp", program(arch), arch, chip, "-fsyntax-only")
    assert done.returncode == 0, done.stderr[:4000]


@pytest.mark.sweep
@pytest.mark.parametrize(("arch", "chip"), ARCHES)
def test_c_api_overloads_have_rows(tmp_path: Path, arch: int, chip: str) -> None:
    """Each overload runs: numbers may be refused, but never the element types or the chip."""
    link = ["-O0", "-g0", "-w", f"-L{compiler.LIBRARY}", "-llanewise", f"-Wl,-rpath,{compiler.LIBRARY}", "-pthread"]
    done = compiled(tmp_path / "trial.cpp", trial(arch), arch, chip, *link, "-o", str(tmp_path / "trial"))
    assert done.returncode == 0, done.stderr[:4000]
    ran = subprocess.run([tmp_path / "trial"], capture_output=True, text=True, check=False, timeout=300)
    assert ran.returncode == 0
    assert not [line for line in ran.stdout.splitlines() if line.startswith("OP-")]
    assert "ALIGN-" in ran.stdout or "PARAM-" in ran.stdout  # what is refused is heard


def test_c_api_overloads_are_many() -> None:
    """The sheet has 949 names; seven belong to hardware that is not there, and two are templates."""
    names = {name for arch in (2201, 3510) for name, _ in calls(arch)}
    assert len(names) >= 930
    assert len(list(calls(2201))) > 1000
    assert len(list(calls(3510))) > 2500


@pytest.mark.parametrize("name", [
    "float2half_ro_sat_v2, half, float, CAST_ODD, 1, 1", "half2int32_rd, int32_t, half, CAST_FLOOR, 0, 0",
    "float2int32_rn, int32_t, float, CAST_RINT, -1, 0", "uint322uint8_sat_v4, uint8_t, uint32_t, CAST_NONE, 3, 1",
    "bfloat162e2m1x2_rz_v3, fp4x2_e2m1_t, bfloat16_t, CAST_TRUNC, 2, 0",
    "float2hif8_rh, hifloat8_t, float, CAST_HYBRID, 0, 0",
])  # fmt: skip
def test_c_api_conversion_names_say_their_modes(name: str) -> None:
    assert f"LANEWISE_C_REG_CONVERT({name})" in c_api.register_functions().splitlines()


@pytest.mark.parametrize("name", ["half2int32_rd_sat", "half2bfloat16_rn_sat", "int162uint32_sat", "float2half"])
def test_c_api_conversions_without_a_mode_have_no_name_for_it(name: str) -> None:
    assert f"({name}," not in c_api.register_functions()


@pytest.mark.parametrize(("text", "becomes"), [
    ("for (uint16_t i = 0; i < n; ++i) { a = asc_update_addr_reg_b8(5); }", "asc_update_addr_reg_b8(LOOPS{{i}}, 5)"),
    ("for (uint16_t i = 0; i < n; ++i) for (int j{0}; j < 2; j++) asc_update_addr_reg_b32(5, 6);",
     "asc_update_addr_reg_b32(LOOPS{{j, i}}, 5, 6)"),
    ("for (uint16_t i = 0; i < n; ++i) { } asc_create_iter_reg_b16(5);", "} asc_create_iter_reg_b16(5);"),
    ("for (uint16_t i = 0; i < n; ++i) f(); asc_create_iter_reg_b16(5);", "; asc_create_iter_reg_b16(5);"),
])  # fmt: skip
def test_c_api_address_registers_know_their_loops(text: str, becomes: str) -> None:
    assert becomes.replace("LOOPS", "::lanewise::c::Loops") in rewrite(f"void f() {{ {text} }}").text


@pytest.mark.parametrize(("text", "seen"), [
    ("asc_update_addr_reg_b8(f(1, 2))", "LoopsOfCaller{}, f(1, 2)"),
    ("for (uint16_t i = 0; i < n; ++i) { a = asc_update_addr_reg_b8(5, 6); }", "LoopsOfCaller{}, 5, 6"),
    ("for (uint16_t i = 0; i < n; ++i) { a = asc_update_addr_reg_b8(5); }", "Loops{{i}}, 5"),
])  # fmt: skip
def test_c_api_address_registers_do_not_see_the_loops_of_a_caller(text: str, seen: str) -> None:
    helper = rewrite(f"__simd_vf__ void g() {{ }} __simd_callee__ void f() {{ {text}; }}").text
    assert f"asc_update_addr_reg_b8(::lanewise::c::{seen})" in helper
    assert "LoopsOfCaller" not in rewrite(f"__simd_callee__ void f() {{ }} __simd_vf__ void g() {{ {text}; }}").text


def test_c_api_address_register_in_a_helper_is_one_line(lanewise: Run, write: Callable[[str, str], Path]) -> None:
    write("a.asc", """#include "c_api/asc_simd.h"
__simd_callee__ inline addr_reg offset() {
    return asc_update_addr_reg_b16(64);
}
__simd_vf__ inline void f() { addr_reg a = offset(); }
__global__ __vector__ void k() { f(); }
int main() { k<<<1, 0>>>(); }
""")
    done = lanewise("run", "a.asc", "--chip", "ascend950")
    assert done.returncode == 4
    assert "asc_update_addr_reg_b16 in a __simd_callee__ function does not see the loops of its caller" in done.stderr
    assert "a.asc:3" in done.stderr


def test_c_api_registers_are_refused_on_old_chips(lanewise: Run, write: Callable[[str, str], Path]) -> None:
    write("a.asc", '#include "c_api/asc_simd.h"\nvoid f() { vector_float a; }\nint main() {}\n')
    done = lanewise("run", "a.asc", "--chip", OLD)
    assert done.returncode != 0
    assert "a.asc:2" in done.stderr
    assert "--chip ascend950" in done.stderr


def test_c_api_size_that_does_not_fit_is_told(lanewise: Run, write: Callable[[str, str], Path]) -> None:
    write("a.asc", """#include "acl/acl.h"
#include "c_api/asc_simd.h"
__global__ __vector__ void k(__gm__ uint8_t* x) {
    __ubuf__ uint8_t a[65600];
    asc_copy_gm2ub(a, x, 65568);
}
int main() {
    void* x;
    aclrtMalloc(&x, 65600, ACL_MEM_MALLOC_HUGE_FIRST);
    k<<<1, 0>>>((uint8_t*)x);
    aclrtSynchronizeDevice();
}
""")
    done = lanewise("run", "a.asc", "--chip", NEW)
    assert done.returncode == 0
    assert "a.asc:5: warning: CAPI-001 asc_copy_gm2ub: 65568 bytes" in done.stderr
    assert "so 32 are copied" in done.stderr
