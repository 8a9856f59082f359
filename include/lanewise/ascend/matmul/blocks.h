// How a core's part of a product is cut into blocks: base sizes, what L1 holds of them, and the order. Constant
// expressions, as kernels ask for them while they are compiled, and host code at run time.
#pragma once

#include <cstdint>

#include "lanewise/ascend/tiling/structs.h"

namespace lanewise::matmul {

constexpr std::int64_t up(std::int64_t value, std::int64_t unit) { return (value + unit - 1) / unit * unit; }
constexpr std::int64_t parts(std::int64_t value, std::int64_t unit) { return (value + unit - 1) / unit; }
constexpr std::int64_t least(std::int64_t a, std::int64_t b) { return a < b ? a : b; }
constexpr std::int64_t most(std::int64_t a, std::int64_t b) { return a < b ? b : a; }

// What the memories of a cube core have room for, and how much UB results may take; in bytes.
struct Rooms {
    std::int64_t l0, l0c, l1, bias, ub;
};

// What decides about blocks beside the sizes. Bits are those of an element; a bias of 0 bits is none.
struct Wish {
    std::int64_t m = 0, n = 0, k = 0;  // of one core
    int a_bits = 16, b_bits = 16, c_bits = 32, bias_bits = 0;
    bool a_turned = false, b_turned = false;  // stored k x m, n x k
    bool to_ub = false;                       // results go there, a block at a time
    bool scaled = false;                      // MX: scales go with every 32 elements of k
    bool sparse = false;                      // B holds two of four elements of k
    std::int64_t base_m = -1, base_n = -1, base_k = -1;  // fixed by the caller; -1: free
    int order = -1;                                      // iterateOrder; -1: free
};

struct Blocks {
    std::int64_t m = 0, n = 0, k = 0;
    std::int64_t step_k_a = 1, step_k_b = 1, depth_a = 1, depth_b = 1;
    int twice_l0 = 2, twice_l0c = 1, order = 0;
    std::int64_t l1_bytes = 0;
    const char* problem = nullptr;  // the limit that it breaks; null: it is legal
};

// Of k: whole rows of 32 bytes, and what a transposing load turns at once.
constexpr std::int64_t unit_of_k(const Wish& wish) {
    const std::int64_t row = most(256 / wish.a_bits, 256 / wish.b_bits);
    const std::int64_t turned = wish.a_turned || !wish.b_turned ? most(row, 16) : row;
    return wish.scaled || wish.sparse ? most(turned, 64) : turned;
}

constexpr Blocks choose_blocks(const Wish& wish, const Rooms& rooms) {
    Blocks b;
    const auto bytes = [](std::int64_t rows, std::int64_t columns, int bits) { return rows * columns * bits / 8; };
    const std::int64_t unit = unit_of_k(wish);
    const bool tall = wish.a_turned && wish.b_turned;
    b.m = wish.base_m > 0 ? wish.base_m : least(tall || rooms.l0c >= 256 * 1024 ? 256 : 128, up(wish.m, 16));
    b.n = wish.base_n > 0 ? wish.base_n : least(tall ? 128 : 256, up(wish.n, 16));
    // Results and the bias must fit; what is free shrinks, the longer side first.
    const auto fits = [&] {
        return b.m * b.n * 4 <= rooms.l0c && (!wish.bias_bits || b.n * 4 <= rooms.bias) &&
               (!wish.to_ub || bytes(b.m, b.n, wish.c_bits) <= rooms.ub);
    };
    while (!fits()) {
        const bool wide = wish.base_n <= 0 && b.n > 16 && (b.n >= b.m || wish.base_m > 0 || b.m <= 16);
        if (!wide && !(wish.base_m <= 0 && b.m > 16)) break;
        std::int64_t& side = wide ? b.n : b.m;
        side = up(side / 2, 16);
    }
    if (b.m % 16 || b.n % 16) return b.problem = "baseM and baseN are multiples of 16", b;
    if (b.m * b.n * 4 > rooms.l0c) return b.problem = "baseM * baseN * 4 fits into L0C", b;
    if (wish.bias_bits && b.n * 4 > rooms.bias) return b.problem = "baseN * 4 fits into the bias table", b;
    if (!fits()) return b.problem = "a block of baseM * baseN results fits into UB", b;

    const std::int64_t whole = up(most(wish.k, 1), unit);
    const auto deepest = [&](int buffers) {
        const std::int64_t rows = most(b.m * wish.a_bits, b.n * wish.b_bits);
        return rooms.l0 / buffers * 8 / rows / unit * unit;
    };
    b.twice_l0 = deepest(2) >= unit ? 2 : 1;
    if (deepest(b.twice_l0) < unit) return b.problem = "baseM * baseK fits into L0A, baseN * baseK into L0B", b;
    // The number for k is advice: it is followed where it is legal.
    const std::int64_t wanted = wish.base_k > 0 ? wish.base_k / unit * unit : 1024 / wish.a_bits / unit * unit;
    b.k = least(whole, least(deepest(b.twice_l0), most(wanted, unit)));
    b.twice_l0c = 2 * b.m * b.n * 4 <= rooms.l0c ? 2 : 1;

    // L1 holds two pieces of each side, as deep as there is room for, and the bias.
    const std::int64_t a = bytes(b.m, b.k, wish.a_bits), c = bytes(b.n, b.k, wish.b_bits);
    const std::int64_t rest = rooms.l1 - (wish.bias_bits ? bytes(1, b.n, wish.bias_bits) : 0);
    if (a + c > rest) return b.problem = "one block of A and one of B fit into L1", b;
    const std::int64_t loops = parts(most(wish.k, 1), b.k);
    const bool twice = 2 * (a + c) <= rest;
    b.step_k_a = b.step_k_b = twice ? most(1, least(loops, rest / 2 / (a + c))) : 1;
    b.depth_a = b.depth_b = b.step_k_a * (twice ? 2 : 1);
    b.l1_bytes = b.depth_a * a + b.depth_b * c + (wish.bias_bits ? bytes(1, b.n, wish.bias_bits) : 0);

    // Which side stays in L1 while the other one passes by.
    const std::int64_t rows = parts(wish.m, b.m), columns = parts(wish.n, b.n);
    const bool a_whole = b.step_k_a >= loops, b_whole = b.step_k_b >= loops;
    b.order = wish.order >= 0 ? wish.order : a_whole && b_whole ? wish.m + wish.n * rows < wish.n + wish.m * columns : a_whole;
    return b;
}

constexpr void write_blocks(AscendC::tiling::TCubeTiling& t, const Blocks& b) {
    const auto number = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
    t.baseM = number(b.m), t.baseN = number(b.n), t.baseK = number(b.k);
    t.stepM = t.stepN = 1, t.stepKa = number(b.step_k_a), t.stepKb = number(b.step_k_b);
    t.depthA1 = number(b.depth_a), t.depthB1 = number(b.depth_b);
    t.dbL0A = t.dbL0B = b.twice_l0, t.dbL0C = b.twice_l0c;
    t.iterateOrder = b.order;
    t.shareL1Size = number(b.l1_bytes), t.shareL0CSize = number(b.m * b.n * 4 * b.twice_l0c);
}

}  // namespace lanewise::matmul
