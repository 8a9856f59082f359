// Lanes in another order: interleaving, gathering inside a register, halving and doubling their width.
#pragma once

#include "registers/elements.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

inline void reg_interleave(RegisterWalk& w) {
    with_width(w.size(0), [&]<class T>(T) {
        const Lanes<T> a(w, 2), b(w, 3);
        const int half_way = a.count / 2;
        Lanes<T> low(a.count), high(a.count);
        for (int i = 0; i < half_way; ++i) {
            low[2 * i] = a[i];
            low[2 * i + 1] = b[i];
            high[2 * i] = a[half_way + i];
            high[2 * i + 1] = b[half_way + i];
        }
        w.put(0, low.at);
        w.put(1, high.at);
    });
}

inline void reg_de_interleave(RegisterWalk& w) {
    with_width(w.size(0), [&]<class T>(T) {
        const Lanes<T> a(w, 2), b(w, 3);
        const int half_way = a.count / 2;
        Lanes<T> even(a.count), odd(a.count);
        for (int i = 0; i < half_way; ++i) {
            even[i] = a[2 * i];
            odd[i] = a[2 * i + 1];
            even[half_way + i] = b[2 * i];
            odd[half_way + i] = b[2 * i + 1];
        }
        w.put(0, even.at);
        w.put(1, odd.at);
    });
}

inline void reg_gather(RegisterWalk& w) {
    with_width(w.size(0), [&]<class T>(T) {
        const Lanes<T> index(w, 2);
        auto from = [&](int i) { return static_cast<int>(index[i] % static_cast<std::uint64_t>(w.count(1))); };
        bool taken[register_bytes / sizeof(T) * 2] = {};
        for (int i = 0; hears && i < index.count; ++i) taken[from(i)] = true;
        const Lanes<T> x(w, 1, [&](int i) { return taken[i]; });
        Lanes<T> out(x.count);
        for (int i = 0; i < x.count; ++i) out[i] = x[from(i)];
        w.put(0, out.at);
    });
}

// params: 0 for the lower half of dst, 1 for the upper one; the other half becomes 0. Two registers fill dst.
inline void reg_pack(RegisterWalk& w) {
    with_width(w.size(0), [&]<class D>(D) {
        if constexpr (sizeof(D) < 8) {
            const Lanes<Twice<D>> x(w, 1);
            Lanes<D> out(w.count(0));
            const int start = x.count < out.count ? static_cast<int>(w.params[0]) * x.count : 0;
            for (int i = 0; i < x.count; ++i) out[start + i] = static_cast<D>(x[i]);
            w.put(0, out.at);
        }
    });
}

// params: 0 for the lower half of src, 1 for the upper one. Two registers take all of src.
inline void reg_un_pack(RegisterWalk& w) {
    with_number(w.type(1), [&]<class S>(S) {
        if constexpr (is_number<S> && sizeof(S) < 8) {
            Lanes<Twice<S>> out(w.count(0));
            const int start = out.count < w.count(1) ? static_cast<int>(w.params[0]) * out.count : 0;
            const Lanes<S> x(w, 1, [&](int i) { return i >= start && i < start + out.count; });
            for (int i = 0; i < out.count; ++i) out[i] = x[start + i];
            w.put(0, out.at);
        }
    });
}

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
