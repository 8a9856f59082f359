// Matmul on a vector core: it asks the cube core of its group, which has the same object, and fetches what comes back.
#pragma once

#include <optional>
#include <utility>

#include "lanewise/ascend/matmul/impl.h"

namespace lanewise::matmul {

static inline const bool makes_requests = lw_makes_requests();

enum class Ask : std::uint8_t { compute, block, all, batch };

// A request: which object, what of it, and all that the object has been told.
struct Heading {
    std::uint32_t object;
    Ask what;
    std::uint32_t l1_taken;  // by the vector core, from the start
    std::uint32_t sub;       // which of the group's vector cores asks
};
template <class J>
struct Request {
    Heading heading;
    J job;
    Target<typename J::Result> to;
    Block block;
    Some some;
    bool adds, held;  // to what is in L0C; the block is there already
    bool summed;      // with the product that the other vector core of the group asks for
    BatchCall batch;
};

// What goes both ways lies in GM: results, then each matrix that came from UB, then the bias.
inline constexpr std::size_t result_room = lw_request_bytes / 4, side_room = lw_request_bytes / 4;
template <class T>
AscendC::GlobalTensor<T> request_part(std::size_t first, std::size_t bytes) {
    AscendC::GlobalTensor<T> part;
    part.SetGlobalBuffer(reinterpret_cast<AscendC::PrimT<T>*>(static_cast<std::uint8_t*>(lw_request_memory()) + first), bytes * 8 / bits_of<AscendC::PrimT<T>>);
    return part;
}

template <class A, class B, class C, class BIAS, const auto& CFG, class CB, class Policy>
class Client : public Settings<A, B, C, BIAS, CFG> {
    using Base = Settings<A, B, C, BIAS, CFG>;
    using J = Job<A, B, C, BIAS>;

  public:
    using typename Base::BiasT;
    using typename Base::DstT;
    using typename Base::SrcAT;
    using typename Base::SrcBT;
    static constexpr auto wanted = Wanted<Policy::lanewise_triangle>{};
    static constexpr bool shares_product = A::ibShare && B::ibShare;  // both vector cores ask for the same
    static_assert(Policy::lanewise_halves == Halves::none || (shares_product && in_ub<C>),
                  "SplitMMatmulPolicy and SplitNMatmulPolicy are of results in VECIN and matrices that both vector cores set: IBSHARE = true in the MatmulType of A and of B");
    static_assert(Policy::lanewise_halves != Halves::columns || C::format != CubeFormat::NZ, "SplitNMatmulPolicy has no results in NZ: SplitMMatmulPolicy, or CubeFormat::ND");
    // Products of the two, each of matrices of its own, are added up in L0C.
    static constexpr bool sums_both = config_of<CFG>().intraBlockPartSum;
    static_assert(!sums_both || (!shares_product && !Base::in_pairs), "intraBlockPartSum is of matrices that each vector core sets (no IBSHARE), a block at a time");
    // Each has a half of what both ask for: of rows, unless the policy says columns.
    static constexpr Halves halves = !(shares_product && in_ub<C>) ? Halves::none : Policy::lanewise_halves == Halves::none ? Halves::rows : Policy::lanewise_halves;

    // What nobody has waited for is waited for here: no answer is left behind.
    ~Client() {
        if (asked_ && lw_in_kernel()) lw_await_answers();
    }

