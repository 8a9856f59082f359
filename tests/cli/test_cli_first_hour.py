"""What somebody meets in the first hour: the wrong chip, options of a program, suppressions, SARIF, pytest."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import lanewise.cpp
from lanewise.check.findings import Finding, Place, Severity
from lanewise.check.sarif import as_sarif
from lanewise.check.suppress import load_suppressions
from lanewise.errors import LanewiseError, LanewiseWarning

DOCS = Path(__file__).parents[2] / "docs"

COPY = """\
#include "kernel_operator.h"
__global__ __aicore__ void k(__gm__ float* x)
{
    AscendC::GlobalTensor<float> g;
    g.SetGlobalBuffer(x, 64);
    AscendC::LocalTensor<float> a(AscendC::TPosition::VECCALC, 0, 64);
    AscendC::DataCopy(a, g, 64);
    AscendC::Adds(a, a, 1.0f, 64);
}
"""
FIR = """\
#include <aie_api/aie.hpp>
void twice(int16* x, int16* y) { aie::store_v(y, aie::add(aie::load_v<16>(x), aie::load_v<16>(x))); }
"""
FAILING = """\
import numpy as np
import pytest
from lanewise import asc

def test_shift(lanewise_core):
    x = lanewise_core.ub(np.ones(64, np.int32))
    asc.shift_right(x, x, -1, 64)

@asc.jit
def kernel(x: asc.GlobalAddress):
    gm = asc.GlobalTensor()
    gm.set_global_buffer(x, 64)
    ub = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 0, 64)
    asc.data_copy(ub, gm, 64)
    asc.adds(ub, ub, 1.0, 64)  # nothing waits for the copy

def test_race():
    kernel[1](np.ones(64, np.float32))

@pytest.mark.lanewise_finds("RACE-001")
def test_expected():
    kernel[1](np.ones(64, np.float32))

@pytest.mark.lanewise_finds("SYNC-102")
def test_not_there():
    kernel[1](np.ones(64, np.float32))

def test_chip(lanewise_chip):
    assert lanewise_chip == "ascend950"
