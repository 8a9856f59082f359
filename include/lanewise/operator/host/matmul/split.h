// How a product is shared among cores: the choice that programs rely on when they compute their offsets from its result.
#pragma once

#include <cmath>
#include <cstdint>
#include <set>

#include "lanewise/ascend/matmul/blocks.h"

namespace lanewise::host {

using lanewise::matmul::least;
using lanewise::matmul::most;
using lanewise::matmul::parts;

struct Cores {
    std::int64_t m = 1, n = 1, k = 1;
    std::int64_t all() const { return m * n * k; }
};

struct Shared {
    std::int64_t M, N, K, cores;
    int a_bits, b_bits;
    bool a_turned, b_turned;
    bool splits_k, held_b;  // K may be shared, too; B lies in L1
    std::int64_t l0c, l1;
};

// By loops and loads, in blocks of 16 x 16 results and 32 bytes of k. This is the choice where host code has said the real M and N.
class CoreSearch {
  public:
    explicit CoreSearch(const Shared& of)
        : of_(of), m_(parts(of.M, 16)), n_(parts(of.N, 16)), k_(parts(of.K, 256 / of.a_bits)), P_(of.cores) {}

    Cores run() const {
        if (P_ <= 1) return {};
        if (is_small()) return small();
        const std::int64_t mu = of_.splits_k ? m_ : power(m_), nu = of_.splits_k ? n_ : power(n_), ku = mapped_k();
        const double ratio = std::sqrt(static_cast<double>(P_) * static_cast<double>(m_) / static_cast<double>(n_));
        const auto a = static_cast<std::int64_t>(std::ceil(ratio)), b = static_cast<std::int64_t>(std::ceil(static_cast<double>(P_) / ratio));
        const auto rows = candidates(m_, mu, a, P_ / most(b, 1)), columns = candidates(n_, nu, b, P_ / most(a, 1));
        Found best;
        for (const std::int64_t nf : columns)
            for (const std::int64_t mf : rows)
                for (std::int64_t kf = 1; kf <= (of_.splits_k ? least(P_, k_) : 1); ++kf) {
                    if (mf * nf * kf > P_ || (k_ % kf && ku % kf)) continue;
                    const Found one = weigh(mf, nf, kf, ku);
                    if (of_.held_b && !fits_held(one)) continue;
                    if (!best.cores || is_better(one, best)) best = one;
                }
        const std::int64_t m = settled(m_, mu, best.mf), n = settled(n_, nu, best.nf);
        Cores cores{parts(m_, m), parts(n_, n), best.kf};
        if (cores.all() > P_) cores = {parts(m_, parts(m_, best.mf)), parts(n_, parts(n_, best.nf)), best.kf};
        return cores;
    }

  private:
    struct Found {
        std::int64_t mf = 1, nf = 1, kf = 1, cm = 0, cn = 0, ck = 0, loops = 0, load = 0, cores = 0;
    };

    static std::int64_t power(std::int64_t x) {
        if (x < 16) return x;
        std::int64_t p = 16;
        while (p < x && p < 1024) p *= 2;
        return p;
    }
    static int divisors(std::int64_t x, std::int64_t limit) {
        int count = 0;
        for (std::int64_t d = 1; d <= limit && d <= x; ++d) count += x % d == 0;
        return count;
    }
    bool is_small() const {
        const bool odd = of_.splits_k && ((n_ > 32 && n_ % 32) || (m_ > 32 && m_ % 32));
        return m_ * n_ <= P_ && m_ * k_ <= 128 && n_ * k_ <= 128 && m_ * n_ <= of_.l0c / 1024 && !odd;
    }
    Cores small() const {
        Cores cores{m_ <= 32 ? 1 : power(m_) / 32, n_ <= 32 ? 1 : power(n_) / 32, 1};
        if (of_.splits_k && k_ > 32)
            for (std::int64_t d = 2; d <= P_; ++d)
                if (k_ % d == 0) return cores.k = d, cores;
        return cores;
    }
    // Of a K with few divisors the power of two below it is shared.
    std::int64_t mapped_k() const {
        const bool few = (k_ > 64 && divisors(k_, 64) <= 2) || (k_ > 128 && divisors(k_, 128) <= 4);
        if (!of_.splits_k || !few) return k_;
        std::int64_t p = 1;
        while (p * 2 < k_ && p < 1024) p *= 2;
        return p;
    }
    std::set<std::int64_t> candidates(std::int64_t axis, std::int64_t mapped, std::int64_t first, std::int64_t second) const {
        std::set<std::int64_t> found;
        for (std::int64_t i = 1; i <= least(P_, axis); ++i)
            if (axis % i == 0 || mapped % i == 0 || P_ % i == 0 || i == first || i == second) found.insert(i);
        return found;
    }

