#pragma once

#include "lanewise/library/power.h"
