// What `kernel<<<...>>>(...)` becomes, and __ubuf__ arrays.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "lanewise/shared/abi.h"
#include "lanewise/ascend/built_in.h"
#include "lanewise/shared/chip.h"
#include "lanewise/ascend/qualifiers.h"

struct dim3 {
    std::uint32_t x = 1, y = 1, z = 1;
    constexpr dim3(std::uint32_t a = 1, std::uint32_t b = 1, std::uint32_t c = 1) : x(a), y(b), z(c) {}
};

namespace lanewise {

struct LaunchConfig {
    std::uint64_t blocks;
    std::uint64_t dynamic_ub = 0;
    void* stream = nullptr;
    const char* names = nullptr;  // of the arguments, for messages
    bool threads = false, in_turn = false, independent = false;  // a kernel of threads; see simt/call.h

    LaunchConfig& with(const char* arguments) {
        names = arguments;
        return *this;
    }

    static std::uint64_t number(dim3 d) { return std::uint64_t{d.x} * d.y * d.z; }
    static std::uint64_t number(const void*) { return 0; }  // the place of cache hints in an older form, or null
    template <class T>
        requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
    static std::uint64_t number(T n) { return static_cast<std::uint64_t>(n); }

    template <class B>
    explicit LaunchConfig(B n) : blocks(number(n)) {}
    template <class B, class U>
    LaunchConfig(B n, U bytes) : blocks(number(n)), dynamic_ub(number(bytes)) {}
    template <class B, class U, class S>
    LaunchConfig(B n, U bytes, S queue) : blocks(number(n)), dynamic_ub(number(bytes)), stream((void*)(queue)) {}
    template <class B, class N, class U, class S>
    LaunchConfig(B n, N, U bytes, S queue) : blocks(number(n)), dynamic_ub(number(bytes)), stream((void*)(queue)) {}
};

// A template argument as the compiler spells it: `float`, `256`, `Mode::fast`.
inline std::string spelling_in(std::string_view function) {
    const std::size_t from = function.find(" = ") + 3;
    std::string out(function.substr(from, function.find_last_of(']') - from));
    for (const std::string_view space : {"lanewise::", "AscendC::"})
        for (std::size_t at; (at = out.find(space)) != std::string::npos;) out.erase(at, space.size());
    return out;
}
template <class T>
const char* function_of() {
    return __PRETTY_FUNCTION__;
}
template <auto value>
const char* function_of() {
    return __PRETTY_FUNCTION__;
}
template <template <class...> class T>
const char* function_of() {
    return __PRETTY_FUNCTION__;
}

// The name of a kernel that a template made.
inline std::string instance(std::string name, std::initializer_list<std::string> arguments) {
    const char* between = "<";
    for (const std::string& argument : arguments) {
        name += between + argument;
        between = ", ";
    }
    return name + ">";
}

template <class T>
const void* pointer_of(const T& argument) {
    if constexpr (std::is_pointer_v<T>) return (const void*)argument;  // a volatile one and a function's, too
    else return nullptr;
}

// What a launch runs on each core. A program that is compiled for two kinds of cores has it twice, by one name (cpp/second_side.py).
template <class Closure>
struct Side {
    static void run(void* raw) {
        built_in::begin_block();
        std::apply(static_cast<Closure*>(raw)->body, static_cast<Closure*>(raw)->arguments);
    }
    static const char* name() {
#ifdef __cpp_rtti
        return typeid(Side).name();
#else
        return nullptr;
#endif
    }
};

// Arguments are evaluated once, here, and kept for as long as the launch can be replayed. Inline, so that the call is on the user's line.
template <class Body, class... Arguments>
[[gnu::__always_inline__]] inline void launch(const char* kernel, const LaunchConfig& config, Body body, Arguments... arguments) {
    struct Closure {
        Body body;
        std::tuple<Arguments...> arguments;
    };
    const void* const pointers[] = {pointer_of(arguments)..., nullptr};
    const lw_launch_config said{kernel, &chip, config.blocks, config.dynamic_ub, config.stream, config.names, pointers, sizeof...(Arguments),
                                LANEWISE_HAS_SEPARATE_CORES, Side<Closure>::name(), config.threads, config.in_turn, config.independent};
    lw_launch(
        &said, Side<Closure>::run, new Closure{std::move(body), {std::move(arguments)...}}, [](void* raw) { delete static_cast<Closure*>(raw); });
}

// `__ubuf__ T a[n]` in a kernel: memory of UB, the same at every visit of its line.
template <class Array, std::size_t align = 32, class Place>  // each declaration gives a closure: a type of its own
LANEWISE_API Array& ub_array(Place) {
    static const char place = 0;
    return *static_cast<Array*>(lw_ub_array(&place, sizeof(Array), align));
}

// `extern __ubuf__ T a[]`: the dynamic part of UB, behind the arrays.
template <class T>
LANEWISE_API T* ub_dynamic() {
    if (lw_simt_active()) return static_cast<T*>(lw_ub_dynamic());
    lw_block* block = lw_current();
    tell_life(Opcode::ub_array_, 0, dynamic_array, block->ub_static, block->ub_dynamic, veccalc);
    return reinterpret_cast<T*>(block->ub + block->ub_static);
}

}  // namespace lanewise
