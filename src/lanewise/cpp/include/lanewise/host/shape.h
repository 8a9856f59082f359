// Shapes and element types as host code names them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ge {

enum DataType {
    DT_FLOAT = 0, DT_FLOAT16 = 1, DT_INT8 = 2, DT_INT32 = 3, DT_UINT8 = 4, DT_INT16 = 6, DT_UINT16 = 7, DT_UINT32 = 8,
    DT_INT64 = 9, DT_UINT64 = 10, DT_DOUBLE = 11, DT_BOOL = 12, DT_STRING = 13, DT_COMPLEX64 = 16, DT_COMPLEX128 = 17,
    DT_BF16 = 27, DT_UNDEFINED = 28, DT_INT4 = 29, DT_UINT1 = 30, DT_INT2 = 31, DT_UINT2 = 32, DT_COMPLEX32 = 33,
    DT_HIFLOAT8 = 34, DT_FLOAT8_E5M2 = 35, DT_FLOAT8_E4M3FN = 36, DT_FLOAT8_E8M0 = 37, DT_FLOAT6_E3M2 = 38,
    DT_FLOAT6_E2M3 = 39, DT_FLOAT4_E2M1 = 40, DT_FLOAT4_E1M2 = 41, DT_MAX,
};

class Shape {
  public:
    Shape() = default;
    Shape(const std::vector<std::int64_t>& dims) : dims_(dims) {}
    std::vector<std::int64_t> GetDims() const { return dims_; }
    std::int64_t GetDim(std::size_t index) const { return index < dims_.size() ? dims_[index] : 0; }
    std::size_t GetDimNum() const { return dims_.size(); }
    void SetDim(std::size_t index, std::int64_t size) {
        if (index < dims_.size()) dims_[index] = size;
    }
    std::int64_t GetShapeSize() const {
        std::int64_t size = dims_.empty() ? 0 : 1;
        for (const std::int64_t dim : dims_) size *= dim;
        return size;
    }

  private:
    std::vector<std::int64_t> dims_;
};

}  // namespace ge

namespace AscendC {

using TensorShape = ge::Shape;
using TensorDataType = ge::DataType;

}  // namespace AscendC
