#include "timing/slots.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <unordered_map>

namespace lanewise::timing {
namespace {

constexpr std::uint32_t alu_bits = 512, word_bytes = 32;

enum IssueSlot : std::uint8_t { load, multiply, alu, convert, function, move, store, none };
constexpr SlotFact latencies[] = {SlotFact::load_latency,     SlotFact::multiply_latency, SlotFact::alu_latency,  SlotFact::convert_latency,
                                  SlotFact::function_latency, SlotFact::move_latency,     SlotFact::store_latency};

// Ports have no latency of their own.
IssueSlot slot(const aie::issued& use) {
    switch (static_cast<SlotCost>(use.cost)) {
        case SlotCost::load: return load;
        case SlotCost::store: return store;
        case SlotCost::multiply:
        case SlotCost::multiply_lanes: return multiply;
        case SlotCost::alu: return alu;
        case SlotCost::convert: return convert;
        case SlotCost::function: return function;
        case SlotCost::move: return move;
        default: return none;
    }
}

double registers(const aie::issued& use) { return std::max<std::uint32_t>(1, (use.bits + alu_bits - 1) / alu_bits); }
double words(const aie::issued& use) {
    const std::uint32_t bytes = use.bytes ? use.bytes : use.bits / 8;
    return std::max<std::uint32_t>(1, (bytes + word_bytes - 1) / word_bytes);
}

double cycles_of(const SlotNumbers& numbers, SlotFact fact, bool least) { return least && !numbers.sure(fact) ? 1.0 : numbers[fact]; }
// From the start of an operation to that of one which takes its result.
double latency(const SlotNumbers& numbers, const aie::issued& use, bool least) {
    const IssueSlot of = slot(use);
    if (of == none) return 0.0;
    const bool is_float_product = of == multiply && (use.asks & SlotFlag::floats);
    return cycles_of(numbers, is_float_product ? SlotFact::float_latency : latencies[of], least);
}
// From one multiplication into an accumulator to the next into the same.
double onto(const SlotNumbers& numbers, const aie::issued& use, bool least) {
    return cycles_of(numbers, use.asks & SlotFlag::floats ? SlotFact::float_chain : SlotFact::chain, least);
}

// Calls `each` with every operation that `at` waits for, and how many cycles behind its start `at` can start. What a multiplication
// adds to is needed later than its factors.
template <class Each>
void waits(const SlotNumbers& numbers, Uses uses, std::size_t at, bool least, const Each& each) {
    const aie::issued& one = uses[at];
    bool is_first = true;
    for (const std::uint32_t link : one.after) {
        if (!link) break;
        const std::size_t number = (link & ~aie::issued::sum) - 1;
        const bool adds = (link & aie::issued::sum) || (is_first && (one.asks & SlotFlag::adds_first));
        is_first = false;
        if (number >= at) continue;
        const bool is_sum = adds && slot(one) == multiply && slot(uses[number]) == multiply;
        each(number, is_sum ? onto(numbers, one, least) : latency(numbers, uses[number], least));
    }
}

double longest_chain(const SlotNumbers& numbers, Uses uses) {
    std::vector<double> starts(uses.size());
    double end = 0;
    for (std::size_t at = 0; at < uses.size(); ++at) {
        waits(numbers, uses, at, true, [&](std::size_t number, double wait) { starts[at] = std::max(starts[at], starts[number] + wait); });
        if (slot(uses[at]) != none) end = std::max(end, starts[at] + 1);
    }
    return end;
}

void ask_multiplier(const SlotNumbers& numbers, const SlotCounts& counts, double& cycles, std::vector<SlotFact>& behind, SlotTime& time) {
    const auto add = [&](double more, SlotFact fact) {
        cycles += more;
        if (std::find(behind.begin(), behind.end(), fact) == behind.end()) behind.push_back(fact);
    };
    for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 4; ++b) {  // widths with a rate of their own, or as many bits as the unit has
            const auto count = static_cast<double>(counts.products[a][b]);
            if (!count) continue;
            const int own = a == b ? own_products[a] : -1;
            if (own >= 0 && numbers.has(static_cast<SlotFact>(own)))
                add(count / numbers[static_cast<SlotFact>(own)], static_cast<SlotFact>(own));
            else
                add(count / numbers[SlotFact::product_bits] * ((8 << a) * (8 << b)), SlotFact::product_bits);
        }
    const auto floats = [&](std::int64_t count, SlotFact fact, std::int64_t& left) {
        if (count && numbers.has(fact))
            add(static_cast<double>(count) / numbers[fact], fact);
        else
            left = count;
    };
    floats(counts.small_floats, SlotFact::bfloat16, time.small_floats);
    floats(counts.floats, SlotFact::float_, time.floats);
}

// What the units and ports are asked for, and the least time.
void ask(const SlotNumbers& numbers, const SlotCounts& counts, Uses uses, SlotTime& time) {
    double registers_of_alu = 0, moves = 0, functions = 0;
    for (const aie::issued& use : uses) switch (slot(use)) {
            case alu: registers_of_alu += registers(use); break;
            case move: ++moves; break;
            case function: functions += std::max<std::uint32_t>(1, use.lanes); break;
            default: break;
        }
    double most = 0;
    const auto set = [&](SlotUnit unit, double cycles, std::vector<SlotFact> behind) {
        time.units[static_cast<std::size_t>(unit)] = cycles;
        if (cycles <= most) return;
        most = cycles;
        time.behind = std::move(behind);
    };
    const auto rated = [&](SlotUnit unit, double count, SlotFact rate) { set(unit, count / numbers[rate], {rate}); };
    double products = 0;
    std::vector<SlotFact> behind;
    ask_multiplier(numbers, counts, products, behind, time);
    const double lanes = static_cast<double>(counts.results) / numbers[SlotFact::result_bits];
    if (products >= lanes)
        set(SlotUnit::multiplier, products, std::move(behind));
    else
        set(SlotUnit::multiplier, lanes, {SlotFact::result_bits});
    rated(SlotUnit::loads, static_cast<double>(counts.loads + counts.scalar_loads), SlotFact::loads);
    rated(SlotUnit::stores, static_cast<double>(counts.stores + counts.scalar_stores), SlotFact::stores);
    set(SlotUnit::alu, registers_of_alu / numbers[SlotFact::alu], {SlotFact::alu});
    rated(SlotUnit::moves, moves, SlotFact::moves);
    rated(SlotUnit::functions, functions, SlotFact::functions);
    rated(SlotUnit::stream_in, static_cast<double>(counts.stream_in), SlotFact::stream_words);
    rated(SlotUnit::stream_out, static_cast<double>(counts.stream_out), SlotFact::stream_words);
    rated(SlotUnit::cascade, static_cast<double>(counts.cascade), SlotFact::cascade_bits);
    const double chain = static_cast<double>(counts.chain) * numbers[SlotFact::chain];
    const double float_chain = static_cast<double>(counts.float_chain) * numbers[SlotFact::float_chain];
    set(SlotUnit::chain, std::max(chain, float_chain), {chain >= float_chain ? SlotFact::chain : SlotFact::float_chain});

    if (counts.loads + counts.scalar_loads && numbers.sure(SlotFact::load_latency)) time.first = numbers[SlotFact::load_latency];
    time.path = longest_chain(numbers, uses);
    time.cycles = std::max(time.first + most, time.path);
    if (time.first + most < time.path) time.behind.clear();  // they do not decide
}

// One iteration after the other where no pragma says otherwise. An iteration takes as long as its longest chain of results, and not
// less than the latencies of the slots in it, one behind the other, and a cycle for each further operation that the busiest slot
// starts. Where a loop is pipelined, an iteration starts as soon as its busiest slot is free and what it needs of those before is
// there. Entering a loop costs the latencies once more.
class Iterations {
  public:
    Iterations(const SlotNumbers& numbers, const SlotCounts& counts, double multiplier, Uses uses)
        : numbers_(numbers), uses_(uses), began_(uses.size()), offsets_(uses.size()) {
        double products = 0;
        for (const aie::issued& use : uses) products += slot(use) == multiply;
        each_product_ = multiplier / std::max(1.0, products);
        if (numbers.has(SlotFact::wide_parts) && counts.products[2][2])
            in_parts_ = numbers[SlotFact::wide_parts] * numbers[SlotFact::multiply_latency];
    }

