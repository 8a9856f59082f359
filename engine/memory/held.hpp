// Which bytes of UB somebody holds: buffers of pipes and pools, tensors of allocators, arrays. Kept whether or not anybody listens, as a
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

    // Whether the bytes first..end-1 belong to the holder of `address` or to nobody.
    bool by_nobody_else(std::uint64_t address, std::uint64_t first, std::uint64_t end) const {
        for (const Span& one : spans_)
            if (one.first < end && first < one.end && !(one.first <= address && address < one.end)) return false;
        return true;
    }

  private:
    struct Span {
        std::uint64_t first, end;
    };
    std::vector<Span> spans_;
};

}  // namespace lanewise
