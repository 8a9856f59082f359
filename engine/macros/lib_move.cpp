// Elements that change places or are made from numbers: broadcasts, margins, transposes, masks, progressions, random.
#include <string>

#include "macros/macros.hpp"

namespace lanewise::macros {

namespace {

constexpr std::uint64_t side = 16;  // of the squares of NZ layouts, and channels kept together

std::uint64_t element_mask(const Macro& m) {
    const int width = m.bits(0);
    return width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

// NZ of a matrix whose sides are multiples of 16: columns of squares.
std::uint64_t nz_at(std::uint64_t s, std::uint64_t h, std::uint64_t rows) {
    return (h / side * (rows / side) + s / side) * side * side + s % side * side + h % side;
}

struct Shift {
    std::uint64_t from, to;
};

enum Transposition { nz2nd_0213 = 1, nz2nz_0213, nz2nz_012_with_n, nz2nd_012_with_n, nz2nd_012_without_n, nz2nz_012_without_n,
                     nd2nd_only, nd2nd_021 = 13, nd2nd_102, nd2nd_210 };

struct Lengths {
    std::uint64_t b, n, s, h;
};

// Where element (b, n, s, h) of a [B, N, S, H] tensor comes from and goes to.
Shift shift_of(std::int64_t type, const Lengths& z, std::uint64_t b, std::uint64_t n, std::uint64_t s, std::uint64_t h) {
    const std::uint64_t rows = align_up(z.s, side), columns = align_up(z.h, side), all = z.n * z.h, wide = align_up(all, side);
    const std::uint64_t split = (b * z.n + n) * rows * columns + nz_at(s, h, rows);  // per head
    const std::uint64_t joined = b * rows * wide + nz_at(s, n * z.h + h, rows);      // heads side by side
    switch (type) {
        case nz2nd_0213: return {split, ((b * z.s + s) * z.n + n) * z.h + h};
        case nz2nz_0213: {  // rows are heads now: a matrix of N x H for each (b, s)
            const std::uint64_t heads = align_up(z.n, side);
            return {split, (b * z.s + s) * heads * columns + nz_at(n, h, heads)};
        }
        case nz2nz_012_with_n: return {joined, split};
        case nz2nd_012_with_n: return {joined, ((b * z.n + n) * z.s + s) * columns + h};
        case nz2nd_012_without_n: return {split, (b * z.s + s) * all + n * z.h + h};
        default: return {split, joined};
    }
}

enum Layout3D { ncdhw, ndc1hwc0, fractal_z_3d };

struct Volume {
    std::int64_t layout;
    std::uint64_t n, c, d, hw, pitch;
    std::uint64_t at(std::uint64_t in, std::uint64_t ic, std::uint64_t id, std::uint64_t i) const {
        const std::uint64_t c1 = (c + side - 1) / side, n1 = (n + side - 1) / side;
        switch (layout) {
            case ncdhw: return ((in * c + ic) * d + id) * pitch + i;
            case ndc1hwc0: return (((in * d + id) * c1 + ic / side) * hw + i) * side + ic % side;
            default: return ((((id * c1 + ic / side) * hw + i) * n1 + in / side) * side + in % side) * side + ic % side;
        }
    }
};

}  // namespace

// Packed arrays; axes of length 1 are repeated.
void lib_broadcast(Macro& m) {
    const std::size_t rank = m.whole(0);
    const auto *to = &m.params[1], *from = to + rank;
    std::uint64_t to_size = 1, from_size = 1;
    for (std::size_t d = 0; d < rank; ++d) {
        if (from[d] != to[d] && from[d] != 1)
            m.refuse(("srcShape[" + std::to_string(d) + "]").c_str(), from[d], "1 or " + std::to_string(to[d]));
        to_size *= static_cast<std::uint64_t>(to[d]);
        from_size *= static_cast<std::uint64_t>(from[d]);
    }
    if (!to_size) return;
    const Places values = m.raw(1, from_size);
    Places out(to_size);
    for (std::uint64_t i = 0; i < to_size; ++i) {
        std::uint64_t rest = i, place = 0, step = 1;
        for (std::size_t d = rank; d-- > 0;) {
            const auto length = static_cast<std::uint64_t>(to[d]);
            if (from[d] != 1) place += rest % length * step;
            rest /= length;
            step *= static_cast<std::uint64_t>(from[d]);
        }
        out[i] = values[place];
    }
    m.put_raw(0, to_size, out);
}

void lib_fill(Macro& m) { m.put_raw(0, m.whole(0), Places(m.whole(0), m.whole(1))); }

// Packed rows get margins and start at whole data blocks. Rows that are whole blocks already are copied, and the columns from
// their original width on become the margin.
void lib_pad(Macro& m) {
    const std::uint64_t rows = m.whole(0), width = m.whole(1), right = m.whole(4), pitch = align_up(width, m.per_block(1));
    const bool aligned = pitch == width;
    const std::uint64_t data = aligned ? m.whole(2) : width, left = aligned ? 0 : m.whole(3);
    if (left + data + right > pitch)
        m.refuse("the padded width", left + data + right, "at most " + std::to_string(pitch) + " elements, the row in whole data blocks");
    const Places values = m.raw(1, rows * width);
    const std::uint64_t margin = m.encoded(static_cast<double>(m.params[5]), 0), columns = aligned ? width : left + width + right;
    Places out;
    for (std::uint64_t row = 0; row < rows; ++row)
        for (std::uint64_t c = 0; c < columns; ++c) {
            const bool outside = c < left || (c >= left + data && c < left + data + right);
            out.push_back(outside ? margin : values[row * width + c - left]);
        }
    m.put_raw(0, Part{rows, pitch, columns}, out);
}

void lib_unpad(Macro& m) {
    const std::uint64_t rows = m.whole(0), width = m.whole(1), right = m.whole(2);
    if (right > width) m.refuse("rightPad", right, "at most the width, " + std::to_string(width));
    m.put_raw(0, rows * (width - right), m.raw(1, Part{rows, width, width - right}));
}

void lib_transpose(Macro& m) {
    const std::int64_t type = m.params[0];
    const Lengths z{m.whole(1), m.whole(2), m.whole(3), m.whole(4)};
    Places from, to;
    if (type >= nz2nd_0213 && type <= nz2nz_012_without_n) {
        for (std::uint64_t b = 0; b < z.b; ++b)
            for (std::uint64_t n = 0; n < z.n; ++n)
                for (std::uint64_t s = 0; s < z.s; ++s)
                    for (std::uint64_t h = 0; h < z.h; ++h) {
                        const Shift shift = shift_of(type, z, b, n, s, h);
                        from.push_back(shift.from);
                        to.push_back(shift.to);
                    }
    } else if (type == nd2nd_only || (type >= nd2nd_021 && type <= nd2nd_210)) {
        for (std::uint64_t i = 0; i < z.b; ++i)
            for (std::uint64_t j = 0; j < z.n; ++j)
                for (std::uint64_t k = 0; k < z.s; ++k) {
                    from.push_back((i * z.n + j) * z.s + k);
                    to.push_back(type == nd2nd_102   ? (j * z.b + i) * z.s + k
                                 : type == nd2nd_210 ? (k * z.n + j) * z.b + i
                                                     : (i * z.s + k) * z.n + j);
                }
    } else {
        m.refuse("transposeType", type, "1..7 or 13..15");
    }
    m.put_raw(0, to, m.raw(1, from));
}

// Missing channels and batches are zero when they are packed and dropped when they are unpacked.
void lib_trans_data(Macro& m) {
    const std::uint64_t n = m.whole(2), c = m.whole(3), d = m.whole(4), hw = m.whole(5), pitch = align_up(hw, m.per_block(1));
    const Volume from{m.params[0], n, c, d, hw, pitch}, to{m.params[1], n, c, d, hw, pitch};
    const std::uint64_t all_n = to.layout == fractal_z_3d ? align_up(n, side) : n, all_c = to.layout == ncdhw ? c : align_up(c, side);
    Places source, target, empty;
    for (std::uint64_t in = 0; in < all_n; ++in)
        for (std::uint64_t ic = 0; ic < all_c; ++ic)
            for (std::uint64_t id = 0; id < d; ++id)
                for (std::uint64_t i = 0; i < hw; ++i) {
                    if (in < n && ic < c) {
                        source.push_back(from.at(in, ic, id, i));
                        target.push_back(to.at(in, ic, id, i));
                    } else {
                        empty.push_back(to.at(in, ic, id, i));
                    }
                }
    m.put_raw(0, empty, Places(empty.size()));
    m.put_raw(0, target, m.raw(1, source));
}

// A mask element of 0 takes src0.
void lib_select(Macro& m) {
    const std::uint64_t rows = m.whole(0), columns = m.whole(1), size = rows * columns;
    Places zero = m.has(1) ? m.raw(1, size) : Places(size, m.whole(3) & element_mask(m));
    const Places other = m.has(2) ? m.raw(2, size) : Places(size, m.whole(4) & element_mask(m));
    const Places mask = m.raw(3, Part{rows, m.whole(2), columns});
    for (std::uint64_t i = 0; i < size; ++i)
        if (mask[i]) zero[i] = other[i];
    m.put_raw(0, size, zero);
}

// Modes: 1 bytes in padded rows, 2 bytes, 3 bits, 4 bits in padded rows. A byte multiplies, a bit chooses.
void lib_dropout(Macro& m) {
    const std::uint64_t rows = m.whole(0), columns = m.whole(1), pitch = m.whole(2), mode = m.whole(3), size = rows * columns;
    const double factor = m.rounded(1.0f / static_cast<float>(m.real(4)), m.type(0));
    Numbers x = m.numbers(1, size);
    if (mode <= 2) {
        const Numbers kept = m.numbers(2, mode == 1 ? Part(rows, pitch, columns) : Part(size));
        for (std::uint64_t i = 0; i < size; ++i) x[i] = m.rounded(x[i] * factor, m.type(0)) * kept[i];
    } else {
        const std::uint64_t bytes = (columns + 7) / 8;
        const Places mask = mode == 4 ? m.raw(2, Part{rows, pitch, bytes}) : m.raw(2, (size + 7) / 8);
        for (std::uint64_t i = 0; i < size; ++i) {
            const std::uint64_t bit = mode == 4 ? i % columns : i, first = mode == 4 ? i / columns * bytes : 0;
            x[i] = mask[first + bit / 8] >> bit % 8 & 1 ? x[i] * factor : 0.0;
        }
    }
    m.put(0, size, x);
}

// Floats grow block by block, as the chips make them.
void lib_arange(Macro& m) {
    const std::uint64_t n = m.whole(0);
    if (m.integral(0)) {
        Places values(n);
        for (std::uint64_t i = 0; i < n; ++i) values[i] = m.whole(1) + i * m.whole(2);
        m.put_raw(0, n, values);
        return;
    }
    const std::uint64_t block = m.per_block(0), repeat = 8 * block;
    const std::uint64_t start = m.rules().arange_start == arange_start_repeat ? repeat : block;
    const double base = m.real(1), diff = m.real(2);
    const auto step = [&](std::uint64_t lanes) { return m.rounded(static_cast<float>(diff * static_cast<double>(lanes)), m.type(0)); };
    const double by_block = step(block), by_repeat = step(repeat);
    Numbers out(n);
    for (std::uint64_t i = 0; i < n; ++i) {
        const double value = i < start    ? base + diff * static_cast<double>(i)
                             : i < repeat ? out[i - block] + by_block
                                          : out[i - repeat] + by_repeat;
        out[i] = m.rounded(value, m.type(0));
    }
    m.put(0, n, out);
}

// Row r, column c takes number r * stride + c of the stream; floats are in [0, 1): 23 random bits of fraction.
void lib_philox_random(Macro& m) {
    const std::uint64_t stride = m.whole(0), rows = m.whole(1), columns = m.whole(2);
    Places out;
    for (std::uint64_t r = 0; r < rows; ++r)
        for (std::uint64_t col = 0; col < columns; ++col) {
            const std::uint64_t number = r * stride + col;
            std::uint32_t c[4];
            std::uint64_t carry = number / 4;
            for (std::size_t i = 0; i < 4; ++i) {
                const std::uint64_t sum = (carry & 0xFFFFFFFF) + static_cast<std::uint32_t>(m.params[5 + i]);
                c[i] = static_cast<std::uint32_t>(sum);
                carry = (carry >> 32) + (sum >> 32);
            }
            auto k0 = static_cast<std::uint32_t>(m.params[3]), k1 = static_cast<std::uint32_t>(m.params[4]);
            for (std::int64_t i = 0; i < m.params[9]; ++i) {
                const std::uint64_t a = std::uint64_t{0xD2511F53} * c[0], b = std::uint64_t{0xCD9E8D57} * c[2];
                const std::uint32_t next[4] = {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(b),
                                               static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(a)};
                for (int w = 0; w < 4; ++w) c[w] = next[w];
                k0 += 0x9E3779B9;
                k1 += 0xBB67AE85;
            }
            const std::uint32_t word = c[number % 4];
            if (m.type(0) != DType::float_) out.push_back(word);
            else out.push_back(std::bit_cast<std::uint32_t>(std::bit_cast<float>((word & 0x7FFFFF) | 0x3F800000) - 1.0f));
        }
    m.put_raw(0, rows * columns, out);
}

}  // namespace lanewise::macros
