// A move as a nest of strides, the twin of src/lanewise/moves/layout.py, where the words are explained: which item goes where, in which
// order, and what stands where there is no source. Nothing here knows a machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>

namespace lanewise::moves {

using Items = std::int64_t;

// `step` items for each of `count` values; the last digit has all that is left. `along` steps a coordinate instead.
struct Digit {
    Items step, count = 0;
    int along = -1;
};

struct Range {
    Items start = 0, stop = 0;
    bool any() const { return start < stop; }
    Items size() const { return any() ? stop - start : 0; }
};

// The lowest offset of a side and the one past the highest.
struct Bounds {
    Items low = 0, high = 0;
    bool any() const { return low < high; }
};

constexpr Items unlimited = INT64_MAX;
constexpr Items far = std::int64_t{1} << 56;  // farther than any memory: sums of what nobody meant end here instead of wrapping around

constexpr Items sum(Items a, Items b) {
    Items out = 0;
    return __builtin_add_overflow(a, b, &out) ? (b < 0 ? -far : far) : std::clamp(out, -far, far);
}
constexpr Items product(Items a, Items b) {
    Items out = 0;
    return __builtin_mul_overflow(a, b, &out) ? ((a < 0) == (b < 0) ? far : -far) : std::clamp(out, -far, far);
}

// A walk may begin before its bounds are looked at, to see elements that fill.
constexpr Items wrapped(Items a, Items b) { return static_cast<Items>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b)); }

// Digits of one side of an axis.
template <int most>
struct Digits {
    struct Raw {
        Items step, count;
        int along;
    };
    int count;
    Raw digit[most];  // only those that count are written

    void set(std::initializer_list<Digit> all) {
        count = 0;
        for (const Digit& d : all) digit[count++] = {d.step, d.count, d.along};
    }
    const Raw& lowest() const { return digit[0]; }
    bool single() const { return count == 1 && digit[0].along < 0; }

    // visit(digit, value) for every digit of a position.
    template <class Visit>
    void split(Items position, const Visit& visit) const {
        for (int k = 0; k < count; ++k) {
            const Raw& d = digit[k];
            Items value = position;
            if (d.count) {
                value = position % d.count;
                position /= d.count;
                if (value < 0) value += d.count, --position;  // in front of the first
            }
            visit(d, value);
        }
    }
    // Items from the start at a position; `along` hears of steps along coordinates.
    template <class Along>
    Items at(Items position, const Along& along) const {
        if (single()) return wrapped(position, digit[0].step);
        Items offset = 0;
        split(position, [&](const Raw& d, Items value) {
            if (d.along < 0) offset += wrapped(value, d.step);
            else along(d.along, value * d.step);
        });
        return offset;
    }
    Items at(Items position) const {
        return at(position, [](int, Items) {});
    }

    // The lowest and the highest offset of a range of positions: at an end of a stretch of the lowest digit.
    Bounds reach(Range positions) const {
        if (single()) {
            const Items one = product(positions.start, digit[0].step), other = product(positions.stop - 1, digit[0].step);
            return {std::min(one, other), std::max(one, other)};
        }
        Bounds found{INT64_MAX, INT64_MIN};
        auto see = [&](Items position) {
            Items offset = 0;
            split(position, [&](const Raw& d, Items value) { offset = sum(offset, product(value, d.step)); });
            found.low = std::min(found.low, offset);
            found.high = std::max(found.high, offset);
        };
        see(positions.start);
        see(positions.stop - 1);
        if (const Items each = digit[0].count; each > 0)
            for (Items cut = (positions.start + each - 1) / each * each; cut < positions.stop; cut += each) {
                see(cut);
                if (cut > positions.start) see(cut - 1);
            }
        return found;
    }
};

// Positions first..first+extent-1 of the source and 0..extent-1 of the target. Those outside of 0..limit-1 have no source.
struct Axis {
    Items extent, first, limit;
    Digits<3> to;
    Digits<4> source;

