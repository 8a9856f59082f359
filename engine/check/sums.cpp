#include "check/sums.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <string>

#include "lanewise/shared/narrow.h"

namespace lanewise::check {

namespace {

constexpr std::size_t most_numbers = 1 << 20;  // what comes behind is not looked at

float number_of(DType type, std::uint32_t bits) {
    if (type == DType::half_) return widen<5, 10>(static_cast<std::uint16_t>(bits));
    if (type == DType::bfloat16_) return widen<8, 7>(static_cast<std::uint16_t>(bits));
    return std::bit_cast<float>(bits);
}

float total(DType type, const std::vector<float>& values) {
    float sum = 0;
    for (const float value : values) {
        sum += value;
        if (type == DType::half_) sum = widen<5, 10>(narrow<5, 10>(sum));
        if (type == DType::bfloat16_) sum = widen<8, 7>(narrow<8, 7>(sum));
    }
    return sum;
}

std::string digits(float value) {
    char out[40];
    std::snprintf(out, sizeof out, "%.9g", static_cast<double>(value));
    return out;
}

}  // namespace

void Sums::add(std::uint64_t address, DType type, std::uint32_t bits, const Epoch& here, std::uint64_t place, std::uint16_t opcode,
               const std::function<bool(const Epoch&)>& after) {
    std::lock_guard guard(lock_);
    if (++kept_ > most_numbers) return;
    Sum& sum = sums_[address];
    if (!sum.values.empty() && sum.last.block != here.block && !after(sum.last)) sum.any_order = true;
    sum.values.push_back(number_of(type, bits));
    sum.last = here;
    sum.type = type;
    sum.place = place;
    sum.opcode = opcode;
}

void Sums::end(const Launched& launch, const Gm& gm) {
    std::vector<std::uint64_t> addresses;  // a line is told once, at its first element
    for (const auto& [address, sum] : sums_)
        if (sum.any_order) addresses.push_back(address);
    std::sort(addresses.begin(), addresses.end());
    for (const std::uint64_t address : addresses) {
        Sum& sum = sums_[address];
        if (std::any_of(sum.values.begin(), sum.values.end(), [](float value) { return !std::isfinite(value); })) continue;
        float low = INFINITY, high = -INFINITY;
        for (const bool by_size : {false, true}) {
            std::sort(sum.values.begin(), sum.values.end(), [&](float a, float b) { return by_size && std::fabs(a) != std::fabs(b) ? std::fabs(a) < std::fabs(b) : a < b; });
            for (int way = 0; way < 2; ++way) {
                const float one = total(sum.type, sum.values);
                low = std::min(low, one);
                high = std::max(high, one);
                std::reverse(sum.values.begin(), sum.values.end());
            }
        }
        if (low == high) continue;
        Buffer buffer{};
        const bool found = gm.find(address, buffer);
        launch.program.findings.add({"NUM-005", sum.place, 0,
                      {{"op", name_of(sum.opcode)}, {"buffer", found ? buffer.name : ""},
                       {"first", std::to_string(address - (found ? buffer.address : 0))}, {"count", std::to_string(sum.values.size())},
                       {"low", digits(low)}, {"high", digits(high)}}});
    }
    sums_.clear();
    kept_ = 0;
}

}  // namespace lanewise::check
