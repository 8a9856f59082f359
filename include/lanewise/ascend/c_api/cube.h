// The cube unit in the C interface: pointers into its memories, whose names functions bear. A pointer cut to 32 bits is the address there.
#pragma once

#include "lanewise/ascend/c_api/pointers.h"
#include "lanewise/ascend/c_api/types.h"
#include "lanewise/ascend/cube.h"
#include "lanewise/ascend/instructions.h"

namespace lanewise::c {

using AscendC::GlobalTensor;
using AscendC::LocalTensor;
using AscendC::TPosition;

// What a pointer to nothing in particular counts in.
template <class T>
using element_t = std::conditional_t<std::is_void_v<T>, std::uint8_t, std::remove_cv_t<T>>;

// All that is behind a pointer, as a tensor.
template <TPosition position, class U = void, class T>
LANEWISE_API auto local(T* place) {
    using E = std::conditional_t<std::is_void_v<U>, element_t<T>, U>;
    const auto address = static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(place));
    const std::uint64_t size = bytes_of_memory(space_by_position[static_cast<int>(position)]), behind = address < size ? size - address : 0;
    return LocalTensor<E>::lanewise_at(position, address, static_cast<std::uint32_t>(behind * 8 / bits_of<E>));
}
template <class U = void, class T>
LANEWISE_API auto global(T* place) {
    using E = std::conditional_t<std::is_void_v<U>, element_t<T>, U>;
    GlobalTensor<E> made;
    made.SetGlobalBuffer(reinterpret_cast<E*>(const_cast<std::remove_cv_t<T>*>(place)));
    return made;
}

template <class To, class From>
LANEWISE_API void copy_bursts(const To& to, const From& from, std::int64_t bursts, std::int64_t length, std::int64_t src_gap, std::int64_t dst_gap) {
    AscendC::DataCopyParams p;
    p.blockCount = static_cast<std::uint16_t>(bursts);
    p.blockLen = static_cast<std::uint16_t>(length);
    p.srcGap = static_cast<std::uint16_t>(src_gap);
    p.dstGap = static_cast<std::uint16_t>(dst_gap);
    AscendC::DataCopy(to, from, p);
}

}  // namespace lanewise::c

// --- GM to L1 ---

#if LANEWISE_HAS_WIDE_COPIES
// Strides from start to start, in blocks of 32 bytes like the length; a lone burst has none.
template <class T, class S, class Pad>
LANEWISE_API void asc_copy_gm2l1(__cbuf__ T* dst, __gm__ S* src, std::uint32_t n_burst, std::uint32_t len_burst, Pad, std::uint64_t src_stride,
                                 std::uint32_t dst_stride) {
    using namespace lanewise::c;
    const std::int64_t length = len_burst, from = static_cast<std::int64_t>(src_stride), to = dst_stride;
    lanewise::c::copy_bursts(local<TPosition::A1, std::uint8_t>(dst), global<std::uint8_t>(src), n_burst, length, n_burst > 1 ? from - length : 0,
                             n_burst > 1 ? to - length : 0);
}
#else
template <class T, class S>
LANEWISE_API void asc_copy_gm2l1(__cbuf__ T* dst, __gm__ S* src, std::uint16_t n_burst, std::uint16_t len_burst, std::uint16_t src_gap,
                                 std::uint16_t dst_gap) {
    using namespace lanewise::c;
    copy_bursts(local<TPosition::A1, std::uint8_t>(dst), global<std::uint8_t>(src), n_burst, len_burst, src_gap, dst_gap);
}
#endif
template <class T, class S>
LANEWISE_API void asc_copy_gm2l1(__cbuf__ T* dst, __gm__ S* src, std::uint32_t size) {
    using namespace lanewise::c;
    copy_bursts(local<TPosition::A1, std::uint8_t>(dst), global<std::uint8_t>(src), 1, size / 32, 0, 0);
}

#if LANEWISE_HAS_WIDE_COPIES
namespace lanewise::c {

// Two loops around later copies to L1, the inner one first: how often, and bytes from one start to the next on both sides.
struct FetchLoops {
    std::uint64_t block = 0, size[2] = {1, 1}, from[2] = {}, to[2] = {};
};
[[gnu::visibility("hidden")]] inline thread_local FetchLoops fetch_loops_held;
LANEWISE_API FetchLoops& fetch_loops() {
    if (fetch_loops_held.block != built_in::blocks_begun) {
        fetch_loops_held = {};
        fetch_loops_held.block = built_in::blocks_begun;
    }
    return fetch_loops_held;
}

}  // namespace lanewise::c

