#include "timing/cube.hpp"

#include <algorithm>

#include "lanewise/generated/cores.hpp"
#include "lanewise/generated/opcodes.hpp"
#include "moves/move.hpp"

namespace lanewise::timing {

namespace {

constexpr std::int64_t edge = 16;  // of the blocks that a product is made of

double blocks(std::int64_t n, std::int64_t each = edge) { return static_cast<double>((n + each - 1) / each); }

// Values of k that a block of 16 x 16 results takes in a cycle; 0: not published.
double depth(const Numbers& n, const Record& record, bool hf32) {
    const std::uint8_t type = record.operands[1].dtype;
    switch (static_cast<DType>(type)) {
        case DType::int8_: return n.cube_depth_int8;
        case DType::half_:
        case DType::bfloat16_: return n.cube_depth_half;
        case DType::float_: return hf32 ? n.cube_depth_hf32 : n.cube_depth_float;
        default: return 0;
    }
}

// A head, and a cycle for each step of k of each block of 16 x 16 results. k is filled up to whole fractals: 16 values, of int8 32.
Cost product(const Numbers& n, const Record& record, const std::int64_t* p, bool hf32) {
    const auto op = static_cast<Opcode>(record.opcode);
    const double step = depth(n, record, hf32);
    if (step <= 0 || (op != Opcode::mmad_ && op != Opcode::mmad_bias_)) return {};
    const std::int64_t whole = std::max(edge, 32 / std::int64_t{element_bytes(record.operands[1].dtype)});
    return {n.cube_head + blocks(p[0]) * blocks(p[1]) * blocks(p[2], whole) * static_cast<double>(whole) / step, 0, true};
}

// Loads by their bytes; what an image is unrolled into takes longer, and how long is published for one shape of kernels only.
Cost load_cost(const Numbers& n, const Rules& chip, const Record& record, const std::int64_t* payload) {
    const auto to = static_cast<Space>(record.operands[0].space), from = static_cast<Space>(record.operands[1].space);
    if (from != Space::staging || static_cast<Opcode>(record.opcode) == Opcode::load_data_3d_) return {};
    const bool aside = to == Space::bias || to == Space::scales;
    const double rate = to == Space::left ? n.cube_left_rate : to == Space::right ? n.cube_right_rate : aside ? n.cube_aside_rate : 0;
    if (rate <= 0) return {};
    moves::Layout layout;
    lay(Move(record, {payload, record.payload_count}, chip), static_cast<Opcode>(record.opcode), layout);
    const moves::Seen found = moves::seen(layout, true);
    return {(aside ? n.cube_aside_head : 0) + static_cast<double>(found.pieces * found.items * layout.bits / 8) / rate, 0, true};
}

// What leaves L0C, by its elements; to two cores twice.
Cost drain(const Numbers& n, const Record& record, const std::int64_t* p) {
    if (static_cast<Opcode>(record.opcode) != Opcode::fixpipe_) return {};
    const double elements = static_cast<double>(p[1]) * static_cast<double>(p[2]) * static_cast<double>(std::max<std::int64_t>(1, p[8]));
    const int targets = p[14] ? 2 : 1;
    return {n.cube_out_head + targets * elements / n.cube_out_rate, 0, true};
}

}  // namespace

Cost cube_cost(const Numbers& numbers, const Rules& chip, const Record& record, const std::int64_t* payload, bool hf32) {
    if (numbers.cube_out_rate <= 0) return {};
    if (record.pipe == cube_pipe) return product(numbers, record, payload, hf32);
    if (static_cast<Space>(record.operands[1].space) == Space::product) return drain(numbers, record, payload);
    return load_cost(numbers, chip, record, payload);
}

}  // namespace lanewise::timing
