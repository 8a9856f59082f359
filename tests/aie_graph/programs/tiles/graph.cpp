// Buffers in memory tiles: other orders, parts, paddings, words of a DMA.
#include <adf.h>

#include "kernels.h"

using namespace adf;

struct part : graph {
    void at(kernel& k) {
        source(k) = "kernels.cc";
        runtime<ratio>(k) = 0.9;
    }
};
tiling_parameters whole_page = {.buffer_dimension = {8, 8}, .tiling_dimension = {8, 8}, .offset = {0, 0}};  // one tile

struct transposed : part {
    shared_buffer<int16> page = shared_buffer<int16>::create({8, 8}, 1, 1);
    kernel k;
    input_plio in = input_plio::create("Page", plio_64_bits, "page.txt");
    output_plio out = output_plio::create("Columns", plio_32_bits, "columns.txt");
    transposed() {
        k = kernel::create(sums);
        at(k);
        num_buffers(page) = 2;
        write_access(page.in[0]) = whole_page;  // without tiling(...)
        read_access(page.out[0]) = tiling({.buffer_dimension = {8, 8}, .tiling_dimension = {1, 8}, .offset = {0, 0},
                                           .tile_traversal = {{.dimension = 0, .stride = 1, .wrap = 8}}});
        connect(in.out[0], page.in[0]);
        connect(page.out[0], k.in[0]);
        connect(k.out[0], out.in[0]);
        dimensions(k.in[0]) = std::vector<uint32>{8, 8};
        dimensions(k.out[0]) = {8};
    }
};

struct halved : part {  // each kernel has its part of the buffer, at its own offset
    shared_buffer<int16> page = shared_buffer<int16>::create({8, 8}, 1, 2);
    kernel k[2];
    input_plio in = input_plio::create("Halves", plio_64_bits, "page.txt");
    output_plio out[2];
    halved() {
        connect(in.out[0], page.in[0]);
        write_access(page.in[0]) = tiling(whole_page);
        for (int i = 0; i < 2; ++i) {
            out[i] = output_plio::create(i ? "Right" : "Left", plio_32_bits, i ? "lower.txt" : "upper.txt");
            k[i] = kernel::create(sums);
            at(k[i]);
            read_access(page.out[i]) = tiling({.buffer_dimension = {8, 8}, .tiling_dimension = {8, 4}, .offset = {0, 4 * i}});
            connect(page.out[i], k[i].in[0]);
            connect(k[i].out[0], out[i].in[0]);
            dimensions(k[i].in[0]) = {32};
            dimensions(k[i].out[0]) = {4};
        }
    }
};

struct multiplied : part {
    shared_buffer<int8> a = shared_buffer<int8>::create({16, 4}, 1, 2), b = shared_buffer<int8>::create({8, 16}, 1, 2);
    kernel first, second;
    input_plio in_a = input_plio::create("A", plio_32_bits, "a.txt"), in_b = input_plio::create("B", plio_32_bits, "b.txt");
    output_plio out = output_plio::create("C", plio_32_bits, "c.txt");
    multiplied() {
        first = kernel::create(times);
        second = kernel::create(times_more);
        connect(in_a.out[0], a.in[0]);
        connect(in_b.out[0], b.in[0]);
        kernel* k[2] = {&first, &second};
        for (int i = 0; i < 2; ++i) {
            at(*k[i]);
            read_access(a.out[i]) = tiling({.buffer_dimension = {16, 4}, .tiling_dimension = {8, 4}, .offset = {8 * i, 0}});
            read_access(b.out[i]) = tiling({.buffer_dimension = {8, 16}, .tiling_dimension = {8, 8}, .offset = {0, 8 * i}});
            connect(a.out[i], k[i]->in[0]);
            connect(b.out[i], k[i]->in[1]);
            dimensions(k[i]->in[0]) = {32};
            dimensions(k[i]->in[1]) = {64};
        }
        connect<cascade>(first.out[0], second.in[2]);
        connect(second.out[0], out.in[0]);
        dimensions(second.out[0]) = {32};
    }
};

struct padded : part {  // a picture of 4x4 with zeros around it, three lines for each call
    shared_buffer<int32> picture = shared_buffer<int32>::create({4, 4}, 1, 1);
    kernel k;
    input_plio in = input_plio::create("Picture", plio_32_bits, "picture.txt");
    output_plio out = output_plio::create("Blurred", plio_32_bits, "blurred.txt");
    padded() {
        k = kernel::create(blur);
        at(k);
        read_access(picture.out[0]) = tiling({.buffer_dimension = {4, 4}, .tiling_dimension = {6, 3}, .offset = {-1, -1},
                                              .tile_traversal = {{.dimension = 1, .stride = 1, .wrap = 4}},
                                              .boundary_dimension = {4, 4}});
        connect(in.out[0], picture.in[0]);
        connect(picture.out[0], k.in[0]);
        connect(k.out[0], out.in[0]);
        dimensions(k.in[0]) = {18};
        dimensions(k.out[0]) = {4};
    }
};

