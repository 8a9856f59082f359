#include "timing/copies.hpp"

#include <algorithm>
#include <iterator>

#include "lanewise/generated/opcodes.hpp"

namespace lanewise::timing {

namespace {

struct Shape {
    std::int64_t pieces, bytes, gap;
};

// The bursts of all dimensions of a rectangular copy. Each side has five numbers a dimension: start, end, stride, burst, ...
Shape slices(const std::int64_t* p, std::int64_t size, bool out) {
    const std::int64_t dims = p[0];
    const std::int64_t* ours = p + 1 + (out ? 0 : 5 * dims);
    const std::int64_t burst = p[1 + 3] * block_bytes;
    std::int64_t pieces = 1;
    for (std::int64_t d = 0; d < dims; ++d) {
        const std::int64_t start = ours[5 * d], end = ours[5 * d + 1], stride = ours[5 * d + 2];
        const std::int64_t span = d == 0 ? burst / size : 1;
        if (span + stride > 0) pieces *= (end - start + 1 + stride) / (span + stride);
    }
    return {pieces, burst, pieces > 1 ? ours[2] * size : 0};
}

Shape shape(const Record& record, const std::int64_t* p) {
    const bool out = record.pipe == copy_out_pipe;
    const std::int64_t bits = dtype_bits[record.operands[0].dtype], size = element_bytes(record.operands[0].dtype);
    switch (static_cast<Opcode>(record.opcode)) {
        case Opcode::data_copy_:
            if (record.overload == static_cast<std::uint8_t>(Overload::COUNT)) return {1, p[0] * bits / 8 / block_bytes * block_bytes, 0};
            return {p[0], p[1] * block_bytes, (out ? p[3] : p[2]) * block_bytes};
        case Opcode::lib_fill_: return {1, p[0] * size, 0};
        case Opcode::data_copy_pad_: return {p[0], p[1], out ? p[3] : p[2]};
        case Opcode::data_copy_nd2nz_: return {p[0] * p[1], p[2] * size, (p[4] - p[2]) * size};
        case Opcode::data_copy_nz2nd_: return {p[0] * p[1], p[2] * size, (p[5] - p[2]) * size};
        case Opcode::data_copy_nddma_: {  // dimensions, ..., then five numbers each: source stride, ..., size, ...
            const std::int64_t row = p[2 + 2] * size;
            std::int64_t count = 1;
            for (std::int64_t d = 1; d < p[0]; ++d) count *= p[2 + 5 * d + 2];
            return {count, row, p[0] > 1 ? p[2 + 5] * size - row : 0};
        }
        default: return slices(p, size, out);
    }
}

// Bytes of the segments that the pieces touch; short pieces travel as requests of 128 or 256 bytes.
std::int64_t touched(const Pieces& made, std::int64_t offset, std::int64_t segment) {
    if (!made.count || !made.bytes) return 0;
    while (segment > 128 && made.bytes <= segment / 2) segment /= 2;
    std::int64_t segments = 0;
    for (std::int64_t k = 0, at = offset; k < made.count; ++k, at += made.pitch)
        segments += (at + made.bytes - 1) / segment - at / segment + 1;
    return segments * segment;
}

}  // namespace

Pieces pieces(const Record& record, const std::int64_t* payload) {
    Shape found = shape(record, payload);
    if (found.gap == 0 && found.pieces > 0) {
        found.bytes *= found.pieces;
        found.pieces = 1;
    }
    return {found.pieces, found.bytes, found.bytes + found.gap};
}

CopyCost Copies::of(const Record& record, const std::int64_t* payload) {
    const Pieces made = pieces(record, payload);
    const bool out = record.pipe == copy_out_pipe;
    const std::uint64_t address = record.operands[out ? 0 : 1].address;
    CopyCost cost;
    cost.bytes = made.count * made.bytes;
    // Around L2: what is read comes from memory, and L2 holds no more of it than before. How fast memory takes what is written
    // around L2 is not published.
    const std::uint8_t trait = record.operands[out ? 0 : 1].trait;
    const bool around = trait & (out ? trait_write_around : trait_read_around);
    cost.near = !around && is_near(address, cost.bytes) && !out;
    if (out && around) return cost;
    if (out && numbers_.has_copy_out) {
        cost.known = true;
        cost.cycles = std::max(numbers_.copy_out_issue, static_cast<double>(cost.bytes) / numbers_.copy_out_core_rate);
    } else if (!out && numbers_.has_copy_in) {
        cost.known = true;
        cost.cycles = copy_in(made, address, cost.near);
    }
    return cost;
}

// Whether L2 still holds it: this block has moved no more than its share of L2 since.
bool Copies::is_near(std::uint64_t address, std::int64_t bytes) {
    const auto [found, fresh] = last_.try_emplace({address, bytes}, moved_);
    const bool hit = !fresh && static_cast<double>(moved_ - found->second) <= share_;
    found->second = moved_;
    moved_ += bytes;
    if (last_.size() > enough_) forget();
    return hit;
}

// What was moved too long ago to be found.
void Copies::forget() {
    std::erase_if(last_, [&](const auto& entry) { return static_cast<double>(moved_ - entry.second) > share_; });
    enough_ = std::max<std::size_t>(4096, 2 * last_.size());
}

double Copies::copy_in(const Pieces& made, std::uint64_t address, bool near) const {
    const Numbers& n = numbers_;
    const double rate = near ? std::min(n.copy_in_l2_core_rate, n.copy_in_l2_total_rate / active_)
                             : std::min(n.copy_in_core_rate, n.copy_in_total_rate / active_);
    const auto moved = static_cast<double>(touched(made, static_cast<std::int64_t>(address % 512), static_cast<std::int64_t>(n.copy_in_segment)));
    const auto count = static_cast<double>(made.count);
    return std::max(n.copy_in_issue * count, n.copy_in_start + n.copy_in_burst * count + moved / rate);
}

}  // namespace lanewise::timing
