// Block floats of the third generation: 8 or 16 values share an exponent. Vectors of them, their buffers and their
// products.
#pragma once

#include "lanewise/aie/ml_multiply.h"
#include "lanewise/aie/mmul.h"

// One block: a pointer to them steps from block to block.
using bfp16ebs8 = lanewise::aie::block_float<8>;
using bfp16ebs16 = lanewise::aie::block_float<16>;

namespace aie {

template <class B, unsigned N>
class block_vector {
public:
    using value_type = B;
    static constexpr unsigned size() { return N; }
    static constexpr unsigned block_size() { return B::block; }
    static constexpr unsigned num_blocks() { return N / B::block; }

    block_vector() : blocks_{} {}
    template <class T>
        requires detail::is_float<T>
    explicit block_vector(const vector<T, N>& v) {
        float values[B::block];
        for (unsigned b = 0; b < num_blocks(); ++b) {
            for (unsigned i = 0; i < B::block; ++i) values[i] = static_cast<float>(v.lane(b * B::block + i));
            blocks_[b] = B::of(values, detail::core().modes.rounding);
        }
    }
    // From an accumulator, whose values are not rounded yet.
    explicit block_vector(const accum<accfloat, N>& a) : block_vector(static_cast<vector<float, N>>(a)) {}

    float get(unsigned i) const { return blocks_[i / B::block][static_cast<int>(i % B::block)]; }
    vector<float, N> to_floats() const {
        vector<float, N> out;
        for (unsigned i = 0; i < N; ++i) out.put(get(i), i);
        return out;
    }
    accum<accfloat, N> to_accum() const { return accum<accfloat, N>(to_floats()); }
    block_vector to_native() const { return *this; }
    template <unsigned M>
    block_vector<B, M> grow(unsigned part = 0) const {
        return block_vector<B, M>().insert(part, *this);
    }
    template <unsigned M>
    block_vector<B, M> extract(unsigned part) const {
        block_vector<B, M> out;
        for (unsigned i = 0; i < M / B::block; ++i) out.block(i) = blocks_[part * (M / B::block) + i];
        return out;
    }
    template <unsigned M>
    block_vector& insert(unsigned part, const block_vector<B, M>& v) {
        for (unsigned i = 0; i < M / B::block; ++i) blocks_[part * (M / B::block) + i] = v.block(i);
        return *this;
    }
    B& block(unsigned i) { return blocks_[i]; }
    const B& block(unsigned i) const { return blocks_[i]; }

private:
    B blocks_[N / B::block];
};

namespace lanes {
template <class B, unsigned N>
block_vector<B, 2 * N> concat(const block_vector<B, N>& a, const block_vector<B, N>& b) {
    return block_vector<B, 2 * N>().insert(0, a).insert(1, b);
}
}  // namespace lanes

// Blocks lie in memory one after the other, without gaps.
template <class B, unsigned N>
class block_vector_input_buffer_stream {
public:
    using value_type = block_vector<B, N>;
    template <class P>
    explicit block_vector_input_buffer_stream(const P* p) : p_(reinterpret_cast<const char*>(p)) {}
    value_type peek() const {
        value_type v;
        __builtin_memcpy(static_cast<void*>(&v), p_, sizeof v);
        return v;
    }
    value_type pop() {
        const value_type v = peek();
        p_ += sizeof v;
        return v;
    }
    block_vector_input_buffer_stream& operator>>(value_type& v) {
        v = pop();
        return *this;
    }
    block_vector_input_buffer_stream& seek(int vectors) {
        p_ += vectors * static_cast<std::ptrdiff_t>(sizeof(value_type));
        return *this;
    }
    block_vector_input_buffer_stream& seek_byte(int bytes) {
        p_ += bytes;
        return *this;
    }
    // The vector here; the next one lies `vectors` further than usual.
    value_type pop_seek(int vectors) {
        const value_type v = pop();
        seek(vectors);
        return v;
    }
    void fill() {}

private:
    const char* p_;
};
template <class B, unsigned N>
class block_vector_output_buffer_stream {
public:
    using value_type = block_vector<B, N>;
    template <class P>
    explicit block_vector_output_buffer_stream(P* p) : p_(reinterpret_cast<char*>(p)) {}
    void push(const value_type& v) {
        __builtin_memcpy(p_, &v, sizeof v);
        p_ += sizeof v;
    }
    block_vector_output_buffer_stream& operator<<(const value_type& v) {
        push(v);
        return *this;
    }
    block_vector_output_buffer_stream& seek(int vectors) {
        p_ += vectors * static_cast<std::ptrdiff_t>(sizeof(value_type));
        return *this;
    }
    block_vector_output_buffer_stream& seek_byte(int bytes) {
        p_ += bytes;
        return *this;
    }
    void flush() {}

private:
    char* p_;
};

template <class B, unsigned N>
using restrict_block_vector_input_buffer_stream = block_vector_input_buffer_stream<B, N>;
template <class B, unsigned N>
using restrict_block_vector_output_buffer_stream = block_vector_output_buffer_stream<B, N>;

template <unsigned N, int Block>
auto load_v(const detail::block_float<Block>* p) {
    const detail::operation now("load_v", p);
    return block_vector_input_buffer_stream<detail::block_float<Block>, N>(p).pop();
}
template <class B, unsigned N>
void store_v(B* p, const block_vector<B, N>& v) {
    const detail::operation now("store_v", p, v);
    block_vector_output_buffer_stream<B, N>(p).push(v);
}

// B is held with its columns as rows, as its blocks run along K.
template <unsigned M_, unsigned K_, unsigned N_, int A, int B, class Tag>
class mmul<M_, K_, N_, detail::block_float<A>, detail::block_float<B>, Tag>
    : public mmul<M_, K_, N_, float, float, accfloat> {
    using base = mmul<M_, K_, N_, float, float, accfloat>;

public:
    using base::base;
    using typename base::accum_type;
    mmul() = default;
    mmul(const accum_type& start) : base(start) {}
    mmul& mul(const block_vector<detail::block_float<A>, base::size_A>& a,
              const block_vector<detail::block_float<B>, base::size_B>& b) {
        return run(a, b, false);
    }
    mmul& mac(const block_vector<detail::block_float<A>, base::size_A>& a,
              const block_vector<detail::block_float<B>, base::size_B>& b) {
        return run(a, b, this->started_);
    }
    template <class V>
    mmul& mul(const block_vector<detail::block_float<A>, base::size_A>& a, const detail::transposed<V>& b) {
        return mul(a, b.v);
    }
    template <class V>
    mmul& mac(const block_vector<detail::block_float<A>, base::size_A>& a, const detail::transposed<V>& b) {
        return mac(a, b.v);
    }
    template <class T>
    auto to_vector(int = 0) const {
        return this->to_accum().template to_vector<T>();
    }

private:
    mmul& run(const auto& a, const auto& b, bool onto) {
        const detail::operation now("mmul", a, b, M_, K_, N_);
        const accum_type start = this->to_accum();
        base::operator=(base(detail::block_products<detail::by_transposed<M_, K_, N_>>(onto ? &start : nullptr, false,
                                                                                       false, a, b)));
        return *this;
    }
};
// A of bfloat16 becomes blocks first.
template <unsigned M_, unsigned K_, unsigned N_, int B, class Tag>
class mmul<M_, K_, N_, bfloat16, detail::block_float<B>, Tag>
    : public mmul<M_, K_, N_, detail::block_float<B>, detail::block_float<B>, Tag> {
    using base = mmul<M_, K_, N_, detail::block_float<B>, detail::block_float<B>, Tag>;
    using blocks = block_vector<detail::block_float<B>, base::size_A>;

public:
    using base::base;
    mmul& mul(const vector<bfloat16, base::size_A>& a, const auto& b) {
        base::mul(blocks(a), b);
        return *this;
    }
    mmul& mac(const vector<bfloat16, base::size_A>& a, const auto& b) {
        base::mac(blocks(a), b);
        return *this;
    }
};

}  // namespace aie

using v64bfp16ebs8 = aie::block_vector<bfp16ebs8, 64>;
using v128bfp16ebs8 = aie::block_vector<bfp16ebs8, 128>;
using v64bfp16ebs16 = aie::block_vector<bfp16ebs16, 64>;
using v128bfp16ebs16 = aie::block_vector<bfp16ebs16, 128>;
