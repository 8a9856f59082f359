// Registers as objects of a vector function, and the enumerations its instructions are told.
//
// A register that was never written holds a pattern that no instruction makes, so that reading it can be refused.
#pragma once

#include <cstring>
#include <exception>
#include <type_traits>

#include "lanewise/ascend/instructions/params.h"
#include "lanewise/ascend/issue.h"

namespace lanewise {

inline constexpr std::uint32_t register_bytes = 256, mask_bytes = 32, stream_bytes = 64;
inline constexpr std::uint32_t stream_pending = 48;  // where the number of bytes starts that a store has not yet written

LANEWISE_API void forget(std::uint8_t* bytes) { __builtin_memcpy(bytes, unwritten, sizeof unwritten); }

// The element types of the low and the high part when wide elements lie in two registers.
template <class T>
using part_of = std::conditional_t<std::is_same_v<T, complex32>, half, std::conditional_t<std::is_same_v<T, complex64>, float, std::uint32_t>>;

}  // namespace lanewise

namespace AscendC {

inline constexpr std::uint32_t VECTOR_REG_WIDTH = lanewise::register_bytes, VECTOR_REG_WIDTH_2XVL = 2 * lanewise::register_bytes;

namespace Reg {

struct DefaultType {};  // "as the register says"

struct RegTrait {
    int REG_NUM = 1;
};
inline constexpr RegTrait RegTraitNumOne{1}, RegTraitNumTwo{2};

enum class MaskPattern : std::int32_t {
    ALL, VL1, VL2, VL3, VL4, VL8, VL16, VL32, VL64, VL128, M3, M4, H, Q, ALLF = 15,
};
enum class MaskMergeMode : std::int32_t { UNKNOWN, MERGING, ZEROING };
enum class PostLiteral : std::int32_t { POST_MODE_NORMAL, POST_MODE_UPDATE };
enum class DataCopyMode : std::int32_t { DATA_BLOCK_COPY };
enum class RegLayout : std::int32_t { UNKNOWN = -1, ZERO, ONE, TWO, THREE };
enum class SatMode : std::int32_t { UNKNOWN = -1, NO_SAT, SAT };
enum class HighLowPart : std::int32_t { LOWEST, HIGHEST };
enum class GatherMaskMode : std::int32_t { NO_STORE_REG, STORE_REG };
enum class HistogramsBinType : std::int32_t { BIN0, BIN1, BIN2, BIN3, BIN4, BIN5, BIN6, BIN7 };
enum class HistogramsType : std::int32_t { FREQUENCY, ACCUMULATE };
enum class IndexOrder : std::int32_t { INCREASE_ORDER, DECREASE_ORDER };
enum class PairReduce : std::int32_t { SUM };
enum class MemType : std::int32_t { VEC_STORE, VEC_LOAD, SCALAR_STORE, SCALAR_LOAD, VEC_ALL, SCALAR_ALL };
enum class LoadDist : std::int32_t {
    DIST_NORM = 0, DIST_BRC_B8, DIST_BRC_B16, DIST_BRC_B32, DIST_US_B8 = 6, DIST_US_B16, DIST_DS_B8, DIST_DS_B16, DIST_BDINTLV,
    DIST_DINTLV_B8, DIST_DINTLV_B16, DIST_UNPACK_B8, DIST_UNPACK_B16, DIST_BLK, DIST_E2B_B16, DIST_E2B_B32, DIST_UNPACK_B32,
    DIST_DINTLV_B32, DIST_UNPACK4_B8, DIST_SPLT4CHN_B8, DIST_SPLT2CHN_B8, DIST_SPLT2CHN_B16,
};
enum class StoreDist : std::int32_t {
    DIST_NORM_B8, DIST_NORM_B16, DIST_NORM_B32, DIST_FIRST_ELEMENT_B8, DIST_FIRST_ELEMENT_B16, DIST_FIRST_ELEMENT_B32, DIST_PACK_B16,
    DIST_PACK_B32, DIST_INTLV_B8, DIST_INTLV_B16, DIST_PACK_B64, DIST_INTLV_B32, DIST_PACK4_B32, DIST_MRG4CHN_B8, DIST_MRG2CHN_B8,
    DIST_MRG2CHN_B16, DIST_NORM,
};
enum class MaskDist : std::int32_t { DIST_NORM, DIST_US, DIST_DS, DIST_PACK = 1 };

struct CastTrait {
    RegLayout layoutMode = RegLayout::UNKNOWN;
    SatMode satMode = SatMode::UNKNOWN;
    MaskMergeMode mrgMode = MaskMergeMode::UNKNOWN;
    RoundMode roundMode = RoundMode::UNKNOWN;
};

// Names that programs spell with either namespace.
using AscendC::CMPMODE;
using AscendC::DivAlgo;
using AscendC::ExpAlgo;
using AscendC::LnAlgo;
using AscendC::ReduceType;
using AscendC::RoundMode;
using AscendC::SpecialPurposeReg;
using AscendC::SqrtAlgo;
using LogAlgo = Algorithm;
using Log2Algo = Algorithm;
using Log10Algo = Algorithm;

// What a function is told beside its mask: its template parameter is a merge mode or a pointer to one of these.
template <class>
struct lanewise_mode {
    MaskMergeMode mrgMode = MaskMergeMode::ZEROING;
    Algorithm algo = Algorithm::INTRINSIC;
};
struct lanewise_precise_mode {
    MaskMergeMode mrgMode = MaskMergeMode::ZEROING;
    bool precisionMode = false;
    Algorithm algo = Algorithm::INTRINSIC;
};
using ExpSpecificMode = lanewise_mode<struct ExpMode>;
using LnSpecificMode = lanewise_mode<struct LnMode>;
using LogSpecificMode = lanewise_mode<struct LogMode>;
using Log2SpecificMode = lanewise_mode<struct Log2Mode>;
using Log10SpecificMode = lanewise_mode<struct Log10Mode>;
using SqrtSpecificMode = lanewise_precise_mode;
using DivSpecificMode = lanewise_precise_mode;

// --- registers ---

// 256 bytes of elements. Elements of 64 bits and complex numbers may lie in two registers: low (real) parts in reg[0], high
// (imaginary) parts in reg[1].
template <class T, RegTrait regTrait = RegTraitNumOne>
struct RegTensor {
    using ActualT = T;
    static constexpr RegTrait trait = regTrait;
    static constexpr std::uint32_t lanewise_extent = lanewise::register_bytes;
    alignas(64) std::uint8_t lanewise_bytes[lanewise::register_bytes];