    void SetTensorA(const AscendC::GlobalTensor<SrcAT>& gm, bool isTransposeA = false) { flush(), this->template set_side<A>(this->job_.a, gm, isTransposeA), ub_a_ = false; }
    void SetTensorB(const AscendC::GlobalTensor<SrcBT>& gm, bool isTransposeB = false) { flush(), this->template set_side<B>(this->job_.b, gm, isTransposeB), ub_b_ = false; }
    void SetTensorA(const AscendC::LocalTensor<SrcAT>& local, bool isTransposeA = false) { flush(), this->template set_side<A>(this->job_.a, local, isTransposeA), ub_a_ = in_ub<A>; }
    void SetTensorB(const AscendC::LocalTensor<SrcBT>& local, bool isTransposeB = false) { flush(), this->template set_side<B>(this->job_.b, local, isTransposeB), ub_b_ = in_ub<B>; }
    void SetTensorA(AscendC::PrimT<SrcAT> value) { flush(), this->job_.a.value = value, this->job_.a.origin = Origin::value, ub_a_ = false, this->start_over(); }
    void SetTensorB(AscendC::PrimT<SrcBT> value) { flush(), this->job_.b.value = value, this->job_.b.origin = Origin::value, ub_b_ = false, this->start_over(); }
    void SetBias(const AscendC::GlobalTensor<BiasT>& gm) {
        if (this->job_.tiling.isBias) this->job_.bias.gm = gm, this->job_.bias.origin = Origin::gm, ub_bias_ = false;
    }
    void SetBias(const AscendC::LocalTensor<BiasT>& local) {
        if (this->job_.tiling.isBias) this->job_.bias.local = local, this->job_.bias.origin = Origin::l1, ub_bias_ = in_ub<BIAS>;
    }
    template <class T>
    void SetWorkspace(const T* address, int size) {
        workspace_.SetGlobalBuffer(reinterpret_cast<AscendC::PrimT<DstT>*>(const_cast<T*>(address)), static_cast<std::uint64_t>(size) * sizeof(T) / sizeof(AscendC::PrimT<DstT>));
    }
    template <class T>
    void SetWorkspace(AscendC::GlobalTensor<T>& workspace) {
        workspace_ = workspace.template ReinterpretCast<DstT>();
    }

    template <bool sync = true>
    LANEWISE_API bool Iterate(bool enPartialSum = false) {
        const Line line;
        return iterate(sync, enPartialSum);
    }
    template <bool sync = true>
    LANEWISE_API void GetTensorC(const AscendC::GlobalTensor<DstT>& gm, std::uint8_t enAtomic = 0, bool enSequentialWrite = false) {
        const Line line;
        store(gm, enAtomic, enSequentialWrite), settle();
    }
    template <bool sync = true>
    LANEWISE_API void GetTensorC(const AscendC::LocalTensor<DstT>& ub, std::uint8_t enAtomic = 0, bool enSequentialWrite = false) {
        const Line line;
        fetch(ub, enSequentialWrite, sync);
    }
    template <bool sync = true>
    LANEWISE_API void GetTensorC(const AscendC::GlobalTensor<DstT>& gm, const AscendC::LocalTensor<DstT>& ub, std::uint8_t enAtomic = 0, bool enSequentialWrite = false) {
        const Line line;
        store(gm, enAtomic, enSequentialWrite), settle();
        fetch(ub, enSequentialWrite, sync);
    }
    // Of blocks that Iterate<false> has left in the workspace.
    template <bool sync = true>
    LANEWISE_API AscendC::GlobalTensor<DstT> GetTensorC(std::uint8_t enAtomic = 0, bool enSequentialWrite = false) {
        const Line line;
        settle();
        return workspace_[static_cast<std::uint64_t>(fetched_++ * block_elements())];
    }
    template <bool sync = true>
    LANEWISE_API void IterateAll(const AscendC::GlobalTensor<DstT>& gm, std::uint8_t enAtomic = 0, bool enSequentialWrite = false, bool waitIterateAll = false,
                                 bool fakeMsg = false) {
        const Line line;
        this->start_over();
        if (!fakeMsg) ask(Ask::all, {gm, enAtomic, enSequentialWrite}, Some{});
        if (sync) settle();
    }
    template <bool sync = true>
    LANEWISE_API void IterateAll(const AscendC::LocalTensor<DstT>& ub, std::uint8_t enAtomic = 0) {
        const Line line;
        all_to_ub(ub);
    }
    template <bool sync = true, bool waitIterateBatch = false>
    LANEWISE_API void IterateBatch(const AscendC::GlobalTensor<DstT>& gm, std::uint32_t batchA, std::uint32_t batchB, bool enSequentialWrite,
                                   std::uint32_t matrixStrideA = 0, std::uint32_t matrixStrideB = 0, std::uint32_t matrixStrideC = 0,
                                   bool enPartialSum = false, std::uint8_t enAtomic = 0) {
        const Line line;
        batches(gm, 0, {batchA, batchB, matrixStrideA, matrixStrideB, matrixStrideC}, enPartialSum, enAtomic, enSequentialWrite);
        if (sync) settle();
    }
    template <bool sync = true, bool waitIterateBatch = false>
    LANEWISE_API void IterateBatch(const AscendC::LocalTensor<DstT>& ub, std::uint32_t batchA, std::uint32_t batchB, bool enSequentialWrite,
                                   std::uint32_t matrixStrideA = 0, std::uint32_t matrixStrideB = 0, std::uint32_t matrixStrideC = 0,
                                   bool enPartialSum = false, std::uint8_t enAtomic = 0) {
        const Line line;
        batches_to_ub(ub, {batchA, batchB, matrixStrideA, matrixStrideB, matrixStrideC}, enPartialSum, enAtomic, enSequentialWrite);
    }
    template <bool sync = true, bool waitIterateBatch = false>
    LANEWISE_API void IterateNBatch(std::uint32_t batchLoop, std::uint32_t batchA, std::uint32_t batchB, bool enSequentialWrite,
                                    std::uint32_t matrixStrideA = 0, std::uint32_t matrixStrideB = 0, std::uint32_t matrixStrideC = 0,
                                    bool enPartialSum = false, std::uint8_t enAtomic = 0) {
        const Line line;
        for (std::uint32_t loop = 0; loop < batchLoop; ++loop)
            batches(workspace_, loop, {batchA, batchB, matrixStrideA, matrixStrideB, matrixStrideC}, enPartialSum, enAtomic, enSequentialWrite);
        if (sync) settle();
    }
    template <bool sync = true>
    LANEWISE_API AscendC::GlobalTensor<DstT> GetBatchTensorC(std::uint32_t batchA, std::uint32_t batchB, bool enSequentialWrite = false) {
        const Line line;
        settle();
        const auto at = static_cast<std::uint64_t>(fetched_++ * (batchA > batchB ? batchA : batchB) * this->job_.m * this->job_.n);
        return workspace_[at];
    }
    LANEWISE_API void WaitIterateAll() {
        const Line line;
        settle();
    }
    LANEWISE_API void WaitIterateBatch() { WaitIterateAll(); }
    LANEWISE_API void WaitGetTensorC() { WaitIterateAll(); }
    LANEWISE_API void End() {
        WaitIterateAll();
        this->start_over();
    }

