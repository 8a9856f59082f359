// The tiling classes of Matmul: what host code says about a product, and the structure that kernels get of it.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "lanewise/operator/host/matmul/split.h"
#include "lanewise/operator/host/matmul/types.h"
#include "lanewise/operator/host/platform.h"

namespace matmul_tiling {

// The chip, as host code that asks no platform hands it over.
struct PlatformInfo {
    platform_ascendc::SocVersion socVersion;
    std::uint64_t l1Size = 0, l0CSize = 0, ubSize = 0, l0ASize = 0, l0BSize = 0;
};

class MatmulApiTilingBase {
  public:
    MatmulApiTilingBase() : MatmulApiTilingBase(lanewise::host::own_facts()) {}
    explicit MatmulApiTilingBase(const platform_ascendc::PlatformAscendC& platform) : MatmulApiTilingBase(platform.lanewise_facts()) {}
    explicit MatmulApiTilingBase(const PlatformInfo& info) : MatmulApiTilingBase(lanewise::host::own_facts()) {
        if (info.l1Size) whole_.l1 = static_cast<std::int64_t>(info.l1Size);
        if (info.l0CSize) whole_.l0c = static_cast<std::int64_t>(info.l0CSize);
        if (info.ubSize) whole_.ub = static_cast<std::int64_t>(info.ubSize);
        if (info.l0ASize) whole_.l0 = static_cast<std::int64_t>(info.l0ASize);
        rooms_ = whole_;
    }
    virtual ~MatmulApiTilingBase() = default;

    std::int32_t SetAType(TPosition pos, CubeFormat type, DataType dataType, bool isTrans = false) { return a_ = {pos, type, dataType, isTrans}, 0; }
    std::int32_t SetBType(TPosition pos, CubeFormat type, DataType dataType, bool isTrans = false) { return b_ = {pos, type, dataType, isTrans}, 0; }
    std::int32_t SetCType(TPosition pos, CubeFormat type, DataType dataType) { return c_ = {pos, type, dataType, false}, 0; }
    std::int32_t SetBiasType(TPosition pos, CubeFormat type, DataType dataType) { return bias_ = {pos, type, dataType, false}, 0; }
    std::int32_t SetScaleAType(TPosition, CubeFormat, bool = false) { return scaled_ = true, 0; }
    std::int32_t SetScaleBType(TPosition, CubeFormat, bool = true) { return scaled_ = true, 0; }
    std::int32_t SetDequantType(DequantType) { return 0; }
    std::int32_t SetMadType(MatrixMadType type) { return scaled_ = scaled_ || type == MatrixMadType::MXMODE, 0; }
    std::int32_t SetShape(std::int32_t m, std::int32_t n, std::int32_t k) { return shape_ = {m, n, k}, 0; }
    std::int32_t SetOrgShape(std::int32_t M, std::int32_t N, std::int32_t K) { return SetOrgShape(M, N, K, K); }
    std::int32_t SetOrgShape(std::int32_t M, std::int32_t N, std::int32_t Ka, std::int32_t Kb) { return whole_shape_ = {M, N, Ka}, kb_ = Kb, 0; }
    std::int32_t SetFixSplit(std::int32_t baseM = -1, std::int32_t baseN = -1, std::int32_t baseK = -1) { return fixed_ = {baseM, baseN, baseK}, 0; }
    std::int32_t SetBufferSpace(std::int32_t l1 = -1, std::int32_t l0c = -1, std::int32_t ub = -1, std::int32_t bt = -1) {
        rooms_ = whole_;
        const auto narrow = [](std::int64_t& room, std::int32_t bytes) {
            if (bytes >= 0) room = lanewise::matmul::least(room, bytes);
        };
        return narrow(rooms_.l1, l1), narrow(rooms_.l0c, l0c), narrow(rooms_.ub, ub), narrow(rooms_.bias, bt), 0;
    }
    std::int32_t EnableBias(bool isBias = false) { return biased_ = isBias, 0; }
    std::int32_t SetBias(bool isBias = false) { return EnableBias(isBias); }
    std::int32_t SetTraverse(MatrixTraverse traverse) { return traverse_ = traverse, 0; }
    std::int32_t SetSplitRange(std::int32_t maxM = -1, std::int32_t maxN = -1, std::int32_t maxK = -1, std::int32_t minM = -1, std::int32_t minN = -1,
                               std::int32_t minK = -1) {
        return highest_ = {maxM, maxN, maxK}, lowest_ = {minM, minN, minK}, 0;
    }
    std::int32_t SetDoubleBuffer(bool, bool, bool, bool, bool = true, bool = true) { return 0; }
    void SetMatmulConfigParams(std::int32_t = 1, bool = false, ScheduleType = ScheduleType::INNER_PRODUCT, MatrixTraverse traverse = MatrixTraverse::NOSET,
                               bool = false) {
        if (traverse != MatrixTraverse::NOSET) traverse_ = traverse;
    }
    void SetMatmulConfigParams(const MatmulConfigParams& params) {
        if (params.traverse != MatrixTraverse::NOSET) traverse_ = params.traverse;
    }
    std::int32_t SetSparse(bool isSparse = false) { return sparse_ = isSparse, 0; }
    std::int32_t SetBatchInfoForNormal(std::int32_t batchA, std::int32_t batchB, std::int32_t m, std::int32_t n, std::int32_t k) {
        a_layout_ = {batchA, m, 1, 1, k}, b_layout_ = {batchB, n, 1, 1, k};
        c_layout_ = {batchA > batchB ? batchA : batchB, m, 1, 1, n};
        return 0;
    }
    std::int32_t SetALayout(std::int32_t b, std::int32_t s, std::int32_t n, std::int32_t g, std::int32_t d) { return a_layout_ = {b, s, n, g, d}, 0; }
    std::int32_t SetBLayout(std::int32_t b, std::int32_t s, std::int32_t n, std::int32_t g, std::int32_t d) { return b_layout_ = {b, s, n, g, d}, 0; }
    std::int32_t SetCLayout(std::int32_t b, std::int32_t s1, std::int32_t n, std::int32_t g, std::int32_t s2) { return c_layout_ = {b, s1, n, g, s2}, 0; }
    std::int32_t SetBatchNum(std::int32_t batch) { return batch_ = batch, 0; }

