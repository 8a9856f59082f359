// Bodies of helpers that headers only declare, and of the system's log.
#include "lanewise/operator/helpers.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "lanewise/operator/log.h"

namespace Ops::Base {

const gert::Shape& EnsureNotScalar(const gert::Shape& shape) {
    static const gert::Shape one{1};
    return shape.IsScalar() ? one : shape;
}

// MurmurHash2, of whole words and the bytes after them.
std::uint32_t MurmurHash(const void* bytes, std::uint32_t count, std::uint32_t seed) {
    constexpr std::uint32_t factor = 0x5bd1e995;
    const auto* at = static_cast<const unsigned char*>(bytes);
    std::uint32_t hash = seed ^ count;
    for (; count >= 4; at += 4, count -= 4) {
        std::uint32_t word;
        std::memcpy(&word, at, 4);
        word *= factor;
        word ^= word >> 24;
        hash = hash * factor ^ word * factor;
    }
    for (std::uint32_t i = count; i; --i) hash ^= static_cast<std::uint32_t>(at[i - 1]) << 8 * (i - 1);
    if (count) hash *= factor;
    hash ^= hash >> 13;
    hash *= factor;
    return hash ^ hash >> 15;
}

}  // namespace Ops::Base

extern "C" std::int32_t CheckLogLevel(std::int32_t, std::int32_t level) { return level == DLOG_ERROR; }

extern "C" void DlogRecord(std::int32_t, std::int32_t level, const char* format, ...) {
    if (level != DLOG_ERROR) return;
    char room[1024];
    std::va_list values;
    va_start(values, format);
    std::vsnprintf(room, sizeof room, format, values);
    va_end(values);
    lanewise::op::keep("log", 0, room);
}
