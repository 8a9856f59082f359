// What operators are called with from a program: tensors in device memory, numbers and lists of the host.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "lanewise/shared/acl.h"

typedef std::int32_t aclnnStatus;
#define ACLNN_SUCCESS 0
#define ACLNN_ERR_PARAM_NULLPTR 161001
#define ACLNN_ERR_PARAM_INVALID 161002
#define ACLNN_ERR_RUNTIME_ERROR 361001
#define ACLNN_ERR_INNER 561000
#define ACLNN_ERR_INNER_TILING_ERROR 561103

// A view of a storage: an element lies at the offset plus its indices times the strides, counted in elements.
struct aclTensor {
    std::vector<std::int64_t> shape, strides, storage;
    std::int64_t offset = 0;
    aclDataType type = ACL_DT_UNDEFINED;
    aclFormat format = ACL_FORMAT_ND;
    void* data = nullptr;
};
struct aclTensorList {
    std::vector<const aclTensor*> tensors;
};
struct aclScalar {
    aclDataType type;
    std::string bytes;
};
struct aclScalarList {
    std::vector<const aclScalar*> scalars;
};
struct aclIntArray {
    std::vector<std::int64_t> values;
};
struct aclFloatArray {
    std::vector<float> values;
};
struct aclBoolArray {
    std::vector<char> values;
};
struct aclFp16Array {
    std::vector<aclFloat16> values;
};
struct aclBf16Array {
    std::vector<std::uint16_t> values;
};

inline aclTensor* aclCreateTensor(const std::int64_t* viewDims, std::uint64_t viewDimsNum, aclDataType dataType,
                                  const std::int64_t* stride, std::int64_t offset, aclFormat format,
                                  const std::int64_t* storageDims, std::uint64_t storageDimsNum, void* tensorData) {
    if ((!viewDims && viewDimsNum) || (!storageDims && storageDimsNum)) return nullptr;
    auto* made = new aclTensor;
    made->shape.assign(viewDims, viewDims + viewDimsNum);
    made->storage.assign(storageDims, storageDims + storageDimsNum);
    made->strides.resize(viewDimsNum);
    std::int64_t step = 1;
    for (std::uint64_t i = viewDimsNum; i--; step *= viewDims[i]) made->strides[i] = stride ? stride[i] : step;
    made->offset = offset, made->type = dataType, made->format = format, made->data = tensorData;
    return made;
}
inline aclnnStatus aclDestroyTensor(const aclTensor* tensor) { return delete tensor, ACLNN_SUCCESS; }

inline aclTensorList* aclCreateTensorList(const aclTensor* const* value, std::uint64_t size) {
    return new aclTensorList{std::vector<const aclTensor*>(value, value + size)};
}
inline aclnnStatus aclDestroyTensorList(const aclTensorList* list) {  // its tensors end with it
    if (list)
        for (const aclTensor* tensor : list->tensors) delete tensor;
    return delete list, ACLNN_SUCCESS;
}

inline aclScalar* aclCreateScalar(const void* value, aclDataType dataType) {
    const std::size_t size = aclDataTypeSize(dataType);
    if (!value || !size) return nullptr;
    return new aclScalar{dataType, std::string(static_cast<const char*>(value), size)};
}
inline aclnnStatus aclDestroyScalar(const aclScalar* scalar) { return delete scalar, ACLNN_SUCCESS; }

inline aclScalarList* aclCreateScalarList(const aclScalar* const* value, std::uint64_t size) {
    return new aclScalarList{std::vector<const aclScalar*>(value, value + size)};
}
inline aclnnStatus aclDestroyScalarList(const aclScalarList* list) {  // its scalars end with it
    if (list)
        for (const aclScalar* scalar : list->scalars) delete scalar;
    return delete list, ACLNN_SUCCESS;
}

