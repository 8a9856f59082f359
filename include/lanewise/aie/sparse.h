// Vectors of which at least half is zero, as they lie in memory (policy sparse_layout): for every 64 bytes a word of 64
// bits that says which bytes are there, then those bytes, up to a whole number of words of 32 bits.
#pragma once

#include "lanewise/aie/mmul.h"

namespace aie {

// Holds its zeros, too: what is left out in memory changes where things are, not what a product is.
template <class T, unsigned N>
class sparse_vector {
    static_assert(sizeof(vector<T, N>) % 64 == 0, "a sparse vector is a whole number of groups of 64 bytes");

public:
    using value_type = T;
    static constexpr unsigned size() { return N; }
    static constexpr unsigned type_bits() { return detail::element_bits<T>; }
    static constexpr unsigned bits() { return N * type_bits(); }

    sparse_vector() = default;
    const vector<T, N>& dense() const { return lanes_; }
    T get(unsigned i) const { return lanes_.lane(i); }

    // Reads it from p; where the next one starts.
    const std::uint8_t* unpack(const std::uint8_t* p) {
        const detail::operation now("load_v", detail::result_register<vector<T, N>>(), detail::read_bytes{p, sizeof lanes_ / 2});
        auto* to = reinterpret_cast<std::uint8_t*>(&lanes_);
        for (unsigned group = 0; group < sizeof lanes_ / 64; ++group) {
            std::uint64_t there;
            __builtin_memcpy(&there, p, sizeof there);
            const auto count = static_cast<unsigned>(__builtin_popcountll(there));
            detail::note_load(p, 8 + (count + 3) / 4 * 4);
            const std::uint8_t* from = p + sizeof there;
            for (unsigned i = 0; i < 64; ++i) to[64 * group + i] = there >> i & 1 ? *from++ : std::uint8_t{0};
            p += sizeof there + (count + 3) / 4 * 4;
        }
        detail::made(lanes_);
        return p;
    }

private:
    vector<T, N> lanes_;
};

template <class T, unsigned N>
class sparse_vector_input_buffer_stream {
public:
    using value_type = sparse_vector<T, N>;

    template <class P>
    explicit sparse_vector_input_buffer_stream(const P* p) : p_(reinterpret_cast<const std::uint8_t*>(p)) {}
    value_type pop() {
        value_type v;
        p_ = v.unpack(p_);
        return v;
    }
    value_type peek() const {
        value_type v;
        v.unpack(p_);
        return v;
    }
    sparse_vector_input_buffer_stream& operator>>(value_type& v) {
        v = pop();
        return *this;
    }
    void fill() {}

private:
    const std::uint8_t* p_;
};
template <class T, unsigned N>
using restrict_sparse_vector_input_buffer_stream = sparse_vector_input_buffer_stream<T, N>;

}  // namespace aie
