// A lock for what takes some dozens of instructions, and is taken at every copy: blocks seldom want the same one at once.
#pragma once

#include <atomic>
#include <thread>

namespace lanewise::check {

class ShortLock {
  public:
    void lock() {
        while (taken_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
    }
    void unlock() { taken_.clear(std::memory_order_release); }

  private:
    std::atomic_flag taken_;
};

}  // namespace lanewise::check
