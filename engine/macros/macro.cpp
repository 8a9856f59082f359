#include "macros/macro.hpp"

#include <cstring>
#include <stdexcept>

#include "macros/macros.hpp"
#include "numerics/convert.hpp"
#include "numerics/exact.hpp"
#include "tables.hpp"

namespace lanewise {

namespace {

void step(Macro& macro) {
    switch (static_cast<Opcode>(macro.record.opcode)) {
#include "macros.inc"
        default: return;
    }
}

bool is_integer(DType type) { return type >= DType::int8_ && type <= DType::uint64_; }
bool is_signed(DType type) {
    return type == DType::int8_ || type == DType::int16_ || type == DType::int32_ || type == DType::int64_;
}

Wide integer_of(std::uint64_t bits, DType type) {
    const int width = dtype_bits[static_cast<int>(type)];
    if (!is_signed(type)) return static_cast<Wide>(bits);
    return static_cast<Wide>(static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width));
}

double number_of(std::uint64_t bits, DType type) {
    switch (type) {
        case DType::float_: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        case DType::half_: return widen(half{static_cast<std::uint16_t>(bits)});
        case DType::bfloat16_: return widen(bfloat16{static_cast<std::uint16_t>(bits)});
        case DType::bool_: return bits ? 1 : 0;
        default: break;
    }
    if (is_integer(type)) return static_cast<double>(integer_of(bits, type));
    double value;
    convert(type, DType::double_, RoundMode::rint, false, true, &bits, &value, 1);
    return value;
}

template <class T>
std::uint64_t narrow_bits(double value, bool saturate) {
    T result = exact::round_to<T>(value);
    if (saturate) {
        const float x = widen(result);
        if (x != x) result.bits = 0;
        else if (x > Layout<T>::maximum || x < -Layout<T>::maximum) result.bits = static_cast<std::uint16_t>(result.bits - 1);
    }
    return result.bits;
}

}  // namespace

bool Macro::integral(int operand) const { return is_integer(type(operand)); }

// visit(first element, how many) for each row; rows without gaps are one.
template <class Visit>
void Macro::each_run(const Part& part, Visit visit) {
    const bool dense = part.pitch == part.columns;
    const std::uint64_t rows = dense ? 1 : part.rows, columns = dense ? part.size() : part.columns;
    if (!columns) return;
    for (std::uint64_t r = 0; r < rows; ++r) visit(r * part.pitch, columns);
}
template <class Visit>
void Macro::each_run(const Places& places, Visit visit) {
    for (std::size_t i = 0; i < places.size();) {
        std::size_t n = 1;
        while (i + n < places.size() && places[i + n] == places[i] + n) ++n;
        visit(places[i], n);
        i += n;
    }
}

// Where elements first..first+n-1 lie. Two of four bits share a byte: a run of those may begin in the middle of one.
const std::uint8_t* Macro::run_of(int operand, std::uint64_t first, std::uint64_t n) {
    const auto width = static_cast<std::uint64_t>(bits(operand));
    const std::uint64_t start = first * width / 8;
    return reads(operand, start, ((first + n) * width + 7) / 8 - start);
}

// The bits of an element of a run; `at` counts from the run's start, or for four bits from the byte it starts in.
std::uint64_t Macro::load(int operand, const std::uint8_t* run, std::uint64_t at) const {
    const int width = bits(operand);
    if (width == 4) return run[at / 2] >> (at % 2 ? 4 : 0) & 15;
    std::uint64_t value = 0;
    std::memcpy(&value, run + at * static_cast<std::uint64_t>(width / 8), static_cast<std::size_t>(width / 8));
    return value;
}

double Macro::element(std::uint64_t value, int operand) const { return number_of(value, type(operand)); }

namespace {

// The common types in tight loops; everything else element by element.
template <class T>
void widen_run(const std::uint8_t* from, double* to, std::uint64_t n) {
    for (std::uint64_t i = 0; i < n; ++i) {
        T value;
        std::memcpy(&value, from + i * sizeof(T), sizeof(T));
        if constexpr (is_narrow_float<T>) to[i] = widen(value);
        else to[i] = static_cast<double>(value);
    }
}

}  // namespace

Numbers Macro::numbers(int operand, const Part& part) {
    Numbers out(part.size());
    double* next = out.data();
    each_run(part, [&](std::uint64_t first, std::uint64_t n) {
        const std::uint8_t* run = run_of(operand, first, n);
        switch (type(operand)) {
            case DType::float_: widen_run<float>(run, next, n); break;
            case DType::half_: widen_run<half>(run, next, n); break;
            default:
                for (std::uint64_t i = 0; i < n; ++i) next[i] = element(load(operand, run, lead(operand, first) + i), operand);
        }
        next += n;
    });
    return out;
}

Numbers Macro::numbers(int operand, const Places& places) {
    Numbers out;
    out.reserve(places.size());
    each_run(places, [&](std::uint64_t first, std::uint64_t n) {
        const std::uint8_t* run = run_of(operand, first, n);
        for (std::uint64_t i = 0; i < n; ++i) out.push_back(element(load(operand, run, lead(operand, first) + i), operand));
    });
    return out;
}

