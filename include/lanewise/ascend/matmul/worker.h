// A cube core at a job: pieces of both sides go to L1, blocks of those to L0, products into L0C and results out, each by an instruction of the
// basic interface. Memory that the kernel's own pipe has not given away is what it works in.
#pragma once

#include "lanewise/ascend/matmul/callback.h"
#include "lanewise/ascend/matmul/job.h"
#include "lanewise/ascend/matmul/loads.h"
#include "lanewise/ascend/matmul/slots.h"

namespace lanewise::matmul {

// Instructions are told at the line of the call that asked for them; those of a callback at their own.
class OwnLines {
  public:
    OwnLines() : held_(lw_stand_for(nullptr)) {}
    ~OwnLines() { lw_stand_for(held_); }
    OwnLines(const OwnLines&) = delete;

  private:
    const void* held_;
};

// The free part of a memory.
struct Free {
    std::uint32_t first;
    std::int64_t bytes;
    explicit Free(TPosition position, std::uint32_t above = 0) {
        const std::uint32_t top = AscendC::TPipe::lanewise_alive().lanewise_giver().tops[static_cast<int>(space_of(position))];
        first = static_cast<std::uint32_t>(up(most(top, above), 1024));
        bytes = room_at(position) - first;
    }
    std::uint32_t take(std::int64_t size, std::int64_t unit = 32) {
        const std::uint32_t at = first;
        const std::int64_t whole = up(size, unit);
        first += static_cast<std::uint32_t>(whole), bytes -= whole;
        return at;
    }
};

// Before anything is counted in blocks.
template <class J>
void check_sizes(const J& job) {
    const auto& t = job.tiling;
    if (t.baseM < 1 || t.baseN < 1 || t.baseK < 1 || job.m < 1 || job.n < 1 || job.k < 1)
        refuse("no_tiling", "REGIST_MATMUL_OBJ(&pipe, workspace, mm, &tiling) or Init(&tiling) with what GetTiling has filled, then SetSingleShape(m, n, k)");
}

template <class A, class B, class C, class BIAS, const auto& CFG, class CB>
class Worker {
  public:
    using J = Job<A, B, C, BIAS>;
    using AT = Counted<typename A::T>;
    using BT = Counted<typename B::T>;
    using CT = typename C::T;
    using Sum = typename AscendC::GetMmDstType<typename A::T>::Type;
    static constexpr const MatmulConfig& config = config_of<CFG>();
    static constexpr bool scaled = is_scaled<A> && is_scaled<B>;
    static_assert(is_scaled<A> == is_scaled<B>, "either both matrices have scales (MatmulTypeWithScale) or none");
    static_assert(scaled || (!holds_pairs<typename A::T> && !holds_pairs<typename B::T>), "4-bit floats have scales: MatmulTypeWithScale instead of MatmulType");
    static_assert(!scaled || LANEWISE_L0AMX_BYTES, "this chip has no products with scales: MatmulType instead of MatmulTypeWithScale");
    static constexpr bool sparse = is_sparse<B>;
    static_assert(!sparse || LANEWISE_L0BI_BYTES, "this chip has no sparse products: MatmulType instead of SparseMatmulType");
    static_assert(!sparse || B::isTrans, "a sparse B is stored n x k / 2: ISTRANS = true in its SparseMatmulType");
    static_assert(!sparse || !(in_ub<B> || in_l1<B>), "a sparse B lies in GM");
    static_assert(!sparse || (std::is_same_v<AT, std::int8_t> && std::is_same_v<BT, std::int8_t>), "sparse products are of int8_t");
    static constexpr std::int64_t thin = sparse ? 2 : 1;  // elements of k of A for each of B
    static constexpr bool copies_a = is_given<CB::CopyA1Ptr>, copies_b = is_given<CB::CopyB1Ptr>, copies_out = is_given<CB::DataCopyOutPtr>;

