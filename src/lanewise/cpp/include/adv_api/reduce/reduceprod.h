#pragma once

#include "lanewise/library/reduce.h"
