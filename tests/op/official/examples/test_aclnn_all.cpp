// Every operator of the category math as its users call it: by its two functions.
#include <cmath>
#include <cstdio>
#include <functional>
#include <numeric>
#include <vector>
#include "acl/acl.h"
#include "aclnnop/aclnn_accumulate_ref.h"
#include "aclnnop/aclnn_arange_custom.h"
#include "aclnnop/aclnn_axpy_custom.h"
#include "aclnnop/aclnn_broadcast_sub.h"
#include "aclnnop/aclnn_cast_custom.h"
#include "aclnnop/aclnn_clip_by_tensors.h"
#include "aclnnop/aclnn_fill_dims.h"
#include "aclnnop/aclnn_reduce_sum_axes.h"
#include "aclnnop/aclnn_square_diff.h"

static aclrtStream stream = nullptr;
static int wrong = 0;

template <class T>
struct Device {
    Device(const std::vector<T>& values, const std::vector<int64_t>& shape, aclDataType type) : count(values.size())
    {
        aclrtMalloc(&memory, count * sizeof(T), ACL_MEM_MALLOC_HUGE_FIRST);
        aclrtMemcpy(memory, count * sizeof(T), values.data(), count * sizeof(T), ACL_MEMCPY_HOST_TO_DEVICE);
        std::vector<int64_t> strides(shape.size(), 1);
        for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
        tensor = aclCreateTensor(shape.data(), shape.size(), type, strides.data(), 0, ACL_FORMAT_ND, shape.data(), shape.size(), memory);
    }
    ~Device()
    {
        aclDestroyTensor(tensor);
        aclrtFree(memory);
    }
    std::vector<T> values() const
    {
        std::vector<T> out(count);
        aclrtMemcpy(out.data(), count * sizeof(T), memory, count * sizeof(T), ACL_MEMCPY_DEVICE_TO_HOST);
        return out;
    }
    size_t count;
    void* memory = nullptr;
    aclTensor* tensor = nullptr;
};
using Floats = Device<float>;

template <class Execute, class Prepare>
static bool Call(const char* name, Execute execute, Prepare prepare)
{
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    void* workspace = nullptr;
    aclnnStatus status = prepare(&size, &executor);
    if (status == 0 && size > 0) aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST);
    if (status == 0) status = execute(workspace, size, executor, stream);
    if (status == 0) status = aclrtSynchronizeStream(stream);
    if (workspace) aclrtFree(workspace);
    if (status != 0) std::printf("%s: error %d\n", name, static_cast<int>(status));
    wrong += status != 0;
    return status == 0;
}

template <class T>
static void Must(const char* name, const std::vector<T>& is, const std::vector<T>& due)
{
    for (size_t i = 0; i < due.size(); ++i)
        if (is[i] != due[i]) {
            std::printf("%s: %zu is %g, not %g\n", name, i, static_cast<double>(is[i]), static_cast<double>(due[i]));
            ++wrong;
            return;
        }
    std::printf("%s: ok\n", name);
}

static std::vector<float> Range(size_t count, float scale)
{
    std::vector<float> out(count);
    for (size_t i = 0; i < count; ++i) out[i] = scale * static_cast<float>(static_cast<int>(i % 61) - 30);
    return out;
}
static std::vector<float> Both(const std::vector<float>& a, const std::vector<float>& b, const std::function<float(float, float)>& f)
{
    std::vector<float> out(a.size());
    for (size_t i = 0; i < a.size(); ++i) out[i] = f(a[i], b[i]);
    return out;
}