LANEWISE_API void asc_set_gm2l1_loop_size(std::uint64_t loop1_size, std::uint64_t loop2_size) {
    lanewise::check_fields("asc_set_gm2l1_loop_size", {{"loop1_size", static_cast<std::int64_t>(loop1_size), 1, (1 << 21) - 1},
                                                       {"loop2_size", static_cast<std::int64_t>(loop2_size), 1, (1 << 21) - 1}});
    auto& loops = lanewise::c::fetch_loops();
    loops.size[0] = loop1_size, loops.size[1] = loop2_size;
}
LANEWISE_API void asc_set_gm2l1_loop1_stride(std::uint64_t loop1_src_stride, std::uint64_t loop1_dst_stride) {
    lanewise::c::fetch_loops().from[0] = loop1_src_stride, lanewise::c::fetch_loops().to[0] = loop1_dst_stride;
}
LANEWISE_API void asc_set_gm2l1_loop2_stride(std::uint64_t loop2_src_stride, std::uint64_t loop2_dst_stride) {
    lanewise::c::fetch_loops().from[1] = loop2_src_stride, lanewise::c::fetch_loops().to[1] = loop2_dst_stride;
}

// Strides from start to start: in GM bytes, in L1 bytes that are whole blocks of 32. `select` pads with the value of asc_set_gm2ub_pad.
template <class T, class S, class Mode>
LANEWISE_API void asc_copy_gm2l1_align(__cbuf__ T* dst, __gm__ S* src, std::uint32_t n_burst, std::uint32_t len_burst, std::uint8_t left_padding,
                                       std::uint8_t right_padding, bool, Mode, std::uint64_t src_stride, std::uint32_t dst_stride) {
    using namespace lanewise::c;
    using E = element_t<T>;
    const std::int64_t row = (len_burst + (left_padding + right_padding) * static_cast<std::int64_t>(sizeof(E)) + 31) / 32 * 32;
    const std::int64_t from = n_burst > 1 ? static_cast<std::int64_t>(src_stride) - len_burst : 0, to = n_burst > 1 ? (dst_stride - row) / 32 : 0;
    const FetchLoops loops = fetch_loops();
    const auto shifted = [](auto* place, std::uint64_t bytes) {
        return reinterpret_cast<decltype(place)>(reinterpret_cast<std::uint64_t>(place) + bytes);
    };
    for (std::uint64_t j = 0; j < loops.size[1]; ++j)
        for (std::uint64_t i = 0; i < loops.size[0]; ++i)
            AscendC::DataCopyPad(local<TPosition::A1, E>(shifted(dst, i * loops.to[0] + j * loops.to[1])),
                                 global<E>(shifted(src, i * loops.from[0] + j * loops.from[1])), AscendC::DataCopyExtParams(n_burst, len_burst, from, to, 0),
                                 AscendC::DataCopyPadExtParams<E>(false, left_padding, right_padding, E(0)));
}

namespace lanewise::c {

// What later copies of matrices do in L1: their number, and strides in blocks of 32 bytes.
struct Fractals {
    std::uint64_t word = 0;
    std::int64_t part(int at) const { return static_cast<std::int64_t>(word >> at & 0xFFFF); }
};
[[gnu::visibility("hidden")]] inline thread_local Fractals fractals;

}  // namespace lanewise::c