    // L1 below `above` is not the pipe's, and taken all the same; results lie `at` bytes into the free part of L0C.
    explicit Worker(const J& job, std::uint32_t above = 0, std::int64_t at = 0) : job_(job), t_(job.tiling), l0c_at_(at) {
        a_in_rows_ = J::a_in_rows(job.a.turned), b_in_rows_ = J::b_in_rows(job.b.turned);
        check_sizes(job);
        if (job.a.origin == Origin::nothing || job.b.origin == Origin::nothing)
            refuse("no_matrix", "SetTensorA(a) and SetTensorB(b) before Iterate or IterateAll");
        if constexpr (scaled) {
            if (job.scale_a.origin == Origin::nothing || job.scale_b.origin == Origin::nothing)
                refuse("no_scales", "SetTensorScaleA(a) and SetTensorScaleB(b) before Iterate or IterateAll");
            if (job.k % 64 || job.Ka % 64 || job.Kb % 64) refuse("odd_k", "a K that is a multiple of 64");
        }
        if constexpr (sparse) {
            if (!job.b.turned) refuse("no_matrix", "SetTensorB(b, true) of a sparse B");
            if (!job.index.lanewise_address()) refuse("no_index", "SetSparseIndex(index) before Iterate or IterateAll");
            if (job.k % 64) refuse("odd_sparse_k", "a K that is a multiple of 64");
            if (job.bias.origin != Origin::nothing) refuse("sparse_bias", "DisableBias(), and add the bias on a vector core");
        }
        place_l0();
        place_l1(above);
        if (job.hf32) AscendC::SetHF32TransMode(job.hf32_even ? AscendC::HF32TransMode::NEAREST_EVEN : AscendC::HF32TransMode::NEAREST_ZERO);
        if (job.hf32) AscendC::SetHF32Mode(true);
    }
    ~Worker() {
        if (job_.hf32) AscendC::SetHF32Mode(false);
    }
    Worker(const Worker&) = delete;

    // One block into L0C, where it stays.
    AscendC::LocalTensor<Sum> compute(const Block& block, bool adds) {
        results_[0].take();
        const auto l0c = l0c_tensor(0);
        multiply(l0c, block, adds);
        results_[0].filled();
        return l0c;
    }
    void compute_into(const AscendC::LocalTensor<Sum>& l0c, const Block& block, bool adds) { multiply(l0c, block, adds); }
    void store(const AscendC::LocalTensor<Sum>& l0c, const Block& block, const Target<CT>& to, bool last = true) {
        drain(l0c, block, to, 0);
        if (last) results_[0].used();
    }
    AscendC::LocalTensor<Sum> held() const { return l0c_tensor(0); }

    // All of them from one on, in the order of the tiling.
    template <class Wanted>
    void all(const Target<CT>& to, const Wanted& wanted, const Some& some = {}) {
        std::int64_t next = 0, turn = 0;
        for (std::int64_t i = some.first; i < least(some.stop, job_.count()); ++i) {
            const Block block = block_of(job_, i);
            if (!wanted(block)) continue;
            const std::int64_t slot = turn++ % result_slots_;
            results_[slot].take();
            multiply(l0c_tensor(slot), block, false);
            results_[slot].filled();
            drain(l0c_tensor(slot), block, to, next);
            results_[slot].used();
            next += to.apart ? to.apart : block.height * block.width;
        }
    }

  private:
    static constexpr std::int64_t aligned(std::int64_t bytes) { return up(bytes, 1024); }

    void place_l0() {
        Free left(TPosition::A2), right(TPosition::B2), sums(TPosition::CO1);
        step_k_ = up(least(t_.baseK, up(job_.k, unit_of_k(wish()))), unit_of_k(wish()));
        const auto deep_a = [&] { return aligned(bytes_in_l0<AT>(a_in_rows_, t_.baseM, step_k_)); };
        const auto deep_b = [&] { return aligned(bytes_in_l0<BT>(b_in_rows_, t_.baseN, step_k_ / thin)); };
        while (step_k_ > unit_of_k(wish()) && (deep_a() > left.bytes || deep_b() > right.bytes)) step_k_ -= unit_of_k(wish());
        if (deep_a() > left.bytes || deep_b() > right.bytes)
            refuse("block_too_large", "smaller baseM, baseN or baseK in the tiling");
        if (job_.depths() > 1 && step_k_ != t_.baseK) refuse("block_too_large", "smaller baseM, baseN or baseK in the tiling");
        l0_slots_ = 2 * deep_a() <= left.bytes && 2 * deep_b() <= right.bytes ? 2 : 1;
        for (int i = 0; i < l0_slots_; ++i) l0_[i].address = left.take(deep_a()), l0_right_[i] = right.take(deep_b());
        const std::int64_t block = aligned(up(outer_in_l0<AT>(a_in_rows_, t_.baseM), 16) * up(outer_in_l0<BT>(b_in_rows_, t_.baseN), 16) * 4);
        if (l0c_at_ + block > sums.bytes) refuse("results_too_large", "smaller baseM or baseN in the tiling");
        result_slots_ = !l0c_at_ && 2 * block <= sums.bytes ? 2 : 1;
        for (int i = 0; i < result_slots_; ++i) results_[i].address = sums.first + static_cast<std::uint32_t>(l0c_at_ + i * block);
    }

