// Who is at the records of a block: its own thread, at every one of them, or another one that saves what there is when the program ends early. A lock that
// costs the first of them two plain stores where the system has a barrier that one thread calls for all (membarrier).
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

namespace lanewise::runtime {

class Desk {
  public:
    // The block's own thread.
    void sit() {
        while (true) {
            taken_.store(true, std::memory_order_relaxed);
            if (called_for_all.load(std::memory_order_relaxed)) std::atomic_signal_fence(std::memory_order_seq_cst);
            else std::atomic_thread_fence(std::memory_order_seq_cst);
            if (!wanted_.load(std::memory_order_acquire)) [[likely]] return;
            taken_.store(false, std::memory_order_release);
            while (wanted_.load(std::memory_order_acquire)) std::this_thread::yield();
        }
    }
    void rise() { taken_.store(false, std::memory_order_release); }

    // Another thread, or its own where it may be seated already. Gives up after so many milliseconds: a thread that crashed in the middle never rises.
    bool ask(int patience, bool own) {
        while (wanted_.exchange(true, std::memory_order_acquire))
            if (!waits(patience)) return false;
        if (!own) barrier_for_all();
        while (taken_.load(std::memory_order_acquire))
            if (!waits(patience)) {
                leave();
                return false;
            }
        return true;
    }
    void leave() { wanted_.store(false, std::memory_order_release); }

    // Before there are threads that sit: from now on who asks calls the barrier for all.
    static void prepare();

  private:
    static bool waits(int& patience) {
        if (!patience--) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return true;
    }
    static void barrier_for_all();
    static std::atomic<bool> called_for_all;

    std::atomic<bool> taken_ = false, wanted_ = false;
};

}  // namespace lanewise::runtime
