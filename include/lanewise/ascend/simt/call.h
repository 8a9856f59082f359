// How functions of threads are started: from a kernel on PIPE_V, or as a kernel of their own.
#pragma once

#include <tuple>
#include <utility>

#include "lanewise/ascend/fault.h"
#include "lanewise/ascend/simt/index.h"
#include "lanewise/ascend/simt/phases.h"

namespace lanewise::simt {

LANEWISE_API void ended() {
    lw_simt_end();
    blockDim = {};
}

// How threads run: a function that is written as phases has loops over them inside; one whose threads never meet is such a loop; the others have
// stacks of their own. The front says which (cpp/threads.py).
enum class Way : std::uint8_t { phases, alone, meeting };

template <Way way, class Body>
LANEWISE_API void run(dim3 threads, const Body& body) {
    static_assert(LANEWISE_HAS_THREADS || !sizeof(Body), "functions of threads (SIMT) need a chip that has them: " LANEWISE_WITH_THREADS);
    if (LANEWISE_CUBE_SIDE) return;  // cube cores have none
    const Index count{{threads.x, threads.y, threads.z}};
    const std::uint16_t* order = lw_simt_begin(&threadIdx, &count);
    blockDim = count;
    const lw_block* block = lw_current();
    own_ub = reinterpret_cast<std::uint64_t>(block->ub);
    own_ub_bytes = block->ub_bytes;
    if constexpr (way == Way::meeting) {
        lw_simt_run([](void* raw) { (*static_cast<const Body*>(raw))(); }, const_cast<void*>(static_cast<const void*>(&body)));
    } else if constexpr (way == Way::phases) {
        warp_order = order;
        body();
    } else {
        for (std::uint32_t z = 0; z < count.z; ++z)
            for (std::uint32_t y = 0; y < count.y; ++y)
                for (std::uint32_t x = 0; x < count.x; ++x) {
                    threadIdx = {{x, y, z}};
#ifdef LANEWISE_OBSERVED
                    lw_simt_thread();
#endif
                    body();
                }
    }
    ended();
}

template <Way way, auto function, class... A>
LANEWISE_API void call(dim3 threads, A... arguments) {
    const lw_block* block = lw_current();
    gridDim = {{block->count * block->subs, 1, 1}};
    blockIdx = {{block->index, 0, 0}};
    owns_gm = false;  // blocks of a kernel that starts threads run side by side
    run<way>(threads, [&] { function(arguments...); });
}

[[noreturn, gnu::noinline, gnu::cold]] inline void refuse_threads(std::uint64_t most) {
    const std::uint32_t threads = threads_of_block();
    fault("KERNEL-002", {{"case", threads ? "launch_bounds" : "launched_without_threads"}, {"most", most}, {"threads", threads}});
}
// __launch_bounds__(most) of a function, at the start of its body; without threads it was not started as one.
LANEWISE_API void bound(std::uint64_t most) {
    if (threads_of_block() - std::uint64_t{1} >= most) [[unlikely]] refuse_threads(most);
}
// __maxnreg__(registers) of each thread: what is left for others decides how many there can be.
LANEWISE_API void registers(std::uint32_t registers) { bound(registers <= 16 ? 2048 : registers <= 32 ? 1024 : registers <= 64 ? 512 : 256); }

namespace phases {
template <auto function, class... A>
LANEWISE_API void asc_vf_call(dim3 threads, A... arguments) { call<Way::phases, function>(threads, arguments...); }
}  // namespace phases
namespace alone {
template <auto function, class... A>
LANEWISE_API void asc_vf_call(dim3 threads, A... arguments) { call<Way::alone, function>(threads, arguments...); }
}  // namespace alone
namespace meeting {
template <auto function, class... A>
LANEWISE_API void asc_vf_call(dim3 threads, A... arguments) { call<Way::meeting, function>(threads, arguments...); }
}  // namespace meeting

// `<<<grid, block, bytes, stream>>>`
struct Grid {
    dim3 grid, block;
    LaunchConfig config;

    template <class U, class S>
    Grid(dim3 blocks, dim3 threads, U bytes, S stream) : grid(blocks), block(threads), config(LaunchConfig::number(blocks), bytes, stream) {}
    Grid& with(const char* arguments) {
        config.with(arguments);
        return *this;
    }
};

// `in_turn`: blocks change what others look at.
template <Way way, bool in_turn, class Body, class... Arguments>
[[gnu::__always_inline__]] inline void launch(const char* kernel, const Grid& asked, Body body, Arguments... arguments) {
    const dim3 grid = asked.grid, threads = asked.block;
    LaunchConfig config = asked.config;
    config.threads = true;
    config.in_turn = in_turn;
    config.independent = way == Way::phases;  // a block that waits for another polls, and is written otherwise
    lanewise::launch(kernel, config, [=](auto... given) {
        const std::uint32_t number = lw_current()->index;
        gridDim = {{grid.x, grid.y, grid.z}};
        owns_gm = in_turn;
        blockIdx = {{number % grid.x, number / grid.x % grid.y, number / grid.x / grid.y}};
        run<way>(threads, [&] { body(given...); });
    }, std::move(arguments)...);
}

// A function in which threads may meet is called, from here to the end of the expression.
struct At {
    LANEWISE_API explicit At(std::uint32_t line) { lw_simt_enter(line); }
    LANEWISE_API ~At() { lw_simt_leave(); }
    At(const At&) = delete;
};

LANEWISE_API bool turn() {
    lw_simt_turn();
    return true;
}

}  // namespace lanewise::simt

// Where the front does not know the function.
template <auto function, class... A>
LANEWISE_API void asc_vf_call(dim3 threads, A&&... arguments) { lanewise::simt::call<lanewise::simt::Way::meeting, function>(threads, arguments...); }
namespace cce {
template <auto function, class... A>
LANEWISE_API void async_invoke(dim3 threads, A... arguments) { lanewise::simt::call<lanewise::simt::Way::meeting, function>(threads, arguments...); }
}  // namespace cce
