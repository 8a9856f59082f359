// Transpose and TransDataTo5HD.
#pragma once

#include <algorithm>

#include "lanewise/ascend/instructions/forms.h"

namespace AscendC {

template <class T>
LANEWISE_API void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                            const LocalTensor<std::uint8_t>& sharedTmpBuffer, const TransposeParamsExt& p) {
    using enum TransposeType;
    using enum lanewise::Opcode;
    switch (p.transposeType) {
        case TRANSPOSE_TYPE_NONE: return;
        case TRANSPOSE_ND2ND_B16:
            lanewise::plain(transpose_nd2nd_b16_).tensors(dst, src, sharedTmpBuffer).issue();
            return;
        case TRANSPOSE_NCHW2NHWC:
        case TRANSPOSE_NHWC2NCHW:
            lanewise::plain(transpose_nchw_)
                .tensors(dst, src, sharedTmpBuffer)
                .issue_with(p.nSize, p.cSize, p.hSize, p.wSize, p.transposeType == TRANSPOSE_NCHW2NHWC);
            return;
        default:
            lanewise::fault("PARAM-001", {{"op", "Transpose"}, {"what", "transposeType"},
                                          {"value", static_cast<int>(p.transposeType)},
                                          {"need", "TRANSPOSE_ND2ND_B16, TRANSPOSE_NCHW2NHWC, TRANSPOSE_NHWC2NCHW or "
                                                   "TRANSPOSE_TYPE_NONE"}});
    }
}

}  // namespace AscendC

namespace lanewise {

// Two lists of 16 blocks, by their addresses in UB.
struct BlockLists {
    static constexpr int length = AscendC::NCHW_CONV_ADDR_LIST_SIZE;
    static constexpr std::uint64_t block = 32;
    std::int64_t numbers[2 * length + 4];  // destinations, sources, the half flags, the strides

    // How far the last repeat lies behind the list; a lone repeat is shifted already.
    static std::uint64_t last_step(std::uint64_t repeat, std::uint64_t stride) {
        return block * stride * (repeat == 1 ? 1 : repeat ? repeat - 1 : 0);
    }

    template <class T>
    static void check(const char* list, const AscendC::LocalTensor<T>& tensor, int i, std::uint64_t far) {
        if (tensor.GetLength() < far + block)
            fault("MEM-002", {{"op", "TransDataTo5HD"}, {"operand", std::string(list) + "[" + std::to_string(i) + "]"},
                              {"have", tensor.GetLength()}, {"need", far + block}});
    }

    // One operand over everything a list can touch: what the record shows beside the addresses.
    void span(Operand& o, const std::int64_t* addresses, DType type, std::uint64_t far) const {
        const auto [low, high] = std::minmax_element(addresses, addresses + length);
        const std::uint64_t start = static_cast<std::uint64_t>(*low) / block * block;
        const std::uint64_t bytes = static_cast<std::uint64_t>(*high) + far + block - start;
        o = {start, static_cast<std::uint32_t>(bytes), 1, 0, static_cast<std::uint8_t>(type), 0, 0, 0};
    }

    LANEWISE_API void issue(DType type, const AscendC::TransDataTo5HDParams& p) {
        numbers[2 * length] = p.dstHighHalf;
        numbers[2 * length + 1] = p.srcHighHalf;
        numbers[2 * length + 2] = p.dstRepStride;
        numbers[2 * length + 3] = p.srcRepStride;
        Call call(Opcode::trans_data_to_5hd_, Overload::PLAIN, 0);
        span(call.record.operands[0], numbers, type, last_step(p.repeatTimes, p.dstRepStride));
        span(call.record.operands[1], numbers + length, type, last_step(p.repeatTimes, p.srcRepStride));
        call.repeat(p.repeatTimes).issue_list(numbers, 2 * length + 4);
    }
};

}  // namespace lanewise

namespace AscendC {

// Addresses as GetPhyAddr gives them; their low 32 bits count in UB.
template <class T>
LANEWISE_API void TransDataTo5HD(std::uint64_t dstList[NCHW_CONV_ADDR_LIST_SIZE],
                                 std::uint64_t srcList[NCHW_CONV_ADDR_LIST_SIZE],
                                 const TransDataTo5HDParams& nchwconvParams) {
    lanewise::BlockLists lists;
    for (int i = 0; i < lists.length; ++i) {
        lists.numbers[i] = static_cast<std::uint32_t>(dstList[i]);
        lists.numbers[lists.length + i] = static_cast<std::uint32_t>(srcList[i]);
    }
    lists.issue(lanewise::dtype_of<PrimT<T>>, nchwconvParams);
}
// The same, with the addresses in UB.
template <class T>
LANEWISE_API void TransDataTo5HD(const LocalTensor<std::uint64_t>& dst, const LocalTensor<std::uint64_t>& src,
                                 const TransDataTo5HDParams& nchwconvParams) {
    std::uint64_t to[NCHW_CONV_ADDR_LIST_SIZE], from[NCHW_CONV_ADDR_LIST_SIZE];
    for (int i = 0; i < NCHW_CONV_ADDR_LIST_SIZE; ++i) {
        to[i] = dst.GetValue(static_cast<std::uint32_t>(i));
        from[i] = src.GetValue(static_cast<std::uint32_t>(i));
    }
    TransDataTo5HD<T>(to, from, nchwconvParams);
}
template <class T>
LANEWISE_API void TransDataTo5HD(const LocalTensor<T> (&dstList)[NCHW_CONV_ADDR_LIST_SIZE],
                                 const LocalTensor<T> (&srcList)[NCHW_CONV_ADDR_LIST_SIZE],
                                 const TransDataTo5HDParams& p) {
    lanewise::BlockLists lists;
    for (int i = 0; i < lists.length; ++i) {
        lists.check("dstList", dstList[i], i, lists.last_step(p.repeatTimes, p.dstRepStride));
        lists.check("srcList", srcList[i], i, lists.last_step(p.repeatTimes, p.srcRepStride));
        lists.numbers[i] = dstList[i].lanewise_address();
        lists.numbers[lists.length + i] = srcList[i].lanewise_address();
    }
    lists.issue(lanewise::dtype_of<PrimT<T>>, p);
}

// What some programs call instead: the implementation behind the interface, on pointers or addresses.
template <class T>
LANEWISE_API void TransDataTo5HDImpl(__ubuf__ T* dstList[NCHW_CONV_ADDR_LIST_SIZE],
                                     __ubuf__ T* srcList[NCHW_CONV_ADDR_LIST_SIZE], const TransDataTo5HDParams& p) {
    std::uint64_t to[NCHW_CONV_ADDR_LIST_SIZE], from[NCHW_CONV_ADDR_LIST_SIZE];
    for (int i = 0; i < NCHW_CONV_ADDR_LIST_SIZE; ++i) {
        to[i] = reinterpret_cast<std::uint64_t>(dstList[i]);
        from[i] = reinterpret_cast<std::uint64_t>(srcList[i]);
    }
    TransDataTo5HD<T>(to, from, p);
}
template <class T>
LANEWISE_API void TransDataTo5HDImpl(std::uint64_t dstList[NCHW_CONV_ADDR_LIST_SIZE],
                                     std::uint64_t srcList[NCHW_CONV_ADDR_LIST_SIZE], const TransDataTo5HDParams& p) {
    TransDataTo5HD<T>(dstList, srcList, p);
}

}  // namespace AscendC
