// How Python calls a function of a loaded file: its parameters described as text, its arguments taken from memory.
#pragma once

#include <csignal>
#include <cxxabi.h>
#include <dlfcn.h>
#include <exception>
#include <string>
#include <tuple>
#include <vector>

#include "lanewise/aie/api.h"
#include "lanewise/aie/library_calls.h"
#include "lanewise/aie/scalars.h"
#include "lanewise/shared/arithmetic.h"

namespace lanewise::aie {

// The assertion that did not hold, or the exit.
[[gnu::visibility("hidden")]] inline thread_local std::string failed;

}  // namespace lanewise::aie

// What assert calls, and exit: in a loaded file they end the kernel, not Python.
extern "C" {
[[gnu::visibility("hidden")]] inline void __assert_fail(const char* text, const char*, unsigned, const char*) noexcept {
    lanewise::aie::failed = lanewise::aie::ended_by("assertion", {{"said", text}});
    lw_kernel_quit(lanewise::aie::kernel_call::aborted);
}
[[gnu::visibility("hidden")]] inline void exit(int status) noexcept {
    lanewise::aie::failed = lanewise::aie::ended_by("exit", {{"status", std::to_string(status)}});
    lw_kernel_quit(lanewise::aie::kernel_call::aborted);
}
}

namespace lanewise::aie::entry {

// One argument: a value, or an array of `count` items in so many bytes, or a link. `used` says how many bytes a stream
// or cascade has moved.
struct slot {
    void* data;
    std::uint64_t count, bytes, used;
    link_function link;
    int number, lane_bytes;

