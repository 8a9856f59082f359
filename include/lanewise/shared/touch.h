// What threads of a block do to memory alike, as observed programs say it of a whole phase: lanewise/ascend/simt/phases.h.
#pragma once

#include <cstdint>

extern "C" {

struct lw_touch {  // an access of the first thread, and how far from it that of the next one is
    std::uint64_t address;
    std::int64_t step;
    const void* from;
    std::uint32_t bytes;
    bool write;
    bool change;                // an indivisible one, of what each thread has found
    const std::uint64_t* each;  // of changes: where each thread makes it, so many steps apart
};

// Each of the first threads is about to do all of it. False: it was not told, and they have to be observed.
bool lw_simt_lanes(std::uint32_t threads, const lw_touch* all, std::uint32_t count);
// Whether all that they read lies in memory, and only changes write. Nothing is told.
bool lw_simt_reads(std::uint32_t threads, const lw_touch* all, std::uint32_t count);

}  // extern "C"