    double cycles() {
        std::vector<std::uint32_t> iteration;
        for (std::uint32_t at = 0; at < uses_.size(); ++at) {
            if (slot(uses_[at]) == none) continue;
            std::uint64_t& seen = seen_[std::uint64_t{uses_[at].place} << 32 | uses_[at].name];
            if (seen == number_) end(iteration);  // a place that comes again starts the next one
            if (seen + 1 == number_) is_entered_ = false;
            seen = number_;
            iteration.push_back(at);
        }
        end(iteration);
        return now_;
    }

  private:
    double cycles_of(const aie::issued& use) const {
        switch (slot(use)) {
            case load: return words(use) / numbers_[SlotFact::loads];
            case store: return words(use) / numbers_[SlotFact::stores];
            case multiply:
                return static_cast<SlotCost>(use.cost) == SlotCost::multiply_lanes && (use.asks & SlotFlag::words) ? std::max(each_product_, in_parts_) : each_product_;
            case function: return std::max<std::uint32_t>(1, use.lanes) / numbers_[SlotFact::functions];
            case move: return 1 / numbers_[SlotFact::moves];
            default: return registers(use);
        }
    }

    void end(std::vector<std::uint32_t>& iteration) {
        if (iteration.empty()) return;
        const std::uint32_t first = iteration.front();
        std::array<double, none> busy{};
        std::array<bool, none> is_used{};
        bool is_pipelined = true;
        double late = 0, chain = 0;  // what comes from before holds it until then; when its last result is there
        for (const std::uint32_t at : iteration) {
            const aie::issued& use = uses_[at];
            busy[slot(use)] += cycles_of(use);
            is_used[slot(use)] = true;
            is_pipelined &= (use.asks & SlotFlag::pipelined) != 0;
            // When it can start, counted from the start of the iteration, as far as the iteration itself decides.
            double& offset = offsets_[at] = 0;
            waits(numbers_, uses_, at, false, [&](std::size_t number, double wait) {
                if (number >= first && slot(uses_[number]) != none) offset = std::max(offset, offsets_[number] + wait);
            });
            waits(numbers_, uses_, at, false, [&](std::size_t number, double wait) {
                if (number < first && slot(uses_[number]) != none) late = std::max(late, began_[number] + wait - offset);
            });
            chain = std::max(chain, offset + latency(numbers_, use, false));
        }
        double latencies_of_slots = 0;
        for (int of = 0; of < none; ++of)
            if (is_used[static_cast<std::size_t>(of)]) latencies_of_slots += numbers_[latencies[of]];
        const double busiest = std::max(1.0, *std::max_element(busy.begin(), busy.end()));
        if (is_entered_) now_ += latencies_of_slots;  // the loop
        const double start = is_pipelined ? std::max(now_, late) : now_;
        now_ = is_pipelined ? start + busiest : now_ + std::max(latencies_of_slots + busiest - 1, chain + std::max(0.0, late - start));
        for (const std::uint32_t at : iteration) began_[at] = start + offsets_[at];
        iteration.clear();
        is_entered_ = true;
        ++number_;
    }

