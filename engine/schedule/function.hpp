// A vector function that happens later than it was called. Its registers are variables of the program, which are others by then: it is
// done on a copy of them, where it finds what the program put there itself.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <unordered_map>
#include <utility>
#include <vector>

#include "isa.hpp"
#include "machine/core.hpp"
#include "machine/lanes.hpp"
#include "stream/register_access.hpp"

namespace lanewise::schedule {

inline constexpr std::uint64_t mask_and_width = mask_bytes + 1;  // a mask register says for which lanes it was made

// each(address, bytes) of the registers that an operand is, with what they say about themselves. Two that share wide elements are also
// used one by one.
template <class Each>
void each_register(const Operand& o, const Each& each) {
    constexpr std::uint64_t of_a_stream = 64;
    switch (static_cast<Space>(o.space)) {
        case Space::reg:
            for (std::uint64_t at = 0; at < o.extent; at += register_bytes) each(o.address + at, register_bytes);
            return;
        case Space::mask: return each(o.address, mask_and_width);
        case Space::unaligned: return each(o.address, of_a_stream);
        default: return;
    }
}

// What stands in a vector register until the function happens, and in a mask register that was made from one: a number, so that a copy which
// the program makes is known for one. As elements of a register it is numbers below 16, which are good indices.
using Tag = std::uint32_t;  // 0: none

inline constexpr std::uint64_t tag_bytes = 64;  // of a register; the rest is zeros
constexpr std::uint64_t tagged_mask[3] = {0x6B73616D20666F20, 0x7461682073692061, 0x206574616C206E6F};  // behind the number

inline void put_tag(std::uint8_t* to, std::uint64_t bytes, Tag tag) {
    std::uint64_t words[tag_bytes / sizeof(std::uint64_t)];
    if (bytes != register_bytes) {
        words[0] = tag;
        std::memcpy(words + 1, tagged_mask, sizeof tagged_mask);
        std::memcpy(to, words, mask_bytes);
        return;
    }
    static_assert(std::endian::native == std::endian::little);
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i) words[i] = tag >> 4 * i & 15;
    std::memcpy(to, words, sizeof words);
    std::memset(to + tag_bytes, 0, register_bytes - tag_bytes);
}

inline Tag tag_in(const std::uint8_t* from, std::uint64_t bytes) {
    Tag tag = 0;
    if (bytes != register_bytes) {
        if (std::memcmp(from + sizeof(std::uint64_t), tagged_mask, sizeof tagged_mask) == 0) std::memcpy(&tag, from, sizeof tag);
        return tag;
    }
    for (int i = 0; i < register_bytes; ++i) {
        if (from[i] > 15 || (from[i] && (i % 8 || i >= static_cast<int>(tag_bytes)))) return 0;
        if (i % 8 == 0 && from[i]) tag |= static_cast<Tag>(from[i]) << i / 2;
    }
    return tag;
}

// Whether so many bytes are the same.
template <std::size_t bytes>
bool same(const void* one, const void* other) {
    std::uint64_t a[bytes / sizeof(std::uint64_t)], b[bytes / sizeof(std::uint64_t)], differ = 0;
    std::memcpy(a, one, sizeof a);
    std::memcpy(b, other, sizeof b);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < std::size(a); ++i) differ |= a[i] ^ b[i];
    return !differ;
}

// A register that was written. Numbers stand in them in that order, from 1.
struct Made {
    std::uint64_t at, bytes;
};

// An instruction that is as usual in everything: no record is needed. Registers are numbers of the function's; a load has no mask and no sources.
// A store keeps its source where others keep their target; so does an instruction that sets the lowest lanes of a mask keep that mask.
struct Short {
    enum Kind : std::uint8_t { lanes, load, store, lowest };

    Kind kind;
    std::uint16_t mask = 0, registers[shape_operands] = {};  // those that the plan has none of are the target
    std::uint32_t plan = 0;                                  // among the function's
    std::uint32_t bytes = 0;                                 // that are stored
    std::uint64_t scalar = 0, address = 0;                   // scalar: or how many lanes
};

// What a function does, in order. One of: an instruction, a barrier behind stores, bytes that the program has put into a register
// itself, a copy that it has made of one.
struct Step {
    Step() = default;
    Step(const Record& record, std::uint64_t place, const RegisterAccess& access, std::size_t payload)
        : record(record), place(place), access(access), payload(static_cast<std::uint32_t>(payload)) {}

    Record record{};
    std::uint64_t place = 0;
    RegisterAccess access = {};
    std::uint32_t payload = 0, made = 0;  // where its parameters are in those of the function, and how many registers it writes
    bool lands = false;
    std::uint64_t at = 0;
    std::vector<std::uint8_t> put = {};
    Tag copied = 0;

    bool instruction() const { return !lands && !at; }
};

using Values = std::unordered_map<Tag, std::vector<std::uint8_t>>;