LANEWISE_API void asc_set_gm2l1_nz_para(std::uint64_t config) { lanewise::c::fractals.word = config; }
template <class T, class Mode>
LANEWISE_API void asc_copy_gm2l1_nd2nz(__cbuf__ T* dst, __gm__ lanewise::plain_t<T>* src, std::uint64_t loop1_src_stride, Mode, std::uint16_t n_value,
                                       std::uint32_t d_value, std::uint64_t loop4_src_stride, bool smallc0_en) {
    using namespace lanewise::c;
    const auto& w = fractals;
    AscendC::Nd2NzParams p;
    p.ndNum = w.part(0), p.nValue = n_value, p.dValue = d_value, p.srcNdMatrixStride = loop4_src_stride / sizeof(T), p.srcDValue = loop1_src_stride / sizeof(T);
    p.dstNzC0Stride = w.part(32), p.dstNzNStride = w.part(16), p.dstNzMatrixStride = w.part(48) * 32 / sizeof(T);
    if (smallc0_en) AscendC::DataCopy<T, true>(local<TPosition::A1>(dst), global(src), p);
    else AscendC::DataCopy(local<TPosition::A1>(dst), global(src), p);
}
template <class T, class Mode>
LANEWISE_API void asc_copy_gm2l1_dn2nz(__cbuf__ T* dst, __gm__ lanewise::plain_t<T>* src, std::uint64_t loop1_src_stride, Mode, std::uint16_t n_value,
                                       std::uint32_t d_value, std::uint64_t loop4_src_stride, bool) {
    using namespace lanewise::c;
    const auto& w = fractals;
    AscendC::DataCopy(local<TPosition::A1>(dst), global(src),
                      AscendC::Dn2NzParams(static_cast<std::uint16_t>(w.part(0)), n_value, d_value, loop4_src_stride / sizeof(T), loop1_src_stride / sizeof(T),
                                           static_cast<std::uint16_t>(w.part(32)), static_cast<std::uint16_t>(w.part(16)),
                                           static_cast<std::uint32_t>(w.part(48) * 32 / sizeof(T))));
}
#else
template <class T>
LANEWISE_API void asc_copy_gm2l1_nd2nz(__cbuf__ T* dst, __gm__ lanewise::plain_t<T>* src, std::uint16_t nd_num, std::uint16_t n_value, std::uint16_t d_value,
                                       std::uint16_t src_nd_matrix_stride, std::uint16_t src_d_value, std::uint16_t dst_nz_c0_stride,
                                       std::uint16_t dst_nz_n_stride, std::uint16_t dst_nz_matrix_stride) {
    using namespace lanewise::c;
    AscendC::DataCopy(local<TPosition::A1>(dst), global(src),
                      AscendC::Nd2NzParams(nd_num, n_value, d_value, src_nd_matrix_stride, src_d_value, dst_nz_c0_stride, dst_nz_n_stride, dst_nz_matrix_stride));
}
#endif

// --- L1 to L0A and L0B ---

#if LANEWISE_HAS_WIDE_COPIES
#define LANEWISE_C_LOAD(side, space, position)                                                                                                       \
    template <class T>                                                                                                                              \
    LANEWISE_API void asc_copy_l12##side(space T* dst, __cbuf__ lanewise::plain_t<T>* src, std::uint32_t m_start, std::uint32_t k_start,            \
                                         std::uint16_t m_step, std::uint16_t k_step, std::int32_t src_stride, std::uint16_t dst_stride) {           \
        using namespace lanewise::c;                                                                                                                \
        AscendC::LoadData(local<TPosition::position>(dst), local<TPosition::A1>(src),                                                               \
                          AscendC::LoadData2DParamsV2(m_start, k_start, m_step, k_step, src_stride, dst_stride, false, 0));                         \
    }                                                                                                                                               \
    template <class T>                                                                                                                              \
    LANEWISE_API void asc_copy_l12##side##_transpose(space T* dst, __cbuf__ lanewise::plain_t<T>* src, std::uint32_t m_start,                       \
                                                     std::uint32_t k_start, std::uint16_t m_step, std::uint16_t k_step, std::int32_t src_stride,    \
                                                     std::uint16_t dst_stride) {                                                                    \
        using namespace lanewise::c;                                                                                                                \
        AscendC::LoadData(local<TPosition::position>(dst), local<TPosition::A1>(src),                                                               \
                          AscendC::LoadData2DParamsV2(m_start, k_start, m_step, k_step, src_stride, dst_stride, true, 0));                          \
    }                                                                                                                                               \
    /* Scales: the address of their matrix, a 16th of it. */                                                                                        \
    LANEWISE_API void asc_copy_l12##side##_mx(std::uint64_t dst, __cbuf__ fp8_e8m0_t* src, std::uint16_t x_start, std::uint16_t y_start,            \
                                              std::uint8_t x_step, std::uint8_t y_step, std::uint16_t src_stride, std::uint16_t dst_stride) {       \
        using namespace lanewise::c;                                                                                                                \
        const auto matrix = local<TPosition::position>(reinterpret_cast<std::uint8_t*>(16 * dst));                                                  \
        lanewise::plain(lanewise::Opcode::load_data_mx_)                                                                                            \
            .tensors(lanewise::Beside<fp8_e8m0_t>::of(matrix, 16), local<TPosition::A1>(src))                                                       \
            .issue_with(x_start, y_start, x_step, y_step, src_stride, dst_stride);                                                                  \
    }