    std::int32_t GetBaseM() const { return static_cast<std::int32_t>(blocks_.m); }
    std::int32_t GetBaseN() const { return static_cast<std::int32_t>(blocks_.n); }
    std::int32_t GetBaseK() const { return static_cast<std::int32_t>(blocks_.k); }
    virtual std::int64_t GetTiling(AscendC::tiling::TCubeTiling& tiling) = 0;
    std::int64_t GetTiling(optiling::TCubeTiling& tiling) {
        AscendC::tiling::TCubeTiling plain;
        const std::int64_t result = GetTiling(plain);
        if (result != -1) tiling.lanewise_fill(&plain, sizeof plain);
        return result;
    }

  protected:
    struct Side {
        TPosition position = TPosition::GM;
        CubeFormat format = CubeFormat::ND;
        DataType type = DataType::DT_FLOAT16;
        bool turned = false;
    };
    struct Sizes {
        std::int64_t m = -1, n = -1, k = -1;
    };
    struct Layout {
        std::int32_t b = 0, s = 0, n = 0, g = 0, d = 0;
    };

    explicit MatmulApiTilingBase(const lanewise::host::ChipFacts& facts)
        : whole_{static_cast<std::int64_t>(facts.l0), static_cast<std::int64_t>(facts.l0c), static_cast<std::int64_t>(facts.l1),
                 static_cast<std::int64_t>(facts.bt), static_cast<std::int64_t>(facts.ub)},
          rooms_(whole_) {}

    // Of the whole product: what SetShape has said, and SetOrgShape where that left it open.
    Sizes product() const {
        const auto open = [](std::int64_t said, std::int64_t otherwise) { return said > 0 ? said : otherwise; };
        return {open(shape_.m, whole_shape_.m), open(shape_.n, whole_shape_.n), open(shape_.k, whole_shape_.k)};
    }
    bool is_complete() const {
        const Sizes size = product();
        if (size.m > 0 && size.n > 0 && size.k > 0) return true;
        return refuse("M, N and K must be known: M = %lld, N = %lld, K = %lld; call SetShape or SetOrgShape with numbers above 0",
                      static_cast<long long>(size.m), static_cast<long long>(size.n), static_cast<long long>(size.k));
    }
    static bool refuse(const char* format, ...) __attribute__((format(printf, 1, 2))) {
        std::va_list values;
        va_start(values, format);
        std::fputs("GetTiling: ", stderr);
        std::vfprintf(stderr, format, values);
        std::fputc('\n', stderr);
        va_end(values);
        return false;
    }

