// Values by number, for numbers that come again and again: found in a few instructions, where a map of the library divides and follows pointers.
// What was there once stays there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lanewise::check {

template <class Value>
class Keyed {
  public:
    // Null: the number was never there.
    Value* find(std::uint64_t key) {
        if (slots_.empty()) return nullptr;
        Slot& slot = slots_[place_of(key)];
        return slot.used ? &slot.value : nullptr;
    }
    Value& operator[](std::uint64_t key) {
        if (Value* found = find(key)) return *found;
        if (2 * ++count_ > slots_.size()) grow();
        Slot& slot = slots_[place_of(key)];
        slot.key = key;
        slot.used = true;
        return slot.value;
    }
    void clear() {
        slots_.clear();
        count_ = 0;
    }
    // each(key, value), in no order.
    template <class Each>
    void each(const Each& each) const {
        for (const Slot& slot : slots_)
            if (slot.used) each(slot.key, slot.value);
    }

  private:
    struct Slot {
        std::uint64_t key = 0;
        bool used = false;
        Value value{};
    };

    // Where the number is, or would be: one of them is free, as at most half are used.
    std::size_t place_of(std::uint64_t key) const {
        const std::uint64_t mixed = (key ^ key >> 32) * 0x9E3779B97F4A7C15;
        std::size_t at = static_cast<std::size_t>(mixed >> 32) & (slots_.size() - 1);
        while (slots_[at].used && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
        return at;
    }
    void grow() {
        std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(slots_.empty() ? 16 : 2 * slots_.size()));
        for (Slot& slot : before)
            if (slot.used) slots_[place_of(slot.key)] = std::move(slot);
    }

    std::vector<Slot> slots_;  // a power of two of them
    std::size_t count_ = 0;
};

}  // namespace lanewise::check
