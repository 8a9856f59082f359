// Bytes on their way from one who writes to one who reads, in order, and never more than fit. Each may be on a thread of its own:
// what one has done is seen by the other when it is shown, which costs more than doing it, and is done for many at once.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <mutex>

#include "threads/queue.hpp"

namespace lanewise::threads {

constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max() / 4;

struct Link;
// To be shown when who has changed it waits, or has changed much (schedule.cpp).
void show_later(Link& link, bool writer);

struct Link {
    std::uint64_t capacity = 0;
    std::uint64_t most = 0;          // that it held, as its writer saw it
    std::atomic<bool> ended{false};  // nothing more will come

    // Of the end that reads.
    std::uint64_t filled() const { return shown_.load(std::memory_order_acquire) - read_; }
    void peek(void* to, std::uint64_t bytes) const { data_.peek(to, bytes); }
    void drop(std::uint64_t bytes) {
        data_.drop(bytes);
        read_ += bytes;
        if (packets_.load(std::memory_order_relaxed)) {
            const std::lock_guard guard(lock_);
            while (!lasts_.empty() && lasts_.front() <= read_) lasts_.pop_front();
            packets_.store(lasts_.size(), std::memory_order_relaxed);
        }
        show_later(*this, false);
    }
    void pop(void* to, std::uint64_t bytes) {
        peek(to, bytes);
        drop(bytes);
    }
    // Taken, but its room not given back.
    void hold(void* to, std::uint64_t bytes) {
        held_ += bytes;
        pop(to, bytes);
    }
    void give_back(std::uint64_t bytes) {
        held_ -= bytes;
        show_later(*this, false);
    }
    // Bytes up to the end of the next packet; 0: its end is not there yet.
    std::uint64_t packet() const {
        const std::lock_guard guard(lock_);
        return lasts_.empty() || lasts_.front() - read_ > filled() ? 0 : lasts_.front() - read_;
    }
    bool ends_with(std::uint64_t bytes) const {
        const std::lock_guard guard(lock_);
        return std::binary_search(lasts_.begin(), lasts_.end(), read_ + bytes);
    }
    void show_read() { freed_.store(read_ - held_, std::memory_order_release); }
    std::uint64_t unshown_read() const { return read_ - held_ - freed_.load(std::memory_order_relaxed); }

    // Of the end that writes.
    std::uint64_t room() const {
        const std::uint64_t used = written_ + reserved_ - freed_.load(std::memory_order_acquire);
        return used < capacity ? capacity - used : 0;
    }
    void push(const void* from, std::uint64_t bytes) {
        data_.put(from, bytes);
        written_ += bytes;
        most = std::max(most, written_ - freed_.load(std::memory_order_acquire));
        show_later(*this, true);
    }
    // What was written last ends a packet. It has not been shown yet.
    void end_packet() {
        const std::lock_guard guard(lock_);
        if (lasts_.empty() || lasts_.back() != written_) lasts_.push_back(written_);
        packets_.store(lasts_.size(), std::memory_order_relaxed);
    }
    void reserve(std::uint64_t bytes) { reserved_ += bytes; }
    void unreserve(std::uint64_t bytes) { reserved_ -= bytes; }
    void show_written() { shown_.store(written_, std::memory_order_release); }
    std::uint64_t unshown_written() const { return written_ - shown_.load(std::memory_order_relaxed); }

    // While all stand still.
    std::uint64_t written() const { return written_; }
    std::uint64_t changes() const { return written_ + read_; }
    std::uint64_t full() const { return written_ + reserved_ - read_ + held_; }

    bool shows_written = false, shows_read = false;  // later: each belongs to its end

  private:
    Queue data_;
    alignas(64) std::uint64_t written_ = 0;
    std::uint64_t reserved_ = 0;  // room of a block that is being filled
    std::atomic<std::uint64_t> shown_{0};
    alignas(64) std::uint64_t read_ = 0;
    std::uint64_t held_ = 0;
    std::atomic<std::uint64_t> freed_{0};
    alignas(64) mutable std::mutex lock_;
    std::deque<std::uint64_t> lasts_;  // where packets end, counted from the first byte ever
    std::atomic<std::size_t> packets_{0};
};

}  // namespace lanewise::threads
