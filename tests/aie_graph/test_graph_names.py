"""Graphs, classes and kernels may be called like operations of a core."""

from __future__ import annotations

from pathlib import Path

from running import lanewise, numbers

HEADER = """
#include <adf.h>
void sub(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out);
"""
KERNEL = """
#include "sub.h"
#include <aie_api/aie.hpp>
void sub(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out) {
    const auto x = aie::load_v<8>(in.data());
    aie::store_v(out.data(), aie::sub(x, aie::broadcast<int32, 8>(3)));
}
"""
GRAPH = """
#include "sub.h"
using namespace adf;
template <class T, unsigned N>
class mul : public graph {
  public:
    port<input> in;
    port<output> out;
    kernel k;
    mul() {
        k = kernel::create(sub);
        source(k) = "sub.cc";
        runtime<ratio>(k) = 0.9;
        dimensions(k.in[0]) = {N};
        dimensions(k.out[0]) = {N};
        connect<>(in, k.in[0]);
        connect<>(k.out[0], out);
    }
};
struct add : graph {
    mul<int32, 8> first, second;
    input_plio i = input_plio::create("i", plio_32_bits, "i.txt");
    output_plio o = output_plio::create("o", plio_32_bits, "o.txt");
    add() {
        connect<>(i.out[0], first.in);
        connect<>(first.out, second.in);
        connect<>(second.out, o.in[0]);
    }
};
add all;
int main() {
    all.init();
    all.run(2);
    all.end();
    return 0;
}
"""


def test_names_of_operations_may_be_names_of_graphs_and_kernels(tmp_path: Path) -> None:
    for name, text in (("sub.h", "#pragma once" + HEADER), ("sub.cc", KERNEL), ("graph.cpp", GRAPH)):
        (tmp_path / name).write_text(text)
    (tmp_path / "i.txt").write_text("\n".join(map(str, range(16))))
    done = lanewise("graph.cpp", "--chip", "aie", "--fifos", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert list(numbers(tmp_path / "x86simulator_output" / "o.txt")) == [n - 6 for n in range(16)]
    assert "sub[1].in[0]" in done.stderr
    assert "lanewise" not in done.stderr


SHARED = """
#pragma once
#include <adf.h>
#include <array>
template <class dir = input, unsigned N = 1>
using port_array = std::array<adf::port<dir>, N>;
void doubled(adf::input_buffer<int32, adf::extents<8>>& in, adf::output_buffer<int32, adf::extents<8>>& out);
"""
DOUBLED = """
#include "shared.h"
void doubled(adf::input_buffer<int32, adf::extents<8>>& in, adf::output_buffer<int32, adf::extents<8>>& out) {
    for (unsigned i = 0; i < 8; i++) out.data()[i] = 2 * in.data()[i];
}
"""
TWICE = """
#include "shared.h"
struct top : adf::graph {
    port_array<input, 1> in;
    port_array<output> out;
    adf::kernel k = adf::kernel::create(doubled);
    adf::input_plio i = adf::input_plio::create("i", adf::plio_32_bits, "i.txt");
    adf::output_plio o = adf::output_plio::create("o", adf::plio_32_bits, "o.txt");
    top() {
        adf::source(k) = "doubled.cc";
        adf::connect<>(i.out[0], in[0]);
        adf::connect<>(in[0], k.in[0]);
        adf::connect<>(k.out[0], out[0]);
        adf::connect<>(out[0], o.in[0]);
    }
} g;
int main() { g.init(); g.run(1); g.end(); }
"""


def test_a_header_of_kernels_may_have_names_of_graphs(tmp_path: Path) -> None:
    for name, text in (("shared.h", SHARED), ("doubled.cc", DOUBLED), ("graph.cpp", TWICE)):
        (tmp_path / name).write_text(text)
    (tmp_path / "i.txt").write_text("\n".join(map(str, range(8))))
    done = lanewise("graph.cpp", "--chip", "aie", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert list(numbers(tmp_path / "x86simulator_output" / "o.txt")) == [2 * n for n in range(8)]
    (tmp_path / "doubled.cc").write_text(DOUBLED.replace("2 *", "twice *"))
    wrong = lanewise("graph.cpp", "--chip", "aie", cwd=tmp_path)
    assert wrong.returncode == 4
    assert "doubled.cc:4:" in wrong.stdout + wrong.stderr
    assert "twice" in wrong.stdout + wrong.stderr
