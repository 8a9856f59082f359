"""What goes wrong in a graph is one line, at the line that is to be changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import lanewise, numbers

KERNEL = """
#include <adf.h>
#include <cassert>
void bad(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out, int32 how) {
    if (how == 1) out[20000] = 1;
    assert(how != 2);
    for (unsigned i = 0; i < in.size(); ++i) out[i] = in[i] + how;
}
"""
GRAPH = """
#include <adf.h>
#include <cstdlib>
using namespace adf;
void bad(input_buffer<int32>& in, output_buffer<int32>& out, int32 how);
struct part : graph {
    kernel k;
    port<input> in, how;
    port<output> out;
    part() {
        k = kernel::create(bad);
        source(k) = std::getenv("SOURCE") ? std::getenv("SOURCE") : "bad.cc";
        runtime<ratio>(k) = 1;
        dimensions(k.in[0]) = {8};
        dimensions(k.out[0]) = {8};
        connect<>(in, k.in[0]);
        connect<>(k.out[0], out);
        connect<parameter>(how, async(k.in[1]));
    }
};
struct top : graph {
    part* p = new part;
    input_plio i = input_plio::create("Samples", plio_32_bits, "i.txt");
    output_plio o = output_plio::create("o", plio_32_bits, "o.txt");
    top() {
        connect<>(i.out[0], p->in);
        connect<>(p->out, o.in[0]);
    }
};
int main(int argc, char** argv) {
    top g;  // made here, with a part on the heap
    g.init();
    g.update(g.p->how, argc > 1 ? std::atoi(argv[1]) : 0);
    g.run(argc > 2 ? 2 : 1);
    if (argc > 3) g.wait();
    g.end();
    return 0;
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("problems")
    (folder / "bad.cc").write_text(KERNEL)
    (folder / "broken.cc").write_text(KERNEL + "int broken = nothing;\n")
    (folder / "graph.cpp").write_text(GRAPH)
    (folder / "i.txt").write_text("".join(f"{n}\n" for n in range(8)))
    return folder


@pytest.mark.parametrize(("words", "status", "said"), [
    (["--", "1"], 3, "bad.cc:5: AIE-009 bad: it goes past the end of argument 2, which has 32 bytes; read and write "
                   "less, or pass more."),
    (["--", "2"], 3, "bad.cc:6: AIE-009 bad: assert(how != 2) does not hold; check what it compares."),
    (["broken.cc"], 4, "broken.cc:9:14: error: "),
    (["other.cc"], 4, "AIE-015 there is no kernel source other.cc in "),
    ([""], 3, 'graph.cpp:32: AIE-013 bad: it has no source. Write source(kernel) = "file.cc"'),
    (["--data", ".."], 3, "graph.cpp:32: AIE-014 PLIO Samples: there is no file i.txt in ..; name"),
    (["--", "0", "2"], 3, "bad waits for data in stream Samples -> bad.in[0] (empty; Samples has given all its 32 "
                          "bytes) in call 2 of 2"),
    (["--", "0", "1", "wait"], 3, "the input ends before the iterations do"),
])  # fmt: skip
def test_problem_is_told_at_its_line(program: Path, words: list[str], status: int, said: str) -> None:
    source, more = ("bad.cc", words) if words[0].startswith("--") else (words[0], [])
    done = lanewise("graph.cpp", "--chip", "aie", *more, cwd=program, SOURCE=source)
    assert said in done.stderr
    assert done.returncode == status


def test_no_problem_is_told_where_there_is_none(program: Path) -> None:
    done = lanewise("graph.cpp", "--chip", "aie", "--", "3", cwd=program)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (program / "x86simulator_output" / "o.txt").read_text().split() == [str(n + 3) for n in range(8)]


def test_programs_for_boards_are_refused_in_a_line(tmp_path: Path) -> None:
    include, call = '#include "xrt/xrt_kernel.h"', "int main() { adf::registerXRT(nullptr, nullptr); }"
    for name, more in (("header.cpp", f"{include}\n{call}"), ("call.cpp", f"\n{call}")):
        (tmp_path / name).write_text(f"#include <adf.h>\n#include <adf/adf_api/XRTConfig.h>\n{more}\n")
        done = lanewise(name, "--chip", "aie", cwd=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (4, 1), done.stderr
        assert "belongs to host programs for boards (XRT), which Lanewise does not have: a graph runs" in done.stderr


HUNGRY = """
#include <adf.h>
void few(input_stream<int32>* in, output_stream<int32>* out);
class Hungry {
  public:
    explicit Hungry(int words) {
        for (int i = 0; i < words; ++i) get_ss(0);
    }
    void run(input_stream<int32>* in, output_stream<int32>* out) {
        for (int i = 0; i < 8; ++i) writeincr(out, readincr(in));
    }
    static void registerKernelClass() { REGISTER_FUNCTION(Hungry::run); }
};
"""
FEW = """
#include "hungry.h"
void few(input_stream<int32>* in, output_stream<int32>* out) {
    for (int i = 0; i < 8; ++i) writeincr(out, readincr(in));
}
"""
STARVED = """
#include "hungry.h"
#include <cstdlib>
using namespace adf;
struct starved : graph {
    kernel a, b;
    input_plio i = input_plio::create("i", plio_32_bits, "i.txt");
    output_plio o = output_plio::create("o", plio_32_bits, "o.txt");
    starved() {
        a = kernel::create(few);
        b = kernel::create_object<Hungry>(std::atoi(std::getenv("WORDS")));
        for (kernel* k : {&a, &b}) {
            source(*k) = "few.cc";
            runtime<ratio>(*k) = 1;
        }
        connect<stream>(i.out[0], a.in[0]);
        connect<stream>(a.out[0], b.in[0]);
        connect<stream>(b.out[0], o.in[0]);
    }
} g;
int main() {
    g.init();
    g.run(1);
    g.end();
}
"""


@pytest.mark.parametrize("words", [1, 20])  # that the constructor takes: some of the call's, or more than there are
def test_who_waits_for_a_kernel_that_is_done(words: int, tmp_path: Path) -> None:
    (tmp_path / "hungry.h").write_text("#pragma once" + HUNGRY)
    (tmp_path / "few.cc").write_text(FEW)
    (tmp_path / "graph.cpp").write_text(STARVED)
    (tmp_path / "i.txt").write_text("".join(f"{n}\n" for n in range(8)))
    done = lanewise("graph.cpp", "--chip", "aie", cwd=tmp_path, WORDS=str(words))
    assert done.returncode == 3
    stream = "stream few.out[0] -> Hungry.in[0]"
    line = 7 if words > 8 else 10
    assert f"Hungry waits for data in {stream} (empty) (hungry.h:{line}) in call 1 of 1" in done.stderr
    assert f". The empty {stream} holds Hungry, and few has done all its calls. " in done.stderr


SPEAKERS = """
#include <adf.h>
using whole = adf::extents<32>;
void head(adf::input_buffer<int32, whole>& in, output_cascade<acc48>* sums, adf::output_buffer<int32, whole>& copy);
void tail(adf::input_buffer<int32, whole>& copy, input_cascade<acc48>* sums, adf::output_buffer<int32, whole>& out);
"""
SPOKEN = """
#include "speakers.h"
#include <aie_api/aie.hpp>
#include <aie_api/aie_adf.hpp>
void head(adf::input_buffer<int32, whole>& in, output_cascade<acc48>* sums, adf::output_buffer<int32, whole>& copy) {
    for (unsigned i = 0; i < 32; i++) copy.data()[i] = in.data()[i];
    for (unsigned i = 0; i < 8; i++) writeincr(sums, aie::accum<acc48, 8>());  // tail starts when head has ended
}
void tail(adf::input_buffer<int32, whole>& copy, input_cascade<acc48>* sums, adf::output_buffer<int32, whole>& out) {
    for (unsigned i = 0; i < 8; i++) readincr_v<8>(sums);
}
"""
TANGLED = """
#include "speakers.h"
using namespace adf;
struct top : graph {
    kernel a = kernel::create(head), b = kernel::create(tail);
    input_plio i = input_plio::create("i", plio_32_bits, "i.txt");
    output_plio o = output_plio::create("o", plio_32_bits, "o.txt");
    top() {
        for (kernel* k : {&a, &b}) source(*k) = "spoken.cc";
        connect<>(i.out[0], a.in[0]);
        connect<cascade>(a.out[0], b.in[1]);
        connect<>(a.out[1], b.in[0]);
        connect<>(b.out[0], o.in[0]);
    }
} g;
int main() { g.init(); g.run(2); g.end(); }
"""


def test_a_full_cascade_and_an_empty_buffer_hold_two_kernels(tmp_path: Path) -> None:
    (tmp_path / "speakers.h").write_text("#pragma once" + SPEAKERS)
    (tmp_path / "spoken.cc").write_text(SPOKEN)
    (tmp_path / "graph.cpp").write_text(TANGLED)
    (tmp_path / "i.txt").write_text("".join(f"{n}\n" for n in range(64)))
    done = lanewise("graph.cpp", "--chip", "aie", cwd=tmp_path)
    assert done.returncode == 3
    cascade, buffer = "cascade head.out[0] -> tail.in[1]", "buffer head.out[1] -> tail.in[0]"
    assert f"head waits for room in {cascade} (4 of 4 words are full) (spoken.cc:7) in call 1 of 2" in done.stderr
    assert f"tail waits for data in {buffer} (empty) in call 1 of 2" in done.stderr
    assert (
        f"They wait in a circle: the full {cascade} holds head until tail reads it, and the empty {buffer} holds tail "
        "until head writes it. " in done.stderr
    )


CIRCLE = Path(__file__).resolve().parent / "programs" / "circle"


def test_a_circle_of_blocks_says_whose_empty_block_holds_whom(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("\n".join(map(str, range(16))))
    done = lanewise("graph.cpp", "--chip", "aie", "--input-dir", tmp_path, "--out", tmp_path, cwd=CIRCLE)
    assert done.returncode == 3
    assert ("They wait in a circle: the empty buffer right.out[1] -> left.in[1] holds left until right writes it, and "
            "the empty buffer left.out[0] -> right.in[0] holds right until left writes it. Usually nobody begins: "
            "let one kernel of the circle write its first values before it reads") in done.stderr  # fmt: skip


def test_kernels_with_names_of_c_know_their_core_and_slow_ports_their_rate(tmp_path: Path) -> None:
    """The same graph without its circle; 32 bits at 125 MHz are half a byte in a cycle of 1 GHz."""
    (tmp_path / "in.txt").write_text("\n".join(map(str, range(16))))
    words = "graph.cpp", "--chip", "aie", "-D", "OPEN", "--input-dir", tmp_path, "--out", tmp_path
    done = lanewise(*words, "--time", "--json", tmp_path / "time.json", cwd=CIRCLE)
    assert done.returncode == 0, done.stderr
    assert list(numbers(tmp_path / "out.txt")) == [4 * i + (7 << 16 | 4) for i in range(16)]
    assert list(numbers(tmp_path / "back.txt")) == [2 * i for i in range(16)]
    slowest = "right.out[1] -> Back, 0.5 bytes a cycle (32 bits at 125 MHz)"
    assert slowest in " ".join(done.stdout.split())  # lines end where the terminal does
    data = json.loads((tmp_path / "time.json").read_text())
    assert data["slowest"].endswith(slowest)
    assert data["cycles"] >= 2 * 32 / 0.5


def test_a_kernel_that_nobody_has_placed_has_no_number(tmp_path: Path) -> None:
    for name in ("k.h", "k.cc", "graph.cpp"):
        text = (CIRCLE / name).read_text()
        (tmp_path / name).write_text(text.replace("location<kernel>(b) = tile(7, 3);", ""))
    (tmp_path / "in.txt").write_text("\n".join(map(str, range(16))))
    done = lanewise("graph.cpp", "--chip", "aie", "-D", "OPEN", cwd=tmp_path)
    assert done.returncode != 0
    assert "get_coreid: nobody has placed this kernel; write location<kernel>(k) = tile(column, row)" in done.stderr
