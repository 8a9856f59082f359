#pragma once

#include "lanewise/library/filter.h"