    void lanewise_register(std::uint32_t number) { number_ = number; }

  private:
    std::int64_t block_elements() const { return std::int64_t{this->job_.tiling.baseM} * this->job_.tiling.baseN; }

    // A matrix in UB goes to GM first, as it lies: rows are whole blocks of 32 bytes.
    template <class Matrix>
    void send(Side<typename Matrix::T>& side, std::size_t place, std::int64_t rows, std::int64_t columns) {
        using T = typename Matrix::T;
        const std::int64_t pitch = up(columns, row_elements<T>), high = Matrix::format == CubeFormat::NZ ? up(rows, 16) : rows;
        const std::int64_t bytes = high * pitch * bits_of<AscendC::PrimT<T>> / 8;
        if (bytes > static_cast<std::int64_t>(side_room)) refuse("matrix_too_large", "SetSingleShape with the sizes of what is set");
        const auto gm = request_part<T>(place, side_room);
        AscendC::DataCopy(gm, side.local, static_cast<std::uint32_t>(high * pitch));
        side.gm = gm, side.origin = Origin::gm, side.pitch = pitch;
    }
    void prepare(J& job) {
        if (ub_a_) send<A>(job.a, result_room, job.a.turned ? job.k : job.m, job.a.turned ? job.m : job.k);
        if (ub_b_) send<B>(job.b, result_room + side_room, job.b.turned ? job.n : job.k, job.b.turned ? job.k : job.n);
        if (ub_bias_) send<BIAS>(job.bias, result_room + 2 * side_room, 1, job.n);
        // Fractals of one part are those of a whole matrix of its size.
        if (ub_a_ && A::format == CubeFormat::NZ) job.M = job.m, job.Ka = job.k;
        if (ub_b_ && B::format == CubeFormat::NZ) job.N = job.n, job.Kb = job.k;
    }