    Range inside() const {
        if (limit == unlimited) return {0, extent};
        const Items low = std::min(std::max<Items>(-first, 0), extent);
        return {low, std::max(low, std::min(extent, limit - first))};
    }
    Items clamped(Items position) const { return limit == unlimited ? position : std::clamp<Items>(position, 0, std::max<Items>(limit - 1, 0)); }
    bool plain() const { return limit == unlimited && to.single() && source.single(); }
};

// Of the source: `stride` items from one to the next of `size`; outside is the fill. It starts at `first`.
struct Coordinate {
    Items stride, size, first;
};

// What stands where there is no source: a value of that many bits from the start of each run on; the element at the start of the stretch of
// the source at hand; or the nearest item that is inside.
struct Fill {
    enum class Kind { value, first, nearest };
    Kind kind = Kind::value;
    std::uint64_t value = 0;
    int bits = 0;  // 0: those of an item
};

// Neighbours on both sides that move at once. `stretch` is where the source's stretch at hand starts; this run may be the first of it.
// `word` is where it stands on the axis that conversions go by.
struct Run {
    Items to, source, items, stretch;
    bool has_source, begins;
    Items word;
};

// Axes from the outermost to the innermost, whose neighbours make runs.
class Layout {
  public:
    static constexpr int most_axes = 10, most_coordinates = 4;

    int bits = 8;
    Items to = 0, source = 0;  // where the nest starts
    Fill fill;
    int by = -1;  // the axis whose position says with what an item is converted: each column of a matrix may have a scale of its own

    Layout() {}  // what is not there is not written

    // A stride on each side.
    Axis& add(Items extent, Items source_step, Items to_step) {
        Axis& a = axes_[count_++];
        a.extent = extent;
        a.first = 0;
        a.limit = unlimited;
        a.source.set({{source_step}});
        a.to.set({{to_step}});
        return a;
    }
    int along(Coordinate c) {
        box_[coordinates_] = c;
        return coordinates_++;
    }

    int axes() const { return count_; }
    const Axis& axis(int k) const { return axes_[k]; }
    int coordinates() const { return coordinates_; }
    const Coordinate& coordinate(int k) const { return box_[k]; }

    bool empty() const {
        for (int k = 0; k < count_; ++k)
            if (axes_[k].extent <= 0) return true;
        return count_ == 0;
    }
    bool plain() const {
        for (int k = 0; k < count_; ++k)
            if (!axes_[k].plain()) return false;
        return coordinates_ == 0 && by < 0;
    }

    Bounds target_bounds() const {
        Bounds all{to, sum(to, 1)};
        for (int k = 0; k < count_; ++k) widen(all, axes_[k].to.reach({0, axes_[k].extent}));
        return all;
    }
    Bounds source_bounds() const;

  private:
    static void widen(Bounds& all, const Bounds& more) {
        all.low = sum(all.low, more.low);
        all.high = sum(all.high, more.high);
    }

    int count_ = 0, coordinates_ = 0;
    Axis axes_[most_axes];
    Coordinate box_[most_coordinates];
};

// Takes a nest apart into runs, in order.
template <class Sink>
class Walk {
  public:
    Walk(const Layout& layout, Sink& sink) : l_(layout), sink_(sink), last_(layout.axes() - 1), nearest_(layout.fill.kind == Fill::Kind::nearest) {}

    void run() {
        if (l_.empty()) return;
        if (l_.plain()) return strides(0, l_.to, start());
        if (last_ > 0 && !l_.coordinates()) keep();
        Steps steps;
        for (int c = 0; c < l_.coordinates(); ++c) steps.at[c] = l_.coordinate(c).first;
        level(0, l_.to, l_.source, steps, true);
    }

  private:
    struct Steps {
        Items at[Layout::most_coordinates];
    };

    Items start() const {
        Items at = l_.source;
        for (int k = 0; k <= last_; ++k) at += wrapped(l_.axis(k).first, l_.axis(k).source.lowest().step);
        return at;
    }

