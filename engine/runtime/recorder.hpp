// What the blocks of compiled programs issue, written to the file that LANEWISE_RECORDS names.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "isa.hpp"
#include "lanewise/generated/opcodes.hpp"
#include "trace/accesses.hpp"
#include "trace/trace.hpp"

namespace lanewise::runtime {

struct Block;
struct Launch;

// The records of one block that are not written yet.
struct Recorder {
    Trace trace;
    Accesses accesses;        // kept only where somebody asked for them
    std::atomic_flag busy;    // see Hold

    void begin();
};

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

// Whether blocks keep records: somebody asked for them.
bool recording();
bool recording_accesses();

// One instruction of a block that somebody listens to; `from` is the place of the call in the program.
void issue_recorded(Block& block, Record& record, const std::int64_t* payload, const void* from);

// An event, a barrier or a step of a queue: it moves no data, its record tells what is ordered.
void record_step(Block& block, Opcode op, const std::int64_t* params, std::uint32_t count, const void* from);

// Scalar code of a block reads or writes UB or GM.
void record_scalar(Block& block, Space space, std::uint64_t address, std::size_t bytes, bool write, bool atomic, const void* from);

// The file: a launch that begins, the records of a block so far, and a launch that has ended.
void note_launch(Launch& launch);
void save_records(Block& block);
void note_end(Launch& launch);
// All blocks that still run: the program is about to end early.
void save_all_records();

}  // namespace lanewise::runtime
