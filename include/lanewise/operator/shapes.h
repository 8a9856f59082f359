// Shapes, tensors and attributes as functions of an operator's host side see them.
#pragma once

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "lanewise/operator/types.h"

namespace gert {

class Shape {
  public:
    static constexpr std::size_t kMaxDimNum = 25;
    static constexpr std::int64_t kInvalidDimValue = std::numeric_limits<std::int64_t>::min();

    Shape() = default;
    Shape(std::initializer_list<std::int64_t> sizes) {
        for (const std::int64_t size : sizes) AppendDim(size);
    }
    Shape(const Shape& other) { *this = other; }
    // Only the sizes in use; old ones stay behind them.
    Shape& operator=(const Shape& other) {
        set_rank(other.rank_);
        std::copy(other.sizes_, other.sizes_ + std::min(rank_, kMaxDimNum), sizes_);
        return *this;
    }
    bool operator==(const Shape& other) const { return rank_ == other.rank_ && std::equal(sizes_, sizes_ + rank_, other.sizes_); }
    bool operator!=(const Shape& other) const { return !(*this == other); }

    std::size_t GetDimNum() const { return rank_; }
    void SetDimNum(std::size_t rank) { set_rank(rank); }
    std::int64_t GetDim(std::size_t i) const { return i < kMaxDimNum ? sizes_[i] : kInvalidDimValue; }
    void SetDim(std::size_t i, std::int64_t size) {
        if (i >= kMaxDimNum) return;
        sizes_[i] = size;
        set_rank(std::max(rank_, i));  // not i + 1: who wants more rank says so
    }
    const std::int64_t& operator[](std::size_t i) const { return sizes_[i]; }
    std::int64_t& operator[](std::size_t i) { return sizes_[i]; }
    Shape& AppendDim(std::int64_t size) {
        if (rank_ < kMaxDimNum) {
            sizes_[rank_] = size;
            set_rank(rank_ + 1);
        }
        return *this;
    }
    std::int64_t GetShapeSize() const {
        std::int64_t product = 1;
        for (std::size_t i = 0; i < rank_ && i < kMaxDimNum; ++i)
            if (__builtin_mul_overflow(product, sizes_[i], &product)) return kInvalidDimValue;
        return product;
    }
    bool IsScalar() const { return rank_ == 0; }
    void SetScalar() { set_rank(0); }

    // Whether anybody has said a rank since the shape was handed out: none at all is also what a scalar has.
    bool lanewise_told() const { return told_; }
    void lanewise_forget() { told_ = false; }

  private:
    void set_rank(std::size_t rank) {
        rank_ = rank;
        told_ = true;
    }

    std::size_t rank_ = 0;
    std::int64_t sizes_[kMaxDimNum] = {};
    bool told_ = false;
};

// Steps between neighbours along each axis, in elements.
class Stride {
  public:
    static constexpr std::size_t kMaxDimNum = Shape::kMaxDimNum;
    static constexpr std::int64_t kInvalidStrideValue = std::numeric_limits<std::int64_t>::min();

    Stride() = default;
    Stride(std::initializer_list<std::int64_t> steps) {
        for (const std::int64_t step : steps) AppendStride(step);
    }
    bool operator==(const Stride& other) const { return rank_ == other.rank_ && std::equal(steps_, steps_ + rank_, other.steps_); }
    bool operator!=(const Stride& other) const { return !(*this == other); }

    std::size_t GetDimNum() const { return rank_; }
    void SetDimNum(std::size_t rank) { rank_ = std::min(rank, kMaxDimNum); }
    std::int64_t GetStride(std::size_t i) const { return i < kMaxDimNum ? steps_[i] : kInvalidStrideValue; }
    void SetStride(std::size_t i, std::int64_t step) {
        if (i >= kMaxDimNum) return;
        steps_[i] = step;
        rank_ = std::max(rank_, i);  // as Shape::SetDim
    }
    Stride& AppendStride(std::int64_t step) {
        if (rank_ < kMaxDimNum) steps_[rank_++] = step;
        return *this;
    }
    const std::int64_t& operator[](std::size_t i) const { return steps_[i]; }
    std::int64_t& operator[](std::size_t i) { return steps_[i]; }

  private:
    std::size_t rank_ = 0;
    std::int64_t steps_[kMaxDimNum] = {};
};

class StorageShape {
  public:
    StorageShape() = default;
    StorageShape(std::initializer_list<std::int64_t> origin, std::initializer_list<std::int64_t> storage)
        : origin_(origin), storage_(storage) {}
    StorageShape(const Shape& origin, const Shape& storage) : origin_(origin), storage_(storage) {}
    const Shape& GetOriginShape() const { return origin_; }
    const Shape& GetShape() const { return origin_; }
    const Shape& GetStorageShape() const { return storage_; }
    Shape& MutableOriginShape() { return origin_; }
    Shape& MutableStorageShape() { return storage_; }
    bool operator==(const StorageShape&) const = default;

