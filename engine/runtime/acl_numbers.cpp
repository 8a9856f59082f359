// aclFloat16: bits of a half on the host.
#include "acl/acl.h"
#include "numerics/narrow.hpp"

float aclFloat16ToFloat(aclFloat16 value) { return lanewise::widen(lanewise::half{value}); }

aclFloat16 aclFloatToFloat16(float value) { return lanewise::narrow_half(value).bits; }
