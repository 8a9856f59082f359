// Streams and cascades. A kernel reads and writes them in order; what crosses a cascade is not changed.
#pragma once

#include <bit>
#include <concepts>

#include "lanewise/aie/accum.h"
#include "lanewise/aie/channel.h"
#include "lanewise/aie/memory.h"
#include "lanewise/aie/native.h"

enum class aie_stream { ss0, ss1, none };
enum class aie_stream_resource_in { none, a, b };
enum class aie_stream_resource_out { none, a, b };

namespace lanewise::aie {

// A cascade carries lanes of accumulators; to Python each is an int64, or 16 bytes where it wants them whole, or a
// float32.
template <class Tag, class Integer = std::int64_t>
struct cascade_item {
    using type = complex_if<Tag::is_complex, std::conditional_t<Tag::is_float, float, Integer>>;

    template <class To, class From>
    static To converted(From x) {
        if constexpr (Tag::is_complex)
            return {static_cast<component<To>>(x.real), static_cast<component<To>>(x.imag)};
        else
            return static_cast<To>(x);
    }
};

template <class Item, class Tag, unsigned N>
[[gnu::noinline]] void take_items(channel& c, ::aie::accum<Tag, N>& out) {
    typename Item::type items[N];
    c.take(items, sizeof items[0], N);
    for (unsigned i = 0; i < N; ++i) out.lane(i) = Item::template converted<typename Tag::lane>(items[i]);
}
template <class Item, class Tag, unsigned N>
[[gnu::noinline]] void put_items(channel& c, const ::aie::accum<Tag, N>& a) {
    typename Item::type items[N];
    for (unsigned i = 0; i < N; ++i) {
        items[i] = Item::template converted<typename Item::type>(a.lane(i));
        if (!Tag::is_float && !(Item::template converted<typename Tag::lane>(items[i]) == a.lane(i)))
            throw fault("wide_lane", {{"port", c.name()}});
    }
    c.put(items, sizeof items[0], N);
}

// What a lane takes of a transfer.
template <class Tag>
inline constexpr std::size_t cascade_bits = [] {
    if constexpr (Tag::is_float)
        return std::size_t{32} * (Tag::is_complex ? 2 : 1);
    else
        return static_cast<std::size_t>(Tag::lane_bits) * (Tag::is_complex ? 2 : 1);
}();

// An array that Python names for the port of the core has a type of its own, which nobody has compared yet.
template <class Tag>
[[gnu::noinline]] void check_lanes(const channel& c) {
    const bool floats = c.lane_bytes == 4;
    if (c.argument >= 0 || Tag::is_float == floats) return;
    throw fault(Tag::is_float ? "cascade_of_floats" : "cascade_of_integers");
}

// Through a link the lanes go as they lie in memory. A kernel that waits is told by one address (channel::cross): what leads there is a part of it.
template <class Tag, unsigned N>
[[gnu::always_inline]] inline ::aie::accum<Tag, N> take_lanes(channel& c) {
    count_crossed(issued::cascade, cascade_bits<Tag> * N);
    ::aie::accum<Tag, N> out;
    if (!c.link) check_lanes<Tag>(c);
    if (c.link) {
        c.take(&out, sizeof(typename Tag::lane), N);
        note_written(&out);  // by whoever put it in
    } else if (c.lane_bytes == 16)
        take_items<cascade_item<Tag, int128>>(c, out);
    else
        take_items<cascade_item<Tag>>(c, out);
    return out;
}
template <class Tag, unsigned N>
[[gnu::always_inline]] inline void put_lanes(channel& c, const ::aie::accum<Tag, N>& a) {
    count_crossed(4 + issued::cascade, cascade_bits<Tag> * N);
    if (!c.link) check_lanes<Tag>(c);
    if (c.link)
        c.put(&a, sizeof(typename Tag::lane), N);
    else if (c.lane_bytes == 16)
        put_items<cascade_item<Tag, int128>>(c, a);
    else
        put_items<cascade_item<Tag>>(c, a);
}

}  // namespace lanewise::aie

template <class T>
struct input_stream : lanewise::aie::channel {
    using value_type = T;
};
template <class T>
struct output_stream : lanewise::aie::channel {
    using value_type = T;
};
template <class T>
struct input_cascade : lanewise::aie::channel {
    using value_type = T;
};
template <class T>
struct output_cascade : lanewise::aie::channel {
    using value_type = T;
};
// Older kernels say stream of accumulators and mean a cascade.
template <class Tag>
    requires lanewise::aie::is_tag<Tag>
