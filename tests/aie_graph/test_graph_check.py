"""What --check finds in the kernels of a graph, at which line; and what it does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import EXAMPLES, lanewise

from lanewise.cpp.ward import offers

DECLARED = """\
#include <adf.h>
void far(adf::input_buffer<int16, adf::extents<32>>& in, adf::output_buffer<int16, adf::extents<32>>& out);
void lock(adf::input_async_buffer<int16, adf::extents<32>>& in, adf::output_buffer<int16, adf::extents<32>>& out);
"""
KERNELS = """\
#include <aie_api/aie.hpp>
#include "k.h"
void far(adf::input_buffer<int16, adf::extents<32>>& in, adf::output_buffer<int16, adf::extents<32>>& out) {
    auto p = aie::begin_vector<16>(in);
    auto q = aie::begin_vector<16>(out);
    for (int i = 0; i < 2; ++i) *q++ = *p++;
    aie::accum<acc48, 16> nobody;
    auto more = *p;                         // beyond
    nobody = aie::mac(nobody, more, more);  // unwritten
    if (more[0] == 77) *--q = nobody.to_vector<int16>(0);
}
void lock(adf::input_async_buffer<int16, adf::extents<32>>& in, adf::output_buffer<int16, adf::extents<32>>& out) {
    in.acquire();
    in.acquire();  // twice
    for (int i = 0; i < 32; ++i) out.data()[i] = in.data()[i];
    in.release();
    in.release();  // unheld
}
"""
GRAPH = """\
#include <adf.h>
#include "k.h"
using namespace adf;
struct chain : graph {
    kernel a, b;
    input_plio i;
    output_plio o;
    chain() {
        a = kernel::create(far);
        b = kernel::create(lock);
        source(a) = source(b) = "k.cc";
        location<kernel>(a) = location<kernel>(b) + relative_offset({.col_offset = 1, .row_offset = 0});
        location<graph>(*this) = bounding_box(0, 0, 3, 3);
        std::size_t samples = 32;
        dimensions(a.in[0]) = {samples};
        i = input_plio::create("i", plio_32_bits, "in.txt");
        o = output_plio::create("o", plio_32_bits, "out.txt");
        connect(i.out[0], a.in[0]);
        connect(a.out[0], b.in[0]);
        connect(b.out[0], o.in[0]);
    }
};
chain g;
int main() {
    g.init();
    g.run(2);
    g.end();
}
""".replace('source(a) = source(b) = "k.cc";', 'source(a) = "k.cc";\n        source(b) = "k.cc";')


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checked")
    for name, text in (("k.h", DECLARED), ("k.cc", KERNELS), ("graph.cpp", GRAPH)):
        (folder / name).write_text(text)
    (folder / "in.txt").write_text("".join(f"{n}\n" for n in range(64)))
    return folder


def at(comment: str) -> int:
    return next(k for k, line in enumerate(KERNELS.splitlines(), 1) if line.endswith(f"// {comment}"))


def test_findings_of_a_graph_have_lines_and_counts(program: Path) -> None:
    done = lanewise("graph.cpp", "--chip", "aie", "--check", "--json", "found.json", "--report", "r.html", cwd=program)
    assert done.returncode == 3, done.stderr
    found = json.loads((program / "found.json").read_text())["findings"]
    told = {(f["id"], Path(f["place"]["file"]).name, f["place"]["line"]) for f in found}
    assert told == {("MEM-009", "k.cc", at("beyond")), ("INIT-004", "k.cc", at("unwritten")),
                    ("SYNC-104", "k.cc", at("twice")), ("SYNC-104", "k.cc", at("unheld"))}  # fmt: skip
    assert "(2 times)" in done.stderr
    assert "[kernel lock]" in done.stderr
    assert "SYNC-104" in (program / "r.html").read_text()


def test_only_what_is_asked_for_is_told(program: Path) -> None:
    done = lanewise("graph.cpp", "--chip", "aie", "--check=init", cwd=program)
    assert done.returncode == 0
    assert "INIT-004" in done.stderr
    assert "MEM-009" not in done.stderr
    assert "SYNC-104" not in done.stderr


def test_isolated_graphs_are_checked_and_timed(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = offers()
    if here.get("landlock", 0) < 3 or not here.get("seccomp"):
        pytest.skip("this kernel has no Landlock and seccomp to isolate with")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LANEWISE_CACHE", str(tmp_path / ".cache/lanewise"))  # as usual: where programs may not read
    done = lanewise("graph.cpp", "--chip", "aie", "--isolate", "--check", cwd=program)
    assert (done.returncode, done.stderr.count("SYNC-104")) == (3, 2), done.stderr
    done = lanewise("graph.cpp", "--chip", "aie", "--isolate", "--time", "--json", "time.json", cwd=program)
    assert done.returncode == 0, done.stderr
    assert json.loads((program / "time.json").read_text())
    assert "far" in done.stdout


@pytest.mark.parametrize("example", ["fir_chain", "cascade_matmul"])
def test_a_good_graph_has_no_findings(example: str, tmp_path: Path) -> None:
    done = lanewise("graph.cpp", "--chip", "aie", "--out", tmp_path, "--check", cwd=EXAMPLES / example)
    assert (done.returncode, done.stderr) == (0, "")
