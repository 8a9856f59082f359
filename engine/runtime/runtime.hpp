// What the parts of the runtime library know of each other.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "machine/core.hpp"
#include "machine/fault.hpp"

namespace lanewise::runtime {

// The chip's global memory: buffers that aclrtMalloc made. Addresses are host addresses.
Gm& device_memory();
void* allocate_device(std::size_t size, std::size_t usable, const std::string& name);  // 512-byte aligned, with guard bytes behind
void* lend_device(const void* source, std::size_t size, std::size_t usable, const std::string& name);  // host_arrays.hpp; null: make a copy
void* allocate_for(const void* from, const char* whom, std::size_t size);  // as aclrtMalloc, which frees it
bool free_device(void* address);                                     // false: no such buffer

// Work of a stream: done at once, or kept when the stream is being captured (acl_stream.cpp).
void submit(void* stream, const std::string& what, std::function<void()> task);

// Text that kernels printed: shown when a stream is synchronised, and before the process ends (print.cpp).
void publish(const std::string& text);
void show_printed();

// What printf and the other debug calls of the block that runs on this thread have written so far.
std::string& block_text();
std::uint32_t block_index();
std::uint32_t block_count();

// Ends the program with one line about a broken rule (report.cpp).
[[noreturn]] void stop(const Fault& fault);

// Does what may break a rule. The handler has ended when it stops: a jump would leave the exception behind.
template <class Act>
void or_stop(const Act& act) {
    std::optional<Fault> broken;
    try {
        return act();
    } catch (const Fault& fault) {
        broken = fault;
    }
    stop(*broken);
}

}  // namespace lanewise::runtime
