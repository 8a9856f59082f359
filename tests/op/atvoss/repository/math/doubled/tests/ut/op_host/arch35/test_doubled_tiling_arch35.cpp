// The test sees the library's headers as its operator does.
#include <gtest/gtest.h>
#include "atvoss/elewise/elewise_tiling.h"
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"

TEST(DoubledTiling, blocks)
{
    Ops::Base::ElewiseCompileInfo info;
    const gert::StorageShape shape = {{30, 1000}, {30, 1000}};
    gert::TilingContextPara para("Doubled", {{shape, ge::DT_FLOAT, ge::FORMAT_ND}}, {{shape, ge::DT_FLOAT, ge::FORMAT_ND}}, &info, 64, 262144);
    TilingInfo tiling;
    ASSERT_TRUE(ExecuteTiling(para, tiling));
    const auto* data = reinterpret_cast<const Ops::Base::EleBaseTilingData16B*>(tiling.tilingData.get());
    EXPECT_EQ(data->dim0, 30000);
    EXPECT_EQ(tiling.blockNum, (30000 + data->ubFormer - 1) / data->ubFormer);
}
