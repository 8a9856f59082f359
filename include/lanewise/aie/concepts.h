// Kinds of types, for kernels that constrain their templates.
#pragma once

#include "lanewise/aie/operations.h"

namespace aie {

template <class X>
inline constexpr bool is_mask_v = false;
template <unsigned N>
inline constexpr bool is_mask_v<mask<N>> = true;
template <class X>
inline constexpr bool is_complex_v = detail::is_complex<X>;
template <class X>
inline constexpr bool is_floating_point_v = detail::is_float<X>;
template <class X>
inline constexpr bool is_integral_v = detail::is_integer<X>;
template <class X>
inline constexpr bool is_signed_v = !detail::is_unsigned<X>;

template <class X>
struct is_vector : std::bool_constant<is_vector_v<X>> {};
template <class X>
struct is_accum : std::bool_constant<is_accum_v<X>> {};
template <class X>
struct is_mask : std::bool_constant<is_mask_v<X>> {};
template <class X>
struct is_complex : std::bool_constant<is_complex_v<X>> {};

template <class X>
concept Vector = is_vector_v<std::remove_cvref_t<X>>;
template <class X>
concept Accum = is_accum_v<std::remove_cvref_t<X>>;
template <class X>
concept Mask = is_mask_v<std::remove_cvref_t<X>>;
// What can be a lane, by itself or as `v[i]`.
template <class X>
concept ElemBaseType = detail::is_element<std::remove_cvref_t<X>>;
template <class X>
concept AccumElemBaseType = detail::is_tag<std::remove_cvref_t<X>>;
template <class X>
concept Elem = detail::Operand<X> && detail::lanes_of<X> == 0;
template <class X>
concept ElemOrOp = Elem<X>;
template <class X>
concept VectorOrOp = detail::Operand<X> && detail::lanes_of<X> != 0;
template <class X>
concept AccumOrOp = detail::Accumulator<X>;

}  // namespace aie
