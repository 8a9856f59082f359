#include "timing/copies.hpp"

#include <algorithm>

#include "lanewise/generated/opcodes.hpp"
#include "moves/move.hpp"

namespace lanewise::timing {

namespace {

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
    if (static_cast<Opcode>(record.opcode) == Opcode::lib_fill_) {
        const std::int64_t bytes = payload[0] * element_bytes(record.operands[0].dtype);
        return {1, bytes, bytes};
    }
    moves::Layout layout;
    lay(Move(record, {payload, record.payload_count}), static_cast<Opcode>(record.opcode), layout);
    const moves::Seen found = moves::seen(layout, record.pipe == copy_out_pipe);
    const std::int64_t size = layout.bits / 8;
    if (found.pitch == found.items && found.pieces > 0) return {1, found.pieces * found.items * size, found.items * size};
    return {found.pieces, found.items * size, found.pitch * size};
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
    // An instruction is issued once, however many pieces it has.
    return std::max(n.copy_in_issue, n.copy_in_start + n.copy_in_burst * static_cast<double>(made.count) + moved / rate);
}

}  // namespace lanewise::timing
