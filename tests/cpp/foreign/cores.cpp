// Programs that divide their work by the cores of the chip.
#include <cstdio>

#include "acl/acl.h"
#include "platform/platform_ascendc.h"

int main()
{
    auto* platform = platform_ascendc::PlatformAscendCManager::GetInstance();
    int64_t vectors = 0, cubes = 0;
    aclrtGetDeviceInfo(0, ACL_DEV_ATTR_VECTOR_CORE_NUM, &vectors);
    aclrtGetDeviceInfo(0, ACL_DEV_ATTR_CUBE_CORE_NUM, &cubes);
    std::printf("%u %u %u %ld %ld\n", platform->GetCoreNum(), platform->GetCoreNumAic(), platform->GetCoreNumAiv(),
                static_cast<long>(cubes), static_cast<long>(vectors));
}