    // The blocks of a core with so much to do; false: there are none, and why was said.
    bool cut(const Sizes& single, AscendC::tiling::TCubeTiling& tiling) {
        lanewise::matmul::Wish wish;
        wish.m = single.m, wish.n = single.n, wish.k = single.k;
        wish.a_bits = lanewise_bits(a_.type), wish.b_bits = lanewise_bits(b_.type), wish.c_bits = lanewise_bits(c_.type);
        wish.bias_bits = biased_ ? lanewise_bits(bias_.type) : 0;
        wish.a_turned = a_.turned, wish.b_turned = b_.turned, wish.scaled = scaled_, wish.sparse = sparse_;
        wish.to_ub = c_.position == TPosition::VECIN || c_.position == TPosition::VECCALC || c_.position == TPosition::VECOUT;
        const auto within = [](std::int64_t fixed, std::int64_t size, std::int64_t low, std::int64_t high) {
            if (fixed > 0 || (low <= 0 && high <= 0)) return fixed;
            const std::int64_t wanted = high > 0 ? lanewise::matmul::least(high / 16 * 16, lanewise::matmul::up(size, 16)) : -1;
            return low > 0 && wanted > 0 ? lanewise::matmul::most(wanted, lanewise::matmul::up(low, 16)) : wanted;
        };
        wish.base_m = within(fixed_.m, single.m, lowest_.m, highest_.m), wish.base_n = within(fixed_.n, single.n, lowest_.n, highest_.n);
        wish.base_k = fixed_.k > 0 ? fixed_.k : highest_.k;
        wish.order = traverse_ == MatrixTraverse::NOSET ? -1 : traverse_ == MatrixTraverse::FIRSTN;
        blocks_ = lanewise::matmul::choose_blocks(wish, rooms_);
        if (blocks_.problem)
            return refuse("no tiling keeps the rule that %s: baseM = %lld, baseN = %lld; L0A and L0B %lld bytes each, L0C %lld, L1 %lld, bias table %lld, UB %lld. "
                          "Change SetFixSplit or SetBufferSpace",
                          blocks_.problem, static_cast<long long>(blocks_.m), static_cast<long long>(blocks_.n), static_cast<long long>(rooms_.l0),
                          static_cast<long long>(rooms_.l0c), static_cast<long long>(rooms_.l1), static_cast<long long>(rooms_.bias),
                          static_cast<long long>(rooms_.ub));
        lanewise::matmul::write_blocks(tiling, blocks_);
        return true;
    }
    void write(const Sizes& single, std::int64_t cores, AscendC::tiling::TCubeTiling& t) const {
        const auto number = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
        const Sizes size = product();
        const auto org = [&](std::int64_t said, std::int64_t otherwise) { return number(said > 0 ? said : otherwise); };
        t.usedCoreNum = number(cores);
        t.M = org(whole_shape_.m, size.m), t.N = org(whole_shape_.n, size.n), t.Ka = org(whole_shape_.k, size.k), t.Kb = org(kb_, size.k);
        t.singleCoreM = number(single.m), t.singleCoreN = number(single.n), t.singleCoreK = number(single.k);
        t.isBias = biased_;
        t.transLength = t.shareUbSize = 0;
        t.batchM = t.batchN = t.singleBatchM = t.singleBatchN = 1;
        t.depthAL1CacheUB = t.depthBL1CacheUB = 0;
        t.ALayoutInfoB = a_layout_.b, t.ALayoutInfoS = a_layout_.s, t.ALayoutInfoN = a_layout_.n, t.ALayoutInfoG = a_layout_.g, t.ALayoutInfoD = a_layout_.d;
        t.BLayoutInfoB = b_layout_.b, t.BLayoutInfoS = b_layout_.s, t.BLayoutInfoN = b_layout_.n, t.BLayoutInfoG = b_layout_.g, t.BLayoutInfoD = b_layout_.d;
        t.CLayoutInfoB = c_layout_.b, t.CLayoutInfoS1 = c_layout_.s, t.CLayoutInfoN = c_layout_.n, t.CLayoutInfoG = c_layout_.g, t.CLayoutInfoS2 = c_layout_.d;
        t.BatchNum = batch_;
    }