int main()
{
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtCreateStream(&stream);
    const std::vector<float> a = Range(300, 0.5f), b = Range(300, -0.25f);
    {
        Floats x(a, {3, 100}, ACL_FLOAT), y(b, {3, 100}, ACL_FLOAT), out(std::vector<float>(300), {3, 100}, ACL_FLOAT);
        Call("axpy", aclnnAxpyCustom, [&](auto... rest) { return aclnnAxpyCustomGetWorkspaceSize(x.tensor, y.tensor, 2.0, out.tensor, rest...); });
        Must("axpy", out.values(), Both(a, b, [](float p, float q) { return 2 * p + q; }));
        Call("square_diff", aclnnSquareDiff, [&](auto... rest) { return aclnnSquareDiffGetWorkspaceSize(x.tensor, y.tensor, out.tensor, rest...); });
        Must("square_diff", out.values(), Both(a, b, [](float p, float q) { return (p - q) * (p - q); }));
        Call("clip", aclnnClipByTensors, [&](auto... rest) { return aclnnClipByTensorsGetWorkspaceSize(x.tensor, nullptr, y.tensor, out.tensor, rest...); });
        Must("clip", out.values(), Both(a, b, [](float p, float q) { return std::fmin(p, q); }));
        Call("accumulate", aclnnAccumulateRef, [&](auto... rest) { return aclnnAccumulateRefGetWorkspaceSize(x.tensor, y.tensor, rest...); });
        Must("accumulate", x.values(), Both(a, b, [](float p, float q) { return p + q; }));
    }
    {
        Floats x(a, {3, 100}, ACL_FLOAT), row(std::vector<float>(b.begin(), b.begin() + 100), {100}, ACL_FLOAT);
        Floats out(std::vector<float>(300), {3, 100}, ACL_FLOAT);
        Call("broadcast", aclnnBroadcastSub, [&](auto... rest) { return aclnnBroadcastSubGetWorkspaceSize(x.tensor, row.tensor, out.tensor, rest...); });
        std::vector<float> due(300);
        for (size_t i = 0; i < 300; ++i) due[i] = a[i] - b[i % 100];
        Must("broadcast", out.values(), due);
    }
    {
        Floats x(a, {3, 100}, ACL_FLOAT), out(std::vector<float>(3), {3}, ACL_FLOAT);
        const int64_t axis = -1;
        aclIntArray* axes = aclCreateIntArray(&axis, 1);
        Call("reduce", aclnnReduceSumAxes, [&](auto... rest) { return aclnnReduceSumAxesGetWorkspaceSize(x.tensor, axes, false, out.tensor, rest...); });
        aclDestroyIntArray(axes);
        std::vector<float> due(3);
        for (size_t i = 0; i < 300; ++i) due[i / 100] += a[i];  // halves: every order gives the same sum
        Must("reduce", out.values(), due);
    }
    {
        Floats x(a, {300}, ACL_FLOAT);
        Device<int32_t> out(std::vector<int32_t>(300), {300}, ACL_INT32);
        Call("cast", aclnnCastCustom, [&](auto... rest) { return aclnnCastCustomGetWorkspaceSize(x.tensor, static_cast<int64_t>(ACL_INT32), out.tensor, rest...); });
        std::vector<int32_t> due(300);
        for (size_t i = 0; i < 300; ++i) due[i] = static_cast<int32_t>(a[i]);
        Must("cast", out.values(), due);
    }
    {
        const int64_t sizes[] = {3, 50};
        aclIntArray* dims = aclCreateIntArray(sizes, 2);
        Floats value({2.5f}, {1}, ACL_FLOAT), out(std::vector<float>(150), {3, 50}, ACL_FLOAT);
        Call("fill", aclnnFillDims, [&](auto... rest) { return aclnnFillDimsGetWorkspaceSize(dims, value.tensor, out.tensor, rest...); });
        aclDestroyIntArray(dims);
        Must("fill", out.values(), std::vector<float>(150, 2.5f));
    }
    {
        const float numbers[] = {-3.0f, 47.0f, 0.5f};
        aclFloatArray* given[3];
        for (int i = 0; i < 3; ++i) given[i] = aclCreateFloatArray(&numbers[i], 1);
        Floats out(std::vector<float>(100), {100}, ACL_FLOAT);
        Call("arange", aclnnArangeCustom, [&](auto... rest) { return aclnnArangeCustomGetWorkspaceSize(given[0], given[1], given[2], out.tensor, rest...); });
        for (auto* one : given) aclDestroyFloatArray(one);
        std::vector<float> due(100);
        for (size_t i = 0; i < 100; ++i) due[i] = -3.0f + 0.5f * static_cast<float>(i);
        Must("arange", out.values(), due);
    }
    aclrtDestroyStream(stream);
    aclrtResetDevice(0);
    aclFinalize();
    return wrong;
}