  private:
    Shape origin_, storage_;
};

class ExpandDimsType {
  public:
    ExpandDimsType() = default;
    explicit ExpandDimsType(const char*) {}
    bool operator==(const ExpandDimsType&) const = default;
};

class StorageFormat {
  public:
    StorageFormat() = default;
    StorageFormat(ge::Format origin, ge::Format storage, const ExpandDimsType& = {}) : origin_(origin), storage_(storage) {}
    ge::Format GetOriginFormat() const { return origin_; }
    ge::Format GetStorageFormat() const { return storage_; }
    void SetOriginFormat(ge::Format format) { origin_ = format; }
    void SetStorageFormat(ge::Format format) { storage_ = format; }
    ExpandDimsType GetExpandDimsType() const { return {}; }
    bool operator==(const StorageFormat&) const = default;

  private:
    ge::Format origin_ = static_cast<ge::Format>(2), storage_ = static_cast<ge::Format>(2);
};

enum TensorPlacement { kOnDeviceHbm, kOnHost, kFollowing, kOnDeviceP2p, kTensorPlacementEnd };
using TensorAddress = void*;

class Tensor {
  public:
    Tensor() = default;
    Tensor(const StorageShape& shape, const StorageFormat& format, TensorPlacement placement, ge::DataType type,
           TensorAddress address = nullptr)
        : shape_(shape), format_(format), placement_(placement), type_(type), address_(address) {}
    Tensor(const StorageShape& shape, const StorageFormat& format, ge::DataType type)
        : Tensor(shape, format, kOnDeviceHbm, type) {}

    const Shape& GetStorageShape() const { return shape_.GetStorageShape(); }
    const Shape& GetOriginShape() const { return shape_.GetOriginShape(); }
    const StorageShape& GetShape() const { return shape_; }
    Shape& MutableStorageShape() { return shape_.MutableStorageShape(); }
    Shape& MutableOriginShape() { return shape_.MutableOriginShape(); }
    StorageShape& MutableShape() { return shape_; }
    std::int64_t GetShapeSize() const { return GetStorageShape().GetShapeSize(); }
    ge::DataType GetDataType() const { return type_; }
    void SetDataType(ge::DataType type) { type_ = type; }
    const StorageFormat& GetFormat() const { return format_; }
    ge::Format GetStorageFormat() const { return format_.GetStorageFormat(); }
    ge::Format GetOriginFormat() const { return format_.GetOriginFormat(); }
    TensorPlacement GetPlacement() const { return placement_; }
    std::size_t GetSize() const {
        const std::int64_t bytes = ge::GetSizeInBytes(GetShapeSize(), type_);
        return bytes < 0 ? 0 : static_cast<std::size_t>(bytes);
    }
    const void* GetAddr() const { return values(); }
    void* GetAddr() { return values(); }
    void SetData(void* address) { address_ = address; }
    template <class T>
    const T* GetData() const {
        return static_cast<const T*>(values());
    }
    template <class T>
    T* GetData() {
        return static_cast<T*>(values());
    }
    void lanewise_watch(bool* asked) { asked_ = asked; }

  private:
    void* values() const {
        if (!address_ && asked_) *asked_ = true;
        return address_;
    }
    StorageShape shape_;  // first: some code takes one for the other
    StorageFormat format_;
    TensorPlacement placement_ = kOnDeviceHbm;
    ge::DataType type_ = static_cast<ge::DataType>(28);
    TensorAddress address_ = nullptr;  // null unless the values are readable on the host
    bool* asked_ = nullptr;            // becomes true when somebody asks for values that are not
};

// The smallest and the largest that something may become, where its size is not known yet.
template <class T>
class Range {
  public:
    Range() = default;
    Range(T* min, T* max) : min_(min), max_(max) {}
    explicit Range(T* same) : min_(same), max_(same) {}
    bool operator==(const Range& other) const { return same(min_, other.min_) && same(max_, other.max_); }
    void SetMin(T* min) { min_ = min; }
    void SetMax(T* max) { max_ = max; }
    const T* GetMin() const { return min_; }
    T* GetMin() { return min_; }
    const T* GetMax() const { return max_; }
    T* GetMax() { return max_; }

  private:
    static bool same(const T* a, const T* b) {
        if constexpr (requires { *a == *b; }) return a == b || (a && b && *a == *b);
        else return a == b;
    }
    T* min_ = nullptr;
    T* max_ = nullptr;
};
using TensorRange = Range<Tensor>;

class CompileTimeTensorDesc {
  public:
    CompileTimeTensorDesc() = default;
    CompileTimeTensorDesc(ge::DataType type, const StorageFormat& format) : type_(type), format_(format) {}
    ge::DataType GetDataType() const { return type_; }
    const StorageFormat& GetFormat() const { return format_; }
    ge::Format GetStorageFormat() const { return format_.GetStorageFormat(); }
    ge::Format GetOriginFormat() const { return format_.GetOriginFormat(); }
    ExpandDimsType GetExpandDimsType() const { return {}; }
    void SetDataType(ge::DataType type) { type_ = type; }
    void SetStorageFormat(ge::Format format) { format_.SetStorageFormat(format); }
    void SetOriginFormat(ge::Format format) { format_.SetOriginFormat(format); }

