"""Header names of the vendor's tree that programs include one by one; the build writes a forward for each."""

from __future__ import annotations

_BASIC = """
kernel_common kernel_event kernel_log kernel_macros kernel_operator kernel_operator_atomic_intf
kernel_operator_block_sync_intf kernel_operator_cache_intf kernel_operator_common_intf kernel_operator_data_copy_intf
kernel_operator_determine_compute_sync_intf kernel_operator_dump_tensor_intf kernel_operator_limits_intf
kernel_operator_list_tensor_intf kernel_operator_proposal_intf kernel_operator_scalar_intf
kernel_operator_set_atomic_intf kernel_operator_symbol_override_intf kernel_operator_sys_var_intf
kernel_operator_utils_intf kernel_operator_vec_bilinearinterpolation_intf kernel_operator_vec_binary_intf
kernel_operator_vec_binary_scalar_intf kernel_operator_vec_brcb_intf kernel_operator_vec_cmpsel_intf
kernel_operator_vec_createvecindex_intf kernel_operator_vec_duplicate_intf kernel_operator_vec_gather_intf
kernel_operator_vec_gather_mask_intf kernel_operator_vec_mulcast_intf kernel_operator_vec_reduce_intf
kernel_operator_vec_scatter_intf kernel_operator_vec_ternary_scalar_intf kernel_operator_vec_transpose_intf
kernel_operator_vec_unary_intf kernel_operator_vec_vconv_intf kernel_operator_vec_vpadding_intf kernel_struct_binary
kernel_struct_brcb kernel_struct_data_copy kernel_struct_gather kernel_struct_mm kernel_struct_proposal
kernel_struct_transpose kernel_struct_unary kernel_struct_vconv kernel_struct_vdeq kernel_tensor kernel_tensor_base
kernel_tpipe kernel_tpipe_impl kernel_tquebind kernel_type kernel_utils
"""

_PLATFORM = "platform_ascendc platform_info platform_infos_def soc_spec platform_info_def"
_STD = "algorithm cmath tuple type_traits utility"

# Of the high-level library: our header in lanewise/ascend/library, and the functions that have a header of their own.
_LIBRARY = {
    "functions": """
        activation/fastergelu activation/fastergeluv2 activation/geglu activation/gelu activation/reglu
        activation/sigmoid activation/silu activation/swiglu activation/swish math/acos math/acosh math/asin math/asinh
        math/atan math/atanh math/axpy math/ceil math/clampmax math/clampmin math/cos math/cosh math/digamma math/erf
        math/erfc math/exp math/floor math/fma math/fmod math/frac math/hypot math/lgamma math/log math/log10 math/log2
        math/rint math/round math/sign math/sin math/sincos math/sinh math/tan math/tanh math/trunc math/bitwiseand
        math/bitwisenot math/bitwiseor math/bitwisexor math/clamp math/isfinite math/isinf math/isnan math/logicaland
        math/logicalands math/logicalnot math/logicalor math/logicalors math/logicalxor math/where math/xor math/power
        reduce/mean reduce/reduceall reduce/reduceany reduce/reducemax reduce/reducemean reduce/reducemin
        reduce/reduceprod reduce/reducesum reduce/reducexorsum reduce/sum normalization/batchnorm normalization/deepnorm
        normalization/groupnorm normalization/layernorm normalization/normalize normalization/rmsnorm
        normalization/layernormgrad normalization/layernormgradbeta normalization/welfordfinalize
        normalization/welfordupdate math/cumsum index/arange transform/fill transform/pad transform/unpad sort/extract
    """,
    "softmax": """
        activation/adjustsoftmaxres activation/logsoftmax activation/simplesoftmax activation/softmax
        activation/softmaxgrad activation/softmaxgradfront
    """,
    "softmax_flash": "activation/softmaxflash activation/softmaxflashv2 activation/softmaxflashv3",
    "filter": "filter/dropout filter/select",
    "quantization": "quantization/antiquantize quantization/dequantize quantization/quantize",
    "ascend_antiquant": "quantization/ascendantiquant",
    "ascend_dequant": "quantization/ascenddequant",
    "ascend_quant": "quantization/ascendquant",
    "random": "random/philoxrandom",
    "sort": "sort/concat sort/getsortlen sort/getsortoffset sort/mrgsort sort/sort",
    "topk": "sort/topk",
    "transform": "transform/broadcast",
    "transdata": "transform/transdata",
    "transpose": "transform/transpose",
}

