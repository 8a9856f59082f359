// Copies that know how much room there is.
#pragma once

#include "lanewise/securec.h"
