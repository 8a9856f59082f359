// Locks between cores and data movers. A call from Python owns its arrays from its first to its last line, so a lock that
// it asks for is free.
#pragma once

inline void acquire(unsigned, int = 0) {}
inline void acquire_equal(unsigned, int = 0) {}
inline void acquire_greater_equal(unsigned, int = 0) {}
inline void release(unsigned, int = 0) {}
