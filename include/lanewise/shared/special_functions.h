// std::riemann_zeta and its kin, behind headers that were precompiled without them (prelude.py says why).
#pragma once

#ifdef LANEWISE_WITHOUT_SPECIAL_FUNCTIONS
#undef LANEWISE_WITHOUT_SPECIAL_FUNCTIONS
#undef _GLIBCXX_BITS_SPECFUN_H
#include <bits/specfun.h>
#endif
