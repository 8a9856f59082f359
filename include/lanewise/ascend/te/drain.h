// Te: copies of results out of L0C, converted as the types on both sides say.
#pragma once

#include "lanewise/ascend/te/multiply.h"

namespace AscendC::Te {

enum class RoundMode : std::uint8_t { DEFAULT, HYBRID };
enum class DualDstMode : std::uint8_t { DUAL_DST_DISABLE, DUAL_DST_SPLIT_M, DUAL_DST_SPLIT_N };

struct FixpipeParams {
    std::uint8_t unitFlag = 0;
    bool subBlockId = false;
};

struct CopyL0C2GMTrait {
    RoundMode roundMode = RoundMode::DEFAULT;
    bool enableRelu = false, enableChannelSplit = false;
};
struct CopyL0C2L1Trait {
    RoundMode roundMode = RoundMode::DEFAULT;
    bool enableRelu = false, enableChannelSplit = false;
};
struct CopyL0C2UBTrait {
    RoundMode roundMode = RoundMode::DEFAULT;
    bool enableRelu = false, enableChannelSplit = false;
    DualDstMode dualDstMode = DualDstMode::DUAL_DST_DISABLE;
};

}  // namespace AscendC::Te

namespace lanewise::te {

enum class Scale { none, one, each };  // how many of them: one for all, one for each column

template <class From, class To, Scale scale, AscendC::Te::RoundMode round>
constexpr QuantMode_t conversion() {
    constexpr bool real = std::is_same_v<From, float>;
    constexpr auto to = []<class... T>(std::type_identity<T>...) { return Std::is_one_of_v<To, T...>; };
    constexpr bool fits = scale != Scale::none ? to(std::type_identity<half>{}, std::type_identity<bfloat16_t>{}, std::type_identity<std::int8_t>{}, std::type_identity<std::uint8_t>{}) ||
                                                     (real && to(std::type_identity<float>{}, std::type_identity<fp8_e4m3fn_t>{}, std::type_identity<hifloat8_t>{}))
                                               : std::is_same_v<From, To> || (real && to(std::type_identity<half>{}, std::type_identity<bfloat16_t>{}));
    static_assert(fits, "no conversion leads from the results of this Copy to the element type of its destination: without a scale float to float, half "
                        "or bfloat16_t and int32_t to int32_t; with one also to int8_t and uint8_t, int32_t to half and bfloat16_t, float to fp8_e4m3fn_t and hifloat8_t");
    if constexpr (scale == Scale::none) {
        return std::is_same_v<From, To> ? QuantMode_t::NoQuant : std::is_same_v<To, half> ? QuantMode_t::F322F16 : QuantMode_t::F322BF16;
    } else {
        QuantMode_t mode = QuantMode_t::NoQuant;
        if constexpr (to(std::type_identity<std::int8_t>{}, std::type_identity<std::uint8_t>{})) mode = real ? QuantMode_t::QF322B8_PRE : QuantMode_t::REQ8;
        else if constexpr (std::is_same_v<To, half>) mode = real ? QuantMode_t::QF322F16_PRE : QuantMode_t::DEQF16;
        else if constexpr (std::is_same_v<To, bfloat16_t>) mode = real ? QuantMode_t::QF322BF16_PRE : QuantMode_t::QS322BF16_PRE;
        else if constexpr (std::is_same_v<To, float>) mode = QuantMode_t::QF322F32_PRE;
        else if constexpr (std::is_same_v<To, fp8_e4m3fn_t>) mode = QuantMode_t::QF322FP8_PRE;
        else mode = round == AscendC::Te::RoundMode::HYBRID ? QuantMode_t::QF322HIF8_PRE_HYBRID : QuantMode_t::QF322HIF8_PRE;
        return static_cast<QuantMode_t>(mode + (scale == Scale::each));  // the form with a scale for each column is the next one
    }
}

template <AscendC::CO2Layout format, bool to_vector_cores>
inline constexpr AscendC::FixpipeConfig drain_config{format, to_vector_cores};

// What a copy of results has to know beside its tensors.
struct Way {
    AscendC::Te::RoundMode round = AscendC::Te::RoundMode::DEFAULT;
    bool relu = false, split = false;
    AscendC::Te::DualDstMode dual = AscendC::Te::DualDstMode::DUAL_DST_DISABLE;
};

// A piece of columns, and all of them: what is smaller of both sides in each direction.
template <const Way& way, Scale scale, class D, class S, class... Words>
LANEWISE_API void drain_columns(const D& dst, const S& src, std::int64_t first, std::int64_t columns, const AscendC::Te::FixpipeParams& p, std::uint64_t word, const Words&... words) {
    using AscendC::CO2Layout;
    using To = typename D::valueType;
    using From = typename S::valueType;
    constexpr CO2Layout format = in_rows<D> ? CO2Layout::ROW_MAJOR : in_columns<D> ? CO2Layout::COLUMN_MAJOR : CO2Layout::NZ;
    const Matrix to = matrix_of(dst), from = matrix_of(src);
    const std::int64_t step = in_rows<D> ? to.down1 : to.across1;
    AscendC::FixpipeParamsArch3510<format> q(columns, std::min(to.rows(), from.rows()), from.across1 / 16, static_cast<std::uint32_t>(step));
    q.quantPre = conversion<From, To, scale, way.round>(), q.deqScalar = word;
    q.reluEn = way.relu, q.isChannelSplit = way.split;
    q.unitFlag = p.unitFlag, q.subBlockId = p.subBlockId, q.dualDstCtl = static_cast<int>(way.dual);
    const std::int64_t into = in_rows<D> ? first : in_columns<D> ? first * to.across1 : first / to.c0 * to.across1;
    const auto each = [&](std::int64_t b) {
        AscendC::Fixpipe<To, From, drain_config<format, std::is_same_v<typename D::place, AscendC::Te::Location::UB>>>(
            basic(dst, b * to.batch_step + into), basic(src, b * from.batch_step + first / 16 * from.across1), words..., q);
    };
    if constexpr (format == CO2Layout::NZ) {
        for (std::int64_t b = 0; b < from.batch; ++b) each(b);
    } else {
        if constexpr (format == CO2Layout::ROW_MAJOR)
            q.params = AscendC::Nz2NdParams(from.batch, from.batch_step / 16, static_cast<std::uint32_t>(to.batch_step));
        else q.params = AscendC::Nz2DnParams(from.batch, from.batch_step / 16, static_cast<std::uint32_t>(to.batch_step), 1);
        each(0);
    }
}

template <const Way& way, class D, class S>
LANEWISE_API void drain_results(const D& dst, const S& src, const AscendC::Te::FixpipeParams& p) {
    drain_columns<way, Scale::none>(dst, src, 0, std::min(matrix_of(dst).columns(), matrix_of(src).columns()), p, 0);
}
template <const Way& way, class D, class S>
LANEWISE_API void drain_results(const D& dst, const S& src, std::uint64_t scale, const AscendC::Te::FixpipeParams& p) {
    drain_columns<way, Scale::one>(dst, src, 0, std::min(matrix_of(dst).columns(), matrix_of(src).columns()), p, scale);
}
// The buffer of scales holds those of so many columns.
template <const Way& way, class D, class S, AscendC::Te::LanewiseTensor Quant>
LANEWISE_API void drain_results(const D& dst, const S& src, const Quant& scales, const AscendC::Te::FixpipeParams& p) {
    static_assert(sizeof(typename Quant::valueType) == 8 && std::is_same_v<typename Quant::place, AscendC::Te::Location::L1>, "scales of columns are words of 64 bits in L1");
    constexpr std::int64_t once = 512;
    const std::int64_t columns = std::min(matrix_of(dst).columns(), matrix_of(src).columns());
    for (std::int64_t c = 0; c < columns; c += once) {
        drain_columns<way, Scale::each>(dst, src, c, std::min(once, columns - c), p, 0, basic_as<std::uint64_t>(scales, c));
        AscendC::PipeBarrier<PIPE_FIX>();
    }
}

template <const auto& trait>
inline constexpr Way way_of = [] {
    if constexpr (requires { trait.dualDstMode; }) return Way{trait.roundMode, trait.enableRelu, trait.enableChannelSplit, trait.dualDstMode};
    else return Way{trait.roundMode, trait.enableRelu, trait.enableChannelSplit};
}();

}  // namespace lanewise::te

