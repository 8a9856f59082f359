// Bytes in order between one who writes and one who reads, each perhaps on a thread of its own: pieces of memory, one behind
// the other. Who may read how much is not said here (link.hpp).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lanewise::threads {

class Queue {
  public:
    Queue() : last_(new Piece), first_(last_) {}
    Queue(const Queue&) = delete;
    ~Queue() {
        while (first_) {
            Piece* const next = first_->next;
            delete first_;
            first_ = next;
        }
        delete spare_;
    }

    void put(const void* from, std::uint64_t bytes) {
        const auto* p = static_cast<const std::byte*>(from);
        while (bytes) {
            if (put_at_ == piece_bytes) add();
            const std::uint64_t now = std::min(bytes, piece_bytes - put_at_);
            std::memcpy(last_->data + put_at_, p, now);
            put_at_ += now;
            p += now;
            bytes -= now;
        }
    }
    void peek(void* to, std::uint64_t bytes) const {
        auto* p = static_cast<std::byte*>(to);
        const Piece* piece = first_;
        for (std::uint64_t at = taken_at_; bytes; at = 0) {
            if (const std::uint64_t now = std::min(bytes, piece_bytes - at)) {
                std::memcpy(p, piece->data + at, now);
                p += now;
                bytes -= now;
            }
            if (bytes) piece = piece->next.load(std::memory_order_acquire);
        }
    }
    void drop(std::uint64_t bytes) {
        while (bytes) {
            if (taken_at_ == piece_bytes) step();
            const std::uint64_t now = std::min(bytes, piece_bytes - taken_at_);
            taken_at_ += now;
            bytes -= now;
        }
    }

  private:
    static constexpr std::uint64_t piece_bytes = 1 << 14;
    struct Piece {
        std::atomic<Piece*> next{nullptr};
        std::byte data[piece_bytes];
    };
    void add() {
        Piece* fresh = spare_.exchange(nullptr, std::memory_order_acquire);
        if (!fresh) fresh = new Piece;
        fresh->next.store(nullptr, std::memory_order_relaxed);
        last_->next.store(fresh, std::memory_order_release);
        last_ = fresh;
        put_at_ = 0;
    }
    void step() {
        Piece* const done = first_;
        first_ = done->next.load(std::memory_order_acquire);
        taken_at_ = 0;
        delete spare_.exchange(done, std::memory_order_acq_rel);
    }

    Piece* last_;  // of who writes
    std::uint64_t put_at_ = 0;
    alignas(64) Piece* first_;  // of who reads
    std::uint64_t taken_at_ = 0;
    std::atomic<Piece*> spare_{nullptr};
};

}  // namespace lanewise::threads
