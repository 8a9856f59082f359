// Element by element: mathematics, activations, tests and logic.
#include "macros/macros.hpp"

namespace lanewise::macros {

// The arguments are the operands that are read, in order; one that is left out is a number among the parameters, and one
// whose bit is set in the last parameter gives its first element to all.
void map(Macro& m, Elementary function) {
    const std::uint64_t n = m.whole(0), single = m.whole(4);
    int places[3], found = 0;
    for (int i = 0; i < m.ins.operand_count && found < 3; ++i)
        if (reads(m.ins.roles[i])) places[found++] = i;
    Numbers arguments[3];
    for (int i = 0; i < 3; ++i) {
        if (i >= found || !m.has(places[i])) arguments[i].assign(n, m.real(1 + static_cast<std::size_t>(i)));
        else if (single >> i & 1) arguments[i].assign(n, n ? m.numbers(places[i], 1)[0] : 0);
        else arguments[i] = m.numbers(places[i], n);
    }
    Numbers result(n);
    m.apply(function, n, result.data(), arguments[0].data(), arguments[1].data(), arguments[2].data());
    m.put(0, n, result);
}

void lib_sin_cos(Macro& m) {
    const std::uint64_t n = m.whole(0);
    const Numbers x = m.numbers(2, n);
    Numbers result(n);
    m.apply(Elementary::sin, n, result.data(), x.data());
    m.put(0, n, result);
    m.apply(Elementary::cos, n, result.data(), x.data());
    m.put(1, n, result);
}

}  // namespace lanewise::macros
