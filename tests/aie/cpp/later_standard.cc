// C++20 that clang++ has since 16: types without `typename`, structured bindings in a lambda.
#include <aie_api/aie.hpp>

template <class T>
struct wrapped { using type = T; };
template <class T>
struct uses {
    using inner = wrapped<T>::type;
    wrapped<T>::type twice(T x) { return x + x; }
};
void without_typename(int32 *x) {
    auto [first, second] = std::pair(x[0], x[1]);
    const auto sum = [&] { return first + second; };
    *x = uses<int32>().twice(sum());
}
