// The launch interface of programs that are built for the vendor's CPU twin (-D ASCENDC_CPU_DEBUG).
#pragma once

#include "lanewise/shared/acl.h"
#include "lanewise/ascend/cpu_twin.h"