    LANEWISE_API RegTensor() { lanewise::forget(lanewise_bytes); }
    // A cast of a register: its bytes as other elements.
    template <class U>
    LANEWISE_API explicit RegTensor(const RegTensor<U>& other) {
        __builtin_memcpy(lanewise_bytes, other.lanewise_bytes, sizeof lanewise_bytes);
    }
};

template <class T, RegTrait regTrait>
    requires(regTrait.REG_NUM == 2)
struct RegTensor<T, regTrait> {
    static_assert(std::is_same_v<T, complex32> || lanewise::bits_of<T> == 64, "two registers hold complex32 or elements of 64 bits");
    using ActualT = T;
    static constexpr RegTrait trait = regTrait;
    static constexpr std::uint32_t lanewise_extent = 2 * lanewise::register_bytes;
    RegTensor<lanewise::part_of<T>> reg[2];
};

// One bit for each byte of a vector register: the lowest bit of a lane decides about it.
struct MaskReg {
    alignas(32) std::uint8_t lanewise_bytes[lanewise::mask_bytes];
    std::uint8_t lanewise_width = 0;  // how many bytes wide the lanes are that it was made for; 0: any

    LANEWISE_API MaskReg() { lanewise::forget(lanewise_bytes); }
    struct lanewise_full {};
    constexpr explicit MaskReg(lanewise_full) {
        for (std::uint8_t& byte : lanewise_bytes) byte = 0xFF;
    }
};

// An offset in bytes, made of loop counters and strides.
struct AddrReg {
    std::int64_t lanewise_offset = 0;
};

// Bytes that an unaligned stream has read ahead, or not yet written. What is not written when it goes out of use is lost.
struct UnalignReg {
    alignas(64) std::uint8_t lanewise_bytes[lanewise::stream_bytes] = {};

