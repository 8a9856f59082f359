// Calls that end the whole process. Programs reach them by these names (the linker's --wrap): inside a kernel, which has no process
// to end, they break a rule; elsewhere findings are handed over first.
#include <pthread.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "machine/fault.hpp"
#include "runtime/checking.hpp"
#include "runtime/launch.hpp"
#include "runtime/report.hpp"
#include "runtime/runtime.hpp"

using namespace lanewise;
using namespace lanewise::runtime;

namespace {

void refuse_in_kernel(const std::string& call) {
    if (running()) stop(Fault("KERNEL-004", {{"case", "exit"}, {"call", call}}));
}

void refuse_in_kernel(const char* name, int status) { refuse_in_kernel(std::string(name) + "(" + std::to_string(status) + ")"); }

}  // namespace

extern "C" {

[[noreturn]] void __wrap_exit(int status) {
    refuse_in_kernel("exit", status);
    std::exit(status);
}

[[noreturn]] void __wrap_quick_exit(int status) {
    refuse_in_kernel("quick_exit", status);
    end_of_program();
    std::quick_exit(status);
}

[[noreturn]] void __wrap__exit(int status) {
    refuse_in_kernel("_exit", status);
    end_of_program();
    _exit(status);
}

[[noreturn]] void __wrap__Exit(int status) {
    refuse_in_kernel("_Exit", status);
    end_of_program();
    _exit(status);
}

[[noreturn]] void __wrap_pthread_exit(void* value) {
    refuse_in_kernel("pthread_exit()");
    pthread_exit(value);
}

}  // extern "C"
