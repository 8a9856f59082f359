// One record for each operation that a kernel asks for, where LANEWISE_AIE_TRACE is defined: its name, the types of its
// operands, its numbers, the modes and the place. Elsewhere nothing is left of it. What an operation is made of is not
// told again.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lanewise/aie/elements.h"
#include "lanewise/shared/aie/guard.h"
#include "lanewise/shared/aie/modes.h"
#include "lanewise/aie/tally.h"

namespace lanewise::aie {

template <class T>
struct told_type {};  // a result that the call names
template <class V>
struct told_result {};  // a register that it fills, whatever was in it
struct told_bytes {   // memory that it reads
    const void* at;
    std::size_t count;
};
struct told_write : told_bytes {};  // memory that it writes
template <class X>
struct told_sum {  // an accumulator that it adds to, where that is no operand of the call
    const X* acc;  // null: it starts anew
};

// Compilers tell of accesses after they have optimised: what they are told by must not move across them.
inline void keep_order() { asm volatile("" ::: "memory"); }

}  // namespace lanewise::aie

#if defined(LANEWISE_AIE_TIMING) && defined(LANEWISE_AIE_TRACE)
#define LANEWISE_AIE_COUNTS_SCALARS
#endif

#ifdef LANEWISE_AIE_TRACE

#include <string>
#include <unordered_set>
#include <vector>

#include "lanewise/aie/makers.h"

namespace lanewise::aie {

// The layout is ISSUED of lanewise/isa/aie/issued.py. Names and types are numbers of words, places numbers of stacks.
struct issued {
    static constexpr int most_types = 4, most_numbers = 12, most_after = 6;
    static constexpr std::uint32_t sum = 1u << 31;  // a record that it waits for, through an accumulator
    std::uint32_t name, place, lanes, types_count, types[most_types];
    std::uint32_t rounding, saturation, bytes, numbers_count;
    std::uint64_t address;
    std::int64_t numbers[most_numbers];
    std::uint32_t before[most_types], flags, after_count;
    std::uint32_t after[most_after];  // numbers of records whose results it takes, from 1