    [[gnu::noinline]] void ask(Ask what, const Target<DstT>& to, const Some& some = {}, const BatchCall& batch = {}, std::int64_t loop = 0) {
        if constexpr (LANEWISE_CUBE_SIDE) return;
        check_sizes(this->job_);
        settle();
        AscendC::PipeBarrier<PIPE_ALL>();  // what the cube core reads is there, and what it writes nobody reads
        Request<J> request;
        request.job = this->job_;
        request.job.result_pitch = this->job_.c_pitch();
        if (what == Ask::batch) advance_batch(request.job, batch, loop);
        prepare(request.job);
        if (ub_a_ || ub_b_ || ub_bias_) AscendC::PipeBarrier<PIPE_ALL>();
        const auto& tops = AscendC::TPipe::lanewise_alive().lanewise_giver().tops;
        request.heading = {number_, what, tops[static_cast<int>(space_of(TPosition::A1))], static_cast<std::uint32_t>(AscendC::GetSubBlockIdx())};
        request.to = to, request.batch = batch, request.some = some;
        request.block = block_of(this->job_, this->current_);
        request.adds = adds_, request.held = held_;
        request.summed = sums_both && AscendC::GetSubBlockNum() > 1;
        if (request.summed && (adds_ || held_ || what == Ask::compute || what == Ask::batch)) refuse("two_sums", "Iterate() and GetTensorC(c), or IterateAll(c)");
        if (shares_product && !in_ub<C> && AscendC::GetSubBlockIdx() != 0) return;  // it is stored once, for the first of the two
        lw_ask(&request, sizeof request);
        asked_ = true;
    }
    [[gnu::noinline]] void settle() {
        if (asked_) lw_await_answers();
        asked_ = false;
    }

