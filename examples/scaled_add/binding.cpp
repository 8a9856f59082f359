// The operator in an extension of torch, as it is written for the device.
#include <torch/extension.h>

#include "pytorch_npu_helper.hpp"

at::Tensor scaled_add(const at::Tensor& x, const at::Tensor& y, double alpha) {
    at::Tensor z = at::empty_like(x);
    EXEC_NPU_CMD(aclnnScaledAdd, x, y, alpha, z);
    return z;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("scaled_add", &scaled_add, "x + alpha * y"); }
