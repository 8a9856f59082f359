// What host code can ask about the chip.
#pragma once

#include <cstdint>
#include <cstring>

#include "acl/acl.h"
#include "lanewise/constants.h"

enum class NpuArch : std::uint32_t { DAV_RESV = 0, DAV_1001 = 1001, DAV_2002 = 2002, DAV_2201 = 2201, DAV_3002 = 3002,
                                    DAV_3510 = 3510 };

namespace platform_ascendc {

enum class CoreMemType { L0_A, L0_B, L0_C, L1, L2, UB, HBM, FB, BT, RESERVED };
enum class SocVersion { ASCEND910, ASCEND910B, ASCEND310P, ASCEND310B, ASCEND950, ASCEND910_93,
                       RESERVED_VERSION = 99999 };
enum class ReservedSize { RESERVED_SIZE_8K = 8 * 1024, RESERVED_SIZE_16K = 16 * 1024, RESERVED_SIZE_32K = 32 * 1024 };

}  // namespace platform_ascendc

namespace lanewise::host {

using platform_ascendc::SocVersion;

// The chips that programs name, with sizes in bytes.
struct ChipFacts {
    NpuArch arch;
    SocVersion soc;
    const char* names[3];  // how its product names begin
    std::uint32_t extra_vectors;
    std::uint32_t cubes() const { return lw_cores(static_cast<std::uint32_t>(arch), true); }
    std::uint32_t vectors() const { return lw_cores(static_cast<std::uint32_t>(arch), false); }
    std::uint64_t l0, l0c, l1, l2, ub, bt, fixpipe;
};
inline constexpr std::uint64_t kilo = 1024, mega = 1024 * kilo;
inline constexpr ChipFacts chip_facts[] = {
    {NpuArch::DAV_2201, SocVersion::ASCEND910B, {"Ascend910B", "Ascend910_93", "ascend910b"}, 0,
     64 * kilo, 128 * kilo, 512 * kilo - 256, 192 * mega, 192 * kilo - 256, kilo, 2 * kilo},
    {NpuArch::DAV_3510, SocVersion::ASCEND950, {"Ascend950", "Ascend910_95", "ascend950"}, 0,
     64 * kilo, 256 * kilo, 512 * kilo, 128 * mega, 248 * kilo, 4 * kilo, 4 * kilo},
    {NpuArch::DAV_2002, SocVersion::ASCEND310P, {"Ascend310P", "ascend310p", ""}, 7,
     64 * kilo, 256 * kilo, mega, 16 * mega, 256 * kilo, 0, 0},
    {NpuArch::DAV_3002, SocVersion::ASCEND310B, {"Ascend310B", "ascend310b", ""}, 0,
     64 * kilo, 128 * kilo, mega, 4 * mega, 248 * kilo, kilo, 2 * kilo},
    {NpuArch::DAV_1001, SocVersion::ASCEND910, {"Ascend910", "ascend910", ""}, 0,
     64 * kilo, 256 * kilo, mega, 32 * mega, 256 * kilo, 0, 0},
};

}  // namespace lanewise::host

namespace platform_ascendc {

class PlatformAscendC {
  public:
    explicit PlatformAscendC(const lanewise::host::ChipFacts& facts) : facts_(facts) {}
    std::uint32_t GetCoreNum() const { return facts_.cubes(); }
    std::uint32_t GetCoreNumAic() const { return facts_.cubes(); }
    std::uint32_t GetCoreNumAiv() const { return facts_.vectors(); }
    std::uint32_t GetCoreNumVector() const { return facts_.extra_vectors; }
    void GetCoreMemSize(const CoreMemType& memType, std::uint64_t& size) const {
        switch (memType) {
            case CoreMemType::L0_A:
            case CoreMemType::L0_B: size = facts_.l0; break;
            case CoreMemType::L0_C: size = facts_.l0c; break;
            case CoreMemType::L1: size = facts_.l1; break;
            case CoreMemType::L2: size = facts_.l2; break;
            case CoreMemType::UB: size = facts_.ub - reserved_; break;
            case CoreMemType::FB: size = facts_.fixpipe; break;
            case CoreMemType::BT: size = facts_.bt; break;
            default: size = 0;
        }
    }
    void GetCoreMemBw(const CoreMemType& memType, std::uint64_t& bwSize) const {
        bwSize = memType == CoreMemType::L2 ? 110 : memType == CoreMemType::HBM ? 32 : 0;
    }
    void ReserveLocalMemory(ReservedSize size) { reserved_ = static_cast<std::uint64_t>(size); }
    // A block per slice; where a block is a cube core with its vector cores, that many slices make one.
    std::uint32_t CalcTschNumBlocks(std::uint32_t sliceNum, std::uint32_t aicCoreNum, std::uint32_t aivCoreNum) const {
        if (!aicCoreNum || !aivCoreNum || aivCoreNum <= aicCoreNum) return sliceNum;
        const std::uint32_t ratio = aivCoreNum / aicCoreNum;
        return (sliceNum + ratio - 1) / ratio;
    }
    std::uint32_t CalcTschBlockDim(std::uint32_t sliceNum, std::uint32_t aicCoreNum, std::uint32_t aivCoreNum) const {
        return CalcTschNumBlocks(sliceNum, aicCoreNum, aivCoreNum);
    }
    std::uint32_t GetLibApiWorkSpaceSize() const {
        return static_cast<std::uint32_t>((facts_.arch == NpuArch::DAV_1001 || facts_.arch == NpuArch::DAV_2002 ? 2
                                           : 16) * lanewise::host::mega);
    }
    std::uint32_t GetResGroupBarrierWorkSpaceSize() const { return facts_.vectors() * 512; }
    std::uint32_t GetResCubeGroupWorkSpaceSize() const { return facts_.cubes() * 512; }
    SocVersion GetSocVersion() const { return facts_.soc; }
    NpuArch GetCurNpuArch() const { return facts_.arch; }
    std::uint32_t GetVecRegLen() const { return facts_.arch == NpuArch::DAV_3510 ? 256 : 0; }

  private:
    lanewise::host::ChipFacts facts_;
    std::uint64_t reserved_ = 0;
};

// Without a name: the chip that the program was built for.
class PlatformAscendCManager {
  public:
    static PlatformAscendC* GetInstance() { return GetInstance(nullptr); }
    static PlatformAscendC* GetInstance(const char* customSocVersion) {
        static PlatformAscendC instance(facts_for(customSocVersion));
        return &instance;
    }

  private:
    static const lanewise::host::ChipFacts& facts_for(const char* name) {
        for (const lanewise::host::ChipFacts& facts : lanewise::host::chip_facts)
            for (const char* start : facts.names)
                if (name && *start && std::strncmp(name, start, std::strlen(start)) == 0) return facts;
        for (const lanewise::host::ChipFacts& facts : lanewise::host::chip_facts)
            if (static_cast<int>(facts.arch) == __NPU_ARCH__) return facts;
        return lanewise::host::chip_facts[0];
    }
};

}  // namespace platform_ascendc
