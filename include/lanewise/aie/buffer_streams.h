// Memory as a stream of vectors that need not be aligned: one after the other, or a number of them further.
#pragma once

#include "lanewise/aie/memory.h"

namespace aie {

template <class T, unsigned N>
class unaligned_vector_input_buffer_stream {
public:
    using value_type = vector<T, N>;

    explicit unaligned_vector_input_buffer_stream(const T* p) : p_(p) {}
    value_type peek() const { return load_unaligned_v<N>(p_); }
    value_type pop() {
        const value_type v = peek();
        return seek(1), v;
    }
    unaligned_vector_input_buffer_stream& operator>>(value_type& v) {
        v = pop();
        return *this;
    }
    unaligned_vector_input_buffer_stream& seek(int vectors) {
        p_ += vectors * static_cast<std::ptrdiff_t>(sizeof(value_type) / sizeof(T));
        return *this;
    }
    void fill() {}

private:
    const T* p_;
};
template <class T, unsigned N>
class unaligned_vector_output_buffer_stream {
public:
    using value_type = vector<T, N>;

    explicit unaligned_vector_output_buffer_stream(T* p) : p_(p) {}
    void push(const value_type& v) {
        store_unaligned_v(p_, v);
        seek(1);
    }
    unaligned_vector_output_buffer_stream& operator<<(const value_type& v) {
        push(v);
        return *this;
    }
    unaligned_vector_output_buffer_stream& seek(int vectors) {
        p_ += vectors * static_cast<std::ptrdiff_t>(sizeof(value_type) / sizeof(T));
        return *this;
    }
    void flush() {}

private:
    T* p_;
};
template <class T, unsigned N>
using restrict_unaligned_vector_input_buffer_stream = unaligned_vector_input_buffer_stream<T, N>;
template <class T, unsigned N>
using restrict_unaligned_vector_output_buffer_stream = unaligned_vector_output_buffer_stream<T, N>;

}  // namespace aie
