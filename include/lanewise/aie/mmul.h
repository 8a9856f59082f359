// aie::mmul: C = A * B of small matrices, all of them row major in their vectors.
#pragma once

#include "lanewise/aie/multiply.h"

namespace lanewise::aie {

// B stored with its columns as rows.
template <class V>
struct transposed {
    V v;
};

}  // namespace lanewise::aie

namespace aie {

template <class T, unsigned N>
class sparse_vector;

template <class V>
auto op_transpose(const V& v) {
    return detail::transposed<V>{v};
}

template <unsigned M_, unsigned K_, unsigned N_, class A, class B = A, class Tag = accauto>
class mmul {
public:
    static constexpr unsigned M = M_, K = K_, N = N_;
    static constexpr unsigned size_A = M * K, size_B = K * N, size_C = M * N;
    using tag = detail::tag_for<Tag, A, B>;
    using accum_type = accum<tag, size_C>;
    using vector_A_type = vector<A, size_A>;
    using vector_B_type = vector<B, size_B>;

    // Until something is given, the first mac is a mul.
    mmul() = default;
    mmul(const accum_type& start) : acc_(start), started_(true) {}
    template <class Other>
        requires(!std::is_same_v<Other, tag>)
    mmul(const accum<Other, size_C>& start) : acc_(start), started_(true) {}
    template <class T>
    mmul(const vector<T, size_C>& start, int shift = 0) : acc_(start, shift), started_(true) {}

    template <class U, class V>
    mmul& mul(const U& a, const V& b) {
        return run(a, b, false);
    }
    template <class U, class V>
    mmul& mac(const U& a, const V& b) {
        return run(a, b, started_);
    }
    // Signs decided while running.
    template <class U, class V>
    mmul& mul(const U& a, bool a_signed, const V& b, bool b_signed) {
        started_ = false;
        return mac(a, a_signed, b, b_signed);
    }
    template <class U, class V>
    mmul& mac(const U& a, bool a_signed, const V& b, bool b_signed) {
        const auto as = [](const auto& v, bool sign, auto then) {
            using T = typename std::remove_cvref_t<decltype(v)>::value_type;
            sign ? then(v.template cast_to<std::make_signed_t<T>>())
                 : then(v.template cast_to<std::make_unsigned_t<T>>());
        };
        as(a, a_signed, [&](const auto& x) { as(b, b_signed, [&](const auto& y) { run(x, y, started_); }); });
        return *this;
    }

    template <class T>
    vector<T, size_C> to_vector(int shift = 0) const {
        return acc_.template to_vector<T>(shift);
    }
    template <class T>
    auto to_vector_sign(bool sign, int shift = 0) const {
        return acc_.template to_vector_sign<T>(sign, shift);
    }
    accum_type to_accum() const { return acc_; }
    operator accum_type() const { return acc_; }
    const accum_type& data() const { return acc_; }

private:
    template <class T, unsigned Size>
    static auto at(const vector<T, Size>& b, unsigned k, unsigned n) {
        return detail::widened(b.lane(k * N + n));
    }
    template <class V>
    static auto at(const detail::transposed<V>& b, unsigned k, unsigned n) {
        return detail::widened(b.v.lane(n * K + k));
    }

    template <class T, unsigned Size>
    static auto at(const sparse_vector<T, Size>& b, unsigned k, unsigned n) {
        return at(b.dense(), k, n);
    }

    template <class V>
    static constexpr bool is_B = requires(const V& b) { at(b, 0, 0); };

    template <class U, class V>
    mmul& run(const U& a, const V& b, bool onto) {
        static_assert(sizeof(detail::checked_matrix<M, K, N, A, B>));
        static_assert(is_vector_v<U>, "mmul multiplies vectors: the first operand, A, is none");
        static_assert(is_B<V>, "mmul multiplies vectors: the second operand, B, is none");
        if constexpr (is_vector_v<U> && is_B<V>) multiply(a, b, onto);
        return *this;
    }
    template <class T, unsigned Size, class V>
    void multiply(const vector<T, Size>& a, const V& b, bool onto) {
        static_assert(Size == size_A, "A has another size");
        const detail::operation now("mmul", a, b, M, K, N, detail::added_to<accum_type>{onto ? &acc_ : nullptr});
        detail::made(acc_);
        detail::note_operands(a, b);
        for (unsigned m = 0; m < M; ++m)
            for (unsigned n = 0; n < N; ++n) {
                detail::collector<tag> lane;
                if (onto) lane = detail::collector<tag>(acc_.lane(m * N + n));
                for (unsigned k = 0; k < K; ++k)
                    detail::add_product<A, B>(lane, detail::widened(a.lane(m * K + k)), at(b, k, n), false);
                acc_.lane(m * N + n) = lane.done();
            }
        started_ = true;
    }

    accum_type acc_;

protected:
    bool started_ = false;
};

}  // namespace aie
