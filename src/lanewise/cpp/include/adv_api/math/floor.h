#pragma once

#include "lanewise/library/math.h"
