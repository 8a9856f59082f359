// Instructions on registers. An operand's address is where its bytes are kept: 256 for a vector register, 512 for two that
// share wide elements; a mask register has 32 and one more that says how wide the lanes are that it was made for, 0: any.
#pragma once

#include <bit>
#include <cstring>
#include <span>

#include "access/window.hpp"
#include "lanes/saturation.hpp"
#include "machine/rules.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

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

    // The bytes of a register.
    Window window(int operand) const { return Window::of(core, record.operands[operand]); }
    bool twice(int operand) const { return record.operands[operand].extent > register_bytes; }
    int size(int operand) const { return dtype_bits[record.operands[operand].dtype] / 8; }
    DType type(int operand) const { return static_cast<DType>(record.operands[operand].dtype); }
    int count(int operand) const { return static_cast<int>(record.operands[operand].extent) >> std::countr_zero(static_cast<unsigned>(size(operand))); }
    // Whether results saturate, by the type of the first operand.
    bool saturates() const { return lanewise::saturates(ins, *core.rules, state.ctrl, row.types[0]); }
    bool merges() const { return record.flags & MERGE; }
    // Whether nothing was ever written to a register, or to one of two.
    bool unwritten(int operand) const {
        const std::uint8_t* start = look(operand);
        return !std::memcmp(start, lanewise::unwritten, sizeof lanewise::unwritten) ||
               (twice(operand) && !std::memcmp(start + register_bytes, lanewise::unwritten, sizeof lanewise::unwritten));
    }

    // Elements one after the other, also of two registers.
    void lanes(int operand, void* out) const {
        window(operand).read(0, extent(operand));
        arrange(operand, out);
    }
    // The same, where only those count for which on(lane) holds.
    template <class On>
    void lanes(int operand, void* out, [[maybe_unused]] On on) const {
        if constexpr (hears) read_lanes(operand, on);
        arrange(operand, out);
    }
    // The same without a copy where they lie so.
    template <class On>
    const std::uint8_t* lanes_in_place(int operand, std::uint8_t* room, On on) const {
        if (!twice(operand)) {
            if constexpr (hears) read_lanes(operand, on);
            return look(operand);
        }
        lanes(operand, room, on);
        return room;
    }
    template <class On>
    void read_lanes(int operand, On on) const {
        touch_lanes(operand, on, [&](const Window& w, std::int64_t at, Window::Pattern pattern) { w.read(at, register_bytes, pattern); });
    }
    void put(int operand, const void* lanes) const {
        window(operand).write(0, extent(operand));
        settle(operand, lanes);
    }
    // Active lanes; the others become zero, or stay in a merging call.
    void put_masked(int operand, const void* lanes, int mask) const { put_masked(operand, lanes, mask, bits(mask)); }

    // A mask that was read, and the same with it.
    using Bits = Words;
    Bits bits(int mask) const {
        Bits words;
        std::memcpy(words.data(), window(mask).read(0, sizeof words), sizeof words);
        return words;
    }
    bool all_on(const Bits& bits, int operand) const;
    void put_masked(int operand, const void* lanes, int mask, const Bits& bits) const;

    // Mask bits from one lane of an operand to the next, and whether a mask lets a lane of it take part.
    int pitch(int like) const { return size(like) >> twice(like); }
    bool bit(int mask, int n) const { return window(mask).read(n >> 3, 1)[0] >> (n & 7) & 1; }
    // on(lane) of an operand for what is told of lanes: whether a mask, which is read elsewhere, lets it take part.
    auto taking_part(int mask, int like) const {
        const std::uint8_t* bits = look(mask);
        const int step = pitch(like);
        return [bits, step](int lane) { return lane * step < mask_bits && bits[lane * step >> 3] >> (lane * step & 7) & 1; };
    }
    // The lanes that a mask register was made for.
    int width(int mask) const { return look(mask)[mask_bytes]; }
    void set_width(int mask, int width) const { window(mask).write(0, 0)[mask_bytes] = static_cast<std::uint8_t>(width); }
    // Refuses a mask for lanes of another width. `stride`: only every so many-th lane is used; a mask for such lanes will do.
    void fits(int mask, int pitch, int lanes = mask_bits, int stride = 1) const {
        const int made = width(mask);
        if (made && (made < pitch || made > pitch * stride)) mismatched(mask, made, pitch, lanes);
    }

    // UB from `offset` bytes behind an operand's address on; `size` bytes of it are checked.
    Window reach(int operand, std::int64_t offset, std::int64_t size, int align = 1) const {
        const std::uint64_t start = record.operands[operand].address + static_cast<std::uint64_t>(offset);
        check_inside(core, ins, ins.operands[operand], Space::vector, start, static_cast<std::uint64_t>(size), align);
        if (leaves(operand, offset, size)) [[unlikely]] outgrows(operand, offset, offset + size);
        return Window::vector(core, start);
    }
    // Whether an access goes past the end of the tensor that its pointer came from. Loads take whole registers, and masks leave out the rest
    // later: a load leaves its tensor where it begins after it.
    bool leaves(int operand, std::int64_t offset, std::int64_t size) const {
        const std::int64_t extent = record.operands[operand].extent;
        return operand == 0 ? offset + size > extent : offset >= extent && size && core.checked;
    }

  private:
    std::uint64_t extent(int operand) const { return twice(operand) ? 2 * register_bytes : register_bytes; }
    // What is known of a register, not what is in it: whether it was ever written, and for which lanes a mask was made.
    const std::uint8_t* look(int operand) const { return window(operand).read(0, 0); }

    // touch(window, start, pattern) for the lanes with on(lane): the lanes of two registers lie in both at the same place.
    template <class On, class Touch>
    void touch_lanes(int operand, On on, Touch touch) const {
        const Window whole = window(operand);
        if (!whole.heard()) return touch(whole, 0, {}), void();
        std::uint8_t mask[register_bytes];
        const int wide = pitch(operand), n = register_bytes / wide;
        int count = 0;
        for (int i = 0; i < n; ++i) {
            const bool counts = on(i);
            count += counts;
            std::memset(mask + i * wide, counts ? 0xFF : 0, static_cast<std::size_t>(wide));
        }
        if (!count) return;
        const Window::Pattern pattern = count == n ? Window::Pattern{} : whole.pattern(mask, sizeof mask);
        touch(whole, 0, pattern);
        if (twice(operand)) touch(whole, register_bytes, pattern);
    }

    void arrange(int operand, void* out) const {
        if (twice(operand)) join(operand, out);
        else std::memcpy(out, look(operand), register_bytes);
    }
    void settle(int operand, const void* lanes) const {
        if (twice(operand)) split(operand, lanes);
        else std::memcpy(window(operand).write(0, 0), lanes, register_bytes);
    }
    void join(int operand, void* out) const;
    void split(int operand, const void* lanes) const;
    void mismatched(int mask, int made, int pitch, int lanes) const;
    void outgrows(int operand, std::int64_t first, std::int64_t end) const;
};

}  // namespace LANEWISE_EYE
}  // namespace lanewise