    void wait(std::uint32_t number) {
        for (std::uint32_t i = 0; i < after_count; ++i)
            if (after[i] == number) return;
        if (after_count < most_after) after[after_count++] = number;
    }
};
struct telling {
    static constexpr std::size_t most = std::size_t{1} << 18;  // records of a call: later ones are only counted
    std::vector<issued> records;
    std::vector<std::string> words;
    std::vector<call_stack> places;
    std::uint64_t more = 0;
    int depth = 0;  // operations that are running: only the outermost is told
    makers known;
    std::unordered_set<std::uintptr_t> elements;  // that the scalar unit has loaded or stored: see scalars.h
    std::uint32_t current = 0;  // the record that is being made, or was made last; 0: it is not kept
};
[[gnu::visibility("hidden")]] inline thread_local telling said;

inline void start_telling() {
    said.records.clear();
    said.more = 0;
    said.depth = 0;
    said.known.forget();
    said.elements.clear();
    said.current = 0;
}

// While it lives, accesses are those of our own functions.
struct ours {
    constexpr ours() {
        if (std::is_constant_evaluated()) return;
        ++said.depth;
        keep_order();
    }
    constexpr ~ours() {
        if (std::is_constant_evaluated()) return;
        keep_order();
        --said.depth;
    }
    ours(const ours&) = delete;
    ours& operator=(const ours&) = delete;
};
// A register that is new, or that was changed as a whole: by the operation that runs now, else by none.
inline void born(const void* at, std::size_t bytes) { said.known.made(at, bytes, said.depth ? said.current : 0); }
// The result of the operation that was told last.
template <class X>
void made(const X& x) {
    said.known.made(&x, sizeof x, said.current);
}
// The same bits in another register: no operation of its own.
template <class X, class Y>
void made_as(const X& to, const Y& from) {
    said.known.made(&to, sizeof to, said.depth ? said.current : said.known.last(&from, sizeof from));
}
// Bytes that the operation which runs now reads or writes, where it knows itself alone which ones.
inline void reached(const void* at, std::size_t bytes, bool writes) {
    if (!said.depth || !said.current) return;
    issued& one = said.records[said.current - 1];
    one.address = reinterpret_cast<std::uintptr_t>(at);
    one.bytes = static_cast<std::uint32_t>(bytes);
    if (writes)
        said.known.made(at, bytes, said.current);
    else
        said.known.each(at, bytes, [&one](std::uint32_t by) { one.wait(by); });
}
// An element that the scalar unit loads or stores. The least time knows only how many different words of 32 bits there are, as
// wide as a register: a compiler may keep them, or load two short elements at once.
#ifdef LANEWISE_AIE_COUNTS_SCALARS
inline void count_element(const void* at, std::size_t bytes, bool write) {
    const auto first = reinterpret_cast<std::uintptr_t>(at);
    for (auto word = first / 4; word <= (first + bytes - 1) / 4; ++word)
        if (said.elements.insert(word * 2 + (write ? 1 : 0)).second) ++(write ? counted.scalar_stores : counted.scalar_loads);
}
#else
inline void count_element(const void*, std::size_t, bool) {}
#endif
inline std::uint32_t word(const std::string& text) {
    for (std::size_t i = said.words.size(); i-- > 0;)
        if (said.words[i] == text) return static_cast<std::uint32_t>(i);
    said.words.push_back(text);
    return static_cast<std::uint32_t>(said.words.size() - 1);
}
// `from` is the place, where no calls lead to it.
[[gnu::noinline]] inline std::uint32_t place(void* from = nullptr) {
    call_stack here;
    if (from)
        here.at[here.depth++] = from;
    else
        lw_note_stack(&here);
    for (std::size_t i = said.places.size(); i-- > 0;) {
        const call_stack& known = said.places[i];
        bool same = known.depth == here.depth;
        for (int k = 0; same && k < here.depth; ++k) same = known.at[k] == here.at[k];
        if (same) return static_cast<std::uint32_t>(i);
    }
    said.places.push_back(here);
    return static_cast<std::uint32_t>(said.places.size() - 1);
}

// int16, cacc48, bfp16ebs8, ...
template <class T>
std::string type_name() {
    if constexpr (requires { T::block; })
        return "bfp16ebs" + std::to_string(T::block);
    else if constexpr (requires { typename T::lane; })
        return (T::is_complex ? "cacc" : "acc") + (T::is_float ? std::string("float") : std::to_string(T::bits));
    else if constexpr (is_complex<T>)
        return "c" + type_name<component<T>>();
    else if constexpr (std::is_same_v<T, bfloat16>)
        return "bfloat16";
    else if constexpr (std::is_floating_point_v<T>)
        return "float";
    else
        return (is_unsigned<T> ? "uint" : "int") + std::to_string(element_bits<T>);
}

class record {
public:
    explicit record(const char* name, void* from = nullptr) : one_{} {
        one_.name = word(name);
        one_.rounding = static_cast<std::uint32_t>(core().modes.rounding);
        one_.saturation = static_cast<std::uint32_t>(core().modes.saturation);
        one_.place = place(from);
    }
    template <class X>
    void take(const X& x) {
        if constexpr (std::is_integral_v<X> || std::is_enum_v<X>)
            number(static_cast<std::int64_t>(x), std::is_same_v<X, bool>);
        else if constexpr (requires { x.parent; })
            type<typename X::value_type>();
        else if constexpr (requires { X::size(); typename X::value_type; }) {
            type<typename X::value_type>();
            if (X::size() > one_.lanes) one_.lanes = X::size();
        } else if constexpr (std::is_pointer_v<X>) {
            if constexpr (is_element<std::remove_cv_t<std::remove_pointer_t<X>>>) {
                type<std::remove_cv_t<std::remove_pointer_t<X>>>();
                one_.address = reinterpret_cast<std::uintptr_t>(x);
            }
        } else if constexpr (is_element<X>)
            type<X>();
        else if constexpr (requires { x.acc; })
            take(x.acc);
        else if constexpr (requires { x.a; })
            take(x.a);
        else if constexpr (requires { x.v; })
            take(x.v);
    }
    template <class T>
    void take(const told_type<T>&) {
        type<T>();
    }
    template <class V>
    void take(const told_result<V>&) {
        type<typename V::value_type>();
        if (V::size() > one_.lanes) one_.lanes = V::size();
    }
    void take(const told_bytes& b) {
        one_.address = reinterpret_cast<std::uintptr_t>(b.at);
        one_.bytes = static_cast<std::uint32_t>(b.count);
    }
    void take(const told_write& b) { take(static_cast<const told_bytes&>(b)); }
    template <class X>
    void take(const told_sum<X>&) {}