    Found weigh(std::int64_t mf, std::int64_t nf, std::int64_t kf, std::int64_t ku) const {
        Found f{mf, nf, kf, parts(m_, mf), parts(n_, nf), most(1, k_ % kf ? ku / kf * 2 : k_ / kf), 0, 0, mf * nf * kf};
        std::int64_t n0 = least(16, f.cn), m0 = least(f.cm, least(128 / n0, 64));
        n0 = least(f.cn, least(128 / m0, 64)), m0 = least(f.cm, least(128 / n0, 64));
        f.loops = parts(f.cm, m0) * parts(f.cn, n0) * parts(f.ck, most(1, least(64 / m0, least(64 / n0, f.ck))));
        f.load = load(f) * (of_.splits_k ? f.ck : 1);
        return f;
    }
    // What all cores read together, by what of it stays in L1.
    std::int64_t load(const Found& f) const {
        const std::int64_t n0 = least(16, f.cn), m0 = least(least(16, f.cm), 128 / n0);
        const std::int64_t k0 = most(1, least(64 / m0, least(64 / n0, f.ck))), kb = k_ / f.kf * 512, L1 = of_.l1;
        const std::int64_t by_rows = m_ * f.nf + n_ * parts(m_, m0), by_columns = n_ * f.mf + m_ * parts(n_, n0);
        const std::int64_t neither = m_ * parts(n_, n0) + n_ * parts(m_, m0);
        if ((f.cm + f.cn) * kb <= L1 || (f.cm + 2 * n0) * kb <= L1 || (f.cn + 2 * m0) * kb <= L1) return m_ * f.nf + n_ * f.mf;
        if (2 * (n0 * kb + m0 * k0 * 512) > L1 && 2 * (m0 * kb + n0 * k0 * 512) > L1) return neither;
        if (2 * (m0 + n0) * kb <= L1) {
            const std::int64_t m1 = parts(L1 - 2 * n0 * kb, 2 * kb * m0) * m0, n1 = parts(L1 - 2 * m0 * kb, 2 * kb * n0) * n0;
            return least(m_ * f.nf + n_ * parts(m_, m1), n_ * f.mf + m_ * parts(n_, n1));
        }
        const bool rows_fit = f.cm * kb + 1024 * n0 * k0 <= L1 || 2 * m0 * kb + 1024 * n0 * k0 <= L1;
        const bool columns_fit = f.cn * kb + 1024 * m0 * k0 <= L1 || 2 * n0 * kb + 1024 * m0 * k0 <= L1;
        if (rows_fit && columns_fit) return least(by_rows, by_columns);
        return rows_fit ? by_rows : columns_fit ? by_columns : neither;
    }
    bool fits_held(const Found& f) const { return f.cn * (k_ / f.kf * 512) * 2 + 512 * 2 <= of_.l1; }

    bool is_better(const Found& f, const Found& best) const {
        const bool wide = (of_.b_turned || n_ < 16 || f.cn >= 16) && (!of_.a_turned || m_ < 16 || f.cm >= 16);
        const bool big = (of_.b_turned || best.cn >= 16) && (!of_.a_turned || best.cm >= 16) && best.cores > 1;
        if (!(of_.b_turned && !of_.a_turned)) {
            if (!big && wide) return true;
            if (big && !wide) return false;
        }
        if (f.loops < best.loops || (f.loops == best.loops && f.cores > best.cores)) return true;
        return f.cores == best.cores && (f.load < best.load || (f.load == best.load && f.mf * f.nf > best.mf * best.nf));
    }