struct input_stream<Tag> : input_cascade<Tag> {};
template <class Tag>
    requires lanewise::aie::is_tag<Tag>
struct output_stream<Tag> : output_cascade<Tag> {};

// How many streams lead into a core.
constexpr unsigned get_input_streams_core_module() { return LANEWISE_STREAM_PORTS; }
namespace adf {
using ::get_input_streams_core_module;
}

// --- streams ---

namespace lanewise_intrinsics {
template <class T>
T readincr(input_stream<T>* s) {
    T x;
    s->take(&x, sizeof x, 1);
    return x;
}
template <class T>
T readincr(input_stream<T>* s, bool& tlast) {
    tlast = s->at_end(sizeof(T));
    return readincr(s);
}
template <unsigned N, aie_stream_resource_in = aie_stream_resource_in::none, class T>
    requires lanewise::aie::is_element<T>
aie::vector<T, N> readincr_v(input_stream<T>* s) {
    aie::vector<T, N> out;
    s->take(&out, sizeof(T), N);
    return out;
}
template <unsigned N, aie_stream_resource_in = aie_stream_resource_in::none, class T>
    requires lanewise::aie::is_element<T>
aie::vector<T, N> readincr_v(input_stream<T>* s, bool& tlast) {
    tlast = s->at_end(N * sizeof(T));
    return readincr_v<N>(s);
}
template <aie_stream_resource_out = aie_stream_resource_out::none, class T, class S>
    requires std::is_convertible_v<S, T>
void writeincr(output_stream<T>* s, const S& x, bool tlast = false) {
    const T item = static_cast<T>(x);
    s->put(&item, sizeof item, 1);
    if (tlast) s->end_packet();
}
template <aie_stream_resource_out = aie_stream_resource_out::none, class T, unsigned N>
void writeincr(output_stream<T>* s, const aie::vector<T, N>& v, bool tlast = false) {
    s->put(&v, sizeof(T), N);
    if (tlast) s->end_packet();
}
template <unsigned N, aie_stream_resource_out = aie_stream_resource_out::none, class T>
void writeincr_v(output_stream<T>* s, const aie::vector<T, N>& v, bool tlast = false) {
    writeincr(s, v, tlast);
}
// Without waiting: they say whether something moved.
template <class T>
bool readincr_nb(input_stream<T>* s, T& x) {
    if (s->is_empty(sizeof(T))) return false;
    x = readincr(s);
    return true;
}
template <class T>
T readincr_nb(input_stream<T>* s, bool& success) {
    T x{};
    success = readincr_nb(s, x);
    return x;
}

// --- cascades ---

template <unsigned N, class Tag>
    requires(lanewise::aie::is_tag<Tag> && (!Tag::is_float || LANEWISE_HAS_FLOAT_ACCUMULATORS))
[[gnu::always_inline]] inline aie::accum<Tag, N> readincr_v(input_cascade<Tag>* s) {
    return lanewise::aie::take_lanes<Tag, N>(*s);
}
// Float accumulators of the first generation are vectors.
template <unsigned N, class Tag>
    requires(lanewise::aie::is_tag<Tag> && Tag::is_float && !LANEWISE_HAS_FLOAT_ACCUMULATORS)
[[gnu::always_inline]] inline aie::vector<typename Tag::lane, N> readincr_v(input_cascade<Tag>* s) {
    return lanewise::aie::take_lanes<Tag, N>(*s);
}
template <unsigned N, class T>
    requires lanewise::aie::is_element<T>
[[gnu::always_inline]] inline aie::vector<T, N> readincr_v(input_cascade<T>* s) {
    aie::vector<T, N> out;
    s->take(&out, sizeof(T), N);
    return out;
}
template <class Tag, class Other, unsigned N>
    requires std::is_convertible_v<aie::accum<Other, N>, aie::accum<Tag, N>>
[[gnu::always_inline]] inline void writeincr(output_cascade<Tag>* s, const aie::accum<Other, N>& a) {
    lanewise::aie::put_lanes<Tag, N>(*s, a);
}
// With its template arguments written: the tag, then the lanes.
template <class Tag, unsigned N>
    requires lanewise::aie::is_tag<Tag>
[[gnu::always_inline]] inline void writeincr(output_cascade<Tag>* s, const aie::accum<Tag, N>& a) {
    lanewise::aie::put_lanes<Tag, N>(*s, a);
}
template <class Tag, class T, unsigned N>
    requires(lanewise::aie::is_tag<Tag> && Tag::is_float)
[[gnu::always_inline]] inline void writeincr(output_cascade<Tag>* s, const aie::vector<T, N>& v) {
    lanewise::aie::put_lanes<Tag, N>(*s, aie::accum<Tag, N>(v));
}
template <unsigned N, class T>
    requires lanewise::aie::is_element<T>
[[gnu::always_inline]] inline void writeincr(output_cascade<T>* s, const aie::vector<T, N>& v) {
    s->put(&v, sizeof(T), N);
}
}  // namespace lanewise_intrinsics