    // It waits for what made an operand; `loaded` is the record that has loaded it just now, or 0.
    template <class X>
    void wait_for(const X& x, std::uint32_t loaded = 0) {
        if constexpr (requires { x.parent; })
            wait_for(x.parent);
        else if constexpr (requires { X::size(); })
            loaded ? one_.wait(loaded) : wait_for_bytes(&x, sizeof x, is_sum<X> ? issued::sum : 0);
        else if constexpr (requires { x.acc; })
            wait_for(x.acc);
        else if constexpr (requires { x.a; })
            wait_for(x.a);
        else if constexpr (requires { x.v; })
            wait_for(x.v);
    }
    void wait_for(const told_bytes& b, std::uint32_t = 0) { wait_for_bytes(b.at, b.count, 0); }
    void wait_for(const told_write&, std::uint32_t = 0) {}
    template <class X>
    void wait_for(const told_sum<X>& sum, std::uint32_t = 0) {
        if (sum.acc) wait_for_bytes(sum.acc, sizeof *sum.acc, issued::sum);
    }

    // Its number, from 1; 0: there are too many.
    std::uint32_t keep() const {
        if (said.records.size() < telling::most) {
            said.records.push_back(one_);
            return static_cast<std::uint32_t>(said.records.size());
        }
        ++said.more;
        return 0;
    }

private:
    template <class T>
    void type() {
        if constexpr (is_element<T> || requires { typename T::lane; } || requires { T::block; })
            if (one_.types_count < issued::most_types) {
                one_.before[one_.types_count] = one_.numbers_count;
                one_.types[one_.types_count++] = word(type_name<T>());
            }
    }
    void number(std::int64_t x, bool flag) {
        if (one_.numbers_count == issued::most_numbers) return;
        if (flag) one_.flags |= 1u << one_.numbers_count;
        one_.numbers[one_.numbers_count++] = x;
    }
    template <class X>
    static constexpr bool is_sum = requires { typename X::value_type::lane; };
    void wait_for_bytes(const void* at, std::size_t bytes, std::uint32_t how) {
        said.known.each(at, bytes, [this, how](std::uint32_t by) { one_.wait(by | how); });
    }
    issued one_;
};

// A vector that lies in memory is loaded; the number of the record.
template <class V>
std::uint32_t tell_loaded(const V& v) {
    record one("load_v");
    one.take(v);
    one.take(told_bytes{&v, sizeof v});
    one.wait_for(told_bytes{&v, sizeof v});
    return one.keep();
}
// Between variables of the kernel and memory: an iterator gives a vector where it lies.
template <class V>
void tell_copy(const V& to, const V& from) {
    if (said.depth) return born(&to, sizeof to);
    std::uint32_t by = in_memory(&from) ? tell_loaded(from) : said.known.last(&from, sizeof from);
    if (in_memory(&to)) {
        record one("store_v");
        one.take(from);
        one.take(told_bytes{&to, sizeof to});
        one.wait_for(from, by);
        by = one.keep();
    }
    said.known.made(&to, sizeof to, by);
}

// An operation, from its first to its last line; nothing of it is left while compiling. A vector that is taken straight from
// memory was loaded before.
class operation {
public:
    template <class... X>
    constexpr explicit operation(const char* name, const X&... x) {
        if (!std::is_constant_evaluated()) begin(name, x...);
    }
    constexpr ~operation() {
        if (std::is_constant_evaluated()) return;
        keep_order();
        --said.depth;
    }
    operation(const operation&) = delete;
    operation& operator=(const operation&) = delete;

private:
    template <class... X>
    static void begin(const char* name, const X&... x) {
        const bool inner = said.depth++;
        keep_order();
        if (inner) return;
        const std::uint32_t through[] = {loaded(x)..., 0};
        record one(name);
        (one.take(x), ...);
        [[maybe_unused]] const std::uint32_t* via = through;
        (one.wait_for(x, *via++), ...);
        said.current = one.keep();
        (writes(x), ...);
    }
    template <class X>
    static std::uint32_t loaded(const X& x) {
        if constexpr (requires { X::size(); X::type_bits(); x.lane(0); })
            if (in_memory(&x)) {
                count_load(sizeof x);
                return tell_loaded(x);
            }
        return 0;
    }
    template <class X>
    static void writes(const X& x) {
        if constexpr (std::is_same_v<X, told_write>) said.known.made(x.at, x.count, said.current);
    }
};

}  // namespace lanewise::aie

#else

namespace lanewise::aie {
class [[maybe_unused]] operation {
public:
    template <class... X>
    constexpr explicit operation(const char*, const X&...) {}
};
template <class V>
constexpr void tell_copy(const V&, const V&) {}
struct ours {
    constexpr ours() {}
    constexpr ~ours() {}
};
constexpr void born(const void*, std::size_t) {}
constexpr void reached(const void*, std::size_t, bool) {}
constexpr void count_element(const void*, std::size_t, bool) {}
template <class X>
constexpr void made(const X&) {}
template <class X, class Y>
constexpr void made_as(const X&, const Y&) {}
}  // namespace lanewise::aie

#endif
