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

_STD = "algorithm cmath tuple type_traits utility"


def forwards() -> dict[str, str]:
    """Forwarding headers by path: what each includes."""
    names = {f"{folder}{name}.h": "kernel_operator.h" for name in _BASIC.split() for folder in ("basic_api/", "")}
    names |= {f"utils/std/{name}.h": "lanewise/std.h" for name in _STD.split()}
    names |= {"utils/base/sys_constants.h": "lanewise/constants.h", "utils/base/sys_macros.h": "lanewise/qualifiers.h"}
    names |= {"platform/platform_ascendc.h": "tiling/platform/platform_ascendc.h"}
    del names["kernel_operator.h"]
    return names
