// Handlers of signals while code of users runs inside another program. Several guards live at once, in any threads, and end in any
// order: a signal comes here, each guard says whether it is its own, and what is nobody's goes to whoever was there before.
#pragma once

#include <signal.h>

#include <initializer_list>

namespace lanewise::runtime {

// How a thread is asked to leave its code, and how it hears that its time is over. Without a guard nothing comes of them.
constexpr int leave_signal = SIGURG;
int over_time_signal();

// Whose they are: launches, which may be one at a time, and calls of kernels of AI Engines.
enum class Guarding { launches, calls };
// Whether it has dealt with it. One that leaves its code from here does not come back.
using Take = bool (*)(int signal, siginfo_t* info, void* context);

// Until as many ends, signals are heard: crashes, Ctrl-C and the two above.
void begin_hearing(Guarding who, Take take);
void end_hearing(Guarding who);

// Whether anybody heard it before; while somebody hears.
bool was_heard(int signal);
// To whoever was there before.
void hand_on(int signal, siginfo_t* info, void* context);

}  // namespace lanewise::runtime