struct Function {
    State state;  // as the scalar unit had set it, and as vector instructions had left it
    std::vector<std::int32_t> order = {};  // what comes after what: a step, or below 0 (~) a short one
    std::vector<Step> steps = {};
    std::vector<Short> shorts = {};
    std::vector<CallPlan> plans = {};
    std::vector<std::int64_t> payloads = {};
    std::vector<Made> makes = {};  // by steps with a record; a short one makes its first register
    std::vector<std::pair<std::uint64_t, std::uint64_t>> registers = {};  // that it uses: where, and how many bytes at most
    Tag tags = 0;
    Values copied = {};  // what the program has made copies of; known when the function happens

    // How long its lists are, or will be.
    struct Sizes {
        std::size_t order, steps, shorts, payloads, makes;
    };
    Sizes sizes() const { return {order.size(), steps.size(), shorts.size(), payloads.size(), makes.size()}; }
    void expect(const Sizes& sizes) {
        order.reserve(sizes.order);
        steps.reserve(sizes.steps);
        shorts.reserve(sizes.shorts);
        payloads.reserve(sizes.payloads);
        makes.reserve(sizes.makes);
    }

    void add(Step&& step) {
        order.push_back(static_cast<std::int32_t>(steps.size()));
        steps.push_back(std::move(step));
    }
    void add(const Short& one) {
        order.push_back(~static_cast<std::int32_t>(shorts.size()));
        shorts.push_back(one);
    }
    std::uint32_t plan(const CallPlan& plan) {
        for (std::size_t i = 0; i < plans.size(); ++i)
            if (plans[i].shape == plan.shape) return static_cast<std::uint32_t>(i);
        plans.push_back(plan);
        return static_cast<std::uint32_t>(plans.size() - 1);
    }
};

// What registers hold since the last instruction: where they hold something else the program has changed it. Each has a number, the same
// one as among those of the function.
class Left {
  public:
    std::size_t number_of(std::uint64_t at, Function& function) {
        std::uint16_t& likely = recent_[at / 32 % recent_.size()];
        if (likely < known_.size() && known_[likely].at == at) return likely;
        for (std::size_t i = 0; i < known_.size(); ++i)
            if (known_[i].at == at) return likely = static_cast<std::uint16_t>(i);
        known_.push_back({at, 0, 0, {}});
        function.registers.emplace_back(at, 0);
        return likely = static_cast<std::uint16_t>(known_.size() - 1);
    }
    // Whether a register is as it was left.
    bool holds(std::size_t number, std::uint64_t bytes) const { return known_[number].bytes == bytes && known_[number].holds(); }
    // `tagged`: a number stands in it.
    void note(std::size_t number, std::uint64_t bytes, bool tagged, Function& function) {
        Known& known = known_[number];
        known.bytes = bytes;
        known.compared = tagged && bytes == register_bytes ? tag_bytes : bytes;
        auto& most = function.registers[number].second;
        most = std::max(most, bytes);
        const void* const now = reinterpret_cast<const void*>(known.at);
        if (known.compared == tag_bytes) std::memcpy(known.held.data(), now, tag_bytes);
        else std::memcpy(known.held.data(), now, known.compared);
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
        std::uint64_t at, bytes, compared;  // 0 until they are noted
        std::array<std::uint8_t, register_bytes> held;

        bool holds() const {
            const void* const now = reinterpret_cast<const void*>(at);
            if (compared == tag_bytes) return same<tag_bytes>(held.data(), now);
            if (compared == mask_and_width) return same<mask_bytes>(held.data(), now) && held[mask_bytes] == static_cast<const std::uint8_t*>(now)[mask_bytes];
            return !std::memcmp(held.data(), now, compared);
        }
    };

    std::array<std::uint16_t, 64> recent_{};  // by address, which to look at first
    std::vector<Known> known_;  // a function has few
};

// The copy of the registers of a function. Those that lie side by side, as two of a pair do, do so here, too.
class Mirror {
  public:
    explicit Mirror(const Function& function) {
        auto registers = function.registers;
        std::sort(registers.begin(), registers.end());
        for (const auto& [start, bytes] : registers)
            if (!parts_.empty() && start <= parts_.back().end) parts_.back().end = std::max(parts_.back().end, start + bytes);
            else parts_.push_back({start, start + bytes, {}, nullptr});
        for (Part& part : parts_) {
            constexpr std::uint64_t aligned = 64;
            part.bytes.resize(part.end - part.start + 2 * aligned);
            const auto first = reinterpret_cast<std::uint64_t>(part.bytes.data());
            part.first = part.bytes.data() + (part.start + aligned - first % aligned) % aligned;  // aligned as the register is
        }
        by_number_.reserve(registers.size());
        for (const auto& [start, bytes] : function.registers) by_number_.push_back(at(start));
    }

    std::uint8_t* operator[](std::size_t number) const { return by_number_[number]; }

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
    std::vector<std::uint8_t*> by_number_;
};

}  // namespace lanewise::schedule
