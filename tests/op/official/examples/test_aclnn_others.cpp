// The operators of all other categories as their users call them; numpy wrote the arrays, and what must come out.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>
#include "acl/acl.h"
#include "aclnnop/aclnn_arg_max_rows.h"
#include "aclnnop/aclnn_concat_rows.h"
#include "aclnnop/aclnn_dot_blocks.h"
#include "aclnnop/aclnn_dynamic_quant_rows.h"
#include "aclnnop/aclnn_foreach_scale_list.h"
#include "aclnnop/aclnn_foreach_sub_list.h"
#include "aclnnop/aclnn_gather_rows_custom.h"
#include "aclnnop/aclnn_gemma_norm_custom.h"
#include "aclnnop/aclnn_layer_norm_stats.h"
#include "aclnnop/aclnn_leaky_key.h"
#include "aclnnop/aclnn_logical_not_custom.h"
#include "aclnnop/aclnn_pad_rows.h"
#include "aclnnop/aclnn_rms_norm_custom.h"
#include "aclnnop/aclnn_row_softmax_lib.h"
#include "aclnnop/aclnn_swi_glu_custom.h"
#include "aclnnop/aclnn_where_custom.h"

static aclrtStream stream = nullptr;
static int wrong = 0;
using Shape = std::vector<int64_t>;

