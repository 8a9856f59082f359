// Whole-array functions of the AI Engine for Python. Arrays are checked there; here they are memory with a type.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <cstring>
#include <utility>

#include "aie/arrays.hpp"
#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace lanewise::aie {
namespace {

using Writable = nb::ndarray<nb::c_contig, nb::device::cpu>;
using Readable = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;
using Strided = nb::ndarray<nb::ro, nb::device::cpu>;
using Int64Array = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// An array that costs a call as little as it can: Python's own buffers are much quicker to look at than DLPack's.
class HeldBuffer {
public:
    explicit HeldBuffer(nb::handle object, bool writable = false) {
        const int wanted = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
        if (PyObject_GetBuffer(object.ptr(), &view_, wanted) != 0) throw nb::python_error();
    }
    HeldBuffer(HeldBuffer&& other) noexcept : view_(std::exchange(other.view_, Py_buffer{})) {}
    HeldBuffer& operator=(HeldBuffer&&) = delete;
    ~HeldBuffer() { PyBuffer_Release(&view_); }

    std::size_t size() const { return static_cast<std::size_t>(view_.len / view_.itemsize); }
    array memory(std::size_t first = 0, bool wide = false) const {
        static constexpr element kinds[4][2] = {{element::uint8, element::int8},
                                                {element::uint16, element::int16},
                                                {element::uint32, element::int32},
                                                {element::int64, element::int64}};
        const char letter = view_.format[std::strlen(view_.format) - 1];  // capital letters are unsigned
        const int size = std::countr_zero(static_cast<unsigned>(view_.itemsize));
        const element kind = wide ? element::int128 : kinds[size][letter >= 'a'];
        return {static_cast<char*>(view_.buf) + first * (wide ? 16 : static_cast<std::size_t>(view_.itemsize)), kind};
    }

private:
    Py_buffer view_{};
};

// Lanes of 80 bits come as pairs of 64-bit words.
element type_of(nb::dlpack::dtype type, bool wide = false) {
    if (wide) return element::int128;
    const bool is_signed = type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Int);
    switch (type.bits) {
        case 8: return is_signed ? element::int8 : element::uint8;
        case 16: return is_signed ? element::int16 : element::uint16;
        case 32: return is_signed ? element::int32 : element::uint32;
        default: return element::int64;
    }
}

template <class Array>
array memory_of(const Array& values, bool wide = false) {
    return {const_cast<void*>(static_cast<const void*>(values.data())), type_of(values.dtype(), wide)};
}

modes modes_of(int rounding_index, int saturation_index) {
    return {static_cast<rounding>(rounding_index), static_cast<saturation>(saturation_index)};
}

bool srs(nb::handle lanes, nb::handle results, int shift, int rounding, int saturation, int bits, bool wide) {
    const HeldBuffer from(lanes), to(results, true);
    nb::gil_scoped_release release;
    return shift_round_saturate_all(from.memory(0, wide), to.memory(), to.size(), shift, modes_of(rounding, saturation),
                                    bits);
}

bool ups(const Readable& values, const Writable& lanes, int shift, int bits) {
    nb::gil_scoped_release release;
    return upshift_all(memory_of(values), memory_of(lanes, bits > 64), values.size(), shift, bits);
}

void to_bfloat16(nb::ndarray<const float, nb::c_contig> values, nb::ndarray<std::uint16_t, nb::c_contig> results,
                 int mode) {
    nb::gil_scoped_release release;
    to_bfloat16_all(values.data(), results.data(), values.size(), static_cast<rounding>(mode));
}

// Lanes of one component: the imaginary ones begin one lane later and are two lanes apart.
array component(const Writable& lanes, int bits, std::size_t first) {
    const std::size_t bytes = bits <= 32 ? 4 : bits <= 64 ? 8 : 16;
    return {static_cast<char*>(lanes.data()) + first * bytes, type_of(lanes.dtype(), bits > 64)};
}

using Terms = std::tuple<Int64Array, Int64Array, bool>;

std::vector<term> terms_of(const std::vector<Terms>& products) {
    std::vector<term> terms;
    for (const auto& [a, b, subtract] : products) terms.push_back({a.data(), b.data(), subtract});
    return terms;
}

bool mac(nb::handle lanes, int bits, std::size_t first, std::size_t step, nb::sequence products) {
    const HeldBuffer sums(lanes, true);
    std::vector<HeldBuffer> factors;
    std::vector<product_of_arrays> terms;
    factors.reserve(2 * nb::len(products));
    for (nb::handle product : products) {
        const auto parts = nb::borrow<nb::tuple>(product);
        const HeldBuffer &a = factors.emplace_back(parts[0]), &b = factors.emplace_back(parts[1]);
        terms.push_back({a.memory(), b.memory(), nb::cast<bool>(parts[2])});
    }
    const std::size_t count = factors.at(0).size();
    nb::gil_scoped_release release;
    return multiply_accumulate(sums.memory(first, bits > 64), bits, step, terms, count);
}

bool matmul(const Writable& lanes, int bits, std::size_t first, std::size_t step, const std::vector<Terms>& products,
            std::size_t m, std::size_t k, std::size_t n) {
    const std::vector<term> terms = terms_of(products);
    nb::gil_scoped_release release;
    return matrix_multiply(component(lanes, bits, first), bits, step, terms, m, k, n);
}

using Filtered = std::tuple<Strided, Int64Array, bool>;

bool slide(const Writable& lanes, int bits, std::size_t first, std::size_t step, const std::vector<Filtered>& parts,
           std::size_t count, std::int64_t start, std::int64_t step_x, std::int64_t step_y) {
    std::vector<filter_term> terms;
    for (const auto& [data, coefficients, subtract] : parts)
        terms.push_back({memory_of(data), coefficients.data(), subtract});
    const Strided& data = std::get<0>(parts.at(0));
    const auto data_step = static_cast<std::size_t>(data.stride(0));
    const filter_shape shape{count, std::get<1>(parts[0]).size(), data.shape(0), data_step, start, step_x, step_y};
    nb::gil_scoped_release release;
    return filter(component(lanes, bits, first), bits, step, terms, shape);
}

nb::list rounding_table(int known) {
    nb::list codes;
    for (int i = 0; i < roundings; ++i) codes.append(code(known, static_cast<rounding>(i)));
    return codes;
}

}  // namespace

void bind(nb::module_& parent) {
    nb::module_ m = parent.def_submodule("aie");
    m.def("srs", &srs, "lanes"_a, "results"_a, "shift"_a, "rounding"_a, "saturation"_a, "bits"_a, "wide"_a);
    m.def("ups", &ups, "values"_a, "lanes"_a, "shift"_a, "bits"_a);
    m.def("to_bfloat16", &to_bfloat16, "values"_a, "results"_a, "rounding"_a);
    m.def("mac", &mac, "lanes"_a, "bits"_a, "first"_a, "step"_a, "products"_a);
    m.def("matmul", &matmul, "lanes"_a, "bits"_a, "first"_a, "step"_a, "products"_a, "m"_a, "k"_a, "n"_a);
    m.def("slide", &slide, "lanes"_a, "bits"_a, "first"_a, "step"_a, "parts"_a, "count"_a, "start"_a, "step_x"_a,
          "step_y"_a);
    m.def("rounding_codes", &rounding_table, "known"_a);
}

}  // namespace lanewise::aie
