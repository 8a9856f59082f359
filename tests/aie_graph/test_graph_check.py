"""What --check finds in the kernels of a graph, at which line; and what it does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import EXAMPLES, lanewise, numbers

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


PARAMETERS = """\
#include <aie_api/aie.hpp>
#include <adf.h>
inline void weigh(adf::input_buffer<int32, adf::extents<8>>& in, const int32 (&taps)[8], int32 gain,
                  adf::output_buffer<int32, adf::extents<8>>& out, int32 (&sums)[4]) {
    int32 own[8];
    for (int i = 0; i < 8; ++i) own[i] = taps[i] * gain;  // variables of the kernel lie behind nothing
    auto c = aie::load_v<8>(taps);
#ifdef FAR
    c = aie::add(c, aie::load_v<8>(taps + 4));  // read
    sums[5] = 1;  // written
#endif
    *aie::begin_vector<8>(out) = aie::add(*aie::begin_vector<8>(in), c);
    sums[0] = own[0] + own[7];
}
"""
WEIGHED = """\
#include "weigh.h"
using namespace adf;
struct weighed : graph {
    kernel k = kernel::create(weigh);
    input_plio i = input_plio::create("i", plio_32_bits, "in.txt");
    output_plio o = output_plio::create("o", plio_32_bits, "out.txt");
    port<input> taps, gain;
    port<inout> sums;
    weighed() {
        source(k) = "weigh.cc";
        connect(i.out[0], k.in[0]);
        connect<parameter>(taps, async(k.in[1]));
        connect<parameter>(gain, async(k.in[2]));
        connect(k.out[0], o.in[0]);
        connect<parameter>(k.inout[0], sums);
    }
};
weighed g;
int main() {
    int32 taps[8] = {1, 2, 3, 4, 5, 6, 7, 8}, sums[4] = {};
    g.init();
    g.update(g.taps, taps, 8);
    g.update(g.gain, 10);
    g.run(2);
    g.wait();
    g.read(g.sums, sums, 4);
    g.end();
    return sums[0] == 90 ? 0 : 1;
}
"""


@pytest.mark.parametrize("far", [False, True])
def test_parameters_of_a_graph_have_their_bounds(far: bool, tmp_path: Path) -> None:
    (tmp_path / "weigh.h").write_text(PARAMETERS)
    (tmp_path / "weigh.cc").write_text('#include "weigh.h"\n')
    (tmp_path / "graph.cpp").write_text(WEIGHED)
    (tmp_path / "in.txt").write_text("".join(f"{n}\n" for n in range(16)))
    words = ["-D", "FAR"] if far else []
    done = lanewise("graph.cpp", "--chip", "aie", "--check", "--json", "found.json", *words, cwd=tmp_path)
    told = [(f["id"], f["place"]["line"]) for f in json.loads((tmp_path / "found.json").read_text())["findings"]]
    lines = {text.rpartition("// ")[2]: k for k, text in enumerate(PARAMETERS.splitlines(), 1)}
    wanted = [("MEM-009", lines["read"]), ("MEM-009", lines["written"])] if far else []
    assert (done.returncode, told) == (3 if far else 0, wanted)
    assert numbers(tmp_path / "x86simulator_output/out.txt")[:8].tolist() == (
        [1 + 5, 3 + 6, 5 + 7, 7 + 8, 9, 11, 13, 15] if far else [1, 3, 5, 7, 9, 11, 13, 15]
    )


def test_a_store_is_told_where_a_load_of_its_line_is_wrong_too(tmp_path: Path) -> None:
    """One finding for the line, and that of the store: the load would only be a warning."""
    line = "    aie::store_v(y + 16, aie::load_v<16>(x + 16));"
    text = f"""#include <adf.h>
inline void both(adf::input_buffer<int16, adf::extents<16>>& in, adf::output_buffer<int16, adf::extents<16>>& out) {{
    const int16* x = in.data();
    int16* y = out.data();
{line}
}}
"""
    (tmp_path / "both.h").write_text(text)
    (tmp_path / "both.cc").write_text('#include "both.h"\n')
    (tmp_path / "graph.cpp").write_text("""#include "both.h"
struct copied : adf::graph {
    adf::kernel k = adf::kernel::create(both);
    adf::input_plio i = adf::input_plio::create("i", adf::plio_32_bits, "in.txt");
    adf::output_plio o = adf::output_plio::create("o", adf::plio_32_bits, "out.txt");
    copied() {
        adf::source(k) = "both.cc";
        adf::connect(i.out[0], k.in[0]);
        adf::connect(k.out[0], o.in[0]);
    }
};
copied g;
int main() {
    g.init();
    g.run(1);
    g.end();
}
""")
    (tmp_path / "in.txt").write_text("".join(f"{n}\n" for n in range(16)))
    done = lanewise("graph.cpp", "--chip", "aie", "--check", "--json", "found.json", cwd=tmp_path)
    (found,) = json.loads((tmp_path / "found.json").read_text())["findings"]
    assert (done.returncode, found["severity"], found["fields"]["case"]) == (3, "error", "overrun")
    assert (found["place"]["line"], found["count"]) == (text.splitlines().index(line) + 1, 2)