inline aclIntArray* aclCreateIntArray(const std::int64_t* value, std::uint64_t size) { return new aclIntArray{{value, value + size}}; }
inline aclFloatArray* aclCreateFloatArray(const float* value, std::uint64_t size) { return new aclFloatArray{{value, value + size}}; }
inline aclBoolArray* aclCreateBoolArray(const bool* value, std::uint64_t size) { return new aclBoolArray{{value, value + size}}; }
inline aclFp16Array* aclCreateFp16Array(const aclFloat16* value, std::uint64_t size) { return new aclFp16Array{{value, value + size}}; }
inline aclBf16Array* aclCreateBf16Array(const std::uint16_t* value, std::uint64_t size) { return new aclBf16Array{{value, value + size}}; }
inline aclnnStatus aclDestroyIntArray(const aclIntArray* array) { return delete array, ACLNN_SUCCESS; }
inline aclnnStatus aclDestroyFloatArray(const aclFloatArray* array) { return delete array, ACLNN_SUCCESS; }
inline aclnnStatus aclDestroyBoolArray(const aclBoolArray* array) { return delete array, ACLNN_SUCCESS; }
inline aclnnStatus aclDestroyFp16Array(const aclFp16Array* array) { return delete array, ACLNN_SUCCESS; }
inline aclnnStatus aclDestroyBf16Array(const aclBf16Array* array) { return delete array, ACLNN_SUCCESS; }

namespace lanewise::aclnn {

// Copies that the caller frees with delete[].
inline aclnnStatus give(const std::vector<std::int64_t>& values, std::int64_t** to, std::uint64_t* count) {
    if (!to || !count) return ACLNN_ERR_PARAM_NULLPTR;
    *to = new std::int64_t[values.size() + 1];
    std::copy(values.begin(), values.end(), *to);
    *count = values.size();
    return ACLNN_SUCCESS;
}
template <class T, class U>
aclnnStatus tell(const T* from, U* to, U value) {
    if (!from || !to) return ACLNN_ERR_PARAM_NULLPTR;
    return *to = value, ACLNN_SUCCESS;
}

}  // namespace lanewise::aclnn

inline aclnnStatus aclGetViewShape(const aclTensor* tensor, std::int64_t** viewDims, std::uint64_t* viewDimsNum) {
    return tensor ? lanewise::aclnn::give(tensor->shape, viewDims, viewDimsNum) : ACLNN_ERR_PARAM_NULLPTR;
}
inline aclnnStatus aclGetStorageShape(const aclTensor* tensor, std::int64_t** storageDims, std::uint64_t* storageDimsNum) {
    return tensor ? lanewise::aclnn::give(tensor->storage, storageDims, storageDimsNum) : ACLNN_ERR_PARAM_NULLPTR;
}
inline aclnnStatus aclGetViewStrides(const aclTensor* tensor, std::int64_t** strides, std::uint64_t* stridesNum) {
    return tensor ? lanewise::aclnn::give(tensor->strides, strides, stridesNum) : ACLNN_ERR_PARAM_NULLPTR;
}
inline aclnnStatus aclGetViewOffset(const aclTensor* tensor, std::int64_t* offset) {
    return lanewise::aclnn::tell(tensor, offset, tensor ? tensor->offset : 0);
}
inline aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format) {
    return lanewise::aclnn::tell(tensor, format, tensor ? tensor->format : ACL_FORMAT_ND);
}
inline aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType) {
    return lanewise::aclnn::tell(tensor, dataType, tensor ? tensor->type : ACL_DT_UNDEFINED);
}
inline aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr) {
    return lanewise::aclnn::tell(tensor, addr, tensor ? tensor->data : nullptr);
}
inline aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr) {
    if (!tensor) return ACLNN_ERR_PARAM_NULLPTR;
    return tensor->data = addr, ACLNN_SUCCESS;
}
inline aclnnStatus aclGetTensorListSize(const aclTensorList* list, std::uint64_t* size) {
    return lanewise::aclnn::tell(list, size, std::uint64_t{list ? list->tensors.size() : 0});
}
inline aclnnStatus aclGetScalarListSize(const aclScalarList* list, std::uint64_t* size) {
    return lanewise::aclnn::tell(list, size, std::uint64_t{list ? list->scalars.size() : 0});
}
inline aclnnStatus aclGetIntArraySize(const aclIntArray* array, std::uint64_t* size) {
    return lanewise::aclnn::tell(array, size, std::uint64_t{array ? array->values.size() : 0});
}
inline aclnnStatus aclGetFloatArraySize(const aclFloatArray* array, std::uint64_t* size) {
    return lanewise::aclnn::tell(array, size, std::uint64_t{array ? array->values.size() : 0});
}
inline aclnnStatus aclGetBoolArraySize(const aclBoolArray* array, std::uint64_t* size) {
    return lanewise::aclnn::tell(array, size, std::uint64_t{array ? array->values.size() : 0});
}
