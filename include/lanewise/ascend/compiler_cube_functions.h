// The compiler's own functions for the cube unit, on pointers into its memories: those of the C interface, with a stream number behind the
// operands, or with several numbers in one word. Kernels' own functions of these names hide them.
#pragma once

#include "lanewise/ascend/built_in.h"
#include "lanewise/ascend/c_api/cube.h"

using addr_cal_mode_t = lanewise::built_in::addr_cal_mode_t;
enum pad_t : std::uint8_t { PAD_NONE };

namespace lanewise::c {

// Bits of a word that holds several numbers.
constexpr std::int64_t part(std::uint64_t word, int at, int bits = 16) { return static_cast<std::int64_t>(word >> at & ((1ull << bits) - 1)); }

}  // namespace lanewise::c

// --- GM to L1 ---

#if LANEWISE_HAS_WIDE_COPIES
template <class = void>
LANEWISE_API void set_mte2_nz_para(std::uint64_t config) { asc_set_gm2l1_nz_para(config); }
#define LANEWISE_BUILT_IN_MATRIX(name)                                                                                                              \
    template <class T, class Mode>                                                                                                                 \
    LANEWISE_API void copy_gm_to_cbuf_multi_##name(__cbuf__ T* dst, __gm__ lanewise::plain_t<T>* src, std::uint8_t, std::uint64_t loop1,           \
                                                   Mode l2, std::uint16_t n_value, std::uint32_t d_value, std::uint64_t loop4, bool small_c0) {    \
        asc_copy_gm2l1_##name(dst, src, loop1, l2, n_value, d_value, loop4, small_c0);                                                             \
    }
LANEWISE_BUILT_IN_MATRIX(nd2nz)
LANEWISE_BUILT_IN_MATRIX(dn2nz)
#undef LANEWISE_BUILT_IN_MATRIX
template <class T, class S, class Pad>
LANEWISE_API void copy_gm_to_cbuf_v2(__cbuf__ T* dst, __gm__ S* src, std::uint8_t, std::uint32_t bursts, std::uint32_t length, Pad pad, std::uint8_t,
                                     std::uint64_t src_stride, std::uint32_t dst_stride) {
    asc_copy_gm2l1(dst, src, bursts, length, pad, src_stride, dst_stride);
}
template <class T, class S, class Mode>
LANEWISE_API void copy_gm_to_cbuf_align_v2(__cbuf__ T* dst, __gm__ S* src, std::uint8_t, std::uint32_t bursts, std::uint32_t length, std::uint8_t left,
                                           std::uint8_t right, bool select, Mode l2, std::uint64_t src_stride, std::uint32_t dst_stride) {
    asc_copy_gm2l1_align(dst, src, bursts, length, left, right, select, l2, src_stride, dst_stride);
}
template <class = void>
LANEWISE_API void set_loop_size_outtol1(std::uint64_t config) { asc_set_gm2l1_loop_size(lanewise::c::part(config, 0, 21), lanewise::c::part(config, 21, 21)); }
template <class = void>
LANEWISE_API void set_loop1_stride_outtol1(std::uint64_t config) { asc_set_gm2l1_loop1_stride(lanewise::c::part(config, 0, 40), config >> 40); }
template <class = void>
LANEWISE_API void set_loop2_stride_outtol1(std::uint64_t config) { asc_set_gm2l1_loop2_stride(lanewise::c::part(config, 0, 40), config >> 40); }
#else
template <class T, class S>
LANEWISE_API void copy_gm_to_cbuf(__cbuf__ T* dst, __gm__ S* src, std::uint8_t, std::uint16_t bursts, std::uint16_t length, std::uint16_t src_gap,
                                  std::uint16_t dst_gap, pad_t = PAD_NONE) {
    asc_copy_gm2l1(dst, src, bursts, length, src_gap, dst_gap);
}
#define LANEWISE_BUILT_IN_MATRIX(width)                                                                                                             \
    template <class T>                                                                                                                             \
    LANEWISE_API void copy_gm_to_cbuf_multi_nd2nz_##width(__cbuf__ T* dst, __gm__ lanewise::plain_t<T>* src, std::uint8_t, std::uint16_t matrices, \
                                                          std::uint16_t n_value, std::uint16_t d_value, std::uint16_t src_matrix,                  \
                                                          std::uint16_t src_d, std::uint16_t c0_stride, std::uint16_t n_stride,                    \
                                                          std::uint16_t dst_matrix) {                                                              \
        asc_copy_gm2l1_nd2nz(dst, src, matrices, n_value, d_value, src_matrix, src_d, c0_stride, n_stride, dst_matrix);                            \
    }
