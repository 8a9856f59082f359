#pragma once
#include <vector>
#include "op_common/op_host/util/opbase_export.h"
#include "op_common/op_host/util/platform_util.h"
#include "op_host/tiling_base_util.h"
#include "register/op_impl_registry.h"
#include "../util/dag.h"
#include "reduce_tiling_data.h"

namespace Ops { namespace Base {
struct OPBASE_API ReduceOpCompileInfo {
    uint64_t cacheLineSize = 0, ubSize = 0, vRegSize = 0, vectorCoreNum = 0;
};
struct OPBASE_API ReduceTilingKey {
    bool contiguous = true, group = false;
    uint32_t patternID = 0, loopARCount = 0, loopInnerARCount = 0;
};
struct OPBASE_API ReduceOpInputParam {
    std::vector<int64_t> shape;
    std::vector<int64_t> axes;
    ge::DataType inputDtype = ge::DT_UNDEFINED;
};
namespace ReduceOpTmpl {
OPBASE_API ge::graphStatus GetInputParam(gert::TilingContext* context, ReduceOpInputParam& input, int32_t inputIndex);
OPBASE_API ge::graphStatus GetInputParam(gert::TilingContext* context, ReduceOpInputParam& input, int32_t inputIndex, int32_t axesIndex);
}
OPBASE_API ge::graphStatus TileReduce(gert::TilingContext* context, const ReduceOpInputParam& input, int32_t buffers, ReduceTilingKey& key);

template <class Dag>
ge::graphStatus Tiling4ReduceOp(gert::TilingContext* context, ReduceOpInputParam& input, ReduceTilingKey& key)
{
    return TileReduce(context, input, Dag::BufferNum, key);
}
} }

#define GEN_REDUCE_TILING_KEY(result, key, ...)                                                                        \
    result = GET_TPL_TILING_KEY((key).contiguous, (key).group, (key).patternID, (key).loopARCount, (key).loopInnerARCount, ##__VA_ARGS__)
