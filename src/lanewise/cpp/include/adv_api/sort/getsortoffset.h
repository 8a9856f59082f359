#pragma once

#include "lanewise/library/sort.h"
