// What host code can ask about the chip.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "lanewise/shared/acl.h"
#include "lanewise/shared/abi.h"
#include "lanewise/shared/chip.h"

enum class NpuArch : std::uint32_t { DAV_RESV = 0, DAV_1001 = 1001, DAV_2002 = 2002, DAV_2201 = 2201, DAV_3002 = 3002,
                                    DAV_3003 = 3003, DAV_3102 = 3102, DAV_3113 = 3113, DAV_3510 = 3510, DAV_5102 = 5102 };

namespace platform_ascendc {

enum class CoreMemType { L0_A, L0_B, L0_C, L1, L2, UB, HBM, FB, BT, RESERVED };
enum class SocVersion { ASCEND910 = 0, ASCEND910B, ASCEND310P, ASCEND310B, ASCEND950, ASCEND910_95 = ASCEND950, ASCEND910_55,
                       AS31XM1 = ASCEND910_55, ASCEND031, ASCEND035, ASCEND310, ASCEND610, ASCEND610Lite, ASCEND910_93, BS9SX1A,
                       BS9SX2A, HI3796CV300CS, HI3796CV300ES, MC61AM21A, MC62, SD3403, KIRINX90, KIRIN9030, MC32DM11A,
                       ASCEND350, RESERVED_VERSION = 99999 };
enum class ReservedSize { RESERVED_SIZE_8K, RESERVED_SIZE_16K, RESERVED_SIZE_32K };

}  // namespace platform_ascendc

namespace lanewise::host {

using platform_ascendc::SocVersion;

// What a chip's file says to host code, with sizes in bytes (src/lanewise/chips/header.py).
struct ChipFacts {
    int number;
    SocVersion soc;
    const char* short_name;
    const char* products;  // how names of them begin: a|b|c
    std::uint32_t cube_cores, vector_cores, extra_vectors;
    bool apart, registers, scratch_free;
    std::uint64_t l0, l0c, l1, l2, ub, bt, fixpipe, margin, workspace, group_workspace;

    NpuArch arch() const { return static_cast<NpuArch>(number); }
    std::uint32_t cubes() const { return lw_cores(cube_cores, vector_cores, true); }
    std::uint32_t vectors() const { return lw_cores(cube_cores, vector_cores, false); }
    // What is said of UB and L1 leaves out a few bytes on some chips.
    constexpr std::uint64_t whole(std::uint64_t size) const { return size + margin; }
    // How many letters of a product's name say that it is this chip.
    std::size_t fits(const char* name) const {
        std::size_t most = 0;
        for (const char* start = products; *start;) {
            const std::size_t length = std::strcspn(start, "|");
            if (length > most && std::strncmp(name, start, length) == 0) most = length;
            start += length + (start[length] == '|');
        }
        return most;
    }
};
inline constexpr std::uint64_t kilo = 1024;
inline constexpr ChipFacts chip_facts[] = {
#include "lanewise/generated/platforms.inc"
};

// The chip that the program was built for.
inline constexpr ChipFacts own = LANEWISE_PLATFORM;
inline const ChipFacts& own_facts() { return own; }
constexpr int arch_of(SocVersion soc) {
    if (own.soc == soc) return own.number;
    for (const ChipFacts& facts : chip_facts)
        if (facts.soc == soc) return facts.number;
    return -1;
}

}  // namespace lanewise::host

