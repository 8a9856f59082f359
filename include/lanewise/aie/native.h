// The native names: v16int16, v8acc48, undef_v16int16() and the like.
#pragma once

#include "lanewise/aie/accum.h"

#define LANEWISE_NATIVE_ACC(N, tag)                                              \
    using v##N##tag = aie::accum<tag, N>;                                        \
    inline v##N##tag undef_v##N##tag() { return {}; }                            \
    inline v##N##tag null_v##N##tag() { return v##N##tag::zeros(); }             \
    inline v##N##tag broadcast_zero_to_v##N##tag() { return v##N##tag::zeros(); } \
    inline v##N##tag broadcast_to_v##N##tag(v##N##tag::lane_type x) {             \
        v##N##tag out;                                                            \
        for (unsigned i = 0; i < N; ++i) out.lane(i) = x;                         \
        return out;                                                               \
    }
#define LANEWISE_NATIVE(N, type)                                                 \
    using v##N##type = aie::vector<type, N>;                                     \
    inline v##N##type undef_v##N##type() { return {}; }                          \
    inline v##N##type null_v##N##type() { return {}; }                           \
    template <class T, unsigned M>                                               \
    v##N##type as_v##N##type(const aie::vector<T, M>& v) {                       \
        return v.template cast_to<type>();                                       \
    }                                                                            \
    inline v##N##type broadcast_to_v##N##type(type x) {                          \
        v##N##type out;                                                          \
        for (unsigned i = 0; i < N; ++i) out.put(x, i);                          \
        return out;                                                              \
    }                                                                            \
    inline v##N##type broadcast_zero_to_v##N##type() { return {}; }              \
    template <unsigned M>                                                        \
    v##N##type extract_v##N##type(const aie::vector<type, M>& v, int i) {        \
        return v.template extract<N>(static_cast<unsigned>(i));                  \
    }

// Not every generation has all of them: see chips.h.
#define LANEWISE_NATIVE_NONE(N, type)
#if LANEWISE_HAS_SMALL_LANES
#define LANEWISE_NATIVE_ML LANEWISE_NATIVE
#else
#define LANEWISE_NATIVE_ML LANEWISE_NATIVE_NONE
#endif
#if LANEWISE_WIDE_LANE_BITS == 80
#define LANEWISE_NATIVE_ACC_AIE LANEWISE_NATIVE_ACC
#else
#define LANEWISE_NATIVE_ACC_AIE LANEWISE_NATIVE_NONE
#endif
#if LANEWISE_HAS_COMPLEX_FLOATS
#define LANEWISE_NATIVE_C LANEWISE_NATIVE
#define LANEWISE_NATIVE_ACC_C LANEWISE_NATIVE_ACC
#else
#define LANEWISE_NATIVE_C LANEWISE_NATIVE_NONE
#define LANEWISE_NATIVE_ACC_C LANEWISE_NATIVE_NONE
#endif
#if LANEWISE_HAS_COMPLEX_BFLOAT16
#define LANEWISE_NATIVE_ML1 LANEWISE_NATIVE
#else
#define LANEWISE_NATIVE_ML1 LANEWISE_NATIVE_NONE
#endif

