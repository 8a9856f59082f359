// The host side of the library: shapes, scratch sizes, tilings.
#pragma once

#include "lanewise/host/tilings.h"
