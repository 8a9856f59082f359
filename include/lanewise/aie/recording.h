// One record for each operation that a kernel asks for, where LANEWISE_AIE_TRACE is defined: its name, the types of its
// operands, its numbers, the modes, the place, and what it asks of the units of its core. Elsewhere nothing is left of it. What
// an operation is made of has no record of its own.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lanewise/aie/elements.h"
#include "lanewise/aie/status.h"
#include "lanewise/shared/aie/guard.h"
#include "lanewise/shared/aie/issued.h"
#include "lanewise/shared/aie/modes.h"

namespace lanewise::aie {

template <class T>
struct result_type {};  // a result that the call names
template <class V>
struct result_register {};  // a register that it fills, whatever was in it
struct read_bytes {         // memory that it reads
    const void* at;
    std::size_t count;
};
struct written_bytes : read_bytes {};  // memory that it writes
template <class X>
struct added_to {  // an accumulator that it adds to, where that is no operand of the call
    const X* acc;  // null: it starts anew
};

// Compilers tell of accesses after they have optimised: what they are told by must not move across them.
inline void keep_order() { asm volatile("" ::: "memory"); }

}  // namespace lanewise::aie

#ifdef LANEWISE_AIE_TRACE

#include <cstring>
#include <string>
#include <unordered_set>
#include <vector>

#include "lanewise/aie/known_places.h"

LANEWISE_AIE_ASIDE_BEGINS
#include "lanewise/aie/makers.h"

namespace lanewise::aie {

struct recording {
    static constexpr std::size_t most = std::size_t{1} << 18;  // records of a call: later ones are only counted
    std::vector<issued> records;
    std::vector<issued> later;  // one for all that ask for the same
    std::vector<std::string> words;
    std::uint64_t more = 0;
    int depth = 0;  // operations that are running: only the outermost has a record
    makers writers;
    std::unordered_set<std::uintptr_t> elements;  // that the scalar unit has loaded or stored: see scalars.h
    std::uint32_t current = 0;  // the record that is being made, or was made last; 0: it is not kept
    issued spare;               // that one then