LANEWISE_NATIVE_ML(32, int4) LANEWISE_NATIVE_ML(64, int4) LANEWISE_NATIVE_ML(128, int4) LANEWISE_NATIVE_ML(256, int4)
LANEWISE_NATIVE_ML(32, uint4) LANEWISE_NATIVE_ML(64, uint4) LANEWISE_NATIVE_ML(128, uint4) LANEWISE_NATIVE_ML(256, uint4)
LANEWISE_NATIVE(16, int8) LANEWISE_NATIVE(32, int8) LANEWISE_NATIVE(64, int8) LANEWISE_NATIVE(128, int8)
LANEWISE_NATIVE(16, uint8) LANEWISE_NATIVE(32, uint8) LANEWISE_NATIVE(64, uint8) LANEWISE_NATIVE(128, uint8)
LANEWISE_NATIVE(8, int16) LANEWISE_NATIVE(16, int16) LANEWISE_NATIVE(32, int16) LANEWISE_NATIVE(64, int16)
LANEWISE_NATIVE_ML(8, uint16) LANEWISE_NATIVE_ML(16, uint16) LANEWISE_NATIVE_ML(32, uint16) LANEWISE_NATIVE_ML(64, uint16)
LANEWISE_NATIVE(4, int32) LANEWISE_NATIVE(8, int32) LANEWISE_NATIVE(16, int32) LANEWISE_NATIVE(32, int32)
LANEWISE_NATIVE_ML(4, uint32) LANEWISE_NATIVE_ML(8, uint32) LANEWISE_NATIVE_ML(16, uint32) LANEWISE_NATIVE_ML(32, uint32)
LANEWISE_NATIVE(2, int64) LANEWISE_NATIVE(4, int64) LANEWISE_NATIVE(8, int64) LANEWISE_NATIVE(16, int64)
LANEWISE_NATIVE(4, cint16) LANEWISE_NATIVE(8, cint16) LANEWISE_NATIVE(16, cint16) LANEWISE_NATIVE(32, cint16)
LANEWISE_NATIVE(2, cint32) LANEWISE_NATIVE(4, cint32) LANEWISE_NATIVE(8, cint32) LANEWISE_NATIVE(16, cint32)
LANEWISE_NATIVE(4, float) LANEWISE_NATIVE(8, float) LANEWISE_NATIVE(16, float) LANEWISE_NATIVE(32, float)
LANEWISE_NATIVE(64, float)
LANEWISE_NATIVE_C(2, cfloat) LANEWISE_NATIVE_C(4, cfloat) LANEWISE_NATIVE_C(8, cfloat) LANEWISE_NATIVE_C(16, cfloat)
LANEWISE_NATIVE_ML(4, bfloat16) LANEWISE_NATIVE_ML(8, bfloat16) LANEWISE_NATIVE_ML(16, bfloat16) LANEWISE_NATIVE_ML(32, bfloat16) LANEWISE_NATIVE_ML(64, bfloat16)
LANEWISE_NATIVE_ML1(4, cbfloat16) LANEWISE_NATIVE_ML1(8, cbfloat16) LANEWISE_NATIVE_ML1(16, cbfloat16)
LANEWISE_NATIVE_ML1(32, cbfloat16)

LANEWISE_NATIVE_ACC(4, acc48) LANEWISE_NATIVE_ACC(8, acc48) LANEWISE_NATIVE_ACC(16, acc48)
LANEWISE_NATIVE_ACC(2, cacc48) LANEWISE_NATIVE_ACC(4, cacc48) LANEWISE_NATIVE_ACC(8, cacc48)
LANEWISE_NATIVE_ACC_AIE(2, acc80) LANEWISE_NATIVE_ACC_AIE(4, acc80) LANEWISE_NATIVE_ACC_AIE(8, acc80) LANEWISE_NATIVE_ACC_AIE(16, acc80)
LANEWISE_NATIVE_ACC_AIE(2, cacc80) LANEWISE_NATIVE_ACC_AIE(4, cacc80) LANEWISE_NATIVE_ACC_AIE(8, cacc80)
LANEWISE_NATIVE_ACC(8, acc32) LANEWISE_NATIVE_ACC(16, acc32) LANEWISE_NATIVE_ACC(32, acc32)
LANEWISE_NATIVE_ACC(64, acc32)
LANEWISE_NATIVE_ACC(4, acc64) LANEWISE_NATIVE_ACC(8, acc64) LANEWISE_NATIVE_ACC(16, acc64)
LANEWISE_NATIVE_ACC(32, acc64)
LANEWISE_NATIVE_ACC(2, cacc64) LANEWISE_NATIVE_ACC(4, cacc64) LANEWISE_NATIVE_ACC(8, cacc64)
LANEWISE_NATIVE_ACC(16, cacc64)
LANEWISE_NATIVE_ACC(4, accfloat) LANEWISE_NATIVE_ACC(8, accfloat) LANEWISE_NATIVE_ACC(16, accfloat)
LANEWISE_NATIVE_ACC(32, accfloat)
LANEWISE_NATIVE_ACC(64, accfloat)
LANEWISE_NATIVE_ACC_C(2, caccfloat) LANEWISE_NATIVE_ACC_C(4, caccfloat) LANEWISE_NATIVE_ACC_C(8, caccfloat)
LANEWISE_NATIVE_ACC_C(16, caccfloat)

#undef LANEWISE_NATIVE
#undef LANEWISE_NATIVE_ACC
#undef LANEWISE_NATIVE_NONE
#undef LANEWISE_NATIVE_ML
#undef LANEWISE_NATIVE_ML1
#undef LANEWISE_NATIVE_C
#undef LANEWISE_NATIVE_ACC_C
#undef LANEWISE_NATIVE_ACC_AIE
