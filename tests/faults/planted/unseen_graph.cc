// Kernels of unseen_graph.cpp.
#include <adf.h>
#include <aie_api/aie.hpp>

#include "unseen_graph.h"

// A cascade that carries more than is taken.
void spill_first(adf::input_buffer<int32>& in, output_cascade<acc48>* sums, int32 fault)
{
    const int32* x = in.data();
    for (int i = 0; i < (fault ? 4 : 3); ++i)
        writeincr(sums, aie::mul(aie::load_v<8>(x + 8 * i), int16(3)));  //! spilled 66 SYNC-105 check graph=unseen_graph.cpp
}
void spill_second(input_cascade<acc48>* sums, adf::output_buffer<int32>& out)
{
    for (int i = 0; i < 4; ++i) {
        if (i < 3) aie::store_v(out.data() + 8 * i, readincr_v<8>(sums).to_vector<int32>(0));
        else aie::store_v(out.data() + 8 * i, aie::zeros<int32, 8>());
    }
}

// Rounding that the first kernel of a core leaves to the second.
void rounds(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out, int32 fault)
{
    aie::set_rounding(aie::rounding_mode::conv_even);
    auto it = aie::begin_vector<8>(in);
    auto to = aie::begin_vector<8>(out);
    for (int i = 0; i < 4; ++i) *to++ = aie::mul(*it++, int32(5)).to_vector<int32>(3);
    if (!fault) aie::set_rounding(aie::rounding_mode::floor);
}
void relies(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out)
{
    auto it = aie::begin_vector<8>(in);
    auto to = aie::begin_vector<8>(out);
    for (int i = 0; i < 4; ++i)
        *to++ = aie::mul(*it++, int32(7)).to_vector<int32>(2);  //! relies_on_rounding 64 STATE-107 check warning graph=unseen_graph.cpp
}

// A vector store that begins between two vectors.
void between(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out, int32 fault)
{
    const int32* x = in.data();
    int32* y = out.data();
    for (int i = 0; i < 3; ++i) {
        const auto v = aie::load_v<8>(x + 8 * i);
        aie::store_v(y + 8 * i + (fault ? 2 : 0), v);  //! between_vectors 65 AIE-011 check graph=unseen_graph.cpp
    }
    aie::store_v(y + 24, aie::load_v<8>(x + 24));
}

// A stream of which one word stays behind.
void talks(adf::input_buffer<int32>& in, output_stream<int32>* words, int32 fault)
{
    const int32* x = in.data();
    for (int i = 0; i < 32; ++i) writeincr(words, x[i]);
    if (fault) writeincr(words, int32(0));  //! one_word_more 66 SYNC-105 check graph=unseen_graph.cpp
}
void listens(input_stream<int32>* words, adf::output_buffer<int32>& out)
{
    for (int i = 0; i < 32; ++i) out.data()[i] = readincr(words);
}

// An accumulator that nobody set.
void begins_anywhere(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out, int32 fault)
{
    aie::accum<acc80, 8> sum;
    if (!fault) sum = aie::zeros<acc80, 8>();
    auto it = aie::begin_vector<8>(in);
    for (int i = 0; i < 4; ++i) sum = aie::mac(sum, *it++, int32(2));  //! begins_anywhere 59 INIT-004 check warning graph=unseen_graph.cpp
    for (int i = 0; i < 4; ++i) aie::store_v(out.data() + 8 * i, sum.to_vector<int32>(0));
}

// Reads behind its block.
void far_reader(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out, int32 fault)
{
    const int32* x = in.data();
    for (int i = 0; i < 4; ++i)
        aie::store_v(out.data() + 8 * i, aie::load_v<8>(x + 8 * i + (fault ? 8 : 0)));  //! far_reader 68 MEM-009 check warning graph=unseen_graph.cpp
}
