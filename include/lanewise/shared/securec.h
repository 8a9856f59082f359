// Copies that know how much room there is. Each says 0 when it did what was asked.
//
// Templates, so that a program that brings functions of these names keeps its own.
#pragma once

#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

using errno_t = int;

#ifndef EOK
#define EOK 0
#endif
#ifndef EOVERLAP
#define EOVERLAP 54
#endif
// The destination is there, but what was asked is not possible: it holds nothing of the source.
#ifndef EINVAL_AND_RESET
#define EINVAL_AND_RESET 150
#define ERANGE_AND_RESET 162
#define EOVERLAP_AND_RESET 182
#endif
#ifndef SECUREC_MEM_MAX_LEN
#define SECUREC_MEM_MAX_LEN 0x7FFFFFFFUL
#define SECUREC_STRING_MAX_LEN 0x7FFFFFFFUL
#endif

namespace lanewise::secure {

inline bool is_room(std::size_t room) { return room > 0 && room <= SECUREC_MEM_MAX_LEN; }
inline bool meet(const void* a, std::size_t length_a, const void* b, std::size_t length_b) {
    const auto x = reinterpret_cast<std::uintptr_t>(a), y = reinterpret_cast<std::uintptr_t>(b);
    return x < y ? y - x < length_a : x - y < length_b;
}

inline errno_t copy(void* dst, std::size_t room, const void* src, std::size_t count, bool may_overlap) {
    if (!is_room(room)) return ERANGE;
    if (!dst) return EINVAL;
    if (src && count <= room && (may_overlap || dst == src || !count || !meet(dst, count, src, count))) {
        std::memmove(dst, src, count);
        return EOK;
    }
    std::memset(dst, 0, room);
    return !src ? EINVAL_AND_RESET : count > room ? ERANGE_AND_RESET : EOVERLAP_AND_RESET;
}

// `count` characters of `src` at most, after the first `at` of `dst`.
inline errno_t join(char* dst, std::size_t room, std::size_t at, const char* src, std::size_t count) {
    errno_t wrong = EOK;
    if (!src || at >= room) {
        wrong = EINVAL_AND_RESET;
    } else {
        const std::size_t length = strnlen(src, count);
        if (length >= room - at) wrong = ERANGE_AND_RESET;
        else if (dst != src && meet(dst, at + length + 1, src, length + 1)) wrong = EOVERLAP_AND_RESET;
        else {
            std::memmove(dst + at, src, length);
            dst[at + length] = '\0';
        }
    }
    if (wrong) dst[0] = '\0';
    return wrong;
}
inline errno_t string(char* dst, std::size_t room, const char* src, std::size_t count, bool append) {
    if (!is_room(room)) return ERANGE;
    if (!dst) return EINVAL;
    return join(dst, room, append ? strnlen(dst, room) : 0, src, count);
}

// The number of characters; -1, and what of them the caller asked for, when they are more than `count`.
inline int print(char* dst, std::size_t room, std::size_t count, const char* format, std::va_list values) {
    if (!dst || !format || !is_room(room)) {
        if (dst && is_room(room)) dst[0] = '\0';
        return -1;
    }
    const int length = std::vsnprintf(dst, count < room ? count + 1 : room, format, values);
    if (length >= 0 && static_cast<std::size_t>(length) <= count && static_cast<std::size_t>(length) < room) return length;
    if (length < 0 || count >= room) dst[0] = '\0';
    return -1;
}

}  // namespace lanewise::secure

template <class = void>
errno_t memcpy_s(void* dst, std::size_t room, const void* src, std::size_t count) {
    return lanewise::secure::copy(dst, room, src, count, false);
}
template <class = void>
errno_t memmove_s(void* dst, std::size_t room, const void* src, std::size_t count) {
    return lanewise::secure::copy(dst, room, src, count, true);
}
template <class = void>
errno_t memset_s(void* dst, std::size_t room, int value, std::size_t count) {
    if (!lanewise::secure::is_room(room)) return ERANGE;
    if (!dst) return EINVAL;
    std::memset(dst, value, count < room ? count : room);
    return count > room ? ERANGE_AND_RESET : EOK;
}
template <class = void>
errno_t strcpy_s(char* dst, std::size_t room, const char* src) {
    return lanewise::secure::string(dst, room, src, SIZE_MAX, false);
}
template <class = void>
errno_t strncpy_s(char* dst, std::size_t room, const char* src, std::size_t count) {
    return lanewise::secure::string(dst, room, src, count, false);
}
template <class = void>
errno_t strcat_s(char* dst, std::size_t room, const char* src) {
    return lanewise::secure::string(dst, room, src, SIZE_MAX, true);
}
template <class = void>
errno_t strncat_s(char* dst, std::size_t room, const char* src, std::size_t count) {
    return lanewise::secure::string(dst, room, src, count, true);
}
template <class = void>
char* strtok_s(char* text, const char* separators, char** rest) {
    return rest && separators ? strtok_r(text, separators, rest) : nullptr;
}
template <class = void>
int vsprintf_s(char* dst, std::size_t room, const char* format, std::va_list values) {
    return lanewise::secure::print(dst, room, SIZE_MAX, format, values);
}
template <class = void>
int vsnprintf_s(char* dst, std::size_t room, std::size_t count, const char* format, std::va_list values) {
    return lanewise::secure::print(dst, room, count, format, values);
}
template <class = void>
int sprintf_s(char* dst, std::size_t room, const char* format, ...) {
    std::va_list values;
    va_start(values, format);
    const int length = lanewise::secure::print(dst, room, SIZE_MAX, format, values);
    va_end(values);
    return length;
}
template <class = void>
int snprintf_s(char* dst, std::size_t room, std::size_t count, const char* format, ...) {
    std::va_list values;
    va_start(values, format);
    const int length = lanewise::secure::print(dst, room, count, format, values);
    va_end(values);
    return length;
}