  private:
    ge::DataType type_ = static_cast<ge::DataType>(28);
    StorageFormat format_;
};

// A vector in one piece of memory: its elements stand right after it.
class ContinuousVector {
  public:
    std::size_t GetSize() const { return size_; }
    std::size_t GetCapacity() const { return capacity_; }
    const void* GetData() const { return this + 1; }
    void* MutableData() { return this + 1; }
    void SetSize(std::size_t size) { size_ = size; }
    void lanewise_set(std::size_t size) { capacity_ = size_ = size; }
    template <class T>
    static std::unique_ptr<std::uint8_t[]> Create(std::size_t capacity) {
        auto made = std::make_unique<std::uint8_t[]>(sizeof(ContinuousVector) + capacity * sizeof(T));
        (new (made.get()) ContinuousVector)->capacity_ = capacity;
        return made;
    }

  private:
    std::size_t capacity_ = 0, size_ = 0;
};
static_assert(sizeof(ContinuousVector) == 16);

template <class T>
class TypedContinuousVector : public ContinuousVector {
  public:
    const T* GetData() const { return static_cast<const T*>(ContinuousVector::GetData()); }
    T* MutableData() { return static_cast<T*>(ContinuousVector::MutableData()); }
};

// Its rows stand after it, one after the other.
class ContinuousVectorVector {
  public:
    std::size_t GetSize() const { return size_; }
    const ContinuousVector* Get(std::size_t i) const {
        if (i >= size_) return nullptr;
        const auto* row = reinterpret_cast<const ContinuousVector*>(this + 1);
        for (; i; --i) row = reinterpret_cast<const ContinuousVector*>(static_cast<const std::int64_t*>(row->GetData()) + row->GetSize());
        return row;
    }
    void lanewise_set(std::size_t size) { size_ = size; }

  private:
    std::size_t size_ = 0, reserved_ = 0;
};

class RuntimeAttrs {
  public:
    template <class T>
    const T* GetAttrPointer(std::size_t i) const {
        return i < lanewise_values.size() ? reinterpret_cast<const T*>(lanewise_values[i].data()) : nullptr;
    }
    const std::int64_t* GetInt(std::size_t i) const { return GetAttrPointer<std::int64_t>(i); }
    const float* GetFloat(std::size_t i) const { return GetAttrPointer<float>(i); }
    const bool* GetBool(std::size_t i) const { return GetAttrPointer<bool>(i); }
    const char* GetStr(std::size_t i) const { return GetAttrPointer<char>(i); }
    const TypedContinuousVector<std::int64_t>* GetListInt(std::size_t i) const { return GetAttrPointer<TypedContinuousVector<std::int64_t>>(i); }
    const TypedContinuousVector<float>* GetListFloat(std::size_t i) const { return GetAttrPointer<TypedContinuousVector<float>>(i); }
    const TypedContinuousVector<bool>* GetListBool(std::size_t i) const { return GetAttrPointer<TypedContinuousVector<bool>>(i); }
    const ContinuousVectorVector* GetListListInt(std::size_t i) const { return GetAttrPointer<ContinuousVectorVector>(i); }
    std::size_t GetAttrNum() const { return lanewise_values.size(); }

    std::vector<std::vector<std::uint64_t>> lanewise_values;  // as the functions above cast them
};

class TilingData {
  public:
    void* GetData() { return lanewise_bytes.data(); }
    const void* GetData() const { return lanewise_bytes.data(); }
    std::size_t GetCapacity() const { return lanewise_bytes.size() * sizeof(std::uint64_t); }
    std::size_t GetDataSize() const { return size_; }
    void SetDataSize(std::size_t size) { size_ = size; }
    template <class T>
    ge::graphStatus Append(const T& value) {
        return Append(&value, 1);
    }
    template <class T>
    ge::graphStatus Append(const T* values, std::size_t count) {
        if (size_ + count * sizeof(T) > GetCapacity()) return ge::GRAPH_FAILED;
        std::memcpy(reinterpret_cast<char*>(lanewise_bytes.data()) + size_, values, count * sizeof(T));
        size_ += count * sizeof(T);
        return ge::GRAPH_SUCCESS;
    }
    // For tests that bring the room for what they ask for: contexts have their own.
    static std::unique_ptr<std::uint8_t[]> CreateCap(std::size_t capacity) {
        return std::make_unique<std::uint8_t[]>(sizeof(TilingData) + capacity);
    }
    void lanewise_reset(std::size_t capacity) {
        lanewise_bytes.assign((capacity + 7) / 8, 0);
        size_ = 0;
    }

    std::vector<std::uint64_t> lanewise_bytes;

  private:
    std::size_t size_ = 0;
};

}  // namespace gert
