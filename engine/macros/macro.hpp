// A function of the high-level library as one instruction, a macro. It reads and writes whole parts of its operands
// through one accessor. Every part is checked when it is named, and what it writes is kept until the end: a refused call
// changes nothing, and operands may overlap in any way.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "elementary.hpp"
#include "lanes/saturation.hpp"
#include "machine/core.hpp"
#include "machine/fault.hpp"
#include "machine/rules.hpp"

namespace lanewise {

// Sizes are the caller's: a list that could not come from any UB is refused (Macro::run), not made.
template <class T>
struct Bounded : std::allocator<T> {
    template <class U>
    struct rebind {
        using other = Bounded<U>;
    };
    T* allocate(std::size_t n) {
        constexpr std::size_t most = std::size_t{64} << 20;
        if (n > most / sizeof(T)) throw std::bad_alloc();
        return std::allocator<T>::allocate(n);
    }
};
template <class T>
using List = std::vector<T, Bounded<T>>;
using Numbers = List<double>;
using Places = List<std::uint64_t>;  // element offsets
using Wide = __int128;               // any integer element

// Rows of `columns` elements, `pitch` apart.
struct Part {
    std::uint64_t rows, pitch, columns;
    std::uint64_t size() const { return rows * columns; }
    std::uint64_t extent() const { return rows && columns ? (rows - 1) * pitch + columns : 0; }
    Part(std::uint64_t n) : rows(1), pitch(n), columns(n) {}
    Part(std::uint64_t r, std::uint64_t p, std::uint64_t c) : rows(r), pitch(p), columns(c) {}
};

enum class Ties : bool { even, away };  // how a float becomes a half

class Macro {
  public:
    Macro(const Macro&) = delete;
    Macro& operator=(const Macro&) = delete;
    Macro(Core& c, const InstructionInfo& i, const RowInfo& w, const Record& r, std::span<const std::int64_t> p)
        : core(c), ins(i), row(w), record(r), params(p) {}

    Core& core;
    const InstructionInfo& ins;
    const RowInfo& row;
    const Record& record;
    std::span<const std::int64_t> params;

    const Rules& rules() const { return *core.rules; }
    bool has(int operand) const { return row.types[operand] != 0; }  // optional operands may be left out
    DType type(int operand) const { return static_cast<DType>(row.types[operand]); }
    int bits(int operand) const { return dtype_bits[row.types[operand]]; }
    std::uint64_t per_block(int operand) const { return 256 / static_cast<std::uint64_t>(bits(operand)); }
    bool integral(int operand) const;
    std::uint64_t whole(std::size_t i) const { return static_cast<std::uint64_t>(params[i]); }  // a parameter that is a number of things
    double real(std::size_t i) const { return std::bit_cast<double>(params[i]); }

    // Elements as numbers, integers or bits. Parts are packed row after row.
    Numbers numbers(int operand, const Part& part);
    Numbers numbers(int operand, const Places& places);
    List<Wide> integers(int operand, const Part& part);
    Places raw(int operand, const Part& part);
    Places raw(int operand, const Places& places);

    // Results. Numbers are rounded once to the element type; half obeys CTRL[48].
    void put(int operand, const Part& part, std::span<const double> values, Ties ties = Ties::even);
    void put(int operand, const Places& places, std::span<const double> values, Ties ties = Ties::even);
    void put_raw(int operand, const Part& part, std::span<const std::uint64_t> values);
    void put_raw(int operand, const Places& places, std::span<const std::uint64_t> values);

    // A number as an element of a type: rounded to nearest even, saturating as the core says.
    double rounded(double value, DType to) const;
    double element(std::uint64_t bits, int operand) const;
    std::uint64_t encoded(double value, int operand, Ties ties = Ties::even) const;

    // A function of n numbers, or of n pairs or triples.
    void apply(Elementary function, std::size_t n, double* target, const double* a, const double* b = nullptr,
               const double* c = nullptr) const {
        const double* sources[] = {a, b, c};
        core.level->elementary[static_cast<std::size_t>(function)](sources, target, n);
    }

    [[noreturn]] void refuse(const char* what, FieldValue value, FieldValue need) const {
        throw Fault("PARAM-001", {{"op", ins.name}, {"what", what}, {"value", std::move(value)}, {"need", std::move(need)}});
    }

    void run();          // everything but the writes
    void write() const;  // what was kept

  protected:
    ~Macro() = default;

  private:
    struct Kept {
        std::uint8_t* place;
        std::size_t at, size;
    };
    // The bytes of an operand from one on, which are checked and told when they are asked for: by the form.
    virtual const std::uint8_t* reads(int operand, std::uint64_t first, std::uint64_t bytes) = 0;
    virtual std::uint8_t* writes(int operand, std::uint64_t first, std::uint64_t bytes) = 0;

    template <class Visit>
    static void each_run(const Part& part, Visit visit);
    template <class Visit>
    static void each_run(const Places& places, Visit visit);
    const std::uint8_t* run_of(int operand, std::uint64_t first, std::uint64_t n);
    std::uint64_t lead(int operand, std::uint64_t first) const { return bits(operand) == 4 ? first % 2 : 0; }
    std::uint8_t* keep(int operand, std::uint64_t first, std::uint64_t n);
    std::uint64_t load(int operand, const std::uint8_t* run, std::uint64_t at) const;
    bool saturates() const { return halves_saturate(core.state->ctrl); }

    std::vector<Kept> kept_;
    std::vector<std::uint8_t> bytes_;
};

inline std::uint64_t align_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

}  // namespace lanewise
