#include "memory/gm.hpp"

#include <algorithm>

namespace lanewise {

namespace {

// The first buffer behind an address.
auto behind(const std::vector<Buffer>& buffers, std::uint64_t address) {
    return std::upper_bound(buffers.begin(), buffers.end(), address, [](std::uint64_t a, const Buffer& b) { return a < b.address; });
}

}  // namespace

void Gm::add(std::uint64_t address, std::uint64_t size, std::uint64_t spare, std::uint64_t total, std::uint8_t* host, std::string name) {
    std::unique_lock guard(lock_);
    first_ = std::min(first_.load(), address);
    end_ = std::max(end_.load(), address + total);
    names_.push_back(std::move(name));
    buffers_.insert(behind(buffers_, address), {address, size, spare, total, host, added_++, names_.back().c_str()});
}

bool Gm::remove(std::uint64_t address) {
    std::unique_lock guard(lock_);
    const auto at = behind(buffers_, address);
    if (at == buffers_.begin() || (at - 1)->address != address) return false;
    constexpr std::size_t kept = 64;
    removed_.push_back(*(at - 1));
    if (removed_.size() > kept) removed_.pop_front();
    buffers_.erase(at - 1);
    return true;
}

std::string Gm::instead(std::uint64_t address) const {
    constexpr std::uint64_t null = 4096;  // and what lies close behind it
    if (address < null) return "as it has no global buffer: give it one, from a kernel argument, first";
    std::shared_lock guard(lock_);
    for (auto at = removed_.rbegin(); at != removed_.rend(); ++at)
        if (address >= at->address && address < at->address + at->total) return std::string("which belonged to ") + at->name + ", freed since";
    return "which belongs to no buffer of the device; memory of the host has to be copied there first";
}

bool Gm::look_up(std::uint64_t address, Buffer& found) const {
    std::shared_lock guard(lock_);
    const auto at = behind(buffers_, address);
    if (at == buffers_.begin() || address >= (at - 1)->address + (at - 1)->total) return false;
    found = *(at - 1);
    return true;
}

std::vector<Buffer> Gm::all() const {
    std::shared_lock guard(lock_);
    return buffers_;
}

void Gm::note(const Overrun& overrun) {
    constexpr std::size_t kept = 1000;
    std::unique_lock guard(lock_);
    if (overruns_.size() < kept) overruns_.push_back(overrun);
}

std::vector<Overrun> Gm::overruns() const {
    std::shared_lock guard(lock_);
    return overruns_;
}

}  // namespace lanewise