    // A core's size that has divisors enough, as near as may be on the way to the one of the power of two.
    static bool divides_well(std::int64_t c) {
        if (c <= 8) return true;
        int low = 0, high = 0;
        for (std::int64_t d = 1; d <= 128 && d <= c; ++d) {
            if (c % d) continue;
            int& best = d <= 64 ? low : high;
            const int count = divisors(d, d);
            if (count > best) best = count;
        }
        return c > 128 ? low + high > 4 : low > 2;
    }
    static std::int64_t settled(std::int64_t axis, std::int64_t mapped, std::int64_t f) {
        const std::int64_t first = parts(axis, f), goal = parts(mapped, f);
        std::int64_t c = first;
        while (!divides_well(c) && c != goal) c += goal > c ? 1 : -1;
        return divides_well(c) && parts(axis, c) <= f ? c : first;
    }

    const Shared of_;
    const std::int64_t m_, n_, k_, P_;
};

// By work and traffic of the blocks. This is the choice where M and N are those of the whole matrices (SetShape(-1, -1, K)).
class CoreBalance {
  public:
    CoreBalance(const Shared& of, std::int64_t base_m, std::int64_t base_n) : of_(of), base_m_(base_m), base_n_(base_n) {
        const bool tall = of.a_turned && of.b_turned;
        if (base_m_ <= 0) base_m_ = tall || of.l0c >= 256 * 1024 ? 256 : 128;
        if (base_n_ <= 0) base_n_ = tall ? 128 : 256;
    }

    Cores run() const {
        const std::int64_t P = of_.cores;
        constexpr std::int64_t small = 26214;  // results of a core
        if (P <= 1) return {};
        if (of_.M * of_.N < small * P) {
            if (of_.M <= 128 && of_.N >= 128 * P) return {1, P, 1};
            if (of_.N <= 256 && of_.M >= 128 * P) return {P, 1, 1};
            return best(false);
        }
        return best(of_.M >= 128);
    }
    // A core's size: ceil(axis / cores), a multiple of 256 bytes where rows of that side are such already.
    static std::int64_t share(std::int64_t axis, std::int64_t cores, int bits, bool rows) {
        const std::int64_t unit = 2048 / bits, size = parts(axis, cores), whole = matmul::up(size, unit);
        return rows && axis % unit == 0 && (cores == 1 || whole < parts(axis, cores - 1)) ? whole : size;
    }
    std::int64_t share_m(std::int64_t cores) const { return share(of_.M, cores, of_.a_bits, of_.a_turned); }
    std::int64_t share_n(std::int64_t cores) const { return share(of_.N, cores, of_.b_bits, !of_.b_turned); }

  private:
    struct Weight {
        double cycles = 0, traffic = 0;
    };
    Weight weigh(const Cores& cores) const {
        const std::int64_t sm = share_m(cores.m), sn = share_n(cores.n), bm = least(base_m_, matmul::up(sm, 16)), bn = least(base_n_, matmul::up(sn, 16));
        const auto blocks = static_cast<double>(parts(sm, bm) * parts(sn, bn));
        const auto work = static_cast<double>(parts(bm, 16) * parts(bn, 16) * parts(of_.K, 256 / of_.a_bits));
        return {blocks * work, blocks * static_cast<double>(of_.K) * static_cast<double>(bm * of_.a_bits + bn * of_.b_bits) / 8};
    }
    Cores best(bool all_cores) const {
        Cores found;
        Weight least_so_far;
        for (std::int64_t m = 1; m <= of_.cores; ++m)
            for (std::int64_t n = 1; m * n <= of_.cores; ++n) {
                if (all_cores && m * n != of_.cores) continue;
                const Cores one{m, n, 1};
                const Weight weight = weigh(one);
                if (least_so_far.cycles == 0 || is_better(one, weight, found, least_so_far, all_cores)) found = one, least_so_far = weight;
            }
        return found;
    }
    bool is_better(const Cores& one, const Weight& w, const Cores& best, const Weight& b, bool all_cores) const {
        if (!all_cores)  // least traffic, with a margin of 5 in 100
            return w.traffic < 0.95 * b.traffic || (w.traffic <= 1.05 * b.traffic && w.cycles < b.cycles);
        const double left = w.cycles / w.traffic, right = b.cycles / b.traffic;
        if (std::abs(left - right) > 1e-9 * right) return left > right;
        if (std::abs(w.cycles - b.cycles) <= 0.01 * b.cycles) {
            const auto weight = [&](const Cores& c) { return (of_.cores - c.m) * base_m_ + (of_.cores - c.n) * base_n_; };
            return weight(one) > weight(best);
        }
        return w.cycles < b.cycles;
    }

    const Shared of_;
    std::int64_t base_m_, base_n_;
};

}  // namespace lanewise::host
