#include "memory/gm.hpp"

#include <algorithm>

namespace lanewise {

namespace {

// The first buffer behind an address.
auto behind(const std::vector<Buffer>& buffers, std::uint64_t address) {
    return std::upper_bound(buffers.begin(), buffers.end(), address, [](std::uint64_t a, const Buffer& b) { return a < b.address; });
}

// What a thread found last. Most accesses go where the one before went, and two that look at once would write to one lock.
struct Found {
    std::uint64_t version;      // of the list that it was found in
    std::uint64_t first, size;  // of the buffer, or of the gap between two
    bool is_buffer;
    Buffer buffer;
};
constinit thread_local Found last{};

// Buffers point to their names, so these stay where they are; that of a buffer which nobody remembers makes room for another.
const std::string nobodys(1, '\0');

}  // namespace

void Gm::changed() {
    static std::atomic<std::uint64_t> versions = 0;
    version_ = ++versions;
}

void Gm::add(std::uint64_t address, std::uint64_t size, std::uint64_t spare, std::uint64_t total, std::uint8_t* host, std::string name) {
    std::unique_lock guard(lock_);
    changed();
    first_ = std::min(first_.load(), address);
    end_ = std::max(end_.load(), address + total);
    auto place = std::find(names_.begin(), names_.end(), nobodys);
    if (place == names_.end()) place = names_.emplace(place);
    *place = std::move(name);
    buffers_.insert(behind(buffers_, address), {address, size, spare, total, host, added_++, place->c_str()});
}

bool Gm::remove(std::uint64_t address) {
    std::unique_lock guard(lock_);
    const auto at = behind(buffers_, address);
    if (at == buffers_.begin() || (at - 1)->address != address) return false;
    constexpr std::size_t kept = 64;
    removed_.push_back(*(at - 1));
    if (removed_.size() > kept) {
        *std::find_if(names_.begin(), names_.end(), [&](const std::string& n) { return n.c_str() == removed_.front().name; }) = nobodys;
        removed_.pop_front();
    }
    buffers_.erase(at - 1);
    changed();
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
    if (last.version != version_.load(std::memory_order_acquire) || address - last.first >= last.size) {
        std::shared_lock guard(lock_);
        const auto next = behind(buffers_, address);
        const std::uint64_t gap_ends = next == buffers_.end() ? ~0ull : next->address;
        last.version = version_;
        last.is_buffer = false;
        last.first = 0;
        if (next != buffers_.begin()) {
            last.buffer = *(next - 1);
            last.first = last.buffer.address + last.buffer.total;
            last.is_buffer = address < last.first;
        }
        last.size = gap_ends - last.first;
        if (last.is_buffer) last.first = last.buffer.address, last.size = last.buffer.total;
    }
    if (last.is_buffer) found = last.buffer;
    return last.is_buffer;
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
