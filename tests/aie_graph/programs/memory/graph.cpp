// A buffer in a memory tile, read in two orders, a padded one, and one outside the array.
#include <adf.h>

#include "copy.h"

using namespace adf;

class orders : public graph {
public:
    shared_buffer<int32> tiles, padded;
    external_buffer<int32> outside, back;
    kernel k;
    input_plio in;
    output_plio rows, columns, around, steps;

    orders() {
        in = input_plio::create("In", plio_32_bits, "in.txt");
        rows = output_plio::create("Rows", plio_32_bits, "rows.txt");
        columns = output_plio::create("Columns", plio_32_bits, "columns.txt");
        around = output_plio::create("Around", plio_32_bits, "around.txt");
        tiles = shared_buffer<int32>::create({4, 2}, 1, 3);
        num_buffers(tiles) = 2;
        location<buffer>(tiles) = {address(0, 0, 0x0000), address(0, 0, 0x8000)};
        write_access(tiles.in[0]) = tiling({.buffer_dimension = {4, 2}, .tiling_dimension = {4, 2}, .offset = {0, 0}});
        read_access(tiles.out[0]) = tiling({.buffer_dimension = {4, 2},
                                            .tiling_dimension = {2, 1},
                                            .offset = {0, 0},
                                            .tile_traversal = {{.dimension = 0, .stride = 2, .wrap = 2},
                                                               {.dimension = 1, .stride = 1, .wrap = 2}}});
        read_access(tiles.out[1]) = tiling({.buffer_dimension = {4, 2},
                                            .tiling_dimension = {2, 1},
                                            .offset = {0, 0},
                                            .tile_traversal = {{.dimension = 1, .stride = 1, .wrap = 2},
                                                               {.dimension = 0, .stride = 2, .wrap = 2}}});
        steps = output_plio::create("Steps", plio_32_bits, "steps.txt");
        read_access(tiles.out[2]) = buffer_descriptor({.length = 6, .offset = 1, .stepsize = {4, 1}, .wrap = {2}});
        connect<>(tiles.out[2], steps.in[0]);
        connect<>(in.out[0], tiles.in[0]);
        connect<>(tiles.out[0], rows.in[0]);
        connect<>(tiles.out[1], columns.in[0]);

        // Behind its boundary a buffer reads as zeros.
        outside = external_buffer<int32>::create({8}, 0, 1);
        read_access(outside.out[0]) = tiling({.buffer_dimension = {8}, .tiling_dimension = {8}, .offset = {0}});
        padded = shared_buffer<int32>::create({4, 2}, 1, 1);
        write_access(padded.in[0]) = tiling({.buffer_dimension = {4, 2}, .tiling_dimension = {4, 2}, .offset = {0, 0}});
        read_access(padded.out[0]) = tiling({.buffer_dimension = {4, 2},
                                             .tiling_dimension = {6, 1},
                                             .offset = {-1, 0},
                                             .tile_traversal = {{.dimension = 1, .stride = 1, .wrap = 2}}});
        connect<>(outside.out[0], padded.in[0]);
        connect<>(padded.out[0], around.in[0]);

        back = external_buffer<int32>::create({4, 3}, 1, 0);
        write_access(back.in[0]) = tiling({.buffer_dimension = {4, 3},
                                           .tiling_dimension = {1, 3},
                                           .offset = {0, 0},
                                           .tile_traversal = {{.dimension = 0, .stride = 1, .wrap = 4}}});
        k = kernel::create(copy);
        source(k) = "copy.cc";
        runtime<ratio>(k) = 0.9;
        dimensions(k.in[0]) = {12};
        dimensions(k.out[0]) = {12};
        connect<>(padded.out[0], k.in[0]);
        connect<>(k.out[0], back.in[0]);
    }
};

orders g;

int main() {
    auto* from = static_cast<int32*>(GMIO::malloc(8 * sizeof(int32)));
    auto* to = static_cast<int32*>(GMIO::malloc(12 * sizeof(int32)));
    for (int i = 0; i < 8; ++i) from[i] = 10 + i;
    g.outside.setAddress(from);
    g.back.setAddress(to);
    g.init();
    g.run(1);
    g.end();
    for (int i = 0; i < 12; ++i) printf("%d ", to[i]);
    printf("\n");
    GMIO::free(from);
    GMIO::free(to);
    return 0;
}