    void open(channel& c) const {
        c.data = static_cast<std::byte*>(data);
        c.bytes = bytes;
        c.argument = number;
        c.link = link;
        c.lane_bytes = lane_bytes;
    }
};

// Ports that a kernel uses without having them as parameters, behind the result.
enum {
    result_slot,
    cascade_in_slot,
    cascade_out_slot,
    stream_in_slot,
    stream_out_slot,
    second_in_slot,  // of the streams
    second_out_slot,
    extra_slots
};

// int16, cint16, bfloat16, ...; what has no name is bytes.
template <class Raw>
std::string name() {
    using T = std::remove_cv_t<Raw>;
    if constexpr (std::is_void_v<T>) {
        return "void";
    } else if constexpr (std::is_enum_v<T>) {
        return name<std::underlying_type_t<T>>();
    } else if constexpr (is_complex<T>) {
        return "c" + name<component<T>>();
    } else if constexpr (std::is_same_v<T, bfloat16>) {
        return "bfloat16";
    } else if constexpr (is_nibble<T>) {
        return "uint8";
    } else if constexpr (std::is_same_v<T, bool>) {
        return "bool";
    } else if constexpr (std::is_floating_point_v<T>) {
        return "float" + std::to_string(8 * sizeof(T));
    } else if constexpr (std::is_integral_v<T>) {
        return (std::is_signed_v<T> ? "int" : "uint") + std::to_string(8 * sizeof(T));
    } else if constexpr (::aie::is_vector_v<T>) {
        return name<typename T::value_type>();
    } else {
        return "void";
    }
}
template <class T>
std::string memory(const char* kind = "array") {
    return std::string(kind) + (std::is_const_v<T> ? " const " : " ") + name<T>();
}

// A parameter: how it is described, and what the function gets. The general one is a value.
template <class P>
struct parameter {
    static constexpr bool possible = is_element<std::remove_cvref_t<P>> ||
                                     std::is_arithmetic_v<std::remove_cvref_t<P>> ||
                                     std::is_enum_v<std::remove_cvref_t<P>>;
    slot& s;
    static std::string text() { return possible ? "value " + name<std::remove_cvref_t<P>>() : "?"; }
    P get() {
        if constexpr (possible)
            return *static_cast<std::remove_cvref_t<P>*>(s.data);
        else
            throw fault("foreign_type");
    }
};
template <class T>
struct parameter<T*> {
    static constexpr bool possible = true;
    slot& s;
    static std::string text() { return memory<T>(); }
    T* get() { return static_cast<T*>(s.data); }
};
template <class T>
    requires(!std::is_const_v<T> && (is_element<T> || std::is_arithmetic_v<T>))
struct parameter<T&> {
    static constexpr bool possible = true;
    slot& s;
    static std::string text() { return memory<T>(); }
    T& get() { return *static_cast<T*>(s.data); }
};
template <class T, std::size_t N>
struct parameter<T (&)[N]> {
    static constexpr bool possible = true;
    slot& s;
    static std::string text() { return memory<T>(); }
    T (&get()) [N] { return *static_cast<T(*)[N]>(s.data); }
};

template <class Window>
struct window_parameter {
    static constexpr bool possible = true;
    slot& s;
    Window window{};
    static std::string text() { return memory<typename Window::value_type>(); }
    Window* get() {
        window.open(static_cast<typename Window::value_type*>(s.data), s.count);
        window.number = s.number;
        window.argument = s.link ? s.number : 0;
        return &window;
    }
    ~window_parameter() { window.end(); }
};
template <class T>
struct parameter<input_window<T>*> : window_parameter<input_window<T>> {};
template <class T>
struct parameter<output_window<T>*> : window_parameter<output_window<T>> {};

template <class Buffer>
    requires requires(Buffer& b) {
        b.base_;
        b.size_;
    }
struct parameter<Buffer&> {
    static constexpr bool possible = true;
    slot& s;
    std::remove_const_t<Buffer> buffer{};
    static std::string text() { return memory<typename Buffer::value_type>(); }
    Buffer& get() {
        buffer.base_ = static_cast<typename Buffer::value_type*>(s.data);
        buffer.data_ = buffer.base_ + (Buffer::own_margin ? Buffer::own_margin : s.used);  // used: a graph's margin
        buffer.size_ = s.count;
        buffer.argument_ = s.link ? s.number : 0;
        return buffer;
    }
};

enum class direction { in, out };

template <class Channel, class Item, direction D>
struct channel_parameter {
    static constexpr bool possible = true;
    slot& s;
    Channel channel{};
    static std::string text() { return memory<Item>(D == direction::in ? "in" : "out"); }
    Channel* start(channel_slots& to) {
        s.open(channel);
        to.add(&channel);
        return &channel;
    }
    ~channel_parameter() { s.used = channel.at; }
};
template <class T>
struct parameter<input_stream<T>*> : channel_parameter<input_stream<T>, T, direction::in> {
    auto get() { return this->start(core_ports.stream_in); }
};
template <class T>
struct parameter<output_stream<T>*> : channel_parameter<output_stream<T>, T, direction::out> {
    auto get() { return this->start(core_ports.stream_out); }
};
template <>
struct parameter<input_pktstream*> : channel_parameter<input_pktstream, int32, direction::in> {
    auto get() { return start(core_ports.stream_in); }
};
template <>
struct parameter<output_pktstream*> : channel_parameter<output_pktstream, int32, direction::out> {
    auto get() { return start(core_ports.stream_out); }
};
template <class T>
struct item_of {
    using type = T;
};
template <class T>
    requires is_tag<T>
struct item_of<T> {
    using type = typename cascade_item<T>::type;
};
template <class T>
struct parameter<input_cascade<T>*> : channel_parameter<input_cascade<T>, typename item_of<T>::type, direction::in> {
    auto get() { return this->start(core_ports.cascade_in); }
};
template <class T>
struct parameter<output_cascade<T>*> : channel_parameter<output_cascade<T>, typename item_of<T>::type, direction::out> {
    auto get() { return this->start(core_ports.cascade_out); }
};
template <class T>
    requires is_tag<T>
struct parameter<input_stream<T>*> : channel_parameter<input_stream<T>, typename item_of<T>::type, direction::in> {
    auto get() { return this->start(core_ports.cascade_in); }
};
template <class T>
    requires is_tag<T>
struct parameter<output_stream<T>*> : channel_parameter<output_stream<T>, typename item_of<T>::type, direction::out> {
    auto get() { return this->start(core_ports.cascade_out); }
};

template <class R, class... P>
const char* describe() {
    static const std::string text = [] {
        std::string all = std::is_void_v<R>        ? "void;"
                          : parameter<R>::possible ? name<std::remove_cvref_t<R>>() + ";"
                                                   : "?;";
        ((all += parameter<P>::text() + ";"), ...);
        return all;
    }();
    return text.c_str();
}

// Python puts every array between fences, a little memory behind it included.
inline std::string crashed_by(int signal, std::uintptr_t crash_address) {
    constexpr std::uintptr_t fence = 1 << 17;
    if (signal == SIGFPE) return "division";
    if (signal == SIGILL) return "no_code";
    if (crash_address < 4096) return "null_pointer";
    const argument_memory* nearest = nullptr;
    for (int i = 0; i < called.count; ++i) {
        const argument_memory& m = called.arrays[i];
        if (crash_address + fence < m.begin || crash_address > m.end + fence) continue;
        if (!nearest || (crash_address >= m.begin && m.begin > nearest->begin)) nearest = &m;
    }
    constexpr std::uintptr_t stack = 9 << 20;  // a little more than a thread has
    const auto here = reinterpret_cast<std::uintptr_t>(&nearest);
    if (!nearest && crash_address < here && here - crash_address < stack)
        return "stack_full";
    if (!nearest) return "no_memory";
    return ended_by(crash_address < nearest->begin ? "before_the_start" : "past_the_end",
                    {{"argument", std::to_string(nearest->number)}, {"bytes", std::to_string(nearest->end - nearest->begin)}});
}

inline std::string end_of(int reason, const kernel_call& call, double seconds) {
    if (reason == kernel_call::aborted) return failed.empty() ? "abort" : failed;
    if (reason == kernel_call::interrupted) return "interrupted";
    if (reason == kernel_call::too_long) {
        char text[64];
        std::snprintf(text, sizeof text, "%g", seconds);
        return ended_by("too_long", {{"seconds", text}});
    }
    return crashed_by(call.signal, call.address);
}

// The core of the file that was loaded, where this is a part of it that was compiled later.
[[gnu::visibility("hidden")]] inline core_state* home = nullptr;

// Modes belong to the function that sets them.
inline void runs(const void* function) {
    if (home) active = home;
    core().caller = function;
}

struct kernel_scope {
    kernel_call& call;
    kernel_scope(kernel_call& c, std::uint64_t milliseconds) : call(c) { lw_kernel_enter(&call, milliseconds); }
    ~kernel_scope() { lw_kernel_leave(&call); }
    kernel_scope(const kernel_scope&) = delete;
    kernel_scope& operator=(const kernel_scope&) = delete;
};

// Null when all went well, else what ended it (`ended_by`); `used` of the result is one when the input just ended, and two when the time did.
template <class R, class... P, class F>
const char* run(F function, slot* slots, slot* extra) {
#ifdef LANEWISE_AIE_SEES_SCALARS
    const auto f = [&function](P... p) -> R {
        const scalar_scope seen;
        return function(static_cast<P&&>(p)...);
    };
#else
    F& f = function;
#endif
    static thread_local std::string problem;
    if (home) active = home;
    failed.clear();
    broken = {};
    called = {};
    called.stack = reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa());  // the kernel may be part of this function
    begin_locks();
    for (std::size_t i = 0; i < sizeof...(P) && called.count < call_memory::most; ++i) {
        const auto at = reinterpret_cast<std::uintptr_t>(slots[i].data);
        if (slots[i].bytes) called.arrays[called.count++] = {at, at + slots[i].bytes, slots[i].number};
    }
    const char* said = nullptr;
    core_ports = {};
    channel port[extra_slots];
    channel_slots* const kinds[extra_slots] = {nullptr, &core_ports.cascade_in, &core_ports.cascade_out,
                                               &core_ports.stream_in, &core_ports.stream_out,
                                               &core_ports.stream_in, &core_ports.stream_out};
    const DefaultArithmetic arithmetic;
    kernel_call here;
    const kernel_scope scope(here, extra[result_slot].used);
    const double seconds = static_cast<double>(extra[result_slot].used) / 1000;
    extra[result_slot].used = 0;
    if (const int reason = sigsetjmp(here.out, 1)) {
        problem = end_of(reason, here, seconds);
        if (reason == kernel_call::too_long) extra[result_slot].used = 2;
        broken = here.stack;
        return problem.c_str();
    }
    try {
        if constexpr ((parameter<P>::possible && ...)) {
            [&]<std::size_t... I>(std::index_sequence<I...>) {
                std::tuple<parameter<P>...> given{parameter<P>{slots[I]}...};
                for (int i = cascade_in_slot; i < extra_slots; ++i) {
                    if (!extra[i].data && !extra[i].link) continue;
                    extra[i].open(port[i]);
                    kinds[i]->add(&port[i]);
                }
                if constexpr (std::is_void_v<R> || !parameter<R>::possible)
                    f(std::get<I>(given).get()...);
                else
                    *static_cast<std::remove_cvref_t<R>*>(extra[result_slot].data) = f(std::get<I>(given).get()...);
            }(std::index_sequence_for<P...>{});
        } else {
            throw fault("foreign_type");
        }
    } catch (const fault& e) {
        problem = e.what();
        said = problem.c_str();
        extra[result_slot].used = dynamic_cast<const starved*>(&e) != nullptr;
    } catch (const std::exception& e) {
        problem = ended_by("thrown", {{"said", e.what()}});
        said = problem.c_str();
#ifdef __GLIBCXX__  // other libraries have no name for it
    } catch (abi::__forced_unwind&) {  // the thread ends
        throw;
#endif
    } catch (...) {
        problem = "thrown_other";
        said = problem.c_str();
    }
    if (!said) end_locks();
    extra[result_slot].number = called.moved_argument;
    extra[result_slot].bytes = called.moved_byte;
    extra[result_slot].lane_bytes = static_cast<int>(called.moved_needs);
    for (int i = cascade_in_slot; i < extra_slots; ++i) extra[i].used = port[i].at;
    std::fflush(stdout);
    return said;
}