    lanewise::matmul::Rooms whole_, rooms_;
    Side a_, b_, c_{TPosition::GM, CubeFormat::ND, DataType::DT_FLOAT, false}, bias_{TPosition::GM, CubeFormat::ND, DataType::DT_FLOAT, false};
    Sizes shape_, whole_shape_, fixed_, lowest_, highest_;
    std::int64_t kb_ = -1;
    bool biased_ = false, scaled_ = false, sparse_ = false;
    MatrixTraverse traverse_ = MatrixTraverse::NOSET;
    Layout a_layout_, b_layout_, c_layout_;
    std::int32_t batch_ = 0;
    lanewise::matmul::Blocks blocks_;
};

// A product on one core.
class MatmulApiTiling : public MatmulApiTilingBase {
  public:
    using MatmulApiTilingBase::GetTiling;
    using MatmulApiTilingBase::MatmulApiTilingBase;
    std::int64_t GetTiling(AscendC::tiling::TCubeTiling& tiling) override {
        if (!is_complete() || !cut(product(), tiling)) return -1;
        return write(product(), 1, tiling), 0;
    }
};

// A product that cores share.
class MultiCoreMatmulTiling : public MatmulApiTilingBase {
  public:
    using MatmulApiTilingBase::GetTiling;
    using MatmulApiTilingBase::MatmulApiTilingBase;

    std::int32_t SetDim(std::int32_t dim) { return dim_ = dim, 0; }
    std::int32_t SetSingleShape(std::int32_t singleM = -1, std::int32_t singleN = -1, std::int32_t singleK = -1) {
        return single_ = {singleM, singleN, singleK}, 0;
    }
    std::int32_t SetSingleRange(std::int32_t = -1, std::int32_t = -1, std::int32_t = -1, std::int32_t = -1, std::int32_t = -1, std::int32_t = -1) { return 0; }
    std::int32_t SetAlignSplit(std::int32_t alignM, std::int32_t alignN, std::int32_t alignK) { return align_ = {alignM, alignN, alignK}, 0; }
    void EnableMultiCoreSplitK(bool flag) { splits_k_ = flag; }
    void SetSplitK(bool flag) { splits_k_ = flag; }
    std::int32_t GetSingleShape(std::int32_t& m, std::int32_t& n, std::int32_t& k) const {
        m = static_cast<std::int32_t>(each_.m), n = static_cast<std::int32_t>(each_.n), k = static_cast<std::int32_t>(each_.k);
        return 0;
    }
    std::int32_t GetCoreNum(std::int32_t& dim, std::int32_t& mDim, std::int32_t& nDim) const {
        dim = static_cast<std::int32_t>(used_), mDim = static_cast<std::int32_t>(cores_.m), nDim = static_cast<std::int32_t>(cores_.n);
        return 0;
    }
    std::int64_t GetTiling(AscendC::tiling::TCubeTiling& tiling) override {
        if (!is_complete()) return -1;
        if (dim_ < 1) return refuse("SetDim(%d): a product needs 1 core or more", dim_), -1;
        share();
        if (!cut(each_, tiling)) return -1;
        return write(each_, used_, tiling), 0;
    }

