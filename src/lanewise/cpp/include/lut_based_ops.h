#pragma once

#include "lanewise/aie/lut_functions.h"