LANEWISE_BUILT_IN_MATRIX(b8)
LANEWISE_BUILT_IN_MATRIX(b16)
LANEWISE_BUILT_IN_MATRIX(b32s)
#undef LANEWISE_BUILT_IN_MATRIX
#endif

// --- L1 to L0A and L0B ---

#if LANEWISE_HAS_WIDE_COPIES
#define LANEWISE_BUILT_IN_LOAD(side, to, space)                                                                                                     \
    template <class T>                                                                                                                             \
    LANEWISE_API void load_cbuf_to_##side(space T* dst, __cbuf__ lanewise::plain_t<T>* src, std::uint32_t m_start, std::uint32_t k_start,          \
                                          std::uint16_t m_step, std::uint16_t k_step, std::int32_t src_stride, std::uint16_t dst_stride,           \
                                          bool transpose) {                                                                                        \
        if (transpose) asc_copy_l12##to##_transpose(dst, src, m_start, k_start, m_step, k_step, src_stride, dst_stride);                           \
        else asc_copy_l12##to(dst, src, m_start, k_start, m_step, k_step, src_stride, dst_stride);                                                 \
    }                                                                                                                                              \
    template <class = void>                                                                                                                        \
    LANEWISE_API void load_cbuf_to_##side##_mx(std::uint64_t dst, __cbuf__ void* src, std::uint16_t x_start, std::uint16_t y_start,                \
                                               std::uint8_t x_step, std::uint8_t y_step, std::uint16_t src_stride, std::uint16_t dst_stride) {     \
        asc_copy_l12##to##_mx(dst, reinterpret_cast<__cbuf__ fp8_e8m0_t*>(src), x_start, y_start, x_step, y_step, src_stride, dst_stride);         \
    }
#else
#define LANEWISE_BUILT_IN_LOAD(side, to, space)                                                                                                     \
    template <class T>                                                                                                                             \
    LANEWISE_API void load_cbuf_to_##side(space T* dst, __cbuf__ lanewise::plain_t<T>* src, std::uint16_t start, std::uint8_t repeat,              \
                                          std::uint16_t src_stride, std::uint16_t dst_gap, std::uint8_t, bool transpose,                           \
                                          addr_cal_mode_t mode = lanewise::built_in::inc) {                                                                    \
        using namespace lanewise::c;                                                                                                               \
        AscendC::LoadData(local<lanewise::c::place_##side>(dst), local<TPosition::A1>(src),                                                        \
                          AscendC::LoadData2DParams(start, repeat, src_stride, 0, dst_gap, transpose, mode));                                      \
    }                                                                                                                                              \
    template <class T>                                                                                                                             \
    LANEWISE_API void load_cbuf_to_##side##_transpose(space T* dst, __cbuf__ lanewise::plain_t<T>* src, std::uint16_t index, std::uint8_t repeat,  \
                                                      std::uint16_t src_stride, std::uint16_t dst_gap, addr_cal_mode_t mode,                       \
                                                      std::uint16_t dst_frac_gap) {                                                                \
        asc_copy_l12##to##_trans(dst, src, index, repeat, src_stride, dst_gap, mode, dst_frac_gap);                                                \
    }
#endif
#define LANEWISE_BUILT_IN_UNROLL(side, to, space)                                                                                                   \
    template <class T>                                                                                                                             \
    LANEWISE_API void img2colv2_cbuf_to_##side(space T* dst, __cbuf__ lanewise::plain_t<T>* src, std::uint16_t k_extension,                        \
                                               std::uint16_t m_extension, std::uint16_t k_start, std::uint16_t m_start, std::uint8_t stride_w,     \
                                               std::uint8_t stride_h, std::uint8_t filter_w, std::uint8_t filter_h, std::uint8_t dilation_w,       \
                                               std::uint8_t dilation_h, bool filter_size_w, bool filter_size_h, bool transpose, bool fmatrix_ctrl, \
                                               std::uint16_t channels) {                                                                           \
        asc_copy_l12##to(dst, src, k_extension, m_extension, k_start, m_start, stride_w, stride_h, filter_w, filter_h, dilation_w, dilation_h,     \
                         filter_size_w, filter_size_h, transpose, fmatrix_ctrl, channels);                                                         \
    }
