#pragma once

#include "lanewise/library/ascend_dequant.h"