    // One stride on each side of every axis.
    void strides(int k, Items to, Items source) {
        const Axis& a = l_.axis(k);
        const Items to_step = a.to.lowest().step, source_step = a.source.lowest().step;
        if (k == last_) {
            if (to_step == 1 && source_step == 1) return sink_(Run{to, source, a.extent, source, true, true, 0});
            if constexpr (requires { sink_.line(to, source, a.extent, to_step, source_step); }) return sink_.line(to, source, a.extent, to_step, source_step);
            for (Items i = 0; i < a.extent; ++i) sink_(Run{to + i * to_step, source + i * source_step, 1, source, true, i == 0, 0});
            return;
        }
        const Axis& next = l_.axis(k + 1);
        if constexpr (requires { sink_.square(to, source); })
            if (k + 1 == last_ && turns(a, next) && sink_.square(to, source)) return;
        if (k + 1 == last_ && next.to.lowest().step == 1 && next.source.lowest().step == 1) {
            if constexpr (takes_rows) {
                const Run row{0, 0, next.extent, 0, true, true, 0};
                if (sink_.rows(&row, 1, to, source, a.extent, to_step, source_step)) return;
            }
            for (Items i = 0; i < a.extent; ++i, to += to_step, source += source_step) sink_(Run{to, source, next.extent, source, true, true, 0});
            return;
        }
        for (Items i = 0; i < a.extent; ++i, to += to_step, source += source_step) strides(k + 1, to, source);
    }

    // 16 x 16 items whose columns become rows.
    static bool turns(const Axis& a, const Axis& b) {
        constexpr Items side = 16;
        return a.extent == side && b.extent == side && a.to.lowest().step == side && a.source.lowest().step == 1 && b.to.lowest().step == 1 &&
               b.source.lowest().step == side;
    }

    void level(int k, Items to, Items source, const Steps& steps, bool inside) {
        const Axis& a = l_.axis(k);
        if (k == last_) {
            if (kept_ == 0) return parts(to, source, steps, inside, sink_);
            for (int i = 0; i < kept_; ++i) {
                Run run = part_[i];
                run.to += to;
                run.source += source;
                run.stretch += source;
                run.has_source = nearest_ || (run.has_source && inside);
                if (l_.by != last_) run.word = word_;
                sink_(run);
            }
            return;
        }
        if constexpr (takes_rows)
            if (k + 1 == last_ && kept_ > 0 && a.plain() && l_.by < 0 && !nearest_ && inside) {
                const Items to_step = a.to.lowest().step, source_step = a.source.lowest().step;
                if (sink_.rows(part_, kept_, to, source + a.first * source_step, a.extent, to_step, source_step)) return;
            }
        const Range own = a.inside();
        for (Items i = 0; i < a.extent; ++i) {
            Steps next = steps;
            if (k == l_.by) word_ = i + a.first;
            const Items position = nearest_ ? a.clamped(i + a.first) : i + a.first;
            const Items from = source + a.source.at(position, [&](int c, Items step) { next.at[c] += step; });
            level(k + 1, to + a.to.at(i), from, next, inside && i >= own.start && i < own.stop);
        }
    }

    // Without coordinates the parts of the innermost axis are the same wherever the others are.
    void keep() {
        parts(0, 0, Steps{}, true, [&](const Run& run) {
            if (kept_ == most_kept) kept_ = -1;
            if (kept_ >= 0) part_[kept_++] = run;
        });
        kept_ = std::max(kept_, 0);
    }

    // The innermost axis in parts that are neighbours on both sides.
    template <class Take>
    void parts(Items to, Items source, const Steps& steps, bool inside, const Take& take) {
        const Axis& a = l_.axis(last_);
        const Range own = a.inside();
        const auto& from = a.source.lowest();
        const bool alone = a.to.lowest().step != 1 || from.step != 1 || from.along >= 0;
        Items last = INT64_MIN;
        for (Items i = 0; i < a.extent;) {
            const bool here = i >= own.start && i < own.stop;
            Items stop = i < own.start ? own.start : here ? own.stop : a.extent;
            if (alone || (nearest_ && !here)) stop = i + 1;
            if (const Items each = a.to.lowest().count; each) stop = std::min(stop, i / each * each + each);
            const Items position = i + a.first, held = a.clamped(position);
            Items stretch = a.limit != unlimited ? 0 : a.first;
            if (from.count) {
                stretch = held / from.count * from.count;
                if (here) stop = std::min(stop, i + from.count - (held - stretch));
            }
            Run run{to + a.to.at(i), 0, stop - i, 0, inside && here, stretch != last, l_.by == last_ ? position : word_};
            run.source = resolved(a, source, steps, nearest_ ? held : position, run.has_source);
            bool any = true;
            run.stretch = resolved(a, source, steps, stretch, any, false);
            take(run);
            last = stretch;
            i = stop;
        }
    }

