#include "forms/overlap.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "machine/fault.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

namespace {

struct LaneReach {
    int bits, size;  // of a lane, and the bytes it touches
    std::int64_t block, repeat;
    std::uint64_t address;

    std::uint64_t at(std::uint64_t r, std::uint32_t lane) const {
        return address + r * repeat + lane / per_block() * block + lane % per_block() * bits / 8;
    }
    std::uint32_t per_block() const { return 8u * block_bytes / static_cast<std::uint32_t>(bits); }
};

}  // namespace

void refuse_overlap(const Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, const Lanes& lanes) {
    const bool contiguous_call = static_cast<Overload>(record.overload) == Overload::COUNT;
    LaneReach touch[max_operands];
    for (int i = 0; i < ins.operand_count; ++i) {
        const Operand& o = record.operands[i];
        const int bits = lane_bits(ins, row.unit ? row.unit : o.dtype);
        touch[i] = {bits, bits < 8 ? 1 : bits / 8, contiguous_call ? block_bytes : std::int64_t{o.block_stride} * block_bytes,
                    contiguous_call ? std::int64_t{lanes.per_repeat} * bits / 8 : std::int64_t{o.repeat_stride} * block_bytes,
                    o.address};
    }
    const std::uint32_t far = std::max(lanes.reach(true), lanes.reach(false));
    for (int i = 0; i < ins.operand_count; ++i)
        if (writes(ins.roles[i]) && touch[i].block == 0 && far > touch[i].per_block())
            return complain(core, Fault("STRIDE-002", {{"op", ins.name}, {"field", std::string(ins.operands[i]) + "_blk_stride"}}));
    auto accumulates = [&](int s, int d) {
        const auto type = static_cast<DType>(row.types[0]);
        return ins.accumulates && s == 2 && record.operands[s].address == record.operands[d].address &&
               (type == DType::half_ || type == DType::int32_ || type == DType::float_) &&
               (touch[s].repeat == 0 || touch[d].repeat == 0);
    };
    std::optional<Fault> inside;  // a repeat: milder unless a later one reads what was written, too
    // Which byte was written by an earlier repeat (1) and is written by this one (2), per target.
    for (int d = 0; d < ins.operand_count; ++d) {
        if (!writes(ins.roles[d])) continue;
        std::vector<std::uint8_t> seen(core.vector_memory().size, 0);
        for (std::uint64_t r = 0; r < lanes.repeats; ++r) {
            const std::uint32_t n = lanes.reach(r + 1 == lanes.repeats);
            auto active = [&](std::uint32_t k) { return lanes.mode == MaskMode::counter || lanes.active(k); };
            for (std::uint32_t k = 0; k < n; ++k)
                if (active(k))
                    for (int b = 0; b < touch[d].size; ++b) seen[touch[d].at(r, k) + b] |= 2;
            for (int s = 0; s < ins.operand_count; ++s) {
                if (s == d || !reads(ins.roles[s])) continue;
                bool same = touch[s].size == touch[d].size, meets = false, earlier = false;
                for (std::uint32_t k = 0; k < n; ++k) {
                    if (!active(k)) continue;
                    const std::uint64_t at = touch[s].at(r, k);
                    same &= at == touch[d].at(r, k);
                    for (int b = 0; b < touch[s].size; ++b) {
                        meets |= seen[at + b] & 2;
                        earlier |= seen[at + b] & 1;
                    }
                }
                if (!same && meets && !inside)
                    inside.emplace(Fault("OVERLAP-001", {{"op", ins.name}, {"first", ins.operands[d]}, {"second", ins.operands[s]}, {"repeat", r}}));
                if (earlier && !accumulates(s, d)) {
                    if (!inside) return complain(core, Fault("OVERLAP-002", {{"op", ins.name}, {"first", ins.operands[d]}, {"second", ins.operands[s]}, {"repeat", r}}));
                    inside->variant = "feeds";
                    return complain(core, *inside);
                }
            }
            for (std::uint32_t k = 0; k < n; ++k)
                if (active(k))
                    for (int b = 0; b < touch[d].size; ++b) seen[touch[d].at(r, k) + b] = 1;
        }
    }
    if (inside) complain(core, *inside);
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
