#include "runtime/quarantine.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>

namespace lanewise::runtime {
namespace {

constexpr std::size_t most_bytes = 64u << 20, most_pieces = 64;

struct Piece {
    void* address;
    std::size_t bytes;
    void (*give_back)(void*, std::size_t);
};

struct Aside {
    std::mutex lock;
    std::deque<Piece> pieces;
    std::size_t bytes = 0;
    std::atomic<std::size_t> count = 0;  // programs that freed nothing pay for no lock
};

Aside& aside() {
    static auto& all = *new Aside();
    return all;
}

}  // namespace

void set_aside(void* address, std::size_t total, void (*give_back)(void*, std::size_t)) {
    Aside& all = aside();
    std::lock_guard guard(all.lock);
    all.pieces.push_back({address, total, give_back});
    for (all.bytes += total; all.bytes > most_bytes || all.pieces.size() > most_pieces; all.pieces.pop_front()) {
        const Piece& oldest = all.pieces.front();
        all.bytes -= oldest.bytes;
        oldest.give_back(oldest.address, oldest.bytes);
    }
    all.count.store(all.pieces.size(), std::memory_order_relaxed);
}

bool is_aside(std::uint64_t address) {
    Aside& all = aside();
    if (!all.count.load(std::memory_order_relaxed)) return false;
    std::lock_guard guard(all.lock);
    return std::any_of(all.pieces.begin(), all.pieces.end(), [&](const Piece& piece) {
        return address - reinterpret_cast<std::uint64_t>(piece.address) < piece.bytes;
    });
}

}  // namespace lanewise::runtime