    // Where a position of the innermost axis is in the source; `inside` becomes false where a coordinate says so.
    Items resolved(const Axis& a, Items source, Steps steps, Items position, bool& inside, bool clamps = true) const {
        Items at = source + a.source.at(position, [&](int c, Items step) { steps.at[c] += step; });
        for (int c = 0; c < l_.coordinates(); ++c) {
            const Coordinate& coordinate = l_.coordinate(c);
            Items x = steps.at[c];
            if (nearest_ && clamps) x = std::clamp<Items>(x, 0, std::max<Items>(coordinate.size - 1, 0));
            else inside = inside && x >= 0 && x < coordinate.size;
            at += x * coordinate.stride;
        }
        if (nearest_ && clamps) inside = true;
        return at;
    }

    static constexpr int most_kept = 256;
    static constexpr bool takes_rows = requires(Sink& sink, const Run* parts, Items n) { sink.rows(parts, 1, n, n, n, n, n); };

    const Layout& l_;
    Sink& sink_;
    int last_;
    bool nearest_;
    Items word_ = 0;
    int kept_ = 0;
    Run part_[most_kept];  // only those that are kept are written
};

// sink(run) for every run, in order. A sink may have line(to, source, items, to_step, source_step) for single items that lie apart on either side,
// rows(parts, how many, to, source, extent, to_step, source_step) for the same runs again and again, and square(to, source) for 16 x 16 items
// whose columns become rows. Both return whether they took them.
template <class Sink>
void each_run(const Layout& layout, Sink&& sink) {
    Walk<std::remove_reference_t<Sink>>(layout, sink).run();
}

inline Bounds Layout::source_bounds() const {
    if (coordinates_) {  // which of them are inside, only the runs say
        Bounds found{INT64_MAX, INT64_MIN};
        each_run(*this, [&](const Run& run) {
            if (!run.has_source) return;
            found.low = std::min(found.low, run.source);
            found.high = std::max(found.high, run.source + run.items);
        });
        return found;
    }
    Bounds all{source, sum(source, 1)};
    for (int k = 0; k < count_; ++k) {
        const Axis& a = axes_[k];
        Range positions{sum(a.inside().start, a.first), sum(a.inside().stop, a.first)};
        if (fill.kind == Fill::Kind::nearest && a.limit != unlimited)
            positions = {a.clamped(a.first), a.clamped(sum(a.first, a.extent) - 1) + 1};
        if (!positions.any()) return {};
        widen(all, a.source.reach(positions));
    }
    return all;
}

// As the memory of one side sees it: so many pieces of that many items, and items from one to the next. The lowest digit is a piece, the
// next one's step the pitch.
struct Seen {
    Items pieces = 1, items = 0, pitch = 0;
};

inline Seen seen(const Layout& layout, bool target) {
    Seen found;
    int level = 0;
    auto digits = [&](const auto& side, Items left) {
        for (int k = 0; k < side.count; ++k, ++level) {
            const auto& d = side.digit[k];
            const Items count = d.count ? std::min(d.count, left) : left;
            left = d.count ? (left + d.count - 1) / d.count : 1;
            if (level == 0) {
                found.items = found.pitch = count;
                continue;
            }
            found.pieces *= count;
            if (level == 1) found.pitch = d.step;
        }
    };
    for (int k = layout.axes(); k-- > 0;) {
        const Axis& a = layout.axis(k);
        if (target) digits(a.to, a.extent);
        else digits(a.source, a.inside().size());
    }
    return found;
}

}  // namespace lanewise::moves
