// Who fetches what several cores read. A buffer of GM that L2 can hold leaves the memory behind it once, whichever core asks first; what
// the others read of it later lies in L2. Which core that is nobody publishes, and it changes from run to run: each has an even share.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::timing {

struct GmBuffer {
    std::uint64_t address, bytes;
};

// Of one core.
class FirstReads {
  public:
    // Of buffers in the order of their addresses.
    FirstReads(std::span<const GmBuffer> buffers, double l2_bytes) : buffers_(buffers), l2_bytes_(l2_bytes), seen_(buffers.size()) {}

    // How many of the bytes this core, one of so many that read alike, brings from memory. It has not read them lately itself; `fresh`: never.
    std::int64_t fetched(std::uint64_t address, std::int64_t bytes, bool fresh, std::uint32_t cores);

  private:
    struct Seen {
        bool any = false;
        std::int64_t fetched = 0, distinct = 0;
    };

    std::span<const GmBuffer> buffers_;
    double l2_bytes_;
    std::vector<Seen> seen_;      // of each buffer
    std::uint64_t together_ = 0;  // bytes of all buffers that are read
};

}  // namespace lanewise::timing