"""
RULE = '[[suppress]]\nid = "RACE-001"\nreason = "short"\n'


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True, check=False)


def test_a_source_for_another_family_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "add.asc").write_text(COPY + "int main() { return 0; }\n", encoding="utf-8")
    (tmp_path / "fir.cc").write_text(FIR + "int main() { return 0; }\n", encoding="utf-8")
    done = run(tmp_path, "lanewise", "run", "add.asc", "--chip", "aie")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "CHIP-003 add.asc includes kernel_operator.h" in done.stderr
    assert "ascend910b" in done.stderr
    done = run(tmp_path, "lanewise", "run", "fir.cc")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "CHIP-003 fir.cc includes aie_api/aie.hpp" in done.stderr
    assert "--chip: aie, aie-ml, aie-mlv2." in done.stderr
    with pytest.raises(LanewiseError, match="CHIP-003"):
        lanewise.cpp.load(tmp_path / "add.asc", chip="aie")


def test_a_kernel_without_main_is_sent_to_python(tmp_path: Path) -> None:
    (tmp_path / "fir.cc").write_text(FIR, encoding="utf-8")
    done = run(tmp_path, "lanewise", "run", "fir.cc", "--chip", "aie")
    assert done.returncode != 0
    assert "AIE-013 fir: it has no main(). Call its kernels from Python with aie.load" in done.stderr


def test_compile_errors_are_in_the_order_of_their_lines(tmp_path: Path) -> None:
    wrong = COPY.replace("AscendC::DataCopy(a, g, 64);", "float one = undefined_a;\n    one.x = 2;")
    ahead = "template <class T> void later(T t) { t.nothing(); }\n"
    wrong = ahead + wrong + "void end() { later(1); int y = undefined_b; }\n"
    (tmp_path / "wrong.asc").write_text(wrong, encoding="utf-8")
    with pytest.raises(LanewiseError) as caught:
        lanewise.cpp.load(tmp_path / "wrong.asc", chip="ascend910b")
    lines = [int(line.split(":")[1]) for line in caught.value.fields["output"].splitlines() if ".asc:" in line]
    assert len(lines) > 2
    assert lines == sorted(lines)


def test_options_of_a_program_go_after_two_dashes(tmp_path: Path) -> None:
    (tmp_path / "p.py").write_text("import sys\nprint(sys.argv[1:])\n", encoding="utf-8")
    done = run(tmp_path, "lanewise", "run", "p.py", "--size", "5")
    assert done.returncode == 2
    assert "options of your program go after --: lanewise run p.py -- --size" in done.stderr
    done = run(tmp_path, "lanewise", "run", "p.py", "--check", "--", "--size", "5")
    assert (done.returncode, done.stdout) == (0, "['--size', '5']\n")


def test_suppressions_are_found_from_the_program_upwards(tmp_path: Path) -> None:
    project, below = tmp_path / "project", tmp_path / "project" / "kernels" / "deep"
    below.mkdir(parents=True)
    (project / ".lanewise-suppress.toml").write_text(RULE, encoding="utf-8")
    assert [one.id for one in load_suppressions(below / "k.asc")] == ["RACE-001"]
    (below / ".lanewise-suppress.toml").write_text(RULE.replace("RACE", "SYNC").replace("001", "102"), encoding="utf-8")
    assert [one.id for one in load_suppressions(below / "k.asc")] == ["SYNC-102"]
    (project / "kernels" / ".git").mkdir()
    (below / ".lanewise-suppress.toml").unlink()
    assert load_suppressions(below / "k.asc") == []  # another repository


def test_suppressed_findings_are_written_down(tmp_path: Path) -> None:
    kernels = tmp_path / "kernels"
    kernels.mkdir()
    (kernels / ".lanewise-suppress.toml").write_text(RULE, encoding="utf-8")
    launch = "kernel[1](np.ones(64, np.float32))\n"
    (kernels / "race.py").write_text(FAILING.split("def test_race")[0] + launch, encoding="utf-8")
    done = run(tmp_path, "lanewise", "run", "kernels/race.py", "--check", "--sarif", "s.sarif", "--json", "f.json")
    assert (done.returncode, done.stderr.strip()) == (0, "lanewise: 0 findings; 1 suppressed")
    data = json.loads((tmp_path / "f.json").read_text())
    assert data["findings"] == []
    assert [(one["id"], one["reason"]) for one in data["suppressed"]] == [("RACE-001", "short")]
    (result,) = json.loads((tmp_path / "s.sarif").read_text())["runs"][0]["results"]
    assert result["suppressions"] == [{"kind": "external", "justification": "short"}]


def test_sarif_has_names_help_and_fingerprints(tmp_path: Path) -> None:
    file = tmp_path / "k.asc"
    file.write_text("one\nAdds(a, a);\n", encoding="utf-8")
    one = Finding("RACE-001", Severity.ERROR, "what", "write", Place(str(file), 2), Place(str(file), 1))
    (first,) = as_sarif([one])["runs"]
    driver, (result,) = first["tool"]["driver"], first["results"]
    (rule,) = driver["rules"]
    assert driver["version"]
    assert "without order" in rule["shortDescription"]["text"]
    assert rule["name"]
    assert rule["fullDescription"]["text"]
    assert "SetFlag" in rule["help"]["text"]
    assert "```cpp" in rule["help"]["markdown"]
    assert result["relatedLocations"][0]["message"]["text"] == "other access"
    # The line moves, and is the same finding; another line is another one, and so is the same a second time.
    file.write_text("new\none\nAdds(a, a);\nAdds(b, b);\n", encoding="utf-8")
    import linecache

    linecache.clearcache()
    places = [(3, 2), (4, 2), (3, 2)]
    moved = [Finding("RACE-001", Severity.ERROR, "", "", *(Place(str(file), n) for n in two)) for two in places]
    prints = [r["partialFingerprints"]["lanewise/v1"] for r in as_sarif(moved)["runs"][0]["results"]]
    assert prints[0] == result["partialFingerprints"]["lanewise/v1"]
    assert len(set(prints)) == 3


def test_pytest_shows_ids_first_and_no_frame_of_ours(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(FAILING, encoding="utf-8")
    words = ("pytest", "-q", "-p", "no:cacheprovider", "--lanewise-sarif", "f.sarif", "--lanewise-chip", "ascend950")
    done = run(tmp_path, *words, "--lanewise-kinds", "race", ".")
    assert "3 failed, 2 passed" in done.stdout, done.stdout
    assert "elementwise.py" not in done.stdout
    assert "asc.shift_right(x, x, -1, 64)" in done.stdout
    summary = [line.partition(" - ")[2] for line in done.stdout.splitlines() if line.startswith("FAILED")]
    assert [line.split()[0] for line in summary[:2]] == ["SCALAR-002", "Failed:"], summary
    assert summary[1].startswith("Failed: RACE-001 ")
    assert "SYNC-102 was expected, and not found" in done.stdout
    results = json.loads((tmp_path / "f.sarif").read_text())["runs"][0]["results"]
    assert [one["ruleId"] for one in results] == ["RACE-001"]
    settings = "[pytest]\nlanewise_check = sync\nlanewise_chip = ascend950\n"
    (tmp_path / "pytest.ini").write_text(settings, encoding="utf-8")
    done = run(tmp_path, "pytest", "-q", "-p", "no:cacheprovider", "-k", "race or chip", ".")
    assert "2 passed" in done.stdout, done.stdout
    done = run(tmp_path, "pytest", "-q", "--lanewise-kinds", "races", ".")
    assert done.returncode == 4
    assert "there is no check called races" in done.stderr


def test_a_launch_returns_a_run_checked_or_not(tmp_path: Path) -> None:
    (tmp_path / "k.asc").write_text(COPY, encoding="utf-8")
    run = lanewise.cpp.load(tmp_path / "k.asc", chip="ascend910b").k[1](np.ones(64, np.float32))
    assert (run.kernel, run.findings) == ("k", [])


FLOATS = """
#include "kernel_operator.h"
using namespace AscendC;
__global__ __aicore__ void more(GM_ADDR x, GM_ADDR z)
{
    TPipe pipe;
    TBuf<TPosition::VECCALC> buf;
    pipe.InitBuffer(buf, 4096);
    LocalTensor<float> a = buf.Get<float>();
    GlobalTensor<float> gx, gz;
    gx.SetGlobalBuffer((__gm__ float*)x);
    gz.SetGlobalBuffer((__gm__ float*)z);
    DataCopy(a, gx, 64);
    SetFlag<HardEvent::MTE2_V>(0);
    WaitFlag<HardEvent::MTE2_V>(0);
    Adds(a, a, 1.0f, 64);
    SetFlag<HardEvent::V_MTE3>(0);
    WaitFlag<HardEvent::V_MTE3>(0);
    DataCopy(gz, a, 64);
}
"""


def test_arrays_of_float64_are_no_arrays_of_float(tmp_path: Path) -> None:
    """np.ones(64) is one: GM_ADDR has no type that could refuse it."""
    (tmp_path / "more.asc").write_text(FLOATS)
    kernels = lanewise.cpp.load(tmp_path / "more.asc", chip="ascend910b")
    said = "MEM-012 DataCopy: src takes argument 1 of more for elements of float"
    with pytest.warns(LanewiseWarning, match=said) as told:
        kernels.more[1](np.ones(64), np.zeros(64, np.float32))
    assert [w.lineno for w in told] == [1 + FLOATS.split("DataCopy(a")[0].count("\n")]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        z = np.zeros(64, np.float32)
        kernels.more[1](np.ones(64, np.float32), z)
    assert (z == 2).all()


def test_one_command_tells_all(tmp_path: Path) -> None:
    """A flag is missing, and the host finds wrong numbers: findings, the program's words, time and the page."""
    program = "".join(line for line in FLOATS.splitlines(True) if "MTE2_V" not in line)
    main = """
#include <cstdio>
#include "acl/acl.h"
int main()
{
    float *x, *z;
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtMalloc((void**)&x, 256, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMalloc((void**)&z, 256, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemset(x, 256, 0, 256);
    more<<<1, nullptr, nullptr>>>((uint8_t*)x, (uint8_t*)z);
    aclrtSynchronizeDevice();
    float y[64];
    aclrtMemcpy(y, 256, z, 256, ACL_MEMCPY_DEVICE_TO_HOST);
    printf("y[0] = %g, wanted 2\\n", y[0]);
    aclrtFree(x);
    aclrtFree(z);
    aclFinalize();
}
"""
    (tmp_path / "more.asc").write_text(program + main)
    done = run(tmp_path, "lanewise", "run", "more.asc", "--all")
    assert done.returncode == 3
    assert "y[0] = 1, wanted 2" in done.stdout
    assert "RACE-001" in done.stderr
    assert re.search(r"^Bound by .* less\.$", done.stdout.replace("\n  ", " "), re.MULTILINE)
    assert "more on ascend910b, 1 block: " in done.stdout
    assert "lanewise: the report is more.report.html" in done.stderr
    page = (tmp_path / "more.report.html").read_text()
    assert "RACE-001" in page
    assert '<p id="bound">Bound by ' in page
    assert "<dt>command</dt><dd>lanewise run more.asc --all</dd>" in page
    assert "<dt>chip</dt><dd>ascend910b</dd>" in page
    assert "<dt>Lanewise</dt>" in page
    assert "<dt>date</dt>" in page