// With the port that the vendor's compiler shall use: SS for single words, W for four at once.
enum {
    SS_rsrc1 = 0,
    SS_rsrc2 = 1,
    MS_rsrc1 = 0,
    MS_rsrc2 = 1,
    WSS_rsrc1 = 0,
    WSS_rsrc2 = 1,
    WMS_rsrc1 = 0,
    WMS_rsrc2 = 1
};
namespace lanewise_intrinsics {
template <class T>
T READINCR(int, input_stream<T>* s) {
    return readincr(s);
}
template <class T>
auto READINCRW(int, input_stream<T>* s) {
    return readincr_v<128 / lanewise::aie::element_bits<T>>(s);
}
template <class S, class X>
void WRITEINCR(int, S* s, const X& x, bool tlast = false) {
    writeincr(s, x, tlast);
}
// Four words, whatever the elements of the stream are.
template <class S, class X>
    requires(sizeof(X) == 16)
void WRITEINCRW(int, S* s, const X& x, bool tlast = false) {
    s->put(&x, 4, 4);
    if (tlast) s->end_packet();
}
}  // namespace lanewise_intrinsics

// Packets: a header word, then words of data.
struct input_pktstream : input_stream<int32> {};
struct output_pktstream : output_stream<int32> {};
namespace lanewise_intrinsics {
inline int32 readincr(input_pktstream* s) {
    return readincr(static_cast<input_stream<int32>*>(s));
}
inline int32 readincr(input_pktstream* s, bool& tlast) {
    return readincr(static_cast<input_stream<int32>*>(s), tlast);
}
inline void writeincr(output_pktstream* s, int32 x, bool tlast = false) {
    s->put(&x, 4, 1);
    if (tlast) s->end_packet();
}
// The header carries the packet's number in its low five bits, its type above bit 12 and an odd parity on top.
inline void writeHeader(output_pktstream* s, unsigned type, unsigned id) {
    const unsigned word = (id & 31) | (type & 7) << 12;
    writeincr(s, static_cast<int32>(word | (std::popcount(word) % 2 == 0 ? 1u << 31 : 0)));
}
inline unsigned getPacketid(const input_pktstream* s, int index) {
    if (const int id = s->link ? lw_graph_packet_id(s->argument, index) : -1; id >= 0) return static_cast<unsigned>(id);
    int32 word = 0;
    if (s->data && !s->at_end(3)) __builtin_memcpy(&word, s->data + s->at, 4);
    return static_cast<unsigned>(word) & 31;
}
inline unsigned getPacketid(const output_pktstream* s, int index) {
    const int id = s->link ? lw_graph_packet_id(s->argument, index) : -1;
    return static_cast<unsigned>(id >= 0 ? id : index);
}
}  // namespace lanewise_intrinsics

// --- the ports of the core that a call's arguments stand for, by number ---

namespace lanewise::aie {

// The channels of one kind that a call has, in the order of its arguments.
struct channel_slots {
    channel* at[4] = {};
    std::uint32_t kind = 0;  // of ports, of which a core has two; 0: one that counts by itself
    void add(channel* c) {
        for (int i = 0; i < 4; ++i)
            if (!at[i]) {
                at[i] = c;
                if (kind) c->port = 4 * (i % 2) + kind;
                return;
            }
    }
    channel* operator[](int i) const { return at[i & 3]; }
};
struct ports {
    channel_slots stream_in{{}, issued::stream_in}, stream_out{{}, issued::stream_out}, cascade_in, cascade_out;
};
// Of the call that this thread makes.
[[gnu::visibility("hidden")]] inline constinit thread_local ports core_ports{};

[[noreturn, gnu::noinline, gnu::cold]] inline void lacks_port(const char* name) { throw fault("no_port", {{"port", name}}); }
inline channel& port(channel* c, const char* name) {
    if (!c) lacks_port(name);
    return *c;
}

}  // namespace lanewise::aie