    // Two pieces of each side where there is room; a piece is as deep as the tiling says for kernels that load many blocks at once.
    void place_l1(std::uint32_t above) {
        Free room(TPosition::A1, above);
        if (job_.bias.origin == Origin::gm) bias_.address = room.take(t_.baseN * 4 + 64);
        if (job_.scales == Origin::gm) scales_.address = room.take(up(t_.baseN * 8, 128), 128);
        if constexpr (scaled) {
            const auto bytes = [&](std::int64_t rows) { return up(up(rows, 64) * step_k_ / 32, 32); };
            scales_ab_.address = room.take(bytes(t_.baseM)), scale_b_address_ = room.take(bytes(t_.baseN));
        }
        if constexpr (sparse) index_.address = room.take(index_bytes());
        constexpr bool many = config.doMultiDataLoad || config.doSpecialMDL;
        piece_a_ = step_k_ * (many ? most(1, t_.stepKa) : 1), piece_b_ = step_k_ * (many ? most(1, t_.stepKb) : 1);
        if constexpr (copies_a) piece_a_ = t_.baseK * most(1, many ? t_.stepKa : 1);
        if constexpr (copies_b) piece_b_ = t_.baseK * most(1, many ? t_.stepKb : 1);
        const auto bytes_a = [&] { return job_.a.origin == Origin::l1 ? 0 : aligned(bytes_in_l1<AT>(a_in_rows_, t_.baseM, piece_a_)); };
        const auto bytes_b = [&] { return job_.b.origin == Origin::l1 ? 0 : aligned(bytes_in_l1<BT>(b_in_rows_, t_.baseN, piece_b_ / thin)); };
        if (bytes_a() + bytes_b() > room.bytes) piece_a_ = piece_b_ = step_k_;
        if (bytes_a() + bytes_b() > room.bytes) refuse("blocks_too_large", "smaller baseM, baseN or baseK in the tiling, or smaller buffers in L1");
        slots_a_ = slots_b_ = 2 * (bytes_a() + bytes_b()) <= room.bytes ? 2 : 1;
        for (int i = 0; i < slots_a_; ++i) a_[i].address = room.take(bytes_a()), b_[i].address = room.take(bytes_b());
    }
    Wish wish() const {
        Wish wish;
        wish.a_bits = bits_of<AscendC::PrimT<AT>>, wish.b_bits = bits_of<AscendC::PrimT<BT>>;
        wish.a_turned = !a_in_rows_, wish.b_turned = b_in_rows_, wish.scaled = scaled, wish.sparse = sparse;
        return wish;
    }

    template <class T>
    static AscendC::LocalTensor<T> tensor(TPosition position, std::uint32_t address, std::int64_t bytes) {
        return AscendC::LocalTensor<T>::lanewise_at(position, address, static_cast<std::uint32_t>(bytes * 8 / bits_of<AscendC::PrimT<T>>));
    }
    AscendC::LocalTensor<Sum> l0c_tensor(std::int64_t slot) const {
        const std::uint32_t address = results_[slot].address;
        return tensor<Sum>(TPosition::CO1, address, room_at(TPosition::CO1) - address);
    }

    // --- sides ---