def test_pages_are_listed_and_printed(tmp_path: Path) -> None:
    listed = run(tmp_path, "lanewise", "docs").stdout
    assert re.search(r"^checking\s+\S", listed, re.MULTILINE)
    page = (DOCS / "checking.md").read_text(encoding="utf-8")
    assert run(tmp_path, "lanewise", "docs", "docs/checking.md").stdout == page
    chinese = (DOCS / "zh" / "checking.md").read_text(encoding="utf-8")
    assert run(tmp_path, "lanewise", "docs", "checking", "--zh").stdout == chinese
    wrong = run(tmp_path, "lanewise", "docs", "checks")
    assert (wrong.returncode, wrong.stderr) == (2, "lanewise: there is no page called checks: checking\n")


def test_examples_are_listed_and_copied(tmp_path: Path) -> None:
    listed = run(tmp_path, "lanewise", "examples").stdout
    assert "vector_add.asc" in listed
    assert "aie/fir_chain" in listed
    done = run(tmp_path, "lanewise", "examples", "vector_add.py", "--to", "mine")
    assert done.returncode == 0
    assert "lanewise run mine/vector_add.py" in done.stdout
    assert "z = [1. 2. 3. 4.]" in run(tmp_path, "lanewise", "run", "mine/vector_add.py").stdout
    again = run(tmp_path, "lanewise", "examples", "vector_add.py", "--to", "mine")
    assert again.returncode == 2
    assert "mine/vector_add.py already exists" in again.stderr
    assert run(tmp_path, "lanewise", "examples", "fir_chain").returncode == 0
    assert (tmp_path / "fir_chain" / "graph.cpp").exists()
    assert (tmp_path / "fir_chain" / "data" / "input.txt").exists()
    wrong = run(tmp_path, "lanewise", "examples", "nothing")
    assert wrong.returncode == 2
    assert "there is no example called nothing: " in wrong.stderr
