// Matmul in a kernel whose both kinds of cores run all of its code (enableMixDualMaster): the cube core computes what it calls, and the vector
// cores, which call the same, wait for it.
#pragma once

#include "lanewise/ascend/matmul/impl.h"

namespace AscendC {

template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE = C_TYPE, const auto& MM_CFG = CFG_NORM,
          class MM_CB = MatmulCallBackFunc<nullptr, nullptr, nullptr>, template <const auto&, typename...> class MATMUL_POLICY = MatmulPolicy>
class MatmulMaster : public MatmulImpl<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB, MATMUL_POLICY> {
    using Impl = MatmulImpl<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB, MATMUL_POLICY>;
    using Line = lanewise::matmul::Line;
    static constexpr bool computes = LANEWISE_CUBE_SIDE;

  public:
    using typename Impl::DstT;

    template <bool sync = true>
    LANEWISE_API bool Iterate(bool enPartialSum = false) {
        const Line line;
        if constexpr (computes) return Impl::template Iterate<sync>(enPartialSum);
        else return this->advance(Impl::wanted);
    }
    template <bool sync = true>
    LANEWISE_API void GetTensorC(const GlobalTensor<DstT>& gm, std::uint8_t enAtomic = 0, bool enSequentialWrite = false) {
        const Line line;
        if constexpr (computes) Impl::template GetTensorC<sync>(gm, enAtomic, enSequentialWrite);
        meet();
    }
    template <bool sync = true>
    LANEWISE_API void IterateAll(const GlobalTensor<DstT>& gm, std::uint8_t enAtomic = 0, bool enSequentialWrite = false, bool = false, bool = false) {
        const Line line;
        if constexpr (computes) Impl::template IterateAll<sync>(gm, enAtomic, enSequentialWrite);
        if (sync) meet();
    }
    LANEWISE_API void WaitIterateAll() {
        const Line line;
        meet();
    }

  private:
    // Results are stored, and all vector cores know.
    [[gnu::noinline]] static void meet() {
        PipeBarrier<PIPE_ALL>();
        std::uint32_t word = 0;
        if constexpr (computes) {
            if (lw_next_request(&word, sizeof word)) lw_answer();  // such kernels have one vector core for each cube core
        } else {
            lw_ask(&word, sizeof word);
            lw_await_answers();
        }
    }
};

}  // namespace AscendC