    // The piece of a side that holds k, counted as that side does; it is brought when no slot has it.
    template <bool left>
    auto piece_of(std::int64_t block, std::int64_t outer, std::int64_t k) {
        using T = std::conditional_t<left, AT, BT>;
        constexpr CubeFormat format = left ? A::format : B::format;
        const auto& side = pick<left>(job_.a, job_.b);
        const bool in_rows = left ? a_in_rows_ : b_in_rows_;
        const std::int64_t base = left ? t_.baseM : t_.baseN, depth = left ? piece_a_ : piece_b_ / thin, first = block * base;
        Held<T> held;
        if (side.origin == Origin::l1) {  // it lies there as a whole
            held.height = up(in_rows ? (left ? job_.m : job_.n) : job_.k, 16);
            const std::int64_t column = in_rows ? k : first, row = in_rows ? first : 0;
            held.l1 = side.local.template ReinterpretCast<T>()[static_cast<std::uint32_t>(column / row_elements<T> * held.height * row_elements<T> + row * row_elements<T>)];
            held.first_k = in_rows ? 0 : k;
            return held;
        }
        const std::int64_t piece = k / depth, inside = k % depth, deep = least(depth, job_.k / (left ? 1 : thin) - piece * depth);
        held.height = height_in_l1<T>(in_rows, outer, deep);
        L1Slot& slot = find<left>(block, piece);
        auto l1 = tensor<T>(left ? TPosition::A1 : TPosition::B1, slot.address, aligned(bytes_in_l1<T>(in_rows, base, depth)));
        if (slot.block != block || slot.piece != piece) {
            slot.block = block, slot.piece = piece;
            slot.take();
            bring<left, T, format>(l1, side, in_rows, first, outer, piece * depth, deep, held.height, block, piece);
            slot.filled();
        } else if (inside == 0) {
            slot.take();
        }
        held.l1 = in_rows ? l1[static_cast<std::uint32_t>(inside * held.height)] : l1;
        held.first_k = in_rows ? 0 : inside;
        return held;
    }
    template <bool left, class X, class Y>
    static const auto& pick(const X& x, const Y& y) {
        if constexpr (left) return x;
        else return y;
    }
    template <bool left>
    L1Slot& find(std::int64_t block, std::int64_t piece) {
        L1Slot* slots = left ? a_ : b_;
        const int count = left ? slots_a_ : slots_b_;
        for (int i = 0; i < count; ++i)
            if (slots[i].block == block && slots[i].piece == piece) return slots[i];
        int& turn = left ? turn_a_ : turn_b_;
        return slots[turn++ % count];
    }
    template <bool left, class T, CubeFormat format, class S>
    void bring(const AscendC::LocalTensor<T>& l1, const S& side, bool in_rows, std::int64_t first, std::int64_t outer, std::int64_t k, std::int64_t deep,
               std::int64_t height, std::int64_t block, std::int64_t piece) {
        if constexpr (left ? copies_a : copies_b) {
            const OwnLines own;
            const auto bytes = l1.template ReinterpretCast<std::int8_t>();
            const auto at = static_cast<int>(block), in = static_cast<int>(piece), size = static_cast<int>(outer), depth = static_cast<int>(deep);
            auto* gm = reinterpret_cast<const void*>(side.gm.lanewise_address());
            if constexpr (left) CB::CopyA1Ptr(bytes, gm, at, in, size, depth, job_.tiling_pointer, job_.data_pointer);
            else CB::CopyB1Ptr(bytes, gm, in, at, depth, size, job_.tiling_pointer, job_.data_pointer);
        } else {
            const std::int64_t row = in_rows ? first : k, column = in_rows ? k : first, rows = in_rows ? outer : deep, columns = in_rows ? deep : outer;
            if (side.origin == Origin::value) {
                if constexpr (bits_of<AscendC::PrimT<T>> >= 16)
                    AscendC::Fill(l1, AscendC::InitConstValueParams<AscendC::PrimT<T>>(1, height * up(columns, row_elements<T>) / row_elements<T>, 0, side.value));
            } else if constexpr (format == CubeFormat::NZ) {
                const std::int64_t whole = up(left ? (side.turned ? job_.Ka : job_.M) : (side.turned ? job_.N : job_.Kb), 16);
                bring_fractals(l1, side.gm.template ReinterpretCast<T>()[static_cast<std::uint64_t>(column / row_elements<T> * whole * row_elements<T> + row * row_elements<T>)], rows, columns,
                               whole, height);
            } else {
                const std::int64_t pitch = left ? job_.a_pitch() : job_.b_pitch() / thin;
                bring_rows(l1, side.gm.template ReinterpretCast<T>()[static_cast<std::uint64_t>(row * pitch + column)], rows, columns, pitch, height);
            }
        }
    }
    // The last load from a piece: its slot may be filled again.
    template <bool left>
    void leave(std::int64_t block, std::int64_t k, std::int64_t behind) {
        if ((left ? job_.a.origin : job_.b.origin) == Origin::l1) return;
        const std::int64_t depth = left ? piece_a_ : piece_b_;
        if (behind % depth && behind < job_.k) return;
        find<left>(block, k / depth).used();
    }

