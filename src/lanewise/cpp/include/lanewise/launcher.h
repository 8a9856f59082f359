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

#include "lanewise/abi.h"
#include "lanewise/entries.h"

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

template <class T>
Slot slot(const std::string& type, const T& value) {
    const bool is_struct = type.rfind("bytes", 0) == 0;
    if constexpr (std::is_enum_v<T>) {
        return number(type, static_cast<std::underlying_type_t<T>>(value));
    } else if constexpr (std::is_arithmetic_v<T>) {
        return number(type, value);
    } else if constexpr (std::is_pointer_v<T>) {
        if (!is_struct) return kept(value);
        const auto* first = reinterpret_cast<const unsigned char*>(value);
        return Slot(first, first + std::stoul(type.substr(5)));
    } else if constexpr (std::is_null_pointer_v<T>) {
        return kept(static_cast<void*>(nullptr));
    } else {
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
        if (types.size() != sizeof...(A)) {
            std::fprintf(stderr, "lanewise: %s takes %zu arguments behind the stream, not %zu\n", kernel, types.size(),
                         sizeof...(A));
            std::exit(3);
        }
        auto type = types.begin();
        std::vector<Slot> slots{slot(*type++, arguments)...};
        std::vector<void*> addresses;
        for (Slot& one : slots) addresses.push_back(one.data());
        known.call(known.kernel, blocks, 0, stream, addresses.data());
        return 0;
    }
    std::fprintf(stderr, "lanewise: there is no kernel %s on this chip\n", kernel);
    std::exit(3);
}

}  // namespace lanewise::launcher
