// Calls operators as a program for the device does, and prints what it gets.
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn_accumulate_ref.h"
#include "aclnn_list_sum.h"
#include "aclnn_lists.h"
#include "aclnn_scale_bias.h"

struct Array {
    std::vector<int64_t> shape;
    void* data = nullptr;
    aclTensor* tensor = nullptr;
    size_t count = 1;

    Array(std::vector<int64_t> sizes, float start, std::vector<int64_t> strides = {}) : shape(std::move(sizes)) {
        for (int64_t size : shape) count *= size;
        std::vector<float> values(count);
        for (size_t i = 0; i < count; ++i) values[i] = start + i;
        aclrtMalloc(&data, 4 * count, ACL_MEM_MALLOC_HUGE_FIRST);
        aclrtMemcpy(data, 4 * count, values.data(), 4 * count, ACL_MEMCPY_HOST_TO_DEVICE);
        tensor = aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, strides.empty() ? nullptr : strides.data(), 0, ACL_FORMAT_ND,
                                 shape.data(), shape.size(), data);
    }
    void print(const char* name) const {
        std::vector<float> values(count);
        aclrtMemcpy(values.data(), 4 * count, data, 4 * count, ACL_MEMCPY_DEVICE_TO_HOST);
        printf("%s", name);
        for (float value : values) printf(" %g", value);
        printf("\n");
    }
};

template <class Second>
void run(const char* name, aclnnStatus status, uint64_t size, aclOpExecutor* executor, Second second) {
    void* workspace = nullptr;
    if (status == ACL_SUCCESS && size) aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST);
    if (status == ACL_SUCCESS) status = second(workspace, size, executor, nullptr);
    aclrtSynchronizeDevice();
    if (workspace) aclrtFree(workspace);
    if (status != ACL_SUCCESS) printf("%s: %d\n", name, status);
}

int main() {
    aclInit(nullptr);
    aclrtSetDevice(0);
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    Array x({2, 3}, 1), y({2, 3}, 10), z({2, 3}, 0), five({5}, 0), turned({3, 2}, 1, {1, 3}), other({3, 2}, 0, {1, 3});

    aclnnStatus status = aclnnAccumulateRefGetWorkspaceSize(y.tensor, x.tensor, true, &size, &executor);
    run("ref", status, size, executor, aclnnAccumulateRef);
    y.print("ref");

    aclTensor* many[] = {aclCreateTensor(x.shape.data(), 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, x.shape.data(), 2, x.data),
                         aclCreateTensor(x.shape.data(), 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, x.shape.data(), 2, x.data)};
    aclTensorList* list = aclCreateTensorList(many, 2);
    const float factors[] = {2, 0.5};
    aclFloatArray* weights = aclCreateFloatArray(factors, 2);
    status = aclnnListSumGetWorkspaceSize(list, weights, z.tensor, &size, &executor);
    run("list", status, size, executor, aclnnListSum);
    z.print("list");

    status = aclnnScaleBiasGetWorkspaceSize(x.tensor, nullptr, 3.0, 0.25, nullptr, "plain", false, z.tensor, &size, &executor);
    run("optional", status, size, executor, aclnnScaleBias);
    z.print("optional");

    // A list that starts as the definition says, and an attribute that is a list of lists: 1 2, nothing, 10.
    const int64_t shape[] = {3}, rows[] = {2, 1, 2, 0, 1, 10};
    aclTensor* first[] = {aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, x.data)};
    aclTensor* filled[] = {aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, z.data)};
    aclTensorList *in = aclCreateTensorList(first, 1), *out = aclCreateTensorList(filled, 1);
    aclIntArray *good = aclCreateIntArray(rows, 6), *cut = aclCreateIntArray(rows, 5);
    status = aclnnListsGetWorkspaceSize(in, good, out, &size, &executor);
    run("rows", status, size, executor, aclnnLists);
    z.print("rows");
    printf("cut: %d\n", aclnnListsGetWorkspaceSize(in, cut, out, &size, &executor));
    aclDestroyTensorList(in), aclDestroyTensorList(out), aclDestroyIntArray(good), aclDestroyIntArray(cut);

    // Views: element (i, j) lies at i + 3 j, in the result, too.
    status = aclnnScaleBiasGetWorkspaceSize(turned.tensor, nullptr, 1.0, 0.0, nullptr, "plain", false, other.tensor, &size, &executor);
    run("view", status, size, executor, aclnnScaleBias);
    other.print("view");

    // What is refused.
    printf("null: %d\n", aclnnScaleBiasGetWorkspaceSize(nullptr, nullptr, 1, 0, nullptr, "", false, z.tensor, &size, &executor));
    const int64_t one = 1;
    aclTensor* wrong = aclCreateTensor(&one, 1, ACL_INT16, nullptr, 0, ACL_FORMAT_ND, &one, 1, x.data);
    printf("type: %d\n", aclnnScaleBiasGetWorkspaceSize(wrong, nullptr, 1, 0, nullptr, "", false, z.tensor, &size, &executor));
    status = aclnnScaleBiasGetWorkspaceSize(x.tensor, five.tensor, 1, 0, nullptr, "", false, z.tensor, &size, &executor);
    printf("tiling: %d\n", status);
    printf("used: %d\n", aclnnScaleBias(nullptr, 0, nullptr, nullptr));
    const char* said = aclGetRecentErrMsg();
    printf("said: %s\n", said ? said : "nothing");

    // What every round of calls leaves behind, refused ones among them, in bytes per call.
    constexpr int calls = 40;
    long left = 1 << 30;
    for (int round = 0; round < 4; ++round) {
        const auto before = mallinfo2();
        for (int i = 0; i < calls; ++i) {
            status = aclnnScaleBiasGetWorkspaceSize(x.tensor, nullptr, 3.0, 0.25, nullptr, "plain", false, z.tensor, &size, &executor);
            run("many", status, size, executor, aclnnScaleBias);
            aclnnScaleBiasGetWorkspaceSize(x.tensor, five.tensor, 1, 0, nullptr, "", false, z.tensor, &size, &executor);
        }
        const auto after = mallinfo2();
        left = std::min<long>(left, (after.uordblks + after.hblkhd) - (before.uordblks + before.hblkhd));
    }
    printf("left %ld\n", left / calls);

    aclDestroyTensorList(list);
    aclDestroyFloatArray(weights);
    aclDestroyTensor(wrong);
    for (Array* array : {&x, &y, &z, &five, &turned, &other}) aclDestroyTensor(array->tensor), aclrtFree(array->data);
    return 0;
}