buffer_descriptor unused(0, 0, {}, {});

struct described : part {  // bytes and halves in words of 32 bits
    shared_buffer<uint8> bytes = shared_buffer<uint8>::create({16, 4}, 1, 2);
    shared_buffer<int16> halves = shared_buffer<int16>::create({8, 8}, 1, 1);
    shared_buffer<cint32> wide = shared_buffer<cint32>::create({8}, 1, 1);
    input_plio in = input_plio::create("Bytes", plio_32_bits, "bytes.txt"), page = input_plio::create("Words", plio_32_bits, "page.txt");
    input_plio pairs = input_plio::create("Pairs", plio_64_bits, "pairs.txt");
    output_plio linear = output_plio::create("Linear", plio_32_bits, "linear.txt");
    output_plio columns = output_plio::create("Words4", plio_32_bits, "words.txt");
    output_plio doubles = output_plio::create("Doubles", plio_32_bits, "doubles.txt");
    output_plio real = output_plio::create("Real", plio_64_bits, "real.txt");
    described() {
        write_access(bytes.in[0]) = buffer_descriptor(64 / 4, 0, {1}, {});
        read_access(bytes.out[0]) = buffer_descriptor(32 / 4, 16 / 4, {1}, {});
        read_access(bytes.out[1]) = buffer_descriptor(64 / 4, 0, {1, 16 / 4, 1}, {1, 4});
        write_access(halves.in[0]) = buffer_descriptor(64 / 2, 0, {1}, {});
        read_access(halves.out[0]) = buffer_descriptor({.length = 64 / 2, .offset = 0, .stepsize = {1, 4, 2}, .wrap = {2, 8}});
        read_access(wide.out[0]) = buffer_descriptor(8, 0, {2}, {});  // the real parts
        connect(in.out[0], bytes.in[0]);
        connect(bytes.out[0], linear.in[0]);
        connect(bytes.out[1], columns.in[0]);
        connect(page.out[0], halves.in[0]);
        connect(halves.out[0], doubles.in[0]);
        connect(pairs.out[0], wide.in[0]);
        connect(wide.out[0], real.in[0]);
    }
};

struct wound : graph {  // three dimensions; tiles that overlap, lines from the last to the first, and zeros on both sides
    shared_buffer<int32> cube = shared_buffer<int32>::create({4, 2, 2}, 1, 1);
    input_plio in = input_plio::create("Cube", plio_32_bits, "picture.txt");
    output_plio out = output_plio::create("Wound", plio_32_bits, "wound.txt");
    wound() {
        read_access(cube.out[0]) = tiling({.buffer_dimension = {4, 2, 2}, .tiling_dimension = {3, 1, 2}, .offset = {-1, 1, 0},
                                           .tile_traversal = {{.dimension = 0, .stride = 2, .wrap = 3}, {.dimension = 1, .stride = -1, .wrap = 2}},
                                           .boundary_dimension = {4, 2, 2}});
        connect(in.out[0], cube.in[0]);
        connect(cube.out[0], out.in[0]);
    }
};

struct all_tiles : graph {
    transposed columns;
    halved halves;
    multiplied product;
    padded around;
    described words;
    wound around_and_back;
};

// What does not fit.
struct refused : graph {
    shared_buffer<cint16> cube = shared_buffer<cint16>::create({8, 16, 16}, 1, 1);
    input_plio in = input_plio::create("In", plio_32_bits, "none.txt");
    output_plio out = output_plio::create("Out", plio_32_bits, "none.txt");
    refused() {
        write_access(cube.in[0]) = tiling({.buffer_dimension = {8, 16, 16}, .tiling_dimension = {1, 1, 1}, .offset = {0, 0, 0}});
        if (std::getenv("LEAVES"))
            read_access(cube.out[0]) = tiling({.buffer_dimension = {8, 16, 16}, .tiling_dimension = {1, 1, 1}, .offset = {0, 0, 0},
                                               .tile_traversal = {{0, 144, 7}, {1, 112, 9}, {2, 63, 16}}});
        connect(in.out[0], cube.in[0]);
        connect(cube.out[0], out.in[0]);
    }
};

#ifdef REFUSED
refused all;
#else
all_tiles all;
#endif

int main() {
    all.init();
    all.run(2);
    all.end();
    return 0;
}