List<Wide> Macro::integers(int operand, const Part& part) {
    List<Wide> out;
    out.reserve(part.size());
    for (const std::uint64_t value : raw(operand, part)) out.push_back(integer_of(value, type(operand)));
    return out;
}

Places Macro::raw(int operand, const Part& part) {
    Places out;
    out.reserve(part.size());
    each_run(part, [&](std::uint64_t first, std::uint64_t n) {
        const std::uint8_t* run = run_of(operand, first, n);
        for (std::uint64_t i = 0; i < n; ++i) out.push_back(load(operand, run, lead(operand, first) + i));
    });
    return out;
}

Places Macro::raw(int operand, const Places& places) {
    Places out;
    out.reserve(places.size());
    each_run(places, [&](std::uint64_t first, std::uint64_t n) {
        const std::uint8_t* run = run_of(operand, first, n);
        for (std::uint64_t i = 0; i < n; ++i) out.push_back(load(operand, run, lead(operand, first) + i));
    });
    return out;
}

std::uint64_t Macro::encoded(double value, int operand, Ties ties) const {
    switch (type(operand)) {
        case DType::float_: {
            const auto narrowed = static_cast<float>(value);
            return std::bit_cast<std::uint32_t>(narrowed == narrowed ? narrowed : quiet_nan);
        }
        case DType::half_:
            if (ties == Ties::away) {
                const auto single = static_cast<float>(value);
                std::uint64_t bits = 0;
                convert(DType::float_, DType::half_, RoundMode::round, saturates(), false, &single, &bits, 1);
                return bits;
            }
            return narrow_bits<half>(value, saturates());
        case DType::bfloat16_: return narrow_bits<bfloat16>(value, false);
        default: break;
    }
    if (integral(operand) || type(operand) == DType::bool_) {
        const int width = bits(operand);
        const auto whole = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
        return width == 64 ? whole : whole & ((std::uint64_t{1} << width) - 1);
    }
    refuse("the type of a result", ins.operands[operand], "a float or an integer");
}

double Macro::rounded(double value, DType to) const {
    if (to == DType::float_) return static_cast<double>(static_cast<float>(value));
    if (to == DType::half_) return widen(half{static_cast<std::uint16_t>(narrow_bits<half>(value, saturates()))});
    return widen(bfloat16{static_cast<std::uint16_t>(narrow_bits<bfloat16>(value, false))});
}

// Room for n elements that will be written when the macro has ended.
std::uint8_t* Macro::keep(int operand, std::uint64_t first, std::uint64_t n) {
    const auto size = static_cast<std::uint64_t>(bits(operand) / 8);
    kept_.push_back({writes(operand, first * size, n * size), bytes_.size(), n * size});
    bytes_.resize(bytes_.size() + n * size);
    return bytes_.data() + kept_.back().at;
}

void Macro::put(int operand, const Part& part, std::span<const double> values, Ties ties) {
    const auto size = static_cast<std::size_t>(bits(operand) / 8);
    std::size_t next = 0;
    each_run(part, [&](std::uint64_t first, std::uint64_t n) {
        std::uint8_t* to = keep(operand, first, n);
        for (std::uint64_t i = 0; i < n; ++i) {
            const std::uint64_t bits = encoded(values[next++], operand, ties);
            std::memcpy(to + i * size, &bits, size);
        }
    });
}

void Macro::put(int operand, const Places& places, std::span<const double> values, Ties ties) {
    Places bits;
    bits.reserve(values.size());
    for (const double value : values) bits.push_back(encoded(value, operand, ties));
    put_raw(operand, places, bits);
}

void Macro::put_raw(int operand, const Part& part, std::span<const std::uint64_t> values) {
    const auto size = static_cast<std::size_t>(bits(operand) / 8);
    std::size_t next = 0;
    each_run(part, [&](std::uint64_t first, std::uint64_t n) {
        std::uint8_t* to = keep(operand, first, n);
        for (std::uint64_t i = 0; i < n; ++i) std::memcpy(to + i * size, &values[next++], size);
    });
}

void Macro::put_raw(int operand, const Places& places, std::span<const std::uint64_t> values) {
    const auto size = static_cast<std::size_t>(bits(operand) / 8);
    std::size_t next = 0;
    each_run(places, [&](std::uint64_t first, std::uint64_t n) {
        std::uint8_t* to = keep(operand, first, n);
        for (std::uint64_t i = 0; i < n; ++i) std::memcpy(to + i * size, &values[next++], size);
    });
}

void Macro::run() {
    const std::string too_many = std::string("more than any ") + name_of(Space::vector) + " has";
    try {
        step(*this);
    } catch (const std::bad_alloc&) {
        refuse("the number of elements", too_many, "that of its tensors");
    } catch (const std::length_error&) {
        refuse("the number of elements", too_many, "that of its tensors");
    }
}

void Macro::write() const {
    for (const Kept& k : kept_) std::memcpy(k.place, bytes_.data() + k.at, k.size);
}

}  // namespace lanewise