    UnalignReg() = default;
    UnalignReg(const UnalignReg&) = default;
    UnalignReg& operator=(const UnalignReg&) = default;
    LANEWISE_API ~UnalignReg() noexcept(false) {
        if (lanewise_bytes[lanewise::stream_pending] && !std::uncaught_exceptions()) lanewise_end();
    }

  private:
    inline void lanewise_end() const;
};
using UnalignRegForLoad = UnalignReg;
using UnalignRegForStore = UnalignReg;

}  // namespace Reg

namespace MicroAPI = Reg;

}  // namespace AscendC

namespace lanewise {

template <class R> inline constexpr bool is_register = false;
template <class T, AscendC::Reg::RegTrait trait> inline constexpr bool is_register<AscendC::Reg::RegTensor<T, trait>> = true;
// A vector register, whatever its elements.
template <class R>
concept VectorRegister = is_register<std::remove_const_t<R>>;

template <VectorRegister R> using element_of = typename R::ActualT;
template <VectorRegister R> inline constexpr bool in_two = R::trait.REG_NUM == 2;

// The first template argument of most calls repeats the element type of a register, or leaves it to the register.
template <class T, class R>
concept Fits = VectorRegister<R> && (std::is_same_v<T, AscendC::Reg::DefaultType> || std::is_same_v<T, element_of<R>>);

// The flags of a merge mode.
template <AscendC::Reg::MaskMergeMode mode>
inline constexpr std::uint32_t merge_flag = mode == AscendC::Reg::MaskMergeMode::MERGING ? static_cast<std::uint32_t>(MERGE) : 0u;

LANEWISE_API void describe(Operand& o, const void* address, std::uint32_t extent, DType type, Space space) {
    o.address = reinterpret_cast<std::uint64_t>(address);
    o.extent = extent;
    o.block_stride = 1;
    o.repeat_stride = 0;
    set_kind(o, kind(static_cast<unsigned>(type), space));
}
template <class T, AscendC::Reg::RegTrait trait>
LANEWISE_API void describe(Operand& o, const AscendC::Reg::RegTensor<T, trait>& r) {
    describe(o, &r, r.lanewise_extent, dtype_of<T>, Space::reg);
}
LANEWISE_API void describe(Operand& o, const AscendC::Reg::MaskReg& m) { describe(o, &m, mask_bytes, DType::none_, Space::mask); }
LANEWISE_API void describe(Operand& o, const AscendC::Reg::UnalignReg& u) { describe(o, &u, stream_bytes, DType::none_, Space::unaligned); }
// The engine reads registers where they lie: one that ends before the instruction is issued is no operand.
template <class R>
    requires VectorRegister<R> || std::is_same_v<R, AscendC::Reg::MaskReg> || std::is_same_v<R, AscendC::Reg::UnalignReg>
void describe(Operand& o, const R&& register_that_ends) = delete;
// UB: a pointer cut to 32 bits is its address there.
template <class T>
LANEWISE_API void describe(Operand& o, T* const& p) {
    describe(o, nullptr, left_behind(p), dtype_of<std::remove_cv_t<T>>, Space::vector);
    o.address = static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(p));
}

}  // namespace lanewise

inline void AscendC::Reg::UnalignReg::lanewise_end() const {
    lanewise::Call(lanewise::Opcode::reg_end_of_stream_, lanewise::Overload::PLAIN, 0).tensors(*this).issue();
}
