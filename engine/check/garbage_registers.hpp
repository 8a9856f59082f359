// Garbage in registers. They are variables of the program, which may copy them or give their place to others without telling: what is
// known of one holds for as long as its bytes are what the last instruction left there.
#pragma once

#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <vector>

namespace lanewise::check {

class GarbageRegisters {
  public:
    bool empty() const { return known_.empty(); }
    void clear() { known_.clear(); }

    // Which bytes of the register at an address hold garbage; null: none.
    const std::vector<bool>* find(std::uint64_t address) {
        const auto found = known_.find(address);
        if (found == known_.end()) return nullptr;
        const Known& known = found->second;
        if (!std::memcmp(reinterpret_cast<const void*>(address), known.left.data(), known.left.size())) return &known.garbage;
        known_.erase(found);
        return nullptr;
    }

    // An instruction has written the register.
    void put(std::uint64_t address, const std::vector<std::uint8_t>& left, std::vector<bool> garbage) { known_[address] = {left, std::move(garbage)}; }
    void forget(std::uint64_t address) { known_.erase(address); }

  private:
    struct Known {
        std::vector<std::uint8_t> left;
        std::vector<bool> garbage;
    };
    std::unordered_map<std::uint64_t, Known> known_;
};

}  // namespace lanewise::check
