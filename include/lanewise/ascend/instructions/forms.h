// What most calls share: how they name the lanes of a repeat, what their template arguments ask for, and their scalar.
#pragma once

#include <concepts>
#include <tuple>

#include "lanewise/ascend/instructions/params.h"
#include "lanewise/ascend/issue.h"

namespace lanewise {

template <class T> inline constexpr bool is_local = false;
template <class T> inline constexpr bool is_local<AscendC::LocalTensor<T>> = true;
template <class T>
concept Local = is_local<T>;

// The mask of every repeat: a number of elements, or bits.
class Mask {
  public:
    template <class N>
        requires(std::convertible_to<N, std::int64_t> && !std::is_pointer_v<N>)
    LANEWISE_API Mask(N lanes) : lanes_(static_cast<std::int64_t>(lanes)) {}
    LANEWISE_API Mask(const std::uint64_t* words) : words_(words) {}

    // `width`: bytes of a lane. 256 lanes have four words, all others two; the upper one is 0 where only one is needed.
    LANEWISE_API void into(Record& record, std::uint32_t width) const {
        record.overload = static_cast<std::uint8_t>(words_ ? Overload::BITWISE : Overload::CONTIGUOUS);
        if (words_)
            for (int i = 0, n = width > 1 ? 2 : 4; i < n; ++i) record.mask[i] = words_[i];
        else record.mask[0] = static_cast<std::uint64_t>(lanes_);
    }
    LANEWISE_API Overload how() const { return words_ ? Overload::BITWISE : Overload::CONTIGUOUS; }
    LANEWISE_API std::uint64_t told() const { return words_ ? reinterpret_cast<std::uint64_t>(words_) : static_cast<std::uint64_t>(lanes_); }

  private:
    const std::uint64_t* words_ = nullptr;
    std::int64_t lanes_ = 0;
};

// A count where the plain form of a call does not fit: that one, with the vendor's own types, is always preferred.
struct Count {
    std::int64_t elements;
    template <class N>
        requires(std::convertible_to<N, std::int64_t>)
    LANEWISE_API Count(N n) : elements(static_cast<std::int64_t>(n)) {}
};

// Bytes of the widest element: lanes are counted in it.
template <class... T>
inline constexpr std::uint32_t widest = [] {
    std::uint32_t most = 1;
    ((most = bits_of<AscendC::PrimT<T>> / 8 > most ? bits_of<AscendC::PrimT<T>> / 8 : most), ...);
    return most;
}();

LANEWISE_API Call plain(Opcode op) { return Call(op, Overload::PLAIN, 0); }
LANEWISE_API Call counted(Opcode op, std::int64_t count, std::uint32_t flags = SET_MASK) {
    Call call(op, Overload::COUNT, flags);
    call.count(count);
    return call;
}
template <std::uint32_t width>
LANEWISE_API Call& masked(Call& call, const Mask& mask, std::int32_t repeat) {
    mask.into(call.record, width);
    return call.repeat(repeat);
}
template <class C>
LANEWISE_API C& strided(C& call, const AscendC::UnaryRepeatParams& p) {
    return call.strides(0, p.dstBlkStride, p.dstRepStride).strides(1, p.srcBlkStride, p.srcRepStride);
}
template <class C>
LANEWISE_API C& strided(C& call, const AscendC::BinaryRepeatParams& p) {
    call.strides(0, p.dstBlkStride, p.dstRepStride).strides(1, p.src0BlkStride, p.src0RepStride);
    return call.strides(2, p.src1BlkStride, p.src1RepStride);
}

// Strides as a call tells them: whether repeats follow each other without a gap, which is known when a program is compiled whose strides
// are; and what they are.
template <Shape types, int operands>
struct Gaps {
    bool none = true;
    template <class Block, class Repeat>
    LANEWISE_API Gaps& strides(int operand, const Block& block, const Repeat& repeat) {
        none = none && asked(block) == 1 && static_cast<std::int32_t>(asked(repeat)) == steps[operand];
        return *this;
    }

