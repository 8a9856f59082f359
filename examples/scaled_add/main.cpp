// The operator from a C++ program: lanewise run examples/scaled_add/main.cpp
#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "aclnn_scaled_add.h"

namespace {

constexpr int64_t ROWS = 5, COLUMNS = 1000;

aclTensor* Tensor(const std::vector<float>& values, void** device) {
    const std::vector<int64_t> shape = {ROWS, COLUMNS}, strides = {COLUMNS, 1};
    const size_t bytes = values.size() * sizeof(float);
    aclrtMalloc(device, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemcpy(*device, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE);
    return aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND, shape.data(), shape.size(), *device);
}

}  // namespace

int main() {
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtStream stream = nullptr;
    aclrtCreateStream(&stream);

    std::vector<float> x(ROWS * COLUMNS), y(x.size()), z(x.size());
    for (size_t i = 0; i < x.size(); ++i) x[i] = i, y[i] = 2 * i;
    void *xDevice, *yDevice, *zDevice;
    aclTensor *xTensor = Tensor(x, &xDevice), *yTensor = Tensor(y, &yDevice), *zTensor = Tensor(z, &zDevice);

    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    aclnnStatus status = aclnnScaledAddGetWorkspaceSize(xTensor, yTensor, 0.5, zTensor, &size, &executor);
    void* workspace = nullptr;
    if (status == ACL_SUCCESS && size > 0) aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST);
    if (status == ACL_SUCCESS) status = aclnnScaledAdd(workspace, size, executor, stream);
    aclrtSynchronizeStream(stream);
    if (status != ACL_SUCCESS) return printf("failed: %d\n", status), 1;

    aclrtMemcpy(z.data(), z.size() * sizeof(float), zDevice, z.size() * sizeof(float), ACL_MEMCPY_DEVICE_TO_HOST);
    size_t wrong = 0;
    for (size_t i = 0; i < z.size(); ++i) wrong += z[i] != x[i] + 0.5f * y[i];
    printf("%zu elements, %zu wrong\n", z.size(), wrong);

    for (aclTensor* tensor : {xTensor, yTensor, zTensor}) aclDestroyTensor(tensor);
    for (void* memory : {xDevice, yDevice, zDevice}) aclrtFree(memory);
    if (workspace) aclrtFree(workspace);
    aclrtDestroyStream(stream);
    aclrtResetDevice(0);
    aclFinalize();
    return wrong != 0;
}
