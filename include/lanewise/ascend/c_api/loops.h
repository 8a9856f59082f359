// Loops around copies of ascend950: two around bursts, and five in one copy.
#pragma once

LANEWISE_API void asc_set_gm2ub_pad(std::uint32_t pad_val) { asc_set_copy_pad_val(pad_val); }

namespace lanewise::c {

// The loops of one direction are one register; these calls set a part of it.
LANEWISE_API void set_loops(AscendC::DataCopyMVType direction, int first, std::uint64_t a, std::uint64_t b) {
    const State& state = *lw_current()->state;
    const bool inward = direction == AscendC::DataCopyMVType::OUT_TO_UB;
    std::int64_t fields[7] = {static_cast<std::int64_t>(direction)};
    for (int i = 0; i < 6; ++i) fields[1 + i] = static_cast<std::int64_t>((inward ? state.loop_in : state.loop_out)[i]);
    fields[1 + first] = static_cast<std::int64_t>(a);
    fields[2 + first] = static_cast<std::int64_t>(b);
    Call(Opcode::set_loop_mode_para_, Overload::PLAIN, 0).issue_list(fields, 7);
}

}  // namespace lanewise::c

// Strides in bytes, the source's first.
#define LANEWISE_C_LOOPS(name, direction)                                                                             \
    LANEWISE_API void asc_set_##name##_loop_size(std::uint64_t loop1_size, std::uint64_t loop2_size) {                \
        lanewise::c::set_loops(AscendC::DataCopyMVType::direction, 0, loop1_size, loop2_size);                        \
    }                                                                                                                 \
    LANEWISE_API void asc_set_##name##_loop1_stride(std::uint64_t loop1_src_stride, std::uint64_t loop1_dst_stride) { \
        lanewise::c::set_loops(AscendC::DataCopyMVType::direction, 2, loop1_src_stride, loop1_dst_stride);            \
    }                                                                                                                 \
    LANEWISE_API void asc_set_##name##_loop2_stride(std::uint64_t loop2_src_stride, std::uint64_t loop2_dst_stride) { \
        lanewise::c::set_loops(AscendC::DataCopyMVType::direction, 4, loop2_src_stride, loop2_dst_stride);            \
    }
LANEWISE_C_LOOPS(gm2ub, OUT_TO_UB)
LANEWISE_C_LOOPS(ub2gm, UB_TO_OUT)
#undef LANEWISE_C_LOOPS

// --- five dimensions at once ---

namespace lanewise::c {

struct NdimRegisters {
    std::uint64_t dst_stride[5], src_stride[5];
    asc_ndim_pad_count_config pads;
    std::uint64_t pad_value;
};
inline NdimRegisters& ndim_registers() {
    static thread_local NdimRegisters registers{};
    return registers;
}

LANEWISE_API void set_ndim_stride(int dimension, std::uint64_t dst_stride, std::uint64_t src_stride) {
    ndim_registers().dst_stride[dimension] = dst_stride;
    ndim_registers().src_stride[dimension] = src_stride;
}

}  // namespace lanewise::c

// Strides in elements, the destination's first.
LANEWISE_API void asc_set_ndim_loop0_stride(std::uint64_t dst_stride, std::uint64_t src_stride) { lanewise::c::set_ndim_stride(0,
        dst_stride, src_stride); }
LANEWISE_API void asc_set_ndim_loop1_stride(std::uint64_t dst_stride, std::uint64_t src_stride) { lanewise::c::set_ndim_stride(1,
        dst_stride, src_stride); }
LANEWISE_API void asc_set_ndim_loop2_stride(std::uint64_t dst_stride, std::uint64_t src_stride) { lanewise::c::set_ndim_stride(2,
        dst_stride, src_stride); }
LANEWISE_API void asc_set_ndim_loop3_stride(std::uint64_t dst_stride, std::uint64_t src_stride) { lanewise::c::set_ndim_stride(3,
        dst_stride, src_stride); }
LANEWISE_API void asc_set_ndim_loop4_stride(std::uint64_t dst_stride, std::uint64_t src_stride) { lanewise::c::set_ndim_stride(4,
        dst_stride, src_stride); }
LANEWISE_API void asc_set_ndim_pad_count(asc_ndim_pad_count_config& config) { lanewise::c::ndim_registers().pads = config; }
template <class T>
LANEWISE_API void asc_set_ndim_pad_value(T pad_value) {
    lanewise::c::ndim_registers().pad_value = lanewise::raw_bits(pad_value);
}

// padding_mode: with the pad value, else with the nearest element.
template <class T, class Mode>
LANEWISE_API void asc_ndim_copy_gm2ub(__ubuf__ T* dst, __gm__ lanewise::plain_t<T>* src, std::uint32_t loop0_size,
                                      std::uint32_t loop1_size,
                                      std::uint32_t loop2_size, std::uint32_t loop3_size, std::uint32_t loop4_size,
                                      std::uint8_t loop0_lp_count, std::uint8_t loop0_rp_count, bool padding_mode, Mode) {
    using E = lanewise::c::copied_t<T>;
    const lanewise::c::NdimRegisters& set = lanewise::c::ndim_registers();
    const std::uint32_t sizes[] = {loop0_size, loop1_size, loop2_size, loop3_size, loop4_size};
    std::int64_t numbers[2 + 5 * 5] = {5, static_cast<std::int64_t>(set.pad_value)};
    for (int i = 0; i < 5; ++i) {
        std::int64_t* axis = numbers + 2 + 5 * i;
        axis[0] = static_cast<std::int64_t>(set.src_stride[i]);
        axis[1] = static_cast<std::int64_t>(set.dst_stride[i]);
        axis[2] = sizes[i];
        axis[3] = i ? static_cast<std::int64_t>(set.pads.config >> 16 * (i - 1) & 0xFF) : loop0_lp_count;
        axis[4] = i ? static_cast<std::int64_t>(set.pads.config >> (16 * (i - 1) + 8) & 0xFF) : loop0_rp_count;
    }
    lanewise::Call(lanewise::Opcode::data_copy_nddma_, lanewise::Overload::PLAIN, lanewise::flag_if(!padding_mode,
            lanewise::NEAREST))
        .tensors(lanewise::c::ub(reinterpret_cast<E*>(dst)), lanewise::c::gm(reinterpret_cast<E*>(src)))
        .issue_list(numbers, 2 + 5 * 5);
}
LANEWISE_API void asc_ndim_copy_dci() { AscendC::NdDmaDci(); }
