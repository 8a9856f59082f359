// A vector function that happens later than it was called. Its registers are variables of the program, which are others by then: it is
// done on a copy of them, where it finds what the program put there itself.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
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
    std::uint64_t words[32];
    static_assert(sizeof words == register_bytes && std::endian::native == std::endian::little);
    for (int bit = 0; bit < 32; ++bit) words[bit] = tag >> bit & 1;
    std::memcpy(to, words, sizeof words);
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
    Step() = default;
    Step(const Record& record, std::uint64_t place, const RegisterAccess& access, std::size_t payload, std::size_t makes)
        : record(record), place(place), access(access), payload(static_cast<std::uint32_t>(payload)), makes(static_cast<std::uint32_t>(makes)) {}

    Record record{};
    std::uint64_t place = 0;
    RegisterAccess access = {};
    std::uint32_t payload = 0, makes = 0, made = 0;  // where its parameters are in those of the function, and which registers it writes
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
    std::vector<std::int64_t> payloads = {};
    std::vector<std::pair<std::uint64_t, Tag>> makes = {};
    std::vector<std::pair<std::uint64_t, std::uint64_t>> registers = {};  // that it uses: from where to where
    Tag tags = 0;
    Values copied = {};  // what the program has made copies of; known when the function happens
};

// What registers hold since the last instruction: where they hold something else the program has changed it.
class Left {
  public:
    // Tells of each register of a call that is not as it was left: changed(address, bytes, whether it is met for the first time).
    template <class Changed>
    void compare(const Record& record, int operands, const Changed& changed) const {
        for (int i = 0; i < operands; ++i)
            each_register(record.operands[i], [&](std::uint64_t at, std::uint64_t bytes) {
                const Known* known = find(*this, at);
                const bool same = known && known->bytes == bytes;
                if (!same || !known->holds()) changed(at, bytes, !same);
            });
    }
    void note(const Record& record, int operands) {
        for (int i = 0; i < operands; ++i)
            each_register(record.operands[i], [&](std::uint64_t at, std::uint64_t bytes) {
                Known* known = find(*this, at);
                if (!known) known = &known_.emplace_back();
                known->at = at;
                known->bytes = bytes;
                std::memcpy(known->held.data(), reinterpret_cast<const void*>(at), bytes);
            });
    }
    // Every register that is as it was left.
    template <class Each>
    void untouched(const Each& each) const {
        for (const Known& known : known_)
            if (known.holds()) each(known.at, known.bytes);
    }
    void clear() { known_.clear(); }

  private:
    struct Known {
        std::uint64_t at, bytes;
        std::array<std::uint8_t, register_bytes> held;

        bool holds() const { return !std::memcmp(held.data(), reinterpret_cast<const void*>(at), bytes); }
    };

    template <class Self>
    static auto find(Self& self, std::uint64_t at) -> decltype(self.known_.data()) {
        for (auto& known : self.known_)
            if (known.at == at) return &known;
        return nullptr;
    }

    std::vector<Known> known_;  // a function has few
};

// The copy of the registers of a function. Those that lie side by side, as two of a pair do, do so here, too.
class Mirror {
  public:
    explicit Mirror(const Function& function) {
        auto registers = function.registers;
        std::sort(registers.begin(), registers.end());
        for (const auto& [start, end] : registers)
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
