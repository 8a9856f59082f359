// Lists of tensors in global memory, for kernels whose number of inputs is known at run time only.
//
// Words of 64 bits: [0] byte offset of the pointers; then for each tensor one word (low half: dimensions; high half: of
// the first the number of tensors or 0, of others the index) and its sizes; then the pointers. A list of tensors
// without dimensions has one such word and one of 0xFFFFFFFF.
#pragma once

#include "lanewise/ascend/tensor.h"

namespace AscendC {

template <class T>
class TensorDesc {
  public:
    void SetShapeAddr(std::uint64_t* shapePtr) { shape_ = shapePtr; }
    std::uint64_t GetDim() const { return dim_; }
    std::uint64_t GetIndex() const { return index_; }
    std::uint64_t GetShape(std::uint32_t offset) const {
        if (!shape_ || offset >= dim_)
            lanewise::fault("MEM-006", {{"op", "GetShape"}, {"index", offset}, {"size", shape_ ? dim_ : 0}});
        return shape_[offset];
    }
    T* GetDataPtr() const { return data_; }
    GlobalTensor<T> GetDataObj() const {
        GlobalTensor<T> tensor;
        tensor.SetGlobalBuffer(data_);
        return tensor;
    }

  private:
    friend class ListTensorDesc;
    std::uint64_t* shape_ = nullptr;  // the caller's
    std::uint64_t dim_ = 0, index_ = 0;
    T* data_ = nullptr;
};

class ListTensorDesc {
  public:
    ListTensorDesc() = default;
    ListTensorDesc(void* data, std::uint32_t length = 0xFFFFFFFF, std::uint32_t shapeSize = 0xFFFFFFFF) {
        Init(data, length, shapeSize);
    }
    // `length` and `shapeSize` only bound what the vendor's own copy reads; the list says where it ends.
    void Init(void* data, std::uint32_t = 0xFFFFFFFF, std::uint32_t = 0xFFFFFFFF) {
        words_ = static_cast<std::uint64_t*>(data);
    }

    template <class T>
    void GetDesc(TensorDesc<T>& desc, std::uint32_t index) const {
        desc.data_ = GetDataPtr<T>(index);
        desc.index_ = index;
        std::uint32_t at = 1;
        if (!shapeless())
            for (std::uint32_t i = 0; i < index; ++i) at += 1 + low(at);
        desc.dim_ = low(at);
        if (desc.shape_)
            for (std::uint32_t i = 0; i < desc.dim_; ++i) desc.shape_[i] = word(at + 1 + i);
    }
    template <class T>
    T* GetDataPtr(std::uint32_t index) const {
        if (index >= GetSize())
            lanewise::fault("MEM-006", {{"op", "ListTensorDesc"}, {"index", index}, {"size", GetSize()}});
        return reinterpret_cast<T*>(word(pointers() + index));
    }
    std::uint32_t GetSize() const {
        if (const auto said = static_cast<std::uint32_t>(word(1) >> 32)) return said;
        std::uint32_t count = 0;
        for (std::uint32_t at = 1; at < pointers(); at += 1 + low(at)) ++count;
        return count;
    }

  private:
    std::uint64_t word(std::uint32_t i) const {
        lw_check_gm("ListTensorDesc", words_ + i, sizeof *words_);
        return lanewise::load_shared(words_ + i);
    }
    std::uint32_t low(std::uint32_t i) const { return static_cast<std::uint32_t>(word(i)); }
    std::uint32_t pointers() const { return static_cast<std::uint32_t>(word(0) / sizeof *words_); }
    bool shapeless() const { return low(1) == 0 && pointers() > 2 && low(2) == 0xFFFFFFFF; }

    std::uint64_t* words_ = nullptr;
};

}  // namespace AscendC
