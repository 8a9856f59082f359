// What programs tell a Matmul object, wherever it works.
#pragma once

#include "lanewise/ascend/matmul/worker.h"

namespace lanewise::matmul {

template <class A, class B, class C, class BIAS, const auto& CFG>
class Settings {
  public:
    using SrcAT = typename A::T;
    using SrcBT = typename B::T;
    using DstT = typename C::T;
    using BiasT = typename BIAS::T;
    using L0cT = typename AscendC::GetMmDstType<SrcAT>::Type;
    static constexpr const MatmulConfig& config = config_of<CFG>();
    static constexpr bool lanewise_is_static = Static<CFG>;
    // By outer products Iterate takes two blocks at once, and GetTensorC gives both.
    static constexpr bool in_pairs = config.scheduleType == ScheduleType::OUTER_PRODUCT;

    void Init(const AscendC::tiling::TCubeTiling* tiling, AscendC::TPipe* = nullptr) {
        job_ = {};
        if (tiling) __builtin_memcpy(&job_.tiling, tiling, sizeof job_.tiling);
        else job_.tiling.isBias = 1;  // constants leave it open: SetBias says it
        apply_static<CFG>(job_.tiling);
        const auto& t = job_.tiling;
        job_.M = t.M, job_.N = t.N, job_.Ka = t.Ka, job_.Kb = t.Kb;
        job_.m = t.singleCoreM, job_.n = t.singleCoreN, job_.k = t.singleCoreK;
        job_.k_apart = config.isPartialOutput;
        start_over();
    }
    void SetOrgShape(int orgM, int orgN, int orgK) { SetOrgShape(orgM, orgN, orgK, orgK); }
    void SetOrgShape(int orgM, int orgN, int orgKa, int orgKb, int orgKc = 0) {
        job_.M = orgM, job_.N = orgN, job_.Ka = orgKa, job_.Kb = orgKb, job_.Kc = orgKc;
    }
    void SetSingleShape(int singleM, int singleN, int singleK) { SetTail(singleM, singleN, singleK); }
    void SetTail(int tailM = -1, int tailN = -1, int tailK = -1) {
        if (tailM != -1) job_.m = tailM;
        if (tailN != -1) job_.n = tailN;
        if (tailK != -1) job_.k = tailK;
        start_over();
    }
    void SetQuantScalar(const std::uint64_t quantScalar) { job_.scale = quantScalar, job_.scales = Origin::value; }
    void SetQuantVector(const AscendC::GlobalTensor<std::uint64_t>& quantTensor) { job_.scale_gm = quantTensor, job_.scales = Origin::gm; }
    void SetQuantVector(const AscendC::LocalTensor<std::uint64_t>& quantTensor) { job_.scale_local = quantTensor, job_.scales = Origin::l1; }
    void SetTensorScaleA(const AscendC::GlobalTensor<fp8_e8m0_t>& gm, bool isTransposeScaleA = false) {
        static_assert(is_scaled<A>, "scales go with a matrix whose type is MatmulTypeWithScale");
        job_.scale_a.gm = gm, job_.scale_a.origin = Origin::gm, job_.scale_a.turned = isTransposeScaleA;
    }
    void SetTensorScaleB(const AscendC::GlobalTensor<fp8_e8m0_t>& gm, bool isTransposeScaleB = false) {
        static_assert(is_scaled<B>, "scales go with a matrix whose type is MatmulTypeWithScale");
        job_.scale_b.gm = gm, job_.scale_b.origin = Origin::gm, job_.scale_b.turned = isTransposeScaleB;
    }
    void SetSparseIndex(const AscendC::GlobalTensor<std::uint8_t>& indexGlobal) {
        static_assert(is_sparse<B>, "an index goes with a B whose type is SparseMatmulType");
        job_.index = indexGlobal;
    }
    void DisableBias() { job_.bias.origin = Origin::nothing; }
    void ClearBias() { DisableBias(); }
    void SetHF32(bool enableHF32 = false, std::int32_t transMode = 0) { job_.hf32 = enableHF32, job_.hf32_even = transMode == 0; }
    void SetUserDefInfo(const std::uint64_t tilingPtr) { job_.tiling_pointer = tilingPtr; }
    void SetSelfDefineData(const std::uint64_t dataPtr) { job_.data_pointer = dataPtr; }
    template <class T>
    void SetSelfDefineData(T data) {
        static_assert(sizeof(T) <= sizeof job_.data_pointer, "what callbacks get is one word: pass a pointer to more");
        job_.data_pointer = 0;
        __builtin_memcpy(&job_.data_pointer, &data, sizeof data);
    }
    // Where hardware keeps its own notes: no effect on values.
    void SetLocalWorkspace(const AscendC::LocalTensor<std::uint8_t>&) {}
    void SetSubBlockIdx(std::uint8_t index) { sub_ = index; }
    std::uint8_t GetSubBlockIdx() const { return sub_; }
    void SetBatchNum(std::int32_t batchA, std::int32_t batchB) { batch_a_ = batchA, batch_b_ = batchB; }
    // Where that block begins in C.
    std::uint64_t GetOffsetC() const {
        const Block block = lanewise_block();
        return static_cast<std::uint64_t>(block.row * job_.tiling.baseM * job_.c_pitch() + block.column * job_.tiling.baseN);
    }
    // Row, column and size of the block that Iterate has computed last.
    Block lanewise_block() const { return block_of(job_, current_); }