// Squares; the start and the stride of the source count fractals.
template <class T>
LANEWISE_API void asc_copy_l12l0b_trans(__cb__ T* dst, __cbuf__ lanewise::plain_t<T>* src, std::uint16_t index, std::uint8_t repeat, std::uint16_t src_stride,
                                        std::uint16_t dst_gap, bool decrement, std::uint16_t dst_frac_gap, std::uint16_t src_frac_gap) {
    using namespace lanewise::c;
    AscendC::LoadDataWithTranspose(local<TPosition::B2>(dst), local<TPosition::A1>(src),
                                   AscendC::LoadData2dTransposeParamsV2(index, repeat, src_stride, dst_gap, dst_frac_gap, src_frac_gap, decrement));
}
#else
#define LANEWISE_C_LOAD(side, space, position)                                                                                                       \
    template <class T>                                                                                                                              \
    LANEWISE_API void asc_copy_l12##side(space T* dst, __cbuf__ lanewise::plain_t<T>* src, std::uint16_t start_index, std::uint8_t repeat,          \
                                         std::uint16_t src_stride, std::uint16_t dst_gap) {                                                         \
        using namespace lanewise::c;                                                                                                                \
        AscendC::LoadData(local<TPosition::position>(dst), local<TPosition::A1>(src),                                                               \
                          AscendC::LoadData2DParams(start_index, repeat, src_stride, 0, dst_gap, false, 0));                                        \
    }                                                                                                                                               \
    template <class T>                                                                                                                              \
    LANEWISE_API void asc_copy_l12##side##_trans(space T* dst, __cbuf__ lanewise::plain_t<T>* src, std::uint16_t index, std::uint8_t repeat,        \
                                                 std::uint16_t src_stride, std::uint16_t dst_gap, bool decrement, std::uint16_t dst_frac_gap) {     \
        using namespace lanewise::c;                                                                                                                \
        AscendC::LoadDataWithTranspose(local<TPosition::position>(dst), local<TPosition::A1>(src),                                                  \
                                       AscendC::LoadData2dTransposeParams(index, repeat, src_stride, dst_gap, dst_frac_gap, decrement));            \
    }
#endif
LANEWISE_C_LOAD(l0a, __ca__, A2)
LANEWISE_C_LOAD(l0b, __cb__, B2)
#undef LANEWISE_C_LOAD

// The matrix of a convolution; the feature map is that of asc_set_l13d_fmatrix.
#define LANEWISE_C_UNROLL(side, space, position)                                                                                                     \
    template <class T>                                                                                                                              \
    LANEWISE_API void asc_copy_l12##side(space T* dst, __cbuf__ lanewise::plain_t<T>* src, std::uint16_t k_extension, std::uint16_t m_extension,    \
                                         std::uint16_t k_start, std::uint16_t m_start, std::uint8_t stride_w, std::uint8_t stride_h,                \
                                         std::uint8_t filter_w, std::uint8_t filter_h, std::uint8_t dilation_w, std::uint8_t dilation_h,            \
                                         bool filter_size_w, bool filter_size_h, bool transpose, bool fmatrix_ctrl, std::uint16_t channels) {       \
        using namespace lanewise::c;                                                                                                                \
        const std::uint8_t pads[4] = {};                                                                                                            \
        const AscendC::LoadData3DParamsV2<T> p(pads, 1, 1, channels, k_extension, m_extension, k_start, m_start, stride_w, stride_h, filter_w,      \
                                               filter_h, dilation_w, dilation_h, transpose, false, T(0), filter_size_w, filter_size_h,              \
                                               fmatrix_ctrl);                                                                                       \
        lanewise::load_map<false, false>(local<TPosition::position>(dst), local<TPosition::A1>(src), p, false);                                     \
    }
