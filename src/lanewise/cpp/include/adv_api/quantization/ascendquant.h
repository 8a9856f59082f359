#pragma once

#include "lanewise/library/ascend_quant.h"
