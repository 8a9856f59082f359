// Streams at any address, through a register that holds one block of them.
#pragma once

#include <iterator>

#include "registers/active.hpp"
#include "registers/reg_load.hpp"

namespace lanewise::lanes::inline LANEWISE_EYE {

// The bytes of an unaligned register; eight more have no use. Loads: the block at `address`, read ahead. Stores: `pending` bytes that end there.
struct Stream {
    enum Use : std::uint64_t { nothing, load, store, store_address, store_counted };
    std::uint8_t block[block_bytes];
    std::uint64_t use, address, pending;

    Stream() = default;
    Stream(const RegisterWalk& walk, int operand) {
        std::memcpy(static_cast<void*>(this), walk.window(operand).read(0, sizeof *this), sizeof *this);
        if (pending > block_bytes) throw Fault("REG-006", {{"op", walk.ins.name}, {"used", "something else"}});
    }
    void put(const RegisterWalk& walk, int operand) const {
        std::memcpy(walk.window(operand).write(0, sizeof *this), this, sizeof *this);
    }
    void become(std::uint64_t what, std::uint64_t where = 0, std::uint64_t bytes = 0) { use = what, address = where, pending = bytes; }
};
static_assert(sizeof(Stream) == 56);

inline const char* form_name(std::uint64_t use) {
    static constexpr const char* names[] = {"nothing", "loads", "stores with a count", "stores with an address register",
                                            "stores that follow Squeeze"};
    return use < std::size(names) ? names[use] : "no such register";
}

inline std::uint64_t block_start(std::uint64_t address) { return address / block_bytes * block_bytes; }

// --- loads ---

inline void reg_load_pre(RegisterWalk& walk) {
    Stream stream;
    const std::uint64_t at = walk.record.operands[1].address, start = block_start(at);
    check_inside(walk.core, walk.ins, walk.ins.operands[1], Space::vector, start, block_bytes, 1);  // read ahead: it may lie after the tensor
    std::memcpy(stream.block, Window::vector(walk.core, start).read(0, block_bytes), block_bytes);
    stream.become(Stream::load, start);
    stream.put(walk, 0);
}

inline void advance(const RegisterWalk& walk, Stream& stream, std::int64_t offset, std::uint8_t* out) {
    const std::uint64_t start = walk.record.operands[2].address + static_cast<std::uint64_t>(offset), head = block_start(start);
    const Window from = walk.reach(2, offset, register_bytes);
    const bool ahead = stream.address == head;
    if (!ahead && (walk.core.strict || walk.core.checked))
        complain(walk.core, Fault("REG-007", {{"op", walk.ins.name}, {"have", stream.address}, {"want", start}}));
    const std::uint64_t known = ahead ? block_bytes - (start - head) : 0;  // bytes that were read ahead
    std::memcpy(out, stream.block + (start - head), known);
    std::memcpy(out + known, from.read(static_cast<std::int64_t>(known), register_bytes - known), register_bytes - known);
    const std::uint64_t tail = block_start(start + register_bytes);
    if (tail + block_bytes <= walk.core.vector_memory().size) std::memcpy(stream.block, Window::vector(walk.core, tail).read(0, block_bytes), block_bytes);
    else std::memset(stream.block, 0, block_bytes);
    stream.become(Stream::load, tail);
}

inline void reg_load_unaligned(RegisterWalk& walk) {
    Stream stream(walk, 1);
    if (stream.use != Stream::load) throw Fault("REG-006", {{"op", walk.ins.name}, {"used", form_name(stream.use)}});
    std::uint8_t out[2 * register_bytes];
    advance(walk, stream, 0, out);
    if (walk.twice(0)) advance(walk, stream, walk.params[0], out + register_bytes);
    walk.put(0, out);
    stream.put(walk, 1);
}

// --- stores ---

inline void flush(const RegisterWalk& walk, const Stream& stream) {
    if (!stream.pending) return;
    const std::uint64_t start = stream.address - stream.pending;
    const Window to = walk.reach(0, static_cast<std::int64_t>(start - walk.record.operands[0].address), static_cast<std::int64_t>(stream.pending));
    std::memcpy(to.write(0, stream.pending), stream.block, stream.pending);
}

[[noreturn]] inline void refuse_form(const RegisterWalk& walk, const Stream& stream, std::uint64_t form) {
    throw Fault("REG-005", {{"op", walk.ins.name}, {"used", form_name(stream.use)}, {"form", form_name(form)}});
}
[[noreturn]] inline void refuse_jump(const RegisterWalk& walk, const Stream& stream, std::uint64_t at) {
    throw Fault("REG-008", {{"op", walk.ins.name}, {"count", stream.pending}, {"have", stream.address}, {"want", at}});
}

// Full blocks go to memory, the rest waits.
inline void append(const RegisterWalk& walk, Stream& stream, std::uint64_t form, std::uint64_t at, const std::uint8_t* data, std::size_t length) {
    const std::uint64_t base = walk.record.operands[0].address;
    bool leaves = false;
    if (stream.pending) {
        if (stream.use != form) refuse_form(walk, stream, form);
        leaves = stream.address != at;
        if (leaves && form != Stream::store_address) refuse_jump(walk, stream, at);
    }
    const Stream left = stream;
    if (leaves || !stream.pending) stream.become(form, at);
    std::uint8_t whole[block_bytes + 2 * register_bytes];
    std::memcpy(whole, stream.block, stream.pending);
    std::memcpy(whole + stream.pending, data, length);
    const std::uint64_t start = at - stream.pending, end = at + length;
    const std::size_t full = block_start(end) > start ? block_start(end) - start : 0, rest = end - start - full;
    walk.reach(0, static_cast<std::int64_t>(end - base), 0);
    const Window to = full ? walk.reach(0, static_cast<std::int64_t>(start - base), static_cast<std::int64_t>(full)) : Window();
    if (leaves) flush(walk, left);
    if (full) std::memcpy(to.write(0, full), whole, full);
    std::memset(stream.block, 0, block_bytes);
    std::memcpy(stream.block, whole + full, rest);
    stream.become(form, end, rest);
}

inline void reg_store_unaligned(RegisterWalk& walk) {
    const auto form = static_cast<std::uint64_t>(walk.params[0]);
    const std::int64_t number = walk.params[1];
    const std::uint32_t size = static_cast<std::uint32_t>(walk.size(1)), extent = walk.record.operands[1].extent;
    std::uint64_t at = walk.record.operands[0].address;
    std::size_t length = extent;
    auto squeezed = walk.state.squeezed, ar = walk.state.ar;  // as they are when nothing is refused any more
    if (form == Stream::store) {
        if (number < 0 || number > extent / size) refuse_param(walk, "the number of lanes", number, "0.." + std::to_string(extent / size));
        length = static_cast<std::size_t>(number) * size;
    } else if (form == Stream::store_counted) {
        if (!squeezed) throw Fault("REG-002", {{"op", walk.ins.name}, {"case", "no_squeeze"}});
        length = squeezed - 1;
        at += ar;
        squeezed = 0;
        if (number) ar += length;
    }
    std::uint8_t data[2 * register_bytes];
    walk.lanes(1, data, [&](int lane) { return static_cast<std::size_t>(lane) * size < length; });
    Stream stream(walk, 2);
    append(walk, stream, form, at, data, length);
    stream.put(walk, 2);
    walk.state.squeezed = squeezed;
    walk.state.ar = ar;
}

inline void reg_store_post(RegisterWalk& walk) {
    const auto form = static_cast<std::uint64_t>(walk.params[0]);
    const bool counted = form == Stream::store_counted;
    Stream stream(walk, 1);
    const std::uint64_t at = walk.record.operands[0].address + (counted ? walk.state.ar : 0);
    if (counted && walk.state.squeezed)
        throw Fault("REG-002", {{"op", walk.ins.name}, {"case", "not_stored"}});
    if (stream.use != Stream::nothing && stream.use != form) refuse_form(walk, stream, form);
    if (stream.pending && form != Stream::store_address && stream.address != at) refuse_jump(walk, stream, at);
    flush(walk, stream);
    if (counted) walk.state.compacting = 0;
    stream.become(Stream::nothing);
    std::memset(stream.block, 0, block_bytes);
    stream.put(walk, 1);
}

inline void reg_store_mask_unaligned(RegisterWalk& walk) {
    const std::int64_t width = walk.params[0];
    if (width != 2 && width != 4) refuse_param(walk, "the width of a lane", width, "2 or 4 bytes");
    walk.reach(0, 0, 0, static_cast<int>(block_bytes / width));
    std::uint8_t bits[mask_bytes] = {};
    const int lanes = static_cast<int>(mask_bits / width);
    ActiveLanes(walk, 1, static_cast<int>(width)).each([&](int n) { bits[n >> 3] |= static_cast<std::uint8_t>(1 << (n & 7)); });
    Stream stream(walk, 2);
    append(walk, stream, Stream::store, walk.record.operands[0].address, bits, static_cast<std::size_t>(lanes / 8));
    stream.put(walk, 2);
}

inline void reg_end_of_stream(RegisterWalk& walk) {
    const Stream stream(walk, 0);
    if (stream.pending) throw Fault("REG-004", {{"count", stream.pending}, {"start", stream.address - stream.pending}});
}

}  // namespace lanewise::lanes::inline LANEWISE_EYE
