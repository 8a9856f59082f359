// A tiling that is known while a kernel is compiled.
#pragma once

#include "lanewise/ascend/matmul/blocks.h"
#include "lanewise/ascend/matmul/config.h"
#include "lanewise/ascend/matmul/types.h"

// Every number of TCubeTiling; -1: it comes at run time.
struct MatmulApiStaticTiling {
#define LANEWISE_OPEN_FIELD(type, name) type name = -1;
    LANEWISE_FIELDS_TCubeTiling(LANEWISE_OPEN_FIELD)
#undef LANEWISE_OPEN_FIELD
    MatmulConfig cfg = CFG_NORM;
};

namespace lanewise::matmul {

constexpr std::int64_t room_at(TPosition position) { return static_cast<std::int64_t>(usable_bytes[static_cast<int>(space_of(position))]); }
inline constexpr Rooms own_rooms{room_at(TPosition::A2), room_at(TPosition::CO1), room_at(TPosition::A1), room_at(TPosition::C2), LANEWISE_UB_BYTES};

template <const auto& CFG>
concept Static = requires { CFG.cfg; };
template <const auto& CFG>
constexpr const MatmulConfig& config_of() {
    if constexpr (Static<CFG>) return CFG.cfg;
    else return CFG;
}

// What a static tiling knows replaces what came at run time.
template <const auto& CFG>
constexpr void apply_static(AscendC::tiling::TCubeTiling& t) {
    if constexpr (Static<CFG>) {
#define LANEWISE_KNOWN_FIELD(type, name) \
    if (CFG.name != -1) t.name = CFG.name;
        LANEWISE_FIELDS_TCubeTiling(LANEWISE_KNOWN_FIELD)
#undef LANEWISE_KNOWN_FIELD
    }
    constexpr const MatmulConfig& c = config_of<CFG>();
    if constexpr (c.doBasicBlock || c.doSpecialBasicBlock) {
        if (c.basicM) t.baseM = static_cast<std::int32_t>(c.basicM);
        if (c.basicN) t.baseN = static_cast<std::int32_t>(c.basicN);
        if (c.basicK) t.baseK = static_cast<std::int32_t>(c.basicK);
    }
    if constexpr (c.iterateOrder != IterateOrder::UNDEF) t.iterateOrder = static_cast<std::int32_t>(c.iterateOrder);
}

}  // namespace lanewise::matmul

namespace AscendC {

template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE>
constexpr MatmulApiStaticTiling GetMatmulApiTiling(const MatmulConfig& config, std::int32_t l1Size = static_cast<std::int32_t>(lanewise::matmul::own_rooms.l1)) {
    MatmulApiStaticTiling t;
    t.cfg = config;
    t.usedCoreNum = 1;
    t.isBias = -1;
    const auto number = [](std::uint32_t value) { return value ? static_cast<std::int32_t>(value) : -1; };
    t.singleCoreM = number(config.singleCoreM), t.singleCoreN = number(config.singleCoreN), t.singleCoreK = number(config.singleCoreK);
    t.baseM = number(config.basicM), t.baseN = number(config.basicN), t.baseK = number(config.basicK);
    const bool whole = config.singleCoreM && config.singleCoreN && config.singleCoreK;
    if (!whole && !(config.basicM && config.basicN && config.basicK)) return t;
    lanewise::matmul::Wish wish;
    wish.m = whole ? config.singleCoreM : config.basicM, wish.n = whole ? config.singleCoreN : config.basicN;
    wish.k = whole ? config.singleCoreK : config.basicK;
    wish.a_bits = lanewise::bits_of<PrimT<typename A_TYPE::T>>, wish.b_bits = lanewise::bits_of<PrimT<typename B_TYPE::T>>;
    wish.a_turned = A_TYPE::isTrans, wish.b_turned = B_TYPE::isTrans;
    wish.base_m = t.baseM, wish.base_n = t.baseN, wish.base_k = t.baseK;
    lanewise::matmul::Rooms rooms = lanewise::matmul::own_rooms;
    rooms.l1 = lanewise::matmul::least(rooms.l1, l1Size);
    const lanewise::matmul::Blocks blocks = lanewise::matmul::choose_blocks(wish, rooms);
    tiling::TCubeTiling found;
    lanewise::matmul::write_blocks(found, blocks);
    t.baseM = found.baseM, t.baseN = found.baseN, t.baseK = found.baseK;
    t.stepM = found.stepM, t.stepN = found.stepN, t.stepKa = found.stepKa, t.stepKb = found.stepKb;
    t.depthA1 = found.depthA1, t.depthB1 = found.depthB1, t.dbL0A = found.dbL0A, t.dbL0B = found.dbL0B, t.dbL0C = found.dbL0C;
    t.iterateOrder = config.iterateOrder == IterateOrder::UNDEF ? found.iterateOrder : static_cast<std::int32_t>(config.iterateOrder);
    t.shareL1Size = found.shareL1Size, t.shareL0CSize = found.shareL0CSize;
    return t;
}

}  // namespace AscendC
