// The spill area of a TPipe: memory in GM that takes what UB has no room for.
#pragma once

#include "lanewise/ascend/instructions.h"
#include "lanewise/ascend/pipe.h"

namespace AscendC {

template <class T>
void TPipe::InitSpmBuffer(const GlobalTensor<T>& workspace, std::int32_t bytes) {
    spill_ = reinterpret_cast<std::uint8_t*>(const_cast<PrimT<T>*>(workspace.lanewise_address()));
    spill_bytes_ = bytes;
}

namespace lanewise_spill {

template <class T>
GlobalTensor<T> at(std::uint8_t* area, std::int32_t bytes, std::int32_t offset) {
    if (!area || offset < 0 || offset >= bytes)
        lanewise::fault("QUE-009", {{"queue", "the spill area"},
                                    {"case", area ? "outside" : "no_spill"}, {"offset", offset}, {"size", bytes}});
    GlobalTensor<T> view;
    view.SetGlobalBuffer(reinterpret_cast<PrimT<T>*>(area + offset));
    return view;
}

}  // namespace lanewise_spill

template <class T>
void TPipe::WriteSpmBuffer(const LocalTensor<T>& from, const DataCopyParams& shape, std::int32_t offset) {
    DataCopy(lanewise_spill::at<T>(spill_, spill_bytes_, offset), from, shape);
}
template <class T>
void TPipe::WriteSpmBuffer(const LocalTensor<T>& from, std::int32_t count, std::int32_t offset) {
    DataCopy(lanewise_spill::at<T>(spill_, spill_bytes_, offset), from, static_cast<std::uint32_t>(count));
}
template <class T>
void TPipe::ReadSpmBuffer(const LocalTensor<T>& to, const DataCopyParams& shape, std::int32_t offset) {
    DataCopy(to, lanewise_spill::at<T>(spill_, spill_bytes_, offset), shape);
}
template <class T>
void TPipe::ReadSpmBuffer(const LocalTensor<T>& to, std::int32_t count, std::int32_t offset) {
    DataCopy(to, lanewise_spill::at<T>(spill_, spill_bytes_, offset), static_cast<std::uint32_t>(count));
}

}  // namespace AscendC
