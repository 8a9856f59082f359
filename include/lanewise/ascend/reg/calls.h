// What the calls of register instructions share.
#pragma once

#include "lanewise/ascend/instructions/forms.h"
#include "lanewise/ascend/reg/types.h"

namespace lanewise {

// Lets every lane take part: calls without a mask.
inline constexpr AscendC::Reg::MaskReg every_lane{AscendC::Reg::MaskReg::lanewise_full{}};

template <class... R>
LANEWISE_API void issue_filled(Opcode op, std::uint32_t flags, std::uint64_t scalar, const R&... operands) {
    Call call(op, Overload::PLAIN, flags);
    call.tensors(operands...);
    call.record.scalars[0] = scalar;
    call.issue();
}

template <class... R>
LANEWISE_API Call reg_call(Opcode op, std::uint32_t flags, const R&... operands) {
    Call call(op, Overload::PLAIN, flags);
    call.tensors(operands...);
    return call;
}

// Lane by lane under a mask, target first: nothing is filled in where each is one register.
template <class... R>
inline constexpr bool each_one = sizeof...(R) <= shape_operands && ((R::lanewise_extent == register_bytes) && ...);

template <class D>
LANEWISE_API void issue_lanes(Opcode op, std::uint32_t flags, std::uint64_t scalar, const D& dst, const AscendC::Reg::MaskReg& mask) {
    if constexpr (each_one<D>) lw_lanes(shape(op, Overload::PLAIN, flags, dtype_of<element_of<D>>), scalar, &mask, &dst);
    else issue_filled(op, flags, scalar, dst, mask);
}
template <class D, class A>
LANEWISE_API void issue_lanes(Opcode op, std::uint32_t flags, std::uint64_t scalar, const D& dst, const A& a, const AscendC::Reg::MaskReg& mask) {
    if constexpr (each_one<D, A>) lw_lanes(shape(op, Overload::PLAIN, flags, dtype_of<element_of<D>>, dtype_of<element_of<A>>), scalar, &mask, &dst, &a);
    else issue_filled(op, flags, scalar, dst, a, mask);
}
template <class D, class A, class B>
LANEWISE_API void issue_lanes(Opcode op, std::uint32_t flags, std::uint64_t scalar, const D& dst, const A& a, const B& b,
                              const AscendC::Reg::MaskReg& mask) {
    if constexpr (each_one<D, A, B>)
        lw_lanes(shape(op, Overload::PLAIN, flags, dtype_of<element_of<D>>, dtype_of<element_of<A>>, dtype_of<element_of<B>>), scalar, &mask, &dst, &a, &b);
    else issue_filled(op, flags, scalar, dst, a, b, mask);
}

// From UB and to it. Elements in two registers have a record filled in.
template <class T>
LANEWISE_API std::uint32_t place_in_ub(T* address) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(address));
}
// The same, with the tensor that it came from where an observed program knows that.
template <class T>
LANEWISE_API std::uint64_t pointer_to_ub(T* address) {
#ifdef LANEWISE_OBSERVED
    return reinterpret_cast<std::uint64_t>(address);
#else
    return place_in_ub(address);
#endif
}
template <class R, class Dist>
LANEWISE_API void issue_load(Dist dist, R& dst, element_of<R>* src) {
    if constexpr (each_one<R>)
        lw_load(shape(Opcode::reg_load_, Overload::PLAIN, 0, dtype_of<element_of<R>>), &dst, pointer_to_ub(src), static_cast<std::int64_t>(dist));
    else reg_call(Opcode::reg_load_, 0, dst, src).issue_with(dist);
}
template <class R, class Dist>
LANEWISE_API void issue_store(Dist dist, std::int64_t second, element_of<R>* dst, const R& src, const AscendC::Reg::MaskReg& mask) {
    if constexpr (each_one<R>)
        lw_store(shape(Opcode::reg_store_, Overload::PLAIN, 0, dtype_of<element_of<R>>), pointer_to_ub(dst), &src, &mask,
                 static_cast<std::int64_t>(dist), second);
    else reg_call(Opcode::reg_store_, 0, dst, src, mask).issue_with(dist, second);
}

// A number as an element of a register. Small floats are taken as raw bytes.
template <class E, class U>
LANEWISE_API E as_element(U value) {
    if constexpr (std::is_same_v<E, U>) {
        return value;
    } else if constexpr (sizeof(E) == 1 && !std::is_arithmetic_v<E>) {
        const auto byte = static_cast<std::uint8_t>(value);
        E element;
        __builtin_memcpy(&element, &byte, 1);
        return element;
    } else {
        return static_cast<E>(value);
    }
}

template <class T>
inline constexpr bool is_complex = std::is_same_v<T, complex32> || std::is_same_v<T, complex64>;

// The template parameter of a function: a merge mode, or a pointer to a structure with an algorithm in it. Without
// precisionMode FAST_INVERSE and DIFF_COMPENSATION change nothing.
template <auto mode, Opcode op>
inline constexpr std::uint32_t function_flags = [] {
    if constexpr (std::is_pointer_v<std::remove_const_t<decltype(mode)>>) {
        using enum AscendC::Algorithm;
        std::uint32_t flags = mode->mrgMode == AscendC::Reg::MaskMergeMode::MERGING ? std::uint32_t{MERGE} : 0;
        if constexpr (requires { mode->precisionMode; })
            if (mode->precisionMode) flags |= op == Opcode::reg_sqrt_ ? EXACT | KEEP_SUBNORMALS : EXACT;
        if (mode->algo == PRECISION_1ULP_FTZ_FALSE) flags |= KEEP_SUBNORMALS;
        if (mode->algo == PRECISION_0ULP_FTZ_TRUE) flags |= EXACT;
        if (mode->algo == PRECISION_0ULP_FTZ_FALSE) flags |= EXACT | KEEP_SUBNORMALS;
        return flags;
    } else {
        return merge_flag<mode>;
    }
}();

}  // namespace lanewise
