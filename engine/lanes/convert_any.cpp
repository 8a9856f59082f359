#include "lanes/convert_any.hpp"

#include "lanes/convert.hpp"
#include "lanes/with_number.hpp"

namespace lanewise {

// Elements of 16 bits and more, and bytes that are integers, have conversions of their own; the others go through the general one.
void convert_any(DType from, DType to, const CastRule& rule, const std::uint8_t* s, std::uint8_t* d, std::size_t n) {
    bool done = false;
    with_number(from, [&]<class S>(S) {
        with_number(to, [&]<class D>(D) {
            if constexpr (!std::is_same_v<S, D> && sizeof(S) < 8 && sizeof(D) < 8) {
                convert_n(rule, reinterpret_cast<const S*>(s), reinterpret_cast<D*>(d), n);
                done = true;
            }
        });
    });
    if (done) return;
    auto of_values = [](DType t) { return t == DType::int4x2_ ? DType::int4_ : t; };
    convert(of_values(from), of_values(to), rule.mode, integer_type(to) ? rule.clamps_integer : rule.clamps_float, rule.keep_nan, s, d, n);
}

}  // namespace lanewise
