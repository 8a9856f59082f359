#include "graph.hpp"

placed<__AIEARCH__> all;

#if defined(__AIESIM__)
int main() {
    all.init();
    all.run(1);
    all.end();
    return 0;
}
#endif
