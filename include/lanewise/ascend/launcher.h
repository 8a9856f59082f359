// ACLRT_LAUNCH_KERNEL(kernel)(blocks, stream, arguments...): a kernel of another file, launched by its name.
// Host files include this, which have their own idea of names such as block_num and half: it brings none of ours.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "lanewise/shared/abi.h"
#include "lanewise/shared/entries.h"

#ifndef ACLRT_LAUNCH_KERNEL
#define ACLRT_LAUNCH_KERNEL(kernel) aclrtlaunch_##kernel
#endif
// Expanded among the user's macros: no short names.
#define LANEWISE_LAUNCHER(kernel)                                                                              \
    template <class... lanewise_types>                                                                         \
    std::uint32_t aclrtlaunch_##kernel(std::uint32_t lanewise_blocks, void* lanewise_stream,                   \
                                       const lanewise_types&... lanewise_arguments) {                          \
        return ::lanewise::launcher::launch(#kernel, lanewise_blocks, lanewise_stream, lanewise_arguments...); \
    }

namespace lanewise::launcher {

using Slot = std::vector<unsigned char>;

template <class T>
Slot kept(const T& value) {
    const auto* first = reinterpret_cast<const unsigned char*>(&value);
    return Slot(first, first + sizeof(T));
}

// A number as the parameter's type has it: the caller saw no prototype that would have converted it.
template <class T>
Slot number(const std::string& type, T value) {
    if (type == "float64") return kept(static_cast<double>(value));
    if (type == "bool") return kept(static_cast<bool>(value));
    if (type.find("float") != std::string::npos) {
        const float wide = static_cast<float>(value);
        if (type == "float32") return kept(wide);
        std::uint16_t narrow;
        const DType to = type == "float16" ? DType::half_ : DType::bfloat16_;
        lw_convert(static_cast<int>(DType::float_), static_cast<int>(to), 1, false, &wide, &narrow);
        return kept(narrow);
    }
    Slot wide = kept(static_cast<std::int64_t>(value));  // little end first: the low bytes are the narrower number
    wide.resize(std::stoul(type.substr(type.find("int") + 3)) / 8);
    return wide;
}

[[noreturn]] inline void refuse(const std::string& problem) {
    std::fprintf(stderr, "lanewise: %s\n", problem.c_str());
    std::exit(3);
}
inline void refuse_argument(const char* kernel, std::size_t number, const std::string& need, const std::string& got) {
    refuse("argument " + std::to_string(number) + " of " + kernel + " must be " + need + ", not " + got);
}

// One argument as the parameter's type has it: a pointer's eight bytes, a number, or the bytes of a struct, which may also
// be given by its address. Arrays have become pointers, as in any call.
template <class T>
Slot slot(const char* kernel, std::size_t place, const std::string& type, const T& value) {
    const std::size_t bytes = type.rfind("bytes", 0) == 0 ? std::stoul(type.substr(5)) : 0;
    const bool is_pointer = type[0] == '*';
    const std::string need = bytes ? "a struct of " + std::to_string(bytes) + " bytes" : is_pointer ? "a pointer" : type;
    if constexpr (std::is_enum_v<T>) {
        return slot(kernel, place, type, static_cast<std::underlying_type_t<T>>(value));
    } else if constexpr (std::is_arithmetic_v<T>) {
        if (bytes) refuse_argument(kernel, place, need, "a number");
        return number(is_pointer ? "uint64" : type, value);  // NULL and 0 are numbers here
    } else if constexpr (std::is_pointer_v<T>) {
        if (!bytes) return kept(value);
        if (!value) refuse_argument(kernel, place, need, "a null pointer");
        const auto* first = reinterpret_cast<const unsigned char*>(value);
        return Slot(first, first + bytes);
    } else if constexpr (std::is_null_pointer_v<T>) {
        if (bytes) refuse_argument(kernel, place, need, "a null pointer");
        return kept(static_cast<void*>(nullptr));
    } else {
        if (is_pointer || sizeof(T) != (bytes ? bytes : number(type, 0).size()))
            refuse_argument(kernel, place, need, "a struct of " + std::to_string(sizeof(T)) + " bytes");
        return kept(value);
    }
}

inline std::vector<std::string> parted(const char* types) {
    std::vector<std::string> words(1);
    for (; *types; ++types) {
        if (*types == ';') words.emplace_back();
        else words.back() += *types;
    }
    words.pop_back();
    return words;
}

template <class... A>
std::uint32_t launch(const char* kernel, std::uint32_t blocks, void* stream, const A&... arguments) {
    for (const entry::Entry& known : entry::entries()) {
        if (std::strcmp(known.kernel, kernel) != 0) continue;
        const std::vector<std::string> types = parted(known.types());
        if (types.size() != sizeof...(A))
            refuse(std::string(kernel) + " takes " + std::to_string(types.size()) + " arguments behind the stream, not " +
                   std::to_string(sizeof...(A)));
        std::size_t place = 0;
        std::vector<Slot> slots;
        (..., (slots.push_back(slot<std::decay_t<const A&>>(kernel, place + 1, types[place], arguments)), ++place));
        std::vector<void*> addresses;
        for (Slot& one : slots) addresses.push_back(one.data());
        known.call(known.kernel, blocks, 0, stream, addresses.data());
        return 0;
    }
    refuse(std::string("ACLRT_LAUNCH_KERNEL(") + kernel + "): no source defines that kernel on this chip, other than by a "
           "macro: name its file, too");
}

}  // namespace lanewise::launcher
