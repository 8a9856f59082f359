// Fixed-point arithmetic of the AI Engine on whole arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanewise/shared/aie/modes.h"

namespace lanewise::aie {

enum class element : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, int64, int128 };

struct array {
    void* data;
    element type;
};

// Lanes of int32, int64 or int128, sign extended, to results of `bits` bits. True when something was clamped.
bool shift_round_saturate_all(array lanes, array results, std::size_t count, int shift, modes m, int bits);

// Vector lanes to accumulator lanes of `bits` bits. True when bits were lost.
bool upshift_all(array values, array lanes, std::size_t count, int shift, int bits);

// Floats to bfloat16.
void to_bfloat16_all(const float* values, std::uint16_t* results, std::size_t count, rounding mode);

// One real product in a sum: complex ones are two or four.
struct term {
    const std::int64_t *a, *b;
    bool subtract;
};

// The same of arrays of any width.
struct product_of_arrays {
    array a, b;
    bool subtract;
};

// lane[i * lane_step] += sum over terms of a[i] * b[i]. True when a sum left the lane.
bool multiply_accumulate(array lanes, int bits, std::size_t lane_step, const std::vector<product_of_arrays>& terms,
                         std::size_t count);

// lane[(m * n + j) * lane_step] += sum over terms and k of a[m, k] * b[k, j].
bool matrix_multiply(array lanes, int bits, std::size_t lane_step, const std::vector<term>& terms, std::size_t m,
                     std::size_t k, std::size_t n);

// A filter: data elements are `data_step` apart and wrap around after `data_count` of them.
struct filter_term {
    array data;
    const std::int64_t* coefficients;
    bool subtract;
};
struct filter_shape {
    std::size_t lanes, points, data_count, data_step;
    std::int64_t start, step_x, step_y;
};

// lane[l * lane_step] += sum over terms and p of coefficients[p] * data[start + l * step_y + p * step_x].
bool filter(array lanes, int bits, std::size_t lane_step, const std::vector<filter_term>& terms,
            const filter_shape& shape);

}  // namespace lanewise::aie