namespace lanewise::c {
inline constexpr TPosition place_ca = TPosition::A2, place_cb = TPosition::B2;
}
LANEWISE_BUILT_IN_LOAD(ca, l0a, __ca__)
LANEWISE_BUILT_IN_LOAD(cb, l0b, __cb__)
#if LANEWISE_HAS_WIDE_COPIES
template <class T>
LANEWISE_API void load_cbuf_to_cb_transpose(__cb__ T* dst, __cbuf__ lanewise::plain_t<T>* src, std::uint16_t index, std::uint8_t repeat,
                                            std::uint16_t src_stride, std::uint16_t dst_gap, addr_cal_mode_t mode, std::uint16_t dst_frac_gap,
                                            std::uint16_t src_frac_gap) {
    asc_copy_l12l0b_trans(dst, src, index, repeat, src_stride, dst_gap, mode, dst_frac_gap, src_frac_gap);
}
#endif
LANEWISE_BUILT_IN_UNROLL(ca, l0a, __ca__)
LANEWISE_BUILT_IN_UNROLL(cb, l0b, __cb__)
#undef LANEWISE_BUILT_IN_LOAD
#undef LANEWISE_BUILT_IN_UNROLL

template <class = void>
LANEWISE_API void set_fmatrix(std::uint64_t config) { asc_set_l13d_fmatrix(config); }
template <class = void>
LANEWISE_API void set_fmatrix_b(std::uint64_t config) { lanewise::c::feature_map(config, AscendC::FmatrixMode::FMATRIX_RIGHT); }
template <class = void>
LANEWISE_API void set_padding(std::uint64_t value) { asc_set_l13d_padding(value); }
template <class = void>
LANEWISE_API void set_l3d_rpt(std::uint64_t config) { asc_set_l13d_rpt(config); }

#define LANEWISE_BUILT_IN_FILL(name, to, space)                                                                            \
    template <class T, class V>                                                                                           \
    LANEWISE_API void create_##name##_matrix(space T* dst, std::uint64_t config, V value) {                               \
        lanewise::c::fill_blocks(lanewise::c::local<to, V>(dst), value, config);                                          \
    }                                                                                                                     \
    template <class T, class V>                                                                                           \
    LANEWISE_API void create_##name##_matrix_bf16(space T* dst, std::uint64_t config, V value) {                          \
        lanewise::c::fill_blocks(lanewise::c::local<to, V>(dst), value, config);                                          \
    }                                                                                                                     \
    template <class T>                                                                                                    \
    LANEWISE_API void create_##name##_matrix_h(space T* dst, std::uint64_t config, half value) {                          \
        lanewise::c::fill_blocks(lanewise::c::local<to, half>(dst), value, config);                                       \
    }                                                                                                                     \
    template <class T>                                                                                                    \
    LANEWISE_API void create_##name##_matrix_ui(space T* dst, std::uint64_t config, std::uint32_t value) {                \
        lanewise::c::fill_blocks(lanewise::c::local<to, std::uint32_t>(dst), value, config);                              \
    }
LANEWISE_BUILT_IN_FILL(cbuf, AscendC::TPosition::A1, __cbuf__)
LANEWISE_BUILT_IN_FILL(ca, AscendC::TPosition::A2, __ca__)
LANEWISE_BUILT_IN_FILL(cb, AscendC::TPosition::B2, __cb__)
#undef LANEWISE_BUILT_IN_FILL

// --- products: k stands before n ---

template <class C, class A, class B>
LANEWISE_API void mad(__cc__ C* c, __ca__ A* a, __cb__ B* b, std::uint16_t m, std::uint16_t k, std::uint16_t n, std::uint8_t unit_flag,
                      bool align_or_no_gemv, bool c_source, bool c_init) {
    asc_mmad(c, a, b, m, k, n, unit_flag, align_or_no_gemv, c_source, c_init);
}
#if LANEWISE_L0AMX_BYTES
template <class C, class A, class B>
LANEWISE_API void mad_mx(__cc__ C* c, __ca__ A* a, __cb__ B* b, std::uint16_t m, std::uint16_t k, std::uint16_t n, std::uint8_t unit_flag,
                         bool no_gemv, bool c_source, bool c_init) {
    asc_mmad_mx(c, a, b, m, k, n, unit_flag, no_gemv, c_source, c_init);
}
#endif
#if LANEWISE_L0BI_BYTES
template <class = void>
LANEWISE_API void mad_s4(__cc__ std::int32_t* c, __ca__ void* a, __cb__ void* b, std::uint16_t m, std::uint16_t k, std::uint16_t n,
                         std::uint8_t unit_flag, bool align, bool c_source, bool c_init) {
    asc_mmad(c, reinterpret_cast<__ca__ AscendC::int4b_t*>(a), reinterpret_cast<__cb__ AscendC::int4b_t*>(b), m, k, n, unit_flag, align, c_source, c_init);
}
template <class = void>
LANEWISE_API void mad_sp(__cc__ std::int32_t* c, __ca__ std::int8_t* a, __cb__ std::int8_t* b, std::uint16_t m, std::uint16_t k, std::uint16_t n,
                         std::uint8_t unit_flag, bool c_source, bool c_init) {
    using namespace lanewise::c;
    AscendC::MmadWithSparse(local<TPosition::CO1>(c), local<TPosition::A2>(a), local<TPosition::B2>(b), AscendC::MmadParams(m, n, k, unit_flag, c_source, c_init));
}
#endif

