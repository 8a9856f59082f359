// The kernels are compiled once per CPU level. Inline functions live in a namespace named after the level, so that the
// linker never keeps a copy that needs instructions the machine lacks.
#pragma once

#ifndef LANEWISE_LEVEL
#define LANEWISE_LEVEL common
#endif
