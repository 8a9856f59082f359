// Numbers on the host: aclFloat16, the bits of a half, and the sizes of element types.
#include "lanewise/shared/acl.h"
#include "numerics/narrow.hpp"

float aclFloat16ToFloat(aclFloat16 value) { return lanewise::widen(lanewise::half{value}); }

aclFloat16 aclFloatToFloat16(float value) { return lanewise::narrow_half(value).bits; }

std::size_t aclDataTypeSize(aclDataType type) {
    switch (type) {
        case ACL_INT8: case ACL_UINT8: case ACL_BOOL: case ACL_HIFLOAT8: case ACL_FLOAT8_E5M2: case ACL_FLOAT8_E4M3FN:
        case ACL_FLOAT8_E8M0: return 1;
        case ACL_FLOAT16: case ACL_BF16: case ACL_INT16: case ACL_UINT16: return 2;
        case ACL_FLOAT: case ACL_INT32: case ACL_UINT32: case ACL_COMPLEX32: return 4;
        case ACL_DOUBLE: case ACL_INT64: case ACL_UINT64: case ACL_COMPLEX64: return 8;
        case ACL_COMPLEX128: return 16;
        default: return 0;  // has no size of whole bytes
    }
}
