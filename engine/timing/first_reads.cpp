#include "timing/first_reads.hpp"

#include <algorithm>

namespace lanewise::timing {

std::int64_t FirstReads::fetched(std::uint64_t address, std::int64_t bytes, bool fresh, std::uint32_t cores) {
    const auto behind = std::ranges::upper_bound(buffers_, address, {}, &GmBuffer::address);
    if (behind == buffers_.begin()) return bytes;
    const GmBuffer& buffer = *(behind - 1);
    if (address - buffer.address >= buffer.bytes) return bytes;
    Seen& seen = seen_[static_cast<std::size_t>(&buffer - buffers_.data())];
    if (!seen.any) together_ += buffer.bytes;
    seen.any = true;
    const auto size = static_cast<std::int64_t>(buffer.bytes);
    const bool fits = static_cast<double>(together_) <= l2_bytes_;
    if (fresh) seen.distinct = std::min(size, seen.distinct + bytes);
    // What does not fit comes again. The cores that read the same do so at about the same time, and one of them fetches it: there are as many of
    // them as all read together, over what there is.
    if (!fresh && !fits) return bytes / std::max<std::int64_t>(1, std::int64_t{cores} * seen.distinct / size);
    const std::int64_t share = (size + cores - 1) / cores, now = std::clamp<std::int64_t>(share - seen.fetched, 0, bytes);
    seen.fetched += now;
    return now;
}

}  // namespace lanewise::timing