  private:
    void share() {
        namespace host = lanewise::host;
        const Sizes size = product();
        if (single_.m > 0 || single_.n > 0 || single_.k > 0) {
            const auto own = [](std::int64_t said, std::int64_t all) { return said > 0 ? said : all; };
            each_ = {own(single_.m, size.m), own(single_.n, size.n), own(single_.k, size.k)};
            cores_ = {host::parts(size.m, each_.m), host::parts(size.n, each_.n), host::parts(size.k, each_.k)};
            used_ = dim_;
            return;
        }
        const host::Shared shared{size.m, size.n, size.k, dim_, lanewise_bits(a_.type), lanewise_bits(b_.type), a_.turned, b_.turned, splits_k_,
                                  b_.position == TPosition::TSCM, rooms_.l0c, rooms_.l1};
        if (shape_.m > 0 || shape_.n > 0 || splits_k_) {
            cores_ = host::CoreSearch(shared).run();
            const std::int64_t row = 256 / lanewise_bits(a_.type);
            each_ = {host::parts(size.m, cores_.m), host::parts(size.n, cores_.n), size.k};
            if (cores_.k > 1) each_.k = host::parts(host::parts(size.k, row), cores_.k) * row;
        } else {
            const host::CoreBalance balance(shared, fixed_.m, fixed_.n);
            cores_ = balance.run();
            each_ = {balance.share_m(cores_.m), balance.share_n(cores_.n), size.k};
        }
        // Matrices in fractals are cut between whole ones.
        const bool nz = a_.format == CubeFormat::NZ || b_.format == CubeFormat::NZ;
        const auto rounded = [](std::int64_t& each, std::int64_t all, std::int64_t cores, std::int64_t unit) {
            const std::int64_t whole = lanewise::matmul::up(each, unit);
            if (cores == 1 || whole < host::parts(all, cores - 1)) each = whole < all ? whole : all;
        };
        if (nz && !b_.turned) rounded(each_.n, size.n, cores_.n, 2048 / lanewise_bits(b_.type));
        if (c_.format == CubeFormat::NZ) {
            rounded(each_.m, size.m, cores_.m, 2048 / lanewise_bits(b_.type));
            rounded(each_.n, size.n, cores_.n, 2048 / lanewise_bits(b_.type));
        }
        if (align_.m > 0) rounded(each_.m, size.m, cores_.m, align_.m);
        if (align_.n > 0) rounded(each_.n, size.n, cores_.n, align_.n);
        if (align_.k > 0 && cores_.k > 1) rounded(each_.k, size.k, cores_.k, align_.k);
        cores_ = {host::parts(size.m, each_.m), host::parts(size.n, each_.n), host::parts(size.k, each_.k)};
        used_ = cores_.all();
    }

    std::int32_t dim_ = 1;
    Sizes single_, align_, each_;
    lanewise::host::Cores cores_;
    std::int64_t used_ = 1;
    bool splits_k_ = false;
};

// Many products, whole ones on each core.
class BatchMatmulTiling : public MatmulApiTilingBase {
  public:
    using MatmulApiTilingBase::GetTiling;
    using MatmulApiTilingBase::MatmulApiTilingBase;
    std::int32_t SetDim(std::int32_t dim) { return dim_ = dim, 0; }
    std::int32_t SetSingleShape(std::int32_t m = -1, std::int32_t n = -1, std::int32_t k = -1) { return single_ = {m, n, k}, 0; }
    std::int32_t SetSingleBatch(std::int32_t, std::int32_t) { return 0; }
    std::int32_t GetCoreNum(std::int32_t& dim, std::int32_t& mDim, std::int32_t& nDim, std::int32_t& batchCoreM, std::int32_t& batchCoreN) const {
        dim = dim_, mDim = nDim = batchCoreM = batchCoreN = 1;
        return 0;
    }
    std::int64_t GetTiling(AscendC::tiling::TCubeTiling& tiling) override {
        if (!is_complete()) return -1;
        const Sizes size = product();
        const auto own = [](std::int64_t said, std::int64_t all) { return said > 0 ? said : all; };
        const Sizes each{own(single_.m, size.m), own(single_.n, size.n), own(single_.k, size.k)};
        if (!cut(each, tiling)) return -1;
        return write(each, dim_, tiling), 0;
    }

  private:
    std::int32_t dim_ = 1;
    Sizes single_;
};

// What a product takes of memories that kernels share with it.
inline std::int32_t MatmulGetTmpBufSize(AscendC::tiling::TCubeTiling& tiling, SysTilingTempBufSize& size) {
    size = {tiling.shareUbSize, tiling.shareL1Size, tiling.shareL0CSize};
    return 0;
}
inline std::int32_t MatmulGetTmpBufSize(optiling::TCubeTiling& tiling, SysTilingTempBufSize& size) {
    size = {tiling.get_shareUbSize(), tiling.get_shareL1Size(), tiling.get_shareL0CSize()};
    return 0;
}
inline std::int32_t MultiCoreMatmulGetTmpBufSize(AscendC::tiling::TCubeTiling& tiling, SysTilingTempBufSize& size) { return MatmulGetTmpBufSize(tiling, size); }
inline std::int32_t MultiCoreMatmulGetTmpBufSize(optiling::TCubeTiling& tiling, SysTilingTempBufSize& size) { return MatmulGetTmpBufSize(tiling, size); }

}  // namespace matmul_tiling
