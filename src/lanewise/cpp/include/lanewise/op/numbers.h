// Element types and formats by name: number, and bytes of an element (1000 + bits where it is less than a byte, -1 unknown).
#pragma once

#define LANEWISE_GE_TYPES(one) \
    one(FLOAT, 0, 4) one(FLOAT16, 1, 2) one(INT8, 2, 1) one(INT32, 3, 4) \
    one(UINT8, 4, 1) one(INT16, 6, 2) one(UINT16, 7, 2) one(UINT32, 8, 4) \
    one(INT64, 9, 8) one(UINT64, 10, 8) one(DOUBLE, 11, 8) one(BOOL, 12, 1) \
    one(STRING, 13, 16) one(DUAL_SUB_INT8, 14, 1) one(DUAL_SUB_UINT8, 15, 1) one(COMPLEX64, 16, 8) \
    one(COMPLEX128, 17, 16) one(QINT8, 18, 1) one(QINT16, 19, 2) one(QINT32, 20, 4) \
    one(QUINT8, 21, 1) one(QUINT16, 22, 2) one(RESOURCE, 23, 8) one(STRING_REF, 24, 16) \
    one(DUAL, 25, 5) one(VARIANT, 26, -1) one(BF16, 27, 2) one(UNDEFINED, 28, -1) \
    one(INT4, 29, 1004) one(UINT1, 30, 1001) one(INT2, 31, 1002) one(UINT2, 32, 1002) \
    one(COMPLEX32, 33, 4) one(HIFLOAT8, 34, 1) one(FLOAT8_E5M2, 35, 1) one(FLOAT8_E4M3FN, 36, 1) \
    one(FLOAT8_E8M0, 37, 1) one(FLOAT6_E3M2, 38, 1006) one(FLOAT6_E2M3, 39, 1006) one(FLOAT4_E2M1, 40, 1004) \
    one(FLOAT4_E1M2, 41, 1004) one(HIFLOAT4, 42, 1004)

#define LANEWISE_GE_FORMATS(one) \
    one(NCHW, 0) one(NHWC, 1) one(ND, 2) one(NC1HWC0, 3) \
    one(FRACTAL_Z, 4) one(NC1C0HWPAD, 5) one(NHWC1C0, 6) one(FSR_NCHW, 7) \
    one(FRACTAL_DECONV, 8) one(C1HWNC0, 9) one(FRACTAL_DECONV_TRANSPOSE, 10) one(FRACTAL_DECONV_SP_STRIDE_TRANS, 11) \
    one(NC1HWC0_C04, 12) one(FRACTAL_Z_C04, 13) one(CHWN, 14) one(FRACTAL_DECONV_SP_STRIDE8_TRANS, 15) \
    one(HWCN, 16) one(NC1KHKWHWC0, 17) one(BN_WEIGHT, 18) one(FILTER_HWCK, 19) \
    one(HASHTABLE_LOOKUP_LOOKUPS, 20) one(HASHTABLE_LOOKUP_KEYS, 21) one(HASHTABLE_LOOKUP_VALUE, 22) one(HASHTABLE_LOOKUP_OUTPUT, 23) \
    one(HASHTABLE_LOOKUP_HITS, 24) one(C1HWNCoC0, 25) one(MD, 26) one(NDHWC, 27) \
    one(FRACTAL_ZZ, 28) one(FRACTAL_NZ, 29) one(NCDHW, 30) one(DHWCN, 31) \
    one(NDC1HWC0, 32) one(FRACTAL_Z_3D, 33) one(CN, 34) one(NC, 35) \
    one(DHWNC, 36) one(FRACTAL_Z_3D_TRANSPOSE, 37) one(FRACTAL_ZN_LSTM, 38) one(FRACTAL_Z_G, 39) \
    one(RESERVED, 40) one(ALL, 41) one(NULL, 42) one(ND_RNN_BIAS, 43) \
    one(FRACTAL_ZN_RNN, 44) one(NYUV, 45) one(NYUV_A, 46) one(NCL, 47) \
    one(FRACTAL_Z_WINO, 48) one(C1HWC0, 49) one(FRACTAL_NZ_C0_16, 50) one(FRACTAL_NZ_C0_32, 51) \
    one(FRACTAL_NZ_C0_2, 52) one(FRACTAL_NZ_C0_4, 53) one(FRACTAL_NZ_C0_8, 54)