    // A block is computed when it is fetched: until then other vector cores may have L0C. One that others add to, or whose matrices change,
    // is computed at once and stays there.
    [[gnu::noinline]] void flush() {
        if (!pending_ || held_ || unwaited_ || Base::in_pairs) return;
        ask(Ask::compute, {}), settle();
        held_ = true;
    }
    [[gnu::noinline]] bool iterate(bool sync, bool adds) {
        if constexpr (LANEWISE_CUBE_SIDE) return false;
        Base::check_sums_of_pairs(adds);
        if (adds) flush();
        if (!this->advance(wanted)) return pending_ = false;
        const bool first = this->current_ == 0;
        pending_ = true, adds_ = adds, held_ = false;
        unwaited_ = unwaited_ && !sync;
        if (sync || !first) return true;
        // Without waiting: all blocks, one after another in the workspace.
        fetched_ = 0;
        unwaited_ = true;
        Target<DstT> to{target_of_all(), 0, true, block_elements()};
        ask(Ask::all, to);
        return true;
    }
    void stored() { pending_ = false, held_ = held_ || adds_; }
    AscendC::GlobalTensor<DstT> target_of_all() {
        if (workspace_.lanewise_address()) return workspace_;
        if (this->job_.count() * block_elements() * static_cast<std::int64_t>(sizeof(AscendC::PrimT<DstT>)) > static_cast<std::int64_t>(result_room))
            refuse("no_workspace", "SetWorkspace(gm) before Iterate<false>, for as many blocks as there are");
        return request_part<DstT>(0, result_room);
    }
    // Pairs are computed when they are stored.
    void store(const AscendC::GlobalTensor<DstT>& gm, std::uint8_t atomic, bool sequential) {
        if constexpr (Base::in_pairs) this->check_pair(sequential);
        if constexpr (Base::in_pairs) ask(Ask::all, {gm, atomic, sequential}, this->taken());
        else ask(Ask::block, {gm, atomic, sequential});
        stored();
    }
    [[gnu::noinline]] void fetch(const AscendC::LocalTensor<DstT>& ub, bool sequential, bool sync) {
        AscendC::GlobalTensor<DstT> from;
        Some some = this->taken();
        if (Base::in_pairs && sequential) refuse("pair_in_rows", "GetTensorC(c) without enSequentialWrite");
        if (!sync && unwaited_) {
            settle();
            from = target_of_all()[static_cast<std::uint64_t>(fetched_ * block_elements())];
            some = {fetched_, fetched_ + 1 + (Base::in_pairs && this->job_.has_neighbour(fetched_))};
            fetched_ = some.stop;
        } else {
            from = request_part<DstT>(0, result_room);
            if constexpr (Base::in_pairs) ask(Ask::all, {from, 0, true, block_elements()}, some);
            else ask(Ask::block, {from, 0, true});
            settle();
            stored();
        }
        for (std::int64_t i = some.first; i < some.stop; ++i)
            copy_block(ub, from[static_cast<std::uint64_t>((i - some.first) * block_elements())], block_of(this->job_, i), sequential);
        if (sync) AscendC::PipeBarrier<PIPE_ALL>();
    }
    // What of a block is this core's: all of it, or its half. Of an odd number of rows the first core has one more.
    struct Part {
        std::int64_t row, rows, column, columns;
        std::int64_t sharing = 1;  // by how many the places of blocks in UB are closer together
    };
    static Part part_of(const Block& block) {
        if (halves == Halves::none || AscendC::GetSubBlockNum() < 2) return {0, block.height, 0, block.width};
        const bool second = AscendC::GetSubBlockIdx() != 0;
        if (halves == Halves::columns) {
            if (block.width % 2) refuse("odd_columns", "SplitMMatmulPolicy, or an even baseN and SetSingleShape");
            return {0, block.height, second ? block.width / 2 : 0, block.width / 2, 2};
        }
        const std::int64_t first = (block.height + 1) / 2;
        return second ? Part{first, block.height - first, 0, block.width, 2} : Part{0, first, 0, block.width, 2};
    }
    // From the workspace, where rows of a block lie one behind the other.
    void copy_block(const AscendC::LocalTensor<DstT>& ub, const AscendC::GlobalTensor<DstT>& from, const Block& block, bool sequential) {
        constexpr std::int64_t row = row_elements<DstT>;
        const Part part = part_of(block);
        if (!part.rows) return;
        const auto in_blocks = [](std::int64_t count, std::int64_t length, std::int64_t gap, std::int64_t to_gap) {
            return AscendC::DataCopyParams(static_cast<std::uint16_t>(count), static_cast<std::uint16_t>(length / row), static_cast<std::uint16_t>(gap / row),
                                           static_cast<std::uint16_t>(to_gap / row));
        };
        if constexpr (C::format == CubeFormat::NZ) {
            const std::int64_t wide = up(block.width, 16), high = up(block.height, 16), rows = halves == Halves::none ? high : part.rows;
            if (halves != Halves::none && !sequential) refuse("halves", "GetTensorC(ub, 0, true)");
            const std::int64_t whole = sequential ? up(rows, 16) : up(this->job_.m, 16);
            const auto to = ub[static_cast<std::uint32_t>(sequential ? 0 : block.column * this->job_.tiling.baseN * whole + block.row * this->job_.tiling.baseM * 16)];
            AscendC::DataCopy(to, from[static_cast<std::uint64_t>(part.row * 16)], in_blocks(wide / 16, rows * 16, (high - rows) * 16, (whole - rows) * 16));
        } else {
            const auto aligned = [](std::int64_t columns) { return C::format == CubeFormat::ND_ALIGN ? up(columns, row) : columns; };
            const std::int64_t pitch_from = aligned(block.width), columns = halves == Halves::columns ? part.columns : pitch_from;
            const auto mine = from[static_cast<std::uint64_t>(part.row * pitch_from + part.column)];
            if (sequential && columns == pitch_from) return AscendC::DataCopy(ub, mine, static_cast<std::uint32_t>(up(part.rows * columns, row)));
            const std::int64_t whole = up(this->job_.c_pitch(), C::format == CubeFormat::ND_ALIGN ? row : 1);
            const std::int64_t pitch = halves == Halves::columns ? (sequential ? columns : whole / 2) : whole;
            if (columns % row || pitch % row || pitch_from % row)
                refuse("odd_rows", "GetTensorC(ub, 0, true), or CubeFormat::ND_ALIGN");
            if (halves == Halves::columns && block.column) refuse("one_column", "a baseN that is no smaller than singleCoreN");
            const std::int64_t down = block.row * this->job_.tiling.baseM / (halves == Halves::rows ? part.sharing : 1);
            const auto to = ub[static_cast<std::uint32_t>(sequential ? 0 : down * pitch + block.column * this->job_.tiling.baseN)];
            AscendC::DataCopy(to, mine, in_blocks(part.rows, columns, pitch_from - columns, pitch - columns));
        }
    }
    [[gnu::noinline]] void all_to_ub(const AscendC::LocalTensor<DstT>& ub) {
        this->start_over();
        while (this->advance(wanted)) adds_ = held_ = false, pending_ = true, fetch(ub, false, true);
        pending_ = false;
    }
    [[gnu::noinline]] void batches(const AscendC::GlobalTensor<DstT>& gm, std::int64_t loop, const BatchCall& call, bool adds, std::uint8_t atomic, bool sequential) {
        if (adds) refuse("partial_sums", "IterateBatch(gm, batchA, batchB, enSequentialWrite)");
        fetched_ = 0;
        AscendC::GlobalTensor<DstT> to = gm;
        if (loop) {
            const Batch<J, A, B, C> batch(this->job_, call.batch_a, call.batch_b);
            to = gm[static_cast<std::uint64_t>(batch.c.at(C::layout, loop * (batch.count / batch.summed())))];
        }
        ask(Ask::batch, {to, atomic, sequential}, {}, call, loop);
    }
    // Results lie in GM first, in the layout of C, and are fetched in one piece.
    [[gnu::noinline]] void batches_to_ub(const AscendC::LocalTensor<DstT>& ub, const BatchCall& call, bool adds, std::uint8_t atomic, bool sequential) {
        const auto from = request_part<DstT>(0, result_room);
        const Batch<J, A, B, C> batch(this->job_, call.batch_a, call.batch_b);
        const std::int64_t count = batch.count / batch.summed(), length = up(count * this->job_.m * this->job_.n, row_elements<DstT>);
        if (atomic) refuse("sums_in_ub", "IterateBatch(gm, ...) with enAtomic, or add the results of IterateBatch(ub, ...)");
        if (call.stride_c) refuse("spread_in_ub", "IterateBatch(ub, ...) with matrixStrideC = 0");
        if (length * bits_of<AscendC::PrimT<DstT>> / 8 > static_cast<std::int64_t>(result_room)) refuse("results_too_many", "IterateBatch(ub, ...) of fewer products");
        batches(from, 0, call, adds, atomic, sequential), settle();
        AscendC::DataCopy(ub, from, static_cast<std::uint32_t>(length));
        AscendC::PipeBarrier<PIPE_ALL>();
    }
    // Where a loop of IterateNBatch begins.
    void advance_batch(J& job, const BatchCall& call, std::int64_t loop) const {
        job.result_pitch = 0;
        if (!loop) return;
        const Batch<J, A, B, C> batch(job, call.batch_a, call.batch_b);
        job.a.gm = job.a.gm[static_cast<std::uint64_t>(batch.a.at(A::layout, loop * batch.count_a))];
        job.b.gm = job.b.gm[static_cast<std::uint64_t>(batch.b.at(B::layout, loop * batch.count_b))];
        if (job.bias.origin == Origin::gm && config_of<CFG>().isBiasBatch)
            job.bias.gm = job.bias.gm[static_cast<std::uint64_t>(loop * (batch.count / batch.summed()) * job.n)];
    }

