// One strided operand as a walk over bytes: how repeats are read into one piece and written back, and which of their bytes count.
#pragma once

#include <algorithm>
#include <cstring>

#include "access/window.hpp"
#include "machine/lanes.hpp"

namespace lanewise {

// All bits of the bytes of active lanes, none of the others; half a byte counts as its byte.
template <class T>
void expand_mask_as(const Lanes& lanes, std::uint8_t* mask) {
    for (std::uint32_t k = 0; k < lanes.per_repeat; ++k) {
        const T all = static_cast<T>(-static_cast<T>(lanes.active(k)));
        std::memcpy(mask + k * sizeof(T), &all, sizeof(T));
    }
}

inline void expand_mask(const Lanes& lanes, int bits, std::uint8_t* mask) {
    switch (bits) {
        case 8: return expand_mask_as<std::uint8_t>(lanes, mask);
        case 16: return expand_mask_as<std::uint16_t>(lanes, mask);
        case 32: return expand_mask_as<std::uint32_t>(lanes, mask);
        case 64: return expand_mask_as<std::uint64_t>(lanes, mask);
        default:
            for (std::uint32_t k = 0; k < lanes.per_repeat; ++k)
                if (lanes.active(k)) mask[k / 2] = 0xFF;
    }
}

inline namespace LANEWISE_EYE {

class StridedOperand {
  public:
    StridedOperand() = default;
    // Strides in bytes, `bits` of an element; `lanes` outlives the operand.
    StridedOperand(const Window& window, std::int64_t block, std::int64_t repeat, int bits, const Lanes& lanes)
        : block(block), repeat(repeat), bits(bits), window_(window), lanes_(&lanes) {}

    std::int64_t block, repeat;
    int bits;

    std::int64_t bytes(std::int64_t elements) const { return elements * bits / 8; }
    std::uint64_t address() const { return window_.address(); }

    // The first n elements of the operand, when its repeats follow each other without a gap.
    const std::uint8_t* read_all(std::uint64_t n) const { return window_.read(0, static_cast<std::uint64_t>(bytes(static_cast<std::int64_t>(n)))); }
    std::uint8_t* write_all(std::uint64_t n) const { return window_.write(0, static_cast<std::uint64_t>(bytes(static_cast<std::int64_t>(n)))); }

    // Where a repeat starts, for whoever takes and leaves whole blocks of it that nobody hears of.
    std::uint8_t* start_of(std::uint64_t r) const { return window_.write(static_cast<std::int64_t>(r) * repeat, 0); }

    // The first `lanes` elements of a repeat, gathered into one piece; in place where the blocks already touch. Only active ones count.
    const std::uint8_t* load(std::uint64_t r, std::uint32_t lanes, std::uint8_t* buffer) const {
        tell(r, lanes, false);
        const std::uint8_t* start = window_.read(static_cast<std::int64_t>(r) * repeat, 0);
        if (block == block_bytes) return start;
        const std::uint32_t blocks = static_cast<std::uint32_t>((bytes(lanes) + block_bytes - 1) / block_bytes);
        for (std::uint32_t b = 0; b < blocks; ++b) std::memcpy(buffer + b * block_bytes, start + b * block, block_bytes);
        return buffer;
    }

    // The same, where only bytes that `mask` has count: one byte for each of the lanes'.
    const std::uint8_t* load_some(std::uint64_t r, std::uint32_t lanes, std::uint8_t* buffer, const void* mask) const {
        if constexpr (hears) {
            const Lanes all = Lanes::masked(all_ones, 1, lanes);
            StridedOperand one(window_.at(static_cast<std::int64_t>(r) * repeat), block, 0, bits, all);
            one.pattern_ = window_.pattern(static_cast<const std::uint8_t*>(mask), static_cast<std::uint64_t>(bytes(lanes)));
            return one.load(0, lanes, buffer);
        }
        return load(r, lanes, buffer);
    }

    void store(std::uint64_t r, std::uint32_t lanes, const std::uint8_t* data) const {
        tell(r, lanes, true);
        std::uint8_t* start = window_.write(static_cast<std::int64_t>(r) * repeat, 0);
        const auto count = static_cast<std::uint32_t>(bytes(lanes));
        if (block == block_bytes) {
            std::memcpy(start, data, count);
            return;
        }
        for (std::uint32_t at = 0, b = 0; at < count; at += block_bytes, ++b)
            std::memcpy(start + b * block, data + at, count - at < block_bytes ? count - at : block_bytes);
    }

    // Active lanes only: a branch-free blend of new and old bytes, block by block.
    void store_masked(std::uint64_t r, std::uint32_t lanes, const std::uint8_t* data, const std::uint8_t* mask) const {
        using Vector = std::uint64_t __attribute__((vector_size(16)));  // half a block in one register
        tell(r, lanes, true);
        std::uint8_t* start = window_.write(static_cast<std::int64_t>(r) * repeat, 0);
        const std::uint32_t blocks = static_cast<std::uint32_t>((bytes(lanes) + block_bytes - 1) / block_bytes);
        for (std::uint32_t b = 0; b < blocks; ++b)
            for (int half = 0; half < block_bytes; half += sizeof(Vector)) {
                Vector fresh, old, keep;
                std::memcpy(&fresh, data + b * block_bytes + half, sizeof(Vector));
                std::memcpy(&old, start + b * block + half, sizeof(Vector));
                std::memcpy(&keep, mask + b * block_bytes + half, sizeof(Vector));
                old = (fresh & keep) | (old & ~keep);
                std::memcpy(start + b * block + half, &old, sizeof(Vector));
            }
    }

    // How far after its start the operand is touched. With a block stride of 0 the block before the last may end later.
    std::uint64_t last_byte(const Lanes& lanes) const {
        const std::uint32_t per_block = 8 * block_bytes / bits;
        auto end = [&](std::uint32_t reach) -> std::uint64_t {
            const std::uint64_t blocks = (reach - 1) / per_block;
            const std::uint64_t far = blocks * block + static_cast<std::uint64_t>(bytes((reach - 1) % per_block + 1));
            return blocks ? std::max<std::uint64_t>(far, (blocks - 1) * block + block_bytes) : far;
        };
        std::uint64_t far = (lanes.repeats - 1) * repeat + end(lanes.reach(true));
        if (lanes.repeats > 1) far = std::max(far, (lanes.repeats - 2) * repeat + end(lanes.reach(false)));
        return far;
    }

  private:
    // The active ones of the first `lanes` elements of a repeat: in one touch where blocks follow each other, else in one for each.
    void tell([[maybe_unused]] std::uint64_t r, [[maybe_unused]] std::uint32_t lanes, [[maybe_unused]] bool writes) const {
        if constexpr (hears) {
            const auto count = static_cast<std::uint32_t>(bytes(lanes));
            const std::uint32_t most = block == block_bytes ? count : block_bytes;
            const std::int64_t start = static_cast<std::int64_t>(r) * repeat;
            if (!lanes_->prefix() && !expanded_) {
                std::uint8_t mask[max_lanes * 4 + block_bytes] = {};  // offsets of lanes have 4 bytes
                expand_mask(*lanes_, bits, mask);
                pattern_ = window_.pattern(mask, sizeof mask);
                expanded_ = true;
            }
            for (std::uint32_t at = 0, b = 0; at < count; at += most, ++b) {
                const std::uint32_t size = std::min(most, count - at);
                if (writes) window_.write(start + b * block, size, pattern_.from(at));
                else window_.read(start + b * block, size, pattern_.from(at));
            }
        }
    }

    static constexpr int max_lanes = 256;

    Window window_;
    const Lanes* lanes_;
    [[no_unique_address]] mutable Window::Pattern pattern_{};  // one for all repeats, when some lanes do not take part
    mutable bool expanded_ = false;
};

}  // namespace LANEWISE_EYE
}  // namespace lanewise
