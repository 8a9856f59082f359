// Matmul on the cube core itself.
#pragma once

#include "lanewise/ascend/matmul/batch.h"
#include "lanewise/ascend/matmul/settings.h"

namespace lanewise::matmul {

// All that a call issues is told at the line of the call.
class Line {
  public:
    LANEWISE_API Line() : held_(lw_stand_here()) {}
    LANEWISE_API ~Line() { lw_stand_for(held_); }
    Line(const Line&) = delete;

  private:
    const void* held_;
};

}  // namespace lanewise::matmul

namespace AscendC {

template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE = C_TYPE, const auto& MM_CFG = CFG_NORM,
          class MM_CB = MatmulCallBackFunc<nullptr, nullptr, nullptr>, template <const auto&, typename...> class MATMUL_POLICY = MatmulPolicy>
class MatmulImpl : public lanewise::matmul::Settings<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG> {
    using Base = lanewise::matmul::Settings<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG>;
    using Worker = lanewise::matmul::Worker<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB>;
    using Line = lanewise::matmul::Line;
    using Origin = lanewise::matmul::Origin;
    // Told to a cube core alone these would be ignored without a word.
    static_assert(!Base::config.intraBlockPartSum, "intraBlockPartSum adds up the products that the two vector cores of a group ask for: take Matmul without ASCENDC_CUBE_ONLY, or enAtomic = 1");
    static_assert(Base::config.decompMode == DecompressionMode::DECOMP_NONE, "matrices that are unpacked on their way to L1 (decompMode) are not emulated: DecompressionMode::DECOMP_NONE");
    // Code for the other kind of core is skipped there.
    static constexpr bool works = LANEWISE_CUBE_SIDE || !LANEWISE_HAS_SEPARATE_CORES;

  public:
    using typename Base::BiasT;
    using typename Base::DstT;
    using typename Base::L0cT;
    using typename Base::SrcAT;
    using typename Base::SrcBT;
    using AType = A_TYPE;
    using BType = B_TYPE;
    using CType = C_TYPE;
    using BiasType = BIAS_TYPE;
    static constexpr auto wanted = lanewise::matmul::Wanted<MATMUL_POLICY<MM_CFG, A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE>::lanewise_triangle>{};

    void SetTensorA(const GlobalTensor<SrcAT>& gm, bool isTransposeA = false) { this->template set_side<A_TYPE>(this->job_.a, gm, isTransposeA); }
    void SetTensorB(const GlobalTensor<SrcBT>& gm, bool isTransposeB = false) { this->template set_side<B_TYPE>(this->job_.b, gm, isTransposeB); }
    void SetTensorA(const LocalTensor<SrcAT>& local, bool isTransposeA = false) {
        static_assert(lanewise::matmul::in_l1<A_TYPE> || !works, "an A of a cube core lies in GM or in L1 (TPosition::TSCM)");
        this->template set_side<A_TYPE>(this->job_.a, local, isTransposeA);
    }
    void SetTensorB(const LocalTensor<SrcBT>& local, bool isTransposeB = false) {
        static_assert(lanewise::matmul::in_l1<B_TYPE> || !works, "a B of a cube core lies in GM or in L1 (TPosition::TSCM)");
        this->template set_side<B_TYPE>(this->job_.b, local, isTransposeB);
    }
    void SetTensorA(PrimT<SrcAT> value) { this->job_.a.value = value, this->job_.a.origin = Origin::value, this->start_over(); }
    void SetTensorB(PrimT<SrcBT> value) { this->job_.b.value = value, this->job_.b.origin = Origin::value, this->start_over(); }
    void SetBias(const GlobalTensor<BiasT>& gm) {
        if (this->job_.tiling.isBias) this->job_.bias.gm = gm, this->job_.bias.origin = Origin::gm;
    }
    void SetBias(const LocalTensor<BiasT>& local) {
        if (this->job_.tiling.isBias) this->job_.bias.local = local, this->job_.bias.origin = Origin::l1;
    }
    template <class T>
    void SetWorkspace(const T*, int) {}
    template <class T>
    void SetWorkspace(GlobalTensor<T>&) {}

