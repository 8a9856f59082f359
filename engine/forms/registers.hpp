// Instructions on registers. An operand's address is where its bytes are kept: 256 for a vector register, 512 for two that
// share wide elements; a mask register has 32 and one more that says how wide the lanes are that it was made for, 0: any.
#pragma once

#include <cstring>
#include <span>

#include "machine/core.hpp"
#include "machine/rules.hpp"

namespace lanewise {

inline constexpr int register_bytes = 256, mask_bytes = 32, mask_bits = 256;

class RegisterWalk {
  public:
    RegisterWalk(Core& c, const InstructionInfo& i, const RowInfo& r, const Record& call, std::span<const std::int64_t> p)
        : core(c), ins(i), row(r), record(call), params(p), state(*c.state) {}

    Core& core;
    const InstructionInfo& ins;
    const RowInfo& row;
    const Record& record;
    std::span<const std::int64_t> params;
    State& state;

    std::uint8_t* bytes(int operand) const { return reinterpret_cast<std::uint8_t*>(record.operands[operand].address); }
    bool twice(int operand) const { return record.operands[operand].extent > register_bytes; }
    int size(int operand) const { return dtype_bits[record.operands[operand].dtype] / 8; }
    DType type(int operand) const { return static_cast<DType>(record.operands[operand].dtype); }
    int count(int operand) const { return static_cast<int>(record.operands[operand].extent) / size(operand); }
    bool merges() const { return record.flags & MERGE; }
    // Whether nothing was ever written to a register, or to one of two.
    bool unwritten(int operand) const {
        const std::uint8_t* start = bytes(operand);
        return !std::memcmp(start, lanewise::unwritten, sizeof lanewise::unwritten) ||
               (twice(operand) && !std::memcmp(start + register_bytes, lanewise::unwritten, sizeof lanewise::unwritten));
    }

    // Elements one after the other, also of two registers.
    void lanes(int operand, void* out) const;
    void put(int operand, const void* lanes) const;
    // Active lanes; the others become zero, or stay in a merging call.
    void put_masked(int operand, const void* lanes, int mask) const;

    // Mask bits from one lane of an operand to the next, and whether a mask lets a lane of it take part.
    int pitch(int like) const { return size(like) >> twice(like); }
    bool bit(int mask, int n) const { return bytes(mask)[n >> 3] >> (n & 7) & 1; }
    std::uint8_t& width(int mask) const { return bytes(mask)[mask_bytes]; }
    // Refuses a mask for lanes of another width. `stride`: only every so many-th lane is used; a mask for such lanes will do.
    void fits(int mask, int pitch, int lanes = mask_bits, int stride = 1) const {
        const int made = width(mask);
        if (made && (made < pitch || made > pitch * stride)) mismatched(mask, made, pitch, lanes);
    }

    // UB from `offset` bytes behind an operand's address on, checked.
    std::uint8_t* reach(int operand, std::int64_t offset, std::int64_t size, int align = 1) const {
        const std::uint64_t start = record.operands[operand].address + static_cast<std::uint64_t>(offset);
        check_inside_ub(core, ins, ins.operands[operand], start, static_cast<std::uint64_t>(size), align);
        return core.ub + start;
    }

  private:
    void mismatched(int mask, int made, int pitch, int lanes) const;
};

void run_registers(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, std::span<const std::int64_t> params);

}  // namespace lanewise
