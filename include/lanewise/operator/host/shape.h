// Shapes and element types as host code names them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanewise/operator/types.h"

namespace ge {

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