  private:
    static constexpr std::int32_t steps[] = {whole_repeat(types, 0, operands), whole_repeat(types, 1, operands), whole_repeat(types, 2, operands)};
};
struct Strides {
    Repeated& call;
    template <class Block, class Repeat>
    LANEWISE_API Strides& strides(int operand, const Block& block, const Repeat& repeat) {
        call.strides[operand] = {static_cast<std::int32_t>(asked(block)), static_cast<std::int32_t>(asked(repeat))};
        return *this;
    }
};

// On tensors under a mask: nothing is filled in where types say everything else and repeats follow each other. `parameter`: a rounding mode is
// in the place of the scalar. `width`: bytes of a lane.
template <std::uint32_t width, class Params, class... T>
LANEWISE_API void issue_masked(Opcode op, std::uint32_t flags, std::uint64_t scalar, bool parameter, const Mask& mask, std::int32_t repeat,
                               const Params& params, const AscendC::LocalTensor<T>&... t) {
    if constexpr (Shaped<T...>) {
        if (listened()) [[unlikely]] (is_alive(t), ...);
        const Shape told = shape(op, mask.how(), flags, dtype_of<AscendC::PrimT<T>>...);
        const Repeats all = repeats(static_cast<std::uint32_t>(repeat), parameter, width == 1);
        Gaps<shape(Opcode{}, Overload::PLAIN, 0, dtype_of<AscendC::PrimT<T>>...), sizeof...(T)> gaps;
        strided(gaps, params);
        if (gaps.none) {
            lw_repeated(told, scalar, mask.told(), all, placed(t)...);
        } else {
            Repeated call{{placed(t)...}, {}, scalar, mask.told(), all};
            Strides filled{call};
            strided(filled, params);
#ifdef __SANITIZE_THREAD__
            Repeated sent;
            copy_untold(sent, call);
            lw_masked(told, &sent);
#else
            lw_masked(told, &call);
#endif
        }
    } else {
        Call call(op, mask.how(), flags);
        strided(call.tensors(t...), params);
        masked<width>(call, mask, repeat);
        call.record.scalars[0] = parameter ? 0 : scalar;
        if (parameter) call.issue_with(scalar);
        else call.issue();
    }
}

constexpr std::uint32_t flag_if(bool yes, Flag flag) { return yes ? static_cast<std::uint32_t>(flag) : 0; }

// --- template arguments after the types: isSetMask, and on some chips an algorithm or the place of the scalar ---

template <auto option>
concept Option = std::same_as<std::remove_const_t<decltype(option)>, bool> ||
                 std::same_as<std::remove_const_t<decltype(option)>, AscendC::AlgorithmConfig> ||
                 std::same_as<std::remove_const_t<decltype(option)>, AscendC::BinaryConfig>;

constexpr std::uint32_t apply_option(std::uint32_t flags, bool set_mask) {
    return set_mask ? flags | SET_MASK : flags & ~SET_MASK;
}
constexpr std::uint32_t apply_option(std::uint32_t flags, AscendC::BinaryConfig) { return flags; }
constexpr std::uint32_t apply_option(std::uint32_t flags, AscendC::AlgorithmConfig config) {
    using enum AscendC::Algorithm;
    switch (config.algo) {
        case INTRINSIC:
        case PRECISION_1ULP_FTZ_TRUE: return flags;
        case PRECISION_1ULP_FTZ_FALSE: return flags | KEEP_SUBNORMALS;
        case FAST_INVERSE:
        case PRECISION_0ULP_FTZ_FALSE: return flags | EXACT | KEEP_SUBNORMALS;
        case DIFF_COMPENSATION:
        case PRECISION_0ULP_FTZ_TRUE: return flags | EXACT;
    }
    return flags;
}
template <auto... options>
inline constexpr std::uint32_t flags_of = [] {
    std::uint32_t flags = SET_MASK;
    ((flags = apply_option(flags, options)), ...);
    return flags;
}();

constexpr int scalar_side(int side, bool) { return side; }
constexpr int scalar_side(int side, AscendC::AlgorithmConfig) { return side; }
constexpr int scalar_side(int, AscendC::BinaryConfig config) { return config.scalarTensorIndex; }
template <auto... options>
inline constexpr int scalar_side_of = [] {
    int side = 1;
    ((side = scalar_side(side, options)), ...);
    return side;
}();
template <auto... options>
inline constexpr bool has_config = (std::same_as<std::remove_const_t<decltype(options)>, AscendC::BinaryConfig> || ...);

// A scalar in the element type of the tensor it works on.
template <class T, class V>
LANEWISE_API std::uint64_t scalar_bits(const V& value) {
    return raw_bits(static_cast<AscendC::PrimT<T>>(value));
}

// An operand that may be a number on either side, or one element of a tensor: adds vector and scalar to a call whose
// first `at` operands are described, and says which operand of the user's the vector is.
template <int side, class S, class V>
LANEWISE_API int flexible(Call& call, int at, const S& left, const V& right) {
    static_assert(Local<S> || Local<V>, "neither operand is a tensor");
    if constexpr (Local<S> && Local<V>) {
        static_assert(side == 0 || side == 1, "scalarTensorIndex is 0 (left) or 1 (right)");
        const auto both = std::tie(left, right);
        call.tensors_from(at, std::get<1 - side>(both), std::get<side>(both));
        call.record.flags |= side ? SCALAR_TENSOR : SCALAR_TENSOR | SCALAR_LEFT;
        return 1 - side;
    } else if constexpr (Local<S>) {
        call.tensors_from(at, left);
        call.record.scalars[0] = scalar_bits<typename S::PrimType>(right);
        return 0;
    } else {
        call.tensors_from(at, right);
        call.record.scalars[0] = scalar_bits<typename V::PrimType>(left);
        call.record.flags |= SCALAR_LEFT;
        return 1;
    }
}

// Such a call under a mask: with a number on the right it is one like others.
template <int side, std::uint32_t width, class Params, class D, class S, class V>
LANEWISE_API void issue_flexible(Opcode op, std::uint32_t flags, const Mask& mask, std::int32_t repeat, const Params& params,
                                 const AscendC::LocalTensor<D>& dst, const S& left, const V& right) {
    if constexpr (Local<S> && !Local<V>) {
        issue_masked<width>(op, flags, scalar_bits<typename S::PrimType>(right), false, mask, repeat, params, dst, left);
    } else {
        Call call(op, mask.how(), flags);
        flexible<side>(call.tensors(dst), 1, left, right);
        masked<width>(strided(call, params), mask, repeat).issue();
    }
}

// The tensor that a call with a flexible scalar works on.
template <int side, class S, class V>
using vector_of = std::conditional_t<!Local<S> || (Local<V> && side == 0), V, S>;

}  // namespace lanewise