// Addresses in this file of the calls that led to a problem, or to the access that was moved; how many.
// A place of this file.
[[gnu::visibility("hidden")]] inline char failed_here = 0;

inline int where(const call_stack& stack, std::uint64_t* offsets) {
    Dl_info own;
    if (!dladdr(reinterpret_cast<const void*>(&failed_here), &own)) return 0;
    int found = 0;
    for (int i = 0; i < stack.depth; ++i) {
        Dl_info info;
        if (!dladdr(stack.at[i], &info) || info.dli_fbase != own.dli_fbase) continue;
        offsets[found++] = reinterpret_cast<std::uintptr_t>(stack.at[i]) - reinterpret_cast<std::uintptr_t>(own.dli_fbase);
    }
    return found;
}

// A function, or one of an object that `count` of the result says. Without slots: its result and parameters as text.
template <class R, class... P>
const char* call(R (*f)(P...), slot* slots, slot* extra) {
    return slots ? run<R, P...>(f, slots, extra) : describe<R, P...>();
}
template <class R, class X, class... P>
const char* call(R (X::*f)(P...), slot* slots, slot* extra) {
    if (!slots) return describe<R, P...>();
    X* object = reinterpret_cast<X*>(extra[result_slot].count);
    return run<R, P...>([object, f](P... p) -> R { return (object->*f)(static_cast<P&&>(p)...); }, slots, extra);
}
template <class R, class X, class... P>
const char* call(R (X::*f)(P...) const, slot* slots, slot* extra) {
    return call(reinterpret_cast<R (X::*)(P...)>(f), slots, extra);
}
// A function of an object of class X, which may come from a base: where in the object that lies, the compiler knows.
template <class X, class R, class Base, class... P>
const char* call_of(R (Base::*f)(P...), slot* slots, slot* extra) {
    return call(static_cast<R (X::*)(P...)>(f), slots, extra);
}
template <class X, class R, class Base, class... P>
const char* call_of(R (Base::*f)(P...) const, slot* slots, slot* extra) {
    return call(static_cast<R (X::*)(P...) const>(f), slots, extra);
}
// What calls a function with these parameters: of several functions of a name the compiler takes the one that fits.
// The general one is of no function that Python could call, say with any number of arguments.
template <class Signature>
struct calls {
    template <class F>
    static const char* of(F, slot* slots, slot*) {
        return slots ? "foreign_type" : "?;?;";
    }
};
template <class... P>
struct calls<void(P...)> {
    template <class F>
    static const char* of(F f, slot* slots, slot* extra) {
        using R = decltype(f(std::declval<P>()...));
        return slots ? run<R, P...>([&f](P... p) -> R { return f(static_cast<P&&>(p)...); }, slots, extra)
                     : describe<R, P...>();
    }
    template <class X, class F>
    static const char* of_object(F f, slot* slots, slot* extra) {
        using R = decltype(f(std::declval<X&>(), std::declval<P>()...));
        if (!slots) return describe<R, P...>();
        X* object = reinterpret_cast<X*>(extra[result_slot].count);
        return run<R, P...>([object, &f](P... p) -> R { return f(*object, static_cast<P&&>(p)...); }, slots, extra);
    }
};
// What a graph gives a constructor: a table becomes the array that the constructor takes, for as long as there is a core.
template <class A>
struct made_of {
    const A& given;
    template <class T>
    operator T() const
        requires std::is_convertible_v<const A&, T>
    {
        return static_cast<T>(given);
    }
};
template <class T, std::size_t N>
using array_of = T[N];
template <class E>
struct made_of<std::vector<E>> {
    const std::vector<E>& given;
    operator std::vector<E>() const { return given; }
    template <class T, std::size_t N>
    operator array_of<T, N>&() const {
        auto& kept = *new std::array<std::remove_const_t<T>, N>{};
        std::copy_n(given.begin(), std::min(N, given.size()), kept.begin());
        return *reinterpret_cast<array_of<T, N>*>(kept.data());
    }
};
template <class X, class... A>
const char* create_from(slot* slots, slot* extra) {
    const auto make = [slots]<std::size_t... I>(std::index_sequence<I...>) {
        if constexpr (std::is_constructible_v<X, const A&...>)
            return reinterpret_cast<std::uint64_t>(new X(*static_cast<const A*>(slots[I].data)...));
        else
            return reinterpret_cast<std::uint64_t>(new X(made_of<A>{*static_cast<const A*>(slots[I].data)}...));
    };
    return slots ? run<std::uint64_t>([&make] { return make(std::index_sequence_for<A...>{}); }, slots, extra)
                 : describe<std::uint64_t>();
}
// A new object; its address is the result.
template <class X, class... P>
const char* create(void (*)(P...), slot* slots, slot* extra) {
    return call(+[](P... p) { return reinterpret_cast<std::uint64_t>(new X(static_cast<P&&>(p)...)); }, slots, extra);
}

}  // namespace lanewise::aie::entry
