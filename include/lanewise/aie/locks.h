// Locks between cores and data movers. A call from Python owns its arrays from its first to its last line, so a lock that
// it asks for is free. Where LANEWISE_AIE_STATUS is defined, what a call takes and gives back is counted.
#pragma once

#include "lanewise/aie/status.h"

namespace lanewise::aie {

#ifdef LANEWISE_AIE_STATUS

// Of one call. acquire() takes a lock that the same core gives back; with acquire_equal() and acquire_greater_equal() locks are
// counters, and what is given back may be another one.
struct locks_of_call {
    static constexpr int most = 32;
    struct taken {
        unsigned lock;
        bool held;
        call_stack at;
    } one[most];
    int count = 0;
    bool counters = false, released = false;
    call_stack counted_at;

    taken* find(unsigned lock) {
        for (int i = 0; i < count; ++i)
            if (one[i].lock == lock) return &one[i];
        return nullptr;
    }
    [[gnu::noinline]] void take(unsigned lock) {
        taken* known = find(lock);
        if (!known && count < most) known = &one[count++];
        if (!known) return;
        call_stack here;
        lw_note_stack(&here);
        if (known->held && known->lock == lock) note(happening::taken_twice, 1, here, lock);
        *known = {lock, true, here};
    }
    [[gnu::noinline]] void count_down() {
        if (!counters) lw_note_stack(&counted_at);
        counters = true;
    }
    [[gnu::noinline]] void give_back(unsigned lock) {
        released = true;
        taken* const known = find(lock);
        if (!known) return;  // another core's, or a counter
        call_stack here;
        lw_note_stack(&here);
        if (!known->held) note(happening::given_back_twice, 1, here, lock);
        known->held = false;
    }
    void end() {
        for (int i = 0; i < count; ++i)
            if (one[i].held) note(happening::still_held, 1, one[i].at, one[i].lock);
        if (counters && !released) note(happening::still_held, 1, counted_at);
        count = 0;
        counters = released = false;
    }
};
[[gnu::visibility("hidden")]] inline thread_local locks_of_call locks{};

inline void take_lock(unsigned lock) { locks.take(lock); }
inline void count_lock() { locks.count_down(); }
inline void give_lock(unsigned lock) { locks.give_back(lock); }
inline void begin_locks() { locks = {}; }
inline void end_locks() { locks.end(); }

#else

inline void take_lock(unsigned) {}
inline void count_lock() {}
inline void give_lock(unsigned) {}
inline void begin_locks() {}
inline void end_locks() {}

#endif

}  // namespace lanewise::aie

inline void acquire(unsigned lock, int = 0) { lanewise::aie::take_lock(lock); }
inline void acquire_equal(unsigned, int = 0) { lanewise::aie::count_lock(); }
inline void acquire_greater_equal(unsigned, int = 0) { lanewise::aie::count_lock(); }
inline void release(unsigned lock, int = 0) { lanewise::aie::give_lock(lock); }