LANEWISE_C_UNROLL(l0a, __ca__, A2)
LANEWISE_C_UNROLL(l0b, __cb__, B2)
#undef LANEWISE_C_UNROLL

template <class T>
LANEWISE_API void asc_set_l13d_padding(T value) { AscendC::SetLoadDataPaddingValue(value); }

namespace lanewise::c {

// A word: width, height, then the padding to the left, to the right, above and below.
LANEWISE_API void feature_map(std::uint64_t word, AscendC::FmatrixMode which) {
    std::uint8_t pads[4];
    for (int i = 0; i < 4; ++i) pads[i] = static_cast<std::uint8_t>(word >> (32 + 8 * i));
    AscendC::SetFmatrix(static_cast<std::uint16_t>(word >> 16), static_cast<std::uint16_t>(word), pads, which);
}
// Repeats, blocks and the gap between two repeats, as words hold them.
template <class T, class V>
LANEWISE_API void fill_blocks(const LocalTensor<T>& dst, V value, std::uint64_t word) {
    AscendC::Fill(dst, AscendC::InitConstValueParams<T>(word & 0x7FFF, word >> 16 & 0x7FFF, word >> 32 & 0x7FFF, static_cast<T>(value)));
}

}  // namespace lanewise::c

LANEWISE_API void asc_set_l13d_fmatrix(std::uint64_t config) { lanewise::c::feature_map(config, AscendC::FmatrixMode::FMATRIX_LEFT); }
// Stride, number and direction of repeats; in front of them how far apart columns of fractals are.
LANEWISE_API void asc_set_l13d_rpt(std::uint64_t config) {
    const AscendC::LoadDataRepeatParam p(static_cast<std::uint16_t>(config), static_cast<std::uint8_t>(config >> 16), config >> 24 & 1);
    lanewise::set_load_repeat("asc_set_l13d_rpt", p, static_cast<std::uint16_t>(config >> 32));
}

#define LANEWISE_C_FILL(memory, space, position)                                                                             \
    template <class T>                                                                                                      \
    LANEWISE_API void asc_fill_##memory(space T* dst, lanewise::plain_t<T> value, const asc_fill_value_config& config) {    \
        lanewise::c::fill_blocks(lanewise::c::local<AscendC::TPosition::position>(dst), value, config.config);              \
    }
LANEWISE_C_FILL(l1, __cbuf__, A1)
#if !LANEWISE_HAS_WIDE_COPIES
LANEWISE_C_FILL(l0a, __ca__, A2)
LANEWISE_C_FILL(l0b, __cb__, B2)
#endif
#undef LANEWISE_C_FILL

// --- products: k stands before n ---

namespace lanewise::c {

// Where the bias of a product lies stands in the upper half of the result's address, if it is one of the bias table: pointers to arrays have
// something else there.
template <class C>
LANEWISE_API LocalTensor<C> bias_of(__cc__ C* c, std::uint16_t n) {
    const std::uint64_t upper = reinterpret_cast<std::uint64_t>(c) >> 32, size = bytes_of_memory(Space::bias);
    return LocalTensor<C>::lanewise_at(TPosition::C2, upper < size ? static_cast<std::uint32_t>(upper) : 0, n);
}

}  // namespace lanewise::c

template <class C, class A, class B>
LANEWISE_API void asc_mmad(__cc__ C* c, __ca__ A* a, __cb__ B* b, std::uint16_t m, std::uint16_t k, std::uint16_t n, std::uint8_t unit_flag,
                           bool align_or_no_gemv, bool c_source, bool c_init) {
    using namespace lanewise::c;
    AscendC::MmadParams p(m, n, k, unit_flag, c_source, c_init);
    (LANEWISE_HAS_WIDE_COPIES ? p.disableGemv : p.kDirectionAlign) = align_or_no_gemv;
    if (c_source && !c_init) AscendC::Mmad(local<TPosition::CO1>(c), local<TPosition::A2>(a), local<TPosition::B2>(b), bias_of(c, n), p);
    else AscendC::Mmad(local<TPosition::CO1>(c), local<TPosition::A2>(a), local<TPosition::B2>(b), p);
}
#if LANEWISE_L0AMX_BYTES
template <class C, class A, class B>
LANEWISE_API void asc_mmad_mx(__cc__ C* c, __ca__ A* a, __cb__ B* b, std::uint16_t m, std::uint16_t k, std::uint16_t n, std::uint8_t unit_flag,
                              bool disable_gemv, bool c_source, bool c_init) {
    using namespace lanewise::c;
    AscendC::MmadParams p(m, n, k, unit_flag, c_source, c_init);
    p.disableGemv = disable_gemv;
    if (c_source && !c_init) AscendC::MmadMx(local<TPosition::CO1>(c), local<TPosition::A2>(a), local<TPosition::B2>(b), bias_of(c, n), p);
    else AscendC::MmadMx(local<TPosition::CO1>(c), local<TPosition::A2>(a), local<TPosition::B2>(b), p);
}
#endif