namespace fe {

enum class LocalMemType { L0_A = 0, L0_B, L0_C, L1, L2, UB, HBM, RESERVED };

// The chip as older code asks for it: facts as text, whole memories.
class PlatFormInfos {
  public:
    bool GetPlatformRes(const std::string& label, const std::string& key, std::string& value) const {
        const auto own = said_.find(label + "/" + key);
        if (own != said_.end()) return value = own->second, true;
        const lanewise::host::ChipFacts& facts = lanewise_facts;
        const std::string arch = std::to_string(facts.number);
        const std::pair<const char*, std::string> known[] = {
            {"SoCInfo/ai_core_cnt", std::to_string(facts.cubes())}, {"SoCInfo/cube_core_cnt", std::to_string(facts.cubes())},
            {"SoCInfo/vector_core_cnt", std::to_string(facts.apart ? facts.vectors() : facts.extra_vectors)},
            {"SoCInfo/l2_size", std::to_string(facts.l2)}, {"version/Short_SoC_version", facts.short_name},
            {"version/SoC_version", facts.short_name}, {"version/NpuArch", arch}, {"version/AIC_version", "AIC-" + arch},
            {"AICoreSpec/ub_size", std::to_string(facts.whole(facts.ub))}, {"AICoreSpec/l1_size", std::to_string(facts.whole(facts.l1))},
            {"AICoreSpec/l0_a_size", std::to_string(facts.l0)}, {"AICoreSpec/l0_b_size", std::to_string(facts.l0)},
            {"AICoreSpec/l0_c_size", std::to_string(facts.l0c)}, {"AICoreSpec/bt_size", std::to_string(facts.bt)},
            {"AICoreSpec/ubblock_size", "32"}, {"AICoreSpec/vec_calc_size", "256"},
        };
        for (const auto& [name, text] : known)
            if (label + "/" + key == name) return value = text, true;
        return false;
    }
    bool GetPlatformResWithLock(const std::string& label, const std::string& key, std::string& value) const {
        return GetPlatformRes(label, key, value);
    }
    void GetLocalMemSize(const LocalMemType& type, std::uint64_t& size) const {
        const lanewise::host::ChipFacts& facts = lanewise_facts;
        switch (type) {
            case LocalMemType::L0_A:
            case LocalMemType::L0_B: size = facts.l0; break;
            case LocalMemType::L0_C: size = facts.l0c; break;
            case LocalMemType::L1: size = facts.whole(facts.l1); break;
            case LocalMemType::L2: size = facts.l2; break;
            case LocalMemType::UB: size = facts.whole(facts.ub); break;
            default: size = 0;
        }
    }
    std::uint32_t GetCoreNum() const { return lanewise_facts.vectors(); }
    std::uint32_t GetCoreNumByType(const std::string& type) const {
        return type == "AiCore" ? lanewise_facts.cubes() : lanewise_facts.vectors();
    }

    // Tests of host code say what they want to be answered.
    bool Init() { return true; }
    void SetPlatformRes(const std::string& label, const std::map<std::string, std::string>& values) {
        for (const auto& [key, value] : values) lanewise_set(label + "/" + key, value);
    }
    void SetCoreNumByCoreType(const std::string&) {}
    void SetCoreNum(std::uint32_t count) { lanewise_facts.cube_cores = lanewise_facts.vector_cores = count; }
    void lanewise_set(const std::string& name, const std::string& value) {
        lanewise::host::ChipFacts& facts = lanewise_facts;
        said_[name] = value;
        const std::uint64_t number = std::strtoull(value.c_str(), nullptr, 10);
        if (name == "SoCInfo/ai_core_cnt" || name == "SoCInfo/cube_core_cnt") facts.cube_cores = static_cast<std::uint32_t>(number);
        else if (name == "SoCInfo/vector_core_cnt") facts.vector_cores = static_cast<std::uint32_t>(number);
        else if (name == "SoCInfo/l2_size") facts.l2 = number;
        else if (name == "AICoreSpec/ub_size") facts.ub = number - facts.margin;
        else if (name == "AICoreSpec/l1_size") facts.l1 = number - facts.margin;
        else if (name == "AICoreSpec/l0_a_size") facts.l0 = number;
        else if (name == "AICoreSpec/l0_c_size") facts.l0c = number;
        else if (name == "version/Short_SoC_version") become(value);
    }

    lanewise::host::ChipFacts lanewise_facts = lanewise::host::own_facts();

