// A vector function that happens later than it was called. Its registers are variables of the program, which are others by then: it is
// done on a copy of them, where it finds what the program put there itself.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "isa.hpp"
#include "machine/core.hpp"
#include "machine/lanes.hpp"
#include "stream/register_access.hpp"

namespace lanewise::schedule {

// each(address, bytes) of the registers that an operand is, with what they say about themselves. Two that share wide elements are also
// used one by one.
template <class Each>
void each_register(const Operand& o, const Each& each) {
    constexpr std::uint64_t width_of_a_mask = 1, of_a_stream = 64;
    switch (static_cast<Space>(o.space)) {
        case Space::reg:
            for (std::uint64_t at = 0; at < o.extent; at += register_bytes) each(o.address + at, register_bytes);
            return;
        case Space::mask: return each(o.address, mask_bytes + width_of_a_mask);
        case Space::unaligned: return each(o.address, of_a_stream);
        default: return;
    }
}

// What stands in a vector register until the function happens: a number, so that a copy which the program makes is known for one. As
// elements it is zeros and ones, which are good indices.
using Tag = std::uint32_t;  // 0: none

inline void put_tag(std::uint8_t* to, Tag tag) {
    std::memset(to, 0, register_bytes);
    for (int bit = 0; bit < 32; ++bit) to[8 * bit] = tag >> bit & 1;
}

inline Tag tag_in(const std::uint8_t* from) {
    Tag tag = 0;
    for (int i = 0; i < register_bytes; ++i) {
        if (from[i] > 1 || (from[i] && i % 8)) return 0;
        tag |= static_cast<Tag>(from[i]) << i / 8;
    }
    return tag;
}

// What a function does, in order. One of: an instruction, a barrier behind stores, bytes that the program has put into a register
// itself, a copy that it has made of one.
struct Step {
    Record record{};
    std::vector<std::int64_t> payload = {};
    std::uint64_t place = 0;
    RegisterAccess access = {};
    std::vector<std::pair<std::uint64_t, Tag>> makes = {};  // registers that it writes
    bool lands = false;
    std::uint64_t at = 0;
    std::vector<std::uint8_t> put = {};
    Tag copied = 0;

    bool instruction() const { return !lands && !at; }
};

using Values = std::unordered_map<Tag, std::vector<std::uint8_t>>;

struct Function {
    State state;  // as the scalar unit had set it, and as vector instructions had left it
    std::vector<Step> steps;
    Tag tags = 0;
    Values copied;  // what the program has made copies of; known when the function happens
};

// What registers hold since the last instruction: where they hold something else the program has changed it.
class Left {
  public:
    // Tells of each register of a call that is not as it was left: changed(address, bytes).
    template <class Changed>
    void compare(const Record& record, int operands, const Changed& changed) const {
        for (int i = 0; i < operands; ++i)
            each_register(record.operands[i], [&](std::uint64_t at, std::uint64_t bytes) {
                const auto found = known_.find(at);
                if (found == known_.end() || found->second.size() != bytes || std::memcmp(found->second.data(), reinterpret_cast<const void*>(at), bytes))
                    changed(at, bytes);
            });
    }
    void note(const Record& record, int operands) {
        for (int i = 0; i < operands; ++i)
            each_register(record.operands[i], [&](std::uint64_t at, std::uint64_t bytes) {
                const auto* from = reinterpret_cast<const std::uint8_t*>(at);
                known_[at].assign(from, from + bytes);
            });
    }
    // Every register that is as it was left.
    template <class Each>
    void untouched(const Each& each) const {
        for (const auto& [at, bytes] : known_)
            if (!std::memcmp(bytes.data(), reinterpret_cast<const void*>(at), bytes.size())) each(at, bytes.size());
    }
    void clear() { known_.clear(); }

  private:
    std::unordered_map<std::uint64_t, std::vector<std::uint8_t>> known_;
};

// The copy of the registers of a function. Those that lie side by side, as two of a pair do, do so here, too.
class Mirror {
  public:
    explicit Mirror(const Function& function) {
        std::map<std::uint64_t, std::uint64_t> ends;  // by start
        for (const Step& step : function.steps)
            for (const Operand& o : step.record.operands)
                each_register(o, [&](std::uint64_t at, std::uint64_t bytes) { ends[at] = std::max(ends[at], at + bytes); });
        for (const auto& [start, end] : ends)
            if (!parts_.empty() && start <= parts_.back().end) parts_.back().end = std::max(parts_.back().end, end);
            else parts_.push_back({start, end, {}, nullptr});
        for (Part& part : parts_) {
            constexpr std::uint64_t aligned = 64;
            part.bytes.resize(part.end - part.start + 2 * aligned);
            const auto first = reinterpret_cast<std::uint64_t>(part.bytes.data());
            part.first = part.bytes.data() + (part.start + aligned - first % aligned) % aligned;  // aligned as the register is
        }
    }

    std::uint8_t* at(std::uint64_t address) const {
        const auto next = std::upper_bound(parts_.begin(), parts_.end(), address, [](std::uint64_t a, const Part& part) { return a < part.start; });
        const Part& part = *std::prev(next);
        return part.first + (address - part.start);
    }

  private:
    struct Part {
        std::uint64_t start, end;
        std::vector<std::uint8_t> bytes;
        std::uint8_t* first;
    };
    std::vector<Part> parts_;
};

}  // namespace lanewise::schedule
