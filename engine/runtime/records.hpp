// The records of one block that are not written yet.
#pragma once

#include "lanewise/generated/opcodes.hpp"
#include "machine/core.hpp"
#include "runtime/hold.hpp"
#include "trace/accesses.hpp"
#include "trace/trace.hpp"

namespace lanewise::runtime {

// Held while a record is made or read: when the program ends early, another thread saves what there is.
class Hold {
  public:
    explicit Hold(Desk& desk) : desk_(desk) { desk_.sit(); }
    ~Hold() { desk_.rise(); }
    Hold(const Hold&) = delete;

  private:
    Desk& desk_;
};

// The same by whoever saves them.
class Asked {
  public:
    Asked(Desk& desk, int patience, bool own) : held(desk.ask(patience, own)), desk_(desk) {}
    ~Asked() {
        if (held) desk_.leave();
    }
    Asked(const Asked&) = delete;
    const bool held;

  private:
    Desk& desk_;
};

struct Recorder {
    Trace trace;
    Accesses accesses;        // kept only where somebody asked for them
    Desk busy;                // see Hold
    Record step = step_record(Opcode::pipe_barrier_, 0);  // each step of order changes little of it

    void begin() {
        const Hold hold(busy);
        trace.clear();
        accesses.rows.clear();
    }
};

}  // namespace lanewise::runtime