  private:
    // Another chip: sizes and cores stay as they were said.
    void become(const std::string& name) {
        for (lanewise::host::ChipFacts other : lanewise::host::chip_facts) {
            if (name != other.short_name) continue;
            const auto& facts = lanewise_facts;
            other.cube_cores = facts.cube_cores, other.vector_cores = facts.vector_cores, other.l2 = facts.l2;
            other.ub = facts.whole(facts.ub) - other.margin, other.l1 = facts.whole(facts.l1) - other.margin;
            lanewise_facts = other;
            return;
        }
    }
    std::map<std::string, std::string> said_;
};
using PlatformInfos = PlatFormInfos;

class OptionalInfos {};

// The same as plain structures, which older code still asks for.
struct PlatformInfo {
    struct {
        std::string short_soc_version, aic_version;
    } str_info;
    struct {
        std::uint32_t ai_core_cnt = 0, vector_core_cnt = 0, ai_cpu_cnt = 0;
        std::uint64_t memory_size = 0, l2_size = 0;
    } soc_info;
    struct {
        std::uint64_t ub_size = 0, l1_size = 0, l0_a_size = 0, l0_b_size = 0, l0_c_size = 0;
    } ai_core_spec;
};
struct OptionalInfo {
    std::string soc_version, core_type = "AiCore";
    std::uint32_t ai_core_num = 0;
};

class PlatformInfoManager {
  public:
    static PlatformInfoManager& Instance() {
        static PlatformInfoManager manager;
        return manager;
    }
    static PlatformInfoManager& GeInstance() { return Instance(); }
    std::uint32_t InitializePlatformInfo() { return 0; }
    std::uint32_t GetPlatformInfoWithOutSocVersion(PlatFormInfos&, OptionalInfos&) { return 0; }
    std::uint32_t GetPlatformInfos(const std::string&, PlatFormInfos&, OptionalInfos&) { return 0; }
    std::uint32_t GetPlatformInfoWithOutSocVersion(PlatformInfo& info, OptionalInfo& optional) {
        const lanewise::host::ChipFacts& facts = lanewise::host::own_facts();
        info.str_info.short_soc_version = optional.soc_version = facts.short_name;
        info.str_info.aic_version = "AIC-" + std::to_string(facts.number);
        info.soc_info.ai_core_cnt = optional.ai_core_num = facts.cubes();
        info.soc_info.vector_core_cnt = facts.apart ? facts.vectors() : facts.extra_vectors;
        info.soc_info.l2_size = facts.l2;
        info.ai_core_spec.ub_size = facts.whole(facts.ub), info.ai_core_spec.l1_size = facts.whole(facts.l1);
        info.ai_core_spec.l0_a_size = info.ai_core_spec.l0_b_size = facts.l0, info.ai_core_spec.l0_c_size = facts.l0c;
        return 0;
    }
    std::uint32_t GetPlatformInfo(const std::string&, PlatformInfo& info, OptionalInfo& optional) {
        return GetPlatformInfoWithOutSocVersion(info, optional);
    }
};

}  // namespace fe

namespace platform_ascendc {

class PlatformAscendC {
  public:
    explicit PlatformAscendC(const lanewise::host::ChipFacts& facts) : facts_(facts) {}
    explicit PlatformAscendC(const fe::PlatFormInfos* infos) : PlatformAscendC(infos ? infos->lanewise_facts : lanewise::host::own_facts()) {}
    // The vector cores; where cube and vector are one, the cores.
    std::uint32_t GetCoreNum() const { return facts_.vectors(); }
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
    void ReserveLocalMemory(ReservedSize size) { reserved_ = (8 * lanewise::host::kilo) << static_cast<int>(size); }
    // A block per slice; where a block is a cube core with its vector cores, that many slices make one.
    std::uint32_t CalcTschNumBlocks(std::uint32_t sliceNum, std::uint32_t aicCoreNum, std::uint32_t aivCoreNum) const {
        if (!aicCoreNum || !aivCoreNum || aivCoreNum <= aicCoreNum) return sliceNum;
        const std::uint32_t ratio = aivCoreNum / aicCoreNum;
        const std::uint32_t blocks = (sliceNum + ratio - 1) / ratio;
        if (blocks <= aicCoreNum) return blocks;
        std::fprintf(stderr, "CalcTschNumBlocks: %u blocks on %u cube cores\n", blocks, aicCoreNum);
        return 0;
    }
    std::uint32_t CalcTschBlockDim(std::uint32_t sliceNum, std::uint32_t aicCoreNum, std::uint32_t aivCoreNum) const {
        return CalcTschNumBlocks(sliceNum, aicCoreNum, aivCoreNum);
    }
    std::uint32_t GetLibApiWorkSpaceSize() const { return static_cast<std::uint32_t>(facts_.workspace); }
    std::uint32_t GetResGroupBarrierWorkSpaceSize() const { return group_bytes(facts_.vectors()); }
    std::uint32_t GetResCubeGroupWorkSpaceSize() const { return group_bytes(facts_.cubes()); }
    SocVersion GetSocVersion() const { return facts_.soc; }
    NpuArch GetCurNpuArch() const { return facts_.arch(); }
    const lanewise::host::ChipFacts& lanewise_facts() const { return facts_; }
    std::uint32_t GetVecRegLen() const { return facts_.registers ? 256 : 0; }

  private:
    std::uint32_t group_bytes(std::uint32_t cores) const {
        return facts_.group_workspace ? static_cast<std::uint32_t>(facts_.group_workspace) : cores * 512;
    }
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
        const lanewise::host::ChipFacts* best = &lanewise::host::own_facts();
        if (!name) return *best;
        for (const lanewise::host::ChipFacts& facts : lanewise::host::chip_facts)
            if (facts.fits(name) > best->fits(name)) best = &facts;
        return *best;
    }
};

}  // namespace platform_ascendc
