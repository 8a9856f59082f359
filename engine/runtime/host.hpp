// The host on the stream: what main() does with device memory, and when it launches and waits. It is a block of its own,
// with records and accesses like those of a core (isa/ascend/host.py says what the parameters are).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "lanewise/generated/opcodes.hpp"
#include "stream/listener.hpp"

// The place of a call in the program, in the function that the program calls.
#define LANEWISE_FROM __builtin_return_address(0)

namespace lanewise::runtime {

constexpr std::int64_t host_waits = -1;  // in place of a stream

// Who hears the host. Calls come from the program's threads, one at a time.
void hear_host(Listener* listener);
void unhear_host(Listener* listener);
bool host_is_heard();

// The number of the record; -1: there is no listener. `from` is the place of the call in the program.
std::int64_t tell_host(const void* from, Opcode op, const std::int64_t* params, std::uint32_t count);

template <class P>
std::int64_t word(P param) {
    if constexpr (std::is_pointer_v<P>) return reinterpret_cast<std::int64_t>(param);
    else return static_cast<std::int64_t>(param);
}

template <class... P>
std::int64_t note_host(const void* from, Opcode op, P... params) {
    if (!host_is_heard()) return -1;
    const std::int64_t values[] = {word(params)...};
    return tell_host(from, op, values, sizeof...(params));
}

// The host, or a copy that it asked for, reads or writes memory; only what devices reach is reported, and what was freed.
void touch_host(const void* from, const void* address, std::size_t bytes, bool write, bool atomic = false, bool own_code = false);

}  // namespace lanewise::runtime
