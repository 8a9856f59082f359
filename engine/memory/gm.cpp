#include "memory/gm.hpp"

#include <algorithm>

namespace lanewise {

void Gm::add(std::uint64_t address, std::uint64_t size, std::uint64_t total, std::uint8_t* host, std::string name) {
    Buffer buffer{address, size, total, host, static_cast<std::uint32_t>(buffers_.size()), std::move(name)};
    auto at = std::upper_bound(buffers_.begin(), buffers_.end(), address,
                               [](std::uint64_t a, const Buffer& b) { return a < b.address; });
    buffers_.insert(at, buffer);
}

const Buffer* Gm::find(std::uint64_t address) const {
    auto at = std::upper_bound(buffers_.begin(), buffers_.end(), address,
                               [](std::uint64_t a, const Buffer& b) { return a < b.address; });
    if (at == buffers_.begin()) return nullptr;
    --at;
    return address < at->address + at->total ? &*at : nullptr;
}

void Gm::note(const Overrun& overrun) {
    constexpr std::size_t kept = 1000;
    std::lock_guard guard(lock_);
    if (overruns_.size() < kept) overruns_.push_back(overrun);
}

std::vector<Overrun> Gm::overruns() const {
    std::lock_guard guard(lock_);
    return overruns_;
}

}  // namespace lanewise
