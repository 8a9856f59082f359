// Ends headers that g++ precompiles. What their functions do with strings of every kind of character g++ would work out
// for each source anew: a third of what a small one takes. A constant that needs it makes it do so once. Nothing is
// included here, so that programs see the same with precompiled headers and without.
#pragma once

#if defined(_GLIBCXX_STRING) && __cpp_lib_constexpr_string >= 201907L
namespace lanewise {
template <class C>
constexpr bool settled() {
    constexpr C text[] = {C('1'), C('2'), C()};
    std::basic_string<C> a(text), b(text, 2), c(a), d(std::move(c)), e(3, C('4'));
    e.append(text);
    e.append(a);
    e = a + b;
    e += text;
    e = std::move(d);
    e = text + a + text;
    e = a + a + std::basic_string<C>(text);
    e.insert(0, text);
    e.insert(0, a);
    e.replace(0, 1, text);
    e.resize(9);
    e.reserve(40);
    e.push_back(C('5'));
    e.clear();
    e = b;
    return a == b && e.length() == 2 && e.c_str()[1] == C('2') && std::basic_string_view<C>(a).data();
}
static_assert(settled<char>() && settled<wchar_t>() && settled<char16_t>() && settled<char32_t>());
}  // namespace lanewise
#endif
