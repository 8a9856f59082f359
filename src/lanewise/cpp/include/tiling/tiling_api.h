// The host side of the library: shapes, scratch sizes, tilings.
#pragma once

#if defined(LANEWISE_ARCH) && !defined(__NPU_ARCH__)  // the host side of an operator: see lanewise/op/host.h
#define __NPU_ARCH__ LANEWISE_ARCH
#include "lanewise/host/tilings.h"
#undef __NPU_ARCH__
#else
#include "lanewise/host/tilings.h"
#endif
