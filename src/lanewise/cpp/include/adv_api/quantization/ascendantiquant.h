#pragma once

#include "lanewise/library/ascend_antiquant.h"