// --- results ---

// Numbers of matrices and their strides; the scale of all columns; where scales of columns lie, in units of 128 bytes.
template <class = void>
LANEWISE_API void set_nd_para(std::uint64_t config) {
    AscendC::SetFixpipeNz2ndFlag(static_cast<std::uint16_t>(config), static_cast<std::uint16_t>(config >> 16), static_cast<std::uint32_t>(config >> 32));
}
template <class = void>
LANEWISE_API void set_loop3_para(std::uint64_t config) { set_nd_para(config); }
template <class = void>
LANEWISE_API void set_quant_pre(std::uint64_t config) { AscendC::SetFixpipePreQuantFlag(config); }
template <class = void>
LANEWISE_API void set_fpc(std::uint64_t config) {
    asc_set_l0c2gm_config(0, reinterpret_cast<__fbuf__ std::uint64_t*>(128 * (config >> 8 & 0xFF)), config >> 63);
}

#if LANEWISE_HAS_ELEMENT_STRIDES
template <class = void>
LANEWISE_API void set_channel_para(std::uint64_t config) { asc_set_l0c2gm_channel_para(config); }
template <class T, class S, class Mode, class Clip, class... Rest>
LANEWISE_API void copy_matrix_cc_to_gm(__gm__ T* dst, __cc__ S* src, std::uint8_t, std::uint16_t n, std::uint16_t m, std::uint32_t dst_stride,
                                       std::uint16_t src_stride, Mode l2, Clip clip, std::uint8_t unit_flag, std::uint64_t quant, std::uint8_t relu,
                                       bool split, bool nz2nd, std::uint64_t quant_post, std::uint8_t relu_post, bool clip_post, std::uint8_t eltwise,
                                       bool antq, bool c0_pad, bool broadcast, bool nz2dn, Rest...) {
    asc_copy_l0c2gm(dst, src, n, m, dst_stride, src_stride, l2, clip, unit_flag, quant, relu, split, nz2nd, quant_post, relu_post, clip_post, eltwise, antq,
                    c0_pad, broadcast, nz2dn);
}
template <class T, class S, class Clip, class... Rest>
LANEWISE_API void copy_matrix_cc_to_ub(__ubuf__ T* dst, __cc__ S* src, std::uint8_t, std::uint16_t n, std::uint16_t m, std::uint32_t dst_stride,
                                       std::uint16_t src_stride, std::uint8_t dual, bool sub_block, Clip clip, std::uint8_t unit_flag, std::uint64_t quant,
                                       std::uint8_t relu, bool split, bool nz2nd, std::uint64_t quant_post, std::uint8_t relu_post, bool clip_post,
                                       std::uint8_t eltwise, bool antq, bool c0_pad, bool broadcast, bool nz2dn, Rest...) {
    asc_copy_l0c2ub(dst, src, n, m, dst_stride, src_stride, dual, sub_block, clip, unit_flag, quant, relu, split, nz2nd, quant_post, relu_post, clip_post,
                    eltwise, antq, c0_pad, broadcast, nz2dn);
}
template <class T, class S, class... Rest>
LANEWISE_API void copy_matrix_cc_to_cbuf(__cbuf__ T* dst, __cc__ S* src, std::uint8_t, std::uint16_t n, std::uint16_t m, std::uint32_t dst_stride,
                                         std::uint16_t src_stride, std::uint8_t unit_flag, std::uint64_t quant, std::uint8_t relu, bool split, bool nz2nd,
                                         Rest...) {
    using namespace lanewise::c;
    drain_results("copy_matrix_cc_to_cbuf", local<TPosition::A1>(dst), local<TPosition::CO1>(src), n, m, dst_stride, src_stride, unit_flag, quant, relu == 1,
                  split, nz2nd);
}
#else
#define LANEWISE_BUILT_IN_RESULT(name, to, space)                                                                                             \
    template <class T, class S>                                                                                                              \
    LANEWISE_API void copy_matrix_cc_to_##name(space T* dst, __cc__ S* src, std::uint8_t, std::uint16_t n, std::uint16_t m,                  \
                                               std::uint32_t dst_stride, std::uint16_t src_stride, std::uint8_t unit_flag,                   \
                                               std::uint64_t quant, std::uint8_t relu, bool split, bool nz2nd) {                             \
        asc_copy_l0c2##to(dst, src, n, m, dst_stride, src_stride, unit_flag, quant, relu, split, nz2nd);                                     \
    }