namespace lanewise_intrinsics {
inline int32 get_ss(int id = 0) {
    int32 x;
    lanewise::aie::port(lanewise::aie::core_ports.stream_in[id], "get_ss").take(&x, 4, 1);
    return x;
}
inline int32 get_ss(int id, bool& tlast) {
    auto& c = lanewise::aie::port(lanewise::aie::core_ports.stream_in[id], "get_ss");
    tlast = c.at_end(4);
    return get_ss(id);
}
// A word as what it holds.
inline float getf_ss(int id = 0) {
    return std::bit_cast<float>(get_ss(id));
}
inline cint16 getc_ss(int id = 0) {
    return as_cint16(get_ss(id));
}
template <class T>
    requires(sizeof(T) == 4 || (std::is_integral_v<T> && !std::same_as<T, bool>))
void put_ms(int id, T x, bool tlast = false) {
    int32 word;
    if constexpr (std::is_integral_v<T>)
        word = static_cast<int32>(x);
    else
        __builtin_memcpy(&word, &x, 4);
    auto& c = lanewise::aie::port(lanewise::aie::core_ports.stream_out[id], "put_ms");
    c.put(&word, 4, 1);
    if (tlast) c.end_packet();
}
// Cores with one stream need not say which.
template <class T>
    requires(sizeof(T) == 4 || std::is_integral_v<T>)
void put_ms(T x) {
    put_ms(0, x);
}
template <class T, std::same_as<bool> Last>
    requires((sizeof(T) == 4 || std::is_integral_v<T>) && !std::same_as<T, bool>)
void put_ms(T x, Last tlast) {
    put_ms(0, x, tlast);
}
}  // namespace lanewise_intrinsics

// Four words, as lanes of any type.
namespace lanewise::aie {

template <class T>
::aie::vector<T, 128 / element_bits<T>> wide_words(int id) {
    ::aie::vector<T, 128 / element_bits<T>> v;
    port(core_ports.stream_in[id], "get_wss").take(&v, 4, 4);
    return v;
}

}  // namespace lanewise::aie

namespace lanewise_intrinsics {
inline v4int32 get_wss(int id = 0) {
    return lanewise::aie::wide_words<int32>(id);
}
inline v4cint16 getc_wss(int id = 0) {
    return lanewise::aie::wide_words<cint16>(id);
}
inline v4float getf_wss(int id = 0) {
    return lanewise::aie::wide_words<float>(id);
}
template <class T, unsigned N>
void put_wms(int id, const aie::vector<T, N>& v, bool tlast = false) {
    auto& c = lanewise::aie::port(lanewise::aie::core_ports.stream_out[id], "put_wms");
    c.put(&v, 4, sizeof v / 4);
    if (tlast) c.end_packet();
}
template <class Tag, unsigned N>
void put_mcd(const aie::accum<Tag, N>& a, bool enabled = true) {
    if (enabled) lanewise::aie::put_lanes(lanewise::aie::port(lanewise::aie::core_ports.cascade_out[0], "put_mcd"), a);
}
template <class T, unsigned N>
void put_mcd(const aie::vector<T, N>& v, bool enabled = true) {
    using Tag = std::conditional_t<lanewise::aie::is_float<T>, lanewise::aie::float_tag<lanewise::aie::is_complex<T>>,
                                   lanewise::aie::integer_tag<64, lanewise::aie::is_complex<T>>>;
    put_mcd(aie::accum<Tag, N>(v), enabled);
}
}  // namespace lanewise_intrinsics

namespace lanewise::aie {

// What arrives takes the type it is put into.
struct cascade_value {
    static constexpr bool arrives = true;
    template <class Tag, unsigned N>
    operator ::aie::accum<Tag, N>() const {
        return take_lanes<Tag, N>(port(core_ports.cascade_in[0], "get_scd"));
    }
    template <class T, unsigned N>
    operator ::aie::vector<T, N>() const {
        using Tag = std::conditional_t<is_float<T>, float_tag<is_complex<T>>, integer_tag<64, is_complex<T>>>;
        const auto lanes = take_lanes<Tag, N>(port(core_ports.cascade_in[0], "get_scd"));
        ::aie::vector<T, N> out;
        for (unsigned i = 0; i < N; ++i) out.put(narrowed<T>(lanes.lane(i)), i);
        return out;
    }
};

}  // namespace lanewise::aie

namespace lanewise_intrinsics {
inline lanewise::aie::cascade_value get_scd() {
    return {};
}
inline lanewise::aie::cascade_value getc_scd() {
    return {};
}
}  // namespace lanewise_intrinsics