static std::vector<char> File(const std::string& name)
{
    std::ifstream file("aclnn_data/" + name + ".bin", std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// An array on the device: of a file, or zeros for what numpy wrote to that file.
struct Array {
    Array(const std::string& name, const Shape& shape, aclDataType type, bool filled = true) : name(name), due(File(name)), type(type)
    {
        aclrtMalloc(&memory, due.size(), ACL_MEM_MALLOC_HUGE_FIRST);
        const std::vector<char> start = filled ? due : std::vector<char>(due.size());
        aclrtMemcpy(memory, due.size(), start.data(), due.size(), ACL_MEMCPY_HOST_TO_DEVICE);
        Shape strides(shape.size(), 1);
        for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
        tensor = aclCreateTensor(shape.data(), shape.size(), type, strides.data(), 0, ACL_FORMAT_ND, shape.data(), shape.size(), memory);
    }
    Array(const Array&) = delete;
    ~Array()
    {
        if (!listed) aclDestroyTensor(tensor);
        aclrtFree(memory);
    }
    void Check(float close = 0) const
    {
        std::vector<char> is(due.size());
        aclrtMemcpy(is.data(), is.size(), memory, is.size(), ACL_MEMCPY_DEVICE_TO_HOST);
        bool same = !due.empty() && is == due;
        if (type == ACL_FLOAT && close > 0) {
            const auto *a = reinterpret_cast<const float*>(is.data()), *b = reinterpret_cast<const float*>(due.data());
            same = !due.empty();
            for (size_t i = 0; i < due.size() / sizeof(float); ++i) same = same && std::fabs(a[i] - b[i]) <= close * (1 + std::fabs(b[i]));
        }
        std::printf("%s: %s\n", name.c_str(), same ? "ok" : "differs");
        wrong += !same;
    }
    std::string name;
    std::vector<char> due;
    aclDataType type;
    void* memory = nullptr;
    aclTensor* tensor = nullptr;
    bool listed = false; // tensors of a list end with it
};

static aclTensorList* List(std::initializer_list<Array*> arrays)
{
    std::vector<const aclTensor*> tensors;
    for (Array* array : arrays) {
        tensors.push_back(array->tensor);
        array->listed = true;
    }
    return aclCreateTensorList(tensors.data(), tensors.size());
}

template <class Execute, class Prepare>
static void Call(const char* name, Execute execute, Prepare prepare)
{
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    void* workspace = nullptr;
    aclnnStatus status = prepare(&size, &executor);
    if (status == 0 && size > 0) aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST);
    if (status == 0) status = execute(workspace, size, executor, stream);
    if (status == 0) status = aclrtSynchronizeStream(stream);
    if (workspace) aclrtFree(workspace);
    if (status != 0) std::printf("%s: error %d: %s\n", name, static_cast<int>(status), aclGetRecentErrMsg());
    wrong += status != 0;
}

static void Norms()
{
    Array x("rms_x", {5, 128}, ACL_FLOAT), gamma("rms_gamma", {128}, ACL_FLOAT), y("rms_y", {5, 128}, ACL_FLOAT, false), rstd("rms_rstd", {5, 1}, ACL_FLOAT, false);
    Call("rms", aclnnRmsNormCustom, [&](auto... rest) { return aclnnRmsNormCustomGetWorkspaceSize(x.tensor, gamma.tensor, 1e-6, y.tensor, rstd.tensor, rest...); });
    y.Check(1e-5f);
    rstd.Check(1e-5f);
    Array other("gemma_y", {5, 128}, ACL_FLOAT, false), second("gemma_rstd", {5, 1}, ACL_FLOAT, false);
    Call("gemma", aclnnGemmaNormCustom, [&](auto... rest) { return aclnnGemmaNormCustomGetWorkspaceSize(x.tensor, gamma.tensor, 1e-6, other.tensor, second.tensor, rest...); });
    other.Check(1e-5f);
    second.Check(1e-5f);
    Array beta("layer_beta", {128}, ACL_FLOAT), z("layer_y", {5, 128}, ACL_FLOAT, false), mean("layer_mean", {5, 1}, ACL_FLOAT, false), inverse("layer_rstd", {5, 1}, ACL_FLOAT, false);
    Call("layer", aclnnLayerNormStats, [&](auto... rest) {
        return aclnnLayerNormStatsGetWorkspaceSize(x.tensor, gamma.tensor, beta.tensor, 1e-3, z.tensor, mean.tensor, inverse.tensor, rest...);
    });
    z.Check(1e-5f);
    mean.Check(1e-5f);
    inverse.Check(1e-5f);
}

static void Activations()
{
    {
        Array x("leaky_x", {2, 600}, ACL_FLOAT), out("leaky_out", {2, 600}, ACL_FLOAT, false), relu("leaky_relu", {2, 600}, ACL_FLOAT, false);
        char leaky[] = "leaky", plain[] = "relu";
        Call("leaky", aclnnLeakyKey, [&](auto... rest) { return aclnnLeakyKeyGetWorkspaceSize(x.tensor, 0.25, leaky, out.tensor, rest...); });
        Call("relu", aclnnLeakyKey, [&](auto... rest) { return aclnnLeakyKeyGetWorkspaceSize(x.tensor, 0.25, plain, relu.tensor, rest...); });
        out.Check();
        relu.Check();
    }
    Array x("glu_x", {2, 1300}, ACL_FLOAT), out("glu_out", {2, 650}, ACL_FLOAT, false);
    Call("glu", aclnnSwiGluCustom, [&](auto... rest) { return aclnnSwiGluCustomGetWorkspaceSize(x.tensor, -1, out.tensor, rest...); });
    out.Check(1e-5f);
    Array rows("softmax_x", {3, 40}, ACL_FLOAT), made("softmax_out", {3, 40}, ACL_FLOAT, false);
    Call("softmax", aclnnRowSoftmaxLib, [&](auto... rest) { return aclnnRowSoftmaxLibGetWorkspaceSize(rows.tensor, made.tensor, rest...); });
    made.Check(1e-5f);
}

static void Math()
{
    Array x("dot_x", {5001}, ACL_FLOAT), y("dot_y", {5001}, ACL_FLOAT), out("dot_out", {1}, ACL_FLOAT, false);
    Call("dot", aclnnDotBlocks, [&](auto... rest) { return aclnnDotBlocksGetWorkspaceSize(x.tensor, y.tensor, out.tensor, rest...); });
    out.Check();
    Array flags("not_x", {3, 500}, ACL_BOOL), other("not_out", {3, 500}, ACL_BOOL, false);
    Call("not", aclnnLogicalNotCustom, [&](auto... rest) { return aclnnLogicalNotCustomGetWorkspaceSize(flags.tensor, other.tensor, rest...); });
    other.Check();
}

static void Index()
{
    {
        Array x("gather_x", {9, 21}, ACL_FLOAT), index("gather_index", {5}, ACL_INT64), out("gather_out", {5, 21}, ACL_FLOAT, false);
        Call("gather", aclnnGatherRowsCustom, [&](auto... rest) { return aclnnGatherRowsCustomGetWorkspaceSize(x.tensor, index.tensor, out.tensor, rest...); });
        out.Check();
    }
    {
        Array c("where_c", {3000}, ACL_BOOL), a("where_a", {3000}, ACL_FLOAT), b("where_b", {3000}, ACL_FLOAT), out("where_out", {3000}, ACL_FLOAT, false);
        Call("where", aclnnWhereCustom, [&](auto... rest) { return aclnnWhereCustomGetWorkspaceSize(c.tensor, a.tensor, b.tensor, out.tensor, rest...); });
        out.Check();
    }
    {
        Array a("concat_a", {3, 5}, ACL_FLOAT), b("concat_b", {400, 5}, ACL_FLOAT), out("concat_out", {403, 5}, ACL_FLOAT, false);
        aclTensorList* both = List({&a, &b});
        Call("concat", aclnnConcatRows, [&](auto... rest) { return aclnnConcatRowsGetWorkspaceSize(both, out.tensor, rest...); });
        aclDestroyTensorList(both);
        out.Check();
    }
    {
        Array x("arg_x", {21, 90}, ACL_FLOAT), out("arg_out", {21}, ACL_INT32, false);
        Call("arg", aclnnArgMaxRows, [&](auto... rest) { return aclnnArgMaxRowsGetWorkspaceSize(x.tensor, out.tensor, rest...); });
        out.Check();
    }
    Array x("pad_x", {5, 13}, ACL_FLOAT), out("pad_out", {5, 36}, ACL_FLOAT, false);
    const int64_t sizes[] = {3, 20};
    aclIntArray* pads = aclCreateIntArray(sizes, 2);
    Call("pad", aclnnPadRows, [&](auto... rest) { return aclnnPadRowsGetWorkspaceSize(x.tensor, pads, -2.5, out.tensor, rest...); });
    aclDestroyIntArray(pads);
    out.Check();
}

static void Quant()
{
    Array x("quant_x", {9, 64}, ACL_FLOAT16), y("quant_y", {9, 64}, ACL_INT8, false), scale("quant_scale", {9}, ACL_FLOAT, false);
    Call("quant", aclnnDynamicQuantRows, [&](auto... rest) { return aclnnDynamicQuantRowsGetWorkspaceSize(x.tensor, y.tensor, scale.tensor, rest...); });
    y.Check();
    scale.Check();
}

static void Lists()
{
    {
        Array a("scale_a", {3, 5}, ACL_FLOAT), b("scale_b", {200}, ACL_FLOAT), y("scale_y", {3, 5}, ACL_FLOAT, false), z("scale_z", {200}, ACL_FLOAT, false);
        const float factor = 1.5f;
        const int64_t one = 1;
        void* memory = nullptr;
        aclrtMalloc(&memory, sizeof factor, ACL_MEM_MALLOC_HUGE_FIRST);
        aclrtMemcpy(memory, sizeof factor, &factor, sizeof factor, ACL_MEMCPY_HOST_TO_DEVICE);
        aclTensor* scalar = aclCreateTensor(&one, 1, ACL_FLOAT, &one, 0, ACL_FORMAT_ND, &one, 1, memory);
        aclTensorList *in = List({&a, &b}), *out = List({&y, &z});
        Call("scale", aclnnForeachScaleList, [&](auto... rest) { return aclnnForeachScaleListGetWorkspaceSize(in, scalar, out, rest...); });
        aclDestroyTensorList(in);
        aclDestroyTensorList(out);
        aclDestroyTensor(scalar);
        aclrtFree(memory);
        y.Check();
        z.Check();
    }
    Array a("sub_a", {3, 5}, ACL_FLOAT), b("sub_b", {200}, ACL_FLOAT), c("sub_c", {3, 5}, ACL_FLOAT), d("sub_d", {200}, ACL_FLOAT);
    Array y("sub_y", {3, 5}, ACL_FLOAT, false), z("sub_z", {200}, ACL_FLOAT, false);
    aclTensorList *x1 = List({&a, &b}), *x2 = List({&c, &d}), *out = List({&y, &z});
    Call("sub", aclnnForeachSubList, [&](auto... rest) { return aclnnForeachSubListGetWorkspaceSize(x1, x2, out, rest...); });
    for (aclTensorList* list : {x1, x2, out}) aclDestroyTensorList(list);
    y.Check();
    z.Check();
}

int main()
{
    if (std::system("cd aclnn_data && python3 gen_data.py") != 0) return 100;
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtCreateStream(&stream);
    Math();
    Activations();
    Norms();
    Index();
    Quant();
    Lists();
    aclrtDestroyStream(stream);
    aclrtResetDevice(0);
    aclFinalize();
    return wrong;
}
