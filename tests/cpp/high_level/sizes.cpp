// What the host functions answer, one line each.
#include <cstdio>
#include "tiling/tiling_api.h"

using namespace AscendC;

template <class F>
void show(const char* name, F ask)
{
    uint32_t most = 7, least = 7;
    ask(most, least);
    std::printf("%s %u %u\n", name, most, least);
}

#define PLAIN(Name)                                                                                                           \
    show(#Name " 2", [&](uint32_t& a, uint32_t& b) { Get##Name##MaxMinTmpSize(shape, 2, false, a, b); });                     \
    show(#Name " 4", [&](uint32_t& a, uint32_t& b) { Get##Name##MaxMinTmpSize(shape, 4, false, a, b); });                     \
    show(#Name " reuse", [&](uint32_t& a, uint32_t& b) { Get##Name##MaxMinTmpSize(shape, 4, true, a, b); });                  \
    show(#Name " factor", [&](uint32_t& a, uint32_t& b) { Get##Name##TmpBufferFactorSize(4, a, b); });
#define WITH_PLATFORM(Name)                                                                                                   \
    show(#Name " 2", [&](uint32_t& a, uint32_t& b) { Get##Name##MaxMinTmpSize(platform, shape, 2, false, a, b); });           \
    show(#Name " factor", [&](uint32_t& a, uint32_t& b) { Get##Name##TmpBufferFactorSize(platform, 4, a, b); });

int main()
{
    const auto& platform = *platform_ascendc::PlatformAscendCManager::GetInstance("Ascend910B1");
    TensorShape shape{{4, 250}};
    PLAIN(Acos) PLAIN(Acosh) PLAIN(Asin) PLAIN(Asinh) PLAIN(Atan) PLAIN(Atanh) PLAIN(Axpy) PLAIN(Ceil) PLAIN(Cos) PLAIN(Cosh)
    PLAIN(Digamma) PLAIN(Erf) PLAIN(Erfc) PLAIN(Exp) PLAIN(Floor) PLAIN(Fmod) PLAIN(Frac) PLAIN(GeGLU) PLAIN(Lgamma) PLAIN(Log)
    PLAIN(Sign) PLAIN(Sin) PLAIN(Sinh) PLAIN(Tan) PLAIN(Tanh) PLAIN(Trunc) PLAIN(Xor)
    WITH_PLATFORM(BitwiseAnd) WITH_PLATFORM(Fma) WITH_PLATFORM(IsNan) WITH_PLATFORM(LogicalOrs) WITH_PLATFORM(Rint) WITH_PLATFORM(Round)
    WITH_PLATFORM(Where)
    show("Gelu", [&](uint32_t& a, uint32_t& b) { GetGeluMaxMinTmpSize(shape, 4, a, b); });
    show("SoftMax", [&](uint32_t& a, uint32_t& b) { a = GetSoftMaxMaxTmpSize(shape, 4, false), b = GetSoftMaxMinTmpSize(shape, 4, false); });
    show("Sum", [&](uint32_t& a, uint32_t& b) { GetSumMaxMinTmpSize(1000, 4, false, a, b); });
    show("AscendQuant", [&](uint32_t& a, uint32_t& b) { GetAscendQuantMaxMinTmpSize(shape, 4, a, b); });
    show("Transpose", [&](uint32_t& a, uint32_t& b) { GetTransposeMaxMinTmpSize(shape, 2, 1, a, b); });
    show("Sort", [&](uint32_t& a, uint32_t& b) { a = GetSortTmpSize(platform, 128, 4), b = GetConcatTmpSize(platform, 128, 4); });
    uint64_t ub, l1, l2;
    platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, ub);
    platform.GetCoreMemSize(platform_ascendc::CoreMemType::L1, l1);
    platform.GetCoreMemSize(platform_ascendc::CoreMemType::L2, l2);
    std::printf("platform %d %llu %llu %llu\n", platform.GetSocVersion() == platform_ascendc::SocVersion::ASCEND910B, (unsigned long long)ub, (unsigned long long)l1, (unsigned long long)l2);
    optiling::SoftMaxTiling tiling;
    SoftMaxTilingFunc(TensorShape{{100, 64}}, 4, 20000, tiling);
    std::printf("tiling %u %u %u %u %u %u %u %u %u %u %u %u\n", tiling.get_srcM(), tiling.get_srcK(), tiling.get_outMaxK(), tiling.get_splitM(), tiling.get_splitK(), tiling.get_splitSize(), tiling.get_reduceSize(), tiling.get_rangeM(), tiling.get_tailM(), tiling.get_tailSplitSize(), tiling.get_tailReduceSize(), IsBasicBlockInSoftMax(tiling));
}
