#pragma once

#include "lanewise/library/normalization.h"
