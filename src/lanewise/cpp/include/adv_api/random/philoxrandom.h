#pragma once

#include "lanewise/library/random.h"
