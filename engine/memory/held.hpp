// Which bytes of UB somebody holds: buffers of pipes and pools, tensors of allocators and at addresses, arrays. Kept whether or not anybody listens, as a
// tensor that is outgrown may do so where nothing else lies.
#pragma once

#include <cstdint>
#include <vector>

#include "lanewise/generated/opcodes.hpp"

namespace lanewise {

class Held {
  public:
    void clear() { spans_.clear(); }

    // A step of a lifetime (isa/ascend/lifetime.py). Who gets bytes takes them from whoever had them.
    void step(Opcode op, std::uint64_t first, std::uint64_t bytes) {
        const std::uint64_t end = first + bytes;
        std::erase_if(spans_, [&](const Span& one) { return one.first < end && first < one.end; });
        if (op == Opcode::init_buffer_ || op == Opcode::local_mem_alloc_ || op == Opcode::ub_array_ || op == Opcode::local_tensor_auto_)
            spans_.push_back({first, end});
    }

    // A tensor at an address of the program's own choice. Inside what somebody was given it is one more view of that; else it
    // holds its bytes until others are placed there.
    void place(std::uint64_t first, std::uint64_t bytes) {
        const std::uint64_t end = first + bytes;
        for (const Span& one : spans_)
            if (one.first <= first && end <= one.end && (!one.placed || (one.first == first && one.end == end))) return;
        std::erase_if(spans_, [&](const Span& one) { return one.placed && one.first < end && first < one.end; });
        if (bytes) spans_.push_back({first, end, true});
    }

    // Whether the bytes first..end-1 belong to the holder of `address` or to nobody.
    bool by_nobody_else(std::uint64_t address, std::uint64_t first, std::uint64_t end) const {
        for (const Span& one : spans_)
            if (one.first < end && first < one.end && !(one.first <= address && address < one.end)) return false;
        return true;
    }

  private:
    struct Span {
        std::uint64_t first, end;
        bool placed = false;
    };
    std::vector<Span> spans_;
};

}  // namespace lanewise