# Names at the top of the two vendors' trees, with their endings: what programs begin with.
_FIRST = {
    "lanewise/shared/acl.h": "acl/acl.h acl/acl_base.h acl/acl_mdl.h acl/acl_rt.h",
    "lanewise/acl/acl_prof.h": "acl/acl_prof.h",
    "lanewise/acl/pytorch_npu_helper.hpp": "pytorch_npu_helper.hpp",
    "lanewise/aie/api.h": """
        adf.h adf/io_buffer/io_buffer.h adf/stream/types.h adf/window/types.h aie_api/accum.hpp
        aie_api/adf/stream.hpp aie_api/aie.hpp aie_api/aie_adf.hpp aie_api/aie_types.hpp aie_api/fft.hpp
        aie_api/iterator.hpp aie_api/mask.hpp aie_api/operators.hpp aie_api/utils.hpp aie_api/vector.hpp
        aie_kernel_utils.h
    """,
    "lanewise/acl/aclnn/call.h": "aclnn/acl_meta.h aclnn/aclnn_base.h acl_meta.h",
    "lanewise/ascend/c_api.h": "c_api/asc_simd.h",
    "lanewise/ascend/kernel.h": "kernel_operator.h",
    "lanewise/ascend/simt.h": """
        simt_api/asc_simt.h simt_api/common_functions.h simt_api/math_functions.h simt_api/device_functions.h
        simt_api/device_sync_functions.h simt_api/device_atomic_functions.h simt_api/device_warp_functions.h
        simt_api/vector_functions.h simt_api/vector_types.h simt_api/asc_fp16.h simt_api/asc_bf16.h simt_api/asc_fp8.h
        simt_api/cooperative_groups.h simt_api/math_constants.h
    """,
    "lanewise/ascend/matmul.h": """
        lib/matmul_intf.h lib/matmul/matmul_intf.h matmul_intf.h adv_api/matmul/matmul_intf.h adv_api/matmul/matmul.h
        lib/matmul/matmul.h lib/matmul/matmul_client.h adv_api/matmul/matmul_client.h lib/matmul/constant_tiling.h
        adv_api/matmul/constant_tiling.h lib/matmul/tiling.h lib/matmul/matmul_config.h adv_api/matmul/matmul_config.h
    """,
    "lanewise/ascend/te.h": "tensor_api/tensor.h include/tensor_api/tensor.h",
    "lanewise/operator/host/matmul_tiling.h": """
        lib/matmul/matmul_tiling.h lib/matmul/bmm_tiling.h lib/matmul/matmul_tiling_base.h
        adv_api/matmul/matmul_tiling.h adv_api/matmul/bmm_tiling.h adv_api/matmul/matmul_tiling_base.h
    """,
    "lanewise/ascend/tiling/structs.h": "kernel_tiling/kernel_tiling.h",
    "lanewise/ascend/tikicpulib.h": "tikicpulib.h",
    "lanewise/aie/lut_functions.h": "lut_based_ops.h",
    "lanewise/shared/securec.h": "securec.h",
    "lanewise/operator/host/platform.h": "tiling/platform/platform_ascendc.h",
    "lanewise/operator/host/tiling_api.h": "tiling/tiling_api.h",
    "lanewise/operator/host/tilingdata_base.h": "register/tilingdata_base.h",
    "lanewise/testing/gtest.h": "gtest/gtest.h",
    "lanewise/ascend/debug.h": """
        utils/debug/asc_assert.h utils/debug/asc_dump.h utils/debug/asc_printf.h utils/debug/asc_time.h
    """,
}