LANEWISE_API void asc_enable_hf32() { AscendC::SetHF32Mode(true); }
LANEWISE_API void asc_disable_hf32() { AscendC::SetHF32Mode(false); }
LANEWISE_API void asc_set_fp32_mode() { AscendC::SetHF32Mode(false); }
LANEWISE_API void asc_enable_hf32_trans(bool to_even) { AscendC::SetHF32TransMode(to_even); }
#if LANEWISE_HAS_WIDE_COPIES
// How products read bytes: the pointers say it, too.
LANEWISE_API void asc_enable_hif8() { lanewise::set_state(lanewise::Opcode::set_ctrl_spr_, ~0ull, lw_current()->state->ctrl | 1ull << 45); }
LANEWISE_API void asc_enable_fp8() { lanewise::set_state(lanewise::Opcode::set_ctrl_spr_, ~0ull, lw_current()->state->ctrl & ~(1ull << 45)); }
#endif
LANEWISE_API void asc_set_mmad_direction_m() { AscendC::SetMMColumnMajor(); }
LANEWISE_API void asc_set_mmad_direction_n() { AscendC::SetMMRowMajor(); }

// --- results ---

LANEWISE_API void asc_set_l0c_copy_params(std::uint16_t nd_num, std::uint16_t src_nd_stride, std::uint32_t dst_nd_stride) {
    AscendC::SetFixpipeNz2ndFlag(nd_num, src_nd_stride, dst_nd_stride);
}
LANEWISE_API void asc_set_l0c2gm_nz2nd(std::uint16_t nd_num, std::uint16_t src_nd_stride, std::uint32_t dst_nd_stride) {
    AscendC::SetFixpipeNz2ndFlag(nd_num, src_nd_stride, dst_nd_stride);
}
#if LANEWISE_HAS_ELEMENT_STRIDES
namespace lanewise::c {
// How far rows lie apart in L0C that later results in columns come from.
[[gnu::visibility("hidden")]] inline thread_local std::int64_t row_stride = 1;
}  // namespace lanewise::c
LANEWISE_API void asc_set_l0c2gm_channel_para(std::uint64_t config) { lanewise::c::row_stride = static_cast<std::int64_t>(config >> 48); }
#endif
LANEWISE_API void asc_set_l0c_copy_prequant(std::uint64_t config) { AscendC::SetFixpipePreQuantFlag(config); }
LANEWISE_API void asc_set_l0c2gm_prequant(std::uint64_t config) { AscendC::SetFixpipePreQuantFlag(config); }
// Of factors nothing is published; scales of columns lie in the Fixpipe buffer.
template <class T>
LANEWISE_API void asc_set_l0c2gm_config(std::uint64_t, __fbuf__ T* quant_pre, bool unit_flag) {
    lanewise::plain(lanewise::Opcode::set_fix_pipe_config_).issue_with(static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(quant_pre)), unit_flag);
}

