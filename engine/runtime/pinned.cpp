#include "runtime/pinned.hpp"

#include <atomic>
#include <map>
#include <mutex>

namespace lanewise::runtime {
namespace {

struct PinnedPiece {
    std::size_t bytes;
    bool in_streams = false;
};

struct PinnedPieces {
    std::mutex lock;
    std::map<const char*, PinnedPiece> pieces;
    std::atomic<bool> any_in_streams = false;  // programs without asynchronous copies pay for no lock

    PinnedPiece* around(const void* address) {
        const auto* at = static_cast<const char*>(address);
        const auto next = pieces.upper_bound(at);
        if (next == pieces.begin()) return nullptr;
        auto& [first, piece] = *std::prev(next);
        return at < first + piece.bytes ? &piece : nullptr;
    }
};

PinnedPieces& pinned() {
    static auto& all = *new PinnedPieces();
    return all;
}

}  // namespace

void add_pinned(void* place, std::size_t size) {
    std::lock_guard guard(pinned().lock);
    pinned().pieces[static_cast<const char*>(place)] = {size};
}

std::size_t pinned_size(void* place) {
    std::lock_guard guard(pinned().lock);
    const auto found = pinned().pieces.find(static_cast<const char*>(place));
    return found == pinned().pieces.end() ? 0 : found->second.bytes;
}

void remove_pinned(void* place) {
    std::lock_guard guard(pinned().lock);
    pinned().pieces.erase(static_cast<const char*>(place));
}

void goes_in_stream(const void* address) {
    std::lock_guard guard(pinned().lock);
    PinnedPiece* piece = pinned().around(address);
    if (!piece) return;
    piece->in_streams = true;
    pinned().any_in_streams.store(true, std::memory_order_relaxed);
}

bool is_in_streams(const void* address) {
    if (!pinned().any_in_streams.load(std::memory_order_relaxed)) return false;
    std::lock_guard guard(pinned().lock);
    const PinnedPiece* piece = pinned().around(address);
    return piece && piece->in_streams;
}

}  // namespace lanewise::runtime