  protected:
    void start_over() { next_ = 0; }
    // The next block that is wanted; false: there is none, and the next call begins again.
    template <class Wanted>
    bool advance(const Wanted& wanted) {
        check_sizes(job_);
        while (next_ < job_.count() && !wanted(block_of(job_, next_))) ++next_;
        if (next_ >= job_.count()) return start_over(), false;
        current_ = next_++;
        if (in_pairs && job_.has_neighbour(current_) && wanted(block_of(job_, next_))) ++next_;
        return true;
    }
    // What the last call of Iterate has taken.
    Some taken() const { return {current_, in_pairs ? most(next_, current_ + 1) : current_ + 1}; }
    // Side by side they have no rows of their own length, one behind the other.
    void check_pair(bool sequential) const {
        if (sequential && job_.along_n()) refuse("pair_in_rows", "GetTensorC(c) without enSequentialWrite");
    }
    static void check_sums_of_pairs(bool adds) {
        if (in_pairs && adds) refuse("pair_adds", "Iterate() without enPartialSum, or ScheduleType::INNER_PRODUCT");
    }
    template <class Matrix>
    void set_side(Side<typename Matrix::T>& side, const AscendC::GlobalTensor<typename Matrix::T>& gm, bool turned) {
        check_turned<Matrix>(turned);
        side.gm = gm, side.origin = Origin::gm, side.turned = turned, side.pitch = 0;
        start_over();
    }
    template <class Matrix>
    void set_side(Side<typename Matrix::T>& side, const AscendC::LocalTensor<typename Matrix::T>& local, bool turned) {
        check_turned<Matrix>(turned);
        side.local = local, side.origin = Origin::l1, side.turned = turned, side.pitch = 0;
        start_over();
    }
    template <class Matrix>
    static void check_turned(bool turned) {
        if (turned && !Matrix::isTrans) refuse("not_transposed", "MatmulType<..., true> for that matrix");
    }

    Job<A, B, C, BIAS> job_;
    std::int64_t next_ = 0, current_ = 0;
    std::int32_t batch_a_ = 1, batch_b_ = 1;
    std::uint8_t sub_ = 0;
};

// Which blocks are computed.
template <Triangle which>
struct Wanted {
    bool operator()(const Block& block) const {
        return which == Triangle::whole || (which == Triangle::upper ? block.column >= block.row : block.column <= block.row);
    }
};

}  // namespace lanewise::matmul