namespace lanewise::c {

template <class D, class S>
LANEWISE_API void drain_results(const char* op, const D& dst, const S& src, std::int64_t n, std::int64_t m, std::int64_t dst_stride, std::int64_t src_stride,
                                std::int64_t unit_flag, std::uint64_t quant, bool relu, bool split, bool rows, bool columns = false, std::int64_t dual = 0,
                                std::int64_t sub = 0) {
    const State& state = *lw_current()->state;
    const bool several = rows || columns;
    const auto word = [&](int k) { return several ? static_cast<std::int64_t>(state.nz2nd[k]) : k == 0; };
    const std::int64_t to = dst_stride * (several ? 1 : fractal_stride<typename D::PrimType>);
#if LANEWISE_HAS_ELEMENT_STRIDES
    const std::int64_t apart = row_stride;
#else
    constexpr std::int64_t apart = 1;
#endif
    drain(op, dst, src,
          {n, m, src_stride, to, unit_flag, word(0), word(1) * matrix_stride, word(2), apart,
           rows ? AscendC::CO2Layout::ROW_MAJOR : columns ? AscendC::CO2Layout::COLUMN_MAJOR : AscendC::CO2Layout::NZ, static_cast<QuantMode_t>(quant), relu, split, dual, sub});
}

}  // namespace lanewise::c

#if LANEWISE_HAS_ELEMENT_STRIDES
template <class T, class S, class Mode, class Clip, class... Rest>
LANEWISE_API void asc_copy_l0c2gm(__gm__ T* dst, __cc__ S* src, std::uint16_t n_size, std::uint16_t m_size, std::uint32_t dst_stride, std::uint16_t src_stride,
                                  Mode, Clip, std::uint8_t unit_flag, std::uint64_t quant_pre, std::uint8_t relu_pre, bool channel_split, bool nz2nd_en,
                                  std::uint64_t, std::uint8_t, bool, std::uint8_t, bool, bool, bool, bool nz2dn_en) {
    using namespace lanewise::c;
    drain_results("asc_copy_l0c2gm", global(dst), local<TPosition::CO1>(src), n_size, m_size, dst_stride, src_stride, unit_flag, quant_pre, relu_pre == 1,
                  channel_split, nz2nd_en, nz2dn_en);
}
template <class T, class S, class Clip>
LANEWISE_API void asc_copy_l0c2ub(__ubuf__ T* dst, __cc__ S* src, std::uint16_t n_size, std::uint16_t m_size, std::uint32_t dst_stride,
                                  std::uint16_t src_stride, std::uint8_t dual_dst_mode, bool sub_block_id, Clip, std::uint8_t unit_flag,
                                  std::uint64_t quant_pre, std::uint8_t relu_pre, bool channel_split, bool nz2nd_en, std::uint64_t, std::uint8_t, bool,
                                  std::uint8_t, bool, bool, bool, bool nz2dn_en) {
    using namespace lanewise::c;
    drain_results("asc_copy_l0c2ub", local<TPosition::VECIN>(dst), local<TPosition::CO1>(src), n_size, m_size, dst_stride, src_stride, unit_flag, quant_pre,
                  relu_pre == 1, channel_split, nz2nd_en, nz2dn_en, dual_dst_mode, dual_dst_mode ? 0 : sub_block_id);
}
#else
template <class T, class S>
LANEWISE_API void asc_copy_l0c2gm(__gm__ T* dst, __cc__ S* src, std::uint16_t n_size, std::uint16_t m_size, std::uint32_t dst_stride, std::uint16_t src_stride,
                                  std::uint8_t unit_flag, std::uint64_t quant_pre, std::uint8_t relu_pre, bool channel_split, bool nz2nd_en) {
    using namespace lanewise::c;
    drain_results("asc_copy_l0c2gm", global(dst), local<TPosition::CO1>(src), n_size, m_size, dst_stride, src_stride, unit_flag, quant_pre, relu_pre == 1,
                  channel_split, nz2nd_en);
}
template <class T, class S>
LANEWISE_API void asc_copy_l0c2l1(__cbuf__ T* dst, __cc__ S* src, std::uint16_t n_size, std::uint16_t m_size, std::uint32_t dst_stride, std::uint16_t src_stride,
                                  std::uint8_t unit_flag, std::uint64_t quant_pre, std::uint8_t relu_pre, bool channel_split, bool nz2nd_en) {
    using namespace lanewise::c;
    drain_results("asc_copy_l0c2l1", local<TPosition::A1>(dst), local<TPosition::CO1>(src), n_size, m_size, dst_stride, src_stride, unit_flag, quant_pre,
                  relu_pre == 1, channel_split, nz2nd_en);
}
#endif

// --- between L1 and the other memories ---

