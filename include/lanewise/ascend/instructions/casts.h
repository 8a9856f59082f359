// The table of scales that CastDequant reads.
#pragma once

#include "lanewise/ascend/instructions/values.h"

namespace AscendC {

template <class T>
LANEWISE_API void SetDeqScale(const LocalTensor<T>& vdeq, const VdeqInfo& vdeqInfo) {
    std::int64_t words[16];
    for (int i = 0; i < 16; ++i)
        words[i] = lanewise::deq_word(vdeqInfo.vdeqScale[i], vdeqInfo.vdeqOffset[i], vdeqInfo.vdeqSignMode[i]);
    lanewise::plain(lanewise::Opcode::set_deq_scale_vector_).tensors(vdeq).issue_list(words, 16);
}

}  // namespace AscendC