    issued& now() { return current ? records[current - 1] : spare; }
    // Behind the records those that stand for later ones.
    const std::vector<issued>& all() {
        records.insert(records.end(), later.begin(), later.end());
        later.clear();
        return records;
    }
    LANEWISE_AIE_ASIDE void count(const issued& one) {
        issued alike{};
        alike.name = one.name;
        alike.lanes = one.lanes;
        alike.types_count = one.types_count;
        std::memcpy(alike.types, one.types, sizeof alike.types);
        alike.bytes = one.bytes;
        alike.products = one.products;
        alike.results = one.results;
        alike.crossed = one.crossed;
        alike.port = one.port;
        alike.elements = one.elements;
        alike.factors = one.factors;
        alike.scalar = one.scalar;
        for (issued& known : later) {
            alike.times = known.times;
            if (std::memcmp(&known, &alike, sizeof alike) != 0) continue;
            ++known.times;
            return;
        }
        alike.times = 1;
        later.push_back(alike);
    }
};
[[gnu::visibility("hidden")]] inline constinit thread_local recording* recording_here = nullptr;
LANEWISE_AIE_ASIDE inline recording& first_recording() {
    static thread_local recording all;
    recording_here = &all;
    return all;
}
LANEWISE_AIE_UNTOLD inline recording& recorded() { return recording_here ? *recording_here : first_recording(); }
// What the operation that runs now asks of the units.
struct unit_work {
    std::uint32_t products, results, crossed, port, elements;
    std::uint8_t factors, scalar;
};
[[gnu::visibility("hidden")]] inline constinit thread_local unit_work work = {};
[[gnu::visibility("hidden")]] inline constinit thread_local const void* stack_top = nullptr;

inline void start_recording() {
    recorded().records.clear();
    recorded().later.clear();
    recorded().more = 0;
    recorded().depth = 0;
    recorded().writers.forget();
    recorded().elements.clear();
    recorded().current = 0;
    stack_top = __builtin_frame_address(0);
}
// Variables of the kernel stand for registers; everything else is memory. No kernel has a megabyte of them.
inline bool in_memory(const void* p) {
    return reinterpret_cast<std::uintptr_t>(stack_top) - reinterpret_cast<std::uintptr_t>(p) >= std::uintptr_t{1} << 20;
}

constexpr unsigned width_class(unsigned bits) { return bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3; }
// `each` products of real numbers make one of complex ones.
template <unsigned a_bits, unsigned b_bits, bool is_float, unsigned each>
void count_product() {
    work.products += each;
    if constexpr (!is_float)
        work.factors = 4 * width_class(a_bits) + width_class(b_bits);
    else
        work.factors = a_bits > 16 || b_bits > 16 ? issued::floats : issued::small_floats;
}
inline void count_result(unsigned bits) { work.results += bits; }
inline void count_crossed(std::uint32_t port, std::size_t bits) {
    if (!port) return;
    work.port = port;
    work.crossed += static_cast<std::uint32_t>(bits);
}
// While it lives, accesses are those of our own functions.
struct ours {
    constexpr ours() {
        if (std::is_constant_evaluated()) return;
        ++recorded().depth;
        note_begin();
        keep_order();
    }
    constexpr ~ours() {
        if (std::is_constant_evaluated()) return;
        keep_order();
        note_end();
        --recorded().depth;
    }
    ours(const ours&) = delete;
    ours& operator=(const ours&) = delete;
};
// A register that is new, or that was changed as a whole: by the operation that runs now, else by none.
LANEWISE_AIE_ASIDE inline void born(const void* at, std::size_t bytes) { recorded().writers.set(at, bytes, recorded().depth ? recorded().current : 0); }
// The result of the operation that was told last.
template <class X>
LANEWISE_AIE_ASIDE void made(const X& x) {
    recorded().writers.set(&x, sizeof x, recorded().current);
}
// The same bits in another register: no operation of its own.
template <class X, class Y>
LANEWISE_AIE_ASIDE void made_as(const X& to, const Y& from) {
    recorded().writers.set(&to, sizeof to, recorded().depth ? recorded().current : recorded().writers.last(&from, sizeof from));
}
// Bytes that the operation which runs now reads or writes, where it knows itself alone which ones.
LANEWISE_AIE_ASIDE inline void reached(const void* at, std::size_t bytes, bool writes) {
    if (!recorded().depth) return;
    issued& one = recorded().now();
    one.address = reinterpret_cast<std::uintptr_t>(at);
    one.bytes = static_cast<std::uint32_t>(bytes);
    if (writes)
        recorded().writers.set(at, bytes, recorded().current);
    else
        recorded().writers.each(at, bytes, [&one](std::uint32_t by) { one.wait(by); });
}
// Of an element that the scalar unit loads or stores: how many words of 32 bits nobody has reached before it. The least time knows
// only those, as wide as a register: a compiler may keep them, or load two short elements at once.
LANEWISE_AIE_ASIDE inline std::uint32_t new_words(const void* at, std::size_t bytes, bool write) {
    const auto first = reinterpret_cast<std::uintptr_t>(at);
    std::uint32_t found = 0;
    for (auto word = first / 4; word <= (first + bytes - 1) / 4; ++word) found += recorded().elements.insert(word * 2 + (write ? 1 : 0)).second;
    return found;
}
inline void count_element(const void* at, std::size_t bytes, bool write) {
    work.elements += new_words(at, bytes, write);
    work.scalar = 1;
}
LANEWISE_AIE_ASIDE inline std::uint32_t word(const std::string& text) {
    for (std::size_t i = recorded().words.size(); i-- > 0;)
        if (recorded().words[i] == text) return static_cast<std::uint32_t>(i);
    recorded().words.push_back(text);
    return static_cast<std::uint32_t>(recorded().words.size() - 1);
}
// `from` is the place, where no calls lead to it.
LANEWISE_AIE_ASIDE inline std::uint32_t place(void* from = nullptr) {
    if (!from) return place_at_hand();
    call_stack here;
    here.at[here.depth++] = from;
    return number_of(here);
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
    LANEWISE_AIE_ASIDE explicit record(const char* name, void* from = nullptr) : one_{} {
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
    void take(const result_type<T>&) {
        type<T>();
    }
    template <class V>
    void take(const result_register<V>&) {
        type<typename V::value_type>();
        if (V::size() > one_.lanes) one_.lanes = V::size();
    }
    void take(const read_bytes& b) {
        one_.address = reinterpret_cast<std::uintptr_t>(b.at);
        one_.bytes = static_cast<std::uint32_t>(b.count);
    }
    void take(const written_bytes& b) { take(static_cast<const read_bytes&>(b)); }
    template <class X>
    void take(const added_to<X>&) {}

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
    void wait_for(const read_bytes& b, std::uint32_t = 0) { wait_for_bytes(b.at, b.count, 0); }
    void wait_for(const written_bytes&, std::uint32_t = 0) {}
    template <class X>
    void wait_for(const added_to<X>& sum, std::uint32_t = 0) {
        if (sum.acc) wait_for_bytes(sum.acc, sizeof *sum.acc, issued::sum);
    }

    // An element of the scalar unit, and how many words nobody has reached before it.
    void reach(std::uint32_t new_words) {
        one_.scalar = 1;
        one_.elements = new_words;
    }
    // Its number, from 1; 0: there are too many. It has ended, or `runs`.
    LANEWISE_AIE_ASIDE std::uint32_t keep(bool runs = false) const {
        if (recorded().records.size() < recording::most) {
            recorded().records.push_back(one_);
            return static_cast<std::uint32_t>(recorded().records.size());
        }
        ++recorded().more;
        if (!runs) recorded().count(one_);
        recorded().spare = one_;
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
    LANEWISE_AIE_ASIDE void wait_for_bytes(const void* at, std::size_t bytes, std::uint32_t how) {
        recorded().writers.each(at, bytes, [this, how](std::uint32_t by) { one_.wait(by | how); });
    }
    issued one_;
};

// A vector that lies in memory is loaded; the number of the record.
template <class V>
LANEWISE_AIE_ASIDE std::uint32_t record_load(const V& v) {
    record one("load_v");
    one.take(v);
    one.take(read_bytes{&v, sizeof v});
    one.wait_for(read_bytes{&v, sizeof v});
    return one.keep();
}
// Between variables of the kernel and memory: an iterator gives a vector where it lies.
template <class V>
LANEWISE_AIE_ASIDE void record_copy(const V& to, const V& from) {
    if (recorded().depth) return born(&to, sizeof to);
    std::uint32_t by = in_memory(&from) ? record_load(from) : recorded().writers.last(&from, sizeof from);
    if (in_memory(&to)) {
        record one("store_v");
        one.take(from);
        one.take(read_bytes{&to, sizeof to});
        one.wait_for(from, by);
        by = one.keep();
    }
    recorded().writers.set(&to, sizeof to, by);
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
        note_end();
        if (--recorded().depth == 0) end();
    }
    operation(const operation&) = delete;
    operation& operator=(const operation&) = delete;

private:
    template <class... X>
    LANEWISE_AIE_ASIDE static void begin(const char* name, const X&... x) {
        const bool inner = recorded().depth++;
        note_begin();
        keep_order();
        if (inner) return;
        const std::uint32_t through[] = {loaded(x)..., 0};
        record one(name);
        (one.take(x), ...);
        [[maybe_unused]] const std::uint32_t* via = through;
        (one.wait_for(x, *via++), ...);
        recorded().current = one.keep(true);
        work = {};
        (writes(x), ...);
    }
    LANEWISE_AIE_ASIDE static void end() {
        issued& one = recorded().now();
        one.products = work.products;
        one.results = work.results;
        one.crossed = work.crossed;
        one.port = work.port;
        one.elements = work.elements;
        one.factors = work.factors;
        one.scalar = work.scalar;
        if (!recorded().current) recorded().count(one);
    }
    template <class X>
    static std::uint32_t loaded(const X& x) {
        if constexpr (requires { X::size(); X::type_bits(); x.lane(0); })
            if (in_memory(&x)) return record_load(x);
        return 0;
    }
    template <class X>
    static void writes(const X& x) {
        if constexpr (std::is_same_v<X, written_bytes>) recorded().writers.set(x.at, x.count, recorded().current);
    }
};

}  // namespace lanewise::aie
LANEWISE_AIE_ASIDE_ENDS

#else

namespace lanewise::aie {
class [[maybe_unused]] operation {
public:
    template <class... X>
    constexpr explicit operation(const char*, const X&...) {
        if (!std::is_constant_evaluated()) note_begin();
    }
    constexpr ~operation() {
        if (!std::is_constant_evaluated()) note_end();
    }
    operation(const operation&) = delete;
    operation& operator=(const operation&) = delete;
};
template <class V>
constexpr void record_copy(const V&, const V&) {}
struct ours {
    constexpr ours() {
        if (!std::is_constant_evaluated()) note_begin();
    }
    constexpr ~ours() {
        if (!std::is_constant_evaluated()) note_end();
    }
};
constexpr void born(const void*, std::size_t) {}
constexpr void reached(const void*, std::size_t, bool) {}
constexpr void count_element(const void*, std::size_t, bool) {}
inline void count_result(unsigned) {}
inline void count_crossed(std::uint32_t, std::size_t) {}
template <unsigned, unsigned, bool, unsigned>
constexpr void count_product() {}
template <class X>
constexpr void made(const X&) {}
template <class X, class Y>
constexpr void made_as(const X&, const Y&) {}
}  // namespace lanewise::aie

#endif
