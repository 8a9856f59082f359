#pragma once

#include "lanewise/aie/api.h"
