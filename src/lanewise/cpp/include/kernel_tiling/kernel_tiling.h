#pragma once

#include "lanewise/host/tiling_structs.h"