    // --- products ---

    void multiply(const AscendC::LocalTensor<Sum>& l0c, const Block& block, bool adds) {
        const std::int64_t m = outer_in_l0<AT>(a_in_rows_, block.height), n = outer_in_l0<BT>(b_in_rows_, block.width);
        const bool biased = job_.bias.origin != Origin::nothing && !adds;
        for (std::int64_t k = block.k; k < block.k + block.deep; k += step_k_) {
            const std::int64_t deep = least(step_k_, block.k + block.deep - k);
            const auto left = piece_of<true>(block.row, block.height, k);
            const auto right = piece_of<false>(block.column, block.width, k / thin);
            const int at = turn_l0_++ % l0_slots_;
            L0Slot& slot = l0_[at];
            slot.take();
            const auto a = tensor<AT>(TPosition::A2, slot.address, aligned(bytes_in_l0<AT>(a_in_rows_, t_.baseM, step_k_)));
            const auto b = tensor<BT>(TPosition::B2, l0_right_[at], aligned(bytes_in_l0<BT>(b_in_rows_, t_.baseN, step_k_)));
            if constexpr (scaled) {
                load_scaled(a, b, left, right, block, k, deep);
            } else if constexpr (sparse) {
                load_side<true>(a, left, a_in_rows_, m, deep);
                load_sparse(b, right, block, k, deep);
            } else {
                load_side<true>(a, left, a_in_rows_, m, deep);
                load_side<false>(b, right, b_in_rows_, n, deep);
            }
            leave<true>(block.row, k, k + deep), leave<false>(block.column, k, k + deep);
            const bool from_bias = biased && k == 0;
            if (from_bias) load_bias(block);
            slot.filled();
            AscendC::MmadParams p;
            p.m = m == 1 ? 2 : m, p.n = n, p.k = deep;  // one row would be read as a plain vector
            p.cmatrixInitVal = k == block.k && !adds;
            p.kDirectionAlign = !nz_in_l0a && !a_in_rows_ && row_elements<AT> < 16;
            constexpr std::int64_t few = 10;  // blocks, below which products on the same results need a barrier
            if (!p.cmatrixInitVal && parts(m, 16) * parts(n, 16) < few) AscendC::PipeBarrier<PIPE_M>();
            if (from_bias) {
                product(p, l0c, a.template ReinterpretCast<typename A::T>(), b.template ReinterpretCast<typename B::T>(), tensor<Sum>(TPosition::C2, Free(TPosition::C2).first, n * 4));
                table_.used();
            } else {
                product(p, l0c, a.template ReinterpretCast<typename A::T>(), b.template ReinterpretCast<typename B::T>());
            }
            slot.used();
        }
    }
    template <class... Tensors>
    static void product(const AscendC::MmadParams& p, const Tensors&... tensors) {
#if LANEWISE_L0AMX_BYTES
        if constexpr (scaled) return AscendC::MmadMx(tensors..., p);
#endif
#if LANEWISE_L0BI_BYTES
        if constexpr (sparse && sizeof...(Tensors) == 3) return AscendC::MmadWithSparse(tensors..., p);
#endif
        AscendC::Mmad(tensors..., p);
    }
    // Both sides with their scales, which are brought for each step along k.
    template <class X, class Y>
    void load_scaled(const AscendC::LocalTensor<AT>& a, const AscendC::LocalTensor<BT>& b, const X& left, const Y& right, const Block& block, std::int64_t k,
                     std::int64_t deep) {
#if LANEWISE_L0AMX_BYTES
        const auto held = [&](std::uint32_t address, std::int64_t rows) { return tensor<fp8_e8m0_t>(TPosition::A1, address, up(rows, 64) * step_k_ / 32); };
        const auto of_a = held(scales_ab_.address, t_.baseM), of_b = held(scale_b_address_, t_.baseN);
        scales_ab_.take();
        bring_scales(of_a, job_.scale_a.gm, !job_.scale_a.turned, block.row * t_.baseM, block.height, k / 64, deep / 64, job_.M, job_.Ka / 64);
        bring_scales(of_b, job_.scale_b.gm, job_.scale_b.turned, block.column * t_.baseN, block.width, k / 64, deep / 64, job_.N, job_.Kb / 64);
        scales_ab_.filled();
        load_side<true>(a, left, a_in_rows_, outer_in_l0<AT>(a_in_rows_, block.height), deep, &of_a);
        load_side<false>(b, right, b_in_rows_, outer_in_l0<BT>(b_in_rows_, block.width), deep, &of_b);
        scales_ab_.used();
#endif
    }
    // The index lies in GM as B does in fractals: for each of B, which stands for 64 elements of k of 16 columns, one of 128 bytes.
    static constexpr std::int64_t index_fractal = 128;
    std::int64_t index_bytes() const { return parts(t_.baseN, 16) * step_k_ / 64 * index_fractal; }
    template <class Y>
    void load_sparse(const AscendC::LocalTensor<BT>& b, const Y& right, const Block& block, std::int64_t k, std::int64_t deep) {
#if LANEWISE_L0BI_BYTES
        const std::int64_t whole = parts(job_.N, 16), blocks = parts(block.width, 16), first = block.column * t_.baseN / 16, rows = deep / 64;
        const auto unit = [](std::int64_t fractals) { return static_cast<std::uint16_t>(fractals * index_fractal / 32); };
        const auto index = tensor<std::uint8_t>(TPosition::B1, index_.address, index_bytes());
        index_.take();
        AscendC::DataCopy(index, job_.index[static_cast<std::uint64_t>((k / 64 * whole + first) * index_fractal)],
                          AscendC::DataCopyParams(static_cast<std::uint16_t>(rows), unit(blocks), unit(whole - blocks), 0));
        index_.filled();
        for (std::int64_t i = 0; i < rows; ++i) {
            AscendC::LoadData2DParams p;
            p.repeatTimes = static_cast<std::uint8_t>(blocks);
            AscendC::LoadDataWithSparse(b[static_cast<std::uint32_t>(i * blocks * fractal_elements<BT>)],
                                        right.l1[static_cast<std::uint32_t>(i * right.height * row_elements<BT>)],
                                        index[static_cast<std::uint32_t>(i * blocks * index_fractal)], p);
        }
        index_.used();
#endif
    }
    void load_bias(const Block& block) {
        using T = typename BIAS::T;
        const std::int64_t first = block.column * t_.baseN, width = block.width;
        auto l1 = job_.bias.local;
        if (job_.bias.origin == Origin::gm) {
            bias_.take();
            l1 = tensor<T>(TPosition::C1, bias_.address, t_.baseN * 4 + 64);
            bring_rows(l1, job_.bias.gm[static_cast<std::uint64_t>(first)], 1, width, width, 1);
            bias_.filled();
        } else {
            l1 = l1[static_cast<std::uint32_t>(first)];
        }
        table_.take();
        constexpr std::int64_t unit = LANEWISE_HAS_ELEMENT_STRIDES ? 32 : 64;
        const std::int64_t length = up(width * 4, 64) / unit;
        const auto table = tensor<Sum>(TPosition::C2, Free(TPosition::C2).first, up(width * 4, 64));
        AscendC::DataCopy(table, l1, AscendC::DataCopyParams(1, static_cast<std::uint16_t>(length), 0, 0));
        if (job_.bias.origin == Origin::gm) bias_.used();
    }