// `convert`: narrow floats become float, which their types say.
template <class T, class S>
LANEWISE_API void asc_copy_l12bt(__biasbuf__ T* dst, __cbuf__ S* src, bool, std::uint16_t n_burst, std::uint16_t len_burst, std::uint16_t src_gap,
                                 std::uint16_t dst_gap) {
    using namespace lanewise::c;
    copy_bursts(local<TPosition::C2>(dst), local<TPosition::A1>(src), n_burst, len_burst, src_gap, dst_gap);
}
template <class T>
LANEWISE_API void asc_copy_l12fb(__fbuf__ T* dst, __cbuf__ lanewise::plain_t<T>* src, std::uint16_t n_burst, std::uint16_t len_burst, std::uint16_t src_gap,
                                 std::uint16_t dst_gap) {
    using namespace lanewise::c;
    constexpr int unit = LANEWISE_HAS_ELEMENT_STRIDES ? 64 : 128;  // of the hardware; the record counts 128 bytes
    copy_bursts(local<TPosition::C2PIPE2GM, std::uint64_t>(dst), local<TPosition::A1, std::uint64_t>(src), n_burst, (len_burst * unit + 127) / 128, src_gap,
                (dst_gap * unit + 127) / 128);
}
#if LANEWISE_HAS_WIDE_COPIES
template <class T>
LANEWISE_API void asc_copy_ub2l1(__cbuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, std::uint16_t n_burst, std::uint16_t len_burst, std::uint16_t src_gap,
                                 std::uint16_t dst_gap) {
    using namespace lanewise::c;
    copy_bursts(local<TPosition::A1, std::uint8_t>(dst), local<TPosition::VECIN, std::uint8_t>(src), n_burst, len_burst, src_gap, dst_gap);
}
template <class T>
LANEWISE_API void asc_copy_ub2l1(__cbuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, std::uint32_t size) {
    asc_copy_ub2l1(dst, src, 1, static_cast<std::uint16_t>(size / 32), 0, 0);
}
template <class T, class S>
LANEWISE_API void asc_copy_l12ub(__ubuf__ T* dst, __cbuf__ S* src, bool sub_block, std::uint16_t n_burst, std::uint16_t len_burst, std::uint16_t src_gap,
                                 std::uint16_t dst_gap) {
    using namespace lanewise::c;
    lanewise::hand_out(local<TPosition::VECIN, std::uint8_t>(dst), local<TPosition::A1, std::uint8_t>(src), sub_block,
                       AscendC::DataCopyParams(n_burst, len_burst, src_gap, dst_gap));
}
#else
template <class T, class S>
LANEWISE_API void asc_copy_l12gm(__gm__ T* dst, __cbuf__ S* src, std::uint16_t n_burst, std::uint16_t len_burst, std::uint16_t src_gap, std::uint16_t dst_gap) {
    using namespace lanewise::c;
    copy_bursts(global<std::uint8_t>(dst), local<TPosition::A1, std::uint8_t>(src), n_burst, len_burst, src_gap, dst_gap);
}
#endif

LANEWISE_C_SYNC(copy_gm2l1)
LANEWISE_C_SYNC(copy_gm2l1_nd2nz)
LANEWISE_C_SYNC(copy_l12l0a)
LANEWISE_C_SYNC(copy_l12l0b)
LANEWISE_C_SYNC(mmad)
LANEWISE_C_SYNC(copy_l0c2gm)
LANEWISE_C_SYNC(copy_l12bt)
LANEWISE_C_SYNC(copy_l12fb)
LANEWISE_C_SYNC(fill_l1)
#if LANEWISE_HAS_WIDE_COPIES
LANEWISE_C_SYNC(copy_gm2l1_dn2nz)
LANEWISE_C_SYNC(copy_gm2l1_align)
LANEWISE_C_SYNC(copy_l12ub)
LANEWISE_C_SYNC(copy_l12l0a_transpose)
LANEWISE_C_SYNC(copy_l12l0b_transpose)
LANEWISE_C_SYNC(copy_l12l0b_trans)
LANEWISE_C_SYNC(copy_l0c2ub)
LANEWISE_C_SYNC(copy_ub2l1)
#else
LANEWISE_C_SYNC(copy_l12l0a_trans)
LANEWISE_C_SYNC(copy_l12l0b_trans)
LANEWISE_C_SYNC(copy_l0c2l1)
LANEWISE_C_SYNC(copy_l12gm)
#endif
