#pragma once
#include <ctime>

#include "lanewise/debug.h"