    // --- results ---

    static constexpr bool small = std::is_same_v<CT, std::int8_t> || std::is_same_v<CT, std::uint8_t>;
    static constexpr bool keeps = std::is_same_v<CT, Sum>;
    QuantMode_t mode() const {
        const bool each = job_.scales == Origin::gm || job_.scales == Origin::l1, scaled = job_.scales != Origin::nothing;
        if constexpr (std::is_same_v<Sum, std::int32_t>) {
            if constexpr (keeps) return NoQuant;
            if constexpr (small) return each ? VREQ8 : REQ8;
            if constexpr (std::is_same_v<CT, half>) return each ? VDEQF16 : DEQF16;
            return each ? VQS322BF16_PRE : QS322BF16_PRE;
        } else {
            if constexpr (small) return each ? VQF322B8_PRE : QF322B8_PRE;
            if constexpr (keeps) return !scaled ? NoQuant : each ? VQF322F32_PRE : QF322F32_PRE;
            if constexpr (std::is_same_v<CT, half>) return !scaled ? F322F16 : each ? VQF322F16_PRE : QF322F16_PRE;
            if constexpr (std::is_same_v<CT, bfloat16_t>) return !scaled ? F322BF16 : each ? VQF322BF16_PRE : QF322BF16_PRE;
            if constexpr (std::is_same_v<CT, hifloat8_t>) return each ? VQF322HIF8_PRE : QF322HIF8_PRE;
            return each ? VQF322FP8_PRE : QF322FP8_PRE;
        }
    }
    // Of a store, the rest of whose fields say where to.
    AscendC::FixpipeParamsV220 fix_params(const Block& block) const {
        AscendC::FixpipeParamsV220 p;
        p.nSize = block.width, p.mSize = block.height;
        p.srcStride = up(outer_in_l0<AT>(a_in_rows_, block.height), 16);
        p.quantPre = mode(), p.deqScalar = job_.scale;
        if (Quant(p.quantPre).scaled && job_.scales == Origin::nothing)
            refuse("no_result_scale", "SetQuantScalar(word) or SetQuantVector(words) before Iterate or IterateAll");
        if constexpr (config.enableRelu) p.reluEn = true;
        return p;
    }
    void drain(const AscendC::LocalTensor<Sum>& l0c, const Block& block, const Target<CT>& to, std::int64_t sequential_at) {
        switch (to.atomic) {
            case 1: AscendC::SetAtomicAdd<CT>(); break;
            case 2: AscendC::SetAtomicMax<CT>(); break;
            case 3: AscendC::SetAtomicMin<CT>(); break;
            default: break;
        }
        const std::int64_t m = block.row * t_.baseM, n = block.column * t_.baseN;
        auto p = fix_params(block);
        if constexpr (copies_out) {
            const std::int64_t pitch = to.sequential ? block.width : job_.c_pitch();
            AscendC::DataCopyOutParams q;
            q.cBurstNum = static_cast<std::uint16_t>(parts(block.width, 16)), q.burstLen = static_cast<std::uint16_t>(block.height * 16 * 4 / 32);
            q.srcStride = static_cast<std::uint16_t>((up(block.height, 16) - block.height) * 16 * 4 / 32), q.dstStride = static_cast<std::uint32_t>(pitch);
            q.oriNSize = static_cast<std::uint16_t>(block.width), q.quantScalar = job_.scale;
            const OwnLines own;
            const auto gm = to.gm[static_cast<std::uint64_t>(to.sequential ? sequential_at : m * pitch + n)];
            CB::DataCopyOutPtr(reinterpret_cast<const void*>(gm.lanewise_address()), l0c.template ReinterpretCast<std::int8_t>(), static_cast<const void*>(&q),
                               job_.tiling_pointer, job_.data_pointer);
        } else if constexpr (C::format == CubeFormat::NZ) {
            constexpr std::int64_t wide = config.isEnableChannelSplit ? 8 : small ? 32 : 16;
            const std::int64_t whole = up(to.sequential ? block.height : job_.M, 16);
            p.isChannelSplit = config.isEnableChannelSplit;
            p.nSize = up(block.width, wide), p.dstStride = static_cast<std::uint32_t>(whole * wide / fractal_stride<CT>);
            fix<AscendC::CFG_NZ>(l0c, to.gm[static_cast<std::uint64_t>(to.sequential ? sequential_at : n * whole + m * wide)], block, p);
        } else if constexpr (C::format == CubeFormat::COLUMN_MAJOR) {
#if LANEWISE_HAS_ELEMENT_STRIDES
            AscendC::FixpipeParamsArch3510<AscendC::CO2Layout::COLUMN_MAJOR> q;
            const std::int64_t pitch = to.sequential ? block.height : job_.M;
            q.nSize = p.nSize, q.mSize = p.mSize, q.srcStride = p.srcStride, q.quantPre = p.quantPre, q.deqScalar = p.deqScalar, q.reluEn = p.reluEn;
            q.dstStride = static_cast<std::uint32_t>(pitch), q.params.srcNzC0Stride = 1;
            fix<AscendC::CFG_COLUMN_MAJOR>(l0c, to.gm[static_cast<std::uint64_t>(to.sequential ? sequential_at : n * pitch + m)], block, q);
#else
            refuse("by_columns", "CubeFormat::ND");
#endif
        } else {
            constexpr std::int64_t whole_rows = 256 / bits_of<AscendC::PrimT<CT>>;
            const std::int64_t width = C::format == CubeFormat::ND_ALIGN ? up(block.width, whole_rows) : block.width;
            const std::int64_t pitch = to.sequential ? width : job_.c_pitch();
            p.dstStride = static_cast<std::uint32_t>(pitch);
            fix<AscendC::CFG_ROW_MAJOR>(l0c, to.gm[static_cast<std::uint64_t>(to.sequential ? sequential_at : m * pitch + n)], block, p);
        }
        if (to.atomic) AscendC::SetAtomicNone();
    }
    template <const AscendC::FixpipeConfig& layout, class P>
    void fix(const AscendC::LocalTensor<Sum>& l0c, const AscendC::GlobalTensor<CT>& gm, const Block& block, const P& p) {
        const std::int64_t first = block.column * t_.baseN;
        if (job_.scales == Origin::gm) {
            scales_.take();
            const auto l1 = tensor<std::uint32_t>(TPosition::C1, scales_.address, up(t_.baseN * 8, 128));
            bring_rows(l1, job_.scale_gm[static_cast<std::uint64_t>(first)].template ReinterpretCast<std::uint32_t>(), 1, 2 * block.width, 2 * block.width, 1);
            scales_.filled();
            AscendC::Fixpipe<CT, Sum, layout>(gm, l0c, l1.template ReinterpretCast<std::uint64_t>(), p);
            scales_.used();
        } else if (job_.scales == Origin::l1) {
            AscendC::Fixpipe<CT, Sum, layout>(gm, l0c, job_.scale_local[static_cast<std::uint32_t>(first)], p);
        } else {
            AscendC::Fixpipe<CT, Sum, layout>(gm, l0c, p);
        }
    }

    const J& job_;
    const AscendC::tiling::TCubeTiling& t_;
    std::int64_t l0c_at_;
    bool a_in_rows_ = true, b_in_rows_ = true;
    std::int64_t step_k_ = 0, piece_a_ = 0, piece_b_ = 0;
    int slots_a_ = 1, slots_b_ = 1, l0_slots_ = 1, result_slots_ = 1, turn_a_ = 0, turn_b_ = 0, turn_l0_ = 0;
    std::uint32_t l0_right_[2] = {};
    L1Slot a_[2], b_[2], bias_;
    L0Slot l0_[2], table_;  // the table of biases is filled and read by the same pipes
    ResultSlot results_[2];
    ScaleSlot scales_;
    struct NoSlot {};
    [[no_unique_address]] std::conditional_t<scaled, L1Slot, NoSlot> scales_ab_;  // of both sides, one behind the other
    std::uint32_t scale_b_address_ = 0;
    [[no_unique_address]] std::conditional_t<sparse, L1Slot, NoSlot> index_;
};

}  // namespace lanewise::matmul
