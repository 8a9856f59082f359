// Buffers walked in several dimensions: a descriptor of sizes and steps in vectors, the innermost last.
#pragma once

#include <tuple>

#include "lanewise/aie/memory.h"

namespace aie {

struct tensor_dim {
    unsigned num;  // how often
    int step;      // in vectors
    constexpr tensor_dim(unsigned n, int s) : num(n), step(s) {}
};

template <class T, unsigned N, std::size_t Dims>
struct tensor_descriptor {
    std::array<tensor_dim, Dims> dims;
};
template <class T, unsigned N, class... D>
constexpr auto make_tensor_descriptor(const D&... d) {
    return tensor_descriptor<T, N, sizeof...(D)>{{tensor_dim(d)...}};
}

// The same, for the type of a register: `make_tensor_descriptor_from_native<v16int16>(...)`.
template <class V, class... D>
constexpr auto make_tensor_descriptor_from_native(const D&... d) {
    return make_tensor_descriptor<typename V::value_type, V::size()>(d...);
}

// Reads or writes one vector after the other in the order that the descriptor tells.
template <class T, unsigned N, std::size_t Dims>
class tensor_buffer_stream {
public:
    tensor_buffer_stream(T* base, const tensor_descriptor<std::remove_cv_t<T>, N, Dims>& d)
        : base_(base), dims_(d.dims) {}
    tensor_buffer_stream(T* base, const std::array<tensor_dim, Dims>& dims, std::ptrdiff_t at)
        : base_(base), dims_(dims), at_(at) {}

    vector<std::remove_cv_t<T>, N> pop() {
        const auto v = load_v<N>(base_ + at_ * std::ptrdiff_t{N});
        advance();
        return v;
    }
    void push(const vector<std::remove_cv_t<T>, N>& v) {
        v.store(base_ + at_ * std::ptrdiff_t{N});
        advance();
    }
    tensor_buffer_stream& operator>>(vector<std::remove_cv_t<T>, N>& v) {
        v = pop();
        return *this;
    }
    tensor_buffer_stream& operator<<(const vector<std::remove_cv_t<T>, N>& v) {
        push(v);
        return *this;
    }

private:
    void advance() {
        for (std::size_t i = Dims; i-- > 0;) {
            at_ += dims_[i].step;
            if (++count_[i] < dims_[i].num) return;
            at_ -= static_cast<std::ptrdiff_t>(dims_[i].num) * dims_[i].step;
            count_[i] = 0;
        }
    }

    T* base_;
    std::array<tensor_dim, Dims> dims_;
    std::array<unsigned, Dims> count_{};
    std::ptrdiff_t at_ = 0;
};
// A core walks three dimensions by itself. With more of them, pop gives the stream of the inner three (policy
// tensor_rank).
template <class T, unsigned N, std::size_t Dims>
    requires(Dims > 3)
class tensor_buffer_stream<T, N, Dims> {
public:
    using inner_type = tensor_buffer_stream<T, N, 3>;
    tensor_buffer_stream(T* base, const tensor_descriptor<std::remove_cv_t<T>, N, Dims>& d)
        : base_(base), dims_(d.dims) {}

    inner_type pop() {
        const inner_type inner(base_, {dims_[Dims - 3], dims_[Dims - 2], dims_[Dims - 1]}, at_);
        for (std::size_t i = Dims - 3; i-- > 0;) {
            at_ += dims_[i].step;
            if (++count_[i] < dims_[i].num) break;
            at_ -= static_cast<std::ptrdiff_t>(dims_[i].num) * dims_[i].step;
            count_[i] = 0;
        }
        return inner;
    }
    tensor_buffer_stream& operator>>(inner_type& inner) {
        inner = pop();
        return *this;
    }

private:
    T* base_;
    std::array<tensor_dim, Dims> dims_;
    std::array<unsigned, Dims> count_{};
    std::ptrdiff_t at_ = 0;
};
template <class T, class E, unsigned N, std::size_t Dims>
auto make_tensor_buffer_stream(T* base, const tensor_descriptor<E, N, Dims>& d) {
    return tensor_buffer_stream<T, N, Dims>(base, d);
}
template <class T, class E, unsigned N, std::size_t Dims>
auto make_restrict_tensor_buffer_stream(T* base, const tensor_descriptor<E, N, Dims>& d) {
    return tensor_buffer_stream<T, N, Dims>(base, d);
}

}  // namespace aie
