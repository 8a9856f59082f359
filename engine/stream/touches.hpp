// What the instruction at hand has touched so far. It is told when the instruction is certain not to be refused, behind its record.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "isa.hpp"
#include "stream/listener.hpp"

namespace lanewise {

class Touches {
  public:
    // A mask that several touches share: where it lies in the pool; less than 0: every byte.
    using Mask = std::int64_t;
    static constexpr Mask every_byte = -1;

    // Whether registers are heard, too, and not only memory.
    void hear(bool registers) { registers_ = registers; }
    bool hears(std::uint8_t space) const { return registers_ || in_memory(static_cast<Space>(space)); }

    void clear() {
        touches_.clear();
        masks_.clear();
    }

    // Walks run twice, the first time only to check: what was touched since a mark is forgotten.
    std::size_t mark() const { return touches_.size(); }
    void rewind(std::size_t mark) { touches_.resize(mark); }

    Mask keep(const std::uint8_t* mask, std::uint64_t bytes) {
        const auto at = static_cast<Mask>(masks_.size());
        masks_.insert(masks_.end(), mask, mask + bytes);
        return at;
    }

    void add(std::uint8_t space, std::uint64_t address, std::uint64_t bytes, Mask mask, bool write, bool atomic) {
        if (!bytes || !hears(space)) return;
        if (mask >= 0) {
            const auto* counts = masks_.data() + mask;
            if (std::find_if(counts, counts + bytes, [](std::uint8_t byte) { return byte != 0; }) == counts + bytes) return;
        }
        // Elements one behind the other are one access; a few operands may take turns.
        const std::size_t recent = touches_.size() < turns ? touches_.size() : turns;
        for (std::size_t i = 1; i <= recent && mask < 0; ++i) {
            Touch& last = touches_[touches_.size() - i];
            if (last.address + last.bytes == address && last.mask < 0 && last.space == space && last.write == write &&
                last.atomic == atomic && last.bytes + bytes < most) {
                last.bytes += static_cast<std::uint32_t>(bytes);
                return;
            }
        }
        touches_.push_back({address, mask, static_cast<std::uint32_t>(bytes), space, write, atomic});
    }

    void tell(Listener& listener, const Record& record) const {
        const std::uint64_t place = std::uint64_t{record.file} << 32 | record.line;
        for (const Touch& t : touches_)
            listener.access({t.address, record.sequence, place, t.mask < 0 ? nullptr : masks_.data() + t.mask, t.bytes, record.block,
                             t.space, record.pipe, t.write, t.atomic, false, record.thread});
    }

  private:
    struct Touch {
        std::uint64_t address;
        Mask mask;
        std::uint32_t bytes;
        std::uint8_t space;
        bool write, atomic;
    };
    static constexpr std::size_t turns = 4;
    static constexpr std::uint64_t most = 1u << 31;

    std::vector<Touch> touches_;
    std::vector<std::uint8_t> masks_;
    bool registers_ = false;
};

}  // namespace lanewise
