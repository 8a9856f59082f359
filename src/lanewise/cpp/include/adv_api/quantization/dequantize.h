#pragma once

#include "lanewise/library/quantization.h"
