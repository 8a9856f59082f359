// The records of one block that are not written yet.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

#include "lanewise/generated/opcodes.hpp"
#include "machine/core.hpp"
#include "trace/accesses.hpp"
#include "trace/trace.hpp"

namespace lanewise::runtime {

// Held while a record is made or read: when the program ends early, another thread saves what there is. A thread that crashed in
// the middle never lets go, so that one gives up after some milliseconds.
class Hold {
  public:
    explicit Hold(std::atomic_flag& flag) : flag_(flag) {
        while (flag_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
    }
    Hold(std::atomic_flag& flag, int patience) : flag_(flag) {
        while (flag_.test_and_set(std::memory_order_acquire)) {
            if (!patience--) {
                held = false;
                return;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    ~Hold() {
        if (held) flag_.clear(std::memory_order_release);
    }
    Hold(const Hold&) = delete;
    bool held = true;

  private:
    std::atomic_flag& flag_;
};

struct Recorder {
    Trace trace;
    Accesses accesses;        // kept only where somebody asked for them
    std::atomic_flag busy;    // see Hold
    Record step = step_record(Opcode::pipe_barrier_, 0);  // each step of order changes little of it

    void begin() {
        const Hold hold(busy);
        trace.clear();
        accesses.rows.clear();
    }
};

}  // namespace lanewise::runtime
