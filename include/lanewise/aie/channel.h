// What lies behind streams and cascades: an array from Python with a place to read or write next, or a link to a kernel
// that runs at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "lanewise/aie/core.h"
#include "lanewise/shared/aie/graph.h"
#include "lanewise/shared/aie/issued.h"

namespace lanewise::aie {

// Moves `count` items of `size` bytes; waits for the other side. No items: what was put last ends a packet. Not zero: the
// run is over.
using link_function = int (*)(int argument, void* data, std::uint64_t size, std::uint64_t count);

struct channel {
    std::byte* data = nullptr;
    std::size_t bytes = 0, at = 0;
    int argument = 0;    // of the call, counted from 1
    int lane_bytes = 8;  // of an accumulator's lane in the array of a cascade
    std::uint32_t port = 0;  // of the core, as issued::port has it; 0: what crosses is counted elsewhere
    link_function link = nullptr;

    // Whether a packet ends with the next so many bytes: an array is one.
    bool at_end(std::size_t next) const {
        return link ? lw_graph_stream_last(argument, next) != 0 : at + next >= bytes;
    }
    bool is_empty(std::size_t next) const {
        return link ? lw_graph_stream_has(argument, next) == 0 : at + next > bytes;
    }
    void end_packet() const {
        if (link) link(argument, nullptr, 0, 0);
    }
    [[gnu::always_inline]] void take(void* to, std::size_t size, std::size_t count) {
        count_crossed(port, 8 * size * count);
        if (link) return cross(to, size, count);
        if (size * count > bytes - at) run_dry(size);
        __builtin_memcpy(to, data + at, count * size);
        at += count * size;
    }
    [[gnu::always_inline]] void put(const void* from, std::size_t size, std::size_t count) {
        count_crossed(port, 8 * size * count);
        if (link) return cross(const_cast<void*>(from), size, count);
        if (size * count > bytes - at) run_over(size);
        __builtin_memcpy(data + at, from, count * size);
        at += count * size;
    }

    std::string name() const { return argument > 0 ? "argument " + std::to_string(argument) : "the port"; }
private:
    // Apart from what moves items, which is short enough to become a part of the kernel: what waits is told by its address.
    [[noreturn, gnu::noinline, gnu::cold]] void run_dry(std::size_t size) const {
        throw starved("starved", {{"port", name()}, {"count", std::to_string(bytes / size)}});
    }
    [[noreturn, gnu::noinline, gnu::cold]] void run_over(std::size_t size) const {
        throw fault("no_room", {{"port", name()}, {"count", std::to_string(bytes / size)}});
    }
    // Never a part of the kernel, so that its return address is: a kernel that waits for ever is told at that line. A
    // whole stack for each item would cost more than moving it.
    [[gnu::noinline]] void cross(void* what, std::size_t size, std::size_t count) {
        kernel_call* const call = lw_kernel_current();
        broken.at[0] = __builtin_return_address(0);
        broken.depth = 1;
        if (call) call->elsewhere = true;
        const int over = link(argument, what, size, count);
        if (call) call->elsewhere = false;
        if (call && call->late) lw_kernel_quit(kernel_call::too_long);
        if (over) throw fault("link_over");
    }
};

}  // namespace lanewise::aie
