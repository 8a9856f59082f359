// Where in GM the elements of matrices come from that a cube core holds, and whether Mmad and Fixpipe read them as they were written. However a program
// arranges a matrix on purpose, lines keep their elements together, or all lines are put together alike: where neither is so, fractals were taken for others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "check/findings.hpp"
#include "machine/core.hpp"

namespace lanewise {
struct FractalPlaces;
}

namespace lanewise::check {

// Who copied from GM, and who wrote it here.
struct Writer {
    std::uint64_t copy = 0;  // 1 + its number; 0: nobody knows
    std::uint64_t place = 0;
    std::uint16_t opcode = 0;
    std::uint64_t base = 0, pitch = 0;  // of the matrix in GM, and bytes from one of its lines to the next; 0: it was no matrix

    std::uint64_t line(std::uint64_t from) const { return (from - base) / pitch; }
    std::uint64_t column(std::uint64_t from) const { return (from - base) % pitch; }
};

// Elements in 32 bytes that come from GM in equal steps.
struct Piece {
    Writer by;
    std::uint64_t written = 0;  // 1 + the number of the instruction
    std::uint64_t from = 0;     // of the first element that came
    std::int64_t step = 0;      // bytes from one to the next; 0: only one is known
    std::uint32_t known = 0;    // a bit for each
    std::uint8_t first = 0, unit = 0;
    bool odd = false;  // steps differ, or copies
};

struct Element {
    std::uint64_t from;
    std::int64_t step;
    Writer by;
};

// Of one memory.
class Origins {
  public:
    void resize(std::uint64_t bytes) { pieces_.resize((bytes + piece_bytes - 1) / piece_bytes); }
    bool empty() const { return pieces_.empty(); }

    void put(std::uint64_t address, std::uint64_t unit, const Element& element, std::uint64_t written) {
        const std::uint64_t number = address / piece_bytes, index = address % piece_bytes / unit;
        if (number >= pieces_.size()) return;
        Piece& piece = pieces_[number];
        if (piece.written != written || piece.unit != unit) {
            piece = {element.by, written, element.from, 0, 1u << index, static_cast<std::uint8_t>(index), static_cast<std::uint8_t>(unit), false};
            return;
        }
        piece.known |= 1u << index;
        piece.odd |= piece.by.copy != element.by.copy;
        const auto apart = static_cast<std::int64_t>(index) - piece.first, far = static_cast<std::int64_t>(element.from - piece.from);
        if (!apart) return;
        if (!piece.step && far % apart == 0) piece.step = far / apart;
        piece.odd |= piece.step * apart != far;
    }

    std::optional<Element> find(std::uint64_t address, std::uint64_t unit) const {
        const std::uint64_t number = address / piece_bytes;
        if (number >= pieces_.size()) return {};
        const Piece& piece = pieces_[number];
        if (!piece.by.copy || piece.odd || !piece.unit) return {};
        const std::uint64_t index = address % piece_bytes / piece.unit;
        if (!(piece.known >> index & 1)) return {};
        if (piece.unit != unit && piece.step != piece.unit) return {};  // parts of elements that are not neighbours
        const auto apart = static_cast<std::int64_t>(index) - piece.first;
        return Element{piece.from + static_cast<std::uint64_t>(apart * piece.step) + address % piece_bytes % piece.unit, piece.step, piece.by};
    }

    // What nobody knows; but for elements beside it that the same instruction has brought.
    void forget(std::uint64_t address, std::uint64_t bytes, std::uint64_t written = 0) {
        for (std::uint64_t k = address / piece_bytes; k < pieces_.size() && k * piece_bytes < address + bytes; ++k)
            if (!written || pieces_[k].written != written) pieces_[k] = {};
    }

  private:
    static constexpr std::uint64_t piece_bytes = 32;
    std::vector<Piece> pieces_;
};

// What one Mmad has left in L0C.
struct Product {
    std::uint64_t first, end, column_bytes;  // bytes of one column of fractals
    std::uint64_t place;
};

class MatrixOrigins {
  public:
    explicit MatrixOrigins(const BlockFindings& findings) : findings_(findings) {}

    // Around each instruction. `others`: other cores have written to this one's L1.
    void before(const Core& core, const Record& record, const std::int64_t* payload);
    void writes(Space space, std::uint64_t address, std::uint64_t bytes);
    void after(const Core& core, bool others);

  private:
    Origins* of(Space space);
    bool is_carried(const Core& core, const Record& record) const;
    void carry(const Core& core, bool others);
    void multiply(const Core& core, const std::int64_t* params);
    void compare(const Core& core, const Origins& from, const Operand& operand, const FractalPlaces& places, bool left);
    void tell(const Core& core, const Element& found, const FractalPlaces& places, std::int64_t line, std::int64_t block, bool left);
    void drain(const std::int64_t* params);

    const BlockFindings findings_;
    Origins staging_, left_, right_;
    std::vector<Product> products_;
    Record record_{};
    std::vector<std::int64_t> params_;
    std::uint64_t place_ = 0, sequence_ = 0;
    bool carries_ = false;
};

}  // namespace lanewise::check
