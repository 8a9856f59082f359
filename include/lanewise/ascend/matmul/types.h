// The matrices of a product: where they lie, in which layout, of which type.
#pragma once

#include "lanewise/ascend/cube.h"

// Programs know these names without a namespace, too.
enum class CubeFormat : std::uint8_t { ND, NZ, ZN, ZZ, NN, ND_ALIGN, SCALAR, VECTOR, ROW_MAJOR = ND, COLUMN_MAJOR = 8 };
enum class LayoutMode : std::uint8_t { NONE, BSNGD, SBNGD, BNGS1S2, NORMAL };

namespace AscendC {

using ::CubeFormat;
using ::LayoutMode;

template <TPosition POSITION, CubeFormat FORMAT, typename TYPE, bool ISTRANS = false, LayoutMode LAYOUT = LayoutMode::NONE, bool IBSHARE = false,
          TPosition SRCPOS = TPosition::GM>
struct MatmulType {
    static constexpr TPosition pos = POSITION;
    static constexpr CubeFormat format = FORMAT;
    using T = TYPE;
    static constexpr bool isTrans = ISTRANS;
    static constexpr LayoutMode layout = LAYOUT;
    static constexpr bool ibShare = IBSHARE;
    static constexpr TPosition srcPos = SRCPOS;
};

template <TPosition POSITION, TPosition SCALE_POSITION, CubeFormat FORMAT, typename TYPE, bool ISTRANS = false, TPosition SRCPOS = TPosition::GM,
          CubeFormat SCALE_FORMAT = FORMAT, bool SCALE_ISTRANS = ISTRANS, TPosition SCALE_SRCPOS = SRCPOS>
struct MatmulTypeWithScale : MatmulType<POSITION, FORMAT, TYPE, ISTRANS, LayoutMode::NONE, false, SRCPOS> {
    static constexpr TPosition scalePosition = SCALE_POSITION;
    static constexpr CubeFormat scaleFormat = SCALE_FORMAT;
    static constexpr bool isScaleTrans = SCALE_ISTRANS;
    static constexpr TPosition srcScalePos = SCALE_SRCPOS;
};

template <TPosition POSITION, TPosition INDEX_POSITION, CubeFormat FORMAT, typename TYPE, bool ISTRANS = false, LayoutMode LAYOUT = LayoutMode::NONE,
          bool IBSHARE = false>
struct SparseMatmulType : MatmulType<POSITION, FORMAT, TYPE, ISTRANS, LAYOUT, IBSHARE> {
    static constexpr TPosition indexPosition = INDEX_POSITION;
};

// What L0C holds of products of such elements.
template <class T>
struct GetMmDstType {
    using Type = std::conditional_t<std::is_same_v<PrimT<T>, std::int8_t> || std::is_same_v<PrimT<T>, std::uint8_t> || std::is_same_v<PrimT<T>, int4b_t>, std::int32_t, float>;
};

}  // namespace AscendC

namespace lanewise::matmul {

template <class Type>
inline constexpr bool in_ub = Type::pos == TPosition::VECIN || Type::pos == TPosition::VECOUT || Type::pos == TPosition::VECCALC;
template <class Type>
inline constexpr bool in_l1 = Type::pos == TPosition::TSCM || Type::pos == TPosition::A1 || Type::pos == TPosition::B1 || Type::pos == TPosition::C1;
// MX: every 32 elements of k have a scale.
template <class Type>
inline constexpr bool is_scaled = requires { Type::scalePosition; };
// Of four elements of k B holds two, and an index says which.
template <class Type>
inline constexpr bool is_sparse = requires { Type::indexPosition; };
// An element as sizes and offsets count them: of types that hold two values in a byte, one of the two.
template <class T>
inline constexpr bool holds_pairs = std::is_same_v<AscendC::PrimT<T>, fp4x2_e2m1_t> || std::is_same_v<AscendC::PrimT<T>, fp4x2_e1m2_t>;
template <class T>
using Counted = std::conditional_t<holds_pairs<T>, int4b_t, T>;

}  // namespace lanewise::matmul
