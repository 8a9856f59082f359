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

Pieces pieces(const Rules& chip, const Record& record, const std::int64_t* payload) {
    if (static_cast<Opcode>(record.opcode) == Opcode::lib_fill_) {
        const std::int64_t bytes = payload[0] * element_bytes(record.operands[0].dtype);
        return {1, bytes, bytes};
    }
    moves::Layout layout;
    lay(Move(record, {payload, record.payload_count}, chip), static_cast<Opcode>(record.opcode), layout);
    const moves::Seen found = moves::seen(layout, record.pipe == copy_out_pipe);
    const std::int64_t size = layout.bits / 8;
    if (found.pitch == found.items && found.pieces > 0) return {1, found.pieces * found.items * size, found.items * size};
    return {found.pieces, found.items * size, found.pitch * size};
}

CopyCost Copies::of(const Record& record, const std::int64_t* payload) {
    const Pieces made = pieces(chip_, record, payload);
    const bool out = record.pipe == copy_out_pipe;
    const std::uint64_t address = record.operands[out ? 0 : 1].address;
    CopyCost cost;
    cost.bytes = made.count * made.bytes;
    // Around L2: it goes to memory and back, and L2 holds no more of it than before.
    const std::uint8_t trait = record.operands[out ? 0 : 1].trait;
    const bool around = trait & (out ? trait_write_around : trait_read_around);
    const Past past = around ? Past{true, false} : past_of(address, cost.bytes);
    cost.known = out ? numbers_.has_copy_out : numbers_.has_copy_in;
    if (!cost.known) return cost;
    const auto segment = static_cast<std::int64_t>(numbers_.copy_in_segment);
    const std::int64_t moved = out ? cost.bytes : touched(made, static_cast<std::int64_t>(address % 512), segment);
    // Of a read, what comes from the memory behind L2.
    std::int64_t far = around ? moved : 0;
    const bool to_cube = !out && static_cast<Space>(record.operands[0].space) != Space::vector;
    const std::uint32_t active = to_cube ? active_.cubes : active_.vectors;
    if (!out && !around && !past.near) far = first_.fetched(address, moved, past.fresh, active);
    cost.near = !out && !far;
    cost.cycles = out ? copy_out(cost.bytes) : copy_in(made, static_cast<double>(moved - far), static_cast<double>(far), to_cube);
    if (!around && !past.near) {
        far += push_out(cost.bytes);
        if (out) dirty_ += cost.bytes;
    }
    if (numbers_.memory_rate > 0) cost.memory = static_cast<double>(far) * active / numbers_.memory_rate;
    return cost;
}

// L2 takes so many bytes more; returns how many that were written have to leave it for them. Those leave it first: nobody says which
// do, and what a kernel has written it seldom reads again.
std::int64_t Copies::push_out(std::int64_t bytes) {
    const auto room = static_cast<std::int64_t>(share_);
    held_ += bytes;
    const std::int64_t gone = std::min(dirty_, std::max<std::int64_t>(0, held_ - room));
    held_ = std::min(held_, room);
    dirty_ -= gone;
    return gone;
}

// L2 still holds it if this block has moved no more than its share of L2 since.
Copies::Past Copies::past_of(std::uint64_t address, std::int64_t bytes) {
    const auto [found, fresh] = last_.try_emplace({address, bytes}, moved_);
    const bool hit = !fresh && static_cast<double>(moved_ - found->second) <= share_;
    found->second = moved_;
    moved_ += bytes;
    if (last_.size() > enough_) forget();
    return {fresh, hit};
}

// What was moved too long ago to be found.
void Copies::forget() {
    std::erase_if(last_, [&](const auto& entry) { return static_cast<double>(moved_ - entry.second) > share_; });
    enough_ = std::max<std::size_t>(4096, 2 * last_.size());
}

// Into L2, which what comes to it leaves later.
double Copies::copy_out(std::int64_t bytes) const {
    const Numbers& n = numbers_;
    double rate = std::min(n.copy_in_l2_core_rate, n.copy_in_l2_total_rate / active_.vectors);
    if (n.copy_out_core_rate > 0) rate = std::min(rate, n.copy_out_core_rate);
    return std::max(n.copy_out_issue, static_cast<double>(bytes) / rate);
}

double Copies::copy_in(const Pieces& made, double near, double far, bool to_cube) const {
    const Numbers& n = numbers_;
    const bool cube = to_cube && n.cube_in_rate > 0;
    const std::uint32_t active = to_cube ? active_.cubes : active_.vectors;
    const double at_l2 = std::min(cube ? n.cube_in_rate : n.copy_in_l2_core_rate, n.copy_in_l2_total_rate / active);
    const double share = n.copy_in_total_rate / active, at_memory = cube ? share : std::min(n.copy_in_core_rate, share);
    const auto pieces = static_cast<double>(made.count);
    // What comes from memory comes through L2, beside what lies there.
    const double through = (near + far) / at_l2;
    double moving = n.copy_in_burst * pieces + std::max(through, far / at_memory);
    // Rows on their way to fractals are asked for one by one, which is seen where L2 answers.
    if (cube) moving = std::max(moving, n.cube_in_piece * pieces + through);
    // An instruction is issued once, however many pieces it has.
    return std::max(n.copy_in_issue, n.copy_in_start + moving);
}

}  // namespace lanewise::timing