    const SlotNumbers& numbers_;
    const Uses uses_;
    std::vector<double> began_, offsets_;                    // of each operation
    std::unordered_map<std::uint64_t, std::uint64_t> seen_;  // the iteration in which an operation was last at a place
    std::uint64_t number_ = 2;                               // of this iteration; none is seen before the first
    bool is_entered_ = true;                                 // no place of this iteration was in the one before
    double each_product_ = 0, in_parts_ = 0, now_ = 0;
};

}  // namespace

const SlotNumbers* slots_of(const char* generation) {
    for (const SlotNumbers& one : slot_generations)
        if (std::strcmp(one.name, generation) == 0) return &one;
    return nullptr;
}

SlotCounts slot_counts(Uses uses) {
    SlotCounts counts{};
    std::map<std::uint32_t, std::int64_t> ports;    // bits
    std::vector<std::int64_t> depths(uses.size());  // multiplications that led to each, one behind the other
    for (std::size_t at = 0; at < uses.size(); ++at) {
        const aie::issued& use = uses[at];
        const auto cost = static_cast<SlotCost>(use.cost);
        const std::int64_t times = std::max<std::uint32_t>(1, use.times), reached = (use.bytes + word_bytes - 1) / word_bytes;
        if (cost == SlotCost::load) (use.scalar ? counts.scalar_loads : counts.loads) += times * (use.scalar ? use.elements : reached);
        if (cost == SlotCost::store) (use.scalar ? counts.scalar_stores : counts.stores) += times * (use.scalar ? use.elements : reached);
        if (use.port) ports[use.port] += times * use.crossed;
        if (use.products) {
            std::int64_t& kind = use.factors == aie::issued::floats         ? counts.floats
                                 : use.factors == aie::issued::small_floats ? counts.small_floats
                                                                            : counts.products[use.factors / 4 % 4][use.factors % 4];
            kind += times * use.products;
        }
        if (!use.results) continue;
        counts.results += times * use.results;
        std::int64_t& depth = depths[at];
        for (const std::uint32_t link : use.after)
            if (const std::size_t from = link & ~aie::issued::sum; (link & aie::issued::sum) && from <= at) depth = std::max(depth, depths[from - 1]);
        std::int64_t& longest = use.factors >= aie::issued::small_floats ? counts.float_chain : counts.chain;
        longest = std::max(longest, ++depth);
    }
    // The busiest port of each kind. Words of streams are as wide as a word of the core.
    for (const auto& [port, bits] : ports) switch (port & 3) {
            case aie::issued::stream_in: counts.stream_in = std::max(counts.stream_in, (bits + 31) / 32); break;
            case aie::issued::stream_out: counts.stream_out = std::max(counts.stream_out, (bits + 31) / 32); break;
            default: counts.cascade = std::max(counts.cascade, bits);
        }
    return counts;
}

SlotTime slot_time(const SlotNumbers& numbers, const SlotCounts& counts, Uses uses) {
    SlotTime time;
    ask(numbers, counts, uses, time);
    time.as_written = std::max(time.cycles, Iterations(numbers, counts, time.units[static_cast<std::size_t>(SlotUnit::multiplier)], uses).cycles());
    return time;
}

}  // namespace lanewise::timing
