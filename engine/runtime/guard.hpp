// A user's code inside another program, say Python: what would end the process, or never end, ends the call instead.
#pragma once

#include <functional>

#include "runtime/crash.hpp"

namespace lanewise::runtime {

// While one lives, crashes of guarded code are caught, and Ctrl-C and a time limit end it. One at a time.
class Guard {
  public:
    // `code` is any function of the user's module; no limit: 0 seconds.
    Guard(const void* code, double seconds);
    ~Guard();
    Guard(const Guard&) = delete;
};

// Runs it on this thread. How it was ended, or a Crash without signal when it came to its end. An exception that it lets out is
// one that nobody catches: the C++ library aborts where it was thrown, which is a crash like others.
Crash guarded(const std::function<void()>& body);

// Ends the guarded code of this thread as if it had come to its end. It does not unwind: exceptions must not pass through code
// that may be compiled with another C++ library than this one. So the caller holds no lock.
[[noreturn]] void leave_guarded();

// Whether Ctrl-C came since a guard was last made; once asked, it is forgotten.
bool interrupted();

// Words for what guarded code was ended by.
Fault ending_fault(const Crash& crash, const Block* block);

}  // namespace lanewise::runtime
