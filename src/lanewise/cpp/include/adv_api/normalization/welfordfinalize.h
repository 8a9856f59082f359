#pragma once

#include "lanewise/library/welford.h"
