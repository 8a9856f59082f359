#include "runtime/aside.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <utility>

#include "runtime/mapped.hpp"

namespace lanewise::runtime {
namespace {

constexpr std::size_t most_bytes = 64u << 20, most = 64;

struct Aside {
    std::mutex lock;
    std::deque<std::pair<void*, std::size_t>> pieces;
    std::size_t bytes = 0;
    std::atomic<std::size_t> count = 0;  // programs that freed nothing pay for no lock
};

Aside& aside() {
    static auto& all = *new Aside();
    return all;
}

}  // namespace

void set_aside(void* address, std::size_t total) {
    Aside& all = aside();
    std::lock_guard guard(all.lock);
    all.pieces.emplace_back(address, total);
    for (all.bytes += total; all.bytes > most_bytes || all.pieces.size() > most; all.pieces.pop_front()) {
        all.bytes -= all.pieces.front().second;
        unmap_memory(all.pieces.front().first, all.pieces.front().second);
    }
    all.count.store(all.pieces.size(), std::memory_order_relaxed);
}

bool is_aside(std::uint64_t address) {
    Aside& all = aside();
    if (!all.count.load(std::memory_order_relaxed)) return false;
    std::lock_guard guard(all.lock);
    return std::any_of(all.pieces.begin(), all.pieces.end(), [&](const auto& piece) {
        return address - reinterpret_cast<std::uint64_t>(piece.first) < piece.second;
    });
}

}  // namespace lanewise::runtime