namespace AscendC::Te {

#define LANEWISE_DRAIN(Op, Place)                                                                                                     \
    struct Op##TraitDefault {                                                                                                         \
        using TraitType = Op##Trait;                                                                                                  \
        static constexpr const TraitType value{};                                                                                     \
    };                                                                                                                                \
    struct Op##With {                                                                                                                 \
        using lanewise_params = FixpipeParams;                                                                                        \
        template <class TraitType, const TraitType& trait, class D, class S>                                                          \
        LANEWISE_API static void Copy(const D& dst, const S& src, const FixpipeParams& p) {                                           \
            check<D, S>();                                                                                                            \
            if constexpr (LANEWISE_CUBE_SIDE) lanewise::te::drain_results<lanewise::te::way_of<trait>>(dst, src, p);                  \
        }                                                                                                                             \
        template <class TraitType, const TraitType& trait, class D, class S, class Quant>                                             \
        LANEWISE_API static void Copy(const D& dst, const S& src, const Quant& quant, const FixpipeParams& p) {                       \
            check<D, S>();                                                                                                            \
            if constexpr (LANEWISE_CUBE_SIDE) lanewise::te::drain_results<lanewise::te::way_of<trait>>(dst, src, quant, p);           \
        }                                                                                                                             \
        template <class D, class S>                                                                                                   \
        static constexpr void check() {                                                                                               \
            using namespace lanewise::te;                                                                                             \
            check_places<D, S, Location::Place, Location::L0C>();                                                                     \
            static_assert(lies<S, NZLayoutPtn> && (in_rows<D> || in_columns<D> || lies<D, NZLayoutPtn>),                              \
                          #Op " takes a source in NZ and a destination in ND, DN or NZ");                                            \
        }                                                                                                                             \
    };                                                                                                                                \
    struct Op {                                                                                                                       \
        using lanewise_trait = Op##TraitDefault;                                                                                      \
        using lanewise_with = Op##With;                                                                                               \
        template <class TraitType, const TraitType& trait, class D, class S, class... Quant>                                          \
        LANEWISE_API static void Copy(const D& dst, const S& src, const Quant&... quant) {                                            \
            lanewise_with::template Copy<TraitType, trait>(dst, src, quant..., FixpipeParams{});                                      \
        }                                                                                                                             \
    };
LANEWISE_DRAIN(CopyL0C2GM, GM)
LANEWISE_DRAIN(CopyL0C2UB, UB)
LANEWISE_DRAIN(CopyL0C2L1, L1)
#undef LANEWISE_DRAIN

}  // namespace AscendC::Te
