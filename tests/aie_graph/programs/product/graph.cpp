// A matrix product on two cores: memory tiles cut both matrices into tiles and put the result together.
#include "product.h"
using namespace adf;

static tiling_parameters in_tiles(std::vector<uint32_t> whole, std::vector<uint32_t> tile, std::vector<int32_t> from, unsigned across, unsigned down) {
    tiling_parameters p = {.buffer_dimension = whole, .tiling_dimension = tile, .offset = from};
    p.tile_traversal = {{.dimension = 0, .stride = tile[0], .wrap = across}, {.dimension = 1, .stride = tile[1], .wrap = down}};
    return p;
}

struct product : graph {
    input_plio a = input_plio::create("A", plio_128_bits, "a.txt"), b = input_plio::create("B", plio_64_bits, "b.txt");
    output_plio c = output_plio::create("C", plio_128_bits, "c.txt");
    shared_buffer<int8> left = shared_buffer<int8>::create({K, M}, 1, 2), right = shared_buffer<int8>::create({N, K}, 1, 2);
    shared_buffer<int32> result = shared_buffer<int32>::create({N, M}, 1, 1);
    kernel kernels[2];

    product() {
        kernels[0] = kernel::create(begin_sum<0>);
        kernels[1] = kernel::create(end_sum);
        num_buffers(left) = num_buffers_wanted;
        num_buffers(right) = num_buffers_wanted;
        num_buffers(result) = num_buffers_wanted;
        connect(a.out[0], left.in[0]);
        connect(b.out[0], right.in[0]);
        write_access(left.in[0]) = tiling({.buffer_dimension = {K, M}, .tiling_dimension = {K, M}, .offset = {0, 0}});
        write_access(right.in[0]) = tiling({.buffer_dimension = {N, K}, .tiling_dimension = {N, K}, .offset = {0, 0}});
        for (int i = 0; i < 2; i++) {
            source(kernels[i]) = "product.cpp";
            runtime<ratio>(kernels[i]) = 0.9;
            read_access(left.out[i]) = tiling(in_tiles({K, M}, {k, m}, {i * K / 2, 0}, K / 2 / k, M / m));
            read_access(right.out[i]) = in_tiles({N, K}, {n, k}, {0, i * K / 2}, N / n, K / 2 / k);
            connect(left.out[i], kernels[i].in[0]);
            connect(right.out[i], kernels[i].in[1]);
            dimensions(kernels[i].in[0]) = {M * K / 2};
            dimensions(kernels[i].in[1]) = {N * K / 2};
        }
        connect<cascade>(kernels[0].out[0], kernels[1].in[2]);
        connect(kernels[1].out[0], result.in[0]);
        dimensions(kernels[1].out[0]) = {M * N};
        write_access(result.in[0]) = tiling(in_tiles({N, M}, {n, m}, {0, 0}, N / n, M / m));
        read_access(result.out[0]) = tiling({.buffer_dimension = {N, M}, .tiling_dimension = {N, M}, .offset = {0, 0}});
        connect(result.out[0], c.in[0]);
        location<buffer>(left) = {address(1, 0, 0x0), address(1, 0, 0x2000)};
        not_equal(location<kernel>(kernels[0]), location<kernel>(kernels[1]));
    }
    static constexpr int num_buffers_wanted = 2;
} g;

int main() {
    g.init();
    g.run(2);
    g.end();
    return 0;
}