    AscendC::GlobalTensor<DstT> workspace_;
    std::uint32_t number_ = 0;
    std::int64_t fetched_ = 0;
    bool ub_a_ = false, ub_b_ = false, ub_bias_ = false;
    bool asked_ = false;    // and not answered yet
    bool unwaited_ = false;  // Iterate<false> has asked for all blocks
    bool pending_ = false, adds_ = false, held_ = false;  // the current block: not computed yet, adds to what is in L0C, is there
};

}  // namespace lanewise::matmul

namespace AscendC {

// On a vector core it asks; on the cube core, which never gets behind REGIST_MATMUL_OBJ, it serves.
template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE = C_TYPE, const auto& MM_CFG = CFG_NORM,
          class MM_CB = MatmulCallBackFunc<nullptr, nullptr, nullptr>, template <const auto&, typename...> class MATMUL_POLICY = MatmulPolicy>
class MatmulClient
    : public lanewise::matmul::Client<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB, MATMUL_POLICY<MM_CFG, A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE>> {
    using Job = lanewise::matmul::Job<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE>;
    using Worker = lanewise::matmul::Worker<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB>;
    using Ask = lanewise::matmul::Ask;

  public:
    using AType = A_TYPE;
    using BType = B_TYPE;
    using CType = C_TYPE;
    using BiasType = BIAS_TYPE;
    using Message = lanewise::matmul::Request<Job>;

    // False: it was kept, and is answered later.
    [[gnu::noinline]] bool lanewise_serve(const Message& message) {
        if constexpr (MatmulClient::sums_both) {
            if (message.summed) {
                if (!kept_) return kept_.emplace(message), false;
                const Message other = *std::exchange(kept_, std::nullopt);
                const bool first = message.heading.sub < other.heading.sub;
                serve_sum(first ? message : other, first ? other : message);
                lw_answer_vector(other.heading.sub);
                return true;
            }
        }
        const Job& job = message.job;
        const lanewise::matmul::Heading& heading = message.heading;
        // Sums that stay in L0C have a part of it for each vector core.
        const bool apart = message.adds || message.held || heading.what == Ask::compute;
        const std::int64_t at = apart ? lanewise::matmul::room_at(TPosition::CO1) / 2 * heading.sub : 0;
        switch (heading.what) {
            case Ask::compute: Worker(job, heading.l1_taken, at).compute(message.block, message.adds); break;
            case Ask::block: {
                Worker worker(job, heading.l1_taken, at);
                const auto l0c = message.held ? worker.held() : worker.compute(message.block, message.adds);
                worker.store(l0c, message.block, message.to);
                break;
            }
            case Ask::all: Worker(job, heading.l1_taken).all(message.to, MatmulClient::wanted, message.some); break;
            case Ask::batch: lanewise::matmul::run_batch<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB>(job, message.batch, message.to); break;
        }
        return true;
    }

  private:
    // Blocks of both, the second onto the first in L0C. They are stored once; where results go to UB, for each.
    void serve_sum(const Message& one, const Message& two) {
        const std::uint32_t taken = one.heading.l1_taken > two.heading.l1_taken ? one.heading.l1_taken : two.heading.l1_taken;
        std::int64_t next = 0;
        const auto add_up = [&](const lanewise::matmul::Block& block) {
            Worker(one.job, taken).compute(block, false);
            Worker worker(two.job, taken);
            const auto sums = worker.compute(block, true);
            const auto store = [&](auto to, bool last) {
                if (to.sequential) to.gm = to.gm[static_cast<std::uint64_t>(next)];
                worker.store(sums, block, to, last);
            };
            store(one.to, !lanewise::matmul::in_ub<C_TYPE>);
            if constexpr (lanewise::matmul::in_ub<C_TYPE>) store(two.to, true);
            next += one.to.apart ? one.to.apart : block.height * block.width;
        };
        if (one.heading.what == Ask::block) return add_up(one.block);
        for (std::int64_t i = one.some.first; i < lanewise::matmul::least(one.some.stop, one.job.count()); ++i) {
            const auto block = block_of(one.job, i);
            if (MatmulClient::wanted(block)) add_up(block);
        }
    }
    struct Nothing {};
    [[no_unique_address]] std::conditional_t<MatmulClient::sums_both, std::optional<Message>, Nothing> kept_;  // what the other vector core has asked for
};

}  // namespace AscendC
