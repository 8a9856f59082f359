// Floats that several blocks add to the same element of GM, in an order that nobody fixes: whether the order decides the sum. What was added is the
// same in every run, so is what this finds.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "check/findings.hpp"
#include "check/gm_shadow.hpp"
#include "check/program.hpp"
#include "lanewise/generated/opcodes.hpp"
#include "memory/gm.hpp"

namespace lanewise::check {

class Sums final : public Shared {
  public:
    // A number of this type, by its bits. after(epoch): whether the addition at hand comes after that one.
    void add(std::uint64_t address, DType type, std::uint32_t bits, const Epoch& here, std::uint64_t place, std::uint16_t opcode,
             const std::function<bool(const Epoch&)>& after);

    // The launch has ended: the same numbers by value and by size, up and down.
    void end(const Launched& launch, const Gm& gm) override;

  private:
    struct Sum {
        std::vector<float> values;
        Epoch last;
        DType type = DType::float_;
        std::uint64_t place = 0;
        std::uint16_t opcode = 0;
        bool any_order = false;
    };

    std::mutex lock_;
    std::unordered_map<std::uint64_t, Sum> sums_;  // by address
    std::size_t kept_ = 0;
};

}  // namespace lanewise::check
