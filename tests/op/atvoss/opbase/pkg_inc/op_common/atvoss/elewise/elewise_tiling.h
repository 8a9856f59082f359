#pragma once
#include "op_common/op_host/util/opbase_export.h"
#include "op_common/op_host/util/platform_util.h"
#include "register/op_impl_registry.h"
#include "../util/dag.h"
#include "elewise_base_struct.h"

namespace Ops { namespace Base {
enum class OPBASE_API EleMode : uint8_t { WHOLE, CUT };
struct OPBASE_API ElewiseCompileInfo {
    uint64_t coreNum = 0;
    uint64_t ubSize = 0;
};
class OPBASE_API ElewiseBaseTiling {
public:
    explicit ElewiseBaseTiling(gert::TilingContext* context) : context_(context) {}
    template <typename Dag>
    ge::graphStatus DoTiling(EleBaseTilingData16B& data)
    {
        return Cut(data, Dag::BufferNum, 4);
    }
    int64_t GetBlockDim() const { return blocks_; }

private:
    ge::graphStatus Cut(EleBaseTilingData16B& data, int64_t buffers, int64_t bytes);
    gert::TilingContext* context_;
    int64_t blocks_ = 0;
};
} }