LANEWISE_BUILT_IN_RESULT(gm, gm, __gm__)
LANEWISE_BUILT_IN_RESULT(cbuf, l1, __cbuf__)
#undef LANEWISE_BUILT_IN_RESULT
#endif

// All numbers in two words.
template <class T, class S>
LANEWISE_API void copy_matrix_cc_to_gm(__gm__ T* dst, __cc__ S* src, std::uint64_t xm, std::uint64_t xt) {
    using namespace lanewise::c;
    const std::int64_t quant = part(xt, 34, 5) | (LANEWISE_HAS_ELEMENT_STRIDES ? part(xt, 29, 1) << 5 : 0);
    drain_results("copy_matrix_cc_to_gm", global(dst), local<TPosition::CO1>(src), part(xm, 4, 12), part(xm, 16), part(xm, 32, 32), part(xt, 0),
                  part(xt, 32, 2), static_cast<std::uint64_t>(quant), part(xt, 39, 3) == 1, part(xt, 42, 1), part(xt, 43, 1));
}

// --- between L1 and the other memories ---

template <class T, class S>
LANEWISE_API void copy_cbuf_to_bt(T dst, __cbuf__ S* src, bool convert, std::uint16_t bursts, std::uint16_t length, std::uint16_t src_gap,
                                  std::uint16_t dst_gap) {
    using To = std::conditional_t<std::is_pointer_v<T>, std::remove_pointer_t<T>, std::conditional_t<std::is_integral_v<S>, std::int32_t, float>>;
    asc_copy_l12bt((__biasbuf__ To*)dst, src, convert, bursts, length, src_gap, dst_gap);
}
template <class T, class S>
LANEWISE_API void copy_cbuf_to_fbuf(__fbuf__ T* dst, __cbuf__ S* src, std::uint16_t bursts, std::uint16_t length, std::uint16_t src_gap,
                                    std::uint16_t dst_gap) {
    asc_copy_l12fb(reinterpret_cast<__fbuf__ std::uint64_t*>(dst), reinterpret_cast<__cbuf__ std::uint64_t*>(src), bursts, length, src_gap, dst_gap);
}
#if LANEWISE_HAS_WIDE_COPIES
template <class T, class S>
LANEWISE_API void copy_ubuf_to_cbuf(__cbuf__ T* dst, __ubuf__ S* src, std::uint8_t, std::uint16_t bursts, std::uint16_t length, std::uint16_t src_gap,
                                    std::uint16_t dst_gap) {
    asc_copy_ub2l1(reinterpret_cast<__cbuf__ std::uint8_t*>(dst), reinterpret_cast<__ubuf__ std::uint8_t*>(src), bursts, length, src_gap, dst_gap);
}
template <class T, class S>
LANEWISE_API void copy_cbuf_to_ubuf(__ubuf__ T* dst, __cbuf__ S* src, bool sub_block, std::uint16_t bursts, std::uint16_t length,
                                    std::uint16_t src_gap, std::uint16_t dst_gap) {
    asc_copy_l12ub(dst, src, sub_block, bursts, length, src_gap, dst_gap);
}
template <class = void>
LANEWISE_API void set_intra_block(pipe_t pipe, std::int64_t flag) { lw_cross_set(static_cast<std::uint16_t>(flag), 4, pipe); }
template <class = void>
LANEWISE_API void wait_intra_block(pipe_t pipe, std::int64_t flag) { lw_cross_wait(static_cast<std::uint16_t>(flag), 4, pipe); }
#else
template <class T, class S>
LANEWISE_API void copy_cbuf_to_gm(__gm__ T* dst, __cbuf__ S* src, std::uint8_t, std::uint16_t bursts, std::uint16_t length, std::uint16_t src_gap,
                                  std::uint16_t dst_gap) {
    asc_copy_l12gm(dst, src, bursts, length, src_gap, dst_gap);
}
#endif