# Of operator projects: our header, and the names that sources include it by.
_OPERATORS = {
    "registry": """
        register/op_def_registry register/op_impl_registry register/op_config_registry register/op_impl_kernel_registry
        register/register register/op_def register/op_def_factory register/op_impl_space_registry graph/operator
        exe_graph/runtime/tiling_context exe_graph/runtime/infer_shape_context
        exe_graph/runtime/infer_datatype_context exe_graph/runtime/infer_shape_range_context
        exe_graph/runtime/tiling_parse_context exe_graph/runtime/kernel_context
        exe_graph/runtime/extended_kernel_context exe_graph/runtime/compute_node_info
        exe_graph/runtime/kernel_run_context exe_graph/runtime/context_extend runtime/infer_shape_context
        runtime/tiling_context runtime/infer_datatype_context runtime/tiling_parse_context runtime/kernel_context
    """,
    "shapes": """
        exe_graph/runtime/shape exe_graph/runtime/storage_shape exe_graph/runtime/storage_format
        exe_graph/runtime/tensor exe_graph/runtime/tensor_data exe_graph/runtime/runtime_attrs
        exe_graph/runtime/continuous_vector exe_graph/runtime/tiling_data exe_graph/runtime/expand_dims_type
        exe_graph/runtime/range runtime/shape runtime/storage_shape runtime/tensor runtime/runtime_attrs
    """,
    "types": """
        graph/types graph/c_types graph/ge_error_codes graph/ascend_string graph/utils/type_utils graph/def_types
        external/graph/types base/err_msg register/ge_types graph/tensor
    """,
    "log": """
        log/log op_common/log/log error_log op_log log/ops_log error/ops_error error_util err/ops_err log/error_code
        tiling_base/error_log ops_log ops_error error_code error/error_code op_host/error_util
        util/math_util op_common/op_host/util/math_util op_host/util/math_util util/shape_util
        op_common/op_host/util/shape_util op_host/util/shape_util util/platform_util
        op_common/op_host/util/platform_util op_host/util/platform_util infershape_elewise_util
        op_host/infershape_elewise_util op_common/op_host/infershape_elewise_util infershape_broadcast_util
        op_host/infershape_broadcast_util op_common/op_host/infershape_broadcast_util op_host/tiling_base_util
        op_common/op_host/tiling_base_util
    """,
    "slog": """
        toolchain/slog toolchain/dlog_pub dlog_pub alog_pub base/alog_pub slog base/err_mgr toolchain/log_types
        common/util/error_manager/error_manager error_manager/error_manager util/error_manager/error_manager
    """,
    "export": """
        op_common/op_host/util/opbase_export op_host/util/opbase_export util/opbase_export
    """,
    "prototype": "graph/operator_reg external/graph/operator_reg",
    "values": """
        util/const_util op_host/util/const_util op_common/op_host/util/const_util infershape_reduce_util
        op_host/infershape_reduce_util op_common/op_host/infershape_reduce_util
        common/inc/op_host/infershape_reduce_util
    """,
    "floats": """
        util/fp16 op_host/util/fp16 op_common/op_host/util/fp16 util/bfloat16 op_host/util/bfloat16
        op_common/op_host/util/bfloat16
    """,
    "tiling_base_class": "op_host/tiling_base_class op_common/op_host/tiling_base_class",
    "tiling_registry": """
        op_host/tiling_templates_registry op_host/tiling_base op_host/tiling_util
        op_host/math_tiling_templates_registry tiling_base/tiling_templates_registry tiling_base/tiling_base
        tiling_base/tiling_util tiling/tiling_base tiling/tiling_templates_registry tiling/tiling_type
        tiling_base/tiling_type
    """,
    "kernel_helpers": """
        op_kernel/platform_util op_kernel/math_util op_common/op_kernel/platform_util op_common/op_kernel/math_util
    """,
    "load_store_utils": "op_kernel/load_store_utils op_common/op_kernel/load_store_utils load_store_utils",
    "template_key": "ascendc/host_api/tiling/template_argument tiling/template_argument",
}

# Of their tests.
_TESTING = {
    "fakers": """
        tiling_context_faker tiling_case_executor infershape_context_faker infershape_case_executor
        infer_shape_context_faker infer_shape_case_executor kernel_run_context_facker kernel_run_context_faker
        infer_datatype_context_faker test_cube_util any_value graph/any_value common/tiling_context_faker
        base/registry/op_impl_space_registry_v2 ut_op_util ut_op_common infershape_test_util
        common/utils/ut_op_util common/utils/ut_op_common common/utils/infershape_test_util
        exe_graph/runtime/kernel_run_context_builder exe_graph/lowering/kernel_run_context_builder
    """,
    "context_builder": "tiling/context/context_builder context_builder",
    "data_utils": "data_utils",
}


def forwards() -> dict[str, str]:
    """Forwarding headers by path: what each includes."""
    names = {f"{folder}{name}.h": "kernel_operator.h" for name in _BASIC.split() for folder in ("basic_api/", "")}
    names |= {f"utils/std/{name}.h": "lanewise/ascend/std.h" for name in _STD.split()}
    names |= {"adv_api/reduce/reduce.h": "kernel_operator.h"}
    names |= {"utils/base/sys_constants.h": "lanewise/ascend/constants.h"}
    names |= {"utils/base/sys_macros.h": "lanewise/ascend/qualifiers.h"}
    names |= {f"platform/{name}.h": "lanewise/operator/host/platform.h" for name in _PLATFORM.split()}
    for room, lists in (("operator", _OPERATORS), ("testing", _TESTING)):
        names |= {f"{name}.h": f"lanewise/{room}/{ours}.h" for ours, listed in lists.items() for name in listed.split()}
    return names | fixed()


def fixed() -> dict[str, str]:
    """Those that stay ours where a user's folder has a file of the same name."""
    first = {name: ours for ours, names in _FIRST.items() for name in names.split()}
    return first | {
        f"adv_api/{name}.h": f"lanewise/ascend/library/{ours}.h"
        for ours, names in _LIBRARY.items()
        for name in names.split()
    }


def of_library(function: str) -> str | None:
    """The header of a function of the library, by its name in small letters."""
    return next((name for name in fixed() if name.startswith("adv_api/") and name.endswith(f"/{function}.h")), None)
