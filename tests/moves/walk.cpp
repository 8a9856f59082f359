// Reads layouts as whole numbers, moves items by the engine's walk and prints what became of the destination: one line for each.
#include <cstdio>
#include <vector>

#include "moves/layout.hpp"

using namespace lanewise::moves;

static std::int64_t number() {
    long long n = 0;
    if (std::scanf("%lld", &n) != 1) std::exit(2);
    return n;
}

int main() {
    for (auto layouts = number(); layouts > 0; --layouts) {
        Layout l;
        l.bits = static_cast<int>(number());
        l.to = number();
        l.source = number();
        l.fill.kind = static_cast<Fill::Kind>(number());
        l.fill.value = static_cast<std::uint64_t>(number());
        l.by = static_cast<int>(number());
        for (auto n = number(); n > 0; --n) {
            const auto stride = number(), size = number(), first = number();
            l.along({stride, size, first});
        }
        auto digits = [](auto& side) {
            side.count = static_cast<int>(number());
            for (int k = 0; k < side.count; ++k) {
                side.digit[k].step = number();
                side.digit[k].count = number();
                side.digit[k].along = static_cast<int>(number());
            }
        };
        for (auto n = number(); n > 0; --n) {
            Axis& a = l.add(number(), 0, 0);
            a.first = number();
            a.limit = number();
            if (a.limit < 0) a.limit = unlimited;
            digits(a.to);
            digits(a.source);
        }
        const auto size = static_cast<std::size_t>(number());
        std::vector<long long> to(size, number()), from(static_cast<std::size_t>(number()));
        for (auto& item : from) item = number();
        if (l.empty()) {
            std::puts("empty");
            continue;
        }
        const Bounds target = l.target_bounds(), source = l.source_bounds();
        const Seen in = seen(l, false), out = seen(l, true);
        std::printf("%lld %lld %lld %lld ", (long long)target.low, (long long)target.high, source.any() ? (long long)source.low : 0,
                    source.any() ? (long long)source.high : 0);
        std::printf("%lld %lld %lld %lld %lld %lld |", (long long)in.pieces, (long long)in.items, (long long)in.pitch, (long long)out.pieces,
                    (long long)out.items, (long long)out.pitch);
        each_run(l, [&](const Run& run) {
            std::printf(" %lld %lld %lld %lld %lld %d", (long long)run.word, (long long)run.to, run.has_source ? (long long)run.source : -1, (long long)run.items,
                        (long long)run.stretch, run.begins);
            for (Items k = 0; k < run.items; ++k)
                to.at(run.to + k) = run.has_source ? from.at(run.source + k) : static_cast<long long>(l.fill.value);
        });
        std::printf(" |");
        for (const auto item : to) std::printf(" %lld", item);
        std::puts("");
    }
}