    template <bool sync = true>
    LANEWISE_API bool Iterate(bool enPartialSum = false) {
        if constexpr (!works) return lw_leaves_product(), false;
        const Line line;
        return iterate(enPartialSum);
    }
    template <bool sync = true, class T>
    LANEWISE_API bool Iterate(bool enPartialSum, const LocalTensor<T>& l0c) {
        if constexpr (!works) return lw_leaves_product(), false;
        const Line line;
        return iterate_into(enPartialSum, l0c);
    }
    template <bool sync = true>
    LANEWISE_API void GetTensorC(const GlobalTensor<DstT>& gm, std::uint8_t enAtomic = 0, bool enSequentialWrite = false) {
        if constexpr (!works) return lw_leaves_product();
        const Line line;
        store(gm, enAtomic, enSequentialWrite);
    }
    template <bool sync = true>
    LANEWISE_API void IterateAll(const GlobalTensor<DstT>& gm, std::uint8_t enAtomic = 0, bool enSequentialWrite = false, bool = false, bool = false) {
        if constexpr (!works) return lw_leaves_product();
        const Line line;
        all(gm, enAtomic, enSequentialWrite);
    }
    LANEWISE_API void IterateBatch(const GlobalTensor<DstT>& gm, bool enPartialSum, std::uint8_t enAtomic, bool enSequentialWrite,
                                   std::uint32_t matrixStrideA = 0, std::uint32_t matrixStrideB = 0, std::uint32_t matrixStrideC = 0) {
        if constexpr (!works) return lw_leaves_product();
        const Line line;
        if (enPartialSum) lanewise::matmul::refuse("partial_sums", "IterateBatch(gm, false, enAtomic, enSequentialWrite)");
        batches(gm, {this->batch_a_, this->batch_b_, matrixStrideA, matrixStrideB, matrixStrideC}, enAtomic, enSequentialWrite);
    }
    void WaitIterateAll() {}
    void WaitIterateBatch() {}
    void WaitGetTensorC() {}
    void End() { this->start_over(); }

  private:
    [[gnu::noinline]] bool iterate(bool adds) {
        Base::check_sums_of_pairs(adds);
        if (!this->advance(wanted)) return false;
        if constexpr (!Base::in_pairs) Worker(this->job_).compute(block_of(this->job_, this->current_), adds);
        return true;
    }
    template <class T>
    [[gnu::noinline]] bool iterate_into(bool adds, const LocalTensor<T>& l0c) {
        if constexpr (Base::in_pairs) lanewise::matmul::refuse("pair_in_place", "Iterate() and GetTensorC(c), or ScheduleType::INNER_PRODUCT");
        if (!this->advance(wanted)) return false;
        Worker(this->job_).compute_into(l0c.template ReinterpretCast<L0cT>(), block_of(this->job_, this->current_), adds);
        return true;
    }
    [[gnu::noinline]] void store(const GlobalTensor<DstT>& gm, std::uint8_t atomic, bool sequential) {
        Worker worker(this->job_);
        if constexpr (Base::in_pairs) {
            this->check_pair(sequential);
            return worker.all({gm, atomic, sequential}, wanted, this->taken());
        }
        worker.store(worker.held(), block_of(this->job_, this->current_), {gm, atomic, sequential});
    }
    [[gnu::noinline]] void all(const GlobalTensor<DstT>& gm, std::uint8_t atomic, bool sequential) {
        this->start_over();
        Worker(this->job_).all({gm, atomic, sequential}, wanted);
    }
    [[gnu::noinline]] void batches(const GlobalTensor<DstT>& gm, const lanewise::matmul::BatchCall& call, std::uint8_t atomic, bool sequential) {
        lanewise::matmul::run_batch<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB>(this->job_, call, {gm, atomic, sequential});
    }
};

}  // namespace AscendC
